// SPDX-License-Identifier: GPL-3.0-or-later
#include "chess/zobrist.h"

namespace lucena::zobrist {
namespace {

/// SplitMix64: a counter in steps of the golden ratio (2^64 / 1.618, made odd so that it goes
/// through all values), stirred twice so that each bit depends on all. Sources: Steele, Lea and
/// Flood, "Fast splittable pseudorandom number generators" (2014); the constants are Stafford's
/// variant 13.
class Random {
 public:
  constexpr std::uint64_t next() {
    state_ += 0x9e3779b97f4a7c15;
    std::uint64_t mixed = state_;
    mixed = (mixed ^ mixed >> 30) * 0xbf58476d1ce4e5b9;
    mixed = (mixed ^ mixed >> 27) * 0x94d049bb133111eb;
    return mixed ^ mixed >> 31;
  }

 private:
  std::uint64_t state_ = 0x4c7563656e61;
};

/// At compile time, and always the same: keys can be compared between runs and machines.
constexpr Numbers make_numbers() {
  Random random;
  Numbers numbers{};
  for (auto& color : numbers.man) {
    for (auto& type : color) {
      for (std::uint64_t& number : type) number = random.next();
    }
  }
  // No rights contribute nothing, so that a plain placement needs no castling term.
  for (std::size_t rights = 1; rights < 16; ++rights) numbers.castling[rights] = random.next();
  for (std::uint64_t& number : numbers.en_passant_file) number = random.next();
  numbers.black_to_move = random.next();
  return numbers;
}

}  // namespace

constinit const Numbers kNumbers = make_numbers();

}  // namespace lucena::zobrist
