// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <filesystem>
#include <vector>

#include "chess/game.h"
#include "engine/book.h"
#include "match/error.h"

namespace lucena {

/// Some three hundred short and balanced lines of all kinds, each to another position.
std::vector<Game> built_in_openings();

/// The positions of a file of EPD or FEN records, one a line; empty lines and those that begin with
/// '#' are nobody's.
Result<std::vector<Game>, MatchFault> openings_from_file(const std::filesystem::path& path);

/// Up to so many different lines at random, by the book's weights. Lines that the book ends early
/// count too, if they have a move.
Result<std::vector<Game>, MatchFault> openings_from_book(const PolyglotBook& book,
                                                         std::size_t plies, std::size_t count,
                                                         std::uint64_t seed);

}  // namespace lucena
