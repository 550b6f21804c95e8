// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <span>

#include "base/file_error.h"

namespace lucena {

/// A whole file in memory, to be read only, shared with every other process that maps it. If
/// somebody truncates the file meanwhile, reading behind its new end kills the process; replacing
/// it by another file of its name does no harm.
class MappedFile {
 public:
  /// Never waits, whatever the name stands for; see base/input_file.h.
  static Result<MappedFile, FileFault> open(const std::filesystem::path& path);
  /// A file that is open already and stays so; the path is what messages call it.
  static Result<MappedFile, FileFault> map(int descriptor, const std::filesystem::path& path);

  /// A hint: what is read next is nowhere near, so that the system reads no more than it is asked
  /// for.
  void expect_jumps() const;

  std::span<const std::uint8_t> bytes() const {
    return {pages_.get(), pages_.get_deleter().size_bytes};
  }

 private:
  struct Unmap {
    std::size_t size_bytes;
    void operator()(const std::uint8_t* pages) const;
  };

  MappedFile(const std::uint8_t* pages, std::size_t size_bytes) : pages_(pages, {size_bytes}) {}

  std::unique_ptr<const std::uint8_t, Unmap> pages_;
};

}  // namespace lucena
