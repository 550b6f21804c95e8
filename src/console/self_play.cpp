// SPDX-License-Identifier: GPL-3.0-or-later
#include "console/self_play.h"

#include <fmt/format.h>

#include "base/text.h"
#include "oracle/game_answer.h"

namespace lucena {

/// Every move is reviewed by the tables, whoever made it.
Result<SelfPlayGame, OracleFault> self_play(Oracle& oracle, const Position& start,
                                            const SelfPlayOptions& options,
                                            const MoveWatcher& watch) {
  ByColor<std::unique_ptr<Player>> players;
  for (const Color color : kColors) {
    // Two players of a kind must not share their chances.
    const std::uint64_t seed = options.seed + (color == Color::White ? 0 : 1);
    players[color] = make_player(options.players[color], seed, oracle);
  }
  GameRecord record{Game(start)};
  const std::size_t most_plies = 2 * std::size_t{options.max_moves};
  while (true) {
    if (auto end = end_of(record.game, options.rules)) {
      return SelfPlayGame{std::move(record), std::move(*end)};
    }
    if (record.reviews.size() == most_plies) {
      return SelfPlayGame{std::move(record),
                          {GameResult::Open, moves_played_text(options.max_moves)}};
    }
    const auto answer = answer_in_game(oracle, record.game, options.rules);
    if (!answer) return answer.error();
    const Color mover = record.game.position().side_to_move();
    const auto move = players[mover]->choose({record.game, &*answer});
    if (!move) return OracleFault{OracleError::Cancelled, "interrupted"};
    record.make(review_move(*answer, *move));
    watch(record);
  }
}

std::string last_move_text(const GameRecord& record, const BoardStyle& style) {
  Game before = record.game;
  const Move move = before.moves().back();
  before.undo();
  return fmt::format("{}\n\n{}\n", numbered_move(before.position(), move),
                     board_picture(record.game.position(), move, style));
}

std::string self_play_report(const SelfPlayGame& game, const SelfPlayOptions& options) {
  std::string text = fmt::format("{}.\n", end_sentence(game.end));
  for (const Color color : kColors) {
    text += fmt::format("{} ({}): {}.\n", name(color), name(options.players[color]),
                        scorecard_text(game.record.scorecard(color), game.record.game));
  }
  return text;
}

void SelfPlayTotals::add(const SelfPlayGame& game) {
  ++games;
  white_wins += game.end.result == GameResult::WhiteWins;
  black_wins += game.end.result == GameResult::BlackWins;
  draws += game.end.result == GameResult::Draw;
  unfinished += game.end.result == GameResult::Open;
  for (const Color color : kColors) {
    const Scorecard card = game.record.scorecard(color);
    Scorecard& sum = cards[color];
    sum.moves += card.moves;
    sum.best_moves += card.best_moves;
    sum.moves_lost += card.moves_lost;
    sum.results_changed += card.results_changed;
  }
}

std::string totals_text(const SelfPlayTotals& totals, const SelfPlayOptions& options) {
  std::string text = fmt::format("{}: White won {}, Black won {}, {} drawn, {} unfinished\n",
                                 counted(totals.games, "game"), totals.white_wins,
                                 totals.black_wins, totals.draws, totals.unfinished);
  for (const Color color : kColors) {
    const Scorecard& card = totals.cards[color];
    text += fmt::format(
        "{} ({}): {} of {} best, {} lost, the result changed {}\n", name(color),
        name(options.players[color]), card.best_moves, moves_text(card.moves),
        moves_text(card.moves_lost),
        card.results_changed == 1 ? "once" : fmt::format("{} times", card.results_changed));
  }
  return text;
}

}  // namespace lucena
