// SPDX-License-Identifier: GPL-3.0-or-later
#include "chess/fen.h"

#include <fmt/format.h>

#include <array>
#include <optional>

#include "base/text.h"

namespace lucena {
namespace {

constexpr std::string_view kCastlingLetters = "KQkq";

/// "8/8/8/8/8/2k5/8/K6R": ranks from the eighth down, a number for so many empty squares. A rank is
/// only judged once it has ended, so that the message can say how long it is.
std::optional<ChessFault> read_board(std::string_view text, Setup& setup) {
  const auto wrong = [](std::string why) {
    return ChessFault{ChessError::BoardText, std::move(why)};
  };
  int rank = 7, file = 0;
  const auto rank_ended = [&]() -> std::optional<ChessFault> {
    if (file == 8) return {};
    return wrong(
        fmt::format("rank {} has {} square{}, not eight", rank + 1, file, file == 1 ? "" : "s"));
  };
  bool digit_before = false;
  for (const char c : text) {
    const bool digit = c >= '1' && c <= '8';
    if (c == '/') {
      if (auto fault = rank_ended()) return fault;
      if (rank == 0) return wrong("the board has more than eight ranks");
      --rank;
      file = 0;
    } else if (digit) {
      if (digit_before) return wrong(fmt::format("two numbers in a row on rank {}", rank + 1));
      file += c - '0';
    } else if (const auto piece = parse_piece(c)) {
      if (file < 8) setup[Square(file, rank)] = *piece;
      ++file;
    } else {
      return wrong(fmt::format("'{}' on rank {} is no man", printable(c), rank + 1));
    }
    if (file > 8) return wrong(fmt::format("rank {} has more than eight squares", rank + 1));
    digit_before = digit;
  }
  if (auto fault = rank_ended()) return fault;
  if (rank > 0) return wrong(fmt::format("the board has {} ranks, not eight", 8 - rank));
  return {};
}

/// From here on each function reads one field into the setup; nothing stands for success. Whether
/// the field fits the others is for Position::create() to say.
std::optional<ChessFault> read_side(std::string_view text, Setup& setup) {
  if (text != "w" && text != "b") {
    return ChessFault{ChessError::SideText,
                      fmt::format("the side to move is '{}', not w or b", printable(text))};
  }
  setup.side_to_move = text == "w" ? Color::White : Color::Black;
  return {};
}

/// A number from 0 on; the move number of a FEN should start at 1, but some programs write 0.
std::optional<ChessFault> read_clock(std::string_view text, std::string_view what,
                                     unsigned& clock) {
  const auto number = parse_number(text, Position::kLargestClock);
  if (!number) {
    return ChessFault{ChessError::ClockText,
                      fmt::format("the {} is '{}', not a number from 0 to {}", what,
                                  printable(text), Position::kLargestClock)};
  }
  clock = static_cast<unsigned>(*number);
  return {};
}

std::optional<ChessFault> read_halfmove_clock(std::string_view text, Setup& setup) {
  return read_clock(text, "halfmove clock", setup.halfmove_clock);
}

std::optional<ChessFault> read_fullmove_number(std::string_view text, Setup& setup) {
  return read_clock(text, "move number", setup.fullmove_number);
}

/// In their order. EPD has the first four.
constexpr std::array kFieldReaders{read_board,      read_side,           read_castling,
                                   read_en_passant, read_halfmove_clock, read_fullmove_number};
constexpr std::size_t kEpdFields = 4;

/// So many of the fields, which must be there.
std::optional<ChessFault> read_fields(const std::vector<std::string_view>& fields,
                                      std::size_t count, Setup& setup) {
  for (std::size_t i = 0; i < count; ++i) {
    if (auto fault = kFieldReaders[i](fields[i], setup)) return fault;
  }
  return {};
}

/// A quoted operand may hold white space and semicolons, so words are not enough. `id "a; b";` is
/// one operation with the operand `a; b`. Quotes are not kept.
Result<std::vector<EpdOperation>, ChessFault> read_operations(std::string_view text) {
  std::vector<EpdOperation> operations;
  std::vector<std::string> words;
  std::string word;
  bool quoted = false;
  const auto end_word = [&] {
    if (!word.empty()) words.push_back(std::move(word));
    word.clear();
  };
  for (const char c : text) {
    if (c == '"') {
      quoted = !quoted;
    } else if (quoted) {
      word += c;
    } else if (c == ';') {
      end_word();
      if (words.empty()) return ChessFault{ChessError::EpdOperation, "an EPD operation is empty"};
      operations.push_back({words.front(), {words.begin() + 1, words.end()}});
      words.clear();
    } else if (trim({&c, 1}).empty()) {
      end_word();
    } else {
      word += c;
    }
  }
  end_word();
  if (quoted || !words.empty()) {
    return ChessFault{ChessError::EpdOperation, "the last EPD operation does not end with ';'"};
  }
  return operations;
}

ChessFault wrong_field_count(std::size_t found) {
  return {ChessError::FieldCount,
          fmt::format("a FEN has six fields (or four, without the clocks), this has {}", found)};
}

}  // namespace

/// The place of a letter in KQkq is the bit of its right. Any order will do, but each once.
std::optional<ChessFault> read_castling(std::string_view text, Setup& setup) {
  if (text == "-") return {};
  for (const char c : text) {
    const std::size_t place = kCastlingLetters.find(c);
    const bool known = place != std::string_view::npos;
    const CastlingRights right(known ? 1u << place : 0u);
    if (!known || setup.castling.contains(right)) {
      return ChessFault{
          ChessError::CastlingText,
          fmt::format("the castling rights are '{}', not - or some of KQkq, each once",
                      printable(text))};
    }
    setup.castling = setup.castling | right;
  }
  return {};
}

std::optional<ChessFault> read_en_passant(std::string_view text, Setup& setup) {
  if (text == "-") return {};
  setup.en_passant = Square::parse(text);
  if (setup.en_passant) return {};
  return ChessFault{
      ChessError::EnPassantText,
      fmt::format("the en passant square is '{}', not - or a square", printable(text))};
}

Result<Setup, ChessFault> parse_fen_fields(const std::vector<std::string_view>& fields) {
  if (fields.empty() || fields.size() > kFieldReaders.size()) {
    return ChessFault{ChessError::FieldCount,
                      fmt::format("a FEN has one to six fields, this has {}", fields.size())};
  }
  Setup setup;
  if (auto fault = read_fields(fields, fields.size(), setup)) return *fault;
  return setup;
}

/// Six fields, or four, in which case the clocks are 0 and 1. A semicolon occurs in no FEN, so a
/// text with one is an EPD record.
Result<Position, ChessFault> parse_fen(std::string_view text) {
  if (text.find(';') != std::string_view::npos) {
    auto record = parse_epd(text);
    if (!record) return record.error();
    return record->position;
  }
  const std::vector<std::string_view> fields = split_words(text);
  if (fields.size() != 4 && fields.size() != 6) return wrong_field_count(fields.size());
  const auto setup = parse_fen_fields(fields);
  if (!setup) return setup.error();
  return Position::create(*setup);
}

/// Four fields and operations, each ended by a semicolon: `bm Nf3; id "test 1";`. The clocks, if
/// they are there, are operations too.
Result<EpdRecord, ChessFault> parse_epd(std::string_view text) {
  const std::vector<std::string_view> words = split_words(text);
  if (words.size() < kEpdFields) return wrong_field_count(words.size());
  Setup setup;
  if (auto fault = read_fields(words, kEpdFields, setup)) return *fault;
  const char* after_fields = words[3].data() + words[3].size();
  auto operations = read_operations({after_fields, text.data() + text.size()});
  if (!operations) return operations.error();
  for (const EpdOperation& operation : *operations) {
    const bool half = operation.code == "hmvc", full = operation.code == "fmvn";
    if (!half && !full) continue;
    const std::string operand = operation.operands.empty() ? "" : operation.operands.front();
    const auto read = half ? read_halfmove_clock : read_fullmove_number;
    if (auto fault = read(operand, setup)) return *fault;
  }
  auto position = Position::create(setup);
  if (!position) return position.error();
  return EpdRecord{*position, *std::move(operations)};
}

std::string castling_letters(CastlingRights rights) {
  std::string letters;
  for (std::size_t place = 0; place < kCastlingLetters.size(); ++place) {
    if (rights.contains(CastlingRights(1u << place))) letters += kCastlingLetters[place];
  }
  return rights.empty() ? "-" : letters;
}

/// The inverse of parse_fen(), but for en passant squares where nobody can capture, which a
/// position that comes from a move no longer has. Ranks from the eighth down, and a gap is written
/// when a man or the end of the rank closes it: K6R.
std::string to_fen(const Position& position) {
  std::string fen;
  for (int rank = 7; rank >= 0; --rank) {
    int gap = 0;
    const auto end_gap = [&] {
      if (gap > 0) fen += static_cast<char>('0' + gap);
      gap = 0;
    };
    for (int file = 0; file < 8; ++file) {
      const auto piece = position.piece_at(Square(file, rank));
      if (!piece) {
        ++gap;
        continue;
      }
      end_gap();
      fen += letter(*piece);
    }
    end_gap();
    if (rank > 0) fen += '/';
  }
  fen += position.side_to_move() == Color::White ? " w " : " b ";
  fen += castling_letters(position.castling());
  fen += ' ';
  fen += position.en_passant() ? position.en_passant()->name() : "-";
  fen += fmt::format(" {} {}", position.halfmove_clock(), position.fullmove_number());
  return fen;
}

}  // namespace lucena
