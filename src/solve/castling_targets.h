// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include "solve/large_castling_values.h"
#include "solve/orientation.h"

namespace lucena {

/// What a capture or pawn move does to the men of a castling table, by their places in it.
struct MenChange {
  std::optional<std::size_t> captured{};
  std::optional<std::size_t> promoting{};
  PieceType becomes = PieceType::Queen;
};

/// Where the captures and pawn moves of a castling table with one right lead to, 64 squares of the
/// black king at a time.
class CastlingTargets {
 public:
  CastlingTargets(const CastlingTable& table, const LargeCastlingValues& values);

  /// The positions after a move: the squares of the table's men as they are then, and whether White
  /// still has his right.
  struct After {
    MenChange change;
    bool keeps_right;
    Square white_king;
    Squares squares;
    Color side;  // to move
  };
  /// What the legal ones among some positions, by squares of the black king, are worth to whoever
  /// is to move, in `row`; their squares.
  std::uint64_t read(const After& after, std::uint64_t positions, std::array<Worth, 64>& row) const;

 private:
  struct Target {
    std::vector<Piece> men;           // that are left
    std::vector<std::size_t> places;  // of each in the table
    // With the right:
    std::shared_ptr<const CastlingTable> castling_scores, castling_plies;
    std::vector<std::size_t> digits;  // the table's men by the digits of a number there
    // Without:
    const EndingTable* scores = nullptr;
    const EndingTable* plies = nullptr;
    Orientation orientation;
    std::vector<std::size_t> oriented;  // the table's men in the order of the orientation's
  };

  static constexpr std::size_t kPlaces = kMaxOthers + 1;  // the last one is nobody
  static std::size_t number_of(const MenChange& change);
  void add(const MenChange& change);
  void find_castling_tables(const Material& material, Target& target) const;
  void find_tables(const Material& material, Target& target) const;
  void read_kept(const Target& target, const After& after, std::uint64_t legal,
                 std::array<Worth, 64>& row) const;
  void read_lost(const Target& target, const After& after, std::uint64_t legal,
                 std::array<Worth, 64>& row) const;

  const CastlingTable& table_;
  const LargeCastlingValues& values_;
  std::vector<std::unique_ptr<const Target>> targets_;  // by number_of()
};

}  // namespace lucena
