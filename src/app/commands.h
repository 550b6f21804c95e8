// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/command.h"

namespace lucena {

Command bench_command();
Command book_command();
Command devices_command();
Command longest_command();
Command match_command();
Command perft_command();
Command play_command();
Command probe_command();
Command review_command();
Command search_command();
Command serve_command();
Command solve_command();
Command stats_command();
Command tables_command();
Command train_command();
Command uci_command();
Command verify_command();

/// All of them, in the order in which help lists them.
std::vector<Command> all_commands();

/// What somebody who knows nothing about the program may try first.
std::vector<Example> first_steps();

}  // namespace lucena
