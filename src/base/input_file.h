// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <atomic>
#include <cstddef>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <variant>

#include "base/descriptor.h"
#include "base/file_error.h"
#include "base/mapped_file.h"

// The one door for files that are read. A name can stand for anything: to open a pipe waits for
// whoever writes to it, perhaps for ever, and a device may never end. So nothing here waits but
// InputText, for those inputs that make sense as a stream, and that wait can be ended.

namespace lucena {

/// Why a name cannot be used as that of a file: it belongs to something else, a folder, a pipe or a
/// device. Nothing if it belongs to a file or to nobody. "cannot write x: it is a pipe, not a file"
/// if the action is "write".
std::optional<FileFault> other_than_file(std::string_view action,
                                         const std::filesystem::path& path);

/// Opens a file to be mapped or read at any place; at once, whatever the name stands for.
Result<Descriptor, FileFault> open_file(const std::filesystem::path& path);

/// A text that somebody gives as a file or as a stream: by the name of a pipe such as /dev/fd/63,
/// which is how a shell passes on <(zcat games.pgn.gz), or by "-", standard input. A file is
/// mapped. A stream is kept in memory and therefore has a limit.
class InputText {
 public:
  struct Limits {
    /// Once this flag is raised, nobody waits for a stream any more.
    const std::atomic<bool>* stopped = nullptr;
    std::size_t most_streamed_bytes = std::size_t{1} << 30;
  };

  static Result<InputText, FileFault> read(const std::filesystem::path& path, const Limits& limits);
  static Result<InputText, FileFault> read(const std::filesystem::path& path) {
    return read(path, Limits());
  }

  std::string_view text() const;

 private:
  explicit InputText(MappedFile file) : bytes_(std::move(file)) {}
  explicit InputText(std::string text) : bytes_(std::move(text)) {}

  std::variant<MappedFile, std::string> bytes_;
};

}  // namespace lucena
