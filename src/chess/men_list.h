// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "chess/written_position.h"

namespace lucena {

/// Men one by one, in either of two ways; letters may be of any case, commas are blanks.
///
///     Ke1 Ra1 h2 / Ke8            White's men, then Black's; a bare square is a pawn's
///     x.K(5,1) x.R(1,1) y.K(5,8)  x is White's man, y is Black's; file and rank as numbers
///
/// Behind the men there may be, in any order, who is to move (w, b, white or black), the castling
/// rights as in a FEN (castling=Q, castling=- for none) and the en passant square (ep=d6, ep=-).
Result<WrittenPosition, ChessFault> parse_men(std::string_view text);

/// Squares as numbers, "(4,7)", turned into "d7", wherever they are in a text: K(4,7) is Kd7. What
/// is no square stays as it is.
std::string with_named_squares(std::string_view text);

/// Cuts the mark off "x.K(5,1)" or "y.Kd7" and says whose man it is; nothing if there is none.
std::optional<Color> take_color_mark(std::string_view& text);

}  // namespace lucena
