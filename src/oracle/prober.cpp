// SPDX-License-Identifier: GPL-3.0-or-later
#include "oracle/prober.h"

#include <algorithm>

#include "chess/legal_moves.h"
#include "endgame/placement.h"

namespace lucena {
namespace {

/// Whether the side to move may have a capture or pawn move at all; most positions have none, and
/// this is quicker to see than to list the moves.
bool may_zero(const Position& position) {
  const Bitboard ours = position.men_of(position.side_to_move());
  if (!(ours & position.men_of(PieceType::Pawn)).empty()) return true;
  const Bitboard victims =
      position.men_of(opposite(position.side_to_move())) - position.men_of(PieceType::King);
  for (const Square victim : victims) {
    if (!(position.attackers_of(victim, position.occupied()) & ours).empty()) return true;
  }
  return false;
}

/// Whether the two mean the same result, the 50-move rule aside.
bool same_result(Worth a, Worth b) {
  return a.is_win() == b.is_win() && a.is_draw() == b.is_draw();
}

/// What is worth no more by any metric than whatever has the same result.
Worth least_of_result(Worth worth) {
  if (worth.is_draw()) return worth;
  return worth.is_win() ? Worth::win(Worth::kMaxPlies) : Worth::loss(0);
}

}  // namespace

/// In KRvKB with Black to move the rook's side is White, and its opponent moves: this takes his
/// moves. In KRvKR a position with Black to move is one of White's with the colours changed, and in
/// a file.
Result<Worth, TableFault> Prober::ordinary_worth(const Position& position, Metric metric,
                                                 Worth ceiling) const {
  const Material material = Material::of(position);
  if (material.men() == 2) return Worth::draw();
  const Ending* ending = tables_.ending_of(material);
  if (ending == nullptr) {
    return TableFault{TableError::NoTable, "there are no tables with so many men"};
  }
  if (!position.castling().empty()) return stored_with_rights(*ending, position, metric);
  const auto found = tables_.parts().find(position);
  // With equal sides, whoever is to move can be seen as White, but not where only a part is known.
  const bool swap = found                 ? found->swap
                    : ending->equal_sides ? position.side_to_move() == Color::Black
                                          : ending->swapped;
  const Color mover = swap ? opposite(position.side_to_move()) : position.side_to_move();
  if (mover == Color::Black) return from_moves(position, metric, ceiling);
  return stored(*ending, found ? found->part.get() : nullptr, position, swap, metric);
}

/// All that the ending can turn into is more than one conversion leads to; a capture that promotes
/// is two of its steps at once.
Result<bool, TableFault> Prober::conversions_are_never_cursed(const Material& material) const {
  for (const Material& next : closure({material})) {
    if (next == material.canonical()) continue;
    const auto never_cursed = is_never_cursed(next);
    if (!never_cursed || !*never_cursed) return never_cursed;
  }
  return true;
}

Result<bool, TableFault> Prober::is_never_cursed(const Position& position) const {
  const auto found = tables_.parts().find(position);
  if (found) {
    const TableFile* zeroing = found->part->tables[Metric::Zeroing].get();
    return zeroing != nullptr && zeroing->info().nothing_is_cursed;
  }
  return is_never_cursed(Material::of(position));
}

Result<const TableFile*, TableFault> Prober::table(const Ending& ending, const SolvedPart* part,
                                                   Metric metric) const {
  if (part == nullptr) return tables_.table(ending, metric);
  if (const TableFile* table = part->tables[metric].get()) return table;
  return TableFault{TableError::NoTable, "there is no table " +
                                             table_file_name(ending.canonical, metric) +
                                             " of what a position can reach"};
}

/// The header of the zeroing file says it for the ending as a whole.
Result<bool, TableFault> Prober::is_never_cursed(const Material& material) const {
  if (material.men() == 2) return true;
  const Ending* ending = tables_.ending_of(material);
  if (ending == nullptr) return false;
  const auto file = tables_.table(*ending, Metric::Zeroing);
  if (!file) return file.error();
  return (*file)->info().nothing_is_cursed;
}

Result<StoredValue, TableFault> Prober::value_at(const TableFile& file, const Ending& ending,
                                                 const SolvedPart* part, Metric metric,
                                                 const Index& index) const {
  auto value = file.value(index);
  if (!value && part == nullptr) tables_.note_fault(ending, metric, value.error());
  return value;
}

/// The mate file has the sign; the other one has plies alone, at the same index.
Result<Worth, TableFault> Prober::stored(const Ending& ending, const SolvedPart* part,
                                         const Position& position, bool swap, Metric metric) const {
  const auto file = table(ending, part, Metric::Mate);
  if (!file) return file.error();
  const Layout& layout = (*file)->geometry().layout();
  const Placement placement = placement_of(position, swap);
  const WordPlace place = layout.locate(placement.white_king, squares_of(placement, layout.men()));
  const Index index{place.skeleton, place.word, place.symmetry(placement.black_king).byte()};
  const auto mate = value_at(**file, ending, part, Metric::Mate, index);
  if (!mate) return mate.error();
  const Worth by_mate = worth_of_stored(*mate);
  if (metric == Metric::Mate || by_mate.is_draw()) return by_mate;
  const auto values = table(ending, part, metric);
  if (!values) return values.error();
  if (metric == Metric::Zeroing && by_mate.is_win() && (*values)->info().nothing_is_cursed) {
    if (by_mate == Worth::win(1)) return by_mate;
    const auto at_once = wins_by_zeroing(position);
    if (!at_once) return at_once.error();
    if (*at_once) return Worth::win(1);
  }
  const auto plies = value_at(**values, ending, part, metric, index);
  if (!plies) return plies.error();
  return by_mate.is_win() ? Worth::win(*plies) : Worth::loss(*plies);
}

Result<Worth, TableFault> Prober::stored_with_rights(const Ending& ending, const Position& position,
                                                     Metric metric) const {
  const CastlingEnding rights = CastlingEnding::of(Material::of(position), position.castling());
  const auto scores = tables_.castling_table(ending, rights, Metric::Mate);
  if (!scores) return scores.error();
  const Worth by_mate = worth_of_stored((*scores)->value(position));
  if (metric == Metric::Mate || by_mate.is_draw()) return by_mate;
  const auto values = tables_.castling_table(ending, rights, metric);
  if (!values) return values.error();
  const unsigned plies = (*values)->value(position);
  return by_mate.is_win() ? Worth::win(plies) : Worth::loss(plies);
}

Result<bool, TableFault> Prober::wins_by_zeroing(const Position& position) const {
  if (!may_zero(position)) return false;
  for (const Move move : legal_moves(position)) {
    if (effect_of(position, move) == MoveEffect::Quiet) continue;
    const auto worth = worth_of_move(position, move, Metric::Zeroing);
    if (!worth) return worth.error();
    if (*worth == Worth::win(1)) return true;
  }
  return false;
}

/// The best move by another metric is one that is best in its result, so that among a win and ten
/// draws only the win is asked for again: mate scores are quick to find and tell which moves the
/// other metrics have to look at. With a ceiling, moves that have its result are looked at at once,
/// since one of them may be above it and enough.
Result<Worth, TableFault> Prober::from_moves(const Position& position, Metric metric,
                                             Worth ceiling) const {
  MoveList moves;
  for (const Move move : legal_moves(position)) {
    if (move.kind() != MoveKind::EnPassant) moves.push_back(move);
  }
  if (moves.empty()) return position.in_check() ? Worth::loss(0) : Worth::draw();
  std::array<Worth, MoveList::kCapacity> mates, worths;  // the latter as far as they are known
  Worth best_mate;
  for (std::size_t i = 0; i < moves.size(); ++i) {
    const auto mate = worth_of_move(position, moves[i], Metric::Mate);
    if (!mate) return mate;
    mates[i] = *mate;
    best_mate = std::max(best_mate, *mate);
    const Worth at_least = metric == Metric::Mate ? best_mate : least_of_result(best_mate);
    if (at_least > ceiling) return at_least;
    const bool may_be_enough =
        ceiling < kNoCeiling && !mate->is_draw() && same_result(*mate, ceiling);
    if (metric == Metric::Mate || !may_be_enough) continue;
    const auto worth = worth_of_move(position, moves[i], metric);
    if (!worth || *worth > ceiling) return worth;
    worths[i] = *worth;
  }
  if (metric == Metric::Mate || best_mate.is_draw()) return best_mate;
  Worth best;
  for (std::size_t i = 0; i < moves.size(); ++i) {
    if (!same_result(mates[i], best_mate)) continue;
    if (!worths[i].exists()) {
      const auto worth = worth_of_move(position, moves[i], metric);
      if (!worth) return worth;
      worths[i] = *worth;
    }
    best = std::max(best, worths[i]);
  }
  return best;
}

}  // namespace lucena
