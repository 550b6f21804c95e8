// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/board_style.h"

#include <cstdio>
#include <cstdlib>
#include <string_view>

#include "app/output.h"
#include "app/terminal_colors.h"
#include "base/text.h"

namespace lucena {
namespace {

/// Whether the person's terminal takes UTF-8, by the first of the variables that is set.
bool shows_figures() {
  for (const char* variable : {"LC_ALL", "LC_CTYPE", "LANG"}) {
    const char* value = std::getenv(variable);
    if (value == nullptr || *value == '\0') continue;
    const std::string_view locale(value);
    const std::size_t point = locale.find('.');
    if (point == std::string_view::npos) return false;
    const std::string_view encoding = locale.substr(point + 1);
    return equal_without_case(encoding, "utf-8") || equal_without_case(encoding, "utf8");
  }
  return false;
}

}  // namespace

BoardStyle board_style(bool ascii) {
  const int colors = ascii || !shows_colors(stdout) ? 0 : terminal_colors();
  if (colors < 8) return {};
  return {.ink = colors < 256 ? BoardInk::EightColors : BoardInk::ManyColors,
          .figures = shows_figures()};
}

}  // namespace lucena
