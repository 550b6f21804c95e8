// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "chess/position.h"

namespace lucena {

/// What a terminal can show.
enum class BoardInk : std::uint8_t {
  Ascii,           // no colours; the last move is in brackets
  ColoredLetters,  // coloured squares, men as letters
  ColoredFigures,  // coloured squares, men as chess figures
};

struct BoardStyle {
  BoardInk ink = BoardInk::Ascii;
  bool flipped = false;  // Black below
};

/// The board in nine lines, with coordinates; the squares of the last move are marked.
std::string board_picture(const Position& position, std::optional<Move> last_move,
                          const BoardStyle& style);

}  // namespace lucena
