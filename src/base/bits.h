// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>

namespace lucena {

/// The bytes of a word in the opposite order. Compilers have a function of their own for it, but
/// the one for GPUs takes that for something that never happens.
constexpr std::uint64_t swap_bytes(std::uint64_t word) {
#ifdef __CUDA_ARCH__
  word = (word >> 8 & 0x00ff00ff00ff00ff) | (word & 0x00ff00ff00ff00ff) << 8;
  word = (word >> 16 & 0x0000ffff0000ffff) | (word & 0x0000ffff0000ffff) << 16;
  return word >> 32 | word << 32;
#else
  return __builtin_bswap64(word);
#endif
}

}  // namespace lucena
