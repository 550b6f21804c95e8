// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <atomic>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <span>
#include <vector>

#include "base/descriptor.h"
#include "base/file_error.h"

namespace lucena {

/// Bytes that wait on disk until they are needed again, in pieces that are compressed one by one.
/// The file has no name, so that nothing is left of it, however the process ends. Every piece has a
/// checksum: what comes back is what was put in, or a fault.
///
/// Any number of threads may put pieces in and get them back at once.
class ScratchFile {
 public:
  /// Where a piece is and what it should look like; whoever has put it in keeps this.
  struct Piece {
    std::uint64_t offset = 0;
    std::uint32_t stored_bytes = 0;
    std::uint32_t bytes = 0;
    std::uint64_t checksum = 0;  // of what is stored
  };

  static Result<ScratchFile, FileFault> create(const std::filesystem::path& folder);

  /// Less than 4 GB.
  Result<Piece, FileFault> put(std::span<const std::uint8_t> bytes);
  /// Leaves the piece in `bytes`, and nothing else.
  std::optional<FileFault> get(const Piece& piece, std::vector<std::uint8_t>& bytes) const;

  /// Forgets all pieces and gives the room on disk back.
  std::optional<FileFault> clear();
  std::uint64_t size_bytes() const { return end_; }

  ScratchFile(ScratchFile&& other) noexcept
      : folder_(std::move(other.folder_)),
        descriptor_(std::move(other.descriptor_)),
        end_(other.end_.load()) {}

 private:
  ScratchFile(std::filesystem::path folder, Descriptor descriptor)
      : folder_(std::move(folder)), descriptor_(std::move(descriptor)) {}

  std::filesystem::path folder_;
  Descriptor descriptor_;
  std::atomic<std::uint64_t> end_{0};
};

}  // namespace lucena
