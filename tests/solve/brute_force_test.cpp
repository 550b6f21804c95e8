// SPDX-License-Identifier: GPL-3.0-or-later
#include "support/brute_force.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <optional>
#include <stdexcept>
#include <string_view>
#include <vector>

#include "chess/fen.h"
#include "chess/legal_moves.h"
#include "support/given.h"

namespace lucena {
namespace {

using test::BruteForce;
using test::material;

using Level = std::optional<unsigned>;

constexpr std::array<std::string_view, 5> kThreeMen{"KQvK", "KRvK", "KBvK", "KNvK", "KPvK"};

Position from_fen(std::string_view fen) {
  auto position = parse_fen(fen);
  if (!position) throw std::invalid_argument(position.error().message);
  return *position;
}

/// What the levels of the positions after each legal move make of a position.
Level level_by_moves(const Position& position, const BruteForce& solution) {
  const MoveList moves = legal_moves(position);
  if (moves.empty()) return position.in_check() ? Level(0) : Level();
  Level quickest_win, longest_loss(0);
  for (const Move move : moves) {
    const Level next = solution.level(position.after(move));
    const bool wins = next && *next % 2 == 0, loses = next && *next % 2 == 1;
    if (wins) quickest_win = std::min(quickest_win.value_or(*next + 1), *next + 1);
    if (!loses) longest_loss = {};
    if (loses && longest_loss) longest_loss = std::max(*longest_loss, *next + 1);
  }
  return quickest_win ? quickest_win : longest_loss;
}

Position swapped_by_hand(const Position& position) {
  Setup setup;
  for (const Square square : position.occupied()) {
    const Piece piece = *position.piece_at(square);
    setup[square.flip_ranks()] = Piece{opposite(piece.color), piece.type};
  }
  setup.side_to_move = opposite(position.side_to_move());
  const unsigned rights = position.castling().bits();
  setup.castling = CastlingRights((rights & 3) << 2 | rights >> 2);
  if (const auto passed = position.en_passant()) setup.en_passant = passed->flip_ranks();
  return Position::create(setup).value();
}

/// How often a side to move wins, loses and draws, and the longest levels.
struct LevelCensus {
  std::uint64_t won = 0, lost = 0, drawn = 0;
  unsigned longest_win = 0, longest_loss = 0;
  std::uint64_t longest_losses = 0;  // the number of positions with the longest loss

  void count(Level level) {
    ++(!level ? drawn : *level % 2 == 1 ? won : lost);
    if (!level) return;
    if (*level % 2 == 1) {
      longest_win = std::max(longest_win, *level);
    } else if (*level > longest_loss) {
      longest_loss = *level;
      longest_losses = 1;
    } else {
      longest_losses += *level == longest_loss;
    }
  }
};

/// A census for White to move and one for Black to move.
using Censuses = std::array<LevelCensus, 2>;

Censuses censuses(const BruteForce& solution, const Material& ending) {
  Censuses result;
  solution.for_each(ending, [&](const Position& position, Level level) {
    result[static_cast<std::size_t>(position.side_to_move())].count(level);
  });
  return result;
}

/// The keys of all positions with this man besides the kings that Position::create accepts.
std::vector<std::uint64_t> sorted_keys(Piece piece) {
  std::vector<std::uint64_t> keys;
  for (int i = 0; i < 2 * 64 * 64 * 64; ++i) {
    const Square white_king(i & 63), black_king(i >> 6 & 63), other(i >> 12 & 63);
    if (white_king == black_king || white_king == other || black_king == other) continue;
    Setup setup;
    setup[white_king] = Piece{Color::White, PieceType::King};
    setup[black_king] = Piece{Color::Black, PieceType::King};
    setup[other] = piece;
    setup.side_to_move = i >> 18 == 0 ? Color::White : Color::Black;
    const bool may_castle = piece.type == PieceType::Rook && white_king == "e1"_sq;
    for (unsigned rights = 0; rights < (may_castle ? 16 : 1); ++rights) {
      setup.castling = CastlingRights(rights);
      if (const auto position = Position::create(setup)) keys.push_back(position->key());
    }
  }
  std::sort(keys.begin(), keys.end());
  return keys;
}

/// Solved once for all tests that need it: KPvK can turn into the other endings of three men.
const BruteForce& three_men() {
  return test::brute_force_of("KPvK");
}

TEST(BruteForce, VisitsThePositionsOfThreeMenThatPositionCreateAccepts) {
  for (const std::string_view name : kThreeMen) {
    std::vector<std::uint64_t> visited;
    three_men().for_each(material(name), [&](const Position& position, Level) {
      visited.push_back(position.key());
    });
    std::sort(visited.begin(), visited.end());
    EXPECT_TRUE(visited == sorted_keys(material(name).others().front())) << name;
  }
}

TEST(BruteForce, EveryLevelFollowsFromTheLevelsAfterEachMove) {
  for (const std::string_view name : kThreeMen) {
    std::uint64_t wrong = 0;
    three_men().for_each(material(name), [&](const Position& position, Level level) {
      wrong += level != level_by_moves(position, three_men());
      wrong += level != three_men().level(position);
    });
    EXPECT_EQ(wrong, 0u) << name;
  }
}

TEST(BruteForce, TakesTheColoursAsGiven) {
  const BruteForce swapped(material("KRvK").with_colors_swapped());
  std::uint64_t positions = 0, wrong = 0;
  swapped.for_each([&](const Position& position, Level level) {
    ++positions;
    wrong += position.men_of(Color::Black, PieceType::Rook).empty();
    wrong += level != three_men().level(position);
    wrong += level != three_men().level(swapped_by_hand(position));
  });
  EXPECT_EQ(positions, 399'112u + 211u);
  EXPECT_EQ(wrong, 0u);
}

TEST(BruteForce, KQvKTakesAtMostTwentyPlies) {
  const auto [white, black] = censuses(three_men(), material("KQvK"));
  EXPECT_EQ(white.lost + white.drawn, 0u);
  EXPECT_EQ(white.longest_win, 19u);
  EXPECT_EQ(black.won, 0u);
  EXPECT_EQ(black.longest_loss, 20u);
}

TEST(BruteForce, KRvKTakesAtMostThirtyTwoPlies) {
  const auto [white, black] = censuses(three_men(), material("KRvK"));
  EXPECT_EQ(white.lost + white.drawn, 0u);
  EXPECT_EQ(white.longest_win, 31u);
  EXPECT_EQ(black.won, 0u);
  EXPECT_EQ(black.longest_loss, 32u);
  EXPECT_EQ(black.longest_losses, 3'056u);
}

TEST(BruteForce, OneMinorPieceNeverWins) {
  for (const std::string_view name : {"KBvK", "KNvK"}) {
    for (const LevelCensus& census : censuses(three_men(), material(name))) {
      EXPECT_EQ(census.won + census.lost, 0u) << name;
    }
  }
}

/// The counts with a left-right mirror taken once are known; no position is its own mirror image.
TEST(BruteForce, KPvKHasItsKnownNumbersOfWinsAndDraws) {
  const auto [white, black] = censuses(three_men(), material("KPvK"));
  EXPECT_EQ(white.won, 2 * 62'480u);
  EXPECT_EQ(white.lost, 0u);
  EXPECT_EQ(white.drawn, 2 * 19'184u);
  EXPECT_EQ(white.longest_win, 55u);
  EXPECT_EQ(black.won, 0u);
  EXPECT_EQ(black.lost, 2 * 48'802u);
  EXPECT_EQ(black.drawn, 2 * 35'210u);
  EXPECT_EQ(black.longest_loss, 56u);
}

TEST(BruteForce, TheRightToCastleInKRvKShortensMates) {
  EXPECT_EQ(three_men().level(from_fen("8/2k5/8/8/8/8/8/R3K3 w Q - 0 1")), 23u);
  EXPECT_EQ(three_men().level(from_fen("8/2k5/8/8/8/8/8/R3K3 w - - 0 1")), 27u);
  EXPECT_EQ(three_men().level(from_fen("8/6k1/8/8/8/8/8/4K2R w K - 0 1")), 19u);
  EXPECT_EQ(three_men().level(from_fen("8/6k1/8/8/8/8/8/4K2R w - - 0 1")), 23u);
}

TEST(BruteForce, TheRightToCastleInKRvKChangesThirteenLevelsAndNoResult) {
  Censuses with_rights;
  unsigned levels_changed = 0, results_changed = 0;
  three_men().for_each(material("KRvK"), [&](const Position& position, Level level) {
    if (position.castling().empty()) return;
    with_rights[static_cast<std::size_t>(position.side_to_move())].count(level);
    const Level without = three_men().level(test::without_rights(position));
    levels_changed += level != without;
    results_changed += level.has_value() != without.has_value();
  });
  const auto& [white, black] = with_rights;
  EXPECT_EQ(white.won, 97u);
  EXPECT_EQ(white.lost + white.drawn, 0u);
  EXPECT_EQ(white.longest_win, 27u);
  EXPECT_EQ(black.won + black.lost + black.drawn, 114u);
  EXPECT_EQ(black.longest_loss, 28u);
  EXPECT_EQ(levels_changed, 13u);
  EXPECT_EQ(results_changed, 0u);
}

TEST(BruteForceOfTwoRooks, KnowsAlikeMenAndBothRightsOfAKing) {
  const BruteForce& solution = test::brute_force_of("KRRvK");
  std::uint64_t positions = 0, wrong = 0;
  std::array<std::uint64_t, 4> by_rights{};
  solution.for_each([&](const Position& position, Level level) {
    const unsigned rights = position.castling().bits();
    ++by_rights[rights];
    if (++positions % 31 != 0 && rights == 0) return;
    wrong += level != level_by_moves(position, solution);
    wrong += level != solution.level(position);
  });
  EXPECT_EQ(wrong, 0u);
  // The black king has 61 empty squares, 5 of them next to e1. With White to move it is on none of
  // these and out of the rooks' reach: on the files b to g and the ranks 2 to 8.
  EXPECT_EQ(by_rights[3], (61u - 5u) + (6u * 7u - 3u));
}

/// KPvKP can turn into all endings of one man each, so that one solution serves all the tests.
class BruteForceOfFourMen : public testing::Test {
 protected:
  static const BruteForce& solution() { return test::brute_force_of("KPvKP"); }

  /// Checks some plain positions, and all others, and gives the census of all.
  static Censuses check(std::string_view name) {
    Censuses result;
    std::uint64_t positions = 0, wrong = 0;
    solution().for_each(material(name), [&](const Position& position, Level level) {
      result[static_cast<std::size_t>(position.side_to_move())].count(level);
      const bool plain = position.castling().empty() && !position.en_passant();
      if (++positions % 31 != 0 && plain) return;
      wrong += level != level_by_moves(position, solution());
      wrong += level != solution().level(position);
      wrong += level != solution().level(swapped_by_hand(position));
    });
    EXPECT_EQ(wrong, 0u) << name;
    return result;
  }
};

TEST_F(BruteForceOfFourMen, KRvKRTakesAtMostNineteenMoves) {
  const auto [white, black] = check("KRvKR");
  EXPECT_EQ(white.longest_win, 37u);
  EXPECT_EQ(white.longest_loss, 38u);
  EXPECT_EQ(white.won, black.won);
  EXPECT_EQ(white.lost, black.lost);
  EXPECT_EQ(white.drawn, black.drawn);
}

TEST_F(BruteForceOfFourMen, KRvKPTakesTheRookTwentySixMovesAndThePawnFortyThree) {
  const auto [white, black] = check("KRvKP");
  EXPECT_EQ(white.longest_win, 51u);
  EXPECT_EQ(black.longest_loss, 64u);  // longer than White's wins: the pawn becomes a knight
  EXPECT_EQ(black.longest_win, 85u);
  EXPECT_EQ(white.longest_loss, 84u);
}

TEST_F(BruteForceOfFourMen, KPvKPTakesAtMostThirtyThreeMoves) {
  const auto [white, black] = check("KPvKP");
  EXPECT_EQ(white.longest_win, 65u);
  EXPECT_EQ(white.longest_loss, 66u);
  EXPECT_EQ(white.won, black.won);
  EXPECT_EQ(white.lost, black.lost);
  EXPECT_EQ(white.drawn, black.drawn);
}

TEST_F(BruteForceOfFourMen, AnEnPassantCaptureShortensAMate) {
  EXPECT_EQ(solution().level(from_fen("8/8/7k/8/1pP5/7K/8/8 b - c3 0 1")), 19u);
  EXPECT_EQ(solution().level(from_fen("8/8/7k/8/1pP5/7K/8/8 b - - 0 1")), 27u);
}

/// By a square that a pawn has passed where no pawn can capture, a position does not differ.
TEST_F(BruteForceOfFourMen, AnEnPassantSquareWithoutACaptureChangesNothing) {
  EXPECT_EQ(solution().level(from_fen("8/8/7k/8/p1P5/7K/8/8 b - c3 0 1")),
            solution().level(from_fen("8/8/7k/8/p1P5/7K/8/8 b - - 0 1")));
}

}  // namespace
}  // namespace lucena
