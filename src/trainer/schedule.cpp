// SPDX-License-Identifier: GPL-3.0-or-later
#include "trainer/schedule.h"

#include <fmt/format.h>

#include <algorithm>

namespace lucena {
namespace {

/// "1 day", "3 days".
std::string amount(std::chrono::seconds::rep count, std::string_view unit) {
  return fmt::format("in {} {}{}", count, unit, count == 1 ? "" : "s");
}

}  // namespace

void Progress::add(const Attempt& attempt) {
  const bool was_solved = attempt.grade == Grade::Solved,
             was_failed = attempt.grade == Grade::Failed;
  const bool was_early = tries > 0 && attempt.when < due;
  ++tries;
  solved += was_solved;
  if (attempt.moves_lost && !was_failed) {
    ++measured;
    moves_lost += *attempt.moves_lost;
  }
  if (was_solved) level = std::min(level + 1, kLevels);
  if (was_failed) level = std::max(level - 1, 1u);
  if (was_solved && was_early) return;
  if (was_solved) box = std::min(box + 1, kBoxes);
  if (was_failed) box = 1;
  due = attempt.when + kIntervals[box - 1];
}

ProgressByName progress_of(std::span<const Attempt> attempts) {
  ProgressByName progress;
  for (const Attempt& attempt : attempts) progress[attempt.exercise].add(attempt);
  return progress;
}

Choice choose_next(const std::vector<std::string>& names, const ProgressByName& progress,
                   std::chrono::sys_seconds now, const std::set<std::size_t>& avoided) {
  std::optional<std::size_t> fresh, soonest;
  std::chrono::sys_seconds soonest_due{};
  for (std::size_t place = 0; place < names.size(); ++place) {
    if (avoided.contains(place)) continue;
    const auto found = progress.find(names[place]);
    if (found == progress.end()) {
      if (!fresh) fresh = place;
    } else if (!soonest || found->second.due < soonest_due) {
      soonest = place;
      soonest_due = found->second.due;
    }
  }
  if (soonest && soonest_due <= now) return {*soonest, Occasion::Due};
  if (fresh) return {*fresh, Occasion::New};
  return {*soonest, Occasion::Early};
}

std::string due_text(std::chrono::sys_seconds due, std::chrono::sys_seconds now) {
  using namespace std::chrono;
  if (due <= now) return "now";
  const auto wait = due - now;
  if (wait <= minutes(90)) return amount(ceil<minutes>(wait).count(), "minute");
  if (wait < hours(23)) return amount(round<hours>(wait).count(), "hour");
  return amount(std::max(round<days>(wait), days(1)).count(), "day");
}

}  // namespace lucena
