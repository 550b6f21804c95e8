// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <optional>

#include "chess/piece.h"
#include "chess/position.h"
#include "table/outcome.h"

namespace lucena {

/// Positions by their value for the side to move. Where the 50-move rule has not been looked at, no
/// win is cursed and no loss blessed. Each legal position counts once: won() + drawn() + lost() is
/// all of them.
class OutcomeCounts {
 public:
  std::uint64_t& operator[](Outcome outcome) { return counts_[outcome]; }
  std::uint64_t operator[](Outcome outcome) const { return counts_[outcome]; }

  /// With the 50-move rule ignored.
  std::uint64_t won() const { return (*this)[Outcome::Win] + (*this)[Outcome::CursedWin]; }
  std::uint64_t drawn() const { return (*this)[Outcome::Draw]; }
  std::uint64_t lost() const { return (*this)[Outcome::Loss] + (*this)[Outcome::BlessedLoss]; }
  std::uint64_t legal() const { return won() + drawn() + lost(); }

  OutcomeCounts& operator+=(const OutcomeCounts& other) {
    for (const Outcome outcome : kOutcomes) counts_[outcome] += other[outcome];
    return *this;
  }
  friend bool operator==(const OutcomeCounts&, const OutcomeCounts&) = default;

 private:
  ByOutcome<std::uint64_t> counts_{};
};

/// A distance that no other position exceeds, and a position that has it.
struct Deepest {
  unsigned plies;
  Position position;
  friend bool operator==(const Deepest&, const Deepest&) = default;
};

/// By side to move or by winner; nothing if there is no such position.
using DeepestBySide = ByColor<std::optional<Deepest>>;

}  // namespace lucena
