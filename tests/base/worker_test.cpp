// SPDX-License-Identifier: GPL-3.0-or-later
#include "base/worker.h"

#include <gtest/gtest.h>

#include <atomic>
#include <stdexcept>
#include <thread>

namespace lucena {
namespace {

TEST(Worker, DoesOneJobAfterTheOtherOnTheSameThread) {
  Worker worker;
  std::thread::id first, id;
  for (int i = 0; i < 100; ++i) {
    worker.start([&] { id = std::this_thread::get_id(); });
    worker.wait();
    if (i == 0) first = id;
    EXPECT_EQ(id, first);
  }
  EXPECT_NE(first, std::this_thread::get_id());
}

TEST(Worker, WorksWhileItsGiverGoesOn) {
  std::atomic<bool> go_on{false}, done{false};
  Worker worker;
  worker.wait();  // for nothing
  worker.start([&] {
    go_on.wait(false);
    done = true;
  });
  EXPECT_FALSE(done);
  go_on = true;
  go_on.notify_all();
  worker.wait();
  EXPECT_TRUE(done);
}

TEST(Worker, HandsAnExceptionOutOnceAndStaysOfUse) {
  Worker worker;
  worker.start([] { throw std::runtime_error("the job"); });
  EXPECT_THROW(worker.wait(), std::runtime_error);
  worker.wait();
  bool done = false;
  worker.start([&] { done = true; });
  worker.wait();
  EXPECT_TRUE(done);
}

TEST(Worker, EndsAfterTheJobUnderWay) {
  std::atomic<int> done{0};
  for (int i = 0; i < 100; ++i) {
    Worker worker;
    worker.start([&] { ++done; });
  }
  EXPECT_EQ(done, 100);
  Worker worker;
  worker.start([] { throw std::runtime_error("nobody hears"); });
}

}  // namespace
}  // namespace lucena
