// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <atomic>
#include <cstdint>

#include "base/parallel.h"
#include "endgame/layout.h"

namespace lucena {

/// Goes through the skeletons of an ending so that every pawn move leads to one done before.
/// Skeletons of equal advancement do not depend on each other: with enough of them each thread
/// takes its own, alone(skeleton, thread), otherwise all of them work on one, shared(skeleton).
template <class Alone, class Shared>
void for_each_in_waves(const Layout& layout, ThreadPool& pool, const std::atomic<bool>& cancelled,
                       Alone&& alone, Shared&& shared) {
  std::uint32_t begin = 0;
  while (begin < layout.skeleton_count() && !cancelled) {
    std::uint32_t end = begin;
    while (end < layout.skeleton_count() && layout.advancement(end) == layout.advancement(begin)) {
      ++end;
    }
    if (pool.threads() > 1 && end - begin >= pool.threads()) {
      pool.for_each(end - begin, [&](std::size_t i, unsigned thread) {
        alone(begin + static_cast<std::uint32_t>(i), thread);
      });
    } else {
      for (std::uint32_t skeleton = begin; skeleton < end; ++skeleton) shared(skeleton);
    }
    begin = end;
  }
}

}  // namespace lucena
