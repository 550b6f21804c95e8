// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <atomic>
#include <optional>
#include <vector>

#include "base/buffer.h"
#include "base/team.h"
#include "endgame/layout.h"
#include "solve/ending_store.h"
#include "table/metric.h"
#include "table/worth.h"

namespace lucena {

/// The men of a material besides the kings, those who stand still in a problem first: the man that
/// a pawn has become, if there is one, then the pawns. The others follow in the order of
/// ordered_men().
struct StandingFirst {
  StandingFirst(const Material& material, std::optional<Piece> promoted);

  std::vector<Piece> men;
  std::size_t standing = 0;  // how many stand still
};

/// What moves into one material are worth by a metric, for the captures of one problem: the men who
/// stand still have only a few placements, the others range over the board.
///
/// In KRBvKRP with the pawn on b4, captures of R lead into KBvKRP with the pawn on b4 or, if it was
/// the pawn that took, on a3 or c3: three placements of 64 * 64 * 64 rows of 128 bytes, 100 MB.
/// Views for all squares of the pawn would take 64 times 33 MB.
class SkeletonView {
 public:
  SkeletonView(StandingFirst men, std::vector<Squares> placements);

  /// Reads the tables of the material in the store; `side` is to move there.
  void fill(const Material& material, Metric metric, Color side, const EndingStore& store,
            const Team& team, const std::atomic<bool>& cancelled);

  /// The 64 worths of a place of the men, in the order of StandingFirst; those who stand still are
  /// in one of the placements.
  const Worth* row(const Squares& squares, Square white_king) const {
    std::size_t tuple = placement_of(squares);
    for (std::size_t i = men_.standing; i < men_.men.size(); ++i) tuple = tuple << 6 | squares[i];
    return worths_.data() + place(white_king, tuple);
  }

 private:
  std::size_t placement_of(const Squares& squares) const {
    std::size_t number = 0;
    while (!stands_as(placements_[number], squares)) ++number;
    return number;
  }
  bool stands_as(const Squares& placement, const Squares& squares) const {
    bool same = true;
    for (std::size_t i = 0; i < men_.standing; ++i) same &= placement[i] == squares[i];
    return same;
  }
  std::size_t free_count() const { return men_.men.size() - men_.standing; }
  std::size_t tuples() const { return placements_.size() << (6 * free_count()); }
  /// The white king comes first, as in an ExitView.
  std::size_t place(Square white_king, std::size_t tuple) const {
    return (white_king.byte() * tuples() + tuple) * Square::kCount;
  }

  StandingFirst men_;
  std::vector<Squares> placements_;
  Buffer<Worth> worths_;
};

}  // namespace lucena
