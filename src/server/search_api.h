// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "server/api.h"

namespace lucena {

/// The positions of ?ending= that meet &condition=, words as for `lucena search`; &limit= of them,
/// by &sort=, of &part=. One search at a time: a large one takes memory and threads. It ends when
/// nobody waits for it any more.
HttpResponse search_api(const ApiParts& parts, const HttpRequest& request);

/// All conditions and what they mean, in lines for a person.
HttpResponse conditions_api(const ApiParts& parts, const HttpRequest& request);

}  // namespace lucena
