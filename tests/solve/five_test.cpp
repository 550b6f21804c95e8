// SPDX-License-Identifier: GPL-3.0-or-later
// Endings with five men: a few in every run, all of them on request, which takes 12 GB.
#include <gtest/gtest.h>

#include <algorithm>
#include <set>

#include "chess/fen.h"
#include "chess/legal_moves.h"
#include "solve/verifier.h"
#include "support/contradiction.h"
#include "support/effort.h"
#include "support/mate_search.h"
#include "support/published.h"
#include "support/random_positions.h"
#include "support/solved.h"

namespace lucena {
namespace {

/// Positions with castling rights are checked all or not at all, hence not in a sample.
void expect_consistent_sample(const Material& material, const EndingStore& store,
                              ThreadPool& pool) {
  SCOPED_TRACE(material.name());
  const std::atomic<bool> never{false};
  const std::uint64_t positions = test::by_effort(20'000, 1'000'000);
  for (const Metric metric : {Metric::Mate, Metric::Zeroing}) {
    if (!store.table(material, metric)) continue;
    test::expect_no_contradiction(
        verify_sample(material, metric, store, positions, 1, pool, never));
    if (test::effort() == test::Effort::Sample) continue;
    test::expect_no_contradiction(verify_castling(material, metric, store, never));
  }
}

/// A plain search comes to the same result, as far as it sees.
void expect_what_a_search_finds(const Position& position, std::optional<unsigned> level) {
  constexpr unsigned kHorizon = 4;
  for (unsigned plies = 0; plies <= kHorizon; ++plies) {
    const bool found = plies % 2 == 1 ? test::mates_within(position, plies)
                                      : test::is_mated_within(position, plies);
    const bool expected = level && *level % 2 == plies % 2 && *level <= plies;
    ASSERT_EQ(found, expected) << to_fen(position) << " within " << plies << " plies";
  }
}

/// Five men of KRPvKP as they stand when White may still castle, or after a double step next to an
/// enemy pawn, or both; nothing if such men cannot stand there.
std::optional<Position> random_special_position(test::Random& random) {
  const auto square = [&] { return Square(static_cast<int>(test::below(64, random))); };
  const bool castling = test::below(3, random) != 0, double_step = test::below(3, random) != 0;
  const CastlingPath path = castling_path(Color::White, kCastlingSides[test::below(2, random)]);
  const int file = static_cast<int>(test::below(7, random));
  const int rank = test::below(2, random) == 0 ? 3 : 4;  // of the pawn that has just moved
  const bool mirror = test::below(2, random) == 0;
  std::vector<std::pair<Piece, Square>> men{
      {{Color::White, PieceType::King}, castling ? path.king_from : square()},
      {{Color::White, PieceType::Rook}, castling ? path.rook_from : square()},
      {{Color::Black, PieceType::King}, square()},
      {{Color::White, PieceType::Pawn}, double_step ? Square(file + mirror, rank) : square()},
      {{Color::Black, PieceType::Pawn}, double_step ? Square(file + !mirror, rank) : square()}};
  Setup setup;
  for (const auto& [piece, where] : men) {
    if (setup[where]) return {};
    setup[where] = piece;
  }
  setup.side_to_move = kColors[test::below(2, random)];
  if (castling) {
    setup.castling = CastlingRights(
        Color::White, path.rook_from.file() == 7 ? CastlingSide::King : CastlingSide::Queen);
  }
  if (double_step) {
    const Color stepped = rank == 3 ? Color::White : Color::Black;
    setup.side_to_move = opposite(stepped);
    setup.en_passant =
        Square(men[stepped == Color::White ? 3 : 4].second.file(), stepped == Color::White ? 2 : 5);
  }
  const auto position = Position::create(setup);
  if (!position) return {};
  return *position;
}

/// KRPvKP, an ending that knows both castling and en passant.
void expect_right_special_positions(const EndingStore& store) {
  test::Random random(1);
  int with_right = 0, with_capture = 0, with_both = 0, searched = 0;
  for (int i = 0; i < 300'000 && !testing::Test::HasFatalFailure(); ++i) {
    const auto position = random_special_position(random);
    if (!position) continue;
    const auto score = store.score(*position);
    ASSERT_TRUE(score) << to_fen(*position);
    ASSERT_EQ(*worth_from_moves(*position, Metric::Mate, store), Worth::of(*score))
        << to_fen(*position);
    const bool right = !position->castling().empty(), capture = position->can_capture_en_passant();
    with_right += right;
    with_capture += capture;
    with_both += right && capture;
    const auto level = level_of_score(*score);
    const bool near = level && *level <= 4;
    if (!near && i % 200 != 0) continue;
    ++searched;
    expect_what_a_search_finds(*position, level);
  }
  EXPECT_GT(with_right, 20'000);
  EXPECT_GT(with_capture, 10'000);
  EXPECT_GT(with_both, 3'000);
  EXPECT_GT(searched, 1'000);
}

/// All positions of KPPvKP with a legal capture in passing, colours as they are.
template <class Visit>
void for_each_en_passant(Visit&& visit) {
  const Piece white_pawn{Color::White, PieceType::Pawn}, black_pawn{Color::Black, PieceType::Pawn};
  for (int number = 0; number < 2 * 14 * 48 * 4096; ++number) {
    const bool white_steps = number % 2 == 0;
    const int pair = number / 2 % 14, kings = number / 28 % 4096, third = number / 28 / 4096;
    const int file = pair / 2 + pair % 2, neighbour = pair / 2 + 1 - pair % 2;
    Setup setup;
    setup[Square(file, white_steps ? 3 : 4)] = white_steps ? white_pawn : black_pawn;
    setup[Square(neighbour, white_steps ? 3 : 4)] = white_steps ? black_pawn : white_pawn;
    const Square another(8 + third), white_king(kings / 64), black_king(kings % 64);
    if (setup[another] || white_king == black_king || white_king == another ||
        black_king == another || setup[white_king] || setup[black_king]) {
      continue;
    }
    setup[another] = white_pawn;
    setup[white_king] = Piece{Color::White, PieceType::King};
    setup[black_king] = Piece{Color::Black, PieceType::King};
    setup.side_to_move = white_steps ? Color::Black : Color::White;
    setup.en_passant = Square(file, white_steps ? 2 : 5);
    const auto position = Position::create(setup);
    if (position && position->can_capture_en_passant()) visit(*position);
  }
}

void expect_right_captures_in_passing(const EndingStore& store) {
  int positions = 0, forced = 0, two_captures = 0;
  for_each_en_passant([&](const Position& position) {
    const MoveList moves = legal_moves(position);
    const auto captures = std::count_if(
        moves.begin(), moves.end(), [](Move move) { return move.kind() == MoveKind::EnPassant; });
    ++positions;
    forced += static_cast<std::size_t>(captures) == moves.size();
    two_captures += captures == 2;
    // Every position where the capture matters most, and some of the others.
    const bool special = static_cast<std::size_t>(captures) == moves.size() || captures == 2;
    if (!special && positions % 16 != 0) return;
    ASSERT_EQ(*worth_from_moves(position, Metric::Mate, store),
              *store.worth(position, Metric::Mate))
        << to_fen(position);
  });
  EXPECT_GT(positions, 1'000'000);
  EXPECT_GT(forced, 0);
  EXPECT_GT(two_captures, 10'000);
}

/// Facts about single endings, checked while their tables are at hand.
void expect_facts(const Material& material, const EndingStore& store) {
  if (material == test::material("KBPvKP")) {
    // After h4 Black takes in passing and draws.
    const Position before = parse_fen("5k2/8/5K2/8/6p1/8/7P/4B3 w - - 0 1").value();
    const Position after = before.after(Move("h2"_sq, "h4"_sq));
    EXPECT_TRUE(after.can_capture_en_passant());
    EXPECT_EQ(test::level(store, after), std::nullopt);
    EXPECT_NE(test::level(store, "5k2/8/5K2/8/6pP/8/8/4B3 b - - 0 1"), std::nullopt);
  }
  if (material == test::material("KPPvKP")) {
    const Position two = parse_fen("8/8/8/8/5pPp/8/5K1k/8 b - g3 0 61").value();
    EXPECT_EQ(*store.worth(two, Metric::Mate), *worth_from_moves(two, Metric::Mate, store));
    expect_right_captures_in_passing(store);
  }
  if (material == test::material("KRPvKP")) expect_right_special_positions(store);
}

/// Solves a plan and compares what is published; samples some endings, whose promotions are kept
/// for that long. The outcomes under the 50-move rule are compared if there is zeroing.
void solve_and_check(const std::vector<Material>& plan, std::set<Material> to_sample,
                     bool zeroing) {
  const auto published = test::published_endings(LUCENA_TEST_DATA "/endings.csv", 5, 5);
  EXPECT_EQ(published.size(), 30u);
  Solver::Options options{.threads = hardware_threads(), .castling = true, .zeroing = zeroing};
  options.memory_bytes = std::max(Solver::memory_needed(options, plan), std::size_t{6} << 30);
  Solver solver(options, plan);
  ThreadPool pool(hardware_threads());
  std::set<Material> held;
  while (!solver.finished()) {
    const Material material = solver.next();
    ASSERT_FALSE(solver.solve_next());
    for (const test::Published& ending : published) {
      if (ending.material == material) test::expect_published(ending, solver.store(), pool);
    }
    if (to_sample.erase(material) != 0) expect_consistent_sample(material, solver.store(), pool);
    expect_facts(material, solver.store());
    held.insert(material);
    std::set<Material> needed;
    for (const Material& waiting : to_sample) {
      for (const Material& successor : successors(waiting)) needed.insert(successor.canonical());
    }
    for (const Material& other : std::set<Material>(held)) {
      if (needed.contains(other)) continue;
      solver.release(other);
      held.erase(other);
    }
  }
  EXPECT_TRUE(to_sample.empty());
}

TEST(SomeOfFiveMen, HaveThePublishedCountsAndFollowFromTheirSuccessors) {
  const auto plan =
      test::by_effort(test::materials({"KBNvKN"}), test::materials({"KBNvKN", "KNNNvK"}));
  solve_and_check(closure(plan), {test::material("KBNvKN")}, true);
}

/// By the distance to zeroing only where there is time, which it doubles.
TEST(SomeOfFiveMen, WithAPawnToo) {
  const Material ending = test::material(test::by_effort("KNPvKN", "KRPvKR"));
  solve_and_check(closure({ending}), {ending}, test::effort() == test::Effort::Everything);
}

TEST(Five, AreAsPublishedAndFollowFromTheirSuccessors) {
  solve_and_check(all_materials(5),
                  {test::material("KRPvKP"), test::material("KPPvKP"), test::material("KQPvKQ")},
                  false);
}

TEST(Five, AreTheSameWithLittleMemory) {
  const std::vector<Material> plan = closure(test::materials({"KNPPvK"}));
  Solver::Options little{.threads = hardware_threads()};
  little.memory_bytes = Solver::memory_needed(little, plan);
  Solver generous({.threads = hardware_threads()}, plan), careful(little, plan);
  while (!generous.finished()) {
    const Material material = generous.next();
    ASSERT_FALSE(generous.solve_next());
    ASSERT_FALSE(careful.solve_next());
    EXPECT_TRUE(test::same_table(material, generous.store(), careful.store())) << material.name();
    generous.release(material);
    careful.release(material);
  }
}

}  // namespace
}  // namespace lucena
