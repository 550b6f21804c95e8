// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <sys/stat.h>

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <span>
#include <string>

#include "base/file_error.h"
#include "base/mapped_file.h"

namespace lucena {

/// A file that appears under its name only when it is complete. Until then it has another name in
/// the same folder, and is removed if it never gets that far. Any number of processes may write the
/// same file at once: the last one to finish wins.
class NewFile {
 public:
  static Result<NewFile, FileFault> create(const std::filesystem::path& path);
  /// A file that never gets a name, in memory if the system has such files: it is gone when nobody
  /// has it open or mapped any more, however the process ends. The path is what messages call it.
  static Result<NewFile, FileFault> create_nameless(const std::filesystem::path& path);
  /// The same on the disk that a folder is on.
  static Result<NewFile, FileFault> create_nameless_in(const std::filesystem::path& folder,
                                                       const std::filesystem::path& path);
  NewFile(NewFile&& other) noexcept;
  NewFile& operator=(NewFile&&) = delete;
  ~NewFile();

  std::uint64_t size_bytes() const { return size_bytes_; }

  /// Nothing if all went well, as for the others.
  std::optional<FileFault> append(std::span<const std::uint8_t> bytes);
  /// Writes over bytes that were appended before.
  std::optional<FileFault> overwrite(std::uint64_t offset, std::span<const std::uint8_t> bytes);
  /// Makes sure that the bytes have reached the disk, and gives the file its name, if it is to have
  /// one.
  std::optional<FileFault> commit();
  /// The same, but a fault if there is a file of that name by now.
  std::optional<FileFault> commit_as_new();

  /// Lets the same people read and write it as another file, as far as the system allows.
  void take_over_permissions(const struct stat& other);
  /// The bytes so far.
  Result<MappedFile, FileFault> map() const { return MappedFile::map(descriptor_, path_); }

 private:
  NewFile(std::filesystem::path path, std::filesystem::path temporary, int descriptor);
  std::optional<FileFault> write_at(std::uint64_t offset, std::span<const std::uint8_t> bytes);
  std::optional<FileFault> commit_by(int (*rename_file)(const char* from, const char* to));

  std::filesystem::path path_, temporary_;
  int descriptor_;
  std::uint64_t size_bytes_ = 0;
};

/// Opens a new file without a name on the disk that a folder is on, to read and to write; a
/// negative number and errno if it cannot be.
int open_without_name(const std::filesystem::path& folder);

/// Removes what processes that were killed left of their new files in a folder; returns how many.
/// Files that are being written stay.
std::size_t remove_unfinished_files(const std::filesystem::path& folder);

}  // namespace lucena
