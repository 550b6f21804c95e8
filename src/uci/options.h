// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "engine/engine.h"
#include "engine/strength.h"
#include "uci/go_command.h"

namespace lucena {

/// Everything that "setoption" can change.
struct UciOptions {
  unsigned hash_megabytes = 16;
  unsigned threads = 1;
  unsigned lines = 1;  // MultiPV
  unsigned overhead_milliseconds = 10;
  bool ponder = false;  // what the GUI will do; it changes nothing here
  bool own_book = false;
  std::string book_file;
  bool best_book_move = false;  // and never another one
  bool limit_strength = false;
  unsigned elo = 2000;
  bool show_wdl = false;
  bool analyse = false;
  std::string tables;  // empty for the default folder
  bool solve = false;

  Engine::Options engine_options() const;
};

/// The lines "option name ..." that "uci" asks for.
std::string option_lines();

/// A "setoption" has this effect besides the changed value. Hash and threads change the engine,
/// folders the tables; most options are only looked at when the next search starts.
enum class OptionEffect { None, Engine, ClearHash, Tables, Book };

/// Reads "name ... value ..." and changes the options. Names are known in any case of letters.
Result<OptionEffect, UciFault> set_option(std::string_view text, UciOptions& options);

}  // namespace lucena
