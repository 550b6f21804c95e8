// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/book.h"

#include <gtest/gtest.h>
#include <sys/resource.h>

#include <fstream>
#include <map>

#include "chess/fen.h"
#include "chess/legal_moves.h"
#include "chess/move_text.h"
#include "engine/polyglot_key.h"
#include "support/random_game.h"
#include "support/temporary_folder.h"

namespace lucena {
namespace {

constexpr const char* kDebianBook = "/usr/share/games/gnuchess/book.bin";

void append_entry(std::vector<std::uint8_t>& bytes, std::uint64_t key, unsigned move,
                  unsigned weight) {
  for (int shift = 56; shift >= 0; shift -= 8) {
    bytes.push_back(static_cast<std::uint8_t>(key >> shift));
  }
  for (const unsigned value : {move, weight, 0u, 0u}) {
    bytes.push_back(static_cast<std::uint8_t>(value >> 8));
    bytes.push_back(static_cast<std::uint8_t>(value));
  }
}

unsigned move_bits(Square from, Square to, unsigned promoted = 0) {
  return static_cast<unsigned>(from.index()) << 6 | static_cast<unsigned>(to.index()) |
         promoted << 12;
}

class Book : public testing::Test {
 protected:
  PolyglotBook open(const std::vector<std::uint8_t>& bytes) {
    test::write_bytes(path(), bytes);
    auto book = PolyglotBook::open(path());
    EXPECT_TRUE(book);
    return std::move(*book);
  }
  std::string fault(const std::vector<std::uint8_t>& bytes) {
    test::write_bytes(path(), bytes);
    const auto book = PolyglotBook::open(path());
    EXPECT_FALSE(book);
    return book ? "" : book.error().message;
  }
  std::filesystem::path path() const { return folder_.path() / "book.bin"; }

 private:
  const test::TemporaryFolder folder_;
};

std::vector<std::string> names(const Position& position, const PolyglotBook& book) {
  std::vector<std::string> names;
  for (const BookMove& move : book.moves(position)) {
    names.push_back(to_uci(move.move) + " " + std::to_string(move.weight));
  }
  return names;
}

TEST_F(Book, ReadsCastlingAndPromotionsAndSkipsWhatIsIllegal) {
  const Position castling = *parse_fen("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1");
  const Position promotion = *parse_fen("8/P7/8/8/8/8/7k/K7 w - - 0 1");
  std::map<std::uint64_t, std::vector<std::pair<unsigned, unsigned>>> entries;
  using namespace std::string_literals;
  entries[polyglot_key(castling)] = {{move_bits("e1"_sq, "h1"_sq), 5},
                                     {move_bits("e1"_sq, "a1"_sq), 7},
                                     {move_bits("e1"_sq, "e8"_sq), 9},
                                     {move_bits("e1"_sq, "g1"_sq), 1}};
  entries[polyglot_key(promotion)] = {{move_bits("a7"_sq, "a8"_sq, 1), 2},
                                      {move_bits("a7"_sq, "a8"_sq, 4), 3},
                                      {move_bits("a7"_sq, "a8"_sq, 0), 4}};
  std::vector<std::uint8_t> bytes;
  for (const auto& [key, moves] : entries) {
    for (const auto& [move, weight] : moves) append_entry(bytes, key, move, weight);
  }
  const PolyglotBook book = open(bytes);
  EXPECT_EQ(names(castling, book), (std::vector{"e1c1 7"s, "e1g1 5"s, "e1g1 1"s}));
  EXPECT_EQ(names(promotion, book), (std::vector{"a7a8q 3"s, "a7a8n 2"s}));
  EXPECT_TRUE(book.moves(Position::initial()).empty());
}

TEST_F(Book, WritesEveryMoveAsItReadsIt) {
  test::Random random(7);
  for (int i = 0; i < 50; ++i) {
    const Game game = test::random_game(Position::initial(), 200, random);
    for (const Move move : legal_moves(game.position())) {
      EXPECT_EQ(from_polyglot(game.position(), to_polyglot(move)), move);
    }
  }
}

TEST_F(Book, ChoosesByWeight) {
  std::vector<std::uint8_t> bytes;
  const std::uint64_t key = polyglot_key(Position::initial());
  append_entry(bytes, key, move_bits("e2"_sq, "e4"_sq), 300);
  append_entry(bytes, key, move_bits("d2"_sq, "d4"_sq), 100);
  append_entry(bytes, key, move_bits("a2"_sq, "a3"_sq), 0);
  const PolyglotBook book = open(bytes);
  std::mt19937_64 random(1);
  std::map<std::string, int> chosen;
  for (int i = 0; i < 4000; ++i) {
    ++chosen[to_uci(*book.choose(Position::initial(), random, BookChoice::Weighted))];
    EXPECT_EQ(to_uci(*book.choose(Position::initial(), random, BookChoice::Best)), "e2e4");
  }
  EXPECT_NEAR(chosen["e2e4"], 3000, 150);
  EXPECT_NEAR(chosen["d2d4"], 1000, 150);
  EXPECT_EQ(chosen.size(), 2u);
}

TEST_F(Book, HasNoChoiceWhereNothingHasWeight) {
  std::vector<std::uint8_t> bytes;
  append_entry(bytes, polyglot_key(Position::initial()), move_bits("e2"_sq, "e4"_sq), 0);
  const PolyglotBook book = open(bytes);
  std::mt19937_64 random(1);
  EXPECT_EQ(book.choose(Position::initial(), random, BookChoice::Weighted), std::nullopt);
  EXPECT_EQ(book.choose(Position::initial(), random, BookChoice::Best), std::nullopt);
}

TEST_F(Book, ExplainsDamage) {
  std::vector<std::uint8_t> bytes;
  append_entry(bytes, 2, 0, 1);
  append_entry(bytes, 1, 0, 1);
  EXPECT_EQ(fault(bytes),
            path().string() + " is no Polyglot book, or damaged: entry 2 is out of order");
  bytes.resize(31);
  EXPECT_EQ(
      fault(bytes),
      path().string() + " is no Polyglot book, or cut off: 31 bytes are not a multiple of 16");
  const auto missing = PolyglotBook::open("/nowhere/book.bin");
  ASSERT_FALSE(missing);
  EXPECT_EQ(missing.error().code, BookError::Unreadable);
  EXPECT_EQ(open({}).entry_count(), 0u);
}

TEST_F(Book, OfGamesHasTheirMovesWithTheirPoints) {
  constexpr std::string_view kGames =
      "[Result \"1-0\"]\n\n1. e4 e5 2. Nf3 1-0\n\n"
      "[Result \"1/2-1/2\"]\n\n1. e4 c5 1/2-1/2\n\n"
      "[Result \"0-1\"]\n\n1. e4 c5 0-1\n\n"
      "[Result \"0-1\"]\n\n1. d4 d5 0-1\n\n"
      "[Result \"*\"]\n\n1. c4 *\n\n";
  BookBuilder builder;
  PgnReader reader(kGames);
  while (const auto game = reader.next()) builder.add(**game, 2);
  using namespace std::string_literals;
  const PolyglotBook all = open(builder.bytes(1));
  EXPECT_EQ(names(Position::initial(), all), (std::vector{"e2e4 3"s, "c2c4 1"s}));
  const Position after_e4 =
      *parse_fen("rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1");
  EXPECT_EQ(names(after_e4, all), (std::vector{"c7c5 3"s}));
  EXPECT_EQ(all.entry_count(), 4u);  // and 1. d4 d5, which won
  EXPECT_EQ(open(builder.bytes(2)).entry_count(), 2u);
  EXPECT_EQ(open(builder.bytes(4)).entry_count(), 0u);
}

TEST_F(Book, ScalesWeightsThatAreTooGreat) {
  const auto game = PgnReader("[Result \"1-0\"]\n\n1. e4 1-0\n\n").next();
  const auto rare = PgnReader("[Result \"1-0\"]\n\n1. d4 1-0\n\n").next();
  BookBuilder builder;
  for (int i = 0; i < 140000; ++i) builder.add(**game, 9);
  builder.add(**rare, 9);
  using namespace std::string_literals;
  EXPECT_EQ(names(Position::initial(), open(builder.bytes(1))),
            (std::vector{"e2e4 65535"s, "d2d4 1"s}));
}

/// How many entries of a book's bytes have each key.
std::map<std::uint64_t, std::size_t> entries_by_key(const std::vector<std::uint8_t>& bytes) {
  std::map<std::uint64_t, std::size_t> counts;
  for (std::size_t begin = 0; begin + 16 <= bytes.size(); begin += 16) {
    std::uint64_t key = 0;
    for (std::size_t i = 0; i < 8; ++i) key = key << 8 | bytes[begin + i];
    ++counts[key];
  }
  return counts;
}

/// Another program's book: every entry that its own lines lead to must be a legal move.
TEST_F(Book, ReadsDebians) {
  const auto book = PolyglotBook::open(kDebianBook);
  ASSERT_TRUE(book) << book.error().message;
  EXPECT_EQ(book->entry_count(), 180358u);
  auto counts = entries_by_key(test::read_bytes(kDebianBook));
  std::mt19937_64 random(3);
  std::size_t plies = 0;
  for (int line = 0; line < 500; ++line) {
    Position position = Position::initial();
    while (const auto move = book->choose(position, random, BookChoice::Weighted)) {
      EXPECT_EQ(book->moves(position).size(), counts[polyglot_key(position)]);
      position.make(*move);
      ++plies;
    }
  }
  EXPECT_GT(plies, 500u * 8);
}

/// A gigabyte of zeros that takes no place on the disk: 2^26 entries with the key 0. To look at all
/// of them would touch 2^18 pages, 16 at a time.
TEST_F(Book, IsOpenedWithoutBeingReadIfItIsLarge) {
  std::ofstream(path()).close();
  std::filesystem::resize_file(path(), std::size_t{1} << 30);
  const auto faults = [] {
    rusage usage{};
    getrusage(RUSAGE_SELF, &usage);
    return usage.ru_minflt + usage.ru_majflt;
  };
  const long before = faults();
  const auto book = PolyglotBook::open(path());
  ASSERT_TRUE(book) << book.error().message;
  EXPECT_TRUE(book->moves(Position::initial()).empty());
  EXPECT_LT(faults() - before, 4096);
}

TEST_F(Book, IsRefusedIfItIsLargeAndNotSorted) {
  std::mt19937_64 random(1);
  std::vector<std::uint8_t> bytes(std::size_t{4} << 20);
  for (std::uint8_t& byte : bytes) byte = static_cast<std::uint8_t>(random());
  EXPECT_TRUE(fault(bytes).find("is no Polyglot book, or damaged: entry ") != std::string::npos);
}

TEST_F(Book, IsNotReadForeverIfItRepeatsAPosition) {
  std::vector<std::uint8_t> bytes;
  const std::uint64_t key = polyglot_key(Position::initial());
  for (int i = 0; i < 50'000; ++i) append_entry(bytes, key, move_bits("e2"_sq, "e4"_sq), 1);
  EXPECT_EQ(open(bytes).moves(Position::initial()).size(), 1000u);
}

}  // namespace
}  // namespace lucena
