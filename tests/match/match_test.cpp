// SPDX-License-Identifier: GPL-3.0-or-later
#include "match/match.h"

#include <gtest/gtest.h>
#include <signal.h>

#include <new>
#include <thread>

#include "oracle/oracle.h"
#include "support/fake_engine.h"
#include "support/temporary_folder.h"

namespace lucena {
namespace {

constexpr const char* kMateInOne = "6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - 0 1";

class Collector final : public MatchObserver {
 public:
  bool game_ended(const MatchGame& record, const MatchTally&) override {
    records.push_back(record);
    return records.size() < enough;
  }
  std::vector<MatchGame> records;
  std::size_t enough = 1000;
};

/// Two fake engines, told how to misbehave.
class Match : public testing::Test {
 protected:
  Match() { signal(SIGPIPE, SIG_IGN); }

  MatchOptions options(const std::string& first, const std::string& second,
                       const char* fen = test::kShufflePosition) {
    MatchOptions options;
    const std::array<std::string, 2> arguments{first, second};
    for (std::size_t i = 0; i < 2; ++i) {
      auto command = parse_engine_command(test::fake_engine(LUCENA_TEST_DATA, arguments[i]));
      const Limits limits = *limits_of(*command, {{}, {}, 1, {}});
      options.players[i] = {*command, i == 0 ? "first" : "second", limits};
    }
    options.openings = {Game(*parse_fen(fen))};
    options.games = 2;
    options.patience = {0.05, 60};
    return options;
  }
  MatchSummary play(const MatchOptions& options) {
    const auto summary = play_match(options, seen_, stopped_);
    EXPECT_TRUE(summary) << summary.error().message;
    return summary ? *summary : MatchSummary{};
  }
  std::string reason(std::size_t game) const {
    return game < seen_.records.size() ? seen_.records[game].reason : "not played";
  }

  Collector seen_;
  std::atomic<bool> stopped_{false};
};

TEST_F(Match, IsDrawnByRepetition) {
  const MatchSummary summary = play(options("", ""));
  EXPECT_EQ(summary.tally.draws, 2u);
  EXPECT_EQ(summary.tally.pairs, (std::array<std::uint64_t, 5>{0, 0, 1, 0, 0}));
  EXPECT_EQ(reason(0), "draw: the position has occurred three times");
  EXPECT_EQ(seen_.records[0].game.moves().size(), 8u);
  EXPECT_EQ(seen_.records[0].white, 0u);
  EXPECT_EQ(seen_.records[1].white, 1u);
}

TEST_F(Match, IsWonByMateWithEitherColour) {
  const MatchSummary summary = play(options("play:a1a8", "play:a1a8", kMateInOne));
  EXPECT_EQ(summary.tally.wins, 1u);
  EXPECT_EQ(summary.tally.losses, 1u);
  EXPECT_EQ(summary.by_color[0], (std::array<std::uint64_t, 3>{1, 0, 0}));
  EXPECT_EQ(summary.by_color[1], (std::array<std::uint64_t, 3>{0, 0, 1}));
  EXPECT_EQ(reason(0), "checkmate: White wins");
}

TEST_F(Match, IllegalMovesLose) {
  const MatchSummary summary = play(options("illegal:2", ""));
  EXPECT_EQ(summary.tally.losses, 2u);
  EXPECT_EQ(summary.forfeits[0], (std::array<std::uint64_t, 4>{0, 0, 0, 2}));
  EXPECT_TRUE(reason(0).starts_with("White loses by the illegal move 'e2e5': ")) << reason(0);
  EXPECT_TRUE(reason(1).starts_with("Black loses by the illegal move 'e2e5': ")) << reason(1);
}

TEST_F(Match, NoMoveAtAllLoses) {
  EXPECT_EQ(play(options("", "none:1")).tally.wins, 2u);
  EXPECT_TRUE(reason(0).starts_with("Black loses by the illegal move '(none)': ")) << reason(0);
}

TEST_F(Match, CrashesLoseAndTheEngineIsStartedAgain) {
  const MatchSummary summary = play(options("", "crash:3"));
  EXPECT_EQ(summary.tally.wins, 2u);
  EXPECT_EQ(summary.forfeits[1], (std::array<std::uint64_t, 4>{0, 2, 0, 0}));
  EXPECT_EQ(reason(0),
            "Black loses by a crash: it ended with status 3: 'the bishop has left the building'");
  EXPECT_EQ(seen_.records[0].game.moves().size(), 3u);
  EXPECT_EQ(seen_.records[1].game.moves().size(), 4u);
}

TEST_F(Match, SilenceLoses) {
  MatchOptions match = options("hang:1", "");
  match.patience.move_seconds = 1;
  const MatchSummary summary = play(match);
  EXPECT_EQ(summary.forfeits[0], (std::array<std::uint64_t, 4>{0, 0, 2, 0}));
  EXPECT_EQ(reason(0), "White loses by silence: it does not answer");
}

TEST_F(Match, TimeForfeitsLose) {
  const MatchSummary summary = play(options("slow:2 tc=0.2+0.01", "tc=60"));
  EXPECT_EQ(summary.forfeits[0], (std::array<std::uint64_t, 4>{2, 0, 0, 0}));
  EXPECT_EQ(reason(0), "White loses on time");
  EXPECT_EQ(reason(1), "Black loses on time");
}

TEST_F(Match, PatienceEnds) {
  MatchOptions match = options("late", "");
  match.patience.move_seconds = 1;
  EXPECT_EQ(play(match).forfeits[0], (std::array<std::uint64_t, 4>{2, 0, 0, 0}));
  EXPECT_EQ(reason(0), "White loses: no move within 1.00 s");
}

TEST_F(Match, EndsWhereTheTablesKnowTheOutcome) {
  const test::TemporaryFolder folder;
  Oracle oracle({.folder = folder.path()});
  for (const char* name : {"KRvK", "KBNvK", "KNNvK"}) {
    ASSERT_FALSE(oracle.prepare(*Material::parse(name)));
  }
  const Adjudicator adjudicator(&oracle.prober());
  const auto result = [&](const char* fen) { return adjudicator.result(*parse_fen(fen)); };
  EXPECT_EQ(result("8/8/8/8/8/2k5/8/K6R w - - 0 1"), GameResult::WhiteWins);
  EXPECT_EQ(result("8/8/8/8/8/2K5/8/k6r w - - 0 1"), GameResult::BlackWins);
  EXPECT_EQ(result("8/8/8/8/8/2k5/8/K6R w - - 95 80"), GameResult::Draw);
  EXPECT_EQ(result("8/8/8/8/8/2k5/8/K5BN b - - 0 1"), GameResult::WhiteWins);
  EXPECT_EQ(result("8/8/8/8/8/2k5/8/K5NN b - - 0 1"), GameResult::Draw);
  EXPECT_EQ(result(test::kShufflePosition), std::nullopt);
  EXPECT_EQ(result("8/8/8/8/8/2k5/8/K4RNN b - - 0 1"), std::nullopt);  // five men: no table
  EXPECT_EQ(Adjudicator().result(*parse_fen("8/8/8/8/8/2k5/8/K6R w - - 0 1")), std::nullopt);

  MatchOptions match = options("", "", "8/8/8/8/8/2k5/8/K6R w - - 0 1");
  match.adjudicator = adjudicator;
  const MatchSummary summary = play(match);
  EXPECT_EQ(summary.ended_by_tables, 2u);
  EXPECT_EQ(summary.tally.pairs, (std::array<std::uint64_t, 5>{0, 0, 1, 0, 0}));
  EXPECT_EQ(reason(0), "White wins by the tables");
}

TEST_F(Match, EndsWhenTheTestIsDecided) {
  MatchOptions match = options("play:a1a8", "play:a1a8 illegal", kMateInOne);
  match.games = 1000;
  match.sprt = Sprt{0, 100};
  const MatchSummary summary = play(match);
  EXPECT_EQ(match.sprt->decision(summary.tally), Sprt::Decision::AcceptElo1);
  EXPECT_LT(summary.tally.games(), 100u);
  EXPECT_EQ(summary.tally.losses, 0u);
}

TEST_F(Match, PlaysSeveralGamesAtATime) {
  MatchOptions match = options("", "crash:4");
  match.games = 9;
  match.concurrency = 3;
  const MatchSummary summary = play(match);
  EXPECT_EQ(summary.tally.wins, 9u);
  EXPECT_EQ(summary.tally.pairs, (std::array<std::uint64_t, 5>{0, 0, 0, 0, 4}));
  EXPECT_EQ(seen_.records.size(), 9u);
}

TEST_F(Match, EndsWhenTheObserverHasSeenEnough) {
  seen_.enough = 3;
  MatchOptions match = options("", "");
  match.games = 100;
  EXPECT_EQ(play(match).tally.games(), 3u);
}

/// Whatever an observer throws reaches whoever wanted the match, from any thread.
TEST_F(Match, EndsWithWhatTheObserverThrows) {
  class Angry final : public MatchObserver {
    bool game_ended(const MatchGame&, const MatchTally&) override { throw std::bad_alloc(); }
  } angry;
  MatchOptions match = options("", "");
  match.games = 100;
  match.concurrency = 2;
  EXPECT_THROW((void)play_match(match, angry, stopped_), std::bad_alloc);
}

TEST_F(Match, StopsInTheMiddleOfAGame) {
  MatchOptions match = options("", "hang:3");
  const std::jthread stopper([this] {
    std::this_thread::sleep_for(std::chrono::milliseconds(500));
    stopped_ = true;
  });
  EXPECT_EQ(play(match).tally.games(), 0u);
}

TEST_F(Match, DoesNotBeginWithoutAnEngine) {
  MatchOptions match = options("", "");
  match.players[1].command.words = {"/nowhere/fish"};
  const auto summary = play_match(match, seen_, stopped_);
  ASSERT_FALSE(summary);
  EXPECT_EQ(summary.error().message,
            "'/nowhere/fish' cannot be started: No such file or directory");
  EXPECT_TRUE(seen_.records.empty());
}

TEST_F(Match, IsWrittenAsGames) {
  play(options("", "illegal:3"));
  ASSERT_EQ(seen_.records.size(), 2u);
  const PgnGame game = to_pgn_game(seen_.records[0], {"first", "second"}, "2026.01.02", "10+0.1");
  EXPECT_EQ(game.tag("White"), "first");
  EXPECT_EQ(game.tag("Round"), "1.1");
  EXPECT_EQ(game.tag("Termination"), "rules infraction");
  EXPECT_EQ(game.tag("TimeControl"), "10+0.1");
  EXPECT_EQ(game.result, GameResult::WhiteWins);
  ASSERT_EQ(game.moves.size(), 3u);
  EXPECT_TRUE(game.moves[0].comments_after.front().starts_with("+0.25/7 "));
  EXPECT_TRUE(game.moves[2].comments_after.back().find("; Black loses by") != std::string::npos);
}

}  // namespace
}  // namespace lucena
