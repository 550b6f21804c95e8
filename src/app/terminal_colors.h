// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

namespace lucena {

/// How many colours the terminal of the environment can show; 0 if nobody knows.
int terminal_colors();

}  // namespace lucena
