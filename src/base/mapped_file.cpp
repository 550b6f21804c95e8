// SPDX-License-Identifier: GPL-3.0-or-later
#include "base/mapped_file.h"

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>

namespace lucena {

void MappedFile::Unmap::operator()(const std::uint8_t* pages) const {
  munmap(const_cast<std::uint8_t*>(pages), size_bytes);
}

/// The descriptor can be closed at once: the pages keep the file alive. An empty file cannot be
/// mapped, and needs no pages: it is the null pointer with 0 bytes. Folders and devices can be
/// opened but are no files that somebody could have meant, and nobody waits for the other end of a
/// pipe (O_NONBLOCK).
Result<MappedFile, FileFault> MappedFile::open(const std::filesystem::path& path) {
  const int descriptor = ::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK);
  if (descriptor < 0) return file_fault("open", path, errno);
  struct stat status {};
  void* pages = nullptr;
  std::size_t size_bytes = 0;
  int problem = 0;
  if (fstat(descriptor, &status) != 0) {
    problem = errno;
  } else if (!S_ISREG(status.st_mode)) {
    problem = S_ISDIR(status.st_mode) ? EISDIR : EINVAL;
  } else if (status.st_size > 0) {
    size_bytes = static_cast<std::size_t>(status.st_size);
    pages = mmap(nullptr, size_bytes, PROT_READ, MAP_SHARED, descriptor, 0);
    if (pages == MAP_FAILED) problem = errno;
  }
  close(descriptor);
  if (problem != 0) return file_fault("read", path, problem);
  return MappedFile(static_cast<const std::uint8_t*>(pages), size_bytes);
}

}  // namespace lucena
