// SPDX-License-Identifier: GPL-3.0-or-later
#include "trainer/training.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/text.h"
#include "chess/fen.h"
#include "console/explanation.h"
#include "console/play_session.h"
#include "trainer/ending_exercise.h"
#include "trainer/training_report.h"

namespace lucena {
namespace {

constexpr std::string_view kWhatNext =
    "'next' or an empty line goes on; also 'again', 'why', 'report' and 'quit'.\n";

/// Of a lesson's name. Fewer letters may be part of an ending, such as "v" in "KBN v K".
constexpr std::size_t kShortestBeginning = 3;

/// Why this one comes now.
std::string_view occasion_text(Occasion occasion) {
  if (occasion == Occasion::Due) return "due again";
  return occasion == Occasion::New ? "new" : "early, since nothing is due";
}

std::string achieved(const Judgement& judgement) {
  const unsigned lost = judgement.moves_lost.value_or(0);
  const std::string slower =
      lost > 0 ? fmt::format(", {} slower than best play", moves_text(lost)) : std::string();
  switch (*judgement.grade) {
    case Grade::Solved:
      return fmt::format("Solved{}.", slower);
    case Grade::Helped:
      return fmt::format("The goal is reached with help{}, so it does not count as solved.",
                         slower);
    case Grade::Failed:
      break;
  }
  return "Not solved.";
}

}  // namespace

std::string name_of(const Subject& subject) {
  if (const auto* lesson = std::get_if<Lesson>(&subject)) return lesson->exercise.name;
  return std::get<Material>(subject).name();
}

/// Names of lessons come first: none of them looks like an ending.
Result<Subject, TrainerFault> find_subject(std::string_view text,
                                           const std::vector<Lesson>& lessons) {
  const std::string lower = lower_case(text);
  std::vector<std::string> names, begun;
  const Lesson* last_begun = nullptr;
  for (const Lesson& lesson : lessons) {
    const std::string& name = lesson.exercise.name;
    if (name == lower) return Subject(lesson);
    names.push_back(name);
    if (lower.size() < kShortestBeginning || !name.starts_with(lower)) continue;
    begun.push_back(name);
    last_begun = &lesson;
  }
  if (begun.size() == 1) return Subject(*last_begun);
  if (begun.size() > 1) {
    return TrainerFault{TrainerError::Text,
                        fmt::format("'{}' could be {}", printable(text), joined(begun, " or "))};
  }
  if (const auto material = Material::parse(text)) return Subject(*material);
  const auto meant = closest_match(lower, names);
  return TrainerFault{TrainerError::Text,
                      fmt::format("'{}' is neither a lesson nor an ending; {}", printable(text),
                                  meant ? fmt::format("did you mean '{}'?", *meant)
                                        : std::string("'lucena train --list' shows the lessons"))};
}

Training::Training(Conversation& conversation, Oracle& oracle, const TrainingLog& log,
                   std::vector<Subject> subjects, Options options)
    : conversation_(conversation),
      oracle_(oracle),
      log_(log),
      subjects_(std::move(subjects)),
      options_(std::move(options)),
      random_(options_.seed) {
  for (const Subject& subject : subjects_) names_.push_back(name_of(subject));
}

std::optional<std::string> Training::run() {
  Leaving leaving = Leaving::Next;
  while (leaving != Leaving::Quit) {
    const auto exercise = next_exercise();
    if (!exercise) return exercise.error();
    do {
      introduce(*exercise);
      const auto played = play(*exercise);
      if (!played) return played.error();
      leaving = *played;
    } while (leaving == Leaving::Again);
  }
  if (tried_ > 0) say(fmt::format("{} of {} solved.\n", solved_, tried_));
  return {};
}

/// What others have added to the record meanwhile counts, too.
std::optional<std::string> Training::read_progress() {
  const auto history = log_.read();
  if (!history) return history.error().message;
  progress_ = progress_of(history->attempts);
  return {};
}

Result<Exercise, std::string> Training::next_exercise() {
  if (auto fault = read_progress()) return *fault;
  std::set<std::size_t> avoided = skipped_;
  if (last_) avoided.insert(*last_);
  if (avoided.size() == names_.size()) {
    skipped_.clear();
    avoided.clear();
    if (last_ && names_.size() > 1) avoided.insert(*last_);
  }
  const Choice choice = choose_next(names_, progress_, options_.now(), avoided);
  last_ = choice.place;
  auto exercise = exercise_of(subjects_[choice.place]);
  if (!exercise) return exercise.error();
  say(fmt::format("\n{} ({}): {}\n", exercise->name, occasion_text(choice.occasion),
                  exercise->title));
  return exercise;
}

Result<Exercise, std::string> Training::exercise_of(const Subject& subject) {
  if (const auto* lesson = std::get_if<Lesson>(&subject)) return lesson->exercise;
  const auto known = progress_.find(name_of(subject));
  auto found = find_exercise(oracle_, std::get<Material>(subject),
                             known == progress_.end() ? Progress() : known->second, random_);
  if (!found) return found.error().message;
  return std::move(*found);
}

void Training::introduce(const Exercise& exercise) {
  BoardStyle style = options_.style;
  style.flipped = exercise.person() == Color::Black;
  conversation_.say_paragraph(exercise.text);
  say(fmt::format("\n{}\n", board_picture(exercise.position, {}, style)));
  conversation_.say_paragraph(fmt::format("You play {} and are to move. Goal: {}.",
                                          name(exercise.person()), goal_words(exercise.goal)));
}

Result<Training::Leaving, std::string> Training::play(const Exercise& exercise) {
  PlayOptions options{.rules = {}, .person = {}, .style = options_.style, .seed = random_()};
  options.person[exercise.person()] = true;
  options.style.flipped = exercise.person() == Color::Black;
  options.ends_early = [&](const GameRecord& record) { return end_by_goal(exercise, record); };
  options.leaves_at_end = true;
  ExerciseConversation conversation(conversation_);
  PlaySession session(conversation, oracle_, {exercise.position}, std::move(options));
  conversation.watch(session.record());
  if (auto fault = session.run()) return *fault;
  const Judgement judgement =
      judge(exercise, session.record(), *session.end(), conversation.helped());
  if (auto fault = conclude(exercise, session.record(), judgement)) return *fault;
  return conversation.leaving() ? *conversation.leaving() : ask_what_next();
}

std::optional<std::string> Training::conclude(const Exercise& exercise, const GameRecord& record,
                                              const Judgement& judgement) {
  if (!judgement.grade) {
    skipped_.insert(*last_);
    say("Left without a mistake: that does not count.\n");
    return {};
  }
  const auto now = options_.now();
  const Attempt attempt{now,
                        exercise.name,
                        *judgement.grade,
                        judgement.moves,
                        judgement.moves_lost,
                        to_fen(exercise.position)};
  ++tried_;
  solved_ += attempt.grade == Grade::Solved;
  say(achieved(judgement) + "\n");
  explanation_.clear();
  if (judgement.first_mistake) {
    auto paragraphs = explain_move(oracle_, {}, record, *judgement.first_mistake);
    if (!paragraphs) return paragraphs.error().message;
    explanation_ = std::move(*paragraphs);
    conversation_.say_paragraph("First mistake: " + explanation_.front());
  }
  if (const auto fault = log_.add(attempt)) return fault->message;
  if (auto fault = read_progress()) return fault;
  say(fmt::format("It comes again {}.\n", due_text(progress_.at(exercise.name).due, now)));
  return {};
}

ExerciseConversation::Leaving Training::ask_what_next() {
  say(kWhatNext);
  while (const auto line = conversation_.ask("training> ")) {
    const std::string word = lower_case(*line);
    if (word.empty() || word == "next" || word == "skip") return Leaving::Next;
    if (word == "again") return Leaving::Again;
    if (word == "quit" || word == "exit") return Leaving::Quit;
    if (word == "why") {
      explain();
    } else {
      say(word == "report" ? report() : std::string(kWhatNext));
    }
  }
  return Leaving::Quit;
}

void Training::explain() {
  if (explanation_.empty()) say("There was no mistake.\n");
  for (const std::string& paragraph : explanation_) conversation_.say_paragraph(paragraph);
}

std::string Training::report() const {
  return report_text(progress_, built_in_lessons(), options_.now());
}

}  // namespace lucena
