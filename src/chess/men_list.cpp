// SPDX-License-Identifier: GPL-3.0-or-later
#include "chess/men_list.h"

#include <fmt/format.h>

#include <utility>
#include <vector>

#include "base/ascii.h"
#include "base/text.h"
#include "chess/fen.h"

namespace lucena {
namespace {

ChessFault wrong_text(std::string message) {
  return {ChessError::MenText, std::move(message)};
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

/// Takes the words of a list one by one. Each read function says what is wrong with its word.
class MenReader {
 public:
  std::optional<ChessFault> read(const std::string& word) {
    if (word == "/") return divide();
    if (const auto side = parse_side(word)) return read_side(*side);
    constexpr std::string_view kCastling = "castling=", kEnPassant = "ep=";
    const std::string lower = lower_case(word);
    if (lower.starts_with(kCastling)) {
      behind_men_ = true;
      if (std::exchange(written_.castling_is_known, true)) return said_twice("castling");
      return read_castling(std::string_view(word).substr(kCastling.size()), written_.setup);
    }
    if (lower.starts_with(kEnPassant)) {
      behind_men_ = true;
      if (std::exchange(written_.en_passant_is_known, true)) return said_twice("en passant");
      return read_en_passant(std::string_view(lower).substr(kEnPassant.size()), written_.setup);
    }
    return read_man(word);
  }

  const WrittenPosition& written() const { return written_; }

 private:
  static std::optional<Color> parse_side(std::string_view word) {
    const std::string lower = lower_case(word);
    if (lower == "w" || lower == "white") return Color::White;
    if (lower == "b" || lower == "black") return Color::Black;
    return {};
  }
  static ChessFault said_twice(std::string_view what) {
    return wrong_text(fmt::format("{} is said twice", what));
  }

  std::optional<ChessFault> divide() {
    if (divided_) return wrong_text("there is a second '/'");
    divided_ = true;
    color_ = Color::Black;
    return {};
  }

  std::optional<ChessFault> read_side(Color side) {
    behind_men_ = true;
    if (std::exchange(written_.side_is_known, true)) return said_twice("who is to move");
    written_.setup.side_to_move = side;
    return {};
  }

  std::optional<ChessFault> read_man(const std::string& whole) {
    const std::string named = with_named_squares(whole);
    std::string_view word = named;
    if (const auto marked = take_color_mark(word)) {
      color_ = *marked;
      marked_ = true;
    }
    const auto man = parse_man(word);
    if (!man) {
      return wrong_text(fmt::format("'{}' is no man on a square such as Ke1", printable(whole)));
    }
    if (behind_men_) {
      return wrong_text(
          fmt::format("'{}' comes too late: first the men, then the rest", printable(whole)));
    }
    return place({color_, man->first}, man->second);
  }

  /// A second king of White's shows that nothing divides the sides.
  std::optional<ChessFault> place(Piece piece, Square square) {
    auto& there = written_.setup[square];
    if (there) {
      return ChessFault{ChessError::SquareTaken, fmt::format("two men stand on {}", square.name())};
    }
    const bool second_king =
        piece.type == PieceType::King && std::exchange(has_king_[color_], true);
    if (second_king && !divided_ && !marked_) {
      return wrong_text(
          "which men are Black's is not clear: write / before them, as in Ke1 Ra1 / "
          "Ke8");
    }
    there = piece;
    return {};
  }

  WrittenPosition written_;
  Color color_ = Color::White;
  ByColor<bool> has_king_{false, false};
  bool divided_ = false, marked_ = false;  // by a slash, by x and y
  bool behind_men_ = false;                // no more men come
};

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

std::optional<Color> take_color_mark(std::string_view& text) {
  if (text.size() < 3 || text[1] != '.') return {};
  const char mark = to_lower(text[0]);
  if (mark != 'x' && mark != 'y') return {};
  text.remove_prefix(2);
  return mark == 'x' ? Color::White : Color::Black;
}

/// A slash or a mark decides whose men follow: after "y." the next bare one is Black's as well.
Result<WrittenPosition, ChessFault> parse_men(std::string_view text) {
  MenReader reader;
  for (const std::string& word : words_of(text)) {
    if (auto fault = reader.read(word)) return *fault;
  }
  return reader.written();
}

}  // namespace lucena
