// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <list>
#include <memory>
#include <mutex>
#include <unordered_map>
#include <vector>

#include "table/packet.h"

namespace lucena {

/// Unpacked packets of any number of files, for any number of threads. When they take more than a
/// number of bytes, those that were not asked for longest are forgotten; whoever still reads one
/// keeps it alive.
class PacketCache {
 public:
  /// A file and a packet of it.
  struct Key {
    std::uint32_t file;
    std::uint32_t packet;
  };

  explicit PacketCache(std::size_t limit_bytes);

  /// A number for a file that no other file in this cache has or had.
  std::uint32_t new_file() { return next_file_++; }

  /// Null if it is not here.
  std::shared_ptr<const Packet> find(Key key);
  /// The packet that is here from now on: another one if somebody was faster.
  std::shared_ptr<const Packet> insert(Key key, std::shared_ptr<const Packet> packet);

  std::size_t size_bytes() const;

 private:
  struct Entry {
    std::uint64_t key;
    std::shared_ptr<const Packet> packet;
    std::size_t size_bytes;
  };
  /// A part of the cache with a lock of its own. A thread that looks for one packet then seldom
  /// waits for a thread that looks for another.
  struct Shard {
    mutable std::mutex mutex;
    std::list<Entry> entries;  // the last one asked for first
    std::unordered_map<std::uint64_t, std::list<Entry>::iterator> places;
    std::size_t size_bytes = 0;
  };

  Shard& shard_of(std::uint64_t key);

  std::vector<Shard> shards_;
  const std::size_t shard_limit_bytes_;
  std::atomic<std::uint32_t> next_file_{0};
};

}  // namespace lucena
