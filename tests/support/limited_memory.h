// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <sys/resource.h>

#include <cstdint>
#include <fstream>

namespace lucena::test {

/// The sanitizers reserve more addresses than there is memory, so that no limit leaves room for
/// anything; what they run is tested without a limit.
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
inline constexpr bool kCanLimitMemory = false;
#else
inline constexpr bool kCanLimitMemory = true;
#endif

/// From now on the process can have so much more memory than it has. For processes of a test's own:
/// there is no way back.
inline void limit_memory(std::uint64_t more_bytes) {
  constexpr std::uint64_t kPage = 4096;
  std::uint64_t pages = 0;
  std::ifstream("/proc/self/statm") >> pages;
  const rlimit limit{pages * kPage + more_bytes, RLIM_INFINITY};
  setrlimit(RLIMIT_AS, &limit);
}

}  // namespace lucena::test
