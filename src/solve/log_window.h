// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <array>
#include <atomic>
#include <cstdint>
#include <optional>
#include <vector>

#include "base/buffer.h"
#include "base/team.h"
#include "chess/bitboard.h"
#include "endgame/layout.h"
#include "solve/decision_log.h"

namespace lucena {

/// Some of what a log says of one side to move, put together in memory: the values of the words
/// whose free men stand on certain squares.
class LogWindow {
 public:
  /// `squares` of each free man.
  LogWindow(const Layout& layout, const std::vector<Bitboard>& squares);

  /// Forgets what it held. When cancelled it stops early.
  std::optional<FileFault> load(const DecisionLog& log, Color side, const Team& team,
                                const std::atomic<bool>& cancelled);

  bool contains(std::uint32_t word) const {
    bool contained = true;
    for (int man = 0; man < layout_.free_count(); ++man) {
      contained &= squares_[man].contains(square_of(word, man));
    }
    return contained;
  }
  /// The 64 values of a word that it contains.
  const Worth* row(std::uint32_t word) const { return worths_.data() + place_of(word); }

 private:
  Square square_of(std::uint32_t word, int man) const {
    return Square(static_cast<int>(word >> layout_.shift(man) & 63));
  }
  std::size_t place_of(std::uint32_t word) const {
    std::size_t row = layout_.slot_of(word);
    for (int man = 0; man < layout_.free_count(); ++man) {
      row = row * squares_[man].count() + places_[man][square_of(word, man).byte()];
    }
    return row * Square::kCount;
  }
  bool may_contain_some_of(const DecisionLog& log, std::uint32_t batch) const;
  void clear(const Team& team);

  const Layout& layout_;
  std::vector<Bitboard> squares_;                                 // by free man
  std::vector<std::array<std::uint8_t, Square::kCount>> places_;  // among his squares
  Buffer<Worth> worths_;
};

}  // namespace lucena
