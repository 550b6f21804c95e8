// SPDX-License-Identifier: GPL-3.0-or-later
#include "solve/table_exits.h"

#include <algorithm>

#include "base/simd.h"
#include "chess/legal_moves.h"
#include "solve/word_sets.h"

namespace lucena {
namespace {

std::uint64_t bit(Square square) {
  return std::uint64_t{1} << square.index();
}

int forward(Color color) {
  return color == Color::White ? 8 : -8;
}
int start_rank(Color color) {
  return color == Color::White ? 1 : 6;
}
int last_rank(Color color) {
  return color == Color::White ? 7 : 0;
}

/// What a byte of a view of outcomes means.
template <class Exit>
Exit outcome_exit(std::uint8_t byte) {
  const ExitWorth<Metric::Zeroing> outcome(byte);
  if constexpr (std::is_same_v<Exit, ExitWorth<Metric::Zeroing>>) {
    return outcome;
  } else {
    return Exit::of_outcome(outcome);
  }
}

}  // namespace

/// A slider's path has six squares at most, so there are never more than six to put back.
template <Metric metric, Keeping keeping>
template <class ExitAt>
void TableExits<metric, keeping>::Best::improve_with(ExitAt&& exit_at, std::uint64_t barred) {
  if (!any) exits.fill(Exit());
  any = true;
  // Few squares are barred: cheaper to put them back than to mask.
  Row kept;
  for (std::uint64_t rest = barred; rest != 0; rest &= rest - 1) {
    const int i = std::countr_zero(rest);
    kept[i] = exits[i];
  }
  for (std::size_t i = 0; i < exits.size(); ++i) exits[i] = std::max(exits[i], exit_at(i));
  for (std::uint64_t rest = barred; rest != 0; rest &= rest - 1) {
    const int i = std::countr_zero(rest);
    exits[i] = kept[i];
  }
}

template <Metric metric, Keeping keeping>
void TableExits<metric, keeping>::Best::improve(const MappedView& view, const Squares& squares,
                                                Square white_king, std::uint64_t barred) {
  const Squares mapped = view.mapped(squares);
  if constexpr (!kInMemory) {
    if (view.of_skeleton != nullptr) {
      const Worth* worths = view.of_skeleton->row(mapped, white_king);
      return improve_with([&](std::size_t i) { return Exit(worths[i]); }, barred);
    }
  }
  const std::uint8_t* row = view.view->row(mapped, white_king);
  if constexpr (metric == Metric::Zeroing) {
    if (view.holds_outcomes) {
      return improve_with([&](std::size_t i) { return outcome_exit<Exit>(row[i]); }, barred);
    }
  }
  improve_with([&](std::size_t i) { return Exit::of_exit(ExitWorth<Metric::Mate>(row[i])); },
               barred);
}

template <Metric metric, Keeping keeping>
void TableExits<metric, keeping>::Best::improve(const Row& row) {
  improve_with([&](std::size_t i) { return row[i]; }, 0);
}

template <Metric metric, Keeping keeping>
void TableExits<metric, keeping>::Best::improve_from(Bitboard black_king, Exit exit) {
  if (!any) exits.fill(Exit());
  any = true;
  for (const Square from : black_king) {
    Exit& here = exits[from.byte()];
    here = std::max(here, exit);
  }
}

template <Metric metric, Keeping keeping>
auto TableExits<metric, keeping>::MappedView::meaning(std::uint8_t byte) const -> Exit {
  if constexpr (metric == Metric::Zeroing) {
    if (holds_outcomes) return outcome_exit<Exit>(byte);
  }
  return Exit::of_exit(ExitWorth<Metric::Mate>(byte));
}

template <Metric metric, Keeping keeping>
Squares TableExits<metric, keeping>::MappedView::mapped(const Squares& squares) const {
  Squares result{};
  for (std::size_t i = 0; i < men; ++i) result[i] = squares[man[i]];
  return result;
}

template <Metric metric, Keeping keeping>
auto TableExits<metric, keeping>::MappedView::at(const Squares& squares, Square white_king,
                                                 Square black_king) const -> Exit {
  if constexpr (!kInMemory) {
    if (of_skeleton != nullptr) {
      return Exit(of_skeleton->row(mapped(squares), white_king)[black_king.byte()]);
    }
  }
  return meaning(view->row(mapped(squares), white_king)[black_king.byte()]);
}

/// Men of the view that are ours take their squares from ours, and the one that is not is the piece
/// which the pawn has become. In KRPvKR, for a capture of r with promotion to a queen, the view's
/// men are those of KQRvK: R stands for itself, and Q for the pawn. Those that have a place already
/// keep it.
template <Metric metric, Keeping keeping>
void TableExits<metric, keeping>::map_men(const std::vector<Piece>& view_men, std::size_t victim,
                                          std::size_t promoted, MappedView& mapped) const {
  std::vector<bool> taken(men_.size(), false);
  for (; mapped.men < view_men.size(); ++mapped.men) {
    std::size_t found = kNoMan;
    for (std::size_t j = 0; j < men_.size() && found == kNoMan; ++j) {
      const bool is_here = !taken[j] && j != victim && j != promoted;
      if (is_here && men_[j] == view_men[mapped.men]) found = j;
    }
    assert(found != kNoMan || promoted != kNoMan);
    if (found != kNoMan) taken[found] = true;
    mapped.man[mapped.men] = found != kNoMan ? found : promoted;
  }
}

template <Metric metric, Keeping keeping>
auto TableExits<metric, keeping>::map_view(const ExitSource& source,
                                           const std::vector<Piece>& view_men, std::size_t victim,
                                           std::size_t promoted) -> MappedView {
  MappedView mapped = view_of(source);
  map_men(view_men, victim, promoted, mapped);
  return mapped;
}

template <Metric metric, Keeping keeping>
auto TableExits<metric, keeping>::view_of(const ExitSource& source) -> MappedView {
  MappedView mapped;
  mapped.holds_outcomes = metric == Metric::Zeroing && source.outcomes != nullptr;
  mapped.view = mapped.holds_outcomes ? source.outcomes : source.scores;
  meets_cursed_ |= mapped.holds_outcomes;
  return mapped;
}

template <Metric metric, Keeping keeping>
TableExits<metric, keeping>::TableExits(const Layout& layout, const Tables& own,
                                        ExitTargets& targets)
    : layout_(layout), men_(layout.men()), own_(own) {
  assert(layout.pawn_count() == 0 || (kInMemory && own.scores != nullptr));
  const Material& material = layout.material();
  for (std::size_t victim = 0; victim < men_.size(); ++victim) {
    const Color mover = opposite(men_[victim].color);
    const Material rest = material.without(men_[victim]);
    capture_of_[victim] =
        map_view(targets.captures_into(rest, mover), ordered_men(rest), victim, kNoMan);
    if (is_pawn(victim)) continue;
    for (std::size_t pawn = 0; pawn < men_.size(); ++pawn) {
      if (!is_pawn(pawn) || men_[pawn].color != mover) continue;
      for (const PieceType type : kPromotionTypes) {
        const Material result = rest.without(men_[pawn]).with({mover, type});
        capture_promotions_[pawn][victim].push_back(
            map_view(targets.captures_into(result, mover), ordered_men(result), victim, pawn));
      }
    }
  }
  for (const Color color : kColors) {
    if (material.count(color, PieceType::Pawn) == 0) continue;
    const Piece pawn{color, PieceType::Pawn};
    const std::size_t place = std::find(men_.begin(), men_.end(), pawn) - men_.begin();
    MappedView& mapped = promotion_of_[color];
    mapped = view_of(targets.promotions_of(material, color));
    mapped.men = men_.size();
    mapped.man[0] = place;
    for (std::size_t i = 0, next = 1; i < men_.size(); ++i) {
      if (i != place) mapped.man[next++] = i;
    }
  }
}

template <Metric metric, Keeping keeping>
TableExits<metric, keeping>::TableExits(const Layout& layout, std::uint32_t skeleton,
                                        const LargeTargets& targets)
    : layout_(layout),
      men_(layout.men()),
      ahead_(&targets.ahead),
      skeleton_(layout.skeleton(skeleton)) {
  const Material& material = layout.material();
  for (std::size_t victim = 0; victim < men_.size(); ++victim) {
    const Color mover = opposite(men_[victim].color);
    const Material rest = material.without(men_[victim]);
    capture_of_[victim] = rest.has_pawns() ? map_skeleton_view(targets, rest, victim)
                                           : map_view(targets.captures.captures_into(rest, mover),
                                                      ordered_men(rest), victim, kNoMan);
    if (is_pawn(victim)) continue;
    for (std::size_t pawn = 0; pawn < men_.size(); ++pawn) {
      const bool may_promote = is_pawn(pawn) && men_[pawn].color == mover &&
                               Square(skeleton_[pawn]).rank() == start_rank(opposite(mover));
      if (!may_promote) continue;
      for (const PieceType type : kPromotionTypes) {
        const Piece promoted{mover, type};
        capture_promotions_[pawn][victim].push_back(map_skeleton_view(
            targets, rest.without(men_[pawn]).with(promoted), victim, pawn, promoted));
      }
    }
  }
}

/// The placements of the men who stand still after a capture in a problem: where the pawns are, and
/// for each pawn that may have captured, where it has got to. The man that a pawn has become comes
/// first.
///
///     KRPPvKR, pawns on b6 and e3    White has taken r              b6 e3, a7 e3, c7 e3, b6 d4, b6
///     f4
///                                    Black has taken R              b6 e3
///                                    Black has taken b6             e3
///              pawns on b7 and e3    bxa8 or bxc8, promoting        a8 e3, c8 e3
template <Metric metric, Keeping keeping>
std::vector<Squares> TableExits<metric, keeping>::placements_after_capture(const MappedView& view,
                                                                           std::size_t standing,
                                                                           Color us,
                                                                           bool promotes) const {
  const Squares pawns = view.mapped(skeleton_);
  std::vector<Squares> placements;
  if (!promotes) placements.push_back(pawns);
  for (std::size_t i = 0; i < (promotes ? 1 : standing); ++i) {
    if (men_[view.man[i]].color != us) continue;
    for (const Square to : pawn_attacks(us, Square(pawns[i]))) {
      if ((to.rank() == last_rank(us)) != promotes) continue;
      placements.push_back(pawns);
      placements.back()[i] = to.byte();
    }
  }
  return placements;
}

template <Metric metric, Keeping keeping>
auto TableExits<metric, keeping>::map_skeleton_view(const LargeTargets& targets,
                                                    const Material& result, std::size_t victim,
                                                    std::size_t pawn, std::optional<Piece> promoted)
    -> MappedView {
  const Color us = opposite(men_[victim].color);
  const StandingFirst men(result, promoted);
  MappedView mapped;
  if (promoted) mapped.man[mapped.men++] = pawn;
  map_men(men.men, victim, pawn, mapped);
  skeleton_views_.push_back(std::make_unique<SkeletonView>(
      men, placements_after_capture(mapped, men.standing, us, promoted.has_value())));
  skeleton_views_.back()->fill(result, metric, opposite(us), targets.store, targets.team,
                               targets.cancelled);
  mapped.of_skeleton = skeleton_views_.back().get();
  return mapped;
}

/// Whoever is not ours can be captured, and our pawns can move; all other moves stay inside the
/// problem.
template <Metric metric, Keeping keeping>
bool TableExits<metric, keeping>::best_exits(const Problem& problem, std::uint32_t number, Color us,
                                             Row& row, Ahead& ahead) const {
  const Squares squares = problem.squares(number);
  const Square king = problem.white_king(number);
  const Men men{number, king, squares, occupied_squares(king, squares, men_.size())};
  Best best{row};
  for (std::size_t man = 0; man < men_.size(); ++man) {
    if (men_[man].color != us) {
      captures(men, us, man, best);
    } else if (is_pawn(man)) {
      pawn_moves(men, man, ahead, best);
    }
  }
  return best.any;
}

template <Metric metric, Keeping keeping>
void TableExits<metric, keeping>::find(const Problem& problem, std::uint32_t first_word,
                                       std::span<const WordOfBothSides> legal,
                                       std::span<WordOfBothSides> without_exit,
                                       Events& events) const {
  Ahead ahead = look_ahead();
  with_best_instructions([&] {
    for (std::size_t i = 0; i < legal.size(); ++i) {
      const std::uint32_t word = first_word + i;
      without_exit[i] = legal[i];
      for (const Color us : kColors) {
        Row row;
        if (legal[i][us] == 0 || !best_exits(problem, word, us, row, ahead)) continue;
        without_exit[i][us] = add_row_events(row, legal[i][us], word, events[us]);
      }
    }
  });
}

template <Metric metric, Keeping keeping>
std::optional<FileFault> TableExits<metric, keeping>::finished() const {
  return ahead_ != nullptr ? ahead_->fault() : std::nullopt;
}

/// The kings capture themselves. A white king that takes on `where` stands there afterwards, for
/// all squares of the black king alike: a whole row. A black king that takes can come from any
/// neighbour of `where`, and stands on `where` afterwards: one value of the row, for up to eight
/// positions.
///
/// A capture that leaves the own king in check leads to an illegal position, and in a view those
/// are no moves.
template <Metric metric, Keeping keeping>
void TableExits<metric, keeping>::captures(const Men& men, Color us, std::size_t victim,
                                           Best& best) const {
  const Square where(men.squares[victim]);
  const MappedView& view = capture_of_[victim];
  if (us == Color::White) {
    if (king_attacks(men.white_king).contains(where)) {
      best.improve(view, men.squares, where, 0);
    }
  } else {
    const Exit exit = view.at(men.squares, men.white_king, where);
    if (exit.exists()) best.improve_from(king_attacks(where), exit);
  }
  for (std::size_t mover = 0; mover < men_.size(); ++mover) {
    if (men_[mover].color == us) capture_with(men, mover, victim, best);
  }
}

/// For a capture that promotes, men are mapped for each piece the pawn can become; the pawn's
/// square is then that of the new piece.
template <Metric metric, Keeping keeping>
void TableExits<metric, keeping>::capture_with(const Men& men, std::size_t mover,
                                               std::size_t victim, Best& best) const {
  const Square from(men.squares[mover]), to(men.squares[victim]);
  const Bitboard attacks = is_pawn(mover)
                               ? pawn_attacks(men_[mover].color, from)
                               : piece_attacks(men_[mover].type, from, Bitboard(men.occupied));
  if (!attacks.contains(to)) return;
  Squares after = men.squares;
  after[mover] = to.byte();
  if (is_pawn(mover) && to.rank() == last_rank(men_[mover].color)) {
    for (const MappedView& view : capture_promotions_[mover][victim]) {
      best.improve(view, after, men.white_king, 0);
    }
    return;
  }
  best.improve(capture_of_[victim], after, men.white_king, squares_between(from, to).bits());
}

/// The black king stands on no square yet: where he blocks the pawn, two men share a square after
/// the move, which is not legal. Only the square that a double step passes must be kept in mind.
template <Metric metric, Keeping keeping>
void TableExits<metric, keeping>::pawn_moves(const Men& men, std::size_t pawn, Ahead& ahead,
                                             Best& best) const {
  const Color us = men_[pawn].color;
  const Square from(men.squares[pawn]);
  const Square one_step(from.index() + forward(us));
  if ((men.occupied & bit(one_step)) != 0) return;
  if (one_step.rank() == last_rank(us)) return promotion(men, pawn, one_step, ahead, best);
  push(men, pawn, one_step, 0, ahead, best);
  if (from.rank() != start_rank(us)) return;
  const Square two_steps(one_step.index() + forward(us));
  if ((men.occupied & bit(two_steps)) == 0) push(men, pawn, two_steps, bit(one_step), ahead, best);
}

/// What is kept is the best of all pieces in each place.
template <Metric metric, Keeping keeping>
void TableExits<metric, keeping>::promotion(const Men& men, std::size_t pawn, Square to,
                                            Ahead& ahead, Best& best) const {
  const Color us = men_[pawn].color;
  if constexpr (!kInMemory) {
    PawnSets others;
    for (std::size_t i = 0; i < men_.size(); ++i) {
      if (is_pawn(i) && i != pawn) others[men_[i].color] |= bit(Square(men.squares[i]));
    }
    const Worth* worths = ahead.promotions({us, to, others}, men.word);
    Row row;
    for (std::size_t i = 0; i < row.size(); ++i) row[i] = Exit(worths[i]);
    return best.improve(row);
  }
  const MappedView& mapped = promotion_of_[us];
  if (mapped.view == nullptr) return;
  // The pawn that promotes comes first in the view; a twin of it takes the place it leaves.
  Squares after = men.squares;
  after[pawn] = after[mapped.man[0]];
  after[mapped.man[0]] = to.byte();
  best.improve(mapped, after, men.white_king, bit(to));
}

/// What the positions of a word of this ending are worth to the side to move. With pawns the only
/// symmetry is the left-right mirror, which turns the bits of the file.
template <Metric metric, Keeping keeping>
void TableExits<metric, keeping>::read_ahead(Color side, const WordPlace& place, Ahead& ahead,
                                             Row& row) const {
  const std::size_t flip = place.symmetry.is_identity() ? 0 : 7;
  if constexpr (kInMemory) {
    const std::uint8_t* scores = ahead.scores->rows(side, place.skeleton, place.word);
    const std::uint8_t* values = ahead.values->rows(side, place.skeleton, place.word);
    for (std::size_t i = 0; i < row.size(); ++i) {
      row[i] = Exit::of_position(MateScore(scores[i ^ flip]), values[i ^ flip]);
    }
  } else {
    const Worth* worths = ahead.values(side, place.skeleton, place.word);
    for (std::size_t i = 0; i < row.size(); ++i) row[i] = Exit(worths[i ^ flip]);
  }
}

/// A pawn move inside this ending: a skeleton that is further advanced and solved before. The black
/// king may not stand on `empty`, the square that a double step passes.
template <Metric metric, Keeping keeping>
void TableExits<metric, keeping>::push(const Men& men, std::size_t pawn, Square to,
                                       std::uint64_t empty, Ahead& ahead, Best& best) const {
  const Color us = men_[pawn].color, them = opposite(us);
  Men after = men;
  after.squares[pawn] = to.byte();
  after.occupied ^= bit(Square(men.squares[pawn])) | bit(to);
  const WordSets sets = word_sets(after.white_king, men_, after.squares);
  const std::uint64_t legal = sets.legal[them] & ~empty;
  if (legal == 0) return;
  Row row;
  read_ahead(them, layout_.locate(after.white_king, after.squares), ahead, row);
  if (empty != 0) allow_en_passant(after, pawn, Square(std::countr_zero(empty)), row);
  for (Exit& exit : row) exit = exit.before();
  keep_bits(row, legal);
  best.improve(row);
}

/// After a double step, the opponent may also take the pawn in passing. Where that is his only
/// move, it is forced: better than being mated, but perhaps worse than a stalemate.
///
///     4   . . . p P . . .    After e2-e4 Black may also play dxe3: his pawn goes to x, and the
///     3   . . . . x . . .    one on e4 is gone. That is a position without White's pawn, found
///     2   . . . . . . . .    among the captures of this pawn. The black king is not on x.
///
/// What Black's best value is there, four cases by what he has besides the capture:
///
///     other moves         the better of them and of the capture
///     mated without it    the capture, which is never worse than being mated
///     stalemated          the capture, even if it loses: it is his only move
///     capture illegal     the ordinary value; the view says "no such move"
///
/// Only a draw can hide a stalemate, and only a losing capture makes a difference then, so the move
/// generator is asked for no others.
template <Metric metric, Keeping keeping>
void TableExits<metric, keeping>::allow_en_passant(const Men& after, std::size_t pawn,
                                                   Square passed, Row& exits) const {
  const Color them = opposite(men_[pawn].color);
  Row captures;
  Best best{captures};
  for (std::size_t capturer = 0; capturer < men_.size(); ++capturer) {
    if (men_[capturer] != Piece{them, PieceType::Pawn}) continue;
    if (!pawn_attacks(them, Square(after.squares[capturer])).contains(passed)) continue;
    Squares taken = after.squares;
    taken[capturer] = passed.byte();
    best.improve(capture_of_[pawn], taken, after.white_king, 0);
  }
  if (!best.any) return;
  for (int i = 0; i < Square::kCount; ++i) {
    const bool may_be_forced = exits[i].is_draw() && captures[i].is_loss();
    if (may_be_forced && !has_ordinary_move(after, Square(i), them)) {
      exits[i] = captures[i];
    } else {
      exits[i] = std::max(exits[i], captures[i]);
    }
  }
}

template <Metric metric, Keeping keeping>
bool TableExits<metric, keeping>::has_ordinary_move(const Men& men, Square black_king,
                                                    Color us) const {
  Setup setup;
  setup.side_to_move = us;
  setup[men.white_king] = Piece{Color::White, PieceType::King};
  setup[black_king] = Piece{Color::Black, PieceType::King};
  for (std::size_t i = 0; i < men_.size(); ++i) setup[Square(men.squares[i])] = men_[i];
  const auto position = Position::create(setup);
  return position && has_legal_move(*position);
}

template class TableExits<Metric::Mate>;
template class TableExits<Metric::Zeroing>;
template class TableExits<Metric::Conversion>;
template class TableExits<Metric::Mate, Keeping::OnDisk>;
template class TableExits<Metric::Zeroing, Keeping::OnDisk>;

}  // namespace lucena
