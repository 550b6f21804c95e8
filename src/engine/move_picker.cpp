// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/move_picker.h"

#include <algorithm>

#include "chess/move_generator.h"
#include "engine/static_exchange.h"

namespace lucena {
namespace {

// The classes of moves are so far apart that no score inside one reaches another.
constexpr int kHashMove = 1'000'000'000;
constexpr int kCapture = 100'000'000;
constexpr int kFirstKiller = 50'000'003;
constexpr int kSecondKiller = 50'000'002;
constexpr int kCounterMove = 50'000'001;
constexpr int kLosingCapture = -100'000'000;
constexpr int kUnderpromotion = -200'000'000;

/// Lists captures and promotions alone.
class CaptureSink {
 public:
  CaptureSink(MoveList& moves, Bitboard enemy) : all_(moves), enemy_(enemy) {}

  void piece_moves(Square from, Bitboard targets) { all_.piece_moves(from, targets & enemy_); }
  void pawn_moves(Bitboard targets, int step) { all_.pawn_moves(targets & enemy_, step); }
  void promotions(Bitboard targets, int step) { all_.promotions(targets, step); }
  void special_move(Move move) {
    if (move.kind() == MoveKind::EnPassant) all_.special_move(move);
  }

 private:
  ListingSink all_;
  const Bitboard enemy_;
};

PieceType victim_of(const Position& position, Move move) {
  return position.occupied().contains(move.to()) ? position.type_at(move.to()) : PieceType::Pawn;
}

}  // namespace

MovePicker::MovePicker(const Position& position, const OrderingHints& hints, History* history,
                       Kind kind)
    : position_(position) {
  MoveList moves;
  if (kind == Kind::All) {
    ListingSink sink(moves);
    generate_legal_moves(position, sink);
  } else {
    CaptureSink sink(moves, position.men_of(opposite(position.side_to_move())));
    generate_legal_moves(position, sink);
  }
  for (const Move move : moves) {
    candidates_[count_++] = {score_of(move, hints, history), move.bits()};
  }
}

int MovePicker::score_of(Move move, const OrderingHints& hints, History* history) const {
  if (move == hints.hash_move) return kHashMove;
  const bool promotes = move.kind() == MoveKind::Promotion;
  if (promotes && move.promoted() != PieceType::Queen) return kUnderpromotion;
  if (promotes || is_capture(position_, move)) {
    const PieceType victim = victim_of(position_, move);
    Value gain = promotes ? exchange_value(PieceType::Queen) : 0;
    if (is_capture(position_, move)) gain += exchange_value(victim);
    const int attacker = exchange_value(position_.type_at(move.from()));
    int score = kCapture + 64 * gain - attacker;
    if (history != nullptr) {
      score += history->capture(ManMove::of(position_, move), victim).value();
    }
    return score;
  }
  if (history == nullptr) return 0;
  if (move == hints.killers[0]) return kFirstKiller;
  if (move == hints.killers[1]) return kSecondKiller;
  if (move == hints.counter_move) return kCounterMove;
  int score = history->quiet(position_.side_to_move(), move).value();
  const ManMove now = ManMove::of(position_, move);
  for (const std::optional<ManMove>& before : hints.before) {
    if (before) score += history->follow_up(*before, now).value();
  }
  return score;
}

std::optional<Move> MovePicker::next() {
  while (given_ < count_) {
    Candidate* const first = candidates_.data() + given_;
    Candidate* const best =
        std::max_element(first, candidates_.data() + count_,
                         [](const Candidate& a, const Candidate& b) { return a.score < b.score; });
    const Move move = Move::from_bits(best->bits);
    const bool capture = best->score > kFirstKiller && best->score < kHashMove;
    if (capture && !exchange_gains(position_, move, 0)) {
      best->score += kLosingCapture - kCapture;
      continue;
    }
    // The rest keeps its order, so that equal moves come as they were generated.
    const Candidate chosen = *best;
    std::copy_backward(first, best, best + 1);
    *first = chosen;
    ++given_;
    return move;
  }
  return {};
}

}  // namespace lucena
