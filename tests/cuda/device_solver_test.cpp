// SPDX-License-Identifier: GPL-3.0-or-later
// Whole solves on a machine beside those of the CPU's solver: on the CPU in the place of a GPU, and
// on a GPU where there is one.
#include "cuda/device_solver.h"

#include <gtest/gtest.h>

#include <map>

#include "cuda/device_endings.h"
#include "cuda/emulation.h"
#include "cuda/gpu.h"
#include "solve/checked_solver.h"
#include "solve/value_bytes.h"
#include "support/effort.h"
#include "support/given.h"
#include "support/queen_ending.h"
#include "support/solved.h"

namespace lucena {
namespace {

using test::material;

/// Every way a turn can go: always by lists, never, and with lists that are too short.
constexpr std::array kLimits{ListLimits{}, ListLimits{1, 1}, ListLimits{1u << 30, 1},
                             ListLimits{20, 1u << 30}, ListLimits{2, 300}};

MakeProblemSolver checked(ListLimits limits) {
  return [limits](const Team& team) -> std::unique_ptr<ProblemSolver> {
    return std::make_unique<CheckedSolver>(
        std::make_unique<LevelLoop>(team),
        std::make_unique<DeviceSolver<Emulation>>(Emulation(), team, limits));
  };
}

std::unique_ptr<ProblemSolver> checked_on_gpu(const Team& team) {
  return std::make_unique<CheckedSolver>(std::make_unique<LevelLoop>(team),
                                         std::move(make_gpu_solver(team)).value());
}

/// Solves a plan by all metrics, castling rights included, with a solver that checks another.
void expect_no_disagreement(const std::vector<Material>& plan, const MakeProblemSolver& make) {
  Solver solver(
      {.castling = true, .zeroing = true, .conversion = plan, .make_problem_solver = make}, plan);
  while (!solver.finished()) {
    const Material next = solver.next();
    const auto fault = solver.solve_next();
    ASSERT_FALSE(fault) << next.name() << ": " << fault->message;
  }
}

std::size_t values_of(const Layout& layout) {
  return std::size_t{layout.words()} * layout.skeleton_count() * Square::kCount;
}

/// How many positions with White to move are won, as tallies count them.
std::uint64_t won_by_white(const EndingTable& table) {
  const Layout& layout = table.layout();
  std::uint64_t won = 0;
  for (std::uint32_t skeleton = 0; skeleton < layout.skeleton_count(); ++skeleton) {
    for (std::uint32_t word = 0; word < layout.words(); ++word) {
      const std::uint8_t* row = table.rows(Color::White, skeleton, word);
      std::uint64_t rest = layout.canonical_bits(skeleton, word, true);
      for (; rest != 0; rest &= rest - 1) won += is_win(MateScore(row[std::countr_zero(rest)]));
    }
  }
  return won;
}

/// Solves endings, everything on the machine, and compares every value and the counts with the
/// CPU's.
void expect_the_same(const std::vector<Material>& endings, WholeEndings& on_machine) {
  const auto solver = test::solved(endings, {.threads = hardware_threads(), .zeroing = true});
  std::atomic<unsigned> level{0};
  for (const Material& ending : endings) {
    for (const Metric metric : {Metric::Mate, Metric::Zeroing}) {
      const auto tally = on_machine.solve(ending, metric, {test::kNever, level});
      ASSERT_TRUE(tally) << tally.error().message;
      const auto table = solver->store().table(ending, metric);
      std::vector<std::uint8_t> values(values_of(table->layout()));
      for (const Color side : kColors) {
        ASSERT_TRUE(on_machine.copy_values(ending, metric, side, values));
        EXPECT_TRUE(std::equal(values.begin(), values.end(), table->rows(side, 0)))
            << ending.name() << ", " << name(side) << " to move, by " << name(metric);
      }
      if (metric == Metric::Mate) {
        EXPECT_EQ(tally->count(Color::White, true), won_by_white(*table)) << ending.name();
      }
    }
  }
}

/// Keeps what is told of an ending as bytes. Several skeletons can be under way at a time.
class TableOfWhatIsTold final : public LargeEnding {
 public:
  explicit TableOfWhatIsTold(const Material& material) : mate_(material), zeroing_(material) {}

  Decisions& begin(Metric metric, std::uint32_t skeleton, const Problem& problem) override {
    EndingTable& table = metric == Metric::Mate ? mate_ : zeroing_;
    const ByColor<std::uint8_t*> rows{table.rows(Color::White, skeleton),
                                      table.rows(Color::Black, skeleton)};
    return under_way_.try_emplace({metric, skeleton}, problem, metric, rows).first->second;
  }
  std::optional<FileFault> end(Metric metric, std::uint32_t skeleton) override {
    EXPECT_EQ(under_way_.erase({metric, skeleton}), 1u);
    return {};
  }
  const DecisionLog* log(Metric, std::uint32_t) const override { return nullptr; }

  const EndingTable& by(Metric metric) const { return metric == Metric::Mate ? mate_ : zeroing_; }

 private:
  EndingTable mate_, zeroing_;
  std::map<std::pair<Metric, std::uint32_t>, ValueBytes> under_way_;
};

void expect_the_same_told(std::string_view name, WholeEndings& on_machine) {
  const Material ending = material(name);
  const auto solver = test::solved(closure({ending}), {.zeroing = true});
  std::atomic<unsigned> level{0};
  TableOfWhatIsTold told(ending);
  constexpr std::array kBoth{Metric::Mate, Metric::Zeroing};
  ThreadPool pool(2);
  const auto fault = on_machine.solve_into(ending, kBoth, told, Team(pool), {test::kNever, level});
  ASSERT_FALSE(fault) << fault->message;
  for (const Metric metric : kBoth) {
    const auto table = solver->store().table(ending, metric);
    const std::size_t bytes = values_of(table->layout());
    for (const Color side : kColors) {
      const std::uint8_t* expected = table->rows(side, 0);
      EXPECT_TRUE(std::equal(expected, expected + bytes, told.by(metric).rows(side, 0)))
          << name << ", " << lucena::name(side) << " to move, by " << lucena::name(metric);
    }
  }
}

TEST(Emulation, DecidesThreeMenAsTheCpuDoesWhicheverWay) {
  for (const ListLimits& limits : kLimits) {
    expect_no_disagreement(all_materials(3), checked(limits));
  }
}

TEST(Emulation, DecidesFourMenAsTheCpuDoes) {
  const std::vector<Material> sample = closure(test::materials({"KRvKR", "KPvKP"}));
  const std::vector<Material> plan = test::by_effort(sample, all_materials(4));
  expect_no_disagreement(plan, checked({}));
}

TEST(Emulation, SolvesEndingsFromTheirOwnTables) {
  for (const ListLimits& limits : kLimits) {
    DeviceEndings<Emulation> endings(Emulation(), limits);
    expect_the_same(all_materials(3), endings);
  }
  const std::vector<Material> sample = closure(test::materials({"KRvKB", "KBNvK", "KQvKQ"}));
  DeviceEndings<Emulation> endings((Emulation()));
  expect_the_same(test::by_effort(sample, all_materials(4)), endings);
}

TEST(Emulation, TellsWhatItDecides) {
  for (const ListLimits& limits : kLimits) {
    DeviceEndings<Emulation> endings(Emulation(), limits);
    expect_the_same_told("KQvKR", endings);
  }
}

/// As with six men: no tables are kept, pawn moves lead to the waves before, promotions to what was
/// kept of them, and captures to tables of one man less.
TEST(Emulation, TellsWhatItDecidesWithPawns) {
  using Names = std::vector<std::string_view>;
  const Names everything{"KPvKP", "KPPvK", "KRPvK", "KRvKP"};
  for (const std::string_view name : test::by_effort(Names{"KRvKP"}, everything)) {
    DeviceEndings<Emulation> endings(Emulation(), {}, material(name).men() - 1);
    expect_the_same_told(name, endings);
  }
  for (const ListLimits& limits : kLimits) {
    DeviceEndings<Emulation> endings(Emulation(), limits, 2);
    expect_the_same_told("KPvK", endings);
  }
}

TEST(Emulation, CountsWhatItKeepsNoTablesOf) {
  std::atomic<unsigned> level{0};
  const SolveControl control{test::kNever, level};
  for (const std::string_view name : {"KRvKN", "KPvK"}) {
    DeviceEndings<Emulation> with_tables((Emulation()));
    DeviceEndings<Emulation> without(Emulation(), {}, material(name).men() - 1);
    for (const Metric metric : {Metric::Mate, Metric::Zeroing}) {
      const auto expected = with_tables.solve(material(name), metric, control);
      const auto tally = without.solve(material(name), metric, control);
      ASSERT_TRUE(expected && tally);
      for (const Color side : kColors) {
        EXPECT_EQ(tally->legal[side], expected->legal[side]) << name;
        EXPECT_EQ(tally->decided[side], expected->decided[side]) << name;
      }
    }
  }
}

TEST(Emulation, SaysThatAnInterruptedSolveWasInterrupted) {
  DeviceEndings<Emulation> endings((Emulation()));
  const std::atomic<bool> cancelled{true};
  std::atomic<unsigned> level{0};
  const auto tally = endings.solve(material("KRvK"), Metric::Mate, {cancelled, level});
  ASSERT_FALSE(tally);
  EXPECT_EQ(tally.error().code, SolveError::Cancelled);
}

TEST(Emulation, RefusesWhatDoesNotFit) {
  class Small : public Emulation {
   public:
    std::size_t free_bytes() const { return 1'000'000; }
  };
  DeviceEndings<Small> endings((Small()));
  std::atomic<unsigned> level{0};
  EXPECT_TRUE(endings.solve(material("KRvK"), Metric::Mate, {test::kNever, level}));
  const auto tally = endings.solve(material("KRvKB"), Metric::Mate, {test::kNever, level});
  ASSERT_FALSE(tally);
  EXPECT_EQ(tally.error().message, "the GPU has 0.00 GB free, and 0.02 GB are needed");
}

/// A machine that knows how much of its memory was ever taken at a time.
class Counting : public Emulation {
 public:
  struct Bytes {
    std::map<void*, std::size_t> taken;
    std::size_t now = 0, most = 0;
  };
  explicit Counting(Bytes& bytes) : bytes_(&bytes) {}

  void* allocate(std::size_t size_bytes) {
    void* const memory = Emulation::allocate(size_bytes);
    bytes_->taken[memory] = size_bytes;
    bytes_->now += size_bytes;
    bytes_->most = std::max(bytes_->most, bytes_->now);
    return memory;
  }
  void free(void* memory) {
    bytes_->now -= bytes_->taken.at(memory);
    bytes_->taken.erase(memory);
    Emulation::free(memory);
  }

 private:
  Bytes* bytes_;
};

TEST(Emulation, TakesTheMemoryThatWasReckoned) {
  struct Case {
    std::string_view name;
    int men_in_tables;
  };
  std::atomic<unsigned> level{0};
  const std::vector<Case> everything{{"KRvKB", 3}, {"KRvKB", 5}, {"KPvKP", 3}, {"KRPvK", 3}};
  for (const auto& [name, men] :
       test::by_effort(std::vector<Case>{{"KRvKB", 3}, {"KRvKP", 3}}, everything)) {
    Counting::Bytes bytes;
    DeviceEndings<Counting> endings(Counting(bytes), {}, men);
    ASSERT_TRUE(endings.solve(material(name), Metric::Mate, {test::kNever, level}));
    const std::vector<Material> plan = closure({material(name)});
    const std::size_t reckoned = device_plan_bytes({plan, 1, men});
    EXPECT_LE(bytes.most, reckoned) << name;
    EXPECT_GT(bytes.most, reckoned / 2) << name;
  }
}

/// What earlier plans have left goes where there is no room for both.
TEST(Emulation, MakesRoomForTheNextPlan) {
  /// Has so much memory and no more.
  class Limited : public Counting {
   public:
    Limited(Bytes& bytes, std::size_t room) : Counting(bytes), bytes_(&bytes), room_(room) {}
    std::size_t free_bytes() const { return room_ - bytes_->now; }

   private:
    const Bytes* bytes_;
    std::size_t room_;
  };
  constexpr std::size_t kEnoughForOne = 18'000'000;
  std::atomic<unsigned> level{0};
  Counting::Bytes bytes;
  DeviceEndings<Limited> endings(Limited(bytes, kEnoughForOne));
  for (const std::string_view name : {"KRvKB", "KQvKN", "KBvKN", "KRvKB"}) {
    ASSERT_TRUE(endings.solve(material(name), Metric::Mate, {test::kNever, level})) << name;
  }
  EXPECT_LE(bytes.most, kEnoughForOne);
}

TEST(CheckedSolver, NoticesADifference) {
  /// Forgets what is decided at one turn.
  class Forgetful final : public ProblemSolver {
   public:
    Result<unsigned, SolveFault> solve(const Problem& problem, Metric metric, const Exits& exits,
                                       Decisions& decisions, const SolveControl& control) override {
      struct Filter final : Decisions {
        explicit Filter(Decisions& all) : decisions(all) {}
        unsigned max_level() const override { return decisions.max_level(); }
        void begin(std::uint32_t block) override { decisions.begin(block); }
        void decide(Color side, std::uint32_t block, Turn turn,
                    const BlockCollector& positions) override {
          if (turn != Turn(7, true)) decisions.decide(side, block, turn, positions);
        }
        Decisions& decisions;
      };
      Filter filter(decisions);
      return loop_.solve(problem, metric, exits, filter, control);
    }
    PhaseSeconds seconds() const override { return {}; }

   private:
    LevelLoop loop_{Team()};
  };
  const auto make = [](const Team& team) -> std::unique_ptr<ProblemSolver> {
    return std::make_unique<CheckedSolver>(std::make_unique<LevelLoop>(team),
                                           std::make_unique<Forgetful>());
  };
  Solver solver({.make_problem_solver = make}, {material("KRvK")});
  const auto fault = solver.solve_next();
  ASSERT_TRUE(fault);
  EXPECT_EQ(fault->code, SolveError::Disagreement);
  EXPECT_NE(fault->message.find("White to move"), std::string::npos) << fault->message;
}

/// What a turn has decided is told while the machine finds the next.
TEST(DeviceSolver, EndsSoonAfterDecisionsAreLost) {
  test::QueenEnding queen;
  DeviceSolver<Emulation> solver{Emulation(), Team()};
  test::CountedDecisions lost(1000);
  lost.breaks_at = 5;
  const auto deepest = queen.solve(solver, lost);
  ASSERT_FALSE(deepest);
  EXPECT_EQ(deepest.error().code, SolveError::Scratch);
  EXPECT_EQ(deepest.error().message, "the disk is full");
  EXPECT_GE(lost.last_level, 5u);
  EXPECT_LE(lost.last_level, 12u);
}

class Gpu : public testing::Test {
 protected:
  void SetUp() override {
    if (find_gpus().empty()) GTEST_SKIP() << "no GPU here";
  }
};

TEST_F(Gpu, DecidesThreeAndFourMenAsTheCpuDoes) {
  expect_no_disagreement(all_materials(4), checked_on_gpu);
}

TEST_F(Gpu, DecidesSomeOfFiveMenAsTheCpuDoes) {
  const auto sample = closure(test::materials({"KRBvKN"}));
  expect_no_disagreement(test::by_effort(sample, closure(test::materials({"KRPvKR", "KPPvKP"}))),
                         checked_on_gpu);
}

TEST_F(Gpu, TellsWhatItDecides) {
  const auto endings = std::move(make_gpu_endings()).value();
  for (const std::string_view name : {"KBNvKR", "KRPvKP"}) expect_the_same_told(name, *endings);
}

TEST_F(Gpu, TellsWhatItDecidesWithPawns) {
  for (const std::string_view name : {"KRvKP", "KPvKP", "KPPvK", "KRPvKP"}) {
    const auto endings = std::move(make_gpu_endings(material(name).men() - 1)).value();
    expect_the_same_told(name, *endings);
  }
}

TEST_F(Gpu, SolvesEndingsFromTheirOwnTables) {
  const auto endings = std::move(make_gpu_endings()).value();
  const int men = test::by_effort(4, 5);
  expect_the_same(all_materials(men), *endings);
}

}  // namespace
}  // namespace lucena
