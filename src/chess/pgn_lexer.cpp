// SPDX-License-Identifier: GPL-3.0-or-later
#include "chess/pgn_lexer.h"

#include <optional>

#include "chess/game.h"

namespace lucena {
namespace {

constexpr std::string_view kByteOrderMark = "\xEF\xBB\xBF";

bool is_line_end(char c) {
  return c == '\n' || c == '\r';
}
bool is_blank(char c) {
  return c == ' ' || c == '\t' || c == '\v' || c == '\f' || is_line_end(c);
}
bool is_digit(char c) {
  return c >= '0' && c <= '9';
}
bool is_tag_letter(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || is_digit(c) || c == '_';
}
/// What moves, numbers and results are written with.
bool is_symbol_letter(char c) {
  constexpr std::string_view kMarks = "+#=:-/";
  return is_tag_letter(c) || kMarks.find(c) != std::string_view::npos;
}

/// The length of the beginning that consists of such characters.
std::size_t count_while(std::string_view text, bool (*wanted)(char)) {
  std::size_t count = 0;
  while (count < text.size() && wanted(text[count])) ++count;
  return count;
}

bool is_plain_blank(char c) {
  return c == ' ' || c == '\t';
}

/// The length of `Name "value"]` after the bracket, and its parts. For `[Event "Lucena"]` the name
/// is Event, the value Lucena and the length 15.
struct TagPair {
  std::string_view name, value;
  std::size_t length;
};

/// A quote ends the value if a bracket follows, so that unescaped quotes inside do little harm.
std::optional<TagPair> match_tag(std::string_view text) {
  std::size_t at = count_while(text, is_plain_blank);
  const std::size_t name_length = count_while(text.substr(at), is_tag_letter);
  const std::string_view name = text.substr(at, name_length);
  at += name_length;
  at += count_while(text.substr(at), is_plain_blank);
  if (name.empty() || at == text.size() || text[at] != '"') return {};
  const std::size_t begin = ++at;
  for (; at < text.size() && !is_line_end(text[at]); ++at) {
    const bool escape = text[at] == '\\' && at + 1 < text.size() && !is_line_end(text[at + 1]);
    if (escape) {
      ++at;
    } else if (text[at] == '"') {
      const std::size_t end = at + 1 + count_while(text.substr(at + 1), is_plain_blank);
      if (end < text.size() && text[end] == ']') {
        return TagPair{name, text.substr(begin, at - begin), end + 1};
      }
    }
  }
  return {};
}

PgnToken bad(std::size_t line, std::string_view reason) {
  return {PgnTokenKind::Bad, reason, {}, line};
}

}  // namespace

PgnLexer::PgnLexer(std::string_view text) : text_(text) {
  if (text_.starts_with(kByteOrderMark)) text_.remove_prefix(kByteOrderMark.size());
  advance();
}

void PgnLexer::advance() {
  token_ = scan();
}

/// Only there do '%' and '[' have their special meanings.
bool PgnLexer::at_line_start() const {
  return place_ == 0 || is_line_end(text_[place_ - 1]);
}

/// All reading goes through here or over text without line ends, so that line numbers are right.
void PgnLexer::step() {
  // Lines end with "\n", "\r\n" or, long ago, "\r".
  const bool first_of_pair = here() == '\r' && rest().starts_with("\r\n");
  line_ += is_line_end(here()) && !first_of_pair;
  ++place_;
}

void PgnLexer::skip_line() {
  while (!at_end() && !is_line_end(here())) step();
}

/// A '%' in the first column makes the rest of its line invisible, by the standard.
void PgnLexer::skip_blanks() {
  while (!at_end()) {
    if (here() == '%' && at_line_start()) {
      skip_line();
    } else if (is_blank(here())) {
      step();
    } else {
      return;
    }
  }
}

/// A whole tag at the beginning of a line: a bracket alone may stand in a comment.
bool PgnLexer::at_tag_line() const {
  return at_line_start() && here() == '[' && match_tag(rest().substr(1)).has_value();
}

std::string_view PgnLexer::take_while(bool (*wanted)(char)) {
  const std::size_t begin = place_;
  while (!at_end() && wanted(here())) step();
  return text_.substr(begin, place_ - begin);
}

/// The first character tells what kind of token it is, but for symbols, which can be moves, numbers
/// or results.
PgnToken PgnLexer::scan() {
  skip_blanks();
  const std::size_t line = line_;
  const auto single = [&](PgnTokenKind kind) {
    const std::size_t begin = place_;
    step();
    return PgnToken{kind, text_.substr(begin, 1), {}, line};
  };
  if (at_end()) return {PgnTokenKind::End, {}, {}, line};
  switch (here()) {
    case '[':
      return scan_tag();
    case '{':
      return scan_brace_comment();
    case ';': {
      step();
      const auto in_line = [](char c) { return !is_line_end(c); };
      return {PgnTokenKind::Comment, take_while(in_line), {}, line};
    }
    case '(':
      return single(PgnTokenKind::Open);
    case ')':
      return single(PgnTokenKind::Close);
    case '*':
      return single(PgnTokenKind::Result);
    case '.':
      return {PgnTokenKind::Number, take_while([](char c) { return c == '.'; }), {}, line};
    case '$':
    case '!':
    case '?':
      return scan_glyph();
    case '<':
      // ChessBase's sign for a move that passes; the reader says why there is no such thing.
      if (rest().starts_with("<>")) {
        step();
        step();
        return {PgnTokenKind::Symbol, "<>", {}, line};
      }
      break;
    default:
      if (is_symbol_letter(here())) return scan_symbol();
  }
  PgnToken stray = single(PgnTokenKind::Bad);
  stray.value = stray.text;
  stray.text = "a character that belongs in no game";
  return stray;
}

/// A bad tag costs its line, so that the game after it can still be found.
PgnToken PgnLexer::scan_tag() {
  const std::size_t line = line_;
  const auto tag = match_tag(rest().substr(1));
  if (!tag) {
    skip_line();
    return bad(line, "a tag that is not of the form [Name \"value\"]");
  }
  place_ += 1 + tag->length;
  return {PgnTokenKind::Tag, tag->name, tag->value, line};
}

/// Once a brace has been found missing, none is looked for again: each search would go to the end
/// of the text, and a large file of open braces would take for ever.
PgnToken PgnLexer::scan_brace_comment() {
  const std::size_t line = line_;
  step();
  braces_left_ = braces_left_ && rest().find('}') != std::string_view::npos;
  if (!braces_left_) {
    // Whoever forgot the brace meant to end the comment before the next game.
    while (!at_end() && !at_tag_line()) step();
    return bad(line, "a comment without its '}'");
  }
  const std::string_view inside = take_while([](char c) { return c != '}'; });
  step();
  return {PgnTokenKind::Comment, inside, {}, line};
}

/// "$12" or one or two of '!' and '?': "!?" is one glyph, "!?!" two.
PgnToken PgnLexer::scan_glyph() {
  const std::size_t line = line_;
  if (here() == '$') {
    step();
    const std::string_view digits = take_while(is_digit);
    if (digits.empty()) return bad(line, "a '$' without a number");
    return {PgnTokenKind::Glyph, digits, {}, line};
  }
  const std::size_t begin = place_;
  step();
  if (!at_end() && (here() == '!' || here() == '?')) step();
  return {PgnTokenKind::Glyph, text_.substr(begin, place_ - begin), {}, line};
}

/// "Nf3", "12", "1-0", "exd6e.p.": one run of letters, told apart by what it is as a whole. "0000"
/// is how some programs write a move that passes, so it is no number.
PgnToken PgnLexer::scan_symbol() {
  constexpr std::string_view kEnPassantEnd = ".p.";
  const std::size_t line = line_, begin = place_;
  std::string_view symbol = take_while(is_symbol_letter);
  if (symbol.ends_with('e') && rest().starts_with(kEnPassantEnd)) {
    place_ += kEnPassantEnd.size();
    symbol = text_.substr(begin, place_ - begin);
  }
  if (symbol == "1/2" || parse_game_result(symbol)) {
    return {PgnTokenKind::Result, symbol, {}, line};
  }
  const bool number = count_while(symbol, is_digit) == symbol.size() && symbol != "0000";
  return {number ? PgnTokenKind::Number : PgnTokenKind::Symbol, symbol, {}, line};
}

}  // namespace lucena
