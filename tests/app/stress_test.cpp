// SPDX-License-Identifier: GPL-3.0-or-later
// Several programs that solve, probe and check the same folder at once.
#include <gtest/gtest.h>

#include <atomic>
#include <chrono>
#include <thread>

#include "app/command_test.h"
#include "chess/fen.h"
#include "endgame/layout.h"
#include "support/effort.h"
#include "support/random_positions.h"

namespace lucena {
namespace {

using std::chrono::steady_clock;
using test::Finished;
using test::run;

std::chrono::seconds stress_duration() {
  return test::by_effort(std::chrono::seconds(8), std::chrono::seconds(60));
}

std::string random_fen(const Layout& layout, test::Random& random) {
  while (true) {
    const Index index{static_cast<std::uint32_t>(test::below(layout.skeleton_count(), random)),
                      static_cast<std::uint32_t>(test::below(layout.words(), random)),
                      static_cast<std::uint8_t>(test::below(64, random))};
    const auto setup = layout.setup_at(index, kColors[test::below(2, random)]);
    if (!setup) continue;
    if (const auto position = Position::create(*setup)) return to_fen(*position);
  }
}

/// Positions of these endings, and what a program that nobody disturbs says about them.
class Questions {
 public:
  explicit Questions(const std::vector<std::string_view>& endings) {
    test::Random random(4);
    for (const std::string_view ending : endings) {
      const Layout layout(Material::parse(ending).value());
      for (int i = 0; i < 25; ++i) fens_ += random_fen(layout, random) + "\n";
    }
    expected_ = ask();
    EXPECT_EQ(expected_.status, 0) << expected_.err;
    EXPECT_EQ(test::lines_of(expected_.out).size(), test::lines_of(fens_).size());
  }

  void expect_right_answers() const {
    const Finished finished = ask();
    EXPECT_EQ(finished.status, 0);
    EXPECT_EQ(finished.err, "");
    EXPECT_EQ(finished.out, expected_.out);
  }

 private:
  Finished ask() const { return run({"probe", "--json", "--conversion"}, fens_); }

  std::string fens_;
  Finished expected_;
};

void expect_success(const Finished& finished) {
  EXPECT_EQ(finished.status, 0) << finished.err;
  EXPECT_EQ(finished.err, "");
}

class Stress : public test::CommandTest {};

TEST_F(Stress, FourProgramsShareAFolderInPeace) {
  const Questions questions({"KQvKR", "KRvKN", "KRvKP", "KPvK", "KRvK"});
  const auto end = steady_clock::now() + stress_duration();
  int rounds = 0;
  // Everybody starts with an empty folder, so that all of them solve and write the same tables.
  for (; steady_clock::now() < end && !HasFailure(); ++rounds) {
    const test::TemporaryFolder shared;
    use(shared.path());
    std::atomic<int> solving{2};
    const auto solve = [&](std::vector<std::string> words) {
      words.insert(words.begin(), "solve");
      for (int i = 0; i < 2; ++i) expect_success(run(words));
      --solving;
    };
    std::jthread first(solve, std::vector<std::string>{"KQvKR", "KRvKP"});
    std::jthread second(solve, std::vector<std::string>{"KRvKN", "KPvK", "KQvKR", "KQvKB"});
    std::jthread asking([&] {
      do {
        questions.expect_right_answers();
      } while (solving > 0);
    });
    std::jthread checking([&] {
      do {
        expect_success(run({"tables", "--verify"}));
        expect_success(run({"tables"}));
      } while (solving > 0);
    });
    for (std::jthread* each : {&first, &second, &asking, &checking}) each->join();
    questions.expect_right_answers();
    for (const std::string& name : shared.names()) EXPECT_FALSE(name.starts_with('.')) << name;
  }
  EXPECT_GT(rounds, 0);
}

}  // namespace
}  // namespace lucena
