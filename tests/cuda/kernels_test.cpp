// SPDX-License-Identifier: GPL-3.0-or-later
// The kernels one by one, run on the CPU, beside what they are to give.
#include <gtest/gtest.h>

#include <algorithm>

#include "cuda/device_loop.h"
#include "cuda/emulation.h"
#include "cuda/exit_kernels.h"
#include "solve/castling_table.h"
#include "solve/exit_view.h"
#include "solve/word_sets.h"
#include "support/given.h"
#include "support/random_positions.h"
#include "support/solved.h"

namespace lucena {
namespace {

using on_device::Collector;
using on_device::Movers;
using test::material;
using Words = std::vector<std::uint64_t>;

/// Problems of all kinds: without pawns, with frozen ones, with frozen kings and rooks.
std::vector<Problem> problems() {
  std::vector<Problem> all;
  for (const std::string_view name : {"KRvK", "KQvKN", "KBNvK", "KRvKB"}) {
    all.emplace_back(Layout(material(name)), 0);
  }
  for (const std::string_view name : {"KQPvK", "KPvKP", "KRvKP"}) {
    const Layout layout(material(name));
    all.emplace_back(layout, layout.skeleton_count() / 2);
  }
  for (const CastlingEnding& ending : castling_endings(material("KRvKR"))) {
    const CastlingTable table(ending);
    all.push_back(table.problem(table.skeletons().front()));
  }
  return all;
}

std::uint64_t legal(const Problem& problem, std::uint32_t word, Color side) {
  const WordSets sets = word_sets(problem.white_king(word), problem.men(), problem.squares(word));
  return sets.legal[side] & problem.black_king_squares();
}

/// Legal positions, one in 2^rarity; of the two indices that some positions have both or none.
Words random_set(const Problem& problem, Color side, int rarity, test::Random& random) {
  Words set(problem.words());
  for (std::uint64_t& word : set) {
    word = random();
    for (int i = 0; i < rarity; ++i) word &= random();
  }
  const ProblemGeometry geometry(problem);
  for (std::uint32_t word = 0; word < problem.words(); ++word) {
    set[word] &= legal(problem, word, side);
    const int slot = problem.slot_of(word);
    if (!geometry.is_reflected(slot)) continue;
    const Symmetry diagonal(false, false, true);
    set[problem.image(word, slot, diagonal)] |= diagonal(set[word]);
  }
  return set;
}

/// The legal positions from which a move leads into the set, by what the CPU's solver says.
Words moves_into(const Problem& problem, Color mover, const Words& words) {
  PositionSet set(words.size());
  std::copy(words.begin(), words.end(), set.data());
  Words result(words.size());
  for (std::uint32_t word = 0; word < words.size(); ++word) {
    const std::uint64_t all = legal(problem, word, mover);
    if (all == 0) continue;
    result[word] = all & ~moves_for(Simd::None).without_move_into(problem, mover, set, word, all);
  }
  return result;
}

std::vector<std::uint32_t> list_of(const Words& words) {
  std::vector<std::uint32_t> list;
  for (std::uint32_t word = 0; word < words.size(); ++word) {
    if (words[word] != 0) list.push_back(word);
  }
  return list;
}

class Kernels : public testing::Test {
 protected:
  template <class Kernel>
  void run(std::uint64_t threads, const Kernel& kernel) {
    Emulation().launch(threads, kernel);
  }
  /// As DeviceLoop::all_moves_into.
  Words all_moves_into(const Movers& movers, const Words& set) {
    Words result(set.size(), ~std::uint64_t{0});
    run(set.size(), on_device::GatherLeaps{movers, set.data(), result.data()});
    for (int man = 0; man < movers.problem.free_count; ++man) {
      if (!movers.moves(man) || !movers.is_slider(man)) continue;
      const on_device::SweepLines kernel{movers, man, set.data(), result.data()};
      Emulation().launch_tiles(kernel.blocks(), kernel);
    }
    return result;
  }

  const BoardTables board_ = BoardTables::make();
  test::Random random_{18};
};

TEST(Bytes, OfBitsAndBack) {
  for (std::uint64_t bits = 0; bits < 256; ++bits) {
    const std::uint64_t bytes = on_device::bytes_of_bits(bits);
    for (int i = 0; i < 8; ++i) {
      EXPECT_EQ(bytes >> (8 * i) & 255, (bits >> i & 1) != 0 ? 255u : 0u);
    }
    EXPECT_EQ(on_device::bits_of_bytes(bytes, 255), bits);
    EXPECT_EQ(on_device::bits_of_bytes(bytes, 0), bits ^ 255);
  }
}

TEST(Bytes, AreFoundAmongAnyOthers) {
  test::Random random(1);
  for (int i = 0; i < 100'000; ++i) {
    const std::uint64_t a = random() & random(), b = random() | random();
    const auto like = static_cast<std::uint8_t>(a >> test::below(57, random));
    std::uint64_t equal = 0, greater = 0;
    for (int shift = 0; shift < 64; shift += 8) {
      const std::uint64_t x = a >> shift & 255, y = b >> shift & 255;
      equal |= std::uint64_t{x == like} << (shift / 8);
      greater |= std::max(x, y) << shift;
    }
    ASSERT_EQ(on_device::bits_of_bytes(a, like), equal);
    ASSERT_EQ(on_device::max_of_bytes(a, b), greater);
  }
}

TEST(Numbers, AreFoundAmongAnyOthers) {
  test::Random random(2);
  for (int i = 0; i < 100'000; ++i) {
    const std::uint64_t numbers = random() & random() & random();
    const auto like = static_cast<std::uint16_t>(numbers >> test::below(49, random));
    std::uint64_t equal = 0;
    for (int shift = 0; shift < 64; shift += 16) {
      equal |= std::uint64_t{(numbers >> shift & 0xffff) == like} << (shift / 16);
    }
    ASSERT_EQ(on_device::bits_of_numbers(numbers, like), equal);
  }
}

TEST(Lines, GoThroughEverySquareOnceInStepsOfAKing) {
  using on_device::BoardLines;
  for (const BoardLines kind :
       {BoardLines::Files, BoardLines::Ranks, BoardLines::Rising, BoardLines::Falling}) {
    Bitboard seen;
    for (int line = 0; line < 8; ++line) {
      for (int i = 0; i < 8; ++i) {
        const Square here(on_device::square_of_line(kind, line, i));
        EXPECT_FALSE(seen.contains(here));
        seen |= Bitboard(here);
        if (i == 0) continue;
        const Square before(on_device::square_of_line(kind, line, i - 1));
        EXPECT_NE(king_attacks(here).contains(before), on_device::is_behind_bar(kind, line, i))
            << before.name() << here.name();
      }
    }
    EXPECT_EQ(seen, kAllSquares);
  }
}

TEST_F(Kernels, KnowTheLegalPositionsOfEveryWord) {
  for (const Problem& problem : problems()) {
    const ProblemGeometry geometry(problem);
    for (std::uint32_t word = 0; word < problem.words(); ++word) {
      const WordSets sets =
          word_sets(problem.white_king(word), problem.men(), problem.squares(word));
      const on_device::LegalSets found = on_device::legal_sets(board_, geometry, word);
      const std::uint64_t black_king = problem.black_king_squares();
      ASSERT_EQ(found.legal[0], sets.legal[Color::White] & black_king);
      ASSERT_EQ(found.legal[1], sets.legal[Color::Black] & black_king);
      ASSERT_EQ(found.in_check[0], sets.in_check[Color::White] & black_king);
      ASSERT_EQ(found.in_check[1], sets.in_check[Color::Black] & black_king);
    }
  }
}

TEST_F(Kernels, TurnAllMenAtOnce) {
  for (const std::string_view name : {"KRvK", "KRvKB", "KRBvKN", "KRBvKNN"}) {
    const Problem problem(Layout(material(name)), 0);
    const ProblemGeometry geometry(problem);
    for (int i = 0; i < 10'000; ++i) {
      const auto word = static_cast<std::uint32_t>(test::below(problem.words(), random_));
      const Symmetry symmetry = Symmetry::from_code(i % Symmetry::kCount);
      ASSERT_EQ(geometry.image(word, i % 10, symmetry), problem.image(word, i % 10, symmetry));
    }
  }
}

TEST_F(Kernels, CountEveryPositionOnce) {
  for (const std::string_view name : {"KRvK", "KBBvK", "KQvKN"}) {
    const Layout layout(material(name));
    const ProblemGeometry geometry((Problem(layout, 0)));
    for (std::uint32_t word = 0; word < layout.words(); ++word) {
      ASSERT_EQ(on_device::counted_bits(geometry, word), layout.canonical_bits(0, word, true));
    }
  }
}

TEST_F(Kernels, MoveAllMenIntoASetAsTheCpuDoes) {
  for (const Problem& problem : problems()) {
    for (const Color mover : kColors) {
      const Words set = random_set(problem, opposite(mover), 1, random_);
      const Words expected = moves_into(problem, mover, set);
      Words found = all_moves_into({ProblemGeometry(problem), &board_, mover}, set);
      for (std::uint32_t word = 0; word < problem.words(); ++word) {
        ASSERT_EQ(found[word] & legal(problem, word, mover), expected[word]) << word;
      }
    }
  }
}

TEST_F(Kernels, ScatterWhatIsWantedAndListIt) {
  for (const Problem& problem : problems()) {
    for (const Color mover : kColors) {
      const Words set = random_set(problem, opposite(mover), 9, random_);
      Words wanted = random_set(problem, mover, 0, random_);
      const Words expected = moves_into(problem, mover, set);
      Words found(problem.words());
      std::vector<std::uint32_t> list(problem.words());
      std::uint32_t count = 0;
      const std::vector<std::uint32_t> sources = list_of(set);
      run(sources.size(),
          on_device::ScatterMoves{{ProblemGeometry(problem), &board_, mover},
                                  set.data(),
                                  sources.data(),
                                  wanted.data(),
                                  {found.data(), list.data(), &count, problem.words()}});
      for (std::uint32_t word = 0; word < problem.words(); ++word) {
        ASSERT_EQ(found[word], expected[word] & wanted[word]) << word;
      }
      list.resize(count);
      std::sort(list.begin(), list.end());
      EXPECT_EQ(list, list_of(found));
    }
  }
}

TEST_F(Kernels, RefuteCandidatesOneByOneOrAllAtOnce) {
  for (const Problem& problem : problems()) {
    for (const Color mover : kColors) {
      const Movers movers{ProblemGeometry(problem), &board_, mover};
      const Words set = random_set(problem, opposite(mover), 4, random_);
      const Words candidates = random_set(problem, mover, 1, random_);
      Words expected = moves_into(problem, mover, set);
      for (std::uint32_t word = 0; word < problem.words(); ++word) {
        expected[word] = candidates[word] & ~expected[word];
      }
      const std::vector<std::uint32_t> sources = list_of(candidates);
      std::vector<std::uint32_t> list(problem.words());
      Words found = candidates;
      std::uint32_t count = 0;
      run(sources.size(),
          on_device::RefuteCandidates{movers,
                                      set.data(),
                                      sources.data(),
                                      {found.data(), list.data(), &count, problem.words()}});
      EXPECT_EQ(found, expected);
      EXPECT_EQ(count, list_of(expected).size());
      const Words reachable = all_moves_into(movers, set);
      found = candidates;
      count = 0;
      const on_device::WordRange all{nullptr, problem.words()};
      run(all.threads(),
          on_device::KeepOfAll{all,
                               candidates.data(),
                               reachable.data(),
                               {found.data(), list.data(), &count, problem.words()}});
      EXPECT_EQ(found, expected);
      list.resize(count);
      std::sort(list.begin(), list.end());
      EXPECT_EQ(list, list_of(expected));
    }
  }
}

TEST_F(Kernels, KeepNoListThatIsTooLong) {
  Words words(1000, 1), kept(1000, 1);
  std::vector<std::uint32_t> list(10, ~0u);
  std::uint32_t count = 0;
  const on_device::WordRange all{nullptr, 1000};
  run(all.threads(),
      on_device::KeepOfAll{all, kept.data(), nullptr, {words.data(), list.data(), &count, 5}});
  EXPECT_EQ(count, 1000u);
  EXPECT_EQ(std::count(list.begin(), list.end(), ~0u), 5);
}

TEST_F(Kernels, SettleEveryDecidedPositionOnce) {
  const Problem problem(Layout(material("KRvK")), 0);
  const Layout layout(material("KRvK"));
  const Words decided = random_set(problem, Color::White, 2, random_);
  const std::vector<std::uint32_t> list = list_of(decided);
  std::uint64_t counted = 0;
  for (const std::uint32_t word : list) {
    counted += std::popcount(decided[word] & layout.canonical_bits(0, word, true));
  }
  for (const bool listed : {true, false}) {
    Words first(problem.words(), ~std::uint64_t{0}), second = first;
    std::vector<std::uint8_t> values(problem.words() * 64, 128);
    std::vector<Worth> worths(values.size());
    std::uint64_t sum = 0;
    const on_device::WordRange range{listed ? list.data() : nullptr,
                                     listed ? std::uint32_t(list.size()) : problem.words()};
    run(range.threads(), on_device::Settle{ProblemGeometry(problem),
                                           range,
                                           decided.data(),
                                           {first.data(), second.data()},
                                           {values.data(), worths.data()},
                                           7,
                                           Worth::win(7),
                                           &sum});
    EXPECT_EQ(sum, counted);
    for (std::uint32_t word = 0; word < problem.words(); ++word) {
      ASSERT_EQ(first[word], ~decided[word]);
      ASSERT_EQ(second[word], ~decided[word]);
      for (int bit = 0; bit < 64; ++bit) {
        const bool is_decided = (decided[word] >> bit & 1) != 0;
        ASSERT_EQ(values[word * 64 + bit], is_decided ? 7 : 128);
        ASSERT_EQ(worths[word * 64 + bit], is_decided ? Worth::win(7) : Worth());
      }
    }
  }
}

TEST_F(Kernels, TakeExitsInWithoutForgettingWhatIsWon) {
  const std::vector<std::uint32_t> event_words{3, 1, 3};
  const Words event_positions{5, 2, 8}, not_won{0, 2, 0, 12};
  Words ready(4), found(4);
  std::vector<std::uint32_t> list(4);
  std::uint32_t count = 0;
  const Collector collector{found.data(), list.data(), &count, 4};
  run(3,
      on_device::AddLosingExits{
          {event_words.data(), event_positions.data()}, not_won.data(), ready.data(), collector});
  EXPECT_EQ(found, (Words{0, 2, 0, 12}));
  EXPECT_EQ(ready, found);
  EXPECT_EQ(count, 2u);
  found.assign(4, 0);
  count = 0;
  run(3, on_device::AddWinningExits{
             {event_words.data(), event_positions.data()}, not_won.data(), collector});
  EXPECT_EQ(found, (Words{0, 2, 0, 12}));
  EXPECT_EQ(count, 2u);
}

}  // namespace
}  // namespace lucena
