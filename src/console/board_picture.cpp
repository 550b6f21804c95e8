// SPDX-License-Identifier: GPL-3.0-or-later
#include "console/board_picture.h"

#include <fmt/format.h>

#include <string_view>

namespace lucena {
namespace {

/// Parameters of the escape sequence that sets colours (ECMA-48's SGR, "\x1b[...m"): of squares 4N,
/// or 48;5;N where there are 256 colours, of men 3N or 38;5;N, and 1 for bold. The squares are dark
/// enough for white men and light enough for black ones.
struct Palette {
  std::string_view light, dark, marked_light, marked_dark, white_man, black_man;
};
constexpr Palette kEightColors{"43", "42", "46", "46", "1;37", "0;30"};
constexpr Palette kManyColors{"48;5;180", "48;5;137",   "48;5;149",
                              "48;5;107", "1;38;5;231", "1;38;5;16"};

/// Unicode has figures for both sides. The colours alone would tell them apart on the screen, but
/// not in what is copied from it.
using Figures = ByPieceType<std::string_view>;
constexpr ByColor<Figures> kFigures{
    Figures{"\u2659", "\u2658", "\u2657", "\u2656", "\u2655", "\u2654"},
    Figures{"\u265f", "\u265e", "\u265d", "\u265c", "\u265b", "\u265a"}};

/// Three columns, marked or not, so that nothing moves when the mark does.
std::string ascii_square(std::optional<Piece> piece, bool marked) {
  const char man = piece ? letter(*piece) : '.';
  return marked ? fmt::format("[{}]", man) : fmt::format(" {} ", man);
}

/// The colours stay set until the next square sets its own; the end of the line resets them.
std::string colored_square(Square square, std::optional<Piece> piece, bool marked,
                           const BoardStyle& style) {
  const Palette& palette = style.ink == BoardInk::ManyColors ? kManyColors : kEightColors;
  const std::string_view ground = square.is_light()
                                      ? (marked ? palette.marked_light : palette.light)
                                      : (marked ? palette.marked_dark : palette.dark);
  if (!piece) return fmt::format("\x1b[{}m   ", ground);
  const bool white = piece->color == Color::White;
  const std::string man = style.figures ? std::string(kFigures[piece->color][piece->type])
                                        : std::string(1, letter(*piece));
  return fmt::format("\x1b[{};{}m {} ", white ? palette.white_man : palette.black_man, ground, man);
}

}  // namespace

/// Plain lines have no blanks at their ends, which makes transcripts easier to compare.
std::string board_picture(const Position& position, std::optional<Move> last_move,
                          const BoardStyle& style) {
  const bool colored = style.ink != BoardInk::Plain;
  std::string picture;
  for (int row = 0; row < 8; ++row) {
    const int rank = style.flipped ? row : 7 - row;
    picture += fmt::format("  {} ", rank + 1);
    for (int column = 0; column < 8; ++column) {
      const Square square(style.flipped ? 7 - column : column, rank);
      const auto piece = position.piece_at(square);
      const bool marked = last_move && (square == last_move->from() || square == last_move->to());
      picture +=
          colored ? colored_square(square, piece, marked, style) : ascii_square(piece, marked);
    }
    if (colored) {
      picture += "\x1b[0m";
    } else if (picture.back() == ' ') {
      picture.pop_back();
    }
    picture += '\n';
  }
  picture += style.flipped ? "     h  g  f  e  d  c  b  a\n" : "     a  b  c  d  e  f  g  h\n";
  return picture;
}

}  // namespace lucena
