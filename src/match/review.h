// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <algorithm>
#include <atomic>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "chess/pgn.h"
#include "match/limits.h"
#include "oracle/prober.h"
#include "table/outcome.h"
#include "uci/engine_process.h"

namespace lucena {

/// Scores beyond this, mates included, count as this many centipawns, so that a game that is
/// decided anyway cannot outweigh all others.
inline constexpr int kScoreLimit = 1000;

/// How bad a move is by the centipawns it loses. The thresholds are those by which Lichess long
/// judged moves.
enum class MoveGrade : std::uint8_t { Good, Inaccuracy, Mistake, Blunder };
inline constexpr int kInaccuracyLoss = 50, kMistakeLoss = 100, kBlunderLoss = 300;
MoveGrade grade_of_loss(int centipawns);

/// What the judge thinks of a move. Each position is searched once: what it is worth before the
/// move, and, for the opponent, after it. For a mover who stood at +80 and stands at -40 after his
/// move, the loss is 120.
struct JudgedMove {
  int before, after;         // centipawns for the mover, within the limit
  EngineScore white_after;   // for White, as the judge said it
  std::optional<Move> best;  // what the judge would have played
  std::vector<Move> line;    // how it would have gone on, that move included
  bool played_best;

  /// Nothing for the judge's own move.
  int loss() const { return played_best ? 0 : std::max(0, before - after); }
};

/// What the tables know of a move.
struct ExactMove {
  Outcome before, after;  // for the mover, with the 50-move clock
  /// How many moves later the win comes, or sooner the loss, than it need; if the outcome is kept
  /// and both distances are certain under the 50-move rule.
  unsigned moves_lost = 0;

  bool outcome_kept() const { return after == before; }
};

struct ReviewedMove {
  std::optional<JudgedMove> judged;  // not for moves out of a book
  std::optional<ExactMove> exact;    // where there is a table
  bool table_missing = false;        // few men, and no table
};

struct GameReview {
  std::vector<ReviewedMove> moves;  // one for each move of the game
};

/// Whether there can be a table for a position that is worth asking about.
bool is_for_tables(const Position& position);

/// What the tables say of a legal move; nothing if they do not know. Cursed wins and blessed losses
/// count as draws.
std::optional<ExactMove> exact_review(const Position& position, Move move, const Prober& prober);

/// Judges all moves of a game but those that are commented "book". Without a prober nobody looks
/// into tables.
Result<GameReview, EngineFault> review_game(const PgnGame& game, EngineProcess& judge,
                                            const Limits& limits, const Prober* prober);

/// What is known of a player's moves.
struct PlayerReview {
  std::uint64_t games = 0;
  std::uint64_t judged = 0, best = 0, inaccuracies = 0, mistakes = 0, blunders = 0;
  std::uint64_t loss_centipawns = 0;
  std::uint64_t exact = 0, outcomes_lost = 0, moves_lost = 0, tables_missing = 0;
  /// Outcomes given away: from win, draw or loss (first) to another (second), without regard to
  /// curses and blessings.
  std::map<std::pair<Outcome, Outcome>, std::uint64_t> changes = {};

  void add(const ReviewedMove& move);
};

/// Adds a game to the players of its tags White and Black.
void add_review(const PgnGame& game, const GameReview& review,
                std::map<std::string, PlayerReview>& players);

/// The game with the review in comments, glyphs and variations.
PgnGame annotate(PgnGame game, const GameReview& review, const std::string& annotator);

/// Who wants to know what comes of a review. Calls come one at a time, in the order of the games.
class ReviewObserver {
 public:
  virtual ~ReviewObserver() = default;
  /// Whether to go on.
  virtual bool game_reviewed(const PgnGame& game, const GameReview& review) = 0;
  /// Something is not as it was asked for, but the review goes on.
  virtual void warn(const std::string& /*message*/) {}
};

struct ReviewOptions {
  EngineCommand judge;
  Limits limits;
  unsigned concurrency = 1;
  const Prober* prober = nullptr;
};

/// Reviews games until all are done, the observer has had enough or `stopped` is raised. A judge
/// that fails is started again once for each game; if that does not help, the review ends with the
/// fault.
std::optional<EngineFault> review_games(const std::vector<PgnGame>& games,
                                        const ReviewOptions& options, ReviewObserver& observer,
                                        const std::atomic<bool>& stopped);

}  // namespace lucena
