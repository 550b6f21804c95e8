// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <bit>
#include <cstdint>

// LUCENA_DEVICE, which CMake defines, stands before every function that kernels are made of. The
// CUDA compiler is told by it to compile the function for the device as well; for any other
// compiler it is nothing.

namespace lucena::on_device {

/// How many bits are set. What the library of C++ has for this and for the next one, the CUDA
/// compiler accepts and makes 0 of.
LUCENA_DEVICE inline int count_ones(std::uint64_t bits) {
#ifdef __CUDA_ARCH__
  return __popcll(bits);
#else
  return std::popcount(bits);
#endif
}
/// The number of the lowest bit that is set; there is one.
LUCENA_DEVICE inline int lowest_one(std::uint64_t bits) {
#ifdef __CUDA_ARCH__
  return __ffsll(static_cast<long long>(bits)) - 1;
#else
  return std::countr_zero(bits);
#endif
}

/// Adds bits to a word that other threads add to at the same time; the word as it was before.
LUCENA_DEVICE inline std::uint64_t atomic_or(std::uint64_t& word, std::uint64_t bits) {
#ifdef __CUDA_ARCH__
  return atomicOr(reinterpret_cast<unsigned long long*>(&word), bits);
#else
  const std::uint64_t before = word;
  word |= bits;
  return before;
#endif
}

/// Takes the next place of a list. Threads of a warp that come here together add to the counter
/// once for all of them:
///
///     lane       0  1  2  3  ...      lanes 1 and 3 are here: one of them adds 2 to the counter,
///     is here    .  x  .  x           which was 7, and their places are 7 and 8
LUCENA_DEVICE inline std::uint32_t next_place(std::uint32_t& counter) {
#ifdef __CUDA_ARCH__
  const unsigned here = __activemask(), lane = threadIdx.x & 31;
  const int leader = __ffs(here) - 1;
  std::uint32_t first = 0;
  if (static_cast<int>(lane) == leader) first = atomicAdd(&counter, __popc(here));
  first = __shfl_sync(here, first, leader);
  return first + __popc(here & ((1u << lane) - 1));
#else
  return counter++;
#endif
}

/// Takes several places of a list, this thread so many; the first of them. A whole warp adds to
/// the counter once: each lane's places follow those of the lanes before it.
LUCENA_DEVICE inline std::uint32_t next_places(std::uint32_t& counter, std::uint32_t many) {
#ifdef __CUDA_ARCH__
  if (__activemask() != ~0u) return many == 0 ? 0 : atomicAdd(&counter, many);
  const unsigned lane = threadIdx.x & 31;
  std::uint32_t up_to_here = many;
  for (unsigned distance = 1; distance < 32; distance *= 2) {
    const std::uint32_t below = __shfl_up_sync(~0u, up_to_here, distance);
    if (lane >= distance) up_to_here += below;
  }
  const std::uint32_t all = __shfl_sync(~0u, up_to_here, 31);
  std::uint32_t first = 0;
  if (lane == 0 && all != 0) first = atomicAdd(&counter, all);
  return __shfl_sync(~0u, first, 0) + up_to_here - many;
#else
  const std::uint32_t first = counter;
  counter += many;
  return first;
#endif
}

/// Takes the next place of one of many lists, each with a counter. Threads of a warp that want the
/// same list add to its counter once.
LUCENA_DEVICE inline std::uint32_t next_place_of(std::uint32_t* counters, std::uint32_t list) {
#ifdef __CUDA_ARCH__
  const unsigned lane = threadIdx.x & 31;
  const unsigned alike = __match_any_sync(__activemask(), list);
  const int leader = __ffs(alike) - 1;
  std::uint32_t first = 0;
  if (static_cast<int>(lane) == leader) first = atomicAdd(&counters[list], __popc(alike));
  first = __shfl_sync(alike, first, leader);
  return first + __popc(alike & ((1u << lane) - 1));
#else
  return counters[list]++;
#endif
}

/// Adds to a sum, once for all threads of a warp that come here together.
LUCENA_DEVICE inline void add_to_sum(std::uint64_t& sum, std::uint32_t number) {
#ifdef __CUDA_ARCH__
  const unsigned here = __activemask(), lane = threadIdx.x & 31;
  const std::uint32_t together = __reduce_add_sync(here, number);
  if (static_cast<int>(lane) == __ffs(here) - 1 && together != 0) {
    atomicAdd(reinterpret_cast<unsigned long long*>(&sum), together);
  }
#else
  sum += number;
#endif
}

/// The greater of each pair of bytes.
LUCENA_DEVICE inline std::uint64_t max_of_bytes(std::uint64_t a, std::uint64_t b) {
#ifdef __CUDA_ARCH__
  const std::uint32_t low = __vmaxu4(static_cast<std::uint32_t>(a), static_cast<std::uint32_t>(b));
  const std::uint32_t high =
      __vmaxu4(static_cast<std::uint32_t>(a >> 32), static_cast<std::uint32_t>(b >> 32));
  return static_cast<std::uint64_t>(high) << 32 | low;
#else
  std::uint64_t greater = 0;
  for (int shift = 0; shift < 64; shift += 8) {
    const std::uint64_t x = a >> shift & 255, y = b >> shift & 255;
    greater |= (x > y ? x : y) << shift;
  }
  return greater;
#endif
}

/// A byte, eight times.
LUCENA_DEVICE constexpr std::uint64_t eight_times(std::uint8_t byte) {
  return std::uint64_t{byte} * 0x0101010101010101;
}

/// A byte of ones for each of eight bits: 10000001 becomes ff 00 00 00 00 00 00 ff. Each byte of
/// the product is all eight bits, of which the mask leaves byte i the bit i. Adding 7f carries into
/// the highest bit of a byte that is not zero, and into no other byte.
LUCENA_DEVICE constexpr std::uint64_t bytes_of_bits(std::uint64_t eight_bits) {
  const std::uint64_t one_bit_each =
      eight_times(static_cast<std::uint8_t>(eight_bits)) & 0x8040201008040201;
  return (((one_bit_each + eight_times(0x7f)) & eight_times(0x80)) >> 7) * 0xff;
}

/// A bit for each of the bytes that equal this one: the inverse of bytes_of_bits. Adding 7f to the
/// lower seven bits of the difference carries into the eighth unless all are zero. What is left is
/// one bit a byte, bit 8i for byte i; the product moves it up by 56 - 7i, to bit 56 + i, and the
/// bits that land elsewhere never meet.
LUCENA_DEVICE constexpr std::uint64_t bits_of_bytes(std::uint64_t bytes, std::uint8_t like) {
  const std::uint64_t difference = bytes ^ eight_times(like);
  const std::uint64_t lower = (difference & eight_times(0x7f)) + eight_times(0x7f);
  const std::uint64_t equal = ~(lower | difference) >> 7 & eight_times(1);
  return equal * 0x0102040810204080 >> 56;
}

/// The same for four numbers of two bytes. One bit each is left, bit 16i for number i; the product
/// moves it up by 48 - 15i, to bit 48 + i.
LUCENA_DEVICE constexpr std::uint64_t bits_of_numbers(std::uint64_t numbers, std::uint16_t like) {
  constexpr std::uint64_t kOnes = 0x0001000100010001, kLower = 0x7fff * kOnes;
  const std::uint64_t difference = numbers ^ like * kOnes;
  const std::uint64_t lower = (difference & kLower) + kLower;
  const std::uint64_t equal = ~(lower | difference) >> 15 & kOnes;
  return equal * 0x0001000200040008 >> 48;
}

}  // namespace lucena::on_device
