// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <compare>
#include <cstdint>

namespace lucena {

/// When something is decided: the losses of a level before its wins. Turns are numbered through,
///
///     level     0      1      2     ...
///     losses    0      2      4
///     wins      1      3      5
///
/// so that the order of numbers is the order of time. By mate half of the turns have no position:
/// (n, wins) for even n and (n, loses) for odd n.
class Turn {
 public:
  constexpr Turn(unsigned level, bool wins) : number_(2 * level + (wins ? 1 : 0)) {}
  static constexpr Turn of_number(std::size_t number) { return Turn(number / 2, number % 2 != 0); }

  constexpr unsigned number() const { return number_; }
  constexpr unsigned level() const { return number_ / 2; }
  constexpr bool wins() const { return number_ % 2 != 0; }

  friend constexpr auto operator<=>(const Turn&, const Turn&) = default;

 private:
  std::uint16_t number_;
};

}  // namespace lucena
