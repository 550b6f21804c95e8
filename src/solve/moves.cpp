// SPDX-License-Identifier: GPL-3.0-or-later
#include "solve/moves.h"

namespace lucena {
namespace {

/// The squares of all men but the black king.
std::uint64_t occupied(const Problem& problem, std::uint32_t word, const Squares& squares) {
  std::uint64_t set = std::uint64_t{1} << problem.white_king(word).index();
  for (std::size_t i = 0; i < problem.men().size(); ++i) set |= std::uint64_t{1} << squares[i];
  return set;
}

/// The squares a free man can go to; the black king is in the way of none of them yet.
template <PieceType type>
Bitboard targets(Square from, std::uint64_t occupied) {
  if constexpr (type == PieceType::Knight) return knight_attacks(from) - Bitboard(occupied);
  if constexpr (type == PieceType::Bishop) {
    return bishop_attacks(from, Bitboard(occupied)) - Bitboard(occupied);
  }
  if constexpr (type == PieceType::Rook) {
    return rook_attacks(from, Bitboard(occupied)) - Bitboard(occupied);
  }
  if constexpr (type == PieceType::Queen) {
    return queen_attacks(from, Bitboard(occupied)) - Bitboard(occupied);
  }
}

/// Calls work.template operator()<type>() for the type of a free man.
template <class Work>
auto for_type(PieceType type, Work&& work) {
  switch (type) {
    case PieceType::Knight: return work.template operator()<PieceType::Knight>();
    case PieceType::Bishop: return work.template operator()<PieceType::Bishop>();
    case PieceType::Rook: return work.template operator()<PieceType::Rook>();
    default: return work.template operator()<PieceType::Queen>();
  }
}

/// Moves of a man whose square is among the last two digits: they stay in the block.
template <PieceType type>
void collect_in_block(const Problem& problem, int man, const BlockEntries& entries,
                      BlockCollector& collector) {
  const int shift = problem.layout().shift(man);
  const std::uint32_t offset_mask = problem.block_words() - 1;
  for (const WordEntry& entry : entries) {
    const Squares squares = problem.squares(entry.word);
    const Square from(squares[static_cast<std::size_t>(man)]);
    const std::uint32_t rest =
        (entry.word & offset_mask) - (static_cast<std::uint32_t>(from.index()) << shift);
    for (const Square to : targets<type>(from, occupied(problem, entry.word, squares))) {
      collector.add(rest + (static_cast<std::uint32_t>(to.index()) << shift),
                    entry.positions & ~squares_between(from, to).bits());
    }
  }
}

/// Moves of the first of three free men: each leads from another block to the same offset here.
template <PieceType type>
void collect_across_blocks(const Problem& problem, const ThinSet& set, std::uint32_t block,
                           BlockCollector& collector) {
  const std::uint32_t first_word = block << problem.block_shift();
  const Square here(static_cast<int>(block & 63));
  const Square king = problem.white_king(first_word);
  for (const Square from : targets<type>(here, std::uint64_t{1} << king.index())) {
    const std::uint64_t between = squares_between(from, here).bits();
    for (const WordEntry& entry : set[(block & ~63u) | static_cast<std::uint32_t>(from.index())]) {
      const std::uint32_t offset = entry.word & 4095;
      const std::uint64_t others =
          std::uint64_t{1} << (offset >> 6) | std::uint64_t{1} << (offset & 63);
      if ((between & others) == 0) collector.add(offset, entry.positions & ~between);
    }
  }
}

void collect_black_king(const Problem& problem, const BlockEntries& entries,
                        BlockCollector& collector) {
  const std::uint32_t offset_mask = problem.block_words() - 1;
  for (const WordEntry& entry : entries) {
    collector.add(entry.word & offset_mask, king_moves(entry.positions));
  }
}

/// Each of the up to eight neighbour squares of the white king is a slot of its own, seen through
/// a symmetry; what lies there is brought back through the inverse.
void collect_white_king(const Problem& problem, const ThinSet& set, std::uint32_t block,
                        BlockCollector& collector) {
  const std::uint32_t first_word = block << problem.block_shift();
  const std::uint32_t offset_mask = problem.block_words() - 1;
  const int slot = problem.slot_of(first_word);
  for (const KingStep& step : problem.king_steps(slot)) {
    const std::uint32_t there =
        problem.image(first_word, step.slot, step.symmetry) >> problem.block_shift();
    if (step.symmetry.is_identity()) {
      for (const WordEntry& entry : set[there]) {
        collector.add(entry.word & offset_mask, entry.positions);
      }
      continue;
    }
    const Symmetry back = step.symmetry.inverse();
    for (const WordEntry& entry : set[there]) {
      collector.add(problem.image(entry.word, slot, back) & offset_mask, back(entry.positions));
    }
  }
}

template <PieceType type>
std::uint64_t without_man_move(const Problem& problem, int man, const DenseSet& set,
                               std::uint32_t word, const Squares& squares,
                               std::uint64_t occupied_squares, std::uint64_t candidates) {
  const int shift = problem.layout().shift(man);
  const Square from(squares[static_cast<std::size_t>(man)]);
  const std::uint32_t rest = word - (static_cast<std::uint32_t>(from.index()) << shift);
  for (const Square to : targets<type>(from, occupied_squares)) {
    const std::uint64_t reachable = set[rest + (static_cast<std::uint32_t>(to.index()) << shift)];
    candidates &= ~reachable | squares_between(from, to).bits();
    if (candidates == 0) return 0;
  }
  return candidates;
}

std::uint64_t without_white_king_move(const Problem& problem, const DenseSet& set,
                                      std::uint32_t word, std::uint64_t candidates) {
  for (const KingStep& step : problem.king_steps(problem.slot_of(word))) {
    const std::uint64_t there = set[problem.image(word, step.slot, step.symmetry)];
    if (there != 0) candidates &= ~step.symmetry.inverse()(there);
    if (candidates == 0) return 0;
  }
  return candidates;
}

}  // namespace

void collect_moves_into(const Problem& problem, Color mover, const ThinSet& set,
                        std::uint32_t block, BlockCollector& collector) {
  if (mover == Color::Black) {
    collect_black_king(problem, set[block], collector);
  } else {
    collect_white_king(problem, set, block, collector);
  }
  for (int man = 0; man < problem.free_count(); ++man) {
    const Piece piece = problem.men()[static_cast<std::size_t>(man)];
    if (piece.color != mover) continue;
    for_type(piece.type, [&]<PieceType type>() {
      if (problem.crosses_blocks(man)) {
        collect_across_blocks<type>(problem, set, block, collector);
      } else {
        collect_in_block<type>(problem, man, set[block], collector);
      }
    });
  }
}

std::uint64_t without_move_into(const Problem& problem, Color mover, const DenseSet& set,
                                std::uint32_t word, std::uint64_t candidates) {
  if (mover == Color::Black) candidates &= ~king_moves(set[word]);
  if (candidates == 0) return 0;
  const Squares squares = problem.squares(word);
  const std::uint64_t all = occupied(problem, word, squares);
  for (int man = 0; man < problem.free_count(); ++man) {
    const Piece piece = problem.men()[static_cast<std::size_t>(man)];
    if (piece.color != mover) continue;
    candidates = for_type(piece.type, [&]<PieceType type>() {
      return without_man_move<type>(problem, man, set, word, squares, all, candidates);
    });
    if (candidates == 0) return 0;
  }
  if (mover == Color::White) return without_white_king_move(problem, set, word, candidates);
  return candidates;
}

}  // namespace lucena
