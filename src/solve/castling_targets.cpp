// SPDX-License-Identifier: GPL-3.0-or-later
#include "solve/castling_targets.h"

#include <algorithm>
#include <bit>

#include "solve/word_sets.h"

namespace lucena {
namespace {

Worth worth_of_byte(std::uint8_t score, unsigned plies, Metric metric) {
  const MateScore mate(score);
  return metric == Metric::Mate ? Worth::of(mate) : Worth::of(mate, plies);
}

}  // namespace

/// All that one capture, pawn move or both can do; the man who captures makes no difference unless
/// he promotes.
CastlingTargets::CastlingTargets(const CastlingTable& table, const LargeCastlingValues& values)
    : table_(table), values_(values), targets_(kPlaces * kPlaces * kPieceTypes.size()) {
  const std::vector<Piece>& men = table.men();
  add({});
  for (std::size_t i = 0; i < men.size(); ++i) {
    add({.captured = i});
    if (men[i].type != PieceType::Pawn) continue;
    for (const PieceType type : kPromotionTypes) {
      add({.promoting = i, .becomes = type});
      for (std::size_t j = 0; j < men.size(); ++j) {
        const bool can_capture = men[j].color != men[i].color && men[j].type != PieceType::Pawn;
        if (can_capture) add({.captured = j, .promoting = i, .becomes = type});
      }
    }
  }
}

std::size_t CastlingTargets::number_of(const MenChange& change) {
  const std::size_t captured = change.captured.value_or(kMaxOthers);
  const std::size_t promoting = change.promoting.value_or(kMaxOthers);
  return (captured * kPlaces + promoting) * kPieceTypes.size() +
         static_cast<std::size_t>(change.becomes);
}

void CastlingTargets::add(const MenChange& change) {
  auto target = std::make_unique<Target>();
  Material material;
  for (std::size_t i = 0; i < table_.men().size(); ++i) {
    if (i == change.captured) continue;
    Piece man = table_.men()[i];
    if (i == change.promoting) man.type = change.becomes;
    target->men.push_back(man);
    target->places.push_back(i);
    material = material.with(man);
  }
  const bool rook_is_left = change.captured != table_.free_count();
  if (rook_is_left) find_castling_tables(material, *target);
  if (change.captured) find_tables(material, *target);
  targets_[number_of(change)] = std::move(target);
}

/// White alone has a right, so that colours stay as they are. The rook with the right has no digit;
/// he is the one at his place in the table, whatever pawns become.
void CastlingTargets::find_castling_tables(const Material& material, Target& target) const {
  const CastlingEnding ending{material, table_.ending().rights};
  const EndingStore& store = values_.store();
  target.castling_scores = store.castling_table(ending);
  target.castling_plies = store.castling_table(ending, values_.metric());
  const std::vector<Piece>& there = target.castling_scores->men();
  const std::size_t rook = target.castling_scores->free_count();
  std::vector<bool> taken(target.men.size(), false);
  std::vector<std::size_t> by_place(there.size());
  for (std::size_t i = 0; i < there.size(); ++i) {
    if (i == rook) continue;
    std::size_t man = 0;
    while (taken[man] || target.men[man] != there[i] || target.places[man] == table_.free_count()) {
      ++man;
    }
    taken[man] = true;
    by_place[i] = target.places[man];
  }
  for (std::size_t i = rook + 1; i < there.size(); ++i) target.digits.push_back(by_place[i]);
  for (std::size_t i = 0; i < rook; ++i) target.digits.push_back(by_place[i]);
}

/// Captures that end no right lead to tables that nobody has brought.
void CastlingTargets::find_tables(const Material& material, Target& target) const {
  target.scores = values_.smaller(material.canonical(), Metric::Mate);
  target.plies = values_.smaller(material.canonical(), values_.metric());
  if (target.scores == nullptr) return;
  target.orientation = Orientation(material, target.scores->layout());
  for (const std::size_t place : places_in(target.men, target.orientation.men())) {
    target.oriented.push_back(target.places[place]);
  }
}

std::uint64_t CastlingTargets::read(const After& after, std::uint64_t positions,
                                    std::array<Worth, 64>& row) const {
  const Target& target = *targets_[number_of(after.change)];
  Squares squares{};
  for (std::size_t i = 0; i < target.men.size(); ++i) squares[i] = after.squares[target.places[i]];
  const std::uint64_t legal =
      positions & word_sets(after.white_king, target.men, squares).legal[after.side];
  if (legal == 0) return 0;
  if (after.keeps_right) {
    read_kept(target, after, legal, row);
  } else {
    read_lost(target, after, legal, row);
  }
  return legal;
}

void CastlingTargets::read_kept(const Target& target, const After& after, std::uint64_t legal,
                                std::array<Worth, 64>& row) const {
  std::uint32_t number = 0;
  for (const std::size_t man : target.digits) number = number << 6 | after.squares[man];
  for (const Square king : Bitboard(legal)) {
    const Worth mate =
        worth_of_stored(target.castling_scores->value_at(after.side, 0, number, king));
    Worth& here = row[king.byte()];
    here = mate;
    if (values_.metric() == Metric::Mate || mate.is_draw()) continue;
    const unsigned plies = target.castling_plies->value_at(after.side, 0, number, king);
    here = mate.is_win() ? Worth::win(plies) : Worth::loss(plies);
  }
}

/// Where nothing is cursed, there need be no plies, and any that are in time will do.
void CastlingTargets::read_lost(const Target& target, const After& after, std::uint64_t legal,
                                std::array<Worth, 64>& row) const {
  Squares squares{};
  for (std::size_t i = 0; i < target.oriented.size(); ++i) {
    squares[i] = after.squares[target.oriented[i]];
  }
  const auto read = [&](const EndingTable& table, KingsMatrix<std::uint8_t>& matrix) {
    const Color side = target.orientation.as_stored(after.side);
    target.orientation.read(
        squares, {&after.white_king, 1},
        [&](const WordPlace& place) { return table.rows(side, place.skeleton, place.word); },
        matrix);
  };
  KingsMatrix<std::uint8_t> scores, plies;
  read(*target.scores, scores);
  const bool has_plies = values_.metric() != Metric::Mate && target.plies != nullptr;
  if (has_plies) read(*target.plies, plies);
  const auto& of_king = scores[after.white_king.byte()];
  for (const Square king : Bitboard(legal)) {
    const unsigned distance = has_plies ? plies[after.white_king.byte()][king.byte()] : 1;
    row[king.byte()] = worth_of_byte(of_king[king.byte()], distance, values_.metric());
  }
}

}  // namespace lucena
