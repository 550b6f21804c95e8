// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <array>
#include <atomic>
#include <cstdint>
#include <span>
#include <vector>

#include "base/parallel.h"
#include "solve/ending_table.h"
#include "solve/orientation.h"
#include "solve/value_row.h"
#include "table/metric.h"
#include "table/worth.h"

namespace lucena {

/// Rows by square of the white king.
using KingMatrix = KingsMatrix<std::uint8_t>;

/// What the bytes of a view are: ExitWorth<Metric::Mate>, or outcomes under the 50-move rule, which
/// is what ExitWorth<Metric::Zeroing> tells.
enum class Reading : std::uint8_t { Scores, Outcomes };

/// Reads an ending's tables for a material with its colours as they are on the board, whichever
/// way round the table keeps it.
class OrientedReader {
 public:
  /// No table is needed for bare kings, and a zeroing table only to read outcomes where some are
  /// cursed.
  OrientedReader(const EndingTable* scores, const EndingTable* zeroing, const Material& material)
      : scores_(scores),
        zeroing_(zeroing),
        orientation_(scores != nullptr ? Orientation(material, scores->layout()) : Orientation()) {}

  const std::vector<Piece>& men() const { return orientation_.men(); }

  /// What moves into the positions with these men are worth to the player who makes them, so that
  /// `side` is then to move: bytes of ExitWorths, none where the position is illegal. The squares
  /// are in the order of men(). Rows of other white kings than these hold anything.
  void read_exits(Reading reading, Color side, const Squares& squares,
                  std::span<const Square> white_kings, KingMatrix& matrix) const;
  /// The same as worths by a metric, which hold any level.
  void read_worths(Metric metric, Color side, const Squares& squares,
                   std::span<const Square> white_kings, KingsMatrix<Worth>& matrix) const;

 private:
  void read(const EndingTable& table, Color side, const Squares& squares,
            std::span<const Square> white_kings, KingMatrix& matrix) const;
  /// Mate scores; bare kings are drawn.
  void read_scores(Color side, const Squares& squares, std::span<const Square> white_kings,
                   KingMatrix& matrix) const;
  /// Plies to the next zeroing move; without a table nothing is cursed, and every win is in time.
  void read_plies(Color side, const Squares& squares, std::span<const Square> white_kings,
                  KingMatrix& matrix) const;

  const EndingTable* scores_;
  const EndingTable* zeroing_;
  Orientation orientation_;
};

/// Turns values of positions into those of the captures and promotions that lead to them, in place:
/// none where the position is illegal. `side` is to move there.
void turn_into_exits(Metric metric, Color side, std::span<const Piece> men, const Squares& squares,
                     std::span<const Square> white_kings, KingsMatrix<Worth>& matrix);

/// Everything that moves into one material can be worth, laid out for the exits of others: all
/// squares of all men, no symmetry, one row of black king squares after the other.
///
///     views of captures, three to four men        64 * 64 rows = 256 KB, 64 * 64 * 64 rows = 16 MB
///     views of promotions, five men               64 MB with one pawn, 128 MB with several
///     views of captures, five men                 1 GB, or 369 MB for 22 squares of the white king
class ExitView {
 public:
  /// The first man and the white king are restricted to some squares; others range over the whole
  /// board.
  ExitView(std::vector<Square> first_squares, std::size_t men, Bitboard white_kings = kAllSquares);

  const std::uint8_t* row(const Squares& squares, Square white_king) const {
    std::size_t tuple = first_place_[squares[0]];
    for (std::size_t i = 1; i < men_; ++i) tuple = tuple << 6 | squares[i];
    return bytes_.data() + place(king_place_[white_king.byte()], tuple);
  }

  /// Replaces every exit by the better of itself and the reader's, whose man first_man comes first
  /// here. A view starts with no moves at all. When cancelled it stops early.
  void improve(const OrientedReader& reader, Reading reading, std::size_t first_man, Color side,
               ThreadPool& pool, const std::atomic<bool>& cancelled);

  /// Fills a view of outcomes from one of scores without cursed positions.
  void take_outcomes(const ExitView& scores);

  std::span<std::uint8_t> bytes() { return {bytes_.data(), bytes_.size()}; }
  std::size_t size_bytes() const { return tuples() * white_kings_.size() * sizeof(ValueRow); }

 private:
  /// The number of placements of the men.
  std::size_t tuples() const { return first_squares_.size() << (6 * (men_ - 1)); }
  /// The white king comes first: a problem goes through all men for one of his squares before it
  /// comes to the next, and what it needs for one fits the second-level cache.
  ///
  /// With four men that is 16 MB / 64 = 256 KB. If the white king came last, the rows of one square
  /// of his would be 64 * 64 = 4096 bytes apart, each on another page of memory, and spread over
  /// all 16 MB.
  std::size_t place(std::size_t king_place, std::size_t tuple) const {
    return (king_place * tuples() + tuple) * sizeof(ValueRow);
  }

  std::vector<Square> first_squares_;
  std::array<std::uint8_t, Square::kCount> first_place_{};
  std::vector<Square> white_kings_;
  std::array<std::uint8_t, Square::kCount> king_place_{};
  std::size_t men_;
  Buffer<std::uint8_t> bytes_;
};

}  // namespace lucena
