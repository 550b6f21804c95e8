// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

namespace lucena {

enum class PgnTokenKind : std::uint8_t {
  End,
  Tag,      // text is the name, value what stands between the quotes
  Comment,  // text is what stands between the braces, or after the semicolon
  Open,
  Close,
  Glyph,   // text is the number of "$12", or the "!?"
  Number,  // of a move, or points
  Result,
  Symbol,  // a move, or what should be one
  Bad,     // text is the reason, in words, and value what it is about, if that can be shown
};

struct PgnToken {
  PgnTokenKind kind;
  std::string_view text;
  std::string_view value;
  std::size_t line;  // where the token begins, from 1
};

/// Cuts a PGN text into tokens. White space, a byte order mark and lines that begin with '%' are
/// nobody's tokens. `1. e4 e5 {best} 2. Nf3 *` is Number, Number (the point), Symbol, Symbol,
/// Comment, Number, Number, Symbol, Result, End. Tokens are views into the text.
class PgnLexer {
 public:
  explicit PgnLexer(std::string_view text);

  /// The token at the front.
  const PgnToken& peek() const { return token_; }
  /// Goes on to the next one. End is followed by End.
  void advance();

 private:
  bool at_end() const { return place_ == text_.size(); }
  char here() const { return text_[place_]; }
  bool at_line_start() const;
  std::string_view rest() const { return text_.substr(place_); }
  void step();
  void skip_line();
  void skip_blanks();
  bool at_tag_line() const;
  std::string_view take_while(bool (*wanted)(char));

  PgnToken scan();
  PgnToken scan_tag();
  PgnToken scan_brace_comment();
  PgnToken scan_glyph();
  PgnToken scan_symbol();

  std::string_view text_;
  std::size_t place_ = 0;
  std::size_t line_ = 1;
  bool braces_left_ = true;  // whether there may be a '}' further on
  PgnToken token_{};
};

}  // namespace lucena
