// SPDX-License-Identifier: GPL-3.0-or-later
#include "solve/moves.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <memory>
#include <numeric>
#include <set>

#include "chess/legal_moves.h"
#include "solve/castling_table.h"
#include "solve/word_sets.h"
#include "support/given.h"
#include "support/random_positions.h"

namespace lucena {
namespace {

using test::material;

constexpr std::uint64_t kAll = ~std::uint64_t{0};

std::uint64_t legal(const Problem& problem, std::uint32_t word, Color side) {
  const WordSets sets = word_sets(problem.white_king(word), problem.men(), problem.squares(word));
  return sets.legal[side] & problem.black_king_squares();
}

struct Step {
  int files, ranks;
};

std::vector<Step> steps_of(PieceType type) {
  const std::vector<Step> straight{{1, 0}, {-1, 0}, {0, 1}, {0, -1}};
  const std::vector<Step> oblique{{1, 1}, {1, -1}, {-1, 1}, {-1, -1}};
  if (type == PieceType::Knight) {
    return {{1, 2}, {2, 1}, {-1, 2}, {-2, 1}, {1, -2}, {2, -1}, {-1, -2}, {-2, -1}};
  }
  if (type == PieceType::Rook) return straight;
  if (type == PieceType::Bishop) return oblique;
  std::vector<Step> all = straight;
  all.insert(all.end(), oblique.begin(), oblique.end());
  return all;
}

/// The moves inside a problem as a beginner finds them: square by square, one position at a time.
class SlowMoves {
 public:
  explicit SlowMoves(const Problem& problem) : problem_(problem) {
    for (std::size_t i = 0; i < kPieceTypes.size(); ++i) steps_[i] = steps_of(kPieceTypes[i]);
  }

  /// Calls visit(word, black king's square) for every square a man can go to. The position it
  /// leads to may be illegal.
  template <class Visit>
  void for_each(std::uint32_t word, Square black_king, Color mover, Visit&& visit) const {
    const Squares squares = problem_.squares(word);
    std::array<bool, Square::kCount> occupied{};
    const auto put = [&](int square) { occupied[static_cast<std::size_t>(square)] = true; };
    put(problem_.white_king(word).index());
    put(black_king.index());
    for (std::size_t i = 0; i < problem_.men().size(); ++i) put(squares[i]);

    if (mover == Color::White) {
      const bool frozen = problem_.words() >> (6 * problem_.free_count()) == 1;
      if (!frozen) {
        walk(PieceType::King, problem_.white_king(word), occupied,
             [&](Square to) { visit_with_white_king(word, to, black_king, visit); });
      }
    } else if (!problem_.black_king_is_frozen()) {
      walk(PieceType::King, black_king, occupied, [&](Square to) { visit(word, to); });
    }
    for (int man = 0; man < problem_.free_count(); ++man) {
      const auto [color, type] = problem_.men()[static_cast<std::size_t>(man)];
      if (color != mover) continue;
      const std::uint32_t digit = 63u << problem_.shift(man);
      walk(type, Square(squares[static_cast<std::size_t>(man)]), occupied, [&](Square to) {
        const auto moved = static_cast<std::uint32_t>(to.index()) << problem_.shift(man);
        visit((word & ~digit) | moved, black_king);
      });
    }
  }

 private:
  template <class Visit>
  void walk(PieceType type, Square from, const std::array<bool, Square::kCount>& occupied,
            Visit&& visit) const {
    const bool slides = type != PieceType::King && type != PieceType::Knight;
    for (const auto& [files, ranks] : steps_[static_cast<std::size_t>(type)]) {
      int file = from.file() + files, rank = from.rank() + ranks;
      for (; 0 <= file && file < 8 && 0 <= rank && rank < 8; file += files, rank += ranks) {
        const Square to(file, rank);
        if (occupied[static_cast<std::size_t>(to.index())]) break;
        visit(to);
        if (!slides) break;
      }
    }
  }

  /// Outside the triangle the whole board is turned so that the white king is inside again.
  template <class Visit>
  void visit_with_white_king(std::uint32_t word, Square white_king, Square black_king,
                             Visit&& visit) const {
    const bool in_triangle = problem_.words() >> (6 * problem_.free_count()) == 10;
    for (int code = 0; code < (in_triangle ? Symmetry::kCount : 1); ++code) {
      const Symmetry symmetry = Symmetry::from_code(code);
      const Square there = symmetry(white_king);
      const auto slot = std::find(kTriangle.begin(), kTriangle.end(), there) - kTriangle.begin();
      if (in_triangle && slot == kTriangleSize) continue;
      auto moved = static_cast<std::uint32_t>(in_triangle ? slot : there.index());
      for (int man = 0; man < problem_.free_count(); ++man) {
        const Square square(static_cast<int>(word >> problem_.shift(man) & 63));
        moved = moved << 6 | static_cast<std::uint32_t>(symmetry(square).index());
      }
      return visit(moved, symmetry(black_king));
    }
  }

  const Problem& problem_;
  std::array<std::vector<Step>, kPieceTypes.size()> steps_;
};

/// Random legal positions: in some blocks of a problem few, in some many, in some all there are,
/// in some none. A problem of few blocks gets another mixture in each round.
constexpr std::uint32_t kRounds = 3;

PositionSet random_set(const Problem& problem, Color side, std::uint32_t round,
                       const std::vector<std::uint32_t>& blocks, test::Random& random) {
  PositionSet set(problem.words());
  for (const std::uint32_t block : blocks) {
    const std::uint64_t kind = problem.blocks() < 4 ? 1 + round : test::below(4, random);
    for (std::uint32_t i = 0; i < problem.block_words(); ++i) {
      const std::uint32_t word = (block << problem.block_shift()) + i;
      if (kind == 0 || (kind == 1 && test::below(64, random) != 0)) continue;
      const std::uint64_t chosen = kind == 3 ? kAll : random() & random();
      set[word] = chosen & legal(problem, word, side);
    }
  }
  return set;
}

std::unique_ptr<BlockCollector> new_collector(const Problem& problem) {
  auto collector = std::make_unique<BlockCollector>();
  collector->set_size(problem.block_words());
  return collector;
}

LevelSet level_set(const Problem& problem, const PositionSet& set,
                   const std::vector<std::uint32_t>& blocks, BlockPool& pool) {
  LevelSet level;
  level.reset(problem.blocks(), problem.block_shift(), pool);
  const auto collector = new_collector(problem);
  for (const std::uint32_t block : blocks) {
    std::size_t count = 0;
    for (std::uint32_t offset = 0; offset < problem.block_words(); ++offset) {
      const std::uint64_t positions = set[(block << problem.block_shift()) + offset];
      if (positions == 0) continue;
      collector->add(offset, positions);
      ++count;
    }
    level.fill(block, *collector, count);
    collector->clear();
  }
  return level;
}

std::vector<Simd> supported_versions() {
  std::vector<Simd> versions;
  for (const Simd simd : {Simd::None, Simd::Avx2, Simd::Avx512}) {
    if (simd <= simd_level()) versions.push_back(simd);
  }
  return versions;
}

/// The legal positions of a word from which some move leads into the set.
std::uint64_t slowly_into(const Problem& problem, const SlowMoves& slow, Color mover,
                          const PositionSet& set, std::uint32_t word) {
  std::uint64_t sources = 0;
  for (const Square black_king : Bitboard(legal(problem, word, mover))) {
    bool found = false;
    slow.for_each(word, black_king, mover, [&](std::uint32_t to, Square there) {
      found |= (set[to] >> there.index() & 1) != 0;
    });
    if (found) sources |= Bitboard(black_king).bits();
  }
  return sources;
}

/// Empties a collector: the legal ones of its positions.
std::vector<std::uint64_t> take(BlockCollector& collector,
                                const std::vector<std::uint64_t>& possible) {
  std::vector<std::uint64_t> words(BlockCollector::kWords);
  collector.for_each(
      [&](std::uint32_t offset, std::uint64_t positions) { words[offset] = positions; });
  collector.clear();
  words.resize(possible.size());
  for (std::size_t i = 0; i < words.size(); ++i) words[i] &= possible[i];
  return words;
}

void expect_the_slow_result(const Problem& problem, Color mover, const PositionSet& set,
                            const LevelSet& level, std::uint32_t block, test::Random& random) {
  const SlowMoves slow(problem);
  const std::uint32_t begin = block << problem.block_shift();
  std::vector<std::uint64_t> possible, expected;
  for (std::uint32_t word = begin; word < begin + problem.block_words(); ++word) {
    possible.push_back(legal(problem, word, mover));
    expected.push_back(slowly_into(problem, slow, mover, set, word));
  }
  const auto collector = new_collector(problem);
  for (const Simd simd : supported_versions()) {
    const Moves& moves = moves_for(simd);
    moves.collect_into(problem, mover, level, block, *collector);
    ASSERT_EQ(take(*collector, possible), expected)
        << "collect_into, version " << static_cast<int>(simd) << ", block " << block;
    if (problem.block_words() == BlockCollector::kWords) {
      moves.collect_into_all(problem, mover, set, block, *collector);
      ASSERT_EQ(take(*collector, possible), expected)
          << "collect_into_all, version " << static_cast<int>(simd) << ", block " << block;
    }
    for (std::uint32_t i = 0; i < problem.block_words(); ++i) {
      const std::uint64_t candidates = possible[i] & (random() | random());
      ASSERT_EQ(moves.without_move_into(problem, mover, set, begin + i, candidates),
                candidates & ~expected[i])
          << "without_move_into, version " << static_cast<int>(simd) << ", word " << begin + i;
    }
  }
}

std::vector<std::uint32_t> all_blocks(const Problem& problem) {
  std::vector<std::uint32_t> blocks(problem.blocks());
  std::iota(blocks.begin(), blocks.end(), 0u);
  return blocks;
}

/// Compares all versions with the slow twin in a few blocks, or in all if there are not more.
void expect_the_slow_results(const Problem& problem, std::uint32_t sample) {
  test::Random random(problem.words());
  const std::uint32_t rounds = problem.blocks() < 4 ? kRounds : 1;
  bool crowded = false, thin = false;
  for (std::uint32_t round = 0; round < 2 * rounds; ++round) {
    const Color mover = kColors[round % 2];
    const std::vector<std::uint32_t> blocks = all_blocks(problem);
    const PositionSet set = random_set(problem, opposite(mover), round / 2, blocks, random);
    BlockPool pool;
    const LevelSet level = level_set(problem, set, blocks, pool);
    for (std::uint32_t block = 0; block < problem.blocks(); ++block) {
      crowded |= level.is_crowded(block);
      thin |= !level.is_crowded(block) && !level.empty(block);
    }
    for (std::uint32_t i = 0; i < std::min(sample, problem.blocks()); ++i) {
      const bool all = sample >= problem.blocks();
      const auto block =
          all ? i : static_cast<std::uint32_t>(test::below(problem.blocks(), random));
      expect_the_slow_result(problem, mover, set, level, block, random);
      if (testing::Test::HasFatalFailure()) return;
    }
  }
  EXPECT_TRUE(thin);
  EXPECT_EQ(crowded, problem.block_words() == BlockCollector::kWords);
}

Problem problem_of(const Layout& layout, std::uint32_t skeleton) {
  return Problem(layout, skeleton);
}

TEST(Moves, OfOneFreeManMatchTheSlowTwin) {
  for (const std::string_view name : {"KQvK", "KRvK", "KBvK", "KNvK"}) {
    SCOPED_TRACE(name);
    expect_the_slow_results(problem_of(Layout(material(name)), 0), 640);
  }
}

TEST(Moves, OfTwoFreeMenMatchTheSlowTwin) {
  for (const std::string_view name : {"KQvKN", "KRvKB", "KNNvK", "KBvKQ"}) {
    SCOPED_TRACE(name);
    expect_the_slow_results(problem_of(Layout(material(name)), 0), 10);
  }
}

TEST(Moves, OfThreeFreeMenMatchTheSlowTwin) {
  for (const std::string_view name : {"KRBvKR", "KBNvKN", "KQQvKQ", "KQQQvK"}) {
    SCOPED_TRACE(name);
    expect_the_slow_results(problem_of(Layout(material(name)), 0), 3);
  }
}

/// A problem of three free men in blocks of one: two men cross blocks, as with six men on the
/// board.
TEST(Moves, BetweenSmallBlocksMatchTheSlowTwin) {
  for (const std::string_view name : {"KRBvKR", "KNNvKQ", "KBBBvK"}) {
    SCOPED_TRACE(name);
    expect_the_slow_results(Problem(Layout(material(name)), 0, 1), 40);
  }
  for (const std::string_view name : {"KRPvKN", "KQvKB"}) {
    SCOPED_TRACE(name);
    expect_the_slow_results(Problem(Layout(material(name)), 0, 1), 40);
    expect_the_slow_results(Problem(Layout(material(name)), 0, 0), 400);
  }
}

/// The block and all that one move of the white king or of a man outside leads to.
std::vector<std::uint32_t> blocks_around(const Problem& problem, std::uint32_t block) {
  std::set<std::uint32_t> blocks{block};
  const std::uint32_t first_word = block << problem.block_shift();
  for (const KingStep& step : problem.king_steps(problem.slot_of(first_word))) {
    blocks.insert(problem.image(first_word, step.slot, step.symmetry) >> problem.block_shift());
  }
  for (int man = 0; problem.crosses_blocks(man); ++man) {
    const int shift = problem.shift(man) - problem.block_shift();
    for (std::uint32_t square = 0; square < 64; ++square) {
      blocks.insert((block & ~(63u << shift)) | square << shift);
    }
  }
  return {blocks.begin(), blocks.end()};
}

/// A problem of six men has 40,960 blocks, or 4,096 with a pawn, far too many to fill for a test.
TEST(Moves, OfSixMenMatchTheSlowTwin) {
  for (const std::string_view name : {"KRBvKRN", "KQQvKQQ", "KNNNNvK", "KRBPvKN"}) {
    SCOPED_TRACE(name);
    const Layout layout(test::material(name));
    const Problem problem(layout, layout.skeleton_count() / 2);
    test::Random random(problem.words());
    for (const Color mover : kColors) {
      const auto block = static_cast<std::uint32_t>(test::below(problem.blocks(), random));
      const std::vector<std::uint32_t> around = blocks_around(problem, block);
      const PositionSet set = random_set(problem, opposite(mover), 0, around, random);
      BlockPool pool;
      const LevelSet level = level_set(problem, set, around, pool);
      expect_the_slow_result(problem, mover, set, level, block, random);
      if (testing::Test::HasFatalFailure()) return;
    }
  }
}

TEST(Moves, AroundPawnsMatchTheSlowTwin) {
  for (const std::string_view name : {"KRPvKN", "KQPvKB"}) {
    SCOPED_TRACE(name);
    const Layout layout(material(name));
    for (const std::uint32_t skeleton : {3u, 17u}) {
      expect_the_slow_results(problem_of(layout, skeleton), 4);
    }
  }
  for (const std::string_view name : {"KPvK", "KRPvK", "KPPvKP", "KPPvKR"}) {
    SCOPED_TRACE(name);
    const Layout layout(material(name));
    for (std::uint32_t i = 0; i < 5; ++i) {
      expect_the_slow_results(problem_of(layout, layout.skeleton_count() / 5 * i), 64);
    }
  }
}

TEST(Moves, WithCastlingRightsMatchTheSlowTwin) {
  struct Case {
    std::string_view name;
    unsigned rights;
  };
  // One right, both of one side, one of each.
  for (const auto& [name, rights] : std::initializer_list<Case>{
           {"KRvK", 1}, {"KRBvKR", 2}, {"KRRvKN", 3}, {"KRvKR", 5}, {"KQRvKR", 9}, {"KRPvKB", 2}}) {
    SCOPED_TRACE(name);
    const CastlingTable table(CastlingEnding{material(name), CastlingRights(rights)});
    for (std::size_t i = 0; i < std::min<std::size_t>(3, table.skeletons().size()); ++i) {
      expect_the_slow_results(table.problem(table.skeletons()[7 * i]), 8);
    }
  }
}

TEST(KingMoves, AreTheNeighboursOfEachSquareOfASet) {
  test::Random random(1);
  for (int round = 0; round < 300; ++round) {
    const std::uint64_t squares =
        round < 64 ? std::uint64_t{1} << round : random() & random() & random();
    std::uint64_t expected = 0;
    for (const Square square : Bitboard(squares)) expected |= king_attacks(square).bits();
    EXPECT_EQ(king_moves(squares), expected);
  }
}

/// The canonical places that the slow twin's moves from a position lead to, if they are legal.
std::vector<Index> slow_targets(const Layout& layout, const Index& index, Color mover) {
  const Problem problem(layout, index.skeleton);
  std::vector<Index> targets;
  const auto note = [&](std::uint32_t word, Square black_king) {
    if ((legal(problem, word, opposite(mover)) >> black_king.index() & 1) == 0) return;
    const Index place{index.skeleton, word, static_cast<std::uint8_t>(black_king.index())};
    const auto setup = layout.setup_at(place, opposite(mover));
    targets.push_back(layout.index_of(Position::create(setup.value()).value()));
  };
  SlowMoves(problem).for_each(index.word, Square(index.bit), mover, note);
  std::sort(targets.begin(), targets.end());
  return targets;
}

/// The same by the rules of chess.
std::vector<Index> quiet_targets(const Layout& layout, const Position& position) {
  std::vector<Index> targets;
  for (const Move move : legal_moves(position)) {
    const bool captures = position.occupied().contains(move.to());
    const bool pawn = position.men_of(PieceType::Pawn).contains(move.from());
    if (!captures && !pawn) targets.push_back(layout.index_of(position.after(move)));
  }
  std::sort(targets.begin(), targets.end());
  return targets;
}

TEST(SlowMoves, AreTheLegalMovesThatNeitherCaptureNorMoveAPawn) {
  test::Random random(5);
  for (const std::string_view name : {"KQvKN", "KRBvKR", "KBNvKN", "KRPvKN", "KPPvKP"}) {
    const Layout layout(material(name));
    for (int found = 0; found < 300;) {
      const Index index{static_cast<std::uint32_t>(test::below(layout.skeleton_count(), random)),
                        static_cast<std::uint32_t>(test::below(layout.words(), random)),
                        static_cast<std::uint8_t>(test::below(64, random))};
      const Color mover = kColors[test::below(2, random)];
      const auto setup = layout.setup_at(index, mover);
      if (!setup) continue;
      const auto position = Position::create(*setup);
      if (!position) continue;
      ++found;
      ASSERT_EQ(slow_targets(layout, index, mover), quiet_targets(layout, *position)) << name;
    }
  }
}

}  // namespace
}  // namespace lucena
