// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/result.h"

namespace lucena {

enum class MatchError {
  LimitText,  // how long to think is not understood
  Openings,   // there are none, or they cannot be read
  Engine,     // an engine cannot take part
};
using MatchFault = Error<MatchError>;

}  // namespace lucena
