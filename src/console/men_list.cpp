// SPDX-License-Identifier: GPL-3.0-or-later
#include "console/men_list.h"

#include <fmt/format.h>

#include <vector>

#include "base/text.h"

namespace lucena {
namespace {

/// The word as it was typed.
ConsoleFault no_man(std::string_view word) {
  return {ConsoleError::Text,
          fmt::format("'{}' is no man on a square such as Ke1", printable(word))};
}

/// "Ke1", "ke1", "h2".
std::optional<std::pair<PieceType, Square>> parse_man(std::string_view word) {
  const std::string text = lower_case(word);
  if (text.size() == 2) {
    if (const auto square = Square::parse(text)) return std::pair{PieceType::Pawn, *square};
  }
  if (text.size() != 3) return {};
  const auto man = parse_piece(text.front());
  const auto square = Square::parse(std::string_view(text).substr(1));
  if (!man || !square) return {};
  return std::pair{man->type, *square};
}

/// The text in words: blanks, commas and semicolons separate them, but not inside parentheses, and
/// a slash is a word of its own.
std::vector<std::string> words_of(std::string_view text) {
  std::vector<std::string> words(1);
  bool inside = false;
  for (const char c : text) {
    if (c == '(') inside = true;
    if (c == ')') inside = false;
    const bool blank = trim({&c, 1}).empty();
    if (c == '/') {
      words.insert(words.end(), {"/", ""});
    } else if (!inside && (blank || c == ',' || c == ';')) {
      words.emplace_back();
    } else if (!blank) {
      words.back() += c;
    }
  }
  std::erase(words, "");
  return words;
}

}  // namespace

/// Blanks inside are allowed: "( 4, 7 )" is d7. With the blanks gone it must be "(f,r" of four
/// characters up to the closing bracket.
std::string with_named_squares(std::string_view text) {
  std::string named;
  while (!text.empty()) {
    const std::size_t end = text.front() == '(' ? text.find(')') : std::string_view::npos;
    std::string inside;
    for (const char c : text.substr(0, end)) {
      if (c != ' ') inside += c;
    }
    const auto digit = [&](std::size_t place) { return inside[place] - '1'; };
    const bool square = end != std::string_view::npos && inside.size() == 4 && inside[2] == ',' &&
                        0 <= digit(1) && digit(1) < 8 && 0 <= digit(3) && digit(3) < 8;
    if (square) {
      named += Square(digit(1), digit(3)).name();
    } else {
      named += text.front();
    }
    text.remove_prefix(square ? end + 1 : 1);
  }
  return named;
}

/// A slash or a mark decides whose men follow: after "y." the next bare one is Black's as well.
Result<Setup, ConsoleFault> parse_men(std::string_view text) {
  Setup setup;
  Color color = Color::White;
  bool divided = false;
  for (const std::string& whole : words_of(text)) {
    if (whole == "/") {
      if (divided) return ConsoleFault{ConsoleError::Text, "there is a second '/'"};
      divided = true;
      color = Color::Black;
      continue;
    }
    const std::string named = with_named_squares(whole);
    std::string_view word = named;
    const bool marked = word.size() > 2 && word[1] == '.';
    if (marked) {
      const bool white = word[0] == 'x' || word[0] == 'X', black = word[0] == 'y' || word[0] == 'Y';
      if (!white && !black) return no_man(whole);
      color = white ? Color::White : Color::Black;
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
