// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "chess/piece.h"

namespace lucena {

/// When something is decided: the losses of a level before its wins.
class Turn {
 public:
  constexpr Turn(unsigned level, bool wins)
      : number_(static_cast<std::uint16_t>(2 * level + (wins ? 1 : 0))) {}

  constexpr unsigned number() const { return number_; }
  constexpr unsigned level() const { return number_ / 2; }
  constexpr bool wins() const { return number_ % 2 != 0; }

  friend constexpr bool operator==(const Turn&, const Turn&) = default;

 private:
  std::uint16_t number_;
};

/// Positions of a word whose best exit decides at this turn: it wins at this level, or from this
/// level on all exits lose.
struct ExitEvent {
  std::uint64_t positions;
  std::uint32_t word;
  Turn turn;
};

/// The moves that leave a problem, each worth what the metric makes of it.
class Exits {
 public:
  using Events = std::array<std::vector<ExitEvent>, 2>;  // by side to move

  virtual ~Exits() = default;

  /// Adds what the exits decide in the legal positions of a word. Returns, by side to move, the
  /// legal positions that have no exit. Where the best exit draws there is one but no event.
  virtual std::array<std::uint64_t, 2> add_events(std::uint32_t word,
                                                  const std::array<std::uint64_t, 2>& legal,
                                                  Events& events) const = 0;
};

}  // namespace lucena
