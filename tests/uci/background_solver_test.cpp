// SPDX-License-Identifier: GPL-3.0-or-later
#include "uci/background_solver.h"

#include <gtest/gtest.h>

#include <chrono>
#include <condition_variable>
#include <mutex>
#include <new>
#include <stdexcept>
#include <string>
#include <vector>

#include "support/temporary_folder.h"

namespace lucena {
namespace {

/// Notices, to be waited for.
class Notices {
 public:
  void add(const std::string& notice) {
    const std::lock_guard lock(mutex_);
    all_.push_back(notice);
    changed_.notify_all();
  }
  /// Once there are so many, or after a long time.
  std::vector<std::string> await(std::size_t count) {
    std::unique_lock lock(mutex_);
    changed_.wait_for(lock, std::chrono::seconds(60), [&] { return all_.size() >= count; });
    return all_;
  }

 private:
  std::mutex mutex_;
  std::condition_variable changed_;
  std::vector<std::string> all_;
};

/// Throws in the middle of the first two endings.
class Troubled final : public CampaignObserver {
 public:
  bool finished(const FinishedEnding&) override {
    ++endings_;
    if (endings_ == 1) throw std::bad_alloc();
    if (endings_ == 2) throw std::runtime_error("the clock has stopped");
    return true;
  }

 private:
  int endings_ = 0;
};

TEST(BackgroundSolver, GoesOnToTheNextEndingWhateverHappensInOne) {
  const test::TemporaryFolder folder;
  Notices notices;
  Troubled troubled;
  Oracle oracle({.folder = folder.path(), .threads = 1});
  oracle.observe(&troubled);
  BackgroundSolver solver(oracle, [&](const std::string& notice) { notices.add(notice); });
  for (const char* name : {"KQvK", "KRvK", "KBvK"}) solver.ask_for(*Material::parse(name));
  EXPECT_EQ(notices.await(3),
            (std::vector<std::string>{
                "KQvK is not solved: the memory that was available at first has run out",
                "KRvK is not solved: the clock has stopped", "the tables of KBvK are there"}));
}

}  // namespace
}  // namespace lucena
