// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "chess/move.h"
#include "chess/position.h"

namespace lucena {

enum class GameResult : std::uint8_t { WhiteWins, BlackWins, Draw, Open };

/// As a PGN has it: "1-0", "0-1", "1/2-1/2" or "*".
std::string_view token(GameResult result);
std::optional<GameResult> parse_game_result(std::string_view token);

/// Where a game stands. Everything but InProgress ends it without anybody's word. By the FIDE laws
/// of 2014 and later: 75 moves and the fifth repetition end a game by themselves.
enum class GameStatus : std::uint8_t {
  InProgress,
  Checkmate,
  Stalemate,
  InsufficientMaterial,
  SeventyFiveMoves,
  FivefoldRepetition,
};

/// "checkmate", "draw by stalemate" and so on.
std::string_view name(GameStatus status);

/// The draws that the player to move may claim, and may also play on.
enum class DrawClaim : std::uint8_t { FiftyMoves, ThreefoldRepetition };

/// "fifty moves without a capture or a pawn move" and so on.
std::string_view name(DrawClaim claim);

/// A starting position and the moves made from it. Every position is kept, which makes taking back
/// and counting repetitions simple.
class Game {
 public:
  /// In plies, as the clock of a position counts: two for each move.
  static constexpr unsigned kFiftyMovesPlies = 100;
  static constexpr unsigned kSeventyFiveMovesPlies = 150;

  explicit Game(const Position& start = Position::initial()) : positions_{start} {}

  const Position& start() const { return positions_.front(); }
  const Position& position() const { return positions_.back(); }
  const std::vector<Move>& moves() const { return moves_; }

  /// Makes a legal move. Whether the game has ended is the caller's concern.
  void make(Move move);
  /// Takes the last move back; there must be one.
  void undo();

  /// How often the present position has occurred in this game, this time included. Equal are
  /// positions with equal keys, by Position::key().
  unsigned repetitions() const;
  /// The same once a legal move is made.
  unsigned repetitions_after(Move move) const;

  /// Checkmate comes before the draws: the mating move counts even as the 150th ply.
  GameStatus status() const;
  GameResult result() const;
  /// "checkmate: White wins", "draw by stalemate" or "White to move".
  std::string status_sentence() const;

  /// None once the game has ended.
  std::vector<DrawClaim> draw_claims() const;

 private:
  /// How often a position has occurred if it stands at this place of the game.
  unsigned occurrences(std::size_t place, const Position& position) const;

  std::vector<Position> positions_;  // the start and one more for each move
  std::vector<Move> moves_;
};

}  // namespace lucena
