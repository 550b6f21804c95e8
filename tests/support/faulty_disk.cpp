// SPDX-License-Identifier: GPL-3.0-or-later
// A disk that is full or cannot be written, for a single program and without any privilege. This is
// no part of a test but a library that the program under test loads first (LD_PRELOAD): it stands
// between the program and the C library wherever files are opened and written.
//
//   LUCENA_FAULTY_FOLDER  the folder that is on the faulty disk
//   LUCENA_DISK_BYTES     how much can be written there; without it, the disk is read-only
//   LUCENA_HIDDEN_FILE    a file that is not there, wherever it is
//   LUCENA_NO_MEMFD       if it is set, there are no files in memory either
#include <dlfcn.h>
#include <fcntl.h>
#include <sys/types.h>
#include <unistd.h>

#include <array>
#include <atomic>
#include <cerrno>
#include <cstdarg>
#include <cstdlib>
#include <string_view>

namespace {

constexpr std::size_t kDescriptors = 1024;

std::array<std::atomic<bool>, kDescriptors> is_faulty{};
std::atomic<long> bytes_written{0};

template <class Function>
Function* original(const char* name) {
  return reinterpret_cast<Function*>(dlsym(RTLD_NEXT, name));
}

bool is_on_the_disk(std::string_view path) {
  const char* folder = std::getenv("LUCENA_FAULTY_FOLDER");
  return folder != nullptr && path.starts_with(folder);
}

bool is_hidden(std::string_view path) {
  const char* hidden = std::getenv("LUCENA_HIDDEN_FILE");
  return hidden != nullptr && path == hidden;
}

/// The number may have belonged to another file before.
void note(int descriptor, bool faulty) {
  if (descriptor < 0 || descriptor >= static_cast<int>(kDescriptors)) return;
  is_faulty[static_cast<std::size_t>(descriptor)] = faulty;
}

int open_file(const char* name, const char* path, int flags, mode_t mode) {
  if (is_hidden(path)) {
    errno = ENOENT;
    return -1;
  }
  const bool faulty = is_on_the_disk(path) && (flags & O_ACCMODE) != O_RDONLY;
  if (faulty && std::getenv("LUCENA_DISK_BYTES") == nullptr) {
    errno = EROFS;
    return -1;
  }
  const int descriptor = original<int(const char*, int, ...)>(name)(path, flags, mode);
  note(descriptor, faulty);
  return descriptor;
}

bool is_full(int descriptor, std::size_t size) {
  if (descriptor < 0 || descriptor >= static_cast<int>(kDescriptors)) return false;
  if (!is_faulty[static_cast<std::size_t>(descriptor)]) return false;
  const long more = static_cast<long>(size);
  return (bytes_written += more) > std::atol(std::getenv("LUCENA_DISK_BYTES"));
}

ssize_t write_file(const char* name, int descriptor, const void* bytes, std::size_t size,
                   off_t offset) {
  if (is_full(descriptor, size)) {
    errno = ENOSPC;
    return -1;
  }
  return original<ssize_t(int, const void*, std::size_t, off_t)>(name)(descriptor, bytes, size,
                                                                       offset);
}

}  // namespace

// The names that programs call; which of each pair depends on how they were compiled.
extern "C" {

int open(const char* path, int flags, ...) {
  va_list rest;
  va_start(rest, flags);
  const auto mode = static_cast<mode_t>(va_arg(rest, int));
  va_end(rest);
  return open_file("open", path, flags, mode);
}

int open64(const char* path, int flags, ...) {
  va_list rest;
  va_start(rest, flags);
  const auto mode = static_cast<mode_t>(va_arg(rest, int));
  va_end(rest);
  return open_file("open64", path, flags, mode);
}

int access(const char* path, int mode) noexcept {
  if ((mode & W_OK) != 0 && is_on_the_disk(path) && std::getenv("LUCENA_DISK_BYTES") == nullptr) {
    errno = EROFS;
    return -1;
  }
  return original<int(const char*, int)>("access")(path, mode);
}

ssize_t write(int descriptor, const void* bytes, std::size_t size) {
  if (is_full(descriptor, size)) {
    errno = ENOSPC;
    return -1;
  }
  return original<ssize_t(int, const void*, std::size_t)>("write")(descriptor, bytes, size);
}

int memfd_create(const char* name, unsigned flags) noexcept {
  if (std::getenv("LUCENA_NO_MEMFD") != nullptr) {
    errno = ENOSYS;
    return -1;
  }
  const int descriptor = original<int(const char*, unsigned)>("memfd_create")(name, flags);
  note(descriptor, false);
  return descriptor;
}

ssize_t pwrite(int descriptor, const void* bytes, std::size_t size, off_t offset) {
  return write_file("pwrite", descriptor, bytes, size, offset);
}

ssize_t pwrite64(int descriptor, const void* bytes, std::size_t size, off_t offset) {
  return write_file("pwrite64", descriptor, bytes, size, offset);
}
}
