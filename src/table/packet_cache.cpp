// SPDX-License-Identifier: GPL-3.0-or-later
#include "table/packet_cache.h"

#include <algorithm>
#include <utility>

namespace lucena {
namespace {

constexpr std::size_t kMaxShards = 16;
/// A shard should have room for many packets, or else it forgets what another could have kept.
constexpr std::size_t kLeastShardBytes = std::size_t{1} << 20;
/// What the list and the map take for an entry, about.
constexpr std::size_t kEntryBytes = 128;

/// One number for both, which is what a map can look for. Packet 79 of file 2 is 2 * 2^32 + 79.
std::uint64_t number_of(PacketCache::Key key) {
  return std::uint64_t{key.file} << 32 | key.packet;
}

/// With 64 MB there are 16 shards of 4 MB, with 3 MB three of 1 MB, with less than 1 MB one.
std::size_t shards_for(std::size_t limit_bytes) {
  return std::clamp<std::size_t>(limit_bytes / kLeastShardBytes, 1, kMaxShards);
}

}  // namespace

PacketCache::PacketCache(std::size_t limit_bytes)
    : shards_(shards_for(limit_bytes)), shard_limit_bytes_(limit_bytes / shards_.size()) {}

PacketCache::Shard& PacketCache::shard_of(std::uint64_t key) {
  // Fibonacci hashing: the top bits of the product depend on all bits of the key.
  return shards_[(key * 0x9e3779b97f4a7c15 >> 32) % shards_.size()];
}

/// Whatever is asked for goes to the front of its list, so that the end is what was not asked for
/// longest.
std::shared_ptr<const Packet> PacketCache::find(Key key) {
  const std::uint64_t number = number_of(key);
  Shard& shard = shard_of(number);
  const std::lock_guard lock(shard.mutex);
  const auto place = shard.places.find(number);
  if (place == shard.places.end()) return nullptr;
  shard.entries.splice(shard.entries.begin(), shard.entries, place->second);
  return place->second->packet;
}

/// One that is larger than a shard's limit is handed back and not kept.
std::shared_ptr<const Packet> PacketCache::insert(Key key, std::shared_ptr<const Packet> packet) {
  const std::uint64_t number = number_of(key);
  const std::size_t size_bytes = packet->size_bytes() + kEntryBytes;
  Shard& shard = shard_of(number);
  std::list<Entry> forgotten;  // destroyed after the lock is released
  const std::lock_guard lock(shard.mutex);
  if (const auto place = shard.places.find(number); place != shard.places.end()) {
    return place->second->packet;
  }
  if (size_bytes > shard_limit_bytes_) return packet;
  while (shard.size_bytes + size_bytes > shard_limit_bytes_) {
    const auto last = std::prev(shard.entries.end());
    shard.size_bytes -= last->size_bytes;
    shard.places.erase(last->key);
    forgotten.splice(forgotten.begin(), shard.entries, last);
  }
  shard.entries.push_front({number, packet, size_bytes});
  shard.places.emplace(number, shard.entries.begin());
  shard.size_bytes += size_bytes;
  return packet;
}

std::size_t PacketCache::size_bytes() const {
  std::size_t sum = 0;
  for (const Shard& shard : shards_) {
    const std::lock_guard lock(shard.mutex);
    sum += shard.size_bytes;
  }
  return sum;
}

}  // namespace lucena
