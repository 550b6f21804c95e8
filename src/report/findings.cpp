// SPDX-License-Identifier: GPL-3.0-or-later
#include "report/findings.h"

#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "base/text.h"
#include "chess/fen.h"
#include "chess/move_text.h"
#include "chess/pgn.h"
#include "console/move_review.h"
#include "report/stats_output.h"

namespace lucena {
namespace {

/// "at most 27 plies": what whoever wins needs at most, the other holds out for.
std::string limit_text(Worth worth) {
  return fmt::format("{} {}", worth.is_win() ? "at most" : "at least", plies_text(worth.plies()));
}

/// "White mates in 23 moves."
std::string verdict(const Position& position, const Answer& answer) {
  const Color mover = position.side_to_move();
  if (answer.moves.empty()) {
    if (position.in_check()) return fmt::format("{} is checkmated.", name(mover));
    return fmt::format("Drawn: {} is stalemated.", name(mover));
  }
  if (answer.outcome == Outcome::Draw) return "Drawn.";
  const Color winner = answer.mate.is_win() ? mover : opposite(mover);
  if (is_decisive(answer.outcome)) {
    return fmt::format("{} wins: mate in {}.", name(winner), how_soon(answer));
  }
  return fmt::format("Drawn by the 50-move rule; without it, {} wins: mate in {}.", name(winner),
                     moves_text(moves_of(answer.mate)));
}

/// What the clock has to do with it.
std::string clock_text(const Position& position, const Answer& answer) {
  if (answer.moves.empty() || answer.zeroing.is_draw()) return {};
  return fmt::format(
      "DTZ {}: {} until the next capture or pawn move, or mate; the clock is at {} of {}.",
      answer.zeroing.plies(), limit_text(answer.zeroing), position.halfmove_clock(), kClockLimit);
}

std::string conversion_text(const Findings& found) {
  if (!found.conversion || found.conversion->is_draw() || found.answer.moves.empty()) return {};
  return fmt::format("DTC {}: {} until the next capture or promotion, or mate.",
                     found.conversion->plies(), limit_text(*found.conversion));
}

/// "Only Kd6 wins." Where more than three moves do, nobody has to find one.
std::string only_moves_text(const Findings& found) {
  constexpr std::size_t kFew = 3;
  const std::size_t count = found.facts.only_moves.size();
  if (count == 0 || count > kFew) return {};
  std::vector<std::string> moves;
  for (const Move move : found.facts.only_moves) moves.push_back(to_san(found.position, move));
  const std::string_view ending = count == 1 ? "s" : "";
  const Outcome outcome = found.answer.outcome;
  const std::string verb = outcome == Outcome::Win    ? fmt::format("win{}", ending)
                           : outcome == Outcome::Draw ? fmt::format("draw{}", ending)
                                                      : fmt::format("keep{} it so", ending);
  return fmt::format("Only {} {}.", joined(moves, " and "), verb);
}

std::string other_side_text(const PositionFacts& facts) {
  if (!facts.other_side) return {};
  const auto& [position, answer] = *facts.other_side;
  std::string sentence = verdict(position, answer);
  if (sentence.starts_with("Drawn")) sentence.front() = 'd';
  return fmt::format("With {} to move, {}", name(position.side_to_move()), sentence);
}

std::string zugzwang_text(const PositionFacts& facts) {
  if (!facts.zugzwang) return {};
  return fmt::format("Mutual zugzwang: {}.", meaning(*facts.zugzwang));
}

/// Distances are without the 50-move rule. A mate is certain where the rule, with the clock as it
/// is, does not change its distance.
Json value_json(const Position& position, const Answer& answer) {
  return {{"fen", to_fen(position)},
          {"outcome", name(answer.outcome)},
          {"mate_plies", plies_json(answer.mate)},
          {"mate_certain", answer.mate_is_certain},
          {"zeroing_plies", plies_json(answer.zeroing)}};
}

Json moves_json(const Position& position, const Answer& answer) {
  Json moves = Json::array();
  for (const GradedMove& graded : answer.moves) {
    moves.push_back({{"uci", to_uci(graded.move)},
                     {"san", to_san(position, graded.move)},
                     {"outcome", name(graded.outcome)},
                     {"mate_plies", plies_json(graded.mate)},
                     {"mate_certain", graded.mate_is_certain},
                     {"zeroing_plies", plies_json(graded.zeroing)},
                     {"best", graded.best}});
  }
  return moves;
}

Json uci_json(const std::vector<Move>& moves) {
  Json json = Json::array();
  for (const Move move : moves) json.push_back(to_uci(move));
  return json;
}

Result<std::optional<Worth>, OracleFault> conversion_of(Oracle& oracle, const Position& position,
                                                        Conversion wanted) {
  const bool at_hand =
      wanted == Conversion::IfAtHand &&
      oracle.tables().contains(Material::of(position).canonical(), Metric::Conversion);
  if (wanted != Conversion::Solved && !at_hand) return std::optional<Worth>();
  const auto worth = oracle.worth(position, Metric::Conversion);
  if (!worth) return worth.error();
  return std::optional(*worth);
}

}  // namespace

Result<Findings, OracleFault> find_out(Oracle& oracle, const Position& position,
                                       const FindingsWanted& wanted) {
  // First, so that whatever is missing is solved by all metrics at once.
  if (wanted.conversion == Conversion::Solved) {
    if (auto fault = oracle.prepare(Material::of(position), true)) return *fault;
  }
  auto answer = oracle.answer(position);
  if (!answer) return answer.error();
  auto facts = find_facts(oracle, position, *answer);
  if (!facts) return facts.error();
  const auto conversion = conversion_of(oracle, position, wanted.conversion);
  if (!conversion) return conversion.error();
  Findings found{position, std::move(*answer), std::move(*facts), *conversion, {}};
  if (wanted.line) {
    auto played = oracle.best_line(position);
    if (!played) return played.error();
    found.line = std::move(*played);
  }
  return found;
}

std::vector<std::string> sentences_on(const Findings& found) {
  const auto& [position, answer, facts, conversion, line] = found;
  std::vector<std::string> sentences{verdict(position, answer)};
  for (std::string text : {clock_text(position, answer), conversion_text(found),
                           other_side_text(facts), zugzwang_text(facts), only_moves_text(found)}) {
    if (!text.empty()) sentences.push_back(std::move(text));
  }
  return sentences;
}

Json plies_json(Worth worth) {
  return worth.is_draw() ? Json() : Json(worth.plies());
}

Json findings_json(const Findings& found) {
  const auto& [position, answer, facts, conversion, line] = found;
  Json json = value_json(position, answer);
  json["conversion_plies"] = conversion ? plies_json(*conversion) : Json();
  json["only_moves"] = uci_json(facts.only_moves);
  json["mutual_zugzwang"] = facts.zugzwang ? Json(kZugzwangNames[*facts.zugzwang]) : Json();
  json["other_side"] =
      facts.other_side ? value_json(facts.other_side->position, facts.other_side->answer) : Json();
  json["moves"] = moves_json(position, answer);
  if (line) json["line"] = uci_json(line->moves());
  return json;
}

std::string best_play_pgn(const Game& line) {
  PgnGame game = to_pgn_game(line);
  game.tags.insert(game.tags.begin(),
                   {{"Event", "Best play"}, {"White", "Lucena"}, {"Black", "Lucena"}});
  const bool claimed = line.status() == GameStatus::InProgress;
  if (claimed) game.result = GameResult::Draw;
  if (claimed && !game.moves.empty()) {
    game.moves.back().comments_after.push_back(
        fmt::format("drawn: {}", name(line.draw_claims().front())));
  }
  return write_pgn(game);
}

}  // namespace lucena
