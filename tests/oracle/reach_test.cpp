// SPDX-License-Identifier: GPL-3.0-or-later
// Single positions of endings that do not fit into memory, on a small scale: three men do, four do
// not.
#include "endgame/reach.h"

#include <gtest/gtest.h>

#include <map>

#include "oracle/oracle.h"
#include "support/effort.h"
#include "support/given.h"
#include "support/random_positions.h"
#include "support/solved.h"
#include "support/temporary_folder.h"

namespace lucena {
namespace {

using test::material;
using test::position;

/// Either side with the pawn, pawns far from each other, in each other's way, side by side for a
/// capture in passing, doubled; whoever is to move.
const std::vector<std::string_view> kStarts{
    "8/8/8/8/8/1k1p4/8/K6R w - - 0 1",   "8/8/2P5/8/3b4/4k3/8/6K1 b - - 0 1",
    "8/P7/8/8/8/4k3/6p1/4K3 b - - 0 1",  "8/8/2k5/4p3/4P3/8/8/1K6 w - - 0 1",
    "8/4k3/8/8/4p3/8/3P4/1K6 w - - 0 1", "8/1P6/1P6/8/8/4k3/8/6K1 w - - 0 1"};

/// All of them take long.
std::vector<std::string_view> starts() {
  return test::by_effort(std::vector{kStarts[1], kStarts[3], kStarts[4]}, kStarts);
}

/// Counts campaigns, and remembers what they have solved.
class CampaignCounter final : public CampaignObserver {
 public:
  void begin(const Solver&, const CampaignPlan& plan) override {
    ++campaigns;
    endings_ = plan.endings;
  }
  void next(std::size_t place, bool is_read) override {
    if (!is_read) solved.push_back(endings_[place].name());
  }
  void warn(const std::string& message) override { warnings.push_back(message); }

  int campaigns = 0;
  std::vector<std::string> warnings, solved;

 private:
  std::vector<Material> endings_;
};

Oracle::Options three_men_fit(const test::TemporaryFolder& folder) {
  Oracle::Options options;
  options.folder = folder.path();
  options.threads = 2;
  options.men_in_memory = 3;
  return options;
}

void expect_right_worth(Oracle& oracle, const Position& position) {
  for (const Metric metric : {Metric::Mate, Metric::Zeroing}) {
    const auto worth = oracle.worth(position, metric);
    ASSERT_TRUE(worth) << to_fen(position) << ": " << worth.error().message;
    ASSERT_EQ(*worth, *test::all_of_four_men().worth(position, metric)) << to_fen(position);
  }
}

TEST(OnePosition, HasNothingSolvedThatItCannotReach) {
  for (const std::string_view fen : starts()) {
    SCOPED_TRACE(fen);
    const test::TemporaryFolder scratch;
    CampaignOptions options;
    options.wanted = {Material::of(position(fen)).canonical()};
    options.men_in_memory = 3;
    options.threads = 2;
    options.zeroing = true;
    options.scratch_folder = scratch.path();
    options.reach = std::make_shared<const Reach>(position(fen));
    std::map<Material, std::size_t> solved, expected;
    options.keep_streamed = [&](const StreamedEnding& ending, std::vector<TableSection>,
                                ThreadPool&) -> std::optional<CampaignFault> {
      solved[ending.layout().material()] = ending.layout().skeleton_count();
      return {};
    };
    options.keep_part = [&](const StreamedEnding& ending,
                            ThreadPool&) -> std::optional<CampaignFault> {
      for (std::uint32_t i = 0; i < ending.layout().skeleton_count(); ++i) {
        if (ending.log(Metric::Mate, i) != nullptr) ++solved[ending.layout().material()];
      }
      return {};
    };
    for (const PawnPlacement& placement : options.reach->placements()) {
      ++expected[placement.material];
    }
    const auto plan = CampaignPlan::make(options);
    ASSERT_TRUE(plan) << plan.error().message;
    CampaignObserver nobody;
    const auto fault = carry_out(*plan, options, nobody, test::kNever);
    ASSERT_FALSE(fault) << fault->message;
    EXPECT_EQ(solved, expected);
  }
}

/// Games at random to their end, and best play: all of it without solving anything again.
TEST(OnePosition, IsAnsweredAboutLikeAnyOther) {
  for (const std::string_view fen : starts()) {
    SCOPED_TRACE(fen);
    const test::TemporaryFolder folder;
    Oracle oracle(three_men_fit(folder));
    CampaignCounter counter;
    oracle.observe(&counter);
    const Position start = position(fen);
    EXPECT_FALSE(oracle.is_at_hand(start));
    expect_right_worth(oracle, start);
    test::Random random(3);
    for (int games = 0; games < test::by_effort(20, 200); ++games) {
      for (const Position& after : test::random_walk(start, 40, random)) {
        ASSERT_TRUE(oracle.is_at_hand(after)) << to_fen(after);
        expect_right_worth(oracle, after);
        if (HasFatalFailure()) return;
      }
    }
    const auto line = oracle.best_line(start);
    ASSERT_TRUE(line) << line.error().message;
    const Worth mate = *test::all_of_four_men().worth(start, Metric::Mate);
    EXPECT_TRUE(mate.is_draw() || line->moves().size() == mate.plies());
    EXPECT_EQ(counter.campaigns, 1);
  }
}

TEST(OnePosition, HasTheAnswerThatFilesGive) {
  const test::TemporaryFolder folder, whole;
  Oracle in_part(three_men_fit(folder));
  Oracle all({.folder = whole.path()});
  const Position start = position(kStarts[0]);
  const auto found = in_part.answer(start), expected = all.answer(start);
  ASSERT_TRUE(found) << found.error().message;
  ASSERT_TRUE(expected);
  EXPECT_EQ(found->outcome, expected->outcome);
  EXPECT_EQ(found->mate, expected->mate);
  EXPECT_EQ(found->zeroing, expected->zeroing);
  EXPECT_EQ(found->mate_is_certain, expected->mate_is_certain);
  ASSERT_EQ(found->moves.size(), expected->moves.size());
  for (std::size_t i = 0; i < found->moves.size(); ++i) {
    EXPECT_EQ(found->moves[i].move, expected->moves[i].move);
    EXPECT_EQ(found->moves[i].outcome, expected->moves[i].outcome);
    EXPECT_EQ(found->moves[i].mate, expected->moves[i].mate);
    EXPECT_EQ(found->moves[i].zeroing, expected->moves[i].zeroing);
    EXPECT_EQ(found->moves[i].best, expected->moves[i].best);
  }
}

/// The pawn's first square d3, then others: within its reach, besides it, behind it.
TEST(OnePosition, HasSolvedOnlyWhatIsNew) {
  const test::TemporaryFolder folder;
  Oracle oracle(three_men_fit(folder));
  CampaignCounter counter;
  oracle.observe(&counter);
  const auto campaigns_after = [&](std::string_view fen) {
    expect_right_worth(oracle, position(fen));
    return counter.campaigns;
  };
  EXPECT_EQ(campaigns_after("8/8/8/8/8/1k1p4/8/K6R w - - 0 1"), 1);
  EXPECT_EQ(campaigns_after("8/8/8/2k5/8/8/3p4/K4R2 b - - 0 1"), 1);
  EXPECT_EQ(campaigns_after("8/8/8/2k5/8/8/4p3/K5R1 b - - 0 1"), 1) << "the mirrored pawn";
  EXPECT_EQ(campaigns_after("8/8/8/8/8/1kp5/8/K6R w - - 0 1"), 2);
  EXPECT_EQ(campaigns_after("8/8/8/8/3p4/1k6/8/K6R w - - 0 1"), 3);
  EXPECT_EQ(campaigns_after("8/8/8/8/8/1k1p4/8/K6R b - - 0 1"), 3);
  EXPECT_EQ(campaigns_after("8/8/8/8/8/1k6/2p5/K6R b - - 0 1"), 3);
}

TEST(OnePosition, LeavesWholeEndingsOnDiskAndNoOthers) {
  const test::TemporaryFolder folder;
  const Position start = position(kStarts[0]);
  {
    Oracle oracle(three_men_fit(folder));
    CampaignCounter counter;
    oracle.observe(&counter);
    ASSERT_TRUE(oracle.answer(start));
    EXPECT_EQ(counter.warnings,
              std::vector<std::string>{
                  "of KRvKP, only what this position can reach is solved, and it is not kept: "
                  "'lucena solve KRvKP' solves and keeps all of it"});
    EXPECT_TRUE(oracle.is_solved(start));
    EXPECT_FALSE(oracle.is_solved(material("KRvKP")));
    EXPECT_FALSE(oracle.is_at_hand(material("KRvKP")));
    EXPECT_TRUE(oracle.is_solved(material("KQvKR")));
    EXPECT_FALSE(oracle.is_solved(position("8/8/8/8/7p/1k6/8/K6R w - - 0 1")));
  }
  Oracle again(three_men_fit(folder));
  EXPECT_TRUE(std::filesystem::exists(folder.path() / "KQvKR.mate"));
  EXPECT_FALSE(std::filesystem::exists(folder.path() / "KRvKP.mate"));
  EXPECT_FALSE(again.is_solved(start));
  for (const std::string& name : folder.names()) EXPECT_NE(name.front(), '.') << name;
}

/// What pawns become is on disk after the first position, whoever asks about the second one.
TEST(OnePosition, ReadsWhatItPromotesInto) {
  const test::TemporaryFolder folder;
  ASSERT_TRUE(Oracle(three_men_fit(folder)).answer(position(kStarts[1])));
  Oracle oracle(three_men_fit(folder));
  CampaignCounter counter;
  oracle.observe(&counter);
  expect_right_worth(oracle, position("8/5k2/P7/8/3b4/8/8/6K1 w - - 0 1"));
  EXPECT_EQ(counter.solved, std::vector<std::string>{"KBvKP"});
}

TEST(OnePosition, HasDamagedTablesMendedThatItPromotesInto) {
  const test::TemporaryFolder folder;
  const Position start = position(kStarts[1]);
  ASSERT_TRUE(Oracle(three_men_fit(folder)).answer(start));
  const auto path = folder.path() / "KQvKB.mate";
  auto bytes = test::read_bytes(path);
  bytes[bytes.size() / 3] ^= 1;
  test::write_bytes(path, bytes);
  const auto answer = Oracle(three_men_fit(folder)).answer(start);
  ASSERT_FALSE(answer);
  EXPECT_EQ(answer.error().code, OracleError::Table);
  EXPECT_NE(answer.error().message.find("KQvKB.mate is damaged"), std::string::npos);
  Oracle::Options options = three_men_fit(folder);
  options.mend = true;
  Oracle oracle(options);
  CampaignCounter counter;
  oracle.observe(&counter);
  expect_right_worth(oracle, start);
  EXPECT_EQ(counter.solved, (std::vector<std::string>{"KQvKB", "KBvKP"}));
  ASSERT_FALSE(counter.warnings.empty());
  EXPECT_NE(counter.warnings.front().find("KQvKB.mate is damaged"), std::string::npos);
  EXPECT_NE(test::read_bytes(path), bytes);
}

/// The whole ending comes from files, and whoever has asked for it whole has all of it.
TEST(OnePosition, NeedsNothingOnceItsEndingIsSolved) {
  const test::TemporaryFolder folder;
  Oracle oracle(three_men_fit(folder));
  CampaignCounter counter;
  oracle.observe(&counter);
  ASSERT_FALSE(oracle.prepare(material("KRvKP")));
  expect_right_worth(oracle, position(kStarts[0]));
  EXPECT_EQ(counter.campaigns, 1);
  EXPECT_TRUE(oracle.tables().parts().empty());
}

TEST(OnePosition, TakesLessThanItsEnding) {
  const auto large = test::materials({"KRBvKRP"});
  const Forecast whole = forecast_of({large}, 2);
  const Reach reach(position("8/8/8/3k4/8/2r2p2/4R3/K1B5 w - - 0 1"));
  const Forecast part = forecast_of({large}, 2, {.reach = &reach});
  EXPECT_FALSE(whole.in_part);
  EXPECT_TRUE(part.in_part);
  EXPECT_DOUBLE_EQ(part.seconds, whole.seconds * 2 / 24);
  EXPECT_LT(part.scratch_bytes, whole.scratch_bytes / 8);
  EXPECT_EQ(part.table_bytes, 0u);
  EXPECT_EQ(forecast_of({test::materials({"KRBvKBN"})}, 2, {.reach = &reach}).seconds, 0)
      << "what cannot be reached";
}

/// Where there is too little memory for it, nobody is asked.
TEST(OnePosition, IsAskedAboutBeforehand) {
  const test::TemporaryFolder folder;
  Oracle oracle({.folder = folder.path()});
  const Position blocked = position("8/8/3k4/3p4/3P4/2r5/4R3/K7 w - - 0 1");
  std::vector<std::string> large;
  oracle.ask_before_long_work([&](const Material& asked, const Forecast& forecast) {
    EXPECT_EQ(asked, material("KRPvKRP"));
    EXPECT_TRUE(forecast.in_part);
    for (const Material& each : forecast.large) large.push_back(each.name());
    return false;
  });
  const auto refused = oracle.answer(blocked);
  ASSERT_FALSE(refused);
  if (refused.error().code == OracleError::NotEnoughMemory) return;
  EXPECT_EQ(refused.error().code, OracleError::NotSolved);
  EXPECT_EQ(large, std::vector<std::string>{"KRPvKRP"}) << "no pawn gets through";
  const std::string& message = refused.error().message;
  EXPECT_TRUE(message.starts_with("KRPvKRP is not solved yet: what this position can reach takes "))
      << message;
  EXPECT_TRUE(folder.names().empty());
}

}  // namespace
}  // namespace lucena
