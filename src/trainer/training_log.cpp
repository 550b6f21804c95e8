// SPDX-License-Identifier: GPL-3.0-or-later
#include "trainer/training_log.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "base/input_file.h"
#include "base/output_file.h"
#include "base/text.h"
#include "chess/fen.h"

namespace lucena {
namespace {

namespace fs = std::filesystem;
using std::chrono::sys_days;
using std::chrono::sys_seconds;

constexpr std::string_view kFirstLine = "# What you have tried with 'lucena train', a line each:\n";
constexpr std::string_view kColumns =
    "# when (UTC)  exercise  result  your moves  moves lost  position\n"
    "# The result is solved, helped (with a hint, or a move taken back) or failed. Moves lost are\n"
    "# those by which you were slower than best play; - if a win or draw was given away.\n";
constexpr unsigned kMostMoves = 10'000;

/// "2024-02-29T18:05:30Z", as ISO 8601 has it.
std::string utc_text(sys_seconds time) {
  const sys_days day = std::chrono::floor<std::chrono::days>(time);
  const std::chrono::year_month_day date(day);
  const std::chrono::hh_mm_ss clock(time - day);
  return fmt::format("{:04}-{:02}-{:02}T{:02}:{:02}:{:02}Z", int{date.year()},
                     unsigned{date.month()}, unsigned{date.day()}, clock.hours().count(),
                     clock.minutes().count(), clock.seconds().count());
}

/// The number at a place of a text.
std::optional<int> digits(std::string_view text, std::size_t begin, std::size_t count) {
  return parse_number<int>(text.substr(begin, count), 9999);
}

/// Only what utc_text() would write.
std::optional<sys_seconds> parse_utc(std::string_view text) {
  if (text.size() != 20) return {};
  const auto year = digits(text, 0, 4), month = digits(text, 5, 2), day = digits(text, 8, 2);
  const auto hour = digits(text, 11, 2), minute = digits(text, 14, 2), second = digits(text, 17, 2);
  if (!year || !month || !day || !hour || !minute || !second) return {};
  const auto date = std::chrono::year(*year) / *month / *day;
  if (!date.ok()) return {};
  const sys_seconds time = sys_days(date) + std::chrono::hours(*hour) +
                           std::chrono::minutes(*minute) + std::chrono::seconds(*second);
  if (utc_text(time) != text) return {};
  return time;
}

std::optional<Grade> parse_grade(std::string_view text) {
  const auto found = std::find_if(kGrades.begin(), kGrades.end(),
                                  [&](Grade grade) { return name(grade) == text; });
  return found == kGrades.end() ? std::nullopt : std::optional(*found);
}

/// Whether somebody's file is a record: by its first line, or because it begins with an attempt.
bool begins_like_record(std::string_view beginning) {
  const std::string_view line = beginning.substr(0, beginning.find('\n'));
  return beginning.starts_with(kFirstLine) || parse_attempt(line).has_value();
}

Result<OutputFile, FileFault> open_to_add(const fs::path& path) {
  return OutputFile::extend({path}, {"a training record", begins_like_record, false});
}

bool holds_nothing(const fs::path& path) {
  std::error_code missing;
  const auto size_bytes = fs::file_size(path, missing);
  return missing || size_bytes == 0;
}

}  // namespace

std::string line_of(const Attempt& attempt) {
  return fmt::format("{}  {}  {}  {}  {}  {}\n", utc_text(attempt.when), attempt.exercise,
                     name(attempt.grade), attempt.moves,
                     attempt.moves_lost ? std::to_string(*attempt.moves_lost) : "-", attempt.fen);
}

std::optional<Attempt> parse_attempt(std::string_view line) {
  const std::vector<std::string_view> words = split_words(line);
  if (words.size() < 6) return {};
  const auto when = parse_utc(words[0]);
  const auto grade = parse_grade(words[2]);
  const auto moves = parse_number<unsigned>(words[3], kMostMoves);
  const auto lost = parse_number<unsigned>(words[4], kMostMoves);
  const std::string fen(trim(line.substr(static_cast<std::size_t>(words[5].data() - line.data()))));
  if (!when || !grade || !moves || (!lost && words[4] != "-") || !parse_fen(fen)) return {};
  return Attempt{*when, std::string(words[1]), *grade, *moves, lost, fen};
}

TrainingHistory parse_history(std::string_view text) {
  TrainingHistory history;
  for (std::size_t number = 1; !text.empty(); ++number) {
    const std::string_view line = text.substr(0, text.find('\n'));
    text.remove_prefix(std::min(line.size() + 1, text.size()));
    if (trim(line).empty() || line.starts_with('#')) continue;
    if (auto attempt = parse_attempt(line)) {
      history.attempts.push_back(std::move(*attempt));
    } else {
      history.strange_lines.push_back(number);
    }
  }
  return history;
}

Result<TrainingHistory, FileFault> TrainingLog::read() const {
  if (auto fault = other_than_file("read", path_)) return *fault;
  const auto input = InputText::read(path_);
  if (input) return parse_history(input->text());
  if (input.error().code == FileError::Missing) return TrainingHistory{};
  return input.error();
}

/// Two programs that begin a record at the same time both explain it, which does no harm.
std::optional<FileFault> TrainingLog::add(const Attempt& attempt) const {
  const bool is_new = holds_nothing(path_);
  auto file = open_to_add(path_);
  if (!file) return file.error();
  const std::string line = line_of(attempt);
  if (auto fault = file->write(is_new ? fmt::format("{}{}{}", kFirstLine, kColumns, line) : line)) {
    return fault;
  }
  return file->commit();
}

std::optional<FileFault> TrainingLog::fault_in_adding() const {
  std::error_code ignored;  // opening the file will tell
  fs::create_directories(path_.parent_path(), ignored);
  const auto file = open_to_add(path_);
  return file ? std::nullopt : std::optional(file.error());
}

}  // namespace lucena
