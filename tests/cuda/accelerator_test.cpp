// SPDX-License-Identifier: GPL-3.0-or-later
// Endings whose values are on disk, solved with an accelerator: on the CPU in the place of a GPU,
// and on a GPU where there is one.
#include "solve/accelerator.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <limits>

#include "cuda/device_accelerator.h"
#include "cuda/emulation.h"
#include "cuda/gpu.h"
#include "support/effort.h"
#include "support/logged_ending.h"

namespace lucena {
namespace {

/// Counts what an accelerator is asked to solve.
class Watched final : public Accelerator {
 public:
  explicit Watched(Accelerator& accelerator) : accelerator_(accelerator) {}

  std::optional<SolveFault> lacks_room(const Material& material, std::size_t metrics) override {
    return accelerator_.lacks_room(material, metrics);
  }
  std::optional<SolveFault> lacks_room(std::uint32_t words) override {
    return accelerator_.lacks_room(words);
  }
  std::optional<SolveFault> solve_into(const Material& material, std::span<const Metric> metrics,
                                       LargeEnding& ending, const Team& team,
                                       const SolveControl& control) override {
    ++endings;
    return accelerator_.solve_into(material, metrics, ending, team, control);
  }
  Result<ByMetric<unsigned>, SolveFault> fill(const ByMetric<EndingTable*>& tables,
                                              const SolveControl& control) override {
    ++tables_filled;
    return accelerator_.fill(tables, control);
  }
  std::unique_ptr<ProblemSolver> make_solver(const Team& team) override {
    ++solvers;
    return accelerator_.make_solver(team);
  }

  int endings = 0, tables_filled = 0, solvers = 0;

 private:
  Accelerator& accelerator_;
};

void expect_the_same_with(Accelerator& accelerator, std::string_view name) {
  SCOPED_TRACE(name);
  const auto in_memory = test::solved(closure({test::material(name)}), {.zeroing = true});
  const int men = test::material(name).men() - 1;
  test::expect_the_same_through_logs(
      name, {.threads = 2, .zeroing = true, .men_in_memory = men, .accelerator = &accelerator},
      in_memory->store());
}

TEST(Emulation, SolvesWhatDoesNotFitIntoMemory) {
  DeviceAccelerator<Emulation> emulation((Emulation()));
  using Names = std::vector<std::string_view>;
  for (const std::string_view name :
       test::by_effort<Names>({"KQvK", "KPvK"}, {"KQvK", "KPvK", "KRvKP", "KNNvK", "KPvKP"})) {
    Watched watched(emulation);
    expect_the_same_with(watched, name);
    EXPECT_GT(watched.endings, 0) << name;
    EXPECT_EQ(watched.solvers, 0) << name;
  }
}

/// A machine with room for hardly anything.
class Cramped : public Emulation {
 public:
  std::size_t free_bytes() const { return 1000; }
};

TEST(Emulation, LeavesToTheProcessorWhatHasNoRoom) {
  DeviceAccelerator<Cramped> cramped((Cramped()));
  Watched watched(cramped);
  expect_the_same_with(watched, "KPvK");
  EXPECT_EQ(watched.endings + watched.tables_filled + watched.solvers, 0);
}

/// A machine that fails at one of its steps: there is no memory, a kernel goes wrong, or a copy.
class Failing : public Emulation {
 public:
  explicit Failing(int& steps_left) : steps_left_(&steps_left) {}

  void* allocate(std::size_t size_bytes) {
    step();
    return Emulation::allocate(size_bytes);
  }
  void copy_out(void* to, const void* from, std::size_t size_bytes) const {
    step();
    Emulation::copy_out(to, from, size_bytes);
  }
  template <class Kernel>
  void launch(std::uint64_t threads, const Kernel& kernel) {
    step();
    Emulation::launch(threads, kernel);
  }
  template <class Kernel>
  void launch_tiles(std::uint64_t blocks, const Kernel& kernel) {
    step();
    Emulation::launch_tiles(blocks, kernel);
  }

 private:
  void step() const {
    if (--*steps_left_ == 0) fail({SolveError::Device, "the GPU fails: it is gone"});
  }

  int* steps_left_;
};

/// Calls solve(accelerator), which says how it went, with machines that fail at the first step, in
/// the middle, and not at all.
template <class Solve>
void expect_faults_are_noticed(const Solve& solve) {
  constexpr int kNever = std::numeric_limits<int>::max();
  int left = kNever;
  {
    DeviceAccelerator<Failing> whole((Failing(left)));
    ASSERT_FALSE(solve(whole));
  }
  const int steps = kNever - left;
  const int stride = steps / test::by_effort(60, 600) + 1;
  for (int failing = 1; failing <= steps; failing += std::min(stride, steps - failing + 1)) {
    left = failing;
    DeviceAccelerator<Failing> accelerator((Failing(left)));
    const auto fault = solve(accelerator);
    ASSERT_TRUE(fault) << "step " << failing << " of " << steps;
    EXPECT_EQ(fault->code, SolveError::Device);
    EXPECT_EQ(fault->message, "the GPU fails: it is gone");
  }
  left = steps;
  DeviceAccelerator<Failing> at_last((Failing(left)));
  EXPECT_TRUE(solve(at_last)) << "the last of " << steps << " steps";
}

TEST(Emulation, NeverTakesZerosForATable) {
  expect_faults_are_noticed([](Accelerator& accelerator) {
    Solver solver({.men_in_memory = 3, .accelerator = &accelerator}, {test::material("KRvK")});
    return solver.solve_next();
  });
}

TEST(Emulation, NeverTakesAHalfForAnEnding) {
  expect_faults_are_noticed([](Accelerator& accelerator) {
    const test::TemporaryFolder folder;
    ScratchFile events = std::move(ScratchFile::create(folder.path())).value(),
                decisions = std::move(ScratchFile::create(folder.path())).value();
    Solver solver({.men_in_memory = 2, .accelerator = &accelerator}, {test::material("KRvK")});
    test::LoggedEnding logged(test::material("KRvK"), decisions);
    return solver.solve_next_into(logged, events);
  });
}

/// A machine with room for one problem of KPvK and no more.
class Narrow : public Emulation {
 public:
  std::size_t free_bytes() const {
    return device_problem_bytes(Layout(test::material("KPvK")).words(), true);
  }
};

TEST(Emulation, SolvesProblemsOneByOneWhereAnEndingHasNoRoom) {
  DeviceAccelerator<Narrow> narrow((Narrow()));
  EXPECT_TRUE(narrow.lacks_room(test::material("KPvK"), 2));
  EXPECT_FALSE(narrow.lacks_room(Layout(test::material("KPvK")).words()));
  Watched watched(narrow);
  expect_the_same_with(watched, "KPvK");
  EXPECT_EQ(watched.endings, 0);
  EXPECT_GT(watched.solvers, 0);
}

TEST(Emulation, IsInsistedOnOnRequest) {
  DeviceAccelerator<Cramped> cramped((Cramped()));
  for (const std::string_view name : {"KRvK", "KPvK"}) {
    const test::TemporaryFolder folder;
    ScratchFile events = std::move(ScratchFile::create(folder.path())).value(),
                decisions = std::move(ScratchFile::create(folder.path())).value();
    Solver solver({.men_in_memory = 2, .accelerator = &cramped, .insists_on_accelerator = true},
                  {test::material(name)});
    test::LoggedEnding logged(test::material(name), decisions);
    const auto fault = solver.solve_next_into(logged, events);
    ASSERT_TRUE(fault);
    EXPECT_EQ(fault->code, SolveError::Device);
    EXPECT_TRUE(fault->message.starts_with("the GPU has 0.00 GB free, and ")) << fault->message;
  }
}

TEST(GpuAccelerator, SolvesWhatDoesNotFitIntoMemory) {
  if (find_gpus().empty()) GTEST_SKIP() << "no GPU here";
  const auto gpu = find_gpu_accelerator();
  for (const std::string_view name : {"KQvK", "KPvK", "KRvKP", "KNNvK", "KPvKP"}) {
    Watched watched(*gpu);
    expect_the_same_with(watched, name);
    EXPECT_GT(watched.endings, 0) << name;
  }
}

}  // namespace
}  // namespace lucena
