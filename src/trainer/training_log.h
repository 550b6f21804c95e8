// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <chrono>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/file_error.h"
#include "trainer/exercise.h"

namespace lucena {

/// One time that somebody tried an exercise.
struct Attempt {
  std::chrono::sys_seconds when;
  std::string exercise;
  Grade grade;
  unsigned moves;                      // of the person
  std::optional<unsigned> moves_lost;  // against best play; nothing if the result was given away
  std::string fen;

  friend bool operator==(const Attempt&, const Attempt&) = default;
};

/// A line of the record, with a line feed:
///
///     2024-02-29T18:05:30Z  opposition  solved  12  0  8/8/4k3/8/4K3/8/4P3/8 w - - 0 1
std::string line_of(const Attempt& attempt);
/// Nothing if it is no such line.
std::optional<Attempt> parse_attempt(std::string_view line);

/// All that a record says, in its order.
struct TrainingHistory {
  std::vector<Attempt> attempts;
  std::vector<std::size_t> strange_lines;  // by number from 1: neither attempts nor comments
};
TrainingHistory parse_history(std::string_view text);

/// The file with what was tried, a line each. Lines are only ever added, each at once and as a
/// whole: several programs can keep the same record, nothing is lost if one is killed, and what
/// somebody has written there by hand stays.
class TrainingLog {
 public:
  explicit TrainingLog(std::filesystem::path path) : path_(std::move(path)) {}

  const std::filesystem::path& path() const { return path_; }
  /// Nothing has been tried as long as there is no file.
  Result<TrainingHistory, FileFault> read() const;
  /// Nothing if all went well, as for the other.
  std::optional<FileFault> add(const Attempt& attempt) const;
  /// Why add() would fail, as far as that can be told beforehand.
  std::optional<FileFault> fault_in_adding() const;

 private:
  std::filesystem::path path_;
};

}  // namespace lucena
