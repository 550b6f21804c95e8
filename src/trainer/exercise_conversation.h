// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "console/conversation.h"
#include "console/game_record.h"

namespace lucena {

/// A conversation about an exercise. It stands between the person and the game, and hears what the
/// game need not know: `skip`, `next` and `again` leave it, what counts as help is noted and said,
/// and so is a goal that is out of reach.
class ExerciseConversation final : public Conversation {
 public:
  /// How the exercise was left; Quit unless something else was said.
  enum class Leaving : std::uint8_t { Quit, Next, Again };

  explicit ExerciseConversation(Conversation& person) : person_(person) {}
  /// The game that is talked about.
  void watch(const GameRecord& record) { record_ = &record; }

  void say(std::string_view text) override { person_.say(text); }
  std::optional<std::string> ask(std::string_view prompt) override;

  bool helped() const { return helped_; }
  /// Nothing if the person did not leave.
  std::optional<Leaving> leaving() const { return leaving_; }

 private:
  void note_what_happened();
  void note_help();

  Conversation& person_;
  const GameRecord* record_ = nullptr;
  std::size_t most_plies_ = 0;  // that the game had so far
  bool helped_ = false, out_of_reach_ = false;
  std::optional<Leaving> leaving_;
};

}  // namespace lucena
