// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "server/api.h"

namespace lucena {

/// A position of ?ending=, by chance: &wanted= any, win, draw or hardest, &mate=8-12 moves.
HttpResponse random_api(const ApiParts& parts, const HttpRequest& request);

/// The move of &opponent= perfect, random or human, with &elo=, in a position that is solved: that
/// of ?fen= after &moves=. Who is perfect keeps out of repetitions of what he has been told.
HttpResponse move_api(const ApiParts& parts, const HttpRequest& request);

}  // namespace lucena
