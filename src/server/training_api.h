// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "server/api.h"

namespace lucena {

/// The lessons, and where one stands with each.
HttpResponse lessons_api(const ApiParts& parts, const HttpRequest& request);

/// Judges the moves of {"exercise": ..., "moves": ["c7c8r", ...], "helped": false}, and keeps in
/// the record how it went, as `lucena train` does.
HttpResponse attempt_api(const ApiParts& parts, const HttpRequest& request);

}  // namespace lucena
