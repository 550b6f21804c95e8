// SPDX-License-Identifier: GPL-3.0-or-later
#include "base/output_file.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <utility>

#include "base/descriptor.h"
#include "base/new_file.h"
#include "base/text.h"

namespace lucena {

class OutputFile::Target {
 public:
  Target() = default;
  Target(const Target&) = delete;
  Target& operator=(const Target&) = delete;
  virtual ~Target() = default;

  virtual std::optional<FileFault> write(std::string_view text) = 0;
  virtual std::optional<FileFault> commit() = 0;
  virtual bool replaces_a_file() const { return false; }
  virtual bool is_standard_output() const { return false; }
};

namespace {

namespace fs = std::filesystem;

using Target = OutputFile::Target;
using OpenedTarget = Result<std::unique_ptr<Target>, FileFault>;
using Status = struct stat;

FileFault refusal(std::string_view action, const fs::path& path, std::string_view why) {
  return {FileError::Failed,
          fmt::format("cannot {} {}: {}", action, without_controls(path.string()), why)};
}

bool is_same(const Status& a, const Status& b) {
  return a.st_dev == b.st_dev && a.st_ino == b.st_ino;
}

/// What the name leads to, links followed; nothing if that is not there.
Result<std::optional<Status>, FileFault> find(const fs::path& path) {
  Status status{};
  if (stat(path.c_str(), &status) == 0) return std::optional(status);
  if (errno != ENOENT) return file_fault("write", path, errno);
  return std::optional<Status>();
}

/// The name behind symbolic links, also where there is no file behind them yet. find() has made
/// sure that they do not go round in circles.
fs::path behind_links(fs::path path) {
  std::error_code fault;
  while (fs::is_symlink(path, fault)) {
    const fs::path next = fs::read_symlink(path, fault);
    if (fault) break;
    path = path.parent_path() / next;  // which is `next` alone if that begins at the root
  }
  return path;
}

/// The standard stream that a name such as /dev/stdout leads to. That stream itself is written, and
/// not another way to the same file, which would write over what the stream has written.
std::optional<int> standard_stream(const OutputRequest& request,
                                   const std::optional<Status>& found) {
  if (request.path == "-") return STDOUT_FILENO;
  if (!found) return {};
  for (const int stream : {STDOUT_FILENO, STDERR_FILENO}) {
    Status status{};
    const bool writable = (fcntl(stream, F_GETFL) & O_ACCMODE) != O_RDONLY;
    if (writable && fstat(stream, &status) == 0 && is_same(status, *found)) return stream;
  }
  return {};
}

/// A pipe, a terminal, a device: whatever takes bytes one after the other and keeps none.
class StraightThrough final : public Target {
 public:
  StraightThrough(fs::path path, Descriptor descriptor, bool is_standard_output)
      : path_(std::move(path)),
        descriptor_(std::move(descriptor)),
        is_standard_output_(is_standard_output) {}

  std::optional<FileFault> write(std::string_view text) override {
    while (!text.empty()) {
      const ssize_t count = ::write(descriptor_.number(), text.data(), text.size());
      if (count < 0) return file_fault("write", path_, errno);
      text.remove_prefix(static_cast<std::size_t>(count));
    }
    return {};
  }
  std::optional<FileFault> commit() override { return {}; }
  bool is_standard_output() const override { return is_standard_output_; }

 private:
  const fs::path path_;
  const Descriptor descriptor_;
  const bool is_standard_output_;
};

OpenedTarget open_stream(const fs::path& path, int stream) {
  Descriptor descriptor(fcntl(stream, F_DUPFD_CLOEXEC, 0));
  if (!descriptor.is_open()) return file_fault("write", path, errno);
  return OpenedTarget(
      std::make_unique<StraightThrough>(path, std::move(descriptor), stream == STDOUT_FILENO));
}

/// Opening a pipe waits until somebody reads it. Whoever loses patience sends a signal.
OpenedTarget open_device(const fs::path& path) {
  Descriptor descriptor(open(path.c_str(), O_WRONLY | O_CLOEXEC | O_NOCTTY));
  if (!descriptor.is_open() && errno == EINTR) {
    return refusal("write", path, "interrupted while nobody was reading it");
  }
  if (!descriptor.is_open()) return file_fault("write", path, errno);
  return OpenedTarget(std::make_unique<StraightThrough>(path, std::move(descriptor), false));
}

/// A file that is complete when it gets its name.
class Replacement final : public Target {
 public:
  Replacement(NewFile file, bool is_new, bool replaces_a_file)
      : file_(std::move(file)), is_new_(is_new), replaces_a_file_(replaces_a_file) {}

  std::optional<FileFault> write(std::string_view text) override {
    return file_.append({reinterpret_cast<const std::uint8_t*>(text.data()), text.size()});
  }
  std::optional<FileFault> commit() override {
    return is_new_ ? file_.commit_as_new() : file_.commit();
  }
  bool replaces_a_file() const override { return replaces_a_file_; }

 private:
  NewFile file_;
  const bool is_new_, replaces_a_file_;
};

/// The first bytes of an open file.
Result<std::string, FileFault> beginning_of(const fs::path& path, int descriptor) {
  std::string bytes(1 << 16, '\0');
  const ssize_t count = pread(descriptor, bytes.data(), bytes.size(), 0);
  if (count < 0) return file_fault("read", path, errno);
  bytes.resize(static_cast<std::size_t>(count));
  return bytes;
}

/// Whether a file that is not empty may make room for another, without force.
Result<bool, FileFault> is_own_work(const OutputRequest& request) {
  if (request.own_beginning.empty()) return false;
  const Descriptor descriptor(open(request.path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK));
  if (!descriptor.is_open()) return file_fault("read", request.path, errno);
  const auto beginning = beginning_of(request.path, descriptor.number());
  if (!beginning) return beginning.error();
  return beginning->starts_with(request.own_beginning);
}

/// Why a file cannot be replaced. One that is protected against writing is left alone, although its
/// folder would let it go.
std::optional<FileFault> fault_in_replacing(const OutputRequest& request, const Status& old) {
  if (access(request.path.c_str(), W_OK) != 0) return file_fault("write", request.path, errno);
  if (old.st_size == 0 || request.force) return {};
  const auto own = is_own_work(request);
  if (!own) return own.error();
  if (*own) return {};
  return refusal("write", request.path, "there is such a file already; --force replaces it");
}

OpenedTarget open_replacement(const OutputRequest& request, const std::optional<Status>& old) {
  if (old) {
    if (auto fault = fault_in_replacing(request, *old)) return *fault;
  }
  auto file = NewFile::create(behind_links(request.path));
  if (!file) {
    // Whoever may write a file wonders why its folder matters.
    if (!old) return file.error();
    return FileFault{file.error().code,
                     file.error().message + "; its folder must take a new file beside it"};
  }
  if (old) file->take_over_permissions(*old);
  return OpenedTarget(
      std::make_unique<Replacement>(std::move(*file), !old, old && old->st_size > 0));
}

/// A file that keeps what it has and gets more.
class Addition final : public Target {
 public:
  Addition(fs::path path, Descriptor descriptor, bool is_new, bool empty_line_between)
      : path_(std::move(path)),
        descriptor_(std::move(descriptor)),
        is_new_(is_new),
        empty_line_between_(empty_line_between) {}
  ~Addition() override {
    Status own{}, named{};
    if (is_new_ && fstat(descriptor_.number(), &own) == 0 && own.st_size == 0 &&
        stat(path_.c_str(), &named) == 0 && is_same(own, named)) {
      unlink(path_.c_str());
    }
  }

  static Descriptor open_end_of(const fs::path& path) {
    constexpr int kFlags = O_RDWR | O_CREAT | O_APPEND | O_CLOEXEC | O_NOCTTY | O_NONBLOCK;
    return Descriptor(open(path.c_str(), kFlags, 0666));
  }

  std::optional<FileFault> write(std::string_view text) override {
    Status status{};
    if (fstat(descriptor_.number(), &status) != 0) return file_fault("write", path_, errno);
    if (status.st_nlink == 0) {
      // Somebody has removed the file, or replaced it as editors do.
      descriptor_ = open_end_of(path_);
      if (!descriptor_.is_open() || fstat(descriptor_.number(), &status) != 0) {
        return file_fault("write", path_, errno);
      }
    }
    return write_behind(status.st_size, fmt::format("{}{}", separator(status.st_size), text));
  }

  std::optional<FileFault> commit() override {
    if (fsync(descriptor_.number()) == 0) return {};
    return file_fault("write", path_, errno);
  }

 private:
  /// What is lacking to a new line, or to an empty one, at the end of the file.
  std::string_view separator(off_t size_bytes) const {
    std::array<char, 2> last{'\n', '\n'};
    const off_t count = std::min<off_t>(size_bytes, 2);
    if (pread(descriptor_.number(), last.data() + 2 - count, static_cast<std::size_t>(count),
              size_bytes - count) != count) {
      return "";
    }
    if (!empty_line_between_) return last[1] == '\n' ? "" : "\n";
    if (last[1] != '\n') return "\n\n";
    return last[0] == '\n' ? "" : "\n";
  }

  /// A text that does not fit leaves no part of itself, unless others write here, too.
  std::optional<FileFault> write_behind(off_t end, std::string_view text) const {
    off_t written = 0;
    while (!text.empty()) {
      const ssize_t count = ::write(descriptor_.number(), text.data(), text.size());
      if (count < 0 && errno == EINTR) continue;
      if (count <= 0) {
        const int reason = count < 0 ? errno : ENOSPC;
        Status status{};
        const bool alone = fstat(descriptor_.number(), &status) == 0 &&
                           status.st_size == end + written && written > 0;
        if (alone && ftruncate(descriptor_.number(), end) != 0) return cut_off(reason);
        return file_fault("write", path_, reason);
      }
      written += count;
      text.remove_prefix(static_cast<std::size_t>(count));
    }
    return {};
  }

  FileFault cut_off(int reason) const {
    FileFault fault = file_fault("write", path_, reason);
    fault.message += "; its last lines are cut off";
    return fault;
  }

  const fs::path path_;
  Descriptor descriptor_;
  const bool is_new_, empty_line_between_;
};

OpenedTarget open_addition(const OutputRequest& request, const OutputFile::Kind& kind,
                           const std::optional<Status>& old) {
  const fs::path path = behind_links(request.path);
  Descriptor descriptor = Addition::open_end_of(path);
  if (!descriptor.is_open()) return file_fault("write", request.path, errno);
  const auto beginning = beginning_of(request.path, descriptor.number());
  if (!beginning) return beginning.error();
  if (!beginning->empty() && !kind.begins_like_it(*beginning)) {
    return refusal("add to", request.path, fmt::format("it is not {}", kind.name));
  }
  return OpenedTarget(
      std::make_unique<Addition>(path, std::move(descriptor), !old, kind.empty_line_between));
}

/// Bytes that go to a disk itself destroy all files on it.
std::optional<FileFault> fault_in_kind(const fs::path& path, const Status& found) {
  if (S_ISDIR(found.st_mode)) return file_fault("write", path, EISDIR);
  if (S_ISBLK(found.st_mode)) return refusal("write", path, "it is a disk and not a file");
  if (S_ISSOCK(found.st_mode)) return refusal("write", path, "it is a socket and not a file");
  return {};
}

/// Nobody loses anything by a device that is read and written, such as a terminal.
std::optional<FileFault> fault_in_inputs(const OutputRequest& request, const Status& found) {
  if (S_ISCHR(found.st_mode)) return {};
  const auto& inputs = request.inputs;
  if (std::none_of(inputs.begin(), inputs.end(),
                   [&](const fs::path& input) { return is_same_file(input, request.path); })) {
    return {};
  }
  FileFault fault = refusal("write", request.path, "it is one of the files to read");
  fault.code = FileError::Conflict;
  return fault;
}

/// What both ways to write have in common; open_file() deals with what is a file, or nothing yet.
template <class OpenFile>
OpenedTarget open_target(const OutputRequest& request, const OpenFile& open_file) {
  if (request.path.empty()) return refusal("write", "''", "a file must have a name");
  const auto found = find(request.path);
  if (!found) return found.error();
  if (*found) {
    if (auto fault = fault_in_inputs(request, **found)) return *fault;
  }
  if (const auto stream = standard_stream(request, *found)) {
    return open_stream(request.path, *stream);
  }
  if (!*found || S_ISREG((*found)->st_mode)) return open_file(*found);
  if (auto fault = fault_in_kind(request.path, **found)) return *fault;
  return open_device(request.path);
}

}  // namespace

OutputFile::OutputFile(fs::path path, std::unique_ptr<Target> target)
    : path_(std::move(path)), target_(std::move(target)) {}
OutputFile::OutputFile(OutputFile&&) noexcept = default;
OutputFile::~OutputFile() = default;

Result<OutputFile, FileFault> OutputFile::create(const OutputRequest& request) {
  auto target = open_target(request, [&](const std::optional<Status>& found) {
    return open_replacement(request, found);
  });
  if (!target) return target.error();
  return OutputFile(request.path, std::move(*target));
}

Result<OutputFile, FileFault> OutputFile::extend(const OutputRequest& request, const Kind& kind) {
  auto target = open_target(request, [&](const std::optional<Status>& found) {
    return open_addition(request, kind, found);
  });
  if (!target) return target.error();
  return OutputFile(request.path, std::move(*target));
}

std::optional<FileFault> OutputFile::write(std::string_view text) {
  return target_->write(text);
}

std::optional<FileFault> OutputFile::commit() {
  return target_->commit();
}

bool OutputFile::replaces_a_file() const {
  return target_->replaces_a_file();
}

bool OutputFile::is_standard_output() const {
  return target_->is_standard_output();
}

/// Two names of the same file have the same number on the same device. Some file systems over a
/// network make up the numbers anew each time; there the names tell, once all links are followed.
bool is_same_file(const fs::path& a, const fs::path& b) {
  Status status_a{}, status_b{};
  if (stat(a.c_str(), &status_a) != 0 || stat(b.c_str(), &status_b) != 0) return false;
  if (is_same(status_a, status_b)) return true;
  std::error_code fault;
  const fs::path name_a = fs::canonical(a, fault), name_b = fs::canonical(b, fault);
  return !fault && name_a == name_b;
}

}  // namespace lucena
