// SPDX-License-Identifier: GPL-3.0-or-later
// Endings whose values are on disk, solved with an accelerator: on the CPU in the place of a GPU,
// and on a GPU where there is one.
#include "solve/accelerator.h"

#include <gtest/gtest.h>

#include <cstring>

#include "cuda/device_accelerator.h"
#include "cuda/emulation.h"
#include "cuda/gpu.h"
#include "support/effort.h"
#include "support/logged_ending.h"

namespace lucena {
namespace {

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
    expect_the_same_with(emulation, name);
  }
}

/// A machine with room for hardly anything.
class Cramped : public Emulation {
 public:
  std::size_t free_bytes() const { return 1000; }
};

TEST(Emulation, LeavesToTheProcessorWhatHasNoRoom) {
  DeviceAccelerator<Cramped> cramped((Cramped()));
  expect_the_same_with(cramped, "KPvK");
}

/// A machine that fails when a whole table is copied, and copies zeros.
class Failing : public Emulation {
 public:
  void copy_out(void* to, const void* from, std::size_t size_bytes) const {
    Emulation::copy_out(to, from, size_bytes);
    if (size_bytes < kTableBytes) return;
    std::memset(to, 0, size_bytes);
    fault_ = SolveFault{SolveError::Device, "the GPU fails: it is gone"};
  }
  const std::optional<SolveFault>& fault() const { return fault_; }

 private:
  static constexpr std::size_t kTableBytes = 40'000;  // KRvK has 40,960 positions

  mutable std::optional<SolveFault> fault_;
};

TEST(Emulation, NeverTakesZerosForATable) {
  DeviceAccelerator<Failing> failing((Failing()));
  Solver solver({.men_in_memory = 3, .accelerator = &failing}, {test::material("KRvK")});
  const auto fault = solver.solve_next();
  ASSERT_TRUE(fault);
  EXPECT_EQ(fault->code, SolveError::Device);
  EXPECT_EQ(fault->message, "the GPU fails: it is gone");
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
  expect_the_same_with(narrow, "KPvK");
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
    expect_the_same_with(*gpu, name);
  }
}

}  // namespace
}  // namespace lucena
