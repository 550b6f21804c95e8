// SPDX-License-Identifier: GPL-3.0-or-later
#include "solve/moves.h"

#include "solve/block_kernels.h"
#include "solve/word_sets.h"

namespace lucena::LUCENA_KERNELS {
extern const Moves kMoves;

namespace {

/// What a free man's square adds to a word's number. With two free men, the first on c1 (2) adds 2
/// << 6 = 128 and the second on c1 adds 2.
inline std::uint32_t digit(Square square, int shift) {
  return std::uint32_t{square.byte()} << shift;
}

/// The squares a free man can go to; the black king is in the way of none of them yet. He is
/// another one in each of the 64 positions of a word: squares_between() tells later on which
/// squares he would have been.
template <PieceType type>
Bitboard targets(Square from, std::uint64_t occupied) {
  const Bitboard all(occupied);
  if constexpr (type == PieceType::Knight) return knight_attacks(from) - all;
  if constexpr (type == PieceType::Bishop) return bishop_attacks(from, all) - all;
  if constexpr (type == PieceType::Rook) return rook_attacks(from, all) - all;
  if constexpr (type == PieceType::Queen) return queen_attacks(from, all) - all;
}

/// Calls work.template operator()<type>() for the type of a free man. The type is known once for
/// many words, and each type has loops of its own.
template <class Work>
auto for_type(PieceType type, Work&& work) {
  switch (type) {
    case PieceType::Knight:
      return work.template operator()<PieceType::Knight>();
    case PieceType::Bishop:
      return work.template operator()<PieceType::Bishop>();
    case PieceType::Rook:
      return work.template operator()<PieceType::Rook>();
    default:
      return work.template operator()<PieceType::Queen>();
  }
}

/// Where a source of moves lies: the words of a whole block, or a list of those that hold anything.
struct BlockSource {
  const std::uint64_t* words;  // null: the list
  const std::vector<WordEntry>* entries;
};

inline BlockSource source(const LevelSet& set, const Problem&, std::uint32_t block) {
  if (set.is_crowded(block)) return {set.words(block), nullptr};
  return {nullptr, &set.entries(block)};
}
inline BlockSource source(const PositionSet& set, const Problem& problem, std::uint32_t block) {
  return {set.data() + (std::size_t{block} << problem.block_shift()), nullptr};
}

/// Whole blocks that bring something along, added many at a time, so that each word of the
/// collector is read and written once for all of them.
class WholeBlocks {
 public:
  explicit WholeBlocks(BlockCollector& collector) : collector_(collector) {}

  void add(const std::uint64_t* words, std::uint64_t between) {
    if (count_ == sources_.size()) flush();
    sources_[count_++] = {words, between};
  }
  void flush() {
    if (count_ > 0) block_kernels::add_sources(sources_.data(), count_, collector_.all_words());
    count_ = 0;
  }

 private:
  BlockCollector& collector_;
  std::array<block_kernels::Source, block_kernels::kMaxSources> sources_;
  std::size_t count_ = 0;
};

/// Moves of a man whose square is one of the last two digits: they stay in the block.
template <PieceType type>
void collect_in_block(const Problem& problem, int man, std::uint32_t block,
                      const BlockSource& from_here, BlockCollector& collector) {
  if (from_here.words != nullptr) {
    const std::uint64_t fixed = problem.fixed_squares(block);
    if (man == problem.free_count() - 1) {
      block_kernels::move_inner_man<type>(from_here.words, collector.all_words(), fixed);
    } else {
      block_kernels::move_outer_man<type>(from_here.words, collector.all_words(), fixed);
    }
    return;
  }
  const int shift = problem.shift(man);
  const std::uint32_t offset_mask = problem.block_words() - 1;
  for (const WordEntry& entry : *from_here.entries) {
    const Squares squares = problem.squares(entry.word);
    const Square from(squares[man]);
    const std::uint32_t rest = (entry.word & offset_mask) - digit(from, shift);
    for (const Square to : targets<type>(from, occupied_squares(problem.white_king(entry.word),
                                                                squares, problem.men().size()))) {
      collector.add(rest + digit(to, shift), entry.positions & ~squares_between(from, to).bits());
    }
  }
}

/// The squares of the men who move about inside a block, in one of its words.
inline std::uint64_t squares_in_block(const Problem& problem, std::uint32_t offset) {
  std::uint64_t squares = std::uint64_t{1} << (offset & 63);
  if (problem.block_words() > 64) squares |= std::uint64_t{1} << (offset >> 6);
  return squares;
}

/// Moves of a man who stands still within a block: each leads from another block to the same offset
/// here. The number of a block is the white king's slot and a digit for each such man, as that of a
/// word is; so those blocks differ from this one in the digit of the man. The white king, the other
/// men of that kind and those who are frozen are in the way in all words.
template <PieceType type, class Set>
void collect_across_blocks(const Problem& problem, int man, const Set& set, std::uint32_t block,
                           WholeBlocks& whole, BlockCollector& collector) {
  const int shift = problem.shift(man) - problem.block_shift();
  const Square here(block >> shift & 63);
  const std::uint32_t rest = block - digit(here, shift);
  const std::uint32_t offset_mask = problem.block_words() - 1;
  for (const Square from : targets<type>(here, problem.fixed_squares(block))) {
    const std::uint64_t between = squares_between(from, here).bits();
    const BlockSource there = source(set, problem, rest + digit(from, shift));
    if (there.words != nullptr) {
      whole.add(there.words, between);
      continue;
    }
    for (const WordEntry& entry : *there.entries) {
      const std::uint32_t offset = entry.word & offset_mask;
      if ((between & squares_in_block(problem, offset)) == 0) {
        collector.add(offset, entry.positions & ~between);
      }
    }
  }
}

/// Positions come along in which he would stand on another man or next to the white king; they are
/// not legal and are masked later.
inline void collect_black_king(const Problem& problem, const BlockSource& from_here,
                               BlockCollector& collector) {
  if (from_here.words != nullptr) {
    block_kernels::add_king_moves(from_here.words, collector.all_words());
    return;
  }
  const std::uint32_t offset_mask = problem.block_words() - 1;
  for (const WordEntry& entry : *from_here.entries) {
    collector.add(entry.word & offset_mask, king_moves(entry.positions));
  }
}

/// Each of the up to eight neighbour squares of the white king is a slot of its own, seen through
/// a symmetry; what lies there is brought back through the inverse.
///
/// From d1 (slot 3) the step to c1 leads to slot 2 as it is. The step to e1 leads to slot 3 again,
/// the board in a left-right mirror: e1 is kept as d1.
template <class Set>
void collect_white_king(const Problem& problem, const Set& set, std::uint32_t block,
                        WholeBlocks& whole, BlockCollector& collector) {
  const std::uint32_t first_word = block << problem.block_shift();
  const std::uint32_t offset_mask = problem.block_words() - 1;
  const int slot = problem.slot_of(first_word);
  for (const KingStep& step : problem.king_steps(slot)) {
    const BlockSource there = source(
        set, problem, problem.image(first_word, step.slot, step.symmetry) >> problem.block_shift());
    const Symmetry back = step.symmetry.inverse();
    if (there.words != nullptr) {
      if (back.is_identity()) {
        whole.add(there.words, 0);
      } else {
        block_kernels::add_image(there.words, collector.all_words(), back);
      }
    } else if (back.is_identity()) {
      for (const WordEntry& entry : *there.entries) {
        collector.add(entry.word & offset_mask, entry.positions);
      }
    } else {
      for (const WordEntry& entry : *there.entries) {
        collector.add(problem.image(entry.word, slot, back) & offset_mask, back(entry.positions));
      }
    }
  }
}

/// The union over all men of the mover: where the man comes from another block, the blocks are only
/// noted and added together at the end.
template <class Set>
void collect(const Problem& problem, Color mover, const Set& set, std::uint32_t block,
             BlockCollector& collector) {
  const BlockSource from_here = source(set, problem, block);
  WholeBlocks whole(collector);
  if (mover == Color::Black) {
    if (!problem.black_king_is_frozen()) collect_black_king(problem, from_here, collector);
  } else {
    collect_white_king(problem, set, block, whole, collector);
  }
  for (int man = 0; man < problem.free_count(); ++man) {
    const Piece piece = problem.men()[man];
    if (piece.color != mover) continue;
    for_type(piece.type, [&]<PieceType type>() {
      if (problem.crosses_blocks(man)) {
        collect_across_blocks<type>(problem, man, set, block, whole, collector);
      } else {
        collect_in_block<type>(problem, man, block, from_here, collector);
      }
    });
  }
  whole.flush();
}

/// A candidate has a move to a square if the word there holds it and the black king is not in
/// between. It stays if not: candidates & ~(reachable & ~between), and ~(r & ~b) is ~r | b.
template <PieceType type>
std::uint64_t without_man_move(const Problem& problem, int man, const PositionSet& set,
                               std::uint32_t word, const Squares& squares, std::uint64_t occupied,
                               std::uint64_t candidates) {
  const int shift = problem.shift(man);
  const Square from(squares[man]);
  const std::uint32_t rest = word - digit(from, shift);
  for (const Square to : targets<type>(from, occupied)) {
    const std::uint64_t reachable = set[rest + digit(to, shift)];
    candidates &= ~reachable | squares_between(from, to).bits();
    if (candidates == 0) return 0;
  }
  return candidates;
}

/// What is there stands in the neighbour slot's orientation; the inverse turns it back to this
/// word's.
inline std::uint64_t without_white_king_move(const Problem& problem, const PositionSet& set,
                                             std::uint32_t word, std::uint64_t candidates) {
  for (const KingStep& step : problem.king_steps(problem.slot_of(word))) {
    const std::uint64_t there = set[problem.image(word, step.slot, step.symmetry)];
    if (there != 0) candidates &= ~step.symmetry.inverse()(there);
    if (candidates == 0) return 0;
  }
  return candidates;
}

/// In the order of what a test takes: the black king's moves lead to this very word, those of a man
/// to another word as it is, those of the white king to another word through a symmetry.
inline std::uint64_t without_move(const Problem& problem, Color mover, const PositionSet& set,
                                  std::uint32_t word, std::uint64_t candidates) {
  if (mover == Color::Black && !problem.black_king_is_frozen()) {
    candidates &= ~king_moves(set[word]);
    if (candidates == 0) return 0;
  }
  const Squares squares = problem.squares(word);
  const std::uint64_t all =
      occupied_squares(problem.white_king(word), squares, problem.men().size());
  for (int man = 0; man < problem.free_count(); ++man) {
    const Piece piece = problem.men()[man];
    if (piece.color != mover) continue;
    candidates = for_type(piece.type, [&]<PieceType type>() {
      return without_man_move<type>(problem, man, set, word, squares, all, candidates);
    });
    if (candidates == 0) return 0;
  }
  if (mover == Color::White) return without_white_king_move(problem, set, word, candidates);
  return candidates;
}

// Everything above is inlined whole into each of these: see src/solve/CMakeLists.txt.

LUCENA_FLATTEN void collect_into(const Problem& problem, Color mover, const LevelSet& set,
                                 std::uint32_t block, BlockCollector& collector) {
  collect(problem, mover, set, block, collector);
}

LUCENA_FLATTEN void collect_into_all(const Problem& problem, Color mover, const PositionSet& set,
                                     std::uint32_t block, BlockCollector& collector) {
  collect(problem, mover, set, block, collector);
}

LUCENA_FLATTEN std::uint64_t without_move_into(const Problem& problem, Color mover,
                                               const PositionSet& set, std::uint32_t word,
                                               std::uint64_t candidates) {
  return without_move(problem, mover, set, word, candidates);
}

}  // namespace

constinit const Moves kMoves{collect_into, collect_into_all, without_move_into};

}  // namespace lucena::LUCENA_KERNELS
