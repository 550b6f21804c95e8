// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/pawn_structure.h"

namespace lucena {
namespace {

/// 8192 structures, less than half a megabyte: small enough for a second-level cache.
constexpr std::size_t kEntryCount = std::size_t{1} << 13;

/// The squares in front of the set, to the end of the board. Each line doubles how far it reaches:
/// 1, 2, 4 and then 8 squares, which is one more than there can be. Of e2, for White:
///
///     after line 1   e3
///     after line 2   e3 e4
///     after line 3   e3 e4 e5 e6
///     in the end     e3 to e8
template <Color color>
Bitboard forward_fill(Bitboard set) {
  set = forward<color>(set);
  set |= forward<color>(set);
  set |= forward<color>(forward<color>(set));
  return set | forward<color>(forward<color>(forward<color>(forward<color>(set))));
}

/// Whole files of whatever is in the set.
Bitboard file_fill(Bitboard set) {
  return set | forward_fill<Color::White>(set) | forward_fill<Color::Black>(set);
}

/// A step to either side.
Bitboard beside(Bitboard set) {
  return shift<Direction::East>(set) | shift<Direction::West>(set);
}

/// Not passed, but no enemy pawn is on its file, and as many pawns can help it past those beside it
/// as can stop it.
template <Color us>
bool is_candidate(Square square, Bitboard own, Bitboard enemy) {
  const Bitboard pawn(square);
  const Bitboard ahead = forward_fill<us>(pawn);
  if (!(ahead & (own | enemy)).empty()) return false;
  const int sentries = (beside(ahead) & enemy).count();
  const int helpers = (beside(pawn | forward_fill<opposite(us)>(pawn)) & own).count();
  return sentries > 0 && helpers >= sentries;
}

/// By sets where all pawns count the same, one by one where the rank counts. An isolated pawn has
/// no friend on the files beside it; of doubled ones each that has another behind it counts.
template <Color us>
Tapered value_of(Bitboard own, Bitboard enemy) {
  constexpr Color them = opposite(us);
  Tapered value;
  const Bitboard guarded = pawn_attack_squares<us>(own);
  const Bitboard isolated = own - beside(file_fill(own));
  value += isolated.count() * kWeights.isolated_pawn;
  value += (own & forward_fill<us>(own)).count() * kWeights.doubled_pawn;
  // Backward: no pawn of ours can ever guard it, and an enemy pawn guards the square in front.
  const Bitboard supportable = guarded | forward_fill<us>(guarded);
  const Bitboard stopped = forward<them>(pawn_attack_squares<them>(enemy));
  const Bitboard backward = (own & stopped) - supportable - isolated;
  value += backward.count() * kWeights.backward_pawn;
  const Bitboard unopposed = own - forward_fill<them>(enemy);
  value += ((isolated | backward) & unopposed).count() * kWeights.weak_on_open_file;
  for (const Square square : own) {
    const int rank = us == Color::White ? square.rank() : 7 - square.rank();
    if (beside(own).contains(square)) value += kWeights.phalanx_pawn[rank];
    if (guarded.contains(square)) value += kWeights.supported_pawn[rank];
    if (is_candidate<us>(square, own, enemy)) value += kWeights.candidate_pawn[rank];
  }
  return value;
}

/// No enemy pawn in front on its own file or beside it. In front of the enemy's pawns are the
/// squares where ours would meet one:
///
///     6   . . p . .
///     5   . x x x .      x: in front of Black's pawn or beside that
///     4   . x x x P      the pawn on e4 is passed, the one on b3, which is an x, is not
///     3   . P x x .
///         a b c d e
template <Color us>
Bitboard passed_pawns(Bitboard own, Bitboard enemy) {
  constexpr Color them = opposite(us);
  const Bitboard enemy_front = forward_fill<them>(enemy);
  const Bitboard behind_own = forward_fill<them>(own);  // only the foremost on a file counts
  return own - enemy_front - beside(enemy_front) - behind_own;
}

/// A square outside it is safe from pawns for the rest of the game, but for captures that bring
/// them to other files.
template <Color us>
Bitboard attack_span(Bitboard own) {
  const Bitboard attacked = pawn_attack_squares<us>(own);
  return attacked | forward_fill<us>(attacked);
}

}  // namespace

PawnStructure analyse_pawns(Bitboard white, Bitboard black) {
  PawnStructure structure;
  structure.pawns = {white, black};
  structure.passed = {passed_pawns<Color::White>(white, black),
                      passed_pawns<Color::Black>(black, white)};
  structure.attack_spans = {attack_span<Color::White>(white), attack_span<Color::Black>(black)};
  structure.value = value_of<Color::White>(white, black) - value_of<Color::Black>(black, white);
  return structure;
}

PawnCache::PawnCache() : entries_(kEntryCount, analyse_pawns(Bitboard(), Bitboard())) {}

/// An entry is known by its pawns themselves, not by the hash, so that a wrong one is never taken.
const PawnStructure& PawnCache::find(const Position& position) {
  const Bitboard white = position.men_of(Color::White, PieceType::Pawn);
  const Bitboard black = position.men_of(Color::Black, PieceType::Pawn);
  // Two odd numbers without pattern spread the pawns over the upper bits.
  const std::uint64_t mixed =
      white.bits() * 0x9e3779b97f4a7c15u ^ black.bits() * 0xc2b2ae3d27d4eb4fu;
  PawnStructure& entry = entries_[(mixed ^ mixed >> 29) * 0x9e3779b97f4a7c15u >> (64 - 13)];
  if (entry.pawns != ByColor<Bitboard>{white, black}) entry = analyse_pawns(white, black);
  return entry;
}

}  // namespace lucena
