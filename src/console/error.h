// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/result.h"

namespace lucena {

/// What a person or a file has said that cannot be used.
enum class ConsoleError {
  Text,       // it cannot be understood
  Position,   // there can be no such position
  NoMatch,    // the ending has no such position
  NotSolved,  // too long a solve, which nobody has allowed, or too large a one
  Oracle,     // no tables, and none can be made
};

using ConsoleFault = Error<ConsoleError>;

}  // namespace lucena
