// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <memory>
#include <random>
#include <string_view>

#include "base/random.h"
#include "chess/game.h"
#include "oracle/answer.h"

namespace lucena {

/// Somebody who makes moves.
class Player {
 public:
  virtual ~Player() = default;
  /// A legal move; the game must not have ended. What is known about it is by answer_in_game(): who
  /// has players move has it for the review of the move anyway.
  virtual Move choose(const Game& game, const Answer& known) = 0;
};

/// Never errs: it wins within the 50-move rule, and where the distance is certain as quickly as can
/// be, loses as slowly as can be, and keeps every draw. Among equally good moves it chooses by
/// chance. It can be asked about any game: it remembers nothing but its chances.
class PerfectPlayer final : public Player {
 public:
  explicit PerfectPlayer(std::uint64_t seed) : random_(seed) {}
  Move choose(const Game& game, const Answer& known) override;

 private:
  std::mt19937_64 random_;
};

/// Any legal move.
class RandomPlayer final : public Player {
 public:
  explicit RandomPlayer(std::uint64_t seed) : random_(seed) {}
  Move choose(const Game& game, const Answer& known) override;

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

std::unique_ptr<Player> make_player(PlayerKind kind, std::uint64_t seed);

}  // namespace lucena
