// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>

namespace lucena {

/// Positions of all kinds: openings, middle games, endings, mates, stalemates.
std::span<const std::string_view> bench_positions();

struct BenchResult {
  std::uint64_t nodes = 0;  // with one thread the signature of everything that the search does
  double seconds = 0;
  unsigned threads = 0;        // that searched
  std::size_t hash_bytes = 0;  // of the hash table

  /// 0 where no time has passed, as when nothing was searched.
  std::uint64_t nodes_a_second() const {
    return seconds > 0 ? static_cast<std::uint64_t>(nodes / seconds) : 0;
  }
};

/// The depth and hash table of the signature.
inline constexpr unsigned kBenchDepth = 12;
inline constexpr std::size_t kBenchHashBytes = std::size_t{16} << 20;

/// Searches the positions to a depth, each with an empty memory, without tables. A flag that is
/// raised meanwhile ends it soon. Seconds are of the wall clock, searches alone.
BenchResult run_bench(int depth, std::size_t hash_bytes, unsigned threads,
                      const std::atomic<bool>* cancelled = nullptr);

}  // namespace lucena
