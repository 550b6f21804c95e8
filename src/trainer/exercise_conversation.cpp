// SPDX-License-Identifier: GPL-3.0-or-later
#include "trainer/exercise_conversation.h"

#include "base/text.h"

namespace lucena {
namespace {

constexpr std::string_view kExerciseHelp =
    "This is an exercise. 'skip' or 'next' goes on to another, 'again' begins it\n"
    "anew, 'quit' leaves. 'hint', 'moves' and taking a move back are help: with them\n"
    "the exercise does not count as solved.\n";

}  // namespace

/// An end of the input ends the game as `quit` does.
std::optional<std::string> ExerciseConversation::ask(std::string_view prompt) {
  note_what_happened();
  auto line = person_.ask(prompt);
  const std::string word = line ? lower_case(*line) : "quit";
  if (word == "quit" || word == "exit") {
    leaving_ = Leaving::Quit;
  } else if (word == "skip" || word == "next") {
    leaving_ = Leaving::Next;
  } else if (word == "again") {
    leaving_ = Leaving::Again;
  }
  if (leaving_) return {};
  if (word == "hint" || word == "moves") note_help();
  if (word == "help" || word == "?") say(kExerciseHelp);
  return line;
}

/// A game that has become shorter is one in which a move was taken back.
void ExerciseConversation::note_what_happened() {
  if (record_ == nullptr) return;
  const std::size_t plies = record_->reviews.size();
  if (plies < most_plies_) {
    note_help();
    most_plies_ = plies;
  }
  most_plies_ = std::max(most_plies_, plies);
  const bool was_out_of_reach = out_of_reach_;
  const Color person = record_->game.start().side_to_move();
  out_of_reach_ = record_->scorecard(person).results_changed > 0;
  if (out_of_reach_ && !was_out_of_reach) {
    say("The goal is out of reach. 'why' explains it, 'undo' takes the move back, 'again'\n"
        "begins anew, 'next' goes on.\n");
  }
}

void ExerciseConversation::note_help() {
  if (!helped_) say("That is help: the exercise will not count as solved.\n");
  helped_ = true;
}

}  // namespace lucena
