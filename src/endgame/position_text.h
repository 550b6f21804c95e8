// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <string_view>

#include "chess/error.h"
#include "chess/position.h"

namespace lucena {

/// The position of a text, for whoever cannot ask back: what the text leaves open is White to move,
/// no castling, no en passant. All that parse_written_position() reads is understood. An ending is
/// no position, and the fault says so.
Result<Position, ChessFault> parse_position(std::string_view text);

/// What parse_position() has decided where king and rook stand at home and the text says nothing of
/// castling, as a sentence for whoever wrote it; empty for other texts.
std::string castling_remark(std::string_view text);

}  // namespace lucena
