// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>

#include "chess/fen.h"
#include "chess/game.h"

namespace lucena::test {

/// The command line of tests/data/fake_engine.py with these arguments; `data` is the folder
/// tests/data.
inline std::string fake_engine(const std::string& data, const std::string& arguments = {}) {
  return "python3 '" + data + "/fake_engine.py' " + arguments;
}

/// Where the fake engine's moves are legal, for both sides and for ever.
inline constexpr const char* kShufflePosition = "r5k1/6pp/8/8/8/8/6PP/R5K1 w - - 0 1";

}  // namespace lucena::test
