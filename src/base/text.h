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

/// A number with its noun: "1 move", "7 moves", "1 reply", "2,468 replies". The plural is the noun
/// with an s unless another one is given.
std::string counted(std::uint64_t number, std::string_view noun, std::string_view plural = {});

/// A paragraph in lines of at most so many columns, each ended by a line feed; longer words stay
/// whole. Every line begins with so many blanks, which count as columns.
std::string wrapped(std::string_view paragraph, std::size_t columns = 80, std::size_t indent = 0);

/// "one", "one or two", "one, two or three" if the last separator is " or ".
std::string joined(const std::vector<std::string>& parts, std::string_view last_separator);

/// A share in per cent, the same wherever it is told: 1 of 8 is "12.50 %". Only nothing is shown as
/// "0 %" and only all as "100 %"; what is nearer to them than the last digit tells is "<0.01 %" or
/// ">99.99 %".
std::string percentage(std::uint64_t part, std::uint64_t whole);

/// The candidate that a mistyped word most likely meant, if one is close enough to suggest: "slove"
/// for "solve", but not "book" for "foo".
std::optional<std::string> closest_match(std::string_view word,
                                         const std::vector<std::string>& candidates);

}  // namespace lucena
