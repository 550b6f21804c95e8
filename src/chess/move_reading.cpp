// SPDX-License-Identifier: GPL-3.0-or-later
#include "chess/move_reading.h"

#include <cstdlib>
#include <string>

#include "base/ascii.h"

namespace lucena {
namespace {

constexpr std::string_view kDigits = "0123456789";

/// "e 4" and "12. Nf3" are common enough.
std::string without_blanks(std::string_view text) {
  std::string kept;
  for (const char c : text) {
    if (c != ' ' && c != '\t' && c != '\r' && c != '\n') kept += c;
  }
  return kept;
}

/// "12...Nf6" is Nf6. "0-0" has no point, so its digits stay.
std::string_view without_number(std::string_view text) {
  const std::size_t digits = text.find_first_not_of(kDigits);
  if (digits == std::string_view::npos || text[digits] != '.') return text;
  const std::size_t begin = text.find_first_not_of('.', digits);
  return begin == std::string_view::npos ? std::string_view() : text.substr(begin);
}

/// Letters of ASCII only, which is all that marks consist of.
bool ends_with_ignoring_case(std::string_view text, std::string_view lower_case_end) {
  if (text.size() < lower_case_end.size()) return false;
  const std::string_view end = text.substr(text.size() - lower_case_end.size());
  for (std::size_t i = 0; i < end.size(); ++i) {
    if (to_lower(end[i]) != lower_case_end[i]) return false;
  }
  return true;
}

/// Checks, verdicts and "e.p." say nothing that the position does not.
std::string_view without_marks(std::string_view text) {
  for (;;) {
    std::size_t mark = 0;
    for (const std::string_view end : {"+", "#", "!", "?", "(ep)", "e.p.", "ep"}) {
      if (mark == 0 && ends_with_ignoring_case(text, end)) mark = end.size();
    }
    if (mark == 0) return text;
    text.remove_suffix(mark);
  }
}

/// O-O or 0-0 or oo: the number of letters is what matters.
std::optional<CastlingSide> castling_side(std::string_view text) {
  std::string letters;
  for (const char c : text) {
    if (c == '0' || c == 'o' || c == 'O') {
      letters += 'O';
    } else if (c != '-' || letters.empty()) {
      return {};
    }
  }
  if (text.ends_with('-')) return {};
  if (letters == "OO") return CastlingSide::King;
  if (letters == "OOO") return CastlingSide::Queen;
  return {};
}

/// Cuts "=Q", "(Q)", "/Q", "Q" or "q" off the end of a text that names a square before it.
std::optional<PieceType> take_promotion(std::string_view& text) {
  const bool bracketed = text.ends_with(')');
  const std::size_t letter_end = text.size() - (bracketed ? 1 : 0);
  if (letter_end < 3) return {};
  const auto type = parse_piece_type(to_upper(text[letter_end - 1]));
  const char before = text[letter_end - 2];
  const bool separated = bracketed ? before == '(' : before == '=' || before == '/';
  const bool joined = !bracketed && before >= '1' && before <= '8';
  if (!type || !(separated || joined)) return {};
  text = text.substr(0, letter_end - (separated ? 2 : 1));
  return type;
}

std::optional<int> file_of(char letter) {
  const int file = to_lower(letter) - 'a';
  if (file < 0 || file > 7) return {};
  return file;
}

std::optional<int> rank_of(char digit) {
  const int rank = digit - '1';
  if (rank < 0 || rank > 7) return {};
  return rank;
}

/// Unlike Square::parse(), it takes capitals: people type "E4".
std::optional<Square> square_of(std::string_view text) {
  if (text.size() != 2) return {};
  const auto file = file_of(text[0]), rank = rank_of(text[1]);
  if (!file || !rank) return {};
  return Square(*file, *rank);
}

/// What stands before the target square, with the dash or cross cut off.
struct Prefix {
  std::string_view text;
  MoveReading reading;     // with the target and everything behind it filled in
  bool upper_case_target;  // "E4": then even a B may be a file

  MoveReading with(std::optional<PieceType> type, Bitboard origins) const {
    MoveReading full = reading;
    full.type = type;
    full.origins = origins;
    return full;
  }
};

using Readings = std::vector<MoveReading>;

/// "e4": a pawn on the e-file, or else whoever can get there. "xe4": whoever captures there.
Readings read_bare_square(const Prefix& prefix) {
  const Bitboard everywhere = ~Bitboard();
  if (prefix.reading.capture) return {prefix.with({}, everywhere)};
  return {prefix.with(PieceType::Pawn, file_squares(prefix.reading.to.file())),
          prefix.with({}, everywhere)};
}

/// "Nf3", "nf3", "exd5". "bc4" may be the pawn on the b-file or a bishop, "Bc4" only the bishop,
/// unless everything is in capitals. A pawn gets to a neighbouring file only.
Readings read_one_letter(const Prefix& prefix) {
  Readings readings;
  const char c = prefix.text[0];
  const int to_file = prefix.reading.to.file();
  const bool may_be_file = c != 'B' || prefix.upper_case_target;
  const auto file = file_of(c);
  if (file && may_be_file && std::abs(*file - to_file) == 1) {
    readings.push_back(prefix.with(PieceType::Pawn, file_squares(*file)));
  }
  const auto type = parse_piece_type(to_upper(c));
  if (type == PieceType::Pawn && !prefix.reading.capture) {
    readings.push_back(prefix.with(type, file_squares(to_file)));
  } else if (type) {
    readings.push_back(prefix.with(type, ~Bitboard()));
  }
  return readings;
}

/// "e2e4", "Nbd2", "N1d2". "b1c3" begins with a square, "B1c3" with a bishop on the first rank.
Readings read_two_letters(const Prefix& prefix) {
  const char first = prefix.text[0], second = prefix.text[1];
  const auto type = parse_piece_type(to_upper(first));
  const auto square = square_of(prefix.text);
  const bool bishop_on_rank = first == 'B' && !prefix.upper_case_target;
  if (square && !bishop_on_rank) return {prefix.with({}, Bitboard(*square))};
  if (!type) return {};
  if (const auto rank = rank_of(second)) return {prefix.with(type, rank_squares(*rank))};
  if (const auto file = file_of(second)) return {prefix.with(type, file_squares(*file))};
  return {};
}

/// By length, since what stands before the target is at most a man's letter and a square: "", "N",
/// "Nb" or "b1", "Nb1".
Readings read_prefix(const Prefix& prefix) {
  switch (prefix.text.size()) {
    case 0:
      return read_bare_square(prefix);
    case 1:
      return read_one_letter(prefix);
    case 2:
      return read_two_letters(prefix);
    case 3: {
      const auto type = parse_piece_type(to_upper(prefix.text[0]));
      const auto square = square_of(prefix.text.substr(1));
      if (!type || !square) return {};
      return {prefix.with(type, Bitboard(*square))};
    }
    default:
      return {};
  }
}

}  // namespace

/// Works from both ends to the middle: numbers off the front, marks off the end, then a promotion,
/// the target square, and a dash or cross. What remains says which man it is.
///
///     12. exd8=Q+ !?  ->  exd8=Q  ->  exd8  (queen)  ->  ex  (d8)  ->  e  (capture)
std::vector<MoveReading> move_readings(std::string_view text, Color side_to_move) {
  const std::string compact = without_blanks(text);
  std::string_view rest = without_marks(without_number(compact));
  if (const auto side = castling_side(rest)) {
    const CastlingPath path = castling_path(side_to_move, *side);
    return {{.type = PieceType::King,
             .origins = Bitboard(path.king_from),
             .to = path.king_to,
             .castling = side}};
  }
  const auto promoted = take_promotion(rest);
  if (rest.size() < 2) return {};
  const std::string_view target = rest.substr(rest.size() - 2);
  const auto to = square_of(target);
  if (!to) return {};
  rest.remove_suffix(2);

  const char link = rest.empty() ? '\0' : rest.back();
  const bool capture = link == 'x' || link == 'X' || link == ':';
  if (link == '-' && rest.size() == 1) return {};
  if (capture || link == '-') rest.remove_suffix(1);
  return read_prefix(
      {rest, {.to = *to, .promoted = promoted, .capture = capture}, is_upper(target[0])});
}

}  // namespace lucena
