// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/status_line.h"

#include <sys/ioctl.h>
#include <unistd.h>

#include <cstdlib>

#include "app/output.h"

namespace lucena {
namespace {

bool can_rewrite_lines() {
  const char* terminal = std::getenv("TERM");
  return isatty(STDERR_FILENO) != 0 && terminal != nullptr && std::string_view(terminal) != "dumb";
}

}  // namespace

StatusLine::StatusLine() : on_terminal_(can_rewrite_lines()) {}

void StatusLine::show(std::string text) {
  if (!on_terminal_) return;
  winsize size{};
  const bool known = ioctl(STDERR_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col > 1;
  if (known && text.size() >= size.ws_col) text.resize(size.ws_col - 1u);
  write_message("\r\x1b[K" + text);
  on_screen_ = true;
}

void StatusLine::wipe() {
  if (on_screen_) write_message("\r\x1b[K");
  on_screen_ = false;
}

}  // namespace lucena
