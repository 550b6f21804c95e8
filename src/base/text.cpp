// SPDX-License-Identifier: GPL-3.0-or-later
#include "base/text.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <numeric>

#include "base/ascii.h"

namespace lucena {
namespace {

constexpr std::string_view kWhiteSpace = " \t\r\n\v\f";

/// Insertions, deletions, replacements and swaps of neighbours that turn one word into the other.
/// row[j] is how many it takes from the first i letters of a to the first j of b; it depends on the
/// two rows before it only. "slove" to "solve" is one swap. The table of "slo" and "sol", a row for
/// each beginning of the first:
///
///            -  s  o  l
///      -     0  1  2  3
///      s     1  0  1  2
///      l     2  1  1  1
///      o     3  2  1  1      the swap: one more than the 0 two rows up and two columns left
std::size_t edit_distance(std::string_view a, std::string_view b) {
  std::vector<std::size_t> before_last(b.size() + 1), last(b.size() + 1), row(b.size() + 1);
  std::iota(last.begin(), last.end(), std::size_t{0});
  for (std::size_t i = 1; i <= a.size(); ++i) {
    row[0] = i;
    for (std::size_t j = 1; j <= b.size(); ++j) {
      const std::size_t replaced = last[j - 1] + (a[i - 1] == b[j - 1] ? 0 : 1);
      row[j] = std::min({replaced, last[j] + 1, row[j - 1] + 1});
      const bool swapped = i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1];
      if (swapped) row[j] = std::min(row[j], before_last[j - 2] + 1);
    }
    std::swap(before_last, last);
    std::swap(last, row);
  }
  return last[b.size()];
}

}  // namespace

std::vector<std::string_view> split_words(std::string_view text) {
  std::vector<std::string_view> words;
  std::size_t begin = text.find_first_not_of(kWhiteSpace);
  while (begin != std::string_view::npos) {
    const std::size_t end = std::min(text.find_first_of(kWhiteSpace, begin), text.size());
    words.push_back(text.substr(begin, end - begin));
    begin = text.find_first_not_of(kWhiteSpace, end);
  }
  return words;
}

/// A view into the same text, so that the text must outlive it.
std::string_view trim(std::string_view text) {
  const std::size_t begin = text.find_first_not_of(kWhiteSpace);
  if (begin == std::string_view::npos) return {};
  return text.substr(begin, text.find_last_not_of(kWhiteSpace) + 1 - begin);
}

std::string lower_case(std::string_view text) {
  std::string lower(text);
  for (char& c : lower) c = to_lower(c);
  return lower;
}

bool equal_without_case(std::string_view a, std::string_view b) {
  return lower_case(a) == lower_case(b);
}

/// The whole text must be the number: from_chars stops at the first character that it does not
/// know.
std::optional<std::uint64_t> parse_number(std::string_view text, std::uint64_t largest) {
  std::uint64_t number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (error != std::errc{} || end != text.data() + text.size() || number > largest) return {};
  return number;
}

std::string printable(std::string_view text) {
  constexpr std::size_t kLongest = 40;
  std::string shown(text.substr(0, kLongest));
  for (char& c : shown) {
    if (c < ' ' || c > '~') c = '?';
  }
  if (text.size() > kLongest) shown += "...";
  return shown;
}

std::string without_controls(std::string text) {
  std::replace_if(text.begin(), text.end(), is_control, '?');
  return text;
}

/// Each comma makes the text longer by one, so that places four apart from the end are three digits
/// apart. 1234567 becomes 1234,567 by the comma at place 3 and 1,234,567 by the one at place 7.
std::string with_thousands(std::uint64_t number) {
  std::string digits = std::to_string(number);
  for (std::size_t place = 3; place < digits.size(); place += 4) {
    digits.insert(digits.size() - place, 1, ',');
  }
  return digits;
}

std::string counted(std::uint64_t number, std::string_view noun, std::string_view plural) {
  std::string text = with_thousands(number) + ' ';
  if (number == 1) return text.append(noun);
  return plural.empty() ? text.append(noun) + 's' : text.append(plural);
}

/// A word goes onto the line if it fits with the blank before it; the first word of a line always
/// does.
std::string wrapped(std::string_view paragraph, std::size_t columns, std::size_t indent) {
  std::string text;
  std::size_t used = 0;
  for (const std::string_view word : split_words(paragraph)) {
    const bool fits = used + 1 + word.size() <= columns;
    if (used > 0 && fits) {
      text += ' ';
      ++used;
    } else {
      if (used > 0) text += '\n';
      text.append(indent, ' ');
      used = indent;
    }
    text += word;
    used += word.size();
  }
  text += '\n';
  return text;
}

std::string joined(const std::vector<std::string>& parts, std::string_view last_separator) {
  std::string text;
  for (std::size_t i = 0; i < parts.size(); ++i) {
    if (i > 0) text += i + 1 == parts.size() ? last_separator : ", ";
    text += parts[i];
  }
  return text;
}

std::string percentage(std::uint64_t part, std::uint64_t whole) {
  if (part == 0 || whole == 0) return "0 %";
  if (part == whole) return "100 %";
  const double share = 100.0 * part / whole;
  if (share < 0.01) return "<0.01 %";
  if (share > 99.99) return ">99.99 %";
  return fmt::format("{:.2f} %", share);
}

/// Close enough is a third of the letters, one at least: one edit up to five letters, two up to
/// eight. A beginning of a candidate, "so" for "solve", counts as one edit however much is missing.
/// Among equals the first counts.
std::optional<std::string> closest_match(std::string_view word,
                                         const std::vector<std::string>& candidates) {
  std::optional<std::string> best;
  std::size_t best_distance = std::max<std::size_t>(1, word.size() / 3) + 1;
  for (const std::string& candidate : candidates) {
    const bool abbreviated = !word.empty() && candidate.starts_with(word);
    const std::size_t edits = edit_distance(word, candidate);
    const std::size_t distance = abbreviated ? std::min<std::size_t>(1, edits) : edits;
    if (distance < best_distance) {
      best = candidate;
      best_distance = distance;
    }
  }
  return best;
}

}  // namespace lucena
