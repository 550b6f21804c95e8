// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "chess/position.h"

namespace lucena {

/// What a terminal can show.
enum class BoardInk : std::uint8_t {
  Plain,        // no colours, men as letters; the last move is in brackets
  EightColors,  // coloured squares
  ManyColors,   // the same with 256 colours
};

struct BoardStyle {
  BoardInk ink = BoardInk::Plain;
  bool figures = false;  // instead of letters, where there are colours to tell the sides apart
  bool flipped = false;  // Black below
};

/// The board in nine lines, with coordinates; the squares of the last move are marked.
///
///       8  .  .  .  .  k  .  .  .
///       7  .  .  .  .  .  .  .  .
///       ...
///       2  .  .  .  . [.] .  .  .       the last move was e2-e4
std::string board_picture(const Position& position, std::optional<Move> last_move,
                          const BoardStyle& style);

}  // namespace lucena
