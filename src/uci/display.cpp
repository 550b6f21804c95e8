// SPDX-License-Identifier: GPL-3.0-or-later
#include "uci/display.h"

#include <fmt/format.h>

#include "chess/fen.h"

namespace lucena {

/// The key as sixteen hexadecimal digits.
std::string display(const Position& position) {
  std::string text;
  for (int rank = 7; rank >= 0; --rank) {
    text += fmt::format("{} ", rank + 1);
    for (int file = 0; file < 8; ++file) {
      const auto piece = position.piece_at(Square(file, rank));
      text += ' ';
      text += piece ? letter(*piece) : '.';
    }
    text += '\n';
  }
  text += "   a b c d e f g h\n";
  text += fmt::format("Fen: {}\nKey: {:016x}\nCheckers:", to_fen(position), position.key());
  for (const Square square : position.checkers()) text += ' ' + square.name();
  return text;
}

}  // namespace lucena
