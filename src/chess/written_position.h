// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string_view>

#include "chess/error.h"
#include "chess/position.h"

namespace lucena {

/// A position as somebody has written it. What he has left open is as in a new Setup: White to
/// move, no rights, no en passant.
struct WrittenPosition {
  Setup setup;
  bool side_is_known = false;
  bool castling_is_known = false;
  bool en_passant_is_known = false;

  bool is_complete() const { return side_is_known && castling_is_known && en_passant_is_known; }
  /// The rights that nothing is said of: a king and a rook at home may have them.
  CastlingRights open_rights() const;
};

/// The rights that the men allow: king and rook are at home.
CastlingRights rights_at_home(const Setup& setup);

/// Whether a text says where men stand, and does not name an ending such as KBNvK.
bool names_squares(std::string_view text);

/// Whether a text that names squares is a FEN, by its many slashes, and not a list of men.
bool looks_like_fen(std::string_view text);

/// Reads every way to write down a position:
///
///     8/8/8/8/8/2k5/8/K6R w - - 0 1    a FEN with one to six fields; an EPD record
///     8/8/8/8/8/2k5/8/K6R_w_-_-_0_1    the same as other programs put it into an address
///     Ka1 Rh1 / Kc3 w                  men one by one; see parse_men()
///     startpos                         the initial position
///
/// Quotes around the whole text do no harm.
Result<WrittenPosition, ChessFault> parse_written_position(std::string_view text);

}  // namespace lucena
