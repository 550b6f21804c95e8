// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

namespace lucena {

/// Hundredths of a pawn, twice: with all men on the board and with hardly any left. In between the
/// evaluation takes a mean of both. They are halves of one number, so that sums and multiples cost
/// one instruction; each must stay within 16 bits.
///
///     {-5, 9} is 9 * 65536 - 5 = 0x0008'fffb
///
/// The lower half is the first number modulo 2^16, fffb being -5. A negative one has borrowed from
/// the upper half, which is made good by taking it away before the division.
class Tapered {
 public:
  constexpr Tapered() = default;
  constexpr Tapered(int middle_game, int ending) : both_(ending * kEnding + middle_game) {}

  constexpr int middle_game() const { return static_cast<std::int16_t>(both_ & 0xffff); }
  /// For 0x0008'fffb: the lower half is -5, and (0x0008'fffb + 5) / 65536 is 9.
  constexpr int ending() const { return (both_ - middle_game()) / kEnding; }

  friend constexpr Tapered operator+(Tapered a, Tapered b) { return Tapered(a.both_ + b.both_); }
  friend constexpr Tapered operator-(Tapered a, Tapered b) { return Tapered(a.both_ - b.both_); }
  friend constexpr Tapered operator*(int n, Tapered a) { return Tapered(n * a.both_); }
  constexpr Tapered& operator+=(Tapered other) { return *this = *this + other; }
  constexpr Tapered& operator-=(Tapered other) { return *this = *this - other; }

 private:
  static constexpr int kEnding = 1 << 16;

  constexpr explicit Tapered(int both) : both_(both) {}

  int both_ = 0;
};

template <std::size_t size>
using TaperedRow = std::array<Tapered, size>;

}  // namespace lucena
