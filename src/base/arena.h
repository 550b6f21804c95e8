// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <algorithm>
#include <cstddef>
#include <span>
#include <type_traits>
#include <vector>

#include "base/buffer.h"

namespace lucena {

/// Hands out arrays that are all given back at once. It keeps its memory, for fresh memory is dear.
class Arena {
 public:
  /// An array of this many values, which hold anything.
  template <class T>
  std::span<T> array(std::size_t size) {
    static_assert(std::is_trivially_copyable_v<T> && alignof(T) <= kAlignment);
    return {reinterpret_cast<T*>(take(size * sizeof(T))), size};
  }

  /// Takes all arrays back.
  void reset() {
    chunk_ = 0;
    used_bytes_ = 0;
  }

 private:
  /// Enough for every type up to a 128-bit vector.
  static constexpr std::size_t kAlignment = 16;
  /// 16 MB, or eight huge pages of 2 MB.
  static constexpr std::size_t kChunkBytes = std::size_t{1} << 24;

  std::byte* take(std::size_t size_bytes);

  std::vector<Buffer<std::byte>> chunks_;
  std::size_t chunk_ = 0;       // the one in use
  std::size_t used_bytes_ = 0;  // of that chunk
};

}  // namespace lucena
