// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <concepts>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

namespace lucena {

/// The words of a text, as separated by white space.
std::vector<std::string_view> split_words(std::string_view text);

/// The text without white space at either end.
std::string_view trim(std::string_view text);

/// The text with A to Z as a to z.
std::string lower_case(std::string_view text);

/// Whether two texts differ in nothing but the case of A to Z.
bool equal_without_case(std::string_view a, std::string_view b);

/// A whole number from 0 to `largest`, written in decimal digits and nothing else.
std::optional<std::uint64_t> parse_number(std::string_view text, std::uint64_t largest);
/// The same for another type, which must be named: parse_number<unsigned>(text, 1000).
template <std::integral T>
std::optional<T> parse_number(std::string_view text, std::type_identity_t<T> largest) {
  const auto number = parse_number(text, static_cast<std::uint64_t>(largest));
  if (!number) return {};
  return static_cast<T>(*number);
}

/// The text with everything that is not printable ASCII shown as '?', and cut after 40 characters:
/// fit to be quoted in a message.
std::string printable(std::string_view text);
inline std::string printable(char c) {
  return printable(std::string_view(&c, 1));
}

/// The text with control characters shown as '?': fit for a terminal as the name of a file.
std::string without_controls(std::string text);

/// 119060324 as "119,060,324".
std::string with_thousands(std::uint64_t number);

/// A paragraph in lines of at most so many columns, each ended by a line feed; longer words stay
/// whole. Every line begins with so many blanks, which count as columns.
std::string wrapped(std::string_view paragraph, std::size_t columns = 80, std::size_t indent = 0);

/// "one", "one or two", "one, two or three" if the last separator is " or ".
std::string joined(const std::vector<std::string>& parts, std::string_view last_separator);

/// How shares are shown: only nothing is shown as nothing and only all as 100 %, so that what
/// rounding would make of the rest is put in other words.
struct ShareStyle {
  int decimals;
  double margin;  // in per cent: what is nearer to 0 or 100 is not written as a number
  std::string_view nothing, nearly_nothing, nearly_all;
};
/// In a table: "12.34 %".
inline constexpr ShareStyle kSharesInTable{2, 0.01, "0 %", "<0.01 %", ">99.99 %"};
/// In a sentence: "12.3 %".
inline constexpr ShareStyle kSharesInSentence{1, 0.05, "0.0 %", "less than 0.1 %",
                                              "more than 99.9 %"};
/// With kSharesInTable: 0 of 7 is "0 %", 1 of 100,000 "<0.01 %", 1 of 8 "12.50 %", 8 of 8 "100 %".
std::string percentage(std::uint64_t part, std::uint64_t whole, const ShareStyle& style);

/// The candidate that a mistyped word most likely meant, if one is close enough to suggest.
std::optional<std::string> closest_match(std::string_view word,
                                         const std::vector<std::string>& candidates);

}  // namespace lucena
