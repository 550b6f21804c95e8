// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string_view>

#include "base/output_file.h"

namespace lucena {

/// Whether a text is, as far as its beginning tells, one of games: behind blank lines, lines of
/// comment (";") and lines for others ("%") there is a tag, [Event "...], or the first move, "1.".
bool begins_like_pgn(std::string_view beginning);

/// A PGN file may hold any number of games, so that new ones go behind those that are there. What
/// is no PGN file is left alone.
Result<OutputFile, FileFault> open_to_add_games(const OutputRequest& request);

}  // namespace lucena
