// SPDX-License-Identifier: GPL-3.0-or-later
#include "base/input_file.h"

#include <fcntl.h>
#include <poll.h>
#include <sys/stat.h>

#include <array>
#include <cerrno>

#include "base/memory.h"

namespace lucena {
namespace {

/// How often somebody who waits for a stream looks whether anybody still wants to know.
constexpr int kGlanceMilliseconds = 50;

/// Does not wait for a pipe's writer. A terminal must not become ours by being opened.
int open_at_once(const std::filesystem::path& path) {
  return open(path.c_str(), O_RDONLY | O_NONBLOCK | O_CLOEXEC | O_NOCTTY);
}

FileFault fault_of_kind(std::string_view action, const std::filesystem::path& path, mode_t mode) {
  if (S_ISDIR(mode)) return file_fault(action, path, EISDIR);
  const std::string_view kind = S_ISFIFO(mode)   ? "a pipe"
                                : S_ISSOCK(mode) ? "a socket"
                                                 : "a device";
  return {FileError::Failed, "cannot " + std::string(action) + ' ' + path.string() + ": it is " +
                                 std::string(kind) + ", not a file"};
}

/// Pipes come to an end when their writers go, and at a terminal a person can end the input. Other
/// devices may go on for ever.
bool can_be_streamed(int descriptor, mode_t mode) {
  return S_ISFIFO(mode) || S_ISSOCK(mode) || (S_ISCHR(mode) && isatty(descriptor) == 1);
}

/// Until the end. Looking for something to read before each reading tells a pipe that nobody writes
/// to yet, for which the system knows no news, from one whose writers have gone, for which it does;
/// reading alone gives 0 bytes in both cases.
Result<std::string, FileFault> read_stream(int descriptor, const std::filesystem::path& name,
                                           const InputText::Limits& limits) {
  std::string text;
  std::array<char, 65536> chunk;
  while (true) {
    if (limits.stopped != nullptr && *limits.stopped) {
      return FileFault{FileError::Interrupted, "interrupted"};
    }
    pollfd waiting{descriptor, POLLIN, 0};
    if (poll(&waiting, 1, kGlanceMilliseconds) <= 0) continue;
    const ssize_t size = read(descriptor, chunk.data(), chunk.size());
    if (size == 0) return text;
    if (size < 0 && errno != EINTR && errno != EAGAIN) return file_fault("read", name, errno);
    if (size < 0) continue;
    text.append(chunk.data(), static_cast<std::size_t>(size));
    if (text.size() > limits.most_streamed_bytes) {
      return FileFault{FileError::Failed,
                       "cannot read " + name.string() + ": it is a stream of more than " +
                           format_size(limits.most_streamed_bytes) + "; put it into a file first"};
    }
  }
}

}  // namespace

std::optional<FileFault> other_than_file(std::string_view action,
                                         const std::filesystem::path& path) {
  struct stat status {};
  if (stat(path.c_str(), &status) != 0 || S_ISREG(status.st_mode)) return {};
  return fault_of_kind(action, path, status.st_mode);
}

/// A socket cannot be opened at all, and the system's reason for that tells nobody why.
Result<Descriptor, FileFault> open_file(const std::filesystem::path& path) {
  Descriptor descriptor(open_at_once(path));
  if (descriptor.number() < 0) {
    const FileFault fault = file_fault("open", path, errno);
    return other_than_file("read", path).value_or(fault);
  }
  struct stat status {};
  if (fstat(descriptor.number(), &status) != 0) return file_fault("read", path, errno);
  if (!S_ISREG(status.st_mode)) return fault_of_kind("read", path, status.st_mode);
  return descriptor;
}

/// Opened once and for all: the writer of a pipe whose only reader goes away again is ended by the
/// system.
Result<InputText, FileFault> InputText::read(const std::filesystem::path& path,
                                             const Limits& limits) {
  const bool standard = path == "-";
  const std::filesystem::path name = standard ? "standard input" : path;
  const Descriptor descriptor(standard ? dup(STDIN_FILENO) : open_at_once(path));
  struct stat status {};
  if (descriptor.number() < 0 || fstat(descriptor.number(), &status) != 0) {
    const FileFault fault = file_fault("open", name, errno);
    return other_than_file("read", path).value_or(fault);
  }
  // Whoever passes on a file as standard input may have read the beginning of it.
  if (standard || can_be_streamed(descriptor.number(), status.st_mode)) {
    auto text = read_stream(descriptor.number(), name, limits);
    if (!text) return text.error();
    return InputText(std::move(*text));
  }
  if (!S_ISREG(status.st_mode)) return fault_of_kind("read", path, status.st_mode);
  auto file = MappedFile::map(descriptor.number(), path);
  if (!file) return file.error();
  return InputText(std::move(*file));
}

std::string_view InputText::text() const {
  if (const auto* text = std::get_if<std::string>(&bytes_)) return *text;
  const auto bytes = std::get<MappedFile>(bytes_).bytes();
  return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
}

}  // namespace lucena
