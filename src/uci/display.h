// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>

#include "chess/position.h"

namespace lucena {

/// The board, the FEN and the key, for the command "d".
std::string display(const Position& position);

}  // namespace lucena
