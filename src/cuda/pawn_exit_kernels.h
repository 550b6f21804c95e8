// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "cuda/stored_values.h"

/// The exits of endings with pawns as kernels: what TableExits does, with the values of everything
/// that exits lead to in the device's memory. See move_kernels.h for what a kernel is.
namespace lucena::on_device {

/// Where the exits of one side lead. What a pawn can become is numbered as in kPromotionTypes; men
/// who cannot be meant have no values.
struct ExitPlaces {
  static constexpr int kPromotions = kPromotionTypes.size();

  StoredValues captures[kMaxOthers];  // by the man who is captured
  StoredValues capture_promotions[kMaxOthers][kMaxOthers][kPromotions];  // by pawn and captured man
  StoredValues promotions[kMaxOthers][kPromotions];                      // by pawn
  StoredValues pushes[2];  // into the ending itself, one step and two
};

/// What promotions are worth in an ending that is promoted into large ones, of which nothing else
/// is kept: the best of all promotions of one side, a worth a position, for the skeletons where it
/// has a pawn that can promote.
struct PromotionRows {
  const Worth* rows = nullptr;
  /// By the skeletons that a kernel works on: which rows are theirs, if they have any.
  const std::uint32_t* places = nullptr;

  static constexpr std::uint32_t kNone = ~0u;
};

/// The greater of two.
LUCENA_DEVICE constexpr Worth better_of(Worth a, Worth b) {
  return a < b ? b : a;
}

/// The exits of single positions by a metric.
template <Metric metric>
struct PositionExits {
  MenRules rules;
  const ExitPlaces& places;
  Color us;

  LUCENA_DEVICE Worth best_capture(const MenOnBoard& men) const {
    Worth best = captures_with(men, kKing, rules.board.king[men.king(us)]);
    for (int man = 0; man < rules.problem.men_count; ++man) {
      if (!rules.is_there(men, man, us)) continue;
      best = better_of(best, captures_with(men, man, rules.attacked_by(men, man)));
    }
    return best;
  }

  /// Of all pawns on their last step.
  LUCENA_DEVICE Worth best_promotion(const MenOnBoard& men) const {
    Worth best;
    for (int man = 0; man < rules.problem.men_count; ++man) {
      if (!is_own_pawn(man)) continue;
      const int to = men.square(man) + step_forward(us);
      if (!is_on_last_rank(us, to) || (men.occupied >> to & 1) != 0) continue;
      const MenOnBoard next = rules.after(men, us, man, to, kNobody);
      if (rules.is_in_check(next, us)) continue;
      best = better_of(best, best_of(places.promotions[man], next));
    }
    return best;
  }

  /// Whether any promotion that is left to other men's squares has values. The same for all
  /// positions of a skeleton.
  LUCENA_DEVICE bool has_promotions(const MenOnBoard& men) const {
    for (int man = 0; man < rules.problem.men_count; ++man) {
      if (!is_own_pawn(man) || !is_on_last_rank(us, men.square(man) + step_forward(us))) continue;
      for (const StoredValues& stored : places.promotions[man]) {
        if (stored.has_skeleton_of(men)) return true;
      }
    }
    return false;
  }

  LUCENA_DEVICE Worth best_push(const MenOnBoard& men) const {
    Worth best;
    for (int man = 0; man < rules.problem.men_count; ++man) {
      if (!is_own_pawn(man)) continue;
      const int from = men.square(man), one_step = from + step_forward(us);
      if (is_on_last_rank(us, one_step) || (men.occupied >> one_step & 1) != 0) continue;
      best = better_of(best, push(men, man, one_step, kNobody));
      const int two_steps = one_step + step_forward(us);
      if (!is_on_start_rank(us, from) || (men.occupied >> two_steps & 1) != 0) continue;
      best = better_of(best, push(men, man, two_steps, one_step));
    }
    return best;
  }

 private:
  LUCENA_DEVICE bool is_own_pawn(int man) const {
    return rules.is_pawn(man) && rules.problem.men[man].color == us;
  }
  /// What a move is worth to us that leads to a position worth this to the opponent.
  LUCENA_DEVICE static Worth before(Worth opponents, MoveEffect effect) {
    return opponents.exists() ? worth_before(opponents, metric, effect) : Worth();
  }
  LUCENA_DEVICE Worth exit_into(const StoredValues& stored, const MenOnBoard& men) const {
    return before(stored.worth(rules.board, men), MoveEffect::Conversion);
  }
  LUCENA_DEVICE Worth best_of(const StoredValues (&promoted)[ExitPlaces::kPromotions],
                              const MenOnBoard& men) const {
    Worth best;
    for (const StoredValues& stored : promoted) best = better_of(best, exit_into(stored, men));
    return best;
  }

  LUCENA_DEVICE Worth captures_with(const MenOnBoard& men, int mover, std::uint64_t targets) const {
    Worth best;
    for (int victim = 0; victim < rules.problem.men_count; ++victim) {
      const int to = men.square(victim);
      const bool captures = rules.is_there(men, victim, opposite(us)) && (targets >> to & 1) != 0;
      if (!captures) continue;
      const MenOnBoard next = rules.after(men, us, mover, to, victim);
      if (rules.is_in_check(next, us)) continue;
      const bool promotes = mover != kKing && rules.is_pawn(mover) && is_on_last_rank(us, to);
      const Worth exit = promotes ? best_of(places.capture_promotions[mover][victim], next)
                                  : exit_into(places.captures[victim], next);
      best = better_of(best, exit);
    }
    return best;
  }

  /// A pawn move inside the ending; a double step passes a square.
  LUCENA_DEVICE Worth push(const MenOnBoard& men, int pawn, int to, int passed) const {
    const MenOnBoard next = rules.after(men, us, pawn, to, kNobody);
    if (rules.is_in_check(next, us)) return {};
    Worth opponents = places.pushes[passed == kNobody ? 0 : 1].worth(rules.board, next);
    if (passed != kNobody) opponents = with_en_passant(next, pawn, passed, opponents);
    return before(opponents, MoveEffect::PawnMove);
  }
  /// What the position after a double step is worth to the opponent, who may also take the pawn in
  /// passing: see TableExits::allow_en_passant().
  LUCENA_DEVICE Worth with_en_passant(const MenOnBoard& men, int pawn, int passed,
                                      Worth opponents) const {
    const Color them = opposite(us);
    Worth capture;
    for (int man = 0; man < rules.problem.men_count; ++man) {
      const bool takes = rules.is_there(men, man, them) && rules.is_pawn(man) &&
                         (rules.attacked_by(men, man) >> passed & 1) != 0;
      if (!takes) continue;
      const MenOnBoard next = rules.after(men, them, man, passed, pawn);
      if (!rules.is_in_check(next, them)) capture = better_of(capture, theirs(next, pawn));
    }
    if (!capture.exists()) return opponents;
    const bool may_be_forced = opponents.is_draw() && capture.is_loss();
    if (may_be_forced && !rules.has_move(men, them)) return capture;
    return better_of(opponents, capture);
  }
  /// What they get by capturing this pawn of ours; we are to move then.
  LUCENA_DEVICE Worth theirs(const MenOnBoard& men, int pawn) const {
    return exit_into(places.captures[pawn], men);
  }
};

/// The best exits of all words with one side to move: a worth a position.
///
///     thread    owns one position: word thread / 64, black king on square thread % 64. The threads
///               of a warp have the same men but for him, go the same way and read the same rows.
template <Metric metric>
struct FindExits {
  ProblemGeometry problem;
  const BoardTables* board;
  Color us;
  const ExitPlaces* places;
  PromotionRows promotions;  // none: promotions are looked up in the places
  const std::uint64_t* legal;
  Worth* rows;

  std::uint64_t threads() const { return std::uint64_t{problem.words} * 64; }

  LUCENA_DEVICE void operator()(std::uint64_t thread) const {
    const auto word = static_cast<std::uint32_t>(thread / 64);
    const int black_king = static_cast<int>(thread % 64);
    Worth best;
    if ((legal[word] >> black_king & 1) != 0) {
      const PositionExits<metric> exits{{problem, *board}, *places, us};
      const MenOnBoard men = exits.rules.men_at(word, black_king);
      best = better_of(exits.best_capture(men), exits.best_push(men));
      best = better_of(best, promotions.rows == nullptr ? exits.best_promotion(men)
                                                        : kept_promotion(word, black_king));
    }
    rows[thread] = best;
  }

  LUCENA_DEVICE Worth kept_promotion(std::uint32_t word, int black_king) const {
    const std::uint32_t place = promotions.places[problem.placement_of(word)];
    if (place == PromotionRows::kNone) return {};
    const std::uint64_t words = std::uint64_t{place} << (6 * problem.free_count + 6);
    return promotions.rows[(words + problem.own_word(word)) * 64 + black_king];
  }
};

/// Adds to the rows of promotions what promotions into one ending are worth, as far as that is at
/// hand: a wave of it, if it has pawns. The words are those of the skeletons with a pawn on its
/// last step, whose rows follow each other.
///
///     thread    owns one position, as in FindExits; most skeletons lead to other waves
template <Metric metric>
struct KeepPromotions {
  ProblemGeometry problem;
  const BoardTables* board;
  Color us;
  const ExitPlaces* places;
  Worth* rows;

  std::uint64_t threads() const { return std::uint64_t{problem.words} * 64; }

  LUCENA_DEVICE void operator()(std::uint64_t thread) const {
    const PositionExits<metric> exits{{problem, *board}, *places, us};
    const MenOnBoard men =
        exits.rules.men_at(static_cast<std::uint32_t>(thread / 64), static_cast<int>(thread % 64));
    if (!exits.has_promotions(men) || !exits.rules.are_apart(men)) return;
    const Worth exit = exits.best_promotion(men);
    if (rows[thread] < exit) rows[thread] = exit;
  }
};

}  // namespace lucena::on_device
