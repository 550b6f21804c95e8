// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <random>
#include <span>
#include <utility>
#include <vector>

#include "base/mapped_file.h"
#include "chess/pgn.h"
#include "chess/position.h"

namespace lucena {

enum class BookError { Unreadable, Damaged };
using BookFault = Error<BookError>;

/// A move that a book recommends; the greater the weight, the more.
struct BookMove {
  Move move;
  unsigned weight;

  friend bool operator==(const BookMove&, const BookMove&) = default;
};

enum class BookChoice : std::uint8_t {
  Weighted,  // at random, in proportion to the weights
  Best,      // the greatest weight
};

/// An opening book in Polyglot's format: entries of 16 bytes, sorted by the keys of positions. Any
/// number of threads may ask.
///
///     0 ... 7     key of the position
///     8 ... 9     move
///     10 ... 11   weight
///     12 ... 15   learning data
class PolyglotBook {
 public:
  static constexpr std::size_t kEntryBytes = 16;

  static Result<PolyglotBook, BookFault> open(const std::filesystem::path& path);

  std::size_t entry_count() const { return file_.bytes().size() / kEntryBytes; }

  /// The legal ones of a position's moves, greater weights first. Another position can have the
  /// same key, so what is not legal here is not meant for here.
  std::vector<BookMove> moves(const Position& position) const;

  /// Nothing if the book has no move with a weight above 0.
  std::optional<Move> choose(const Position& position, std::mt19937_64& random,
                             BookChoice choice) const;

 private:
  explicit PolyglotBook(MappedFile file) : file_(std::move(file)) {}
  std::optional<std::size_t> entry_out_of_order() const;

  MappedFile file_;
};

/// A move in the 16 bits of a book's entry: castling as the king's move onto its rook.
///
///     e2-e4      0x031c    12 * 64 + 28
///     e7-e8=Q    0x4d3c    4 * 4096 + 52 * 64 + 60
///     O-O        0x0107    e1 onto h1: 4 * 64 + 7
std::uint16_t to_polyglot(Move move);
/// The legal move that the bits mean. Castling may also be written as the king's own move.
std::optional<Move> from_polyglot(const Position& position, std::uint16_t bits);

/// Makes a book of games. A move weighs two for a game that its player won and one for a draw or an
/// unfinished game; if need be, all weights of a position are scaled down to fit in 16 bits. A
/// player who won three games with a move, drew one and lost two gives it the weight 7.
class BookBuilder {
 public:
  /// Counts the first plies of a game.
  void add(const PgnGame& game, std::size_t plies);

  /// The bytes of the book, with the moves that were played in enough games and won or drawn in at
  /// least one.
  std::vector<std::uint8_t> bytes(std::uint64_t least_games) const;

 private:
  /// A move in a position, in so many games. Small, because large collections have many.
  struct Tally {
    std::uint64_t key;
    std::uint16_t move;
    std::uint32_t games, points;
  };
  /// Sorted by key and move, each once.
  static void merge(std::vector<Tally>& tallies);

  std::vector<Tally> tallies_;
  std::size_t merged_ = 0;  // how many there were after the last merge
};

}  // namespace lucena
