// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "server/api.h"

namespace lucena {

/// All endings with up to five men, solved or not, and those with six that are solved; of what is
/// solved how often each side wins, the longest mates and the zugzwangs.
HttpResponse endings_api(const ApiParts& parts, const HttpRequest& request);

/// What `lucena stats --json` prints of ?ending=, with lists of zugzwangs and of the longest mates.
HttpResponse stats_api(const ApiParts& parts, const HttpRequest& request);

/// The files that are there, by ending and metric, with their sizes.
HttpResponse tables_api(const ApiParts& parts, const HttpRequest& request);

/// What it would cost to solve ?ending=, and what is being solved.
HttpResponse cost_api(const ApiParts& parts, const HttpRequest& request);
/// Has ?ending= solved in the background.
HttpResponse solve_api(const ApiParts& parts, const HttpRequest& request);
/// Gives that up.
HttpResponse give_up_api(const ApiParts& parts, const HttpRequest& request);
/// How far it is, as events of text/event-stream.
HttpResponse events_api(const ApiParts& parts, const HttpRequest& request);

}  // namespace lucena
