// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace lucena {

/// The words of a text, as separated by white space.
std::vector<std::string_view> split_words(std::string_view text);

/// The text without white space at either end.
std::string_view trim(std::string_view text);

/// The text with A to Z as a to z.
std::string lower_case(std::string_view text);

/// A whole number from 0 to `largest`, written in decimal digits and nothing else.
std::optional<std::uint64_t> parse_number(std::string_view text, std::uint64_t largest);

/// The text with everything that is not printable ASCII shown as '?', and cut after 40 characters:
/// fit to be quoted in a message.
std::string printable(std::string_view text);
inline std::string printable(char c) {
  return printable(std::string_view(&c, 1));
}

/// 119060324 as "119,060,324".
std::string with_thousands(std::uint64_t number);

/// A paragraph in lines of at most so many columns, each ended by a line feed; longer words stay
/// whole.
std::string wrapped(std::string_view paragraph, std::size_t columns = 80);

/// The candidate that a mistyped word most likely meant, if one is close enough to suggest.
std::optional<std::string> closest_match(std::string_view word,
                                         const std::vector<std::string>& candidates);

}  // namespace lucena
