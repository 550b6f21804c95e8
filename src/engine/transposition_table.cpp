// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/transposition_table.h"

#include <fmt/format.h>

#include <algorithm>
#include <new>

#include "base/memory.h"

namespace lucena {
namespace {

std::uint64_t load(std::uint64_t& word) {
  return std::atomic_ref(word).load(std::memory_order_relaxed);
}
void store_word(std::uint64_t& word, std::uint64_t value) {
  std::atomic_ref(word).store(value, std::memory_order_relaxed);
}

// The data word:
//
//     63 ... 58    57 56    55 ... 48    47 ... 32     31 ... 16    15 ... 0
//     generation   bound    depth        evaluation    value        move
//
// Values fit in 16 bits, as they are at most 32001 either way. No entry has Bound::None, so that a
// word of zeros is no entry.
//
// e2-e4 with the value 31, the evaluation 25, depth 12, exact, in generation 5 is
//
//     0x17'0c'0019'001f'070c       0x17 is 5 * 4 + 3, 0x070c the move
std::uint64_t pack(const TableEntry& entry, std::uint16_t move_bits, unsigned generation) {
  return move_bits | std::uint64_t{static_cast<std::uint16_t>(entry.value)} << 16 |
         std::uint64_t{static_cast<std::uint16_t>(entry.evaluation)} << 32 |
         std::uint64_t{static_cast<std::uint8_t>(entry.depth)} << 48 |
         std::uint64_t{static_cast<std::uint8_t>(entry.bound)} << 56 |
         std::uint64_t{generation} << 58;
}

int depth_of(std::uint64_t data) {
  return static_cast<int>(data >> 48 & 0xff);
}
Bound bound_of(std::uint64_t data) {
  return static_cast<Bound>(data >> 56 & 3);
}
unsigned generation_of(std::uint64_t data) {
  return static_cast<unsigned>(data >> 58);
}

/// Values come back through std::int16_t, which restores their sign.
TableEntry unpack(std::uint64_t data) {
  TableEntry entry;
  const auto move_bits = static_cast<std::uint16_t>(data);
  if (move_bits != 0) entry.move = Move::from_bits(move_bits);
  entry.value = static_cast<std::int16_t>(data >> 16);
  entry.evaluation = static_cast<std::int16_t>(data >> 32);
  entry.depth = depth_of(data);
  entry.bound = bound_of(data);
  return entry;
}

}  // namespace

TranspositionTable::TranspositionTable(std::size_t size_bytes) {
  resize(size_bytes);
}

/// The old table goes first, so that there need not be room for both. What cannot be had is halved
/// until it can: of 1000 MB where 300 are left come 250.
void TranspositionTable::resize(std::size_t size_bytes) {
  const std::size_t wanted = std::max<std::size_t>(size_bytes / sizeof(Bucket), 1);
  if (wanted == bucket_count_) {
    clear();
    return;
  }
  buckets_ = {};
  bucket_count_ = wanted;
  while (bucket_count_ > 1 && !allocate()) bucket_count_ /= 2;
  if (bucket_count_ == 1) buckets_ = Buffer<Bucket>(1);
  generation_ = 0;
}

bool TranspositionTable::allocate() {
  try {
    buckets_ = Buffer<Bucket>(bucket_count_);
    return true;
  } catch (const std::bad_alloc&) {
    return false;
  }
}

void TranspositionTable::clear() {
  for (std::size_t i = 0; i < bucket_count_; ++i) {
    for (Slot& slot : buckets_[i].slots) {
      store_word(slot.mixed_key, 0);
      store_word(slot.data, 0);
    }
  }
  generation_ = 0;
}

/// If thread A has written data a with key k, and thread B data b with key l into the same place, a
/// reader in between may see a's data with b's other word, l ^ b. That looks like an entry of the
/// key l ^ b ^ a, which is neither k nor l unless the data are the same, and then no harm is done.
std::optional<TableEntry> TranspositionTable::find(std::uint64_t key) const {
  for (Slot& slot : bucket_of(key).slots) {
    const std::uint64_t data = load(slot.data);
    if ((load(slot.mixed_key) ^ data) != key) continue;
    if (bound_of(data) == Bound::None) continue;
    return unpack(data);
  }
  return {};
}

/// Into the entry of the same position if there is one, else over the one with the least merit of
/// the four: an empty one, or depth less eight plies for each search that it is old. Depth 14 from
/// the last search (6) is replaced before depth 7 of this one.
void TranspositionTable::store(std::uint64_t key, const TableEntry& entry) {
  Slot* place = nullptr;
  std::uint64_t old = 0;
  bool same_position = false;
  int least = 0;
  for (Slot& slot : bucket_of(key).slots) {
    const std::uint64_t data = load(slot.data);
    if ((load(slot.mixed_key) ^ data) == key) {
      place = &slot;
      old = data;
      same_position = true;
      break;
    }
    // An entry loses as much by each search that has gone by as by eight plies of depth.
    // Generations count modulo 64, and so does their difference: from 62 to 1 it is 3.
    const int age = static_cast<int>((generation_ - generation_of(data)) & 63);
    const int merit = bound_of(data) == Bound::None ? -1000 : depth_of(data) - 8 * age;
    if (place == nullptr || merit < least) {
      place = &slot;
      least = merit;
    }
  }
  std::uint16_t move_bits = entry.move ? entry.move->bits() : 0;
  if (same_position) {
    if (move_bits == 0) move_bits = static_cast<std::uint16_t>(old);
    // What an earlier search has found is worth less than something new. A little less depth will
    // do, since the new value knows what has been learnt since.
    const bool worth_more = entry.bound == Bound::Exact || entry.depth + 4 > depth_of(old) ||
                            generation_of(old) != generation_;
    if (!worth_more) return;
  }
  const std::uint64_t data = pack(entry, move_bits, generation_);
  store_word(place->data, data);
  store_word(place->mixed_key, key ^ data);
}

/// From the first 1000 entries, 250 buckets of four: keys are spread evenly, so that they speak for
/// all.
unsigned TranspositionTable::permille_full() const {
  const std::size_t sample = std::min<std::size_t>(bucket_count_, 250);
  std::size_t used = 0;
  for (std::size_t i = 0; i < sample; ++i) {
    for (Slot& slot : buckets_[i].slots) {
      const std::uint64_t data = load(slot.data);
      used += bound_of(data) != Bound::None && generation_of(data) == generation_;
    }
  }
  return static_cast<unsigned>(used * 1000 / (sample * 4));
}

std::string smaller_hash_text(std::size_t given_bytes, std::size_t wanted_bytes) {
  return fmt::format("the hash table has {} instead of {}: there is no more memory",
                     format_size(given_bytes), format_size(wanted_bytes));
}

}  // namespace lucena
