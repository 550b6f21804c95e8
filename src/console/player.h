// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <memory>
#include <random>
#include <string_view>

#include "base/random.h"
#include "chess/game.h"
#include "oracle/oracle.h"

namespace lucena {

/// Somebody who makes moves.
class Player {
 public:
  virtual ~Player() = default;
  /// A legal move; the game must not have ended.
  virtual Result<Move, OracleFault> choose(const Game& game) = 0;
};

/// Never errs: it wins as quickly as can be and within the 50-move rule, loses as slowly as can be,
/// and keeps every draw. Among equally good moves it chooses by chance. It can be asked about any
/// game: it remembers nothing but its chances.
class PerfectPlayer final : public Player {
 public:
  PerfectPlayer(Oracle& oracle, const Rules& rules, std::uint64_t seed)
      : oracle_(oracle), rules_(rules), random_(seed) {}
  Result<Move, OracleFault> choose(const Game& game) override;

 private:
  Oracle& oracle_;
  const Rules rules_;
  std::mt19937_64 random_;
};

/// Any legal move.
class RandomPlayer final : public Player {
 public:
  explicit RandomPlayer(std::uint64_t seed) : random_(seed) {}
  Result<Move, OracleFault> choose(const Game& game) override;

 private:
  std::mt19937_64 random_;
};

enum class PlayerKind : std::uint8_t { Perfect, Heuristic, Random };
inline constexpr std::array kPlayerKinds{PlayerKind::Perfect, PlayerKind::Heuristic,
                                         PlayerKind::Random};

/// "perfect", "heuristic", "random".
constexpr std::string_view name(PlayerKind kind) {
  switch (kind) {
    case PlayerKind::Perfect:
      return "perfect";
    case PlayerKind::Heuristic:
      return "heuristic";
    case PlayerKind::Random:
      break;
  }
  return "random";
}

/// The rules and the oracle are for those who know tables.
std::unique_ptr<Player> make_player(PlayerKind kind, Oracle& oracle, const Rules& rules,
                                    std::uint64_t seed);

}  // namespace lucena
