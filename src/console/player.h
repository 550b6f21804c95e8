// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <random>
#include <string>
#include <string_view>

#include "base/random.h"
#include "chess/game.h"
#include "console/error.h"
#include "engine/book.h"
#include "engine/search_limits.h"
#include "oracle/oracle.h"

namespace lucena {

/// What there is to know for whoever is to move in a game that has not ended.
struct PlayersTurn {
  const Game& game;
  /// By answer_in_game(): who has players move has it for the review of the move anyway. Nothing
  /// where the tables do not know the position, which has too many men for them.
  const Answer* known = nullptr;
  std::optional<ClockTime> clock{};  // of the mover, if there is one
};

/// Somebody who makes moves.
class Player {
 public:
  virtual ~Player() = default;
  /// A legal move; nothing if the program was interrupted meanwhile.
  virtual std::optional<Move> choose(const PlayersTurn& turn) = 0;
};

enum class PlayerKind : std::uint8_t {
  Perfect,    // never errs where tables know the position; elsewhere the engine
  Heuristic,  // the engine's search without tables
  Random,     // any legal move
  Human,      // errs as often as an Elo number says
};
inline constexpr std::array kPlayerKinds{PlayerKind::Perfect, PlayerKind::Heuristic,
                                         PlayerKind::Random, PlayerKind::Human};

/// "perfect", "heuristic", "random", "human".
std::string_view name(PlayerKind kind);

/// The Elo numbers of the human player.
inline constexpr unsigned kWeakestHumanElo = 600;
inline constexpr unsigned kStrongestHumanElo = 2600;
inline constexpr unsigned kUsualHumanElo = 1500;

/// Who plays, and how well. What limits the engine is for positions that tables do not know.
struct PlayerSpec {
  PlayerSpec(PlayerKind player = PlayerKind::Perfect) : kind(player) {}

  PlayerKind kind;
  std::optional<unsigned> elo{};
  std::optional<int> depth{};  // in plies
  std::optional<Milliseconds> move_time{};
  const PolyglotBook* book = nullptr;  // played from while it knows the position
};

/// "perfect", "human of Elo 1200".
std::string name(const PlayerSpec& spec);

/// "perfect", "heuristic", "random", "human" or "human:1200".
Result<PlayerSpec, ConsoleFault> parse_player(std::string_view text);

/// The oracle is for tables that the engine asks while it searches, and to hear of interruptions.
std::unique_ptr<Player> make_player(const PlayerSpec& spec, std::uint64_t seed, Oracle& oracle);

/// Never errs where the answer is known: it wins within the 50-move rule, and where the distance is
/// certain as quickly as can be, loses as slowly as can be, and keeps every draw. Among equally
/// good moves, which stand together at the front, chance decides. Of the moves that draw it is one
/// with the fewest drawing replies.
Move perfect_move(const Answer& known, std::mt19937_64& random);

}  // namespace lucena
