// SPDX-License-Identifier: GPL-3.0-or-later
#include "solve/worth_bytes.h"

#include <bit>
#include <cassert>
#include <cstring>

#include "base/simd.h"

namespace lucena {
namespace {

constexpr std::uint16_t kDrawnBits = Worth::draw().bits();
constexpr std::uint16_t kDrawnByte = kDraw.byte();
constexpr std::uint16_t kNearestWinBits = Worth::win(1).bits();
constexpr std::uint16_t kNearestWinByte = score_of_level(1).byte();

/// A score more is two plies more or less. No branches, so that many are done at a time.
constexpr std::uint16_t bits_of_byte(std::uint16_t byte) {
  const std::uint16_t lost = byte == 0 ? 0 : 1 + 2 * byte;
  const std::uint16_t won = kNearestWinBits - 2 * (kNearestWinByte - byte);
  return byte < kDrawnByte ? lost : byte == kDrawnByte ? kDrawnBits : won;
}

/// The byte of these bits, if there is one: bits_of_byte tells.
constexpr std::uint8_t byte_of_bits(std::uint16_t bits) {
  const std::uint16_t lost = bits / 2;
  const std::uint16_t won = kNearestWinByte - (kNearestWinBits - bits) / 2;
  return static_cast<std::uint8_t>(bits < kDrawnBits    ? lost
                                   : bits == kDrawnBits ? kDrawnByte
                                                        : won);
}

}  // namespace

std::vector<std::uint8_t> worths_to_bytes(std::span<const Worth> worths) {
  std::vector<std::uint8_t> bytes(worths.size());
  const bool fit = with_best_instructions([&] {
    const Worth* const from = worths.data();
    std::uint8_t* const to = bytes.data();
    const std::size_t count = worths.size();
    for (std::size_t i = 0; i < count; ++i) to[i] = byte_of_bits(from[i].bits());
    std::uint16_t differences = 0;
    for (std::size_t i = 0; i < count; ++i) differences |= bits_of_byte(to[i]) ^ from[i].bits();
    return differences == 0;
  });
  if (fit) return bytes;
  bytes.resize(worths.size_bytes());
  std::memcpy(bytes.data(), worths.data(), worths.size_bytes());
  return bytes;
}

void worths_from_bytes(std::span<const std::uint8_t> bytes, std::span<Worth> worths) {
  if (bytes.size() != worths.size()) {
    assert(bytes.size() == worths.size_bytes());
    std::memcpy(worths.data(), bytes.data(), bytes.size());
    return;
  }
  with_best_instructions([&] {
    const std::uint8_t* const from = bytes.data();
    Worth* const to = worths.data();
    for (std::size_t i = 0, count = worths.size(); i < count; ++i) {
      to[i] = std::bit_cast<Worth>(bits_of_byte(from[i]));
    }
  });
}

}  // namespace lucena
