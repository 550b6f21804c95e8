// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "server/api.h"

namespace lucena {

/// The games of a PGN text in the body, move by move, with what the tables say of every position
/// that they know.
HttpResponse review_api(const ApiParts& parts, const HttpRequest& request);

}  // namespace lucena
