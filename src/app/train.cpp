// SPDX-License-Identifier: GPL-3.0-or-later
#include <chrono>
#include <memory>
#include <random>

#include "app/board_style.h"
#include "app/commands.h"
#include "app/line_editor.h"
#include "app/oracle_session.h"
#include "app/output.h"
#include "base/text.h"
#include "endgame/material.h"
#include "trainer/training.h"
#include "trainer/training_report.h"

namespace lucena {
namespace {

constexpr std::string_view kTrainCommand = "lucena train";

struct TrainArguments {
  OracleArguments oracle;
  std::vector<std::string> subjects;
  std::optional<std::string> record;
  std::optional<std::uint64_t> seed;
  bool list = false;
  bool report = false;
  bool ascii = false;
};

std::chrono::sys_seconds present() {
  return std::chrono::floor<std::chrono::seconds>(std::chrono::system_clock::now());
}

/// What somebody may train who names nothing: all lessons, and every ending that was tried before.
std::vector<Subject> all_subjects(const ProgressByName& progress) {
  const std::vector<Lesson>& lessons = built_in_lessons();
  std::vector<Subject> subjects(lessons.begin(), lessons.end());
  for (const auto& [name, ignored] : progress) {
    if (const auto material = Material::parse(name)) subjects.emplace_back(*material);
  }
  return subjects;
}

/// Lessons are words; an ending may be written in several, which stand between those.
std::vector<std::string> join_names(const std::vector<std::string>& words) {
  std::vector<std::string> names, pending;
  const auto settle = [&] {
    for (std::string& ending : join_endings(pending)) names.push_back(std::move(ending));
    pending.clear();
  };
  for (const std::string& word : words) {
    const bool alone = find_subject(word, built_in_lessons()).has_value();
    if (alone) settle();
    (alone ? names : pending).push_back(word);
  }
  settle();
  return names;
}

Result<std::vector<Subject>, TrainerFault> named_subjects(const std::vector<std::string>& words) {
  std::vector<Subject> subjects;
  for (const std::string& text : join_names(words)) {
    auto subject = find_subject(text, built_in_lessons());
    if (!subject) return subject.error();
    subjects.push_back(std::move(*subject));
  }
  return subjects;
}

/// The progress in some subjects alone.
ProgressByName progress_in(const std::vector<Subject>& subjects, const ProgressByName& progress) {
  ProgressByName chosen;
  for (const Subject& subject : subjects) {
    const auto found = progress.find(name_of(subject));
    if (found != progress.end()) chosen.insert(*found);
  }
  return chosen;
}

/// Lines that nobody understands are kept, but somebody should know.
void tell_strange_lines(const TrainingLog& log, const TrainingHistory& history) {
  if (history.strange_lines.empty()) return;
  std::vector<std::string> numbers;
  for (const std::size_t line : history.strange_lines) numbers.push_back(std::to_string(line));
  constexpr std::size_t kMostNumbers = 5;
  if (numbers.size() > kMostNumbers) {
    numbers.resize(kMostNumbers);
    numbers.emplace_back("others");
  }
  complain(kTrainCommand,
           fmt::format("passed over what cannot be understood in {}: line {}",
                       without_controls(log.path().string()), joined(numbers, " and ")));
}

int train(const TrainArguments& arguments, const Oracle::Options& options, const TrainingLog& log,
          std::vector<Subject> subjects) {
  if (const auto fault = log.fault_in_adding()) return refuse(kTrainCommand, *fault);
  OracleSession session(kTrainCommand, options, arguments.oracle.solve);
  StandardConversation conversation(session.guard());
  Training training(conversation, session.oracle(), log, std::move(subjects),
                    {.style = board_style(arguments.ascii),
                     .seed = arguments.seed ? *arguments.seed : std::random_device()(),
                     .now = present});
  const auto fault = training.run();
  if (conversation.fault() && !session.interrupted()) throw *conversation.fault();
  if (fault && !session.interrupted()) complain(kTrainCommand, *fault);
  return session.exit_status(fault ? kFailure : kSuccess);
}

int run_train(const TrainArguments& arguments) {
  auto subjects = named_subjects(arguments.subjects);
  if (!subjects) return refuse(kTrainCommand, subjects.error().message, kUsage);
  auto options = oracle_options(arguments.oracle);
  if (!options) return refuse(kTrainCommand, options.error());
  const TrainingLog log(arguments.record ? std::filesystem::path(*arguments.record)
                                         : options->folder / "training.txt");
  const auto history = log.read();
  if (!history) return refuse(kTrainCommand, history.error());
  tell_strange_lines(log, *history);
  ProgressByName progress = progress_of(history->attempts);
  if (subjects->empty()) {
    *subjects = all_subjects(progress);
  } else {
    progress = progress_in(*subjects, progress);
  }
  if (arguments.list) write_output(lessons_text(built_in_lessons(), progress, present()));
  if (arguments.report) write_output(report_text(progress, built_in_lessons(), present()));
  if (arguments.list || arguments.report) return kSuccess;
  return train(arguments, std::move(*options), log, std::move(*subjects));
}

}  // namespace

Command train_command() {
  const auto declare = [](Arguments& arguments) -> Command::Action {
    auto given = std::make_shared<TrainArguments>();
    arguments.words("[WHAT...]", given->subjects,
                    "lessons or endings (default: what is due, then new lessons)");
    arguments.flag("--list", given->list, "lists the lessons");
    arguments.flag("--report", given->report, "shows what has been tried of it, and how it went");
    arguments.text("--record FILE", given->record,
                   "where that is kept (default: training.txt beside the tables)");
    arguments.flag("--ascii", given->ascii, "shows the board without colours and figures");
    arguments.number("--seed N", given->seed, {0, ~std::uint64_t{0} - 2},
                     "repeats the same chances (default: others each time)");
    declare_oracle(arguments, given->oracle);
    return [given] { return run_train(*given); };
  };
  return {
      "train",
      "Trains endings with you, and brings back what went wrong",
      {{"lucena train", "Lucena plays what is due, then the next lesson"},
       {"lucena train opposition lucena", "Lucena plays these lessons"},
       {"lucena train KQvKR", "Lucena plays positions of an ending, harder as you succeed"},
       {"lucena train --list", "Lucena lists the lessons"},
       {"lucena train --report", "Lucena shows your progress"}},
      declare,
      "What is solved without help comes again after 1, 3, 7, 21 and 60 days; what is not, after\n"
      "10 minutes.\n"};
}

}  // namespace lucena
