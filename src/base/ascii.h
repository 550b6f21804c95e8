// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

namespace lucena {

// Letters of ASCII, whatever the locale. Everything else stays as it is.

constexpr bool is_lower(char c) {
  return c >= 'a' && c <= 'z';
}
constexpr bool is_upper(char c) {
  return c >= 'A' && c <= 'Z';
}
constexpr char to_upper(char c) {
  return is_lower(c) ? static_cast<char>(c - 'a' + 'A') : c;
}
constexpr char to_lower(char c) {
  return is_upper(c) ? static_cast<char>(c - 'A' + 'a') : c;
}

/// Below the space, or the delete character. Bytes of UTF-8 are none.
constexpr bool is_control(char c) {
  return (c >= '\0' && c < ' ') || c == '\x7f';
}

}  // namespace lucena
