// SPDX-License-Identifier: GPL-3.0-or-later
#include "base/new_file.h"

#include <fcntl.h>
#include <sys/file.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <random>
#include <string_view>
#include <utility>

namespace lucena {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view kSuffix = ".tmp";

fs::path folder_of(const fs::path& path) {
  return path.has_parent_path() ? path.parent_path() : fs::path(".");
}

/// ".KRvK.mate.1234-9f86d081884c7d65.tmp". The process number is for people; whether the file is in
/// use, its lock tells. Names may have 255 bytes, so that a long one is cut.
fs::path temporary_name(const fs::path& path) {
  constexpr std::string_view kDigits = "0123456789abcdef";
  std::random_device random;
  std::string name = '.' + path.filename().string().substr(0, 200) + '.';
  name += std::to_string(getpid()) + '-';
  for (int i = 0; i < 16; ++i) name += kDigits[random() % 16];
  return folder_of(path) / (name + std::string(kSuffix));
}

/// The exact shape that temporary_name() gives, and not merely the suffix: a dot, the name, a dot,
/// digits, a dash, 16 hexadecimal digits, ".tmp". Nobody else's file must ever be removed.
bool is_temporary_name(std::string_view name) {
  if (!name.starts_with('.') || !name.ends_with(kSuffix)) return false;
  name.remove_suffix(kSuffix.size());
  const std::size_t dash = name.rfind('-');
  if (dash == std::string_view::npos || name.size() - dash != 17) return false;
  if (name.find_first_not_of("0123456789abcdef", dash + 1) != std::string_view::npos) return false;
  const std::size_t dot = name.rfind('.', dash);
  return dot != 0 && dot + 1 < dash &&
         name.substr(dot + 1, dash - dot - 1).find_first_not_of("0123456789") ==
             std::string_view::npos;
}

/// A signal that arrives while one waits is no reason to go without the lock.
int retried_flock(int descriptor, int operation) {
  int result;
  do {
    result = flock(descriptor, operation);
  } while (result != 0 && errno == EINTR);
  return result;
}

/// A descriptor of a new, locked file.
Result<int, FileFault> create_locked(const fs::path& path, const fs::path& temporary) {
  const int descriptor = open(temporary.c_str(), O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
  if (descriptor < 0) return file_fault("write", path, errno);
  // A file system without locks only means that nobody can tell that the file is in use.
  retried_flock(descriptor, LOCK_EX);
  return descriptor;
}

/// Files in memory need no folder such as /dev/shm. A system may forbid them (vm.memfd_noexec);
/// then a file without a name among the temporary ones serves.
int open_nameless(const std::string& name) {
  const int in_memory = memfd_create(name.c_str(), MFD_CLOEXEC);
  if (in_memory >= 0) return in_memory;
  std::error_code ignored;
  const fs::path folder = fs::temp_directory_path(ignored);
  return open(folder.c_str(), O_RDWR | O_TMPFILE | O_CLOEXEC, 0600);
}

/// Whether the file has no name any more: it lives on only as long as it is open.
bool is_unlinked(int descriptor) {
  struct stat status {};
  return fstat(descriptor, &status) == 0 && status.st_nlink == 0;
}

/// A new name is an entry of its folder, which reaches the disk on its own.
std::optional<FileFault> sync_folder(const fs::path& path) {
  const fs::path folder = folder_of(path);
  const int descriptor = open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (descriptor < 0) return file_fault("open", folder, errno);
  const int problem = fsync(descriptor) == 0 ? 0 : errno;
  close(descriptor);
  // Some file systems do not sync folders, and say so.
  if (problem != 0 && problem != EINVAL) return file_fault("write to", folder, problem);
  return {};
}

/// Fails if there is a file of the new name. On a file system that cannot rename so, somebody who
/// makes that file at the very same moment loses it.
int rename_to_new(const char* from, const char* to) {
  if (renameat2(AT_FDCWD, from, AT_FDCWD, to, RENAME_NOREPLACE) == 0) return 0;
  if (errno != EINVAL && errno != ENOSYS) return -1;
  if (access(to, F_OK) == 0) {
    errno = EEXIST;
    return -1;
  }
  return rename(from, to);
}

}  // namespace

/// Two processes, one that writes and one that tidies up:
///
///     writer                        remove_unfinished_files()
///     creates the file
///                                   opens it, takes the lock, removes its name
///     waits for the lock
///                                   closes it, and so gives the lock back
///     has the lock, sees that the
///     name is gone, tries another
Result<NewFile, FileFault> NewFile::create(const fs::path& path) {
  while (true) {
    const fs::path temporary = temporary_name(path);
    const auto descriptor = create_locked(path, temporary);
    if (!descriptor) return descriptor.error();
    // Between its creation and its locking, somebody may have taken the file for a leftover.
    if (!is_unlinked(*descriptor)) return NewFile(path, temporary, *descriptor);
    close(*descriptor);
  }
}

Result<NewFile, FileFault> NewFile::create_nameless(const fs::path& path) {
  const int descriptor = open_nameless(path.filename().string());
  if (descriptor < 0) return file_fault("write", path, errno);
  return NewFile(path, {}, descriptor);
}

Result<NewFile, FileFault> NewFile::create_nameless_in(const fs::path& folder,
                                                       const fs::path& path) {
  const int descriptor = open_without_name(folder);
  if (descriptor < 0) return file_fault("make files in", folder, errno);
  return NewFile(folder / path, {}, descriptor);
}

NewFile::NewFile(fs::path path, fs::path temporary, int descriptor)
    : path_(std::move(path)), temporary_(std::move(temporary)), descriptor_(descriptor) {}

NewFile::NewFile(NewFile&& other) noexcept
    : path_(std::move(other.path_)),
      temporary_(std::exchange(other.temporary_, {})),
      descriptor_(std::exchange(other.descriptor_, -1)),
      size_bytes_(other.size_bytes_) {}

/// Once it is committed there is no temporary name left to remove.
NewFile::~NewFile() {
  if (!temporary_.empty()) unlink(temporary_.c_str());
  if (descriptor_ >= 0) close(descriptor_);
}

/// The system may write less than it was asked to; what is left is written again from where it
/// stopped.
std::optional<FileFault> NewFile::write_at(std::uint64_t offset,
                                           std::span<const std::uint8_t> bytes) {
  while (!bytes.empty()) {
    const ssize_t count =
        pwrite(descriptor_, bytes.data(), bytes.size(), static_cast<off_t>(offset));
    if (count < 0 && errno == EINTR) continue;
    if (count < 0) return file_fault("write", path_, errno);
    if (count == 0) return file_fault("write", path_, ENOSPC);
    bytes = bytes.subspan(static_cast<std::size_t>(count));
    offset += static_cast<std::uint64_t>(count);
  }
  return {};
}

std::optional<FileFault> NewFile::append(std::span<const std::uint8_t> bytes) {
  auto fault = write_at(size_bytes_, bytes);
  if (!fault) size_bytes_ += bytes.size();
  return fault;
}

std::optional<FileFault> NewFile::overwrite(std::uint64_t offset,
                                            std::span<const std::uint8_t> bytes) {
  return write_at(offset, bytes);
}

/// The order is what makes it safe: first the bytes, then the name, then the folder that holds the
/// name. Whenever the power fails, the name leads to all of the bytes or to what it led to before.
std::optional<FileFault> NewFile::commit_by(int (*rename_file)(const char*, const char*)) {
  if (temporary_.empty()) return {};
  if (fsync(descriptor_) != 0) return file_fault("write", path_, errno);
  if (rename_file(temporary_.c_str(), path_.c_str()) != 0) return file_fault("write", path_, errno);
  temporary_.clear();
  return sync_folder(path_);
}

std::optional<FileFault> NewFile::commit() {
  return commit_by(rename);
}

std::optional<FileFault> NewFile::commit_as_new() {
  return commit_by(rename_to_new);
}

/// Only the administrator may give files away. Whoever may not keeps the file, and its permissions
/// are set all the same; they are set last, since a new owner takes some of them away.
void NewFile::take_over_permissions(const struct stat& other) {
  const bool given = fchown(descriptor_, other.st_uid, other.st_gid) == 0;
  // Rights of a group are for that group alone.
  const mode_t all = 07777, without_group = 07707;
  const bool same_group = given || other.st_gid == getegid();
  static_cast<void>(fchmod(descriptor_, other.st_mode & (same_group ? all : without_group)));
}

/// Not every file system has files without a name; there a file loses its name at once.
int open_without_name(const fs::path& folder) {
  const int nameless = open(folder.c_str(), O_RDWR | O_TMPFILE | O_CLOEXEC, 0600);
  if (nameless >= 0 || (errno != EOPNOTSUPP && errno != EISDIR && errno != EINVAL)) return nameless;
  std::string name = (folder / ".lucena-scratch-").string();
  name += std::string(6, 'X');  // which mkostemp replaces
  const int descriptor = mkostemp(name.data(), O_CLOEXEC);
  if (descriptor >= 0) unlink(name.c_str());
  return descriptor;
}

std::size_t remove_unfinished_files(const fs::path& folder) {
  std::size_t removed = 0;
  std::error_code ignored;
  for (fs::directory_iterator entry(folder, ignored), end; entry != end; entry.increment(ignored)) {
    const fs::path& path = entry->path();
    if (!is_temporary_name(path.filename().string())) continue;
    const int descriptor = open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK);
    if (descriptor < 0) continue;
    // Locked until it is gone, so that its writer, if it is only just being created, finds out.
    if (retried_flock(descriptor, LOCK_EX | LOCK_NB) == 0 && unlink(path.c_str()) == 0) ++removed;
    close(descriptor);
  }
  return removed;
}

}  // namespace lucena
