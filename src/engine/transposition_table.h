// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>

#include "base/buffer.h"
#include "chess/move.h"
#include "engine/value.h"

namespace lucena {

/// How a stored value relates to the true one.
enum class Bound : std::uint8_t { None, Upper, Lower, Exact };

/// What is remembered about a position. Mates are counted from the position, not from the root.
struct TableEntry {
  std::optional<Move> move;
  Value value = 0;
  Value evaluation = 0;  // kNoEvaluation where the side to move is in check
  int depth = 0;
  Bound bound = Bound::None;
};

inline constexpr Value kNoEvaluation = kInfiniteValue;

/// Positions that the search has seen. Any number of threads read and write without locks: an
/// entry is two words, the second the first mixed with the key, so that a torn entry fits no key.
class TranspositionTable {
 public:
  /// Of this size, or smaller if there is no such memory; size_bytes() tells.
  explicit TranspositionTable(std::size_t size_bytes);

  /// Forgets everything.
  void resize(std::size_t size_bytes);
  void clear();
  /// What is stored from now on is newer than what is there; the newer replaces the older.
  void start_search() { generation_ = (generation_ + 1) & 63; }

  std::optional<TableEntry> find(std::uint64_t key) const;
  void store(std::uint64_t key, const TableEntry& entry);
  /// Brings the place of a key near before it is needed.
  void prefetch(std::uint64_t key) const { __builtin_prefetch(&bucket_of(key)); }

  /// How full it is with entries of the running search, in thousandths.
  unsigned permille_full() const;
  std::size_t size_bytes() const { return bucket_count_ * sizeof(Bucket); }

 private:
  /// Both words are read and written as atomic ones.
  struct Slot {
    std::uint64_t mixed_key;
    std::uint64_t data;
  };
  /// As large as a cache line: once one entry is here, all four are.
  struct alignas(64) Bucket {
    std::array<Slot, 4> slots;
  };

  /// The upper half of the key as a fraction of 2^32, of the number of buckets, so that any number
  /// of them will do and no division is needed: with 1000 buckets 0x8000'0000, one half, leads to
  /// 500.
  Bucket& bucket_of(std::uint64_t key) const {
    return buckets_[((key >> 32) * bucket_count_) >> 32];
  }

  /// Whether there is memory for all buckets.
  bool allocate();

  std::size_t bucket_count_ = 0;
  mutable Buffer<Bucket> buckets_;
  unsigned generation_ = 0;
};

/// What to tell whoever asked for more: "the hash table has 250.0 MB instead of 1000.0 MB: there is
/// no more memory".
std::string smaller_hash_text(std::size_t given_bytes, std::size_t wanted_bytes);

}  // namespace lucena
