// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <vector>

namespace lucena {

/// Runs the command that the words behind the program's name ask for; returns the exit status.
int run_command_line(const std::vector<std::string>& words);

}  // namespace lucena
