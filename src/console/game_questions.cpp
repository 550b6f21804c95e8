// SPDX-License-Identifier: GPL-3.0-or-later
#include "console/game_questions.h"

#include <fmt/format.h>

#include "base/text.h"
#include "console/setting_up.h"
#include "engine/strength.h"

namespace lucena {
namespace {

/// A number, or nothing for an empty line.
struct NumberAnswer {
  bool answered = false;  // there was somebody to answer
  std::optional<unsigned> number{};
};

/// Asked until a number within the bounds comes, or an empty line.
NumberAnswer ask_number(Conversation& conversation, std::string_view question,
                        std::string_view prompt, unsigned least, unsigned most) {
  conversation.say_paragraph(question);
  while (const auto line = conversation.ask(prompt)) {
    if (line->empty()) return {true};
    const std::string lower = lower_case(*line);
    if (lower == "quit" || lower == "exit") return {};
    const auto number = parse_number<unsigned>(*line, most);
    if (number && *number >= least) return {true, number};
    conversation.say(fmt::format("Say a number from {} to {}, or nothing.\n", least, most));
  }
  return {};
}

bool ask_strength(Conversation& conversation, bool tables_play, PlayerSpec& opponent) {
  const bool human = opponent.kind == PlayerKind::Human;
  const bool engine = opponent.kind == PlayerKind::Perfect && !tables_play;
  if (!human && !engine) return true;
  const unsigned least = human ? kWeakestHumanElo : kWeakestElo;
  const unsigned most = human ? kStrongestHumanElo : kStrongestElo;
  const std::string usual = human ? fmt::format("{}", kUsualHumanElo) : "full strength";
  const auto answer = ask_number(
      conversation, fmt::format("How strong, as an Elo? ({} to {}; Enter: {})", least, most, usual),
      "elo> ", least, most);
  if (answer.number) opponent.elo = answer.number;
  return answer.answered;
}

}  // namespace

bool ask_rules(Conversation& conversation, const GameQuestions& questions, PlayOptions& options) {
  if (!questions.fifty_moves) return true;
  const auto chosen = ask_choice(conversation, "Is the 50-move rule in force?", "fifty> ",
                                 {"yes", "no"}, options.rules.fifty_moves ? 0 : 1);
  if (chosen) options.rules.fifty_moves = *chosen == 0;
  return chosen.has_value();
}

bool ask_opponent(Conversation& conversation, const GameQuestions& questions, bool tables_play,
                  PlayOptions& options) {
  const bool plays = !(options.person[Color::White] && options.person[Color::Black]);
  if (questions.opponent && plays) {
    std::vector<std::string> names;
    for (const PlayerKind kind : kPlayerKinds) names.emplace_back(name(kind));
    const auto chosen = ask_choice(conversation, "Which opponent?", "opponent> ", names,
                                   static_cast<std::size_t>(options.opponent.kind));
    if (!chosen) return false;
    options.opponent.kind = kPlayerKinds[*chosen];
  }
  if (questions.strength && plays && !ask_strength(conversation, tables_play, options.opponent)) {
    return false;
  }
  if (!questions.max_moves) return true;
  const auto answer =
      ask_number(conversation, "A draw after how many moves? (a number; Enter: no limit)",
                 "max moves> ", 1, 10'000);
  if (answer.number) options.max_moves = answer.number;
  return answer.answered;
}

}  // namespace lucena
