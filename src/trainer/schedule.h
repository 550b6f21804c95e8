// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <array>
#include <chrono>
#include <map>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <vector>

#include "trainer/training_log.h"

namespace lucena {

/// Spaced repetition after Leitner. Every exercise is in a box, at first in box 1, and comes again
/// when as much time has passed as its box says:
///
///     box     1           2      3       4       5        6
///     after   10 minutes  1 day  3 days  7 days  21 days  60 days
///
///     solved when it was due, or the first time   a box up, at most to 6
///     solved earlier                              stays in its box and is due when it was
///     solved with help                            stays in its box
///     failed                                      back to box 1
inline constexpr unsigned kBoxes = 6;
inline constexpr std::array<std::chrono::seconds, kBoxes> kIntervals{
    std::chrono::minutes(10), std::chrono::days(1),  std::chrono::days(3),
    std::chrono::days(7),     std::chrono::days(21), std::chrono::days(60)};

/// How difficult positions of an ending are chosen: a level up with every one that is solved, down
/// with every one that is not, from 1 to 6.
inline constexpr unsigned kLevels = 6;

/// What the attempts at one exercise come to.
struct Progress {
  unsigned tries = 0, solved = 0;
  unsigned box = 1, level = 1;
  std::chrono::sys_seconds due{};  // of use once it has been tried
  unsigned measured = 0;           // tries that reached the goal and kept the result all the way
  unsigned moves_lost = 0;         // in those

  void add(const Attempt& attempt);
};

using ProgressByName = std::map<std::string, Progress>;
ProgressByName progress_of(std::span<const Attempt> attempts);

/// Why an exercise comes now.
enum class Occasion : std::uint8_t {
  Due,    // its time has come
  New,    // it has never been tried
  Early,  // there is nothing else
};
struct Choice {
  std::size_t place;
  Occasion occasion;
};

/// The next of some exercises, of which there is at least one: what is due, the longest overdue
/// first; else the first that has never been tried; else what is due soonest. Those to avoid, by
/// their places, are left out; there is another one.
Choice choose_next(const std::vector<std::string>& names, const ProgressByName& progress,
                   std::chrono::sys_seconds now, const std::set<std::size_t>& avoided = {});

/// "now", "in 10 minutes", "in 1 day": when it is due, roughly.
std::string due_text(std::chrono::sys_seconds due, std::chrono::sys_seconds now);

}  // namespace lucena
