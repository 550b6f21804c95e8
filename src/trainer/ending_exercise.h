// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <random>

#include "console/error.h"
#include "oracle/oracle.h"
#include "trainer/exercise.h"
#include "trainer/schedule.h"

namespace lucena {

/// A position of an ending to practise on, with the stronger side to win or the weaker to hold. Of
/// endings of which at least a fifth is drawn, every other exercise is a draw; of those that are
/// hardly ever won, all are. The levels are, with a longest mate of 36 moves:
///
///     level    1              2       ...  6
///     win      mate in 1-6    7-12         31-36
///     draw     up to all moves but one     few moves
///              hold it                     hold it
///
/// A goal that one move reaches is none. Where no such position is found, it is the one that comes
/// nearest.
Result<Exercise, ConsoleFault> find_exercise(Oracle& oracle, const Material& material,
                                             const Progress& progress, std::mt19937_64& random);

}  // namespace lucena
