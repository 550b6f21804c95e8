// SPDX-License-Identifier: GPL-3.0-or-later
#include "base/arena.h"

namespace lucena {

/// What does not fit into the rest of a chunk goes into the next one; the rest stays unused until
/// all is given back. Sizes are rounded up so that the next array is aligned as well: 100 bytes
/// take (100 + 15) / 16 * 16 = 112.
///
///     chunk 0   [ a a a b b . . ]   c does not fit into the rest ...
///     chunk 1   [ c c c c . . . ]   ... and begins another chunk
///
/// An array that is larger than a chunk gets a chunk of its own size.
std::byte* Arena::take(std::size_t size_bytes) {
  const std::size_t rounded = (size_bytes + kAlignment - 1) / kAlignment * kAlignment;
  while (chunk_ < chunks_.size() && used_bytes_ + rounded > chunks_[chunk_].size()) {
    ++chunk_;
    used_bytes_ = 0;
  }
  if (chunk_ == chunks_.size()) chunks_.emplace_back(std::max(kChunkBytes, rounded));
  std::byte* taken = chunks_[chunk_].data() + used_bytes_;
  used_bytes_ += rounded;
  return taken;
}

}  // namespace lucena
