// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "app/arguments.h"

namespace lucena {

/// What a person may type, and what it does.
struct Example {
  std::string line;
  std::string meaning;
};

/// One command of the program. To add one, write its file and name it in commands.h and in
/// all_commands(); help, suggestions and exit statuses follow.
struct Command {
  /// Does the work and returns the exit status. Called once the arguments are read.
  using Action = std::function<int()>;

  std::string name;
  std::string summary;            // one line, without a full stop
  std::vector<Example> examples;  // the first is shown by `lucena --help`
  std::function<Action(Arguments&)> declare;
  std::string notes{};  // what help says at the end, in lines that end with a line feed
};

}  // namespace lucena
