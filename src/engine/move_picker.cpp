// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/move_picker.h"

#include <algorithm>

#include "chess/legal_moves.h"
#include "chess/move_generator.h"
#include "engine/static_exchange.h"

namespace lucena {
namespace {

// The classes of moves are so far apart that no score inside one reaches another.
//
//     captures             100,000,000 + 64 * gain - attacker + history
//     killers, counter      50,000,003 to 50,000,001
//     other quiet moves     three histories, within 49,152 of 0
//     losing captures      200,000,000 less than before they were tried
//     underpromotions     -200,000,000
//
// 64 * gain is at most 64 * (950 + 950) = 121,600, and a history 16,384.
constexpr int kCapture = 100'000'000;
constexpr int kFirstKiller = 50'000'003;
constexpr int kSecondKiller = 50'000'002;
constexpr int kCounterMove = 50'000'001;
constexpr int kLosingCapture = -100'000'000;
constexpr int kUnderpromotion = -200'000'000;

/// Lists captures and promotions, and other moves to squares that count for the type of the man.
class CaptureSink {
 public:
  CaptureSink(MoveList& moves, const Position& position)
      : all_(moves),
        position_(position),
        enemy_(position.men_of(opposite(position.side_to_move()))) {
    targets_.elements.fill(enemy_);
  }

  /// A man gives check from where its attacks, seen from the king, would end: a knight from a
  /// knight's move away, a pawn from where an enemy pawn on the king's square would capture.
  void add_checks() {
    const Color them = opposite(position_.side_to_move());
    const Square king = position_.king(them);
    const Bitboard diagonal = bishop_attacks(king, position_.occupied());
    const Bitboard straight = rook_attacks(king, position_.occupied());
    targets_for(PieceType::Pawn) |= pawn_attacks(them, king);
    targets_for(PieceType::Knight) |= knight_attacks(king);
    targets_for(PieceType::Bishop) |= diagonal;
    targets_for(PieceType::Rook) |= straight;
    targets_for(PieceType::Queen) |= diagonal | straight;
  }

  void piece_moves(Square from, Bitboard targets) {
    all_.piece_moves(from, targets & targets_for(position_.type_at(from)));
  }
  void pawn_moves(Bitboard targets, int step) {
    all_.pawn_moves(targets & targets_for(PieceType::Pawn), step);
  }
  void promotions(Bitboard targets, int step) { all_.promotions(targets, step); }
  void special_move(Move move) {
    if (move.kind() == MoveKind::EnPassant) all_.special_move(move);
  }

 private:
  Bitboard& targets_for(PieceType type) { return targets_[type]; }

  ListingSink all_;
  const Position& position_;
  const Bitboard enemy_;
  ByPieceType<Bitboard> targets_;
};

/// What is captured where nobody stands is a pawn in passing.
PieceType victim_of(const Position& position, Move move) {
  return position.occupied().contains(move.to()) ? position.type_at(move.to()) : PieceType::Pawn;
}

}  // namespace

MovePicker::MovePicker(const Position& position, const OrderingHints& hints, History* history,
                       Kind kind)
    : position_(position), hints_(hints), history_(history), kind_(kind) {}

/// The hash move, if it was handed out already, is not handed out twice.
void MovePicker::list() {
  MoveList moves;
  if (kind_ == Kind::All) {
    ListingSink sink(moves);
    generate_legal_moves(position_, sink);
  } else {
    CaptureSink sink(moves, position_);
    if (kind_ == Kind::CapturesAndChecks) sink.add_checks();
    generate_legal_moves(position_, sink);
  }
  const bool hash_move_was_given = given_ > 0;
  for (const Move move : moves) {
    if (hash_move_was_given && move == hints_.hash_move) continue;
    candidates_[count_++] = {score_of(move), move.bits()};
  }
  listed_ = true;
}

/// Captures by what they win, and among those by what they risk: a pawn takes a queen before a
/// queen does. 64 times the gain outweighs the attacker, but not always what captures like it have
/// done: experience may say that a bishop is the better catch than a knight. A pawn that takes a
/// queen has 64 * 950 - 100 = 60,700, a queen that does 59,850.
int MovePicker::score_of(Move move) const {
  const bool promotes = move.kind() == MoveKind::Promotion;
  if (promotes && move.promoted() != PieceType::Queen) return kUnderpromotion;
  if (promotes || position_.is_capture(move)) {
    const PieceType victim = victim_of(position_, move);
    Value gain = promotes ? exchange_value(PieceType::Queen) : 0;
    if (position_.is_capture(move)) gain += exchange_value(victim);
    const int attacker = exchange_value(position_.type_at(move.from()));
    int score = kCapture + 64 * gain - attacker;
    if (history_ != nullptr) {
      score += history_->capture(ManMove::of(position_, move), victim).value();
    }
    return score;
  }
  if (history_ == nullptr) return 0;
  if (move == hints_.killers[0]) return kFirstKiller;
  if (move == hints_.killers[1]) return kSecondKiller;
  if (move == hints_.counter_move) return kCounterMove;
  int score = history_->quiet(position_.side_to_move(), move).value();
  const ManMove now = ManMove::of(position_, move);
  for (const std::optional<ManMove>& before : hints_.before) {
    if (before) score += history_->follow_up(*before, now).value();
  }
  return score;
}

/// Equal scores are ordered by the bits of the moves, so that every machine sorts alike.
void MovePicker::sort_rest() {
  std::sort(candidates_.data() + next_, candidates_.data() + count_,
            [](const Candidate& a, const Candidate& b) {
              return a.score != b.score ? a.score > b.score : a.bits < b.bits;
            });
  sorted_ = true;
}

/// Mostly one of the first moves is good enough, so sorting pays only after a few.
void MovePicker::bring_best_forward() {
  constexpr std::size_t kSearchedOneByOne = 5;
  if (sorted_) return;
  if (next_ >= kSearchedOneByOne) {
    sort_rest();
    return;
  }
  std::size_t best = next_;
  for (std::size_t i = next_ + 1; i < count_; ++i) {
    if (candidates_[i].score > candidates_[best].score) best = i;
  }
  std::swap(candidates_[best], candidates_[next_]);
}

/// The hash move first, without listing any other: it is often enough. Captures are tried by
/// exchange only when their turn comes; one that loses goes back to its place behind the quiet
/// moves.
std::optional<Move> MovePicker::next() {
  if (!listed_) {
    const bool fits = hints_.hash_move && given_ == 0 &&
                      (kind_ == Kind::All || !is_quiet(position_, *hints_.hash_move)) &&
                      is_legal(position_, *hints_.hash_move);
    if (fits) {
      ++given_;
      return hints_.hash_move;
    }
    list();
  }
  while (next_ < count_) {
    bring_best_forward();
    Candidate& best = candidates_[next_];
    const Move move = Move::from_bits(best.bits);
    const bool capture = best.score > kFirstKiller;
    if (capture && !exchange_gains(position_, move, 0)) {
      best.score += kLosingCapture - kCapture;
      if (sorted_) sort_rest();
      continue;
    }
    last_score_ = best.score;
    ++next_;
    ++given_;
    return move;
  }
  return {};
}

}  // namespace lucena
