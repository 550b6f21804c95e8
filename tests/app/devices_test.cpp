// SPDX-License-Identifier: GPL-3.0-or-later
// What the program says of GPUs, with and without one.
#include <gtest/gtest.h>

#include "app/command_test.h"
#include "cuda/gpu.h"

namespace lucena {
namespace {

using test::contains;
using test::expect_refusal;
using test::Finished;
using test::lines_of;
using test::run;

class Devices : public test::CommandTest {};

TEST_F(Devices, AreListed) {
  const Finished finished = run({"devices"});
  EXPECT_EQ(finished.status, 0);
  if (find_gpus().empty()) {
    EXPECT_EQ(finished.out, no_gpu_text() + "\n");
  } else {
    EXPECT_TRUE(finished.out.starts_with("GPU 0: " + find_gpus().front().name)) << finished.out;
  }
}

/// Whoever asks for a GPU where there is none is told so at once; nobody else hears of it.
TEST_F(Devices, AreUsedOnRequest) {
  for (const std::string command : {"solve", "verify"}) {
    const Finished finished = run({command, "KRvK", "--device", "gpu"});
    if (find_gpus().empty()) {
      expect_refusal(finished, "lucena " + command + ": " + no_gpu_text(), 1);
    } else {
      EXPECT_EQ(finished.status, 0) << finished.err;
    }
  }
  const Finished probe = run({"probe", "--device", "gpu", "Ke1 Rh1 / Ke8"});
  EXPECT_EQ(probe.status, find_gpus().empty() ? 1 : 0) << probe.err;
  for (const std::string device : {"cpu", "auto"}) {
    const Finished finished = run({"solve", "KRvK", "--device", device});
    EXPECT_EQ(finished.status, 0);
    EXPECT_EQ(finished.err, "");
    EXPECT_FALSE(contains(finished.out, "GPU"));
  }
}

TEST_F(Devices, AreNamed) {
  for (const std::vector<std::string>& words : {std::vector<std::string>{"solve", "KRvK"},
                                                {"verify", "KRvK"},
                                                {"probe", "Ke1 Rh1 / Ke8"}}) {
    std::vector<std::string> with_device = words;
    with_device.insert(with_device.end(), {"--device", "tpu"});
    expect_refusal(run(with_device),
                   "lucena " + words.front() + ": --device must be cpu, gpu or auto, not 'tpu'");
  }
}

TEST_F(Devices, AreComparedByEndingsThatFitIntoMemory) {
  if (find_gpus().empty()) GTEST_SKIP() << "no GPU here";
  const Finished finished = run({"verify", "KRvKP", "--device", "gpu"});
  EXPECT_EQ(finished.status, 0) << finished.err;
  EXPECT_TRUE(contains(finished.out, "KRvKP: the GPU and the processor agree on every position\n"));
  expect_refusal(run({"verify", "KRBvKRN", "--device", "gpu"}),
                 "lucena verify: KRBvKRN: a GPU and the processor are compared by endings with up "
                 "to five men");
}

}  // namespace
}  // namespace lucena
