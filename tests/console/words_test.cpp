// SPDX-License-Identifier: GPL-3.0-or-later
// What is said about positions and moves: verdicts, what "best" means, explanations, summaries.
#include <gtest/gtest.h>

#include <algorithm>
#include <map>

#include "base/text.h"
#include "chess/legal_moves.h"
#include "chess/move_text.h"
#include "console/board_picture.h"
#include "console/draw_reason.h"
#include "console/explanation.h"
#include "console/graded_moves.h"
#include "console/position_finder.h"
#include "console/verdict.h"
#include "endgame/layout.h"
#include "oracle/game_answer.h"
#include "support/given.h"
#include "support/temporary_folder.h"

namespace lucena {
namespace {

using test::material;
using test::position;

class Words : public testing::Test {
 protected:
  std::string verdict_on(std::string_view fen) {
    return verdict(oracle_, position(fen), {}).value();
  }
  std::string ending_of(std::string_view fen) {
    return about_ending(oracle_, position(fen)).value();
  }
  /// A game in which these moves were made.
  GameRecord record(std::string_view fen, const std::vector<std::string_view>& moves) {
    GameRecord record{Game(position(fen))};
    for (const std::string_view text : moves) {
      const auto answer = answer_in_game(oracle_, record.game, {}).value();
      record.make(review_move(answer, parse_move(record.game.position(), text).value()));
    }
    return record;
  }

 private:
  const test::TemporaryFolder folder_;

 protected:
  Oracle oracle_{{.folder = folder_.path(), .threads = 2}};
};

TEST_F(Words, OnTwoBishopsAreAboutTheirColours) {
  EXPECT_EQ(ending_of("8/8/8/4k3/8/8/8/K1BB4 w - - 0 1"),
            "In KBBvK with bishops on squares of opposite colours White wins 99.98 % of the "
            "positions with White to move and 81.11 % with Black to move; the longest mate takes "
            "19 moves");
  EXPECT_EQ(ending_of("8/8/8/4k3/8/8/8/K1B1B3 w - - 0 1"),
            "In KBBvK with bishops on squares of the same colour every position is a draw");
  EXPECT_EQ(ending_of("k1bb4/8/8/8/4K3/8/8/8 w - - 0 1").substr(0, 62),
            "In KvKBB with bishops on squares of opposite colours Black win");
}

TEST_F(Words, OnADrawNameItsReason) {
  const auto says = [&](std::string_view fen, std::string_view reason) {
    const std::string text = verdict_on(fen);
    EXPECT_NE(text.find(reason), std::string::npos) << fen << ": " << text;
  };
  says("7k/8/8/8/8/8/5b2/K5R1 w - - 0 1", "a fortress or other draw; White loses nothing by force");
  says("k5r1/5B2/8/8/8/8/8/7K b - - 0 1", "a fortress or other draw; Black loses nothing by force");
  says("8/8/8/8/3k4/8/3P4/K7 b - - 0 1", "White loses a man by force");
  says("8/8/8/8/8/3k4/3P4/K7 w - - 0 1", "White loses a man at once");
  says("4k3/8/8/4KP2/8/8/8/8 b - - 0 1", "a fortress or other draw; White loses nothing by force");
  says("8/8/8/8/8/1k6/8/K3B1B1 w - - 0 1", "neither side has enough men to mate");
}

/// The law of draw_class(): counted over all positions of an ending, no class has more positions
/// than the statistics count. Of pawns a sample will do.
TEST_F(Words, OnDrawsAgreeWithTheStatistics) {
  for (const std::string_view ending : {"KPvK", "KRvK", "KQvK"}) {
    const std::uint64_t step = ending == "KPvK" ? 499 : 1;
    std::uint64_t seen = 0;
    const Material men = material(ending);
    const Statistics statistics = oracle_.statistics(men).value();
    const Layout layout(men);
    for (const Color side : kColors) {
      std::map<DrawClass, std::uint64_t> found;
      std::uint64_t drawn = 0, unknown = 0;
      for (std::uint32_t skeleton = 0; skeleton < layout.skeleton_count(); ++skeleton) {
        for (std::uint32_t word = 0; word < layout.words(); ++word) {
          for (std::uint8_t bit = 0; bit < 64; ++bit) {
            if ((layout.canonical_bits(skeleton, word) >> bit & 1) == 0) continue;
            const auto setup = layout.setup_at({skeleton, word, bit}, side);
            const auto a_position = setup ? Position::create(*setup) : ChessFault{};
            if (!a_position) continue;
            if (seen++ % step != 0) continue;
            if (!oracle_.prober().worth(*a_position, Metric::Mate)->is_draw()) continue;
            ++drawn;
            const auto known = draw_class(oracle_, *a_position).value();
            known ? ++found[*known] : ++unknown;
          }
        }
      }
      const UnwonCounts& counts = statistics.all.unwon->unique[side];
      if (step == 1) {
        EXPECT_EQ(drawn, counts.drawn());
        EXPECT_EQ(found[DrawClass::Stalemate], counts.stalemates);
        EXPECT_EQ(found[DrawClass::LostAtOnce], counts.lost_at_once);
      }
      EXPECT_LE(found[DrawClass::LostByForce], counts.lost_by_force);
      EXPECT_LE(found[DrawClass::StalemateTrap], counts.stalemate_traps);
      EXPECT_LE(found[DrawClass::OtherDraw], counts.other_draws);
      EXPECT_EQ(unknown, 0u) << ending << ' ' << name(side) << " of " << drawn;
    }
  }
}

/// The marks of `moves`, the names of `hint`, `why` and the summary are about the same moves.
TEST_F(Words, OnBestMovesAgree) {
  std::mt19937_64 random(5);
  for (const std::string_view ending : {"KRvKN", "KPvK", "KQvKR"}) {
    for (int i = 0; i < 10; ++i) {
      const Position start = find_position(oracle_, material(ending), Wanted::Any, random).value();
      if (!has_legal_move(start)) continue;
      const Answer answer = answer_in_game(oracle_, Game(start), {}).value();
      const std::string list = graded_moves_text(start, answer, Metric::Mate);
      const std::string hint = best_moves_text(start, answer, Metric::Mate);
      for (const GradedMove& graded : answer.moves) {
        GameRecord game{Game(start)};
        game.make(review_move(answer, graded.move));
        const std::string san = to_san(start, graded.move);
        const bool marked = list.find("  * " + san + ' ') != std::string::npos;
        const std::string why = explain_move(oracle_, {}, game, 0).value().front();
        const bool praised = why.ends_with(" was as good as any other move.");
        const unsigned counted_as_best = game.scorecard(start.side_to_move()).best_moves;
        EXPECT_EQ(marked, praised) << to_fen(start) << ' ' << why;
        EXPECT_EQ(marked, counted_as_best == 1) << to_fen(start) << ' ' << san;
        EXPECT_EQ(marked, graded.best);
        if (!marked) {
          EXPECT_EQ((" " + hint).find(' ' + san + ' '), std::string::npos) << hint;
        }
      }
    }
  }
}

TEST_F(Words, OnAMistakeShowBothLines) {
  const GameRecord game = record("8/8/8/8/8/8/8/K1kBN3 w - - 0 1", {"Nf3"});
  const auto said = explain_move(oracle_, {}, game, 0).value();
  ASSERT_EQ(said.size(), 3u);
  EXPECT_TRUE(said[0].starts_with("1. Nf3: That move lets the win slip")) << said[0];
  EXPECT_EQ(said[1], "The refutation: 1... Kxd1 (neither side has enough men left to mate)");
  EXPECT_TRUE(said[2].starts_with("What should have been played: 1. B")) << said[2];
  EXPECT_TRUE(said[2].ends_with("# (checkmate)")) << said[2];
}

/// Also where the reply was not the best one, as that of an opponent who errs.
TEST_F(Words, OnAMistakeRefuteItWhateverWasReplied) {
  const GameRecord game = record("8/8/8/8/8/8/8/K1kBN3 w - - 0 1", {"Nf3", "Kxd1"});
  const GameRecord missed = record("4k3/8/8/4K3/4P3/8/8/8 b - - 0 1", {"Kd8", "Kd5"});
  EXPECT_EQ(explain_move(oracle_, {}, game, 0).value()[1],
            "The refutation: 1... Kxd1 (neither side has enough men left to mate)");
  const std::string line = explain_move(oracle_, {}, missed, 0).value()[1];
  EXPECT_EQ(line.find("2. Kd5"), std::string::npos) << line;
}

TEST_F(Words, OnAWinThrownAwayCountNoMovesLost) {
  const GameRecord game = record("8/8/8/8/8/8/8/K1kBN3 w - - 0 1", {"Nf3"});
  EXPECT_EQ(scorecard_text(game.scorecard(Color::White), game.game),
            "0 of 1 move best; the win was thrown away at 1. Nf3, which made it a draw");
}

TEST_F(Words, ExplainTheirMarks) {
  const auto moves = [&](std::string_view fen) {
    const Position where = position(fen);
    return graded_moves_text(where, oracle_.answer(where).value(), Metric::Mate);
  };
  EXPECT_TRUE(moves("8/8/8/8/8/2k5/8/K6R w - - 0 1").ends_with("* best: no move wins sooner.\n"));
  EXPECT_TRUE(moves("8/8/8/8/8/2k5/7R/K7 b - - 0 1").ends_with("* best: no move loses later.\n"));
  const std::string drawn = moves("8/8/8/8/3k4/8/3P4/K7 w - - 0 1");
  EXPECT_NE(drawn.find("Drawing replies are the answers that keep it"), std::string::npos) << drawn;
}

/// The same letters or figures never stand for men of both sides.
TEST(BoardPicture, TellsWhiteFromBlackWhenItIsCopied) {
  const Position start = position("4k3/8/8/8/8/8/8/4K3 w - - 0 1");
  for (const bool figures : {false, true}) {
    for (const BoardInk ink : {BoardInk::Plain, BoardInk::EightColors, BoardInk::ManyColors}) {
      const std::string picture = board_picture(start, {}, {.ink = ink, .figures = figures});
      const bool drawn = figures && ink != BoardInk::Plain;
      const auto count = [&](std::string_view man) {
        std::size_t times = 0;
        for (std::size_t at = 0; (at = picture.find(man, at)) != std::string::npos; ++at) ++times;
        return times;
      };
      EXPECT_EQ(count(drawn ? "\u2654" : " K "), 1u) << picture;
      EXPECT_EQ(count(drawn ? "\u265a" : " k "), 1u) << picture;
    }
  }
}

}  // namespace
}  // namespace lucena
