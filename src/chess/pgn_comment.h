// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <string_view>

#include "base/ascii.h"

namespace lucena {

/// The text as it is after being written in braces, wrapped and read again: single-spaced, and with
/// parentheses in place of braces. normal_comment(normal_comment(t)) == normal_comment(t). "a  {b}"
/// becomes "a (b)".
inline std::string normal_comment(std::string_view text) {
  std::string normal;
  for (const char c : text) {
    const bool blank = c == ' ' || is_control(c);
    if (blank && (normal.empty() || normal.back() == ' ')) continue;
    normal += blank ? ' ' : c == '{' ? '(' : c == '}' ? ')' : c;
  }
  if (normal.ends_with(' ')) normal.pop_back();
  return normal;
}

}  // namespace lucena
