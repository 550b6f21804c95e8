// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <chrono>
#include <functional>
#include <optional>
#include <random>
#include <set>
#include <string>
#include <variant>
#include <vector>

#include "console/board_picture.h"
#include "console/conversation.h"
#include "endgame/material.h"
#include "oracle/oracle.h"
#include "trainer/exercise_conversation.h"
#include "trainer/lesson.h"
#include "trainer/schedule.h"

namespace lucena {

/// Something to train: a lesson, or positions of an ending.
using Subject = std::variant<Lesson, Material>;

/// What progress in it is kept under: "opposition", "KQvKR".
std::string name_of(const Subject& subject);

/// What people call it: the name of a lesson, or its first letters, or an ending.
Result<Subject, TrainerFault> find_subject(std::string_view text,
                                           const std::vector<Lesson>& lessons);

/// An evening with the trainer: exercise after exercise against the perfect opponent, each kept in
/// the record as soon as it is over, until the person leaves.
class Training {
 public:
  struct Options {
    BoardStyle style;
    std::uint64_t seed = 0;
    std::function<std::chrono::sys_seconds()> now;
  };

  /// There is at least one subject.
  Training(Conversation& conversation, Oracle& oracle, const TrainingLog& log,
           std::vector<Subject> subjects, Options options);

  /// What went wrong is for the person: a table is damaged, or the record cannot be kept.
  std::optional<std::string> run();

 private:
  using Leaving = ExerciseConversation::Leaving;
  using Fault = std::string;  // a sentence for the person

  Result<Exercise, Fault> next_exercise();
  Result<Exercise, Fault> exercise_of(const Subject& subject);
  void introduce(const Exercise& exercise);
  /// Plays it once; what the person wants afterwards.
  Result<Leaving, Fault> play(const Exercise& exercise);
  /// Tells what was achieved and keeps it.
  std::optional<Fault> conclude(const Exercise& exercise, const GameRecord& record,
                                const Judgement& judgement);
  /// Asks what to do next.
  Leaving ask_what_next();
  void explain();
  std::optional<Fault> read_progress();
  std::string report() const;
  void say(std::string_view text) { conversation_.say(text); }

  Conversation& conversation_;
  Oracle& oracle_;
  const TrainingLog& log_;
  const std::vector<Subject> subjects_;
  const Options options_;
  std::vector<std::string> names_;  // of the subjects
  std::mt19937_64 random_;
  ProgressByName progress_;
  std::optional<std::size_t> last_;       // the subject of the last exercise
  std::set<std::size_t> skipped_;         // subjects that were left, until there is no other
  std::vector<std::string> explanation_;  // of the first mistake in it
  unsigned tried_ = 0, solved_ = 0;       // this evening
};

}  // namespace lucena
