// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <array>
#include <atomic>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "base/buffer.h"
#include "base/team.h"
#include "solve/castling_table.h"
#include "solve/large_ending.h"
#include "table/worth.h"

namespace lucena {

/// What it comes to if White gives up his only castling right without a capture: the positions
/// without rights, Black to move, where king and rook stand as after such a move. They are taken
/// from the decisions of an ending whose values are on disk.
///
///     with Ke1 and Ra1     the king on d1, d2, e2, f1 or f2 and Ra1; Kc1 and Rd1; Ke1 and the rook
///                          on b1, c1, d1 or a2 ... a8: sixteen placements
///
/// For each of them the other men have numbers as in the castling table: 64^3 rows with six men,
/// 33.5 MB.
class GivenUpRight {
 public:
  /// The table is by any metric and has one right; it must stay.
  explicit GivenUpRight(const CastlingTable& table);

  const CastlingEnding& ending() const { return table_->ending(); }

  /// The number of the placement with king and rook on these squares, if there is one.
  std::optional<std::size_t> placement(Square king, Square rook) const {
    const std::uint8_t number = placements_[king.byte()][rook.byte()];
    return number == kNone ? std::nullopt : std::optional<std::size_t>(number);
  }
  /// The number of the other men, by the squares of all men of the table in its order; the rook's
  /// plays no part.
  std::size_t number_of(Squares squares) const;
  /// What the 64 positions of a placement and a number are worth to Black; where that does not
  /// exist, they are drawn or illegal.
  const Worth* row(std::size_t placement, std::size_t number) const {
    return worths_.data() + place(placement, number);
  }
  /// The worth of a position that a move of this kind has led to, whichever colour has made it;
  /// nothing if it is no such position.
  std::optional<Worth> find(const Position& position) const;

 private:
  friend class GivenUpReader;
  static constexpr std::uint8_t kNone = 255;

  std::size_t place(std::size_t placement, std::size_t number) const {
    return ((placement << (6 * others())) + number) * Square::kCount;
  }
  /// How many men there are besides the kings and the rook.
  std::size_t others() const { return table_->men().size() - 1; }
  bool is_rook(std::size_t man) const { return man == table_->free_count(); }
  void add_placement(Square king, Square rook);

  const CastlingTable* table_;
  std::array<std::array<std::uint8_t, Square::kCount>, Square::kCount> placements_{};
  std::array<std::uint64_t, Square::kCount> kings_{};  // that go with a rook's square
  std::size_t count_ = 0;                              // of the placements
  Buffer<Worth> worths_;
};

/// Reads all decisions of a solved ending by a metric and keeps what belongs to any of the rights.
/// When cancelled it stops early.
std::optional<FileFault> read_given_up(std::span<GivenUpRight> rights, const Layout& layout,
                                       const LargeEnding& ending, Metric metric, const Team& team,
                                       const std::atomic<bool>& cancelled);

}  // namespace lucena
