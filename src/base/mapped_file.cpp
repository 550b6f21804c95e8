// SPDX-License-Identifier: GPL-3.0-or-later
#include "base/mapped_file.h"

#include <sys/mman.h>
#include <sys/stat.h>

#include <cerrno>

#include "base/input_file.h"

namespace lucena {

void MappedFile::Unmap::operator()(const std::uint8_t* pages) const {
  munmap(const_cast<std::uint8_t*>(pages), size_bytes);
}

Result<MappedFile, FileFault> MappedFile::open(const std::filesystem::path& path) {
  const auto file = open_file(path);
  if (!file) return file.error();
  return map(file->number(), path);
}

/// The descriptor can be closed at once: the pages keep the file alive. An empty file cannot be
/// mapped, and needs no pages: it is the null pointer with 0 bytes.
Result<MappedFile, FileFault> MappedFile::map(int descriptor, const std::filesystem::path& path) {
  struct stat status {};
  if (fstat(descriptor, &status) != 0) return file_fault("read", path, errno);
  const auto size_bytes = static_cast<std::size_t>(status.st_size);
  if (size_bytes == 0) return MappedFile(nullptr, 0);
  void* const pages = mmap(nullptr, size_bytes, PROT_READ, MAP_SHARED, descriptor, 0);
  if (pages == MAP_FAILED) return file_fault("read", path, errno);
  return MappedFile(static_cast<const std::uint8_t*>(pages), size_bytes);
}

void MappedFile::expect_jumps() const {
  const auto mapped = bytes();
  if (!mapped.empty()) {
    madvise(const_cast<std::uint8_t*>(mapped.data()), mapped.size(), MADV_RANDOM);
  }
}

}  // namespace lucena
