// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <filesystem>
#include <memory>
#include <optional>
#include <string_view>
#include <vector>

#include "base/file_error.h"

namespace lucena {

/// Where a person wants the output of a command.
struct OutputRequest {
  std::filesystem::path path;  // "-" is standard output
  /// What the command reads, and must therefore not write.
  std::vector<std::filesystem::path> inputs = {};
  /// Whether any file may be replaced.
  bool force = false;
  /// How files begin that this command has made itself, if that can be told.
  std::string_view own_beginning = {};
};

/// A file that somebody has named for the output of a command. There is no other way to write one,
/// so that all commands treat what is there already alike:
///
///     the name leads to            create()                      extend()
///     nothing                      a new file                    a new file
///     a file                       replaces it, if it may        adds to it, if it is of the kind
///     a pipe, a terminal, a
///     device such as /dev/null     written straight through      written straight through
///     a folder, a disk, a socket   a fault                       a fault
///     an input of the command      a fault                       a fault
///
/// A file may be replaced if it is empty, if its beginning shows that the same command has made it,
/// or by force. Until the new one is complete, the old one stays as it is. A symbolic link stays a
/// link: what it points to is written. Waiting for somebody to read a pipe ends with a fault when a
/// signal comes in between.
class OutputFile {
 public:
  /// A kind of files that can be added to: the name goes after "it is not".
  struct Kind {
    std::string_view name;
    bool (*begins_like_it)(std::string_view beginning);
    /// Whether what is added stands behind an empty line, and not just on a line of its own.
    bool empty_line_between = true;
  };

  /// Nothing has its name before commit(); what is never committed goes without a trace.
  static Result<OutputFile, FileFault> create(const OutputRequest& request);
  /// Each text goes to the end of the file at once, as a whole or not at all, on a new line.
  /// A new file to which nothing was added goes without a trace.
  static Result<OutputFile, FileFault> extend(const OutputRequest& request, const Kind& kind);
  OutputFile(OutputFile&&) noexcept;
  OutputFile& operator=(OutputFile&&) = delete;
  ~OutputFile();

  /// Nothing if all went well, as for the other.
  std::optional<FileFault> write(std::string_view text);
  /// Nothing is written afterwards. The text has reached the disk, if that is where it goes.
  std::optional<FileFault> commit();

  /// The name as it was given.
  const std::filesystem::path& path() const { return path_; }
  /// Whether commit() costs a file that is not empty.
  bool replaces_a_file() const;
  bool is_standard_output() const;

  /// What the name turned out to be.
  class Target;

 private:
  OutputFile(std::filesystem::path path, std::unique_ptr<Target> target);

  std::filesystem::path path_;
  std::unique_ptr<Target> target_;
};

/// Whether two names lead to one file, be it by links or by other ways through the folders.
bool is_same_file(const std::filesystem::path& a, const std::filesystem::path& b);

}  // namespace lucena
