// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <array>
#include <optional>

#include "chess/position.h"
#include "engine/history.h"

namespace lucena {

/// Neither a capture nor a promotion to a queen.
inline bool is_quiet(const Position& position, Move move) {
  if (position.is_capture(move)) return false;
  return move.kind() != MoveKind::Promotion || move.promoted() != PieceType::Queen;
}

/// What is known about good moves before any is searched.
struct OrderingHints {
  std::optional<Move> hash_move;
  std::array<std::optional<Move>, 2> killers;
  std::optional<Move> counter_move;
  std::array<std::optional<ManMove>, 2> before;  // what was played one and two plies ago
};

/// Hands out the legal moves of a position one by one, the most promising first: the hash move,
/// captures that do not lose material, killers and the counter-move, the other quiet moves by
/// history, captures that lose. Checks are those that the man itself gives from where it goes.
class MovePicker {
 public:
  enum class Kind { All, CapturesAndPromotions, CapturesAndChecks };

  MovePicker(const Position& position, const OrderingHints& hints, History* history, Kind kind);

  /// Nothing once all have been handed out.
  std::optional<Move> next();

  /// Whether there was no move at all, once next() has returned nothing.
  bool empty() const { return given_ == 0; }
  /// Whether the last one handed out loses material or is a promotion to a lesser piece. Everything
  /// better has a score above -50 million.
  bool at_losing_moves() const { return last_score_ < kLosing; }

 private:
  static constexpr int kLosing = -50'000'000;

  struct Candidate {
    int score;
    std::uint16_t bits;
  };

  /// Moves are listed only once the hash move was not enough.
  void list();
  /// In units that only compare; the classes are in move_picker.cpp.
  int score_of(Move move) const;
  void bring_best_forward();
  void sort_rest();

  const Position& position_;
  const OrderingHints hints_;
  History* const history_;
  const Kind kind_;
  bool listed_ = false;
  bool sorted_ = false;
  int last_score_ = 0;
  std::size_t count_ = 0;
  std::size_t next_ = 0;
  std::size_t given_ = 0;
  std::array<Candidate, MoveList::kCapacity> candidates_;
};

}  // namespace lucena
