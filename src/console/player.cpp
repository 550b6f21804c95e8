// SPDX-License-Identifier: GPL-3.0-or-later
#include "console/player.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/text.h"
#include "chess/legal_moves.h"
#include "console/human_player.h"
#include "console/thinker.h"
#include "engine/heuristic_player.h"
#include "engine/strength.h"

namespace lucena {
namespace {

/// Where nothing else limits the engine.
constexpr Milliseconds kUsualMoveTime{1000};

/// By the tables where they know the position, else by the engine. It can be asked about any game:
/// it remembers nothing but its chances.
class PerfectPlayer final : public Player {
 public:
  PerfectPlayer(const PlayerSpec& spec, std::uint64_t seed, Oracle& oracle)
      : spec_(spec), seed_(seed), random_(seed), oracle_(oracle) {}

  std::optional<Move> choose(const PlayersTurn& turn) override {
    if (turn.known != nullptr) return perfect_move(*turn.known, random_);
    if (!thinker_) thinker_.emplace(oracle_, Thinker::Options{.tables = !spec_.elo});
    const auto result = thinker_->think(turn.game, limits(turn));
    return result ? result->best : std::nullopt;
  }

 private:
  SearchLimits limits(const PlayersTurn& turn) const {
    SearchLimits limits;
    limits.clock = turn.clock;
    limits.move_time = spec_.move_time;
    if (spec_.depth) limits.depth = *spec_.depth;
    if (spec_.elo) limit_strength(*spec_.elo, turn.game, seed_, limits);
    const bool limited = limits.clock || limits.move_time || spec_.depth || spec_.elo;
    if (!limited) limits.move_time = kUsualMoveTime;
    return limits;
  }

  const PlayerSpec spec_;
  const std::uint64_t seed_;
  std::mt19937_64 random_;
  Oracle& oracle_;
  std::optional<Thinker> thinker_;  // not before it is needed: it has a hash table
};

/// The engine, which knows no tables here.
class EnginePlayer final : public Player {
 public:
  explicit EnginePlayer(std::uint64_t seed) : player_({.seed = seed}) {}
  std::optional<Move> choose(const PlayersTurn& turn) override { return player_.choose(turn.game); }

 private:
  HeuristicPlayer player_;
};

class RandomPlayer final : public Player {
 public:
  explicit RandomPlayer(std::uint64_t seed) : random_(seed) {}
  std::optional<Move> choose(const PlayersTurn& turn) override {
    const MoveList moves = legal_moves(turn.game.position());
    return moves[random_below(moves.size(), random_)];
  }

 private:
  std::mt19937_64 random_;
};

/// Plays from a book as long as it knows the position, and asks another player afterwards.
class BookPlayer final : public Player {
 public:
  BookPlayer(const PolyglotBook& book, std::uint64_t seed, std::unique_ptr<Player> other)
      : book_(book), random_(seed), other_(std::move(other)) {}
  std::optional<Move> choose(const PlayersTurn& turn) override {
    const auto move = book_.choose(turn.game.position(), random_, BookChoice::Weighted);
    return move ? move : other_->choose(turn);
  }

 private:
  const PolyglotBook& book_;
  std::mt19937_64 random_;
  std::unique_ptr<Player> other_;
};

std::unique_ptr<Player> player_without_book(const PlayerSpec& spec, std::uint64_t seed,
                                            Oracle& oracle) {
  switch (spec.kind) {
    case PlayerKind::Perfect:
      return std::make_unique<PerfectPlayer>(spec, seed, oracle);
    case PlayerKind::Heuristic:
      return std::make_unique<EnginePlayer>(seed);
    case PlayerKind::Human:
      return std::make_unique<HumanPlayer>(spec.elo.value_or(kUsualHumanElo), seed, oracle);
    case PlayerKind::Random:
      break;
  }
  return std::make_unique<RandomPlayer>(seed);
}

}  // namespace

std::string_view name(PlayerKind kind) {
  switch (kind) {
    case PlayerKind::Perfect:
      return "perfect";
    case PlayerKind::Heuristic:
      return "heuristic";
    case PlayerKind::Human:
      return "human";
    case PlayerKind::Random:
      break;
  }
  return "random";
}

std::string name(const PlayerSpec& spec) {
  if (spec.kind != PlayerKind::Human) return std::string(name(spec.kind));
  return fmt::format("human of Elo {}", spec.elo.value_or(kUsualHumanElo));
}

Result<PlayerSpec, ConsoleFault> parse_player(std::string_view text) {
  const std::size_t colon = text.find(':');
  const auto kind = std::find_if(kPlayerKinds.begin(), kPlayerKinds.end(), [&](PlayerKind known) {
    return name(known) == lower_case(text.substr(0, colon));
  });
  const auto wrong = [&](std::string_view wanted) {
    return ConsoleFault{ConsoleError::Text,
                        fmt::format("must be {}, not '{}'", wanted, printable(text))};
  };
  const bool known = kind != kPlayerKinds.end();
  if (!known || (colon != std::string_view::npos && *kind != PlayerKind::Human)) {
    return wrong("perfect, heuristic, random or human");
  }
  PlayerSpec spec(*kind);
  if (colon == std::string_view::npos) return spec;
  spec.elo = parse_number<unsigned>(text.substr(colon + 1), kStrongestHumanElo);
  if (!spec.elo || *spec.elo < kWeakestHumanElo) {
    return wrong(fmt::format("human:ELO with {} to {}", kWeakestHumanElo, kStrongestHumanElo));
  }
  return spec;
}

Move perfect_move(const Answer& known, std::mt19937_64& random) {
  const std::vector<GradedMove>& moves = known.moves;
  std::size_t equals = 1;  // of the first one, at the front
  while (equals < moves.size() && !is_better(moves.front(), moves[equals])) ++equals;
  return moves[random_below(equals, random)].move;
}

std::unique_ptr<Player> make_player(const PlayerSpec& spec, std::uint64_t seed, Oracle& oracle) {
  auto player = player_without_book(spec, seed, oracle);
  if (spec.book == nullptr) return player;
  return std::make_unique<BookPlayer>(*spec.book, seed, std::move(player));
}

}  // namespace lucena
