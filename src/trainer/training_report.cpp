// SPDX-License-Identifier: GPL-3.0-or-later
#include "trainer/training_report.h"

#include <fmt/format.h>

#include <algorithm>

#include "endgame/material.h"

namespace lucena {
namespace {

/// The names of what has been tried, in the order of the report.
std::vector<std::string> tried_names(const ProgressByName& progress,
                                     const std::vector<Lesson>& lessons) {
  std::vector<std::string> names;
  for (const Lesson& lesson : lessons) {
    if (progress.contains(lesson.exercise.name)) names.push_back(lesson.exercise.name);
  }
  const auto lesson_count = names.size();
  for (const auto& [name, ignored] : progress) {
    const auto end = names.begin() + static_cast<std::ptrdiff_t>(lesson_count);
    if (std::find(names.begin(), end, name) == end) names.push_back(name);
  }
  return names;
}

std::string average_lost(const Progress& progress) {
  if (progress.measured == 0) return "-";
  return fmt::format("{:.1f}", double(progress.moves_lost) / progress.measured);
}

std::string how_many_due(std::size_t due) {
  if (due == 0) return "nothing is due";
  return fmt::format("{} {} due", due, due == 1 ? "exercise is" : "exercises are");
}

}  // namespace

std::string report_text(const ProgressByName& progress, const std::vector<Lesson>& lessons,
                        std::chrono::sys_seconds now) {
  if (progress.empty()) return "Nothing has been tried yet: 'lucena train' begins.\n";
  const std::vector<std::string> names = tried_names(progress, lessons);
  std::size_t width = std::string_view("exercise").size();
  for (const std::string& name : names) width = std::max(width, name.size());
  std::string text =
      fmt::format("{:{}}  tries  solved  moves lost  box  comes again\n", "exercise", width);
  std::size_t due = 0;
  for (const std::string& name : names) {
    const Progress& own = progress.at(name);
    due += own.due <= now;
    text += fmt::format("{:{}}  {:5}  {:6}  {:>10}  {:3}  {}\n", name, width, own.tries, own.solved,
                        average_lost(own), own.box, due_text(own.due, now));
  }
  const auto tried = std::count_if(lessons.begin(), lessons.end(), [&](const Lesson& lesson) {
    return progress.contains(lesson.exercise.name);
  });
  return text +
         fmt::format("{} of {} lessons tried; {}.\n", tried, lessons.size(), how_many_due(due));
}

std::string lessons_text(const std::vector<Lesson>& lessons, const ProgressByName& progress,
                         std::chrono::sys_seconds now) {
  std::size_t width = 0;
  for (const Lesson& lesson : lessons) width = std::max(width, lesson.exercise.name.size());
  std::string text;
  for (const Lesson& lesson : lessons) {
    const auto found = progress.find(lesson.exercise.name);
    const std::string standing =
        found == progress.end()
            ? ""
            : fmt::format(" (box {}, {})", found->second.box, due_text(found->second.due, now));
    text += fmt::format("{:{}}  {:<6}  {}{}\n", lesson.exercise.name, width,
                        Material::of(lesson.exercise.position).canonical().name(),
                        lesson.exercise.title, standing);
  }
  return text;
}

}  // namespace lucena
