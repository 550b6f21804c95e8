// SPDX-License-Identifier: GPL-3.0-or-later
#include "chess/game.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cassert>

#include "chess/legal_moves.h"

namespace lucena {
namespace {

constexpr ByEnum<GameResult, std::string_view, 4> kResultTokens{"1-0", "0-1", "1/2-1/2", "*"};

}  // namespace

std::string_view token(GameResult result) {
  return kResultTokens[result];
}

std::optional<GameResult> parse_game_result(std::string_view token) {
  const auto found = std::find(kResultTokens.begin(), kResultTokens.end(), token);
  if (found == kResultTokens.end()) return {};
  return static_cast<GameResult>(found - kResultTokens.begin());
}

std::string_view name(GameStatus status) {
  switch (status) {
    case GameStatus::InProgress:
      return "in progress";
    case GameStatus::Checkmate:
      return "checkmate";
    case GameStatus::Stalemate:
      return "draw by stalemate";
    case GameStatus::InsufficientMaterial:
      return "draw by insufficient material";
    case GameStatus::SeventyFiveMoves:
      return "draw by the seventy-five-move rule";
    case GameStatus::FivefoldRepetition:
      return "draw by fivefold repetition";
  }
  assert(false);
  return "";
}

std::string_view name(DrawClaim claim) {
  return claim == DrawClaim::FiftyMoves ? "fifty moves without a capture or a pawn move"
                                        : "the position has occurred three times";
}

void Game::make(Move move) {
  moves_.push_back(move);
  positions_.push_back(position().after(move));
}

void Game::undo() {
  assert(!moves_.empty());
  moves_.pop_back();
  positions_.pop_back();
}

/// The same side has to be to move, so that only every second position back can be the same.
unsigned Game::occurrences(std::size_t place, const Position& position) const {
  // A capture or pawn move cannot be undone on the board, so nothing before it counts. The clock of
  // a starting position may be older than the game.
  const std::size_t reach = std::min<std::size_t>(position.halfmove_clock(), place);
  unsigned count = 1;
  for (std::size_t back = 2; back <= reach; back += 2) {
    count += positions_[place - back].key() == position.key();
  }
  return count;
}

unsigned Game::repetitions() const {
  return occurrences(positions_.size() - 1, position());
}

unsigned Game::repetitions_after(Move move) const {
  return occurrences(positions_.size(), position().after(move));
}

/// What ends a game without anybody's claim. Mate comes first: it counts even if it is given by the
/// move that completes 75 moves or the fifth repetition.
GameStatus Game::status() const {
  if (!has_legal_move(position())) {
    return position().in_check() ? GameStatus::Checkmate : GameStatus::Stalemate;
  }
  if (position().insufficient_material()) return GameStatus::InsufficientMaterial;
  if (position().halfmove_clock() >= kSeventyFiveMovesPlies) return GameStatus::SeventyFiveMoves;
  if (repetitions() >= 5) return GameStatus::FivefoldRepetition;
  return GameStatus::InProgress;
}

GameResult Game::result() const {
  switch (status()) {
    case GameStatus::InProgress:
      return GameResult::Open;
    case GameStatus::Checkmate:
      return position().side_to_move() == Color::Black ? GameResult::WhiteWins
                                                       : GameResult::BlackWins;
    default:
      return GameResult::Draw;
  }
}

std::string Game::status_sentence() const {
  const GameStatus now = status();
  if (now == GameStatus::InProgress) {
    return fmt::format("{} to move", name(position().side_to_move()));
  }
  if (now == GameStatus::Checkmate) {
    return fmt::format("checkmate: {} wins", name(opposite(position().side_to_move())));
  }
  return std::string(name(now));
}

/// What a player may claim. The game goes on if nobody does.
std::vector<DrawClaim> Game::draw_claims() const {
  std::vector<DrawClaim> claims;
  if (status() != GameStatus::InProgress) return claims;
  if (position().halfmove_clock() >= kFiftyMovesPlies) claims.push_back(DrawClaim::FiftyMoves);
  if (repetitions() >= 3) claims.push_back(DrawClaim::ThreefoldRepetition);
  return claims;
}

}  // namespace lucena
