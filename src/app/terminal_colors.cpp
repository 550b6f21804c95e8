// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/terminal_colors.h"

// The header of the terminal library fills the global namespace with macros, so it stays in here.
#include <curses.h>
#include <term.h>
#include <unistd.h>

#include <algorithm>

namespace lucena {

int terminal_colors() {
  int error = 0;
  if (setupterm(nullptr, STDOUT_FILENO, &error) != OK) return 0;
  char capability[] = "colors";
  return std::max(0, tigetnum(capability));
}

}  // namespace lucena
