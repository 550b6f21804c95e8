// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string_view>

namespace lucena {

/// src/server/openapi.json: the description of the API for programs.
extern const std::string_view kOpenApiText;

}  // namespace lucena
