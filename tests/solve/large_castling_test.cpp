// SPDX-License-Identifier: GPL-3.0-or-later
// Castling rights in endings whose values are on disk, tried with smaller ones.
#include <gtest/gtest.h>

#include <array>

#include "chess/fen.h"
#include "chess/legal_moves.h"
#include "solve/castling_check.h"
#include "solve/castling_decisions.h"
#include "solve/castling_row_exits.h"
#include "solve/kept_castling.h"
#include "solve/solver.h"
#include "solve/word_sets.h"
#include "support/contradiction.h"
#include "support/effort.h"
#include "support/given.h"
#include "support/logged_ending.h"
#include "support/random_positions.h"
#include "support/solved.h"
#include "support/temporary_folder.h"

namespace lucena {
namespace {

using test::material;

bool same_values(const CastlingTable& a, const CastlingTable& b) {
  return std::all_of(kColors.begin(), kColors.end(), [&](Color side) {
    const auto first = a.values(side), second = b.values(side);
    return std::equal(first.begin(), first.end(), second.begin(), second.end());
  });
}

/// Solves an ending with all that have as many men through streams, and those with one man less put
/// away; compares their castling tables with those of the store, and leaves them there instead.
void expect_the_same_castling_tables(std::string_view name, int block_men, EndingStore& store) {
  const Material ending = material(name);
  const std::vector<Material> plan = closure({ending});
  const test::TemporaryFolder folder;
  const auto scratch = [&] { return std::move(ScratchFile::create(folder.path())).value(); };
  ScratchFile events = scratch(), decisions = scratch(), tables = scratch();
  Solver solver({.threads = 2, .castling = true, .zeroing = true, .block_men = block_men}, plan);
  solver.keep_promotions_in(folder.path());
  solver.put_tables_into(tables);
  while (!solver.finished()) {
    const Material next = solver.next();
    SCOPED_TRACE(next.name());
    if (next.men() < ending.men()) {
      ASSERT_FALSE(solver.solve_next());
      continue;
    }
    for (const Material& smaller : plan) {
      if (smaller.men() != ending.men() - 1) continue;
      ASSERT_FALSE(solver.put_away(smaller));
    }
    test::LoggedEnding logged(next, decisions);
    const auto fault = solver.solve_next_into(logged, events);
    ASSERT_FALSE(fault) << fault->message;
    EXPECT_EQ(logged.castling().size(), 2 * castling_endings(next).size());
    for (const auto& [table, metric] : logged.castling()) {
      const auto expected = store.castling_table(table->ending(), metric);
      EXPECT_TRUE(same_values(*table, *expected))
          << lucena::name(metric) << ", rights " << table->ending().rights.bits();
      EXPECT_FALSE(table->is_wide());
      EXPECT_FALSE(solver.store().castling_table(table->ending(), metric)) << "left in memory";
      store.add(table, metric);
    }
  }
}

/// Rights of one side, of the weaker side, of both; two rooks; pawns that move and promote while
/// the right stays, and one that captures the rook and promotes. A second solution by legal moves
/// has the same opinion.
TEST(LargeCastling, IsSolvedAsInMemory) {
  using Names = std::vector<std::string_view>;
  EndingStore store = test::all_of_four_men();
  const Names names = test::by_effort<Names>(
      {"KRvKR", "KRRvK", "KRvKP"},
      {"KRvKR", "KRRvK", "KRvKP", "KQvKR", "KQRvK", "KRBvK", "KRvKN", "KRPvK"});
  for (const std::string_view name : names) {
    SCOPED_TRACE(name);
    expect_the_same_castling_tables(name, Problem::kBlockMen, store);
    for (const Metric metric : {Metric::Mate, Metric::Zeroing}) {
      test::expect_no_contradiction(check_castling(material(name), metric, store, test::kNever));
    }
  }
}

TEST(LargeCastling, IsSolvedFromLogsInSeveralBatches) {
  EndingStore store = test::all_of_four_men();
  expect_the_same_castling_tables("KRvKB", 0, store);
}

/// Captures in passing beside castling rights take five men.
TEST(StreamsOfFive, SolveCastlingRightsAlike) {
  const std::vector<Material> plan = closure({material("KRPvKP")});
  Solver solver({.threads = 2, .castling = true, .zeroing = true}, plan);
  for (const Material& next : plan) {
    ASSERT_FALSE(solver.solve_next());
    solver.release(next);
  }
  EndingStore store = solver.store();
  expect_the_same_castling_tables("KRPvKP", Problem::kBlockMen, store);
}

/// A castling table that nobody has solved; all is drawn, or anything.
std::shared_ptr<CastlingTable> made_up(const CastlingEnding& ending, test::Random* random) {
  auto table = std::make_shared<CastlingTable>(ending);
  for (const Color side : kColors) {
    for (std::uint8_t& value : table->values(side)) {
      value = random != nullptr ? static_cast<std::uint8_t>((*random)()) : kDraw.byte();
    }
  }
  return table;
}

/// Everything with this right that one move can make of an ending with it.
void make_up_castling_tables(const CastlingEnding& ending, test::Random* random,
                             EndingStore& store) {
  std::vector<Material> materials{ending.material};
  for (const Material& next : successors(ending.material)) {
    materials.push_back(next);
    for (const Material& further : successors(next)) materials.push_back(further);
  }
  for (const Material& each : materials) {
    const CastlingEnding here{each, ending.rights};
    const bool possible = each.count(Color::White, PieceType::Rook) > 0;
    if (!possible || store.castling_table(here)) continue;
    store.add(made_up(here, random));
  }
}

/// The best move that captures, moves a pawn or gives up the right.
Worth best_exit(const Position& position, const PositionValues& values) {
  Worth best;
  for (const Move move : legal_moves(position)) {
    const bool gives_up = position.after(move).castling() != position.castling();
    if (!gives_up && effect_of(position, move) == MoveEffect::Quiet) continue;
    best = std::max(best, values.worth_of_move(position, move, Metric::Mate).value());
  }
  return best;
}

/// An ending with castling rights whose own values are made up.
struct MadeUp {
  MadeUp(std::string_view name, CastlingRights right, test::Random* random, EndingStore known)
      : ending{Material::parse_as_written(name).value(), right}, store(std::move(known)) {
    make_up_castling_tables(ending, random, store);
    table = store.castling_table(ending);
    std::vector<GivenUpRight> given_up;
    given_up.emplace_back(*table);
    values.emplace(ending.material.canonical(), Metric::Mate, store, std::move(given_up));
    targets.emplace(*table, *values);
  }

  /// What exits decide in a word: by square of the black king, one side to move.
  std::array<Worth, 64> exits_of(std::uint32_t skeleton, std::uint32_t word, Color side) const {
    const Problem problem = table->problem(skeleton);
    const CastlingRowExits exits(*table, skeleton, *values, *targets);
    const Exits::WordOfBothSides legal =
        word_sets(problem.white_king(word), problem.men(), problem.squares(word)).legal;
    Exits::WordOfBothSides without_exit{};
    Exits::Events events;
    exits.find(problem, word, {&legal, 1}, {&without_exit, 1}, events);
    std::array<Worth, 64> worths;
    worths.fill(Worth::draw());
    for (const Square king : Bitboard(without_exit[side])) worths[king.byte()] = Worth();
    for (const ExitEvent& event : events[side]) {
      for (const Square king : Bitboard(event.positions))
        worths[king.byte()] = worth_of(event.turn);
    }
    return worths;
  }

  CastlingEnding ending;
  EndingStore store;
  std::shared_ptr<const CastlingTable> table;
  std::optional<LargeCastlingValues> values;
  std::optional<CastlingTargets> targets;
};

/// Words of five men with a pawn each, double steps beside an enemy pawn among them, against the
/// move generator.
TEST(CastlingRowExits, AreThoseOfTheMoveGenerator) {
  test::Random random(11);
  for (const auto side : kCastlingSides) {
    const MadeUp given("KRPvKP", CastlingRights(Color::White, side), &random,
                       test::all_of_four_men());
    int wins = 0, losses = 0, in_passing = 0;
    const std::vector<std::uint32_t>& skeletons = given.table->skeletons();
    for (std::size_t i = 0; i < skeletons.size(); i += test::by_effort<std::size_t>(7, 1)) {
      for (const Color us : kColors) {
        const auto found = given.exits_of(skeletons[i], 0, us);
        for (const Square king : kAllSquares) {
          const auto position = given.table->position_at(skeletons[i], 0, king, us);
          if (!position) continue;
          const Worth expected = best_exit(*position, *given.values);
          ASSERT_EQ(found[king.byte()], expected) << to_fen(*position);
          wins += expected.is_win();
          losses += expected.is_loss();
          for (const Move move : legal_moves(*position)) {
            in_passing += position->after(move).can_capture_en_passant();
          }
        }
      }
    }
    EXPECT_GT(wins, 1000);
    EXPECT_GT(losses, 1000);
    EXPECT_GT(in_passing, 20);
  }
}

/// Of 2k5/3P4/8/8/8/8/1r5p/R3K3 b Q, with six men. Kxd7 is the only capture, and loses to
/// castling with check, which wins the rook. Elsewhere in that word, the king takes on a1.
TEST(Five, TellSixMenThatACaptureLosesToCastling) {
  const std::vector<Material> plan = closure(test::materials({"KRPvKR", "KRPvKP"}));
  Solver solver({.threads = 2, .castling = true}, plan);
  for (const Material& next : plan) {
    ASSERT_FALSE(solver.solve_next());
    if (next.men() == 5 && next.count(Color::White, PieceType::Pawn) == 0) solver.release(next);
  }
  const Position after = parse_fen("8/3k4/8/8/8/8/1r5p/R3K3 w Q - 0 2").value();
  const Worth won = solver.store().worth(after, Metric::Mate).value();
  ASSERT_TRUE(won.is_win());
  const CastlingRights right(Color::White, CastlingSide::Queen);
  const MadeUp given("KRPvKRP", right, nullptr, solver.store());
  const std::uint32_t skeleton = ("d7"_sq).byte() << 6 | ("h2"_sq).byte();
  const auto exits = given.exits_of(skeleton, ("b2"_sq).byte(), Color::Black);
  EXPECT_EQ(exits[("c8"_sq).byte()], Worth::loss(won.plies() + 1));
}

/// Of six men, and levels that a byte does not hold.
TEST(CastlingTable, HoldsTwoBytesWhereItMust) {
  const CastlingEnding ending{material("KRvKR"), CastlingRights(Color::White, CastlingSide::King)};
  CastlingTable table(ending);
  const Problem problem = table.problem(0);
  EXPECT_EQ(CastlingDecisions(table, 0, problem, Metric::Mate).max_level(), kMaxLevel);
  table.widen();
  CastlingDecisions decisions(table, 0, problem, Metric::Mate);
  EXPECT_EQ(decisions.max_level(), Worth::kMaxPlies);
  decisions.begin(0);
  BlockCollector positions;
  positions.set_size(problem.block_words());
  const auto decide = [&](Square king, unsigned level) {
    positions.add(5, Bitboard(king).bits());
    decisions.decide(Color::Black, 0, Turn(level, level % 2 != 0), positions);
    positions.clear();
  };
  decide("g8"_sq, 254);
  table.narrow();
  EXPECT_FALSE(table.is_wide());
  table.widen();
  decide("h8"_sq, 523);
  decide("a8"_sq, 256);
  table.narrow();
  ASSERT_TRUE(table.is_wide());
  const auto worth_at = [](const CastlingTable& here, Square king) {
    return worth_of_stored(here.value_at(Color::Black, 0, 5, king));
  };
  const test::TemporaryFolder folder;
  KeptCastling kept;
  kept.keep_in(folder.path());
  ASSERT_FALSE(kept.keep(table, Metric::Mate));
  const auto back = kept.bring(ending, Metric::Mate);
  ASSERT_TRUE(back);
  EXPECT_FALSE(*kept.bring(ending, Metric::Zeroing));
  for (const CastlingTable* here : {const_cast<const CastlingTable*>(&table), back->get()}) {
    EXPECT_EQ(worth_at(*here, "g8"_sq), Worth::loss(254));
    EXPECT_EQ(worth_at(*here, "h8"_sq), Worth::win(523));
    EXPECT_EQ(worth_at(*here, "a8"_sq), Worth::loss(256));
    EXPECT_EQ(worth_at(*here, "e5"_sq), Worth::draw());
  }
}

}  // namespace
}  // namespace lucena
