// SPDX-License-Identifier: GPL-3.0-or-later
#include "trainer/lesson.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "base/text.h"
#include "chess/fen.h"

namespace lucena {
namespace {

constexpr std::array<std::string_view, 6> kFields{"lesson", "title", "fen",
                                                  "value",  "goal",  "text"};

/// A field of a lesson: its name, and the rest of its lines.
struct Field {
  std::size_t line;
  std::string_view name;
  std::string value;
};

TrainerFault fault_in_line(std::size_t line, std::string_view what) {
  return {TrainerError::Text, fmt::format("line {} of the lessons: {}", line, what)};
}

/// The fields one after the other. A line that begins with white space goes on with the one before.
Result<std::vector<Field>, TrainerFault> fields_of(std::string_view text) {
  std::vector<Field> fields;
  for (std::size_t number = 1; !text.empty(); ++number) {
    const std::string_view line = text.substr(0, text.find('\n'));
    text.remove_prefix(std::min(line.size() + 1, text.size()));
    const std::string_view content = trim(line);
    if (content.empty() || content.starts_with('#')) continue;
    if (line.front() == ' ') {
      if (fields.empty()) return fault_in_line(number, "there is nothing to go on with");
      fields.back().value += fmt::format(" {}", content);
      continue;
    }
    const std::string_view name = content.substr(0, content.find(' '));
    fields.push_back({number, name, std::string(trim(content.substr(name.size())))});
  }
  return fields;
}

/// "mate in 9" is 9 and "draw" is nothing.
Result<std::optional<unsigned>, TrainerFault> parse_value(const Field& field) {
  if (field.value == "draw") return std::optional<unsigned>();
  const auto mate = parse_goal(field.value);
  if (mate && mate->kind == Goal::Kind::Mate) return std::optional(mate->moves);
  return fault_in_line(field.line, "a value is 'mate in N' or 'draw'");
}

/// All fields must be there, in their order, which is the order of reading them, too.
Result<Lesson, TrainerFault> lesson_of(const Field* fields) {
  const auto position = parse_fen(fields[2].value);
  if (!position) return fault_in_line(fields[2].line, position.error().message);
  const auto value = parse_value(fields[3]);
  if (!value) return value.error();
  const auto goal = parse_goal(fields[4].value);
  if (!goal) {
    return fault_in_line(fields[4].line,
                         "a goal is 'mate in N', 'convert in N' or 'hold for N' moves");
  }
  return Lesson{{.name = fields[0].value,
                 .title = fields[1].value,
                 .position = *position,
                 .goal = *goal,
                 .text = fields[5].value},
                *value};
}

}  // namespace

Result<std::vector<Lesson>, TrainerFault> parse_lessons(std::string_view text) {
  const auto fields = fields_of(text);
  if (!fields) return fields.error();
  for (std::size_t i = 0; i < fields->size(); ++i) {
    const std::string_view wanted = kFields[i % kFields.size()];
    if ((*fields)[i].name == wanted) continue;
    return fault_in_line((*fields)[i].line, fmt::format("'{}' is expected here", wanted));
  }
  if (fields->size() % kFields.size() != 0) {
    return fault_in_line(fields->back().line, "the lesson is not complete");
  }
  std::vector<Lesson> lessons;
  for (std::size_t i = 0; i < fields->size(); i += kFields.size()) {
    auto lesson = lesson_of(&(*fields)[i]);
    if (!lesson) return lesson.error();
    lessons.push_back(std::move(*lesson));
  }
  return lessons;
}

const std::vector<Lesson>& built_in_lessons() {
  static const std::vector<Lesson> kLessons = parse_lessons(kLessonsText).value();
  return kLessons;
}

}  // namespace lucena
