// SPDX-License-Identifier: GPL-3.0-or-later
// The command that recomputes the values of tables, through the real program; also with files whose
// checksums are right and of whose values one is wrong.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <csignal>
#include <set>

#include "app/command_test.h"
#include "chess/fen.h"
#include "chess/legal_moves.h"
#include "oracle/ending_writer.h"
#include "support/solved.h"
#include "support/wrong_value.h"

namespace lucena {
namespace {

using test::contains;
using test::expect_refusal;
using test::Finished;
using test::run;

class VerifyCommand : public test::CommandTest {};

TEST_F(VerifyCommand, ChecksEveryPosition) {
  const Finished finished = run({"verify", "KRvK", "--castling"});
  EXPECT_EQ(finished.status, 0);
  EXPECT_EQ(finished.out,
            "KRvK by mate, solved: 50,015 positions agree with their successors\n"
            "KRvK by mate, solved: 211 castling positions agree with their successors\n"
            "KRvK by mate, solved: 211 castling positions agree with a second solution by legal "
            "moves alone\n");
  EXPECT_TRUE(folder().names().empty());
}

TEST_F(VerifyCommand, ChecksTheFilesWhereThereAreSome) {
  ASSERT_EQ(run({"solve", "KRvK", "--metric", "conversion"}).status, 0);
  const Finished finished = run({"verify", "KRvK", "KQvK"});
  EXPECT_EQ(finished.status, 0);
  EXPECT_EQ(
      finished.out,
      "KQvK by mate, solved: 46,137 positions agree with their successors\n"
      "KRvK by mate, on disk: 50,015 positions agree with their successors\n"
      "KRvK by mate, on disk: 211 castling positions agree with their successors\n"
      "KRvK by mate, on disk: 211 castling positions agree with a second solution by legal "
      "moves alone\n"
      "KRvK by zeroing, on disk: 50,015 positions agree with their successors\n"
      "KRvK by zeroing, on disk: 211 castling positions agree with their successors\n"
      "KRvK by zeroing, on disk: 211 castling positions agree with a second solution by legal "
      "moves alone\n"
      "KRvK by conversion, on disk: 50,015 positions agree with their successors\n"
      "KRvK by conversion, on disk: 211 castling positions agree with their successors\n"
      "KRvK by conversion, on disk: 211 castling positions agree with a second solution by legal "
      "moves alone\n");
}

TEST_F(VerifyCommand, SolvesCastlingRightsASecondTime) {
  // With five men, too, as long as there are no pawns.
  const Finished finished = run({"verify", "KRRRvK", "--castling", "--sample", "100"});
  EXPECT_EQ(finished.status, 0);
  EXPECT_TRUE(contains(finished.out, "320,273 castling positions agree with a second solution"))
      << finished.out;
}

TEST_F(VerifyCommand, RefusesWhatIsNoEnding) {
  expect_refusal(run({"verify", "KRXvK"}),
                 "lucena verify: 'KRXvK' is no ending such as KRPvKR: 'X' is no man");
}

TEST_F(VerifyCommand, StopsWithinASecondWhenInterrupted) {
  for (const std::string_view activity : {"solving KQRvKR", "checking KQRvKR"}) {
    const Finished finished =
        test::interrupted_at({"verify", "KQRvKR", "--sample", "1000000000"}, activity, SIGINT);
    EXPECT_EQ(finished.status, 130);
    EXPECT_TRUE(finished.err.ends_with("lucena verify: interrupted\n")) << finished.err;
  }
}

/// KRvK by mate and zeroing distance, in files that hold one wrong value.
class WrongValue : public VerifyCommand {
 protected:
  void write(const EndingStore& store) const {
    ThreadPool pool(1);
    const auto size = write_ending(folder().path(), material_, store, kMetrics, {}, pool, never_);
    ASSERT_TRUE(size) << size.error().message;
  }

  /// What verify says of the files, which are whole for those who look at no values.
  std::string findings() const {
    EXPECT_EQ(run({"tables", "--verify", "--sample", "0"}).out, "2 tables whole, 0 damaged\n");
    const Finished finished = run({"verify", "KRvK", "--tables", folder().path().string()});
    EXPECT_EQ(finished.status, 1);
    return finished.out;
  }

  /// Positions with White to move that Black cannot do without: one of his best moves leads there,
  /// and no other is as good.
  std::set<Index> depended_on(Metric metric) const {
    std::set<Index> all;
    for_each(Color::Black, [&](const Index&, const Position& position) {
      Worth best;
      std::set<Index> behind_best;
      for (const Move move : legal_moves(position)) {
        const Worth worth = right().worth_of_move(position, move, metric).value();
        if (worth > best) behind_best.clear();
        best = std::max(best, worth);
        const Position after = position.after(move);
        if (worth == best && Material::of(after) == material_) {
          behind_best.insert(layout_.index_of(after));
        }
      }
      if (behind_best.size() == 1) all.insert(*behind_best.begin());
    });
    return all;
  }

  /// A win with White to move where a quicker one would contradict nothing but itself, and which
  /// the files hold once.
  Index spare_win(Metric metric) const {
    const std::set<Index> others = depended_on(metric);
    std::optional<Index> found;
    for_each(Color::White, [&](const Index& index, const Position& position) {
      const Square king = position.king(Color::White);
      const bool once = king.file() != king.rank() && layout_.index_of(position) == index;
      const Worth worth = right().worth(position, metric).value();
      if (once && worth.is_win() && worth.plies() > 9 && !others.contains(index)) found = index;
    });
    return found.value();
  }

  /// Makes a win in the file of a metric two plies quicker.
  void expect_found(Metric metric) const {
    const Index index = spare_win(metric);
    const Position position =
        Position::create(layout_.setup_at(index, Color::White).value()).value();
    const unsigned plies = right().worth(position, metric)->plies();
    write(test::with_wrong_value(right(), material_, metric, Color::White, index,
                                 test::byte_of(Worth::win(plies - 2), metric)));
    const std::string found = findings();
    const std::string line = fmt::format(
        "KRvK by {}, on disk: contradiction at {}: table win in {} plies, successors win in {} "
        "plies\n",
        name(metric), to_fen(position), plies - 2, plies);
    EXPECT_TRUE(contains(found, line)) << line << "is not in\n" << found;
    const Metric other = metric == Metric::Mate ? Metric::Zeroing : Metric::Mate;
    EXPECT_TRUE(contains(found, fmt::format("KRvK by {}, on disk: 50,015 positions agree with "
                                            "their successors\n",
                                            name(other))))
        << found;
  }

  const EndingStore& right() const { return solver_->store(); }

  const Material material_ = test::material("KRvK");
  const Layout layout_{material_};

 private:
  template <class Visit>
  void for_each(Color side, Visit&& visit) const {
    for (std::uint32_t word = 0; word < layout_.words(); ++word) {
      for (int bit = 0; bit < Square::kCount; ++bit) {
        const Index index{0, word, static_cast<std::uint8_t>(bit)};
        const auto setup = layout_.setup_at(index, side);
        if (!setup) continue;
        const auto position = Position::create(*setup);
        if (position) visit(index, *position);
      }
    }
  }

  const std::unique_ptr<Solver> solver_ =
      test::solved({material_}, {.threads = 1, .castling = true, .zeroing = true});
  const std::atomic<bool> never_{false};
};

TEST_F(WrongValue, IsFoundInTheMateFile) {
  expect_found(Metric::Mate);
}

TEST_F(WrongValue, IsFoundInTheZeroingFile) {
  expect_found(Metric::Zeroing);
}

TEST_F(WrongValue, IsFoundInTheCastlingSection) {
  const Position position = parse_fen("8/8/8/8/8/4k3/8/R3K3 w Q - 0 1").value();
  for (const Metric metric : {Metric::Mate, Metric::Zeroing}) {
    const unsigned plies = right().worth(position, metric)->plies();
    write(test::with_wrong_value(right(), position, metric,
                                 test::byte_of(Worth::win(plies - 2), metric)));
    const std::string found = findings();
    const std::string line = fmt::format(
        "KRvK by {}, on disk: contradiction at {}: table win in {} plies, second solution win in "
        "{} plies\n",
        name(metric), to_fen(position), plies - 2, plies);
    EXPECT_TRUE(contains(found, line)) << line << "is not in\n" << found;
  }
}

}  // namespace
}  // namespace lucena
