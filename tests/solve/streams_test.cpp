// SPDX-License-Identifier: GPL-3.0-or-later
// What large problems leave on disk, tried with small ones: tiny blocks, so that several men cross
// them and there are many batches.
#include <gtest/gtest.h>

#include <numeric>

#include "solve/decision_log.h"
#include "solve/event_spool.h"
#include "solve/level_loop.h"
#include "solve/solver.h"
#include "solve/table_exits.h"
#include "solve/value_bytes.h"
#include "support/effort.h"
#include "support/given.h"
#include "support/logged_ending.h"
#include "support/nameless_files.h"
#include "support/random_positions.h"
#include "support/solved.h"
#include "support/temporary_folder.h"

namespace lucena {
namespace {

using test::material;

ScratchFile scratch_in(const test::TemporaryFolder& folder) {
  return std::move(ScratchFile::create(folder.path())).value();
}

/// Events of a batch in the order of its words.
std::vector<ExitEvent> random_events(std::uint32_t first_word, std::uint32_t words,
                                     test::Random& random) {
  std::vector<ExitEvent> events;
  for (std::uint32_t word = 0; word < words; ++word) {
    for (std::uint64_t left = test::below(3, random); left > 0; --left) {
      const Turn turn = Turn::of_number(test::below(1100, random));
      events.push_back({random(), first_word + word, turn});
    }
  }
  return events;
}

TEST(EventSpool, GivesBackWhatWasPutInTurnByTurn) {
  constexpr int kShift = 6;
  constexpr std::uint32_t kWords = EventSpool::kBatchBlocks << kShift, kBatches = 3;
  const test::TemporaryFolder folder;
  ScratchFile file = scratch_in(folder);
  test::Random random(5);
  EventSpool spool;
  spool.reset(kBatches, kShift);
  std::vector<std::vector<ExitEvent>> all(kBatches);
  unsigned last = 0;
  for (std::uint32_t batch = 0; batch + 1 < kBatches; ++batch) {  // the last one has none
    all[batch] = random_events(batch * kWords, kWords, random);
    ASSERT_FALSE(spool.put(file, batch, batch * kWords, all[batch]));
    for (const ExitEvent& event : all[batch]) last = std::max(last, event.turn.level());
  }
  EXPECT_EQ(spool.last_level(), last);
  BatchEvents events;
  for (unsigned number = 0; number < 1100; ++number) {
    for (std::uint32_t batch = 0; batch < kBatches; ++batch) {
      ASSERT_FALSE(spool.get(file, batch, Turn::of_number(number), events));
      std::vector<std::pair<std::uint32_t, std::uint64_t>> found, expected;
      for (std::uint32_t block = 0; block < EventSpool::kBatchBlocks; ++block) {
        const ExitEvents::OfTurn here = events.of_block(block);
        for (std::size_t i = 0; i < here.offsets.size(); ++i) {
          found.emplace_back(batch * kWords + (block << kShift) + here.offsets[i],
                             here.positions[i]);
        }
      }
      for (const ExitEvent& event : all[batch]) {
        if (event.turn.number() == number) expected.emplace_back(event.word, event.positions);
      }
      ASSERT_EQ(found, expected);
    }
  }
}

/// An ending, all that it needs, and its exits.
struct Given {
  explicit Given(std::string_view name) : solver({}, closure({material(name)})) {
    while (!solver.finished()) EXPECT_FALSE(solver.solve_next());
    scores = solver.store().table(material(name));
  }

  Solver solver;
  std::shared_ptr<const EndingTable> scores;
};

/// Exits of solved endings, read straight from a store.
class StoreTargets final : public ExitTargets {
 public:
  explicit StoreTargets(const EndingStore& store) : store_(store) {}

  ExitSource captures_into(const Material& rest, Color mover) override {
    views_.push_back(lay_out_captures({rest, mover}, Reading::Scores, store_, pool_, test::kNever));
    return {views_.back().get(), nullptr};
  }
  ExitSource promotions_of(const Material&, Color) override { return {}; }

 private:
  const EndingStore& store_;
  ThreadPool pool_{1};
  std::vector<std::unique_ptr<ExitView>> views_;
};

std::uint8_t byte_of(Worth worth) {
  return (worth.is_draw() ? kDraw : score_of_level(worth.plies())).byte();
}

/// Solves an ending without pawns through spool and log, and compares every value with its table.
void expect_the_same(const Given& given, int block_men, unsigned threads) {
  const test::TemporaryFolder folder;
  ScratchFile events = scratch_in(folder), decisions = scratch_in(folder);
  StoreTargets targets(given.solver.store());
  const Layout& layout = given.scores->layout();
  const TableExits<Metric::Mate> exits(layout, targets);
  const Problem problem(layout, 0, block_men);
  ThreadPool pool(threads);
  LevelLoop loop(Team(pool), &events);
  DecisionLog log(problem, decisions);
  std::atomic<unsigned> level{0};
  const auto deepest = loop.solve(problem, Metric::Mate, exits, log, {test::kNever, level});
  ASSERT_TRUE(deepest);
  ASSERT_FALSE(log.finish());
  std::uint64_t same = 0;
  for (std::uint32_t batch = 0; batch < log.batches(); ++batch) {
    std::vector<Worth> values(std::size_t{log.words_of(batch)} * 64);
    for (const Color side : kColors) {
      ASSERT_FALSE(log.read(side, batch, values));
      const std::uint8_t* rows = given.scores->rows(side, 0, log.first_word(batch));
      for (std::size_t i = 0; i < values.size(); ++i) same += byte_of(values[i]) == rows[i];
    }
  }
  EXPECT_EQ(same, 2 * std::uint64_t{problem.words()} * 64);
}

TEST(Streams, MakeTheSameDecisionsAsMemory) {
  for (const std::string_view name : {"KQvK", "KRvKN", "KBNvK", "KNNvK", "KQvKR"}) {
    SCOPED_TRACE(name);
    const Given given(name);
    for (const int block_men : {0, 1, 2}) {
      if (block_men == 0 && given.scores->layout().free_count() > 1) continue;
      for (const unsigned threads : {1u, 3u}) expect_the_same(given, block_men, threads);
    }
  }
}

/// Few positions, many batches.
TEST(Streams, ShareBatchesAmongThreads) {
  expect_the_same(Given("KRvK"), 0, 3);
}

TEST(StreamsOfFive, SolveAlike) {
  const Given given("KBBvKN");
  expect_the_same(given, 2, 2);
}

/// Captures and promotions with colours swapped and not, double steps, captures in passing, twins,
/// a skeleton that mirrors itself.
TEST(Streams, MakeTheSameDecisionsAsMemoryWithPawns) {
  using Names = std::vector<std::string_view>;
  for (const std::string_view name :
       test::by_effort<Names>({"KRvKP"}, {"KPvK", "KRvKP", "KBPvK", "KPPvK", "KPvKP"})) {
    SCOPED_TRACE(name);
    test::expect_the_same_through_logs(name, {.threads = 2, .zeroing = true},
                                       test::all_of_four_men());
  }
}

/// So that each thread has several batches, and what lies ahead is in others.
TEST(Streams, MakeTheSameDecisionsInTinyBlocksWithPawns) {
  for (const int block_men : test::by_effort<std::vector<int>>({1}, {0, 1})) {
    test::expect_the_same_through_logs(
        "KNvKP", {.threads = 3, .zeroing = true, .block_men = block_men}, test::all_of_four_men());
  }
}

/// The same for threads alone: few positions.
TEST(Streams, ShareWhatLiesAheadAmongThreads) {
  const auto in_memory = test::solved(closure({material("KPvK")}), {.zeroing = true});
  test::expect_the_same_through_logs("KPvK", {.threads = 3, .zeroing = true, .block_men = 0},
                                     in_memory->store());
}

/// Of all the tables, only the last ones stay in memory.
TEST(StreamsOfFive, SolvePawnsAlike) {
  for (const std::string_view name : {"KRPvKR", "KPPvKN"}) {
    SCOPED_TRACE(name);
    const std::vector<Material> plan = closure({material(name)});
    Solver in_memory({.threads = 2, .zeroing = true}, plan);
    for (const Material& next : plan) {
      ASSERT_FALSE(in_memory.solve_next());
      if (next != material(name)) in_memory.release(next);
    }
    test::expect_the_same_through_logs(name, {.threads = 2, .zeroing = true}, in_memory.store());
  }
}

/// Raises its finger once the exits are known: a flipped byte of the spool must end the solve.
class Saboteur final : public Decisions {
 public:
  explicit Saboteur(const std::filesystem::path& folder) : folder_(folder) {}

  unsigned max_level() const override { return Worth::kMaxPlies; }
  void begin(std::uint32_t) override {}
  void decide(Color, std::uint32_t, Turn, const BlockCollector&) override {
    if (done_.exchange(true)) return;
    const test::NamelessFile file(folder_);
    for (std::uint64_t offset = 1000; offset < 200'000; offset += 100) file.flip_byte(offset);
  }

 private:
  const std::filesystem::path& folder_;
  std::atomic<bool> done_{false};
};

TEST(Streams, NoticeDamageToEvents) {
  const test::TemporaryFolder folder;
  const Given given("KQvKR");
  ScratchFile events = scratch_in(folder);
  StoreTargets targets(given.solver.store());
  const Layout& layout = given.scores->layout();
  const TableExits<Metric::Mate> exits(layout, targets);
  LevelLoop loop(Team(), &events);
  Saboteur saboteur(folder.path());
  std::atomic<unsigned> level{0};
  const auto deepest =
      loop.solve(Problem(layout, 0, 1), Metric::Mate, exits, saboteur, {test::kNever, level});
  ASSERT_FALSE(deepest);
  EXPECT_EQ(deepest.error().code, SolveError::Scratch);
  EXPECT_NE(deepest.error().message.find("the disk is at fault"), std::string::npos);
}

TEST(Streams, NoticeDamageToDecisions) {
  const test::TemporaryFolder folder;
  ScratchFile file = scratch_in(folder);
  const Problem problem(Layout(material("KQvKR")), 0);
  DecisionLog log(problem, file);
  BlockCollector positions;
  positions.set_size(problem.block_words());
  test::Random random(2);
  for (std::uint32_t offset = 0; offset < 4096; offset += 3) positions.add(offset, random());
  log.decide(Color::White, 4, Turn(3, true), positions);
  ASSERT_FALSE(log.finish());
  std::vector<Worth> values(std::size_t{log.words_of(0)} * 64);
  ASSERT_FALSE(log.read(Color::White, 0, values));
  EXPECT_EQ(std::count(values.begin(), values.end(), Worth::win(3)),
            std::count_if(values.begin(), values.end(), [](Worth w) { return !w.is_draw(); }));
  test::NamelessFile(folder.path()).flip_byte(file.size_bytes() / 2);
  EXPECT_TRUE(log.read(Color::White, 0, values));
}

TEST(Streams, BringBackTablesThatWerePutAway) {
  const test::TemporaryFolder folder;
  ScratchFile file = scratch_in(folder);
  const Given given("KRvKP");
  const Layout& layout = given.scores->layout();
  PackedTables packed;
  packed.keep_in(file);
  ThreadPool pool(2);
  ASSERT_FALSE(packed.pack(*given.scores, Metric::Mate, pool));
  EXPECT_FALSE(packed.bring(material("KRvK"), Metric::Mate, Color::White, {}));
  const std::size_t size = std::size_t{layout.words()} * 64;
  for (const std::uint32_t skeleton : {0u, 7u, layout.skeleton_count() - 1}) {
    for (const Color side : kColors) {
      const std::array wanted{skeleton};
      const auto brought = packed.bring(layout.material(), Metric::Mate, side, wanted);
      const std::uint8_t* expected = given.scores->rows(side, skeleton);
      EXPECT_TRUE(std::equal(expected, expected + size, brought->rows(side, skeleton)));
    }
  }
  EXPECT_FALSE(packed.fault());
  packed.let_go();
  test::NamelessFile(folder.path()).flip_byte(file.size_bytes() / 2);
  std::vector<std::uint32_t> all(layout.skeleton_count());
  std::iota(all.begin(), all.end(), 0);
  for (const Color side : kColors) packed.bring(layout.material(), Metric::Mate, side, all);
  EXPECT_TRUE(packed.fault());
}

TEST(Streams, NoticeDamageToPromotions) {
  const test::TemporaryFolder folder, damaged;
  ScratchFile events = scratch_in(folder), decisions = scratch_in(folder);
  Solver solver({}, closure({material("KPvK")}));
  solver.keep_promotions_in(damaged.path());
  std::optional<SolveFault> fault;
  while (!solver.finished() && !fault) {
    if (solver.next().has_pawns()) {
      test::NamelessFile(damaged.path()).flip_byte(solver.kept_promotions_bytes() / 2);
    }
    test::LoggedEnding logged(solver.next(), decisions);
    fault = solver.solve_next_into(logged, events);
  }
  EXPECT_TRUE(solver.finished());
  ASSERT_TRUE(fault);
  EXPECT_EQ(fault->code, SolveError::Scratch);
  EXPECT_NE(fault->message.find("the disk is at fault"), std::string::npos);
}

/// KBvKP comes first, and what waits for KRvKP, with castling rights, stays until then.
TEST(Streams, GiveBackTheRoomThatPromotionsTook) {
  const test::TemporaryFolder folder;
  ScratchFile events = scratch_in(folder);
  const std::vector<Material> plan = closure({material("KBvKP"), material("KRvKP")});
  Solver solver({.threads = 2, .castling = true, .men_in_memory = 3}, plan);
  solver.keep_promotions_in(folder.path());
  std::vector<std::uint64_t> bytes;  // after each ending with a pawn
  while (!solver.finished()) {
    const Material next = solver.next();
    if (next.men() < 4) {
      ASSERT_FALSE(solver.solve_next());
      continue;
    }
    ScratchFile decisions = scratch_in(folder);
    test::LoggedEnding logged(next, decisions);
    const std::uint64_t before = solver.kept_promotions_bytes();
    ASSERT_FALSE(solver.solve_next_into(logged, events));
    if (!next.has_pawns()) {
      EXPECT_GT(solver.kept_promotions_bytes(), before) << next.name();
    } else {
      EXPECT_LT(solver.kept_promotions_bytes(), before) << next.name();
      bytes.push_back(solver.kept_promotions_bytes());
    }
  }
  ASSERT_EQ(bytes.size(), 2u);
  EXPECT_GT(bytes.front(), 0u);
  EXPECT_EQ(bytes.back(), 0u);
}

}  // namespace
}  // namespace lucena
