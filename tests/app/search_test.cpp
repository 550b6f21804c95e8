// SPDX-License-Identifier: GPL-3.0-or-later
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "app/command_test.h"

namespace lucena {
namespace {

using test::contains;
using test::expect_refusal;
using test::Finished;
using test::lines_of;
using test::run;

class SearchCommand : public test::CommandTest {
 protected:
  static std::uint64_t count(std::vector<std::string> words) {
    words.insert(words.begin(), "search");
    words.emplace_back("--count");
    const Finished finished = run(words);
    EXPECT_EQ(finished.err, "");
    return finished.out.empty() ? ~std::uint64_t{0} : std::stoull(finished.out);
  }
};

TEST_F(SearchCommand, ShowsPositionsAndSaysHowManyThereAre) {
  const Finished all = run({"search", "KPvK", "only-move=underpromotion"});
  EXPECT_EQ(all.out,
            "8/1P6/k7/8/K7/8/8/8 w - - 0 1\n"
            "8/1P6/k7/8/1K6/8/8/8 w - - 0 1\n"
            "8/k1P5/8/K7/8/8/8/8 w - - 0 1\n");
  EXPECT_TRUE(all.err.ends_with("3 positions\n")) << all.err;
  const Finished one = run({"search", "KPvK", "only-move=underpromotion", "--limit", "1"});
  EXPECT_EQ(lines_of(one.out).size(), 1u);
  EXPECT_TRUE(contains(one.err, "1 of 3 positions; --limit N shows N of them\n"));
  const Finished none = run({"search", "K+P", "vs", "K", "black-wins"});
  EXPECT_EQ(none.out, "");
  EXPECT_TRUE(contains(none.err, "no such position\n"));
}

/// What stats counts, search finds.
TEST_F(SearchCommand, AgreesWithStats) {
  for (const std::string ending : {"KPvK", "KRvKN", "KRvKR"}) {
    SCOPED_TRACE(ending);
    const auto stats = nlohmann::json::parse(run({"stats", ending, "--json", "--castling"}).out);
    EXPECT_EQ(count({ending, "zugzwang"}), stats["zugzwangs"]);
    for (const std::string side : {"white", "black"}) {
      const auto& unique = stats["unique"][side];
      EXPECT_EQ(count({ending, side}), unique["legal"]);
      EXPECT_EQ(count({ending, side, "won"}), unique["win"]);
      EXPECT_EQ(count({ending, side, "drawn"}), unique["draw"]);
      EXPECT_EQ(count({ending, side, "lost"}), unique["loss"]);
      const auto& plies = stats["mate_plies"]["unique"][side];
      const auto level = [&](std::size_t number) {
        return number < plies.size() ? plies[number].get<std::uint64_t>() : 0;
      };
      EXPECT_EQ(count({ending, side, "won", "mate=3"}), level(5));
      EXPECT_EQ(count({ending, side, "lost", "mate=2"}), level(4));
      const auto& rights = stats["castling"]["positions"][side];
      EXPECT_EQ(count({ending, side, "won", "--castling"}), rights["win"]);
    }
  }
}

TEST_F(SearchCommand, ExplainsWhatIsWrong) {
  expect_refusal(run({"search"}),
                 "lucena search: MATERIAL is required; see 'lucena search --help'");
  expect_refusal(run({"search", "KPvK", "drwan"}),
                 "lucena search: unknown condition 'drwan'; did you mean 'drawn'? (lucena search "
                 "--help lists the conditions)");
  expect_refusal(run({"search", "KvK", "won"}),
                 "lucena search: bare kings are a draw; there is nothing to look for");
  expect_refusal(run({"search", "KPvK", "--sort", "upwards"}),
                 "lucena search: --sort must be shortest, longest or index, not 'upwards'");
  expect_refusal(run({"search", "KPvK", "--castling", "--en-passant"}),
                 "lucena search: only one of --castling and --en-passant at a time");
  const std::vector<std::vector<std::string>> nonsense{
      {"search", "won"}, {"search", "", ""}, {"search", "KPvK", ":"}};
  for (const auto& words : nonsense) {
    const Finished finished = run(words);
    EXPECT_EQ(finished.status, 2);
    EXPECT_EQ(finished.out, "");
    EXPECT_EQ(lines_of(finished.err).size(), 1u) << finished.err;
  }
}

}  // namespace
}  // namespace lucena
