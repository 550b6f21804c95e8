// SPDX-License-Identifier: GPL-3.0-or-later
#include "match/play.h"

#include <fmt/format.h>

#include "base/text.h"
#include "chess/move_text.h"

namespace lucena {
namespace {

GameResult win_of(Color color) {
  return color == Color::White ? GameResult::WhiteWins : GameResult::BlackWins;
}

/// Colours are for the board, players for everything else: engines, limits and clocks.
class Arbiter {
 public:
  Arbiter(const Game& opening, const std::array<Seat, 2>& seats, std::size_t white,
          const Adjudicator& adjudicator, const Patience& patience)
      : seats_(seats), adjudicator_(adjudicator), patience_(patience) {
    record_.game = opening;
    record_.opening_plies = opening.moves().size();
    record_.white = white;
    for (std::size_t player = 0; player < 2; ++player) {
      const auto& clock = seats[player].limits->clock;
      if (clock) clocks_[player].emplace(*clock);
    }
  }

  /// The rules come before the tables, so that a mate on the board is reported as one.
  MatchGame play() {
    for (std::size_t player = 0; player < 2 && !over_; ++player) {
      if (const auto fault = seats_[player].engine->new_game()) fail(color_of(player), *fault);
    }
    while (!over_ && !ended_by_rules() && !ended_by_tables()) move();
    return std::move(record_);
  }

 private:
  std::size_t player_of(Color color) const {
    return color == Color::White ? record_.white : 1 - record_.white;
  }
  Color color_of(std::size_t player) const {
    return player == record_.white ? Color::White : Color::Black;
  }

  void finish(GameResult result, MatchGameEnd end, std::string reason) {
    record_.result = result;
    record_.end = end;
    record_.reason = std::move(reason);
    over_ = true;
  }
  /// Whoever breaks off loses, whatever the position.
  void lose(Color loser, MatchGameEnd end, std::string reason) {
    finish(win_of(opposite(loser)), end, std::move(reason));
  }

  /// The engine of this colour gave no move.
  void fail(Color color, const EngineFault& fault) {
    const std::size_t player = player_of(color);
    record_.broken[player] = fault.code != EngineError::Late;
    switch (fault.code) {
      case EngineError::Stopped:
        finish(GameResult::Open, MatchGameEnd::Unfinished, "the match was stopped");
        break;
      case EngineError::Late:
        if (clocks_[player]) {
          lose(color, MatchGameEnd::Time, fmt::format("{} loses on time", name(color)));
        } else {
          lose(color, MatchGameEnd::Time, fmt::format("{} loses: {}", name(color), fault.message));
        }
        break;
      case EngineError::Silent:
        lose(color, MatchGameEnd::Silence,
             fmt::format("{} loses by silence: {}", name(color), fault.message));
        break;
      case EngineError::Flood:
        lose(color, MatchGameEnd::Silence, fmt::format("{} loses: {}", name(color), fault.message));
        break;
      default:
        lose(color, MatchGameEnd::Crash,
             fmt::format("{} loses by a crash: {}", name(color), fault.message));
    }
  }

  /// Draws that could be claimed are drawn at once, as there is nobody to claim them.
  bool ended_by_rules() {
    const Game& game = record_.game;
    if (game.status() != GameStatus::InProgress) {
      finish(game.result(), MatchGameEnd::Rules, game.status_sentence());
    } else if (const auto claims = game.draw_claims(); !claims.empty()) {
      finish(GameResult::Draw, MatchGameEnd::Rules, fmt::format("draw: {}", name(claims.front())));
    }
    return over_;
  }

  bool ended_by_tables() {
    const auto result = adjudicator_.result(record_.game.position());
    if (!result) return false;
    const std::string_view verdict = *result == GameResult::Draw        ? "a draw"
                                     : *result == GameResult::WhiteWins ? "White wins"
                                                                        : "Black wins";
    finish(*result, MatchGameEnd::Tables, fmt::format("{} by the tables", verdict));
    return true;
  }

  /// How long to wait for a move. With "movetime" an engine looks at the clock by itself; that a
  /// busy machine makes it late by up to a second is not its fault.
  double limit_seconds(std::size_t player) const {
    if (clocks_[player]) return clocks_[player]->left_seconds() + patience_.margin_seconds;
    const auto& move_time = seats_[player].limits->move_milliseconds;
    if (move_time) return *move_time / 1000.0 + 1;
    return patience_.move_seconds;
  }

  /// The clock takes the time off before the move is looked at: an illegal one has been thought
  /// about too.
  void move() {
    Game& game = record_.game;
    const Color mover = game.position().side_to_move();
    const std::size_t player = player_of(mover);
    const std::string go =
        go_text(*seats_[player].limits, mover, clocks_[player], clocks_[1 - player]);
    auto report = seats_[player].engine->think(position_text(game.start(), game.moves()), go,
                                               limit_seconds(player));
    if (!report) return fail(mover, report.error());
    if (clocks_[player]) clocks_[player]->spend(report->seconds);
    const auto move = parse_uci(game.position(), report->best_move);
    if (!move) {
      return lose(mover, MatchGameEnd::IllegalMove,
                  fmt::format("{} loses by the illegal move '{}': {}", name(mover),
                              printable(report->best_move), move.error().message));
    }
    game.make(*move);
    record_.reports.push_back(std::move(*report));
  }

  const std::array<Seat, 2>& seats_;
  const Adjudicator& adjudicator_;
  const Patience& patience_;
  std::array<std::optional<PlayerClock>, 2> clocks_;  // by player
  MatchGame record_;
  bool over_ = false;
};

}  // namespace

MatchGame play_game(const Game& opening, const std::array<Seat, 2>& seats, std::size_t white,
                    const Adjudicator& adjudicator, const Patience& patience) {
  return Arbiter(opening, seats, white, adjudicator, patience).play();
}

}  // namespace lucena
