// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "console/board_picture.h"

namespace lucena {

/// What standard output can show of a board: colours and figures at a terminal that has them,
/// letters elsewhere or if the person wants nothing but ASCII.
BoardStyle board_style(bool ascii);

}  // namespace lucena
