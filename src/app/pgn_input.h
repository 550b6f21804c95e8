// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <atomic>
#include <functional>
#include <string>
#include <string_view>

#include "base/file_error.h"
#include "chess/pgn.h"

namespace lucena {

/// Hands over the games of a file, a pipe or standard input ("-") one after the other; the number
/// of games that are wrong, which are left out, or why the file cannot be read. The first few
/// faults are told on stderr. Ends early once `interrupted` is raised.
Result<std::size_t, FileFault> for_each_game(std::string_view command, const std::string& path,
                                             const std::atomic<bool>& interrupted,
                                             const std::function<void(PgnGame)>& use);

}  // namespace lucena
