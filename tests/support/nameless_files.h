// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <fcntl.h>
#include <unistd.h>

#include <cstdint>
#include <filesystem>
#include <stdexcept>
#include <string>

namespace lucena::test {

/// The only file without a name that this process has open in a folder, opened once more: how a
/// test gets at bytes that nobody should see.
class NamelessFile {
 public:
  explicit NamelessFile(const std::filesystem::path& folder) {
    for (const auto& entry : std::filesystem::directory_iterator("/proc/self/fd")) {
      std::error_code ignored;
      const std::string target = std::filesystem::read_symlink(entry.path(), ignored).string();
      if (!target.starts_with(folder.string() + '/')) continue;
      descriptor_ = open(entry.path().c_str(), O_RDWR | O_CLOEXEC);
      break;
    }
    if (descriptor_ < 0) throw std::runtime_error("no file without a name");
  }
  NamelessFile(const NamelessFile&) = delete;
  NamelessFile& operator=(const NamelessFile&) = delete;
  ~NamelessFile() { close(descriptor_); }

  void flip_byte(std::uint64_t offset) const {
    std::uint8_t byte = 0;
    const auto place = static_cast<off_t>(offset);
    if (pread(descriptor_, &byte, 1, place) != 1) throw std::runtime_error("no such byte");
    byte = static_cast<std::uint8_t>(~byte);
    if (pwrite(descriptor_, &byte, 1, place) != 1) throw std::runtime_error("cannot write");
  }

 private:
  int descriptor_ = -1;
};

}  // namespace lucena::test
