// SPDX-License-Identifier: GPL-3.0-or-later
#include "endgame/position_text.h"

#include <fmt/format.h>

#include "base/text.h"
#include "chess/fen.h"
#include "chess/written_position.h"
#include "endgame/material.h"

namespace lucena {

Result<Position, ChessFault> parse_position(std::string_view text) {
  if (names_squares(text)) {
    const auto written = parse_written_position(text);
    if (!written) return written.error();
    return Position::create(written->setup);
  }
  const std::string_view what = Material::parse(text)
                                    ? "an ending, not a position: say where its men stand, as in"
                                    : "neither a FEN nor a list of men such as";
  return ChessFault{ChessError::PositionText,
                    fmt::format("'{}' is {} Ke1 Ra1 / Ke8", printable(text), what)};
}

std::string castling_remark(std::string_view text) {
  const auto written = parse_written_position(text);
  if (!written || written->open_rights().empty()) return {};
  const std::string letters = castling_letters(written->open_rights());
  const bool fen = looks_like_fen(text);
  return fmt::format(
      "king and rook stand at home and nothing is said of castling, so they may not; {}{} says "
      "that they may, {}- that they may not",
      fen ? "in the FEN's third field " : "castling=", letters, fen ? "" : "castling=");
}

}  // namespace lucena
