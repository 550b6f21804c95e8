// SPDX-License-Identifier: GPL-3.0-or-later
#include "match/match_game.h"

#include <fmt/format.h>

#include <cstdlib>

namespace lucena {
namespace {

/// In the words of the PGN standard.
std::string_view termination(MatchGameEnd end) {
  switch (end) {
    case MatchGameEnd::Rules:
      return "normal";
    case MatchGameEnd::Tables:
      return "adjudication";
    case MatchGameEnd::Time:
      return "time forfeit";
    case MatchGameEnd::IllegalMove:
      return "rules infraction";
    case MatchGameEnd::Crash:
    case MatchGameEnd::Silence:
      return "abandoned";
    case MatchGameEnd::Unfinished:
      return "unterminated";
  }
  return "";
}

/// "+0.35/12 0.204s".
std::string comment_of(const EngineReport& report) {
  std::string text = report.score ? score_text(*report.score) : "?";
  if (report.depth > 0) text += fmt::format("/{}", report.depth);
  return text + fmt::format(" {:.3f}s", report.seconds);
}

}  // namespace

/// Of player 0, who has White if `white` is 0.
unsigned MatchGame::half_points() const {
  if (result == GameResult::Draw) return 1;
  return (result == GameResult::WhiteWins) == (white == 0) ? 2 : 0;
}

std::string score_text(const EngineScore& score) {
  if (score.kind == EngineScore::Kind::Centipawns)
    return fmt::format("{:+.2f}", score.value / 100.0);
  return fmt::format("{}M{}", score.value < 0 ? '-' : '+', std::abs(score.value));
}

/// Round 3.2 is the second game of the third pair. Comments say "book" for the opening's moves,
/// what the engine reported for others, and behind the last one why the game ended.
PgnGame to_pgn_game(const MatchGame& record, const std::array<std::string, 2>& players,
                    const std::string& date, const std::string& time_control) {
  PgnGame game = to_pgn_game(record.game);
  game.result = record.result;
  game.tags = {{"Event", "Engine match"},
               {"Site", "?"},
               {"Date", date},
               {"Round", fmt::format("{}.{}", record.number / 2 + 1, record.number % 2 + 1)},
               {"White", players[record.white]},
               {"Black", players[1 - record.white]},
               {"PlyCount", fmt::format("{}", game.moves.size())},
               {"Termination", std::string(termination(record.end))},
               {"TimeControl", time_control}};
  for (std::size_t i = 0; i < game.moves.size(); ++i) {
    auto& comments = game.moves[i].comments_after;
    if (i < record.opening_plies) {
      comments.push_back("book");
    } else if (i - record.opening_plies < record.reports.size()) {
      comments.push_back(comment_of(record.reports[i - record.opening_plies]));
    }
  }
  auto& last = game.moves.empty() ? game.comments : game.moves.back().comments_after;
  if (last.empty()) {
    last.push_back(record.reason);
  } else {
    last.back() += "; " + record.reason;
  }
  return game;
}

}  // namespace lucena
