// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "table/format.h"
#include "table/section.h"

namespace lucena::test {

using Bytes = std::vector<std::uint8_t>;

/// A zstd frame of the bytes, and back; nothing if it is none or unpacks to more than a megabyte,
/// as no part of a small table does.
Bytes packed(std::span<const std::uint8_t> bytes);
std::optional<Bytes> unpacked(std::span<const std::uint8_t> frame);

/// A frame that unpacks to so many zeros and takes 4 bytes for each 128 KB of them.
Bytes frame_of_zeros(std::uint64_t size);

/// A table file taken apart, to be changed and put together again. Nothing of what is in it need
/// make sense; it only comes from a file that did.
struct TableParts {
  struct Section {
    std::uint32_t id;
    Bytes stored;         // the frame
    std::uint64_t bytes;  // what the section table says of its size
  };

  TableHeader header{};
  std::vector<Bytes> packets;  // as they are stored
  std::vector<Section> sections;

  explicit TableParts(const Bytes& file);
  /// The file, with all offsets, sizes and checksums as they should be. What else the header says
  /// stays as it is.
  Bytes file() const;

  /// Of the section that is there.
  Bytes section(SectionId id) const;
  void set_section(SectionId id, const Bytes& bytes);
};

/// Makes every checksum of a file right whatever its bytes are, as far as there is one: parts that
/// are said to lie outside the file have none.
void mend_checksums(Bytes& file);

}  // namespace lucena::test
