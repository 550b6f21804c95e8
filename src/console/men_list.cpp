// SPDX-License-Identifier: GPL-3.0-or-later
#include "console/men_list.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>

#include "base/text.h"

namespace lucena {
namespace {

char upper(char c) {
  return static_cast<char>(std::toupper(static_cast<unsigned char>(c)));
}

ConsoleFault no_man(std::string_view word) {
  return {ConsoleError::Text,
          fmt::format("'{}' is no man on a square such as Ke1", printable(word))};
}

/// "Ke1", "ke1", "h2".
std::optional<std::pair<PieceType, Square>> parse_man(std::string_view word) {
  std::string text(word);
  for (char& c : text) c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  if (text.size() == 2) {
    if (const auto square = Square::parse(text)) return std::pair{PieceType::Pawn, *square};
  }
  if (text.size() != 3) return {};
  const auto type = parse_piece_type(upper(text.front()));
  const auto square = Square::parse(std::string_view(text).substr(1));
  if (!type || !square) return {};
  return std::pair{*type, *square};
}

/// "(1, 4)" as "(1,4)": white space inside parentheses separates nothing.
std::string with_tight_parentheses(std::string_view text) {
  std::string tight;
  bool inside = false;
  for (const char c : text) {
    if (c == '(') inside = true;
    if (c == ')') inside = false;
    const bool blank = trim({&c, 1}).empty();
    if (!inside || !blank) tight += c;
  }
  return tight;
}

}  // namespace

std::string with_named_squares(std::string_view text) {
  std::string named;
  for (std::size_t i = 0; i < text.size();) {
    const auto digit = [&](std::size_t place) {
      const char c = place < text.size() ? text[place] : '\0';
      return '1' <= c && c <= '8' ? c - '1' : -1;
    };
    const bool square = text.substr(i, 1) == "(" && digit(i + 1) >= 0 &&
                        text.substr(i + 2, 1) == "," && digit(i + 3) >= 0 &&
                        text.substr(i + 4, 1) == ")";
    if (square) {
      named += Square(digit(i + 1), digit(i + 3)).name();
      i += 5;
    } else {
      named += text[i++];
    }
  }
  return named;
}

Result<Setup, ConsoleFault> parse_men(std::string_view text) {
  std::string plain = with_named_squares(with_tight_parentheses(text));
  std::string spaced;
  for (const char c : plain) {
    if (c == '/')
      spaced += " / ";
    else
      spaced += c == ',' || c == ';' ? ' ' : c;
  }
  Setup setup;
  Color color = Color::White;
  bool divided = false;
  for (std::string_view word : split_words(spaced)) {
    if (word == "/") {
      if (divided) return ConsoleFault{ConsoleError::Text, "there is a second '/'"};
      divided = true;
      color = Color::Black;
      continue;
    }
    const std::string_view whole = word;
    const bool marked = word.size() > 2 && word[1] == '.';
    if (marked) {
      const char side = upper(word[0]);
      if (side != 'X' && side != 'Y') return no_man(whole);
      color = side == 'X' ? Color::White : Color::Black;
      word.remove_prefix(2);
    }
    const auto man = parse_man(word);
    if (!man) return no_man(whole);
    if (setup[man->second]) {
      return ConsoleFault{ConsoleError::Position,
                          fmt::format("two men stand on {}", man->second.name())};
    }
    setup[man->second] = Piece{color, man->first};
  }
  return setup;
}

}  // namespace lucena
