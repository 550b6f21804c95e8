// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "chess/error.h"
#include "chess/position.h"

namespace lucena {

/// Reads a FEN of six fields, or of the first four (the clocks are then "0 1"), or an EPD record,
/// whose operations hmvc and fmvn set the clocks.
Result<Position, ChessFault> parse_fen(std::string_view text);

/// The first one to six fields of a FEN; what is missing is as in a new Setup.
Result<Setup, ChessFault> parse_fen_fields(const std::vector<std::string_view>& fields);

/// Single fields, read into a new Setup: "KQkq" or "-", and "e3" or "-". Nothing stands for
/// success. Whether they fit the men is for Position::create() to say.
std::optional<ChessFault> read_castling(std::string_view text, Setup& setup);
std::optional<ChessFault> read_en_passant(std::string_view text, Setup& setup);

/// One operation of an EPD record: `bm Qg6 Qh6;` is the code "bm" with two operands.
struct EpdOperation {
  std::string code;
  std::vector<std::string> operands;
};

/// A position with what is said about it, as test suites have it.
struct EpdRecord {
  Position position;
  std::vector<EpdOperation> operations;
};

/// Reads four fields followed by any number of operations, each ended by a semicolon.
Result<EpdRecord, ChessFault> parse_epd(std::string_view text);

/// The third field of a FEN: "KQkq", "Q", "-".
std::string castling_letters(CastlingRights rights);

/// Six fields. parse_fen(to_fen(p)) == p, and to_fen(parse_fen(t)) == t for a six-field text with
/// its castling letters in the order KQkq and its numbers without leading zeros.
std::string to_fen(const Position& position);

}  // namespace lucena
