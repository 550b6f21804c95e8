// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "console/play_session.h"

namespace lucena {

/// What a person who has not said what to play is asked besides the position.
struct GameQuestions {
  bool fifty_moves = false;
  bool opponent = false;
  bool strength = false;
  bool max_moves = false;
};

/// Whether the 50-move rule is in force: asked before anything is said about the position. These
/// return false if there is nobody to answer. An empty line leaves everything as it is.
bool ask_rules(Conversation& conversation, const GameQuestions& questions, PlayOptions& options);

/// Who the opponent is, how strong, and how long the game may take: asked before the first move.
/// Where tables play from the start, a perfect opponent has no strength to ask for.
bool ask_opponent(Conversation& conversation, const GameQuestions& questions, bool tables_play,
                  PlayOptions& options);

}  // namespace lucena
