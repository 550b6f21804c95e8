// SPDX-License-Identifier: GPL-3.0-or-later
#include "chess/written_position.h"

#include <algorithm>
#include <string>
#include <vector>

#include "base/text.h"
#include "chess/fen.h"
#include "chess/men_list.h"

namespace lucena {
namespace {

/// Without the quotes around it, and with blanks instead of underscores, which mean nothing else.
std::string plain_text(std::string_view text) {
  text = trim(text);
  const char first = text.empty() ? '\0' : text.front();
  const bool quoted = text.size() > 1 && (first == '"' || first == '\'') && text.back() == first;
  if (quoted) text = text.substr(1, text.size() - 2);
  std::string plain(trim(text));
  std::replace(plain.begin(), plain.end(), '_', ' ');
  return plain;
}

/// The board of a FEN has seven slashes, a list of men one at most, and rarely inside a word.
bool is_fen(const std::vector<std::string_view>& words) {
  return !words.empty() && std::count(words[0].begin(), words[0].end(), '/') > 1;
}

bool is_initial(std::string_view plain) {
  return equal_without_case(plain, "startpos");
}

/// A semicolon occurs in no FEN, so a text with one is an EPD record.
Result<WrittenPosition, ChessFault> read_fen(std::string_view text,
                                             const std::vector<std::string_view>& fields) {
  if (text.find(';') != std::string_view::npos) {
    const auto record = parse_epd(text);
    if (!record) return record.error();
    return WrittenPosition{record->position.setup(), true, true, true};
  }
  const auto setup = parse_fen_fields(fields);
  if (!setup) return setup.error();
  return WrittenPosition{*setup, fields.size() > 1, fields.size() > 2, fields.size() > 3};
}

}  // namespace

CastlingRights rights_at_home(const Setup& setup) {
  CastlingRights rights;
  for (const Color color : kColors) {
    for (const CastlingSide side : kCastlingSides) {
      const CastlingPath path = castling_path(color, side);
      const bool at_home = setup[path.king_from] == Piece{color, PieceType::King} &&
                           setup[path.rook_from] == Piece{color, PieceType::Rook};
      if (at_home) rights = rights | CastlingRights(color, side);
    }
  }
  return rights;
}

CastlingRights WrittenPosition::open_rights() const {
  return castling_is_known ? CastlingRights() : rights_at_home(setup);
}

/// "Ke1" and "x.K(5,1)" have digits, unlike "KBNvK" and "random".
bool names_squares(std::string_view text) {
  return text.find_first_of("12345678") != std::string_view::npos || is_initial(plain_text(text));
}

bool looks_like_fen(std::string_view text) {
  const std::string plain = plain_text(text);
  return is_fen(split_words(plain));
}

Result<WrittenPosition, ChessFault> parse_written_position(std::string_view text) {
  const std::string plain = plain_text(text);
  if (is_initial(plain)) return WrittenPosition{Position::initial().setup(), true, true, true};
  const std::vector<std::string_view> words = split_words(plain);
  return is_fen(words) ? read_fen(plain, words) : parse_men(plain);
}

}  // namespace lucena
