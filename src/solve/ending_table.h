// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <array>
#include <cstdint>
#include <utility>

#include "base/buffer.h"
#include "endgame/layout.h"
#include "table/outcome.h"

namespace lucena {

/// The values of all positions of an ending without castling rights by one metric, for both sides
/// to move, a byte each. Illegal positions are drawn.
class EndingTable {
 public:
  using Scores = std::array<Buffer<Score>, 2>;

  /// Uses the given memory if it is large enough and not much too large. The scores may hold
  /// anything.
  explicit EndingTable(const Material& material, Scores recycled = {});

  /// Gives the memory back for another table.
  Scores take_scores() { return std::move(scores_); }

  const Layout& layout() const { return layout_; }
  const Material& material() const { return layout_.material(); }

  /// The scores of the 64 positions of a word; words and skeletons follow each other.
  Score* rows(Color side, std::uint32_t skeleton, std::uint32_t word = 0) {
    return scores_[static_cast<std::size_t>(side)].data() + offset(skeleton, word);
  }
  const Score* rows(Color side, std::uint32_t skeleton, std::uint32_t word = 0) const {
    return scores_[static_cast<std::size_t>(side)].data() + offset(skeleton, word);
  }
  Score at(Color side, const Index& index) const {
    return rows(side, index.skeleton, index.word)[index.bit];
  }

  /// The deepest level, in plies.
  unsigned deepest_plies() const { return deepest_plies_; }
  void set_deepest_plies(unsigned plies) { deepest_plies_ = plies; }
  /// Whether the 50-move rule changes the result of a position; of a table by zeroing distance.
  bool has_cursed() const { return deepest_plies_ > kClockLimit; }

  static std::size_t size_bytes(const Layout& layout) { return 2 * side_bytes(layout); }

 private:
  static std::size_t side_bytes(const Layout& layout) {
    return std::size_t{layout.skeleton_count()} * layout.words() * 64;
  }
  std::size_t offset(std::uint32_t skeleton, std::uint32_t word) const {
    return (std::size_t{skeleton} * layout_.words() + word) * 64;
  }

  Layout layout_;
  Scores scores_;
  unsigned deepest_plies_ = 0;
};

}  // namespace lucena
