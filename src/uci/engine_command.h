// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/result.h"

namespace lucena {

enum class EngineError {
  CommandText,  // nobody can tell what to start
  NotStarted,   // no such program
  NotUci,       // it does not speak the protocol, or has no such option
  Ended,        // the program has gone
  Late,         // the answer came too late, but the program lives
  Silent,       // the program does not answer at all
  Flood,        // it writes more than any answer needs
  Stopped,      // nobody wants to know any more
};
using EngineFault = Error<EngineError>;

/// How to start an engine and what to tell it.
struct EngineCommand {
  using Setting = std::pair<std::string, std::string>;  // name and value

  std::vector<std::string> words;  // the program and its arguments
  std::vector<Setting> options;    // the engine's own, set by setoption
  std::vector<Setting> settings;   // ours: name, tc, nodes, depth or movetime

  /// The value of one of our settings, or an empty text.
  std::string_view setting(std::string_view name) const;
  /// What people call it: its setting "name", or its program without the folder.
  std::string display_name() const;
};

/// Reads "stockfish name=fish option.Threads=1 'option.Skill Level=3'": the words of a shell's
/// command line, of which those with an equals sign behind "option." or the name of a setting are
/// ours, and all others the program's. That example gives the words {"stockfish"}, the options
/// {Threads, 1} and {Skill Level, 3}, and the setting {name, fish}.
Result<EngineCommand, EngineFault> parse_engine_command(std::string_view text);

}  // namespace lucena
