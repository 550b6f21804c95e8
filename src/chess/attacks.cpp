// SPDX-License-Identifier: GPL-3.0-or-later
#include "chess/attacks.h"

namespace lucena::attack_tables {
namespace {

struct Step {
  int files;
  int ranks;
};

constexpr std::array<Step, 8> kKingSteps{
    {{1, 0}, {-1, 0}, {0, 1}, {0, -1}, {1, 1}, {-1, -1}, {1, -1}, {-1, 1}}};
constexpr std::array<Step, 8> kKnightSteps{
    {{1, 2}, {2, 1}, {2, -1}, {1, -2}, {-1, -2}, {-2, -1}, {-2, 1}, {-1, 2}}};
constexpr std::array<Step, 2> kWhitePawnSteps{{{1, 1}, {-1, 1}}};
constexpr std::array<Step, 2> kBlackPawnSteps{{{1, -1}, {-1, -1}}};

/// Steps are counted in files and ranks, so that nothing can leave the board on one side and come
/// back on the other, as it could with indices.
constexpr bool on_board(int file, int rank) {
  return 0 <= file && file < 8 && 0 <= rank && rank < 8;
}

/// Attacks that nobody can get in the way of. A knight in the corner has two targets, from a1 b3
/// and c2, in the middle eight.
template <std::size_t N>
constexpr SquareSets leaper(const std::array<Step, N>& steps) {
  SquareSets sets{};
  for (const Square from : kAllSquares) {
    for (const Step step : steps) {
      const int file = from.file() + step.files, rank = from.rank() + step.ranks;
      if (on_board(file, rank)) sets[from] |= Bitboard(Square(file, rank));
    }
  }
  return sets;
}

/// The squares from `from` (not included) to the edge. From c3 to the north-east: d4, e5, f6, g7,
/// h8.
constexpr Bitboard ray(Square from, Step step) {
  Bitboard squares;
  int file = from.file() + step.files, rank = from.rank() + step.ranks;
  for (; on_board(file, rank); file += step.files, rank += step.ranks) {
    squares |= Bitboard(Square(file, rank));
  }
  return squares;
}

/// Both directions of each line, without the square itself.
constexpr BySquare<Lines> lines() {
  BySquare<Lines> all;
  for (const Square from : kAllSquares) {
    all[from] = {(ray(from, {0, 1}) | ray(from, {0, -1})).bits(),
                 (ray(from, {1, 1}) | ray(from, {-1, -1})).bits(),
                 (ray(from, {1, -1}) | ray(from, {-1, 1})).bits()};
  }
  return all;
}

/// Square by square, as far as the first man, who can be captured.
constexpr std::array<std::array<std::uint8_t, 64>, 8> rank_attacks() {
  std::array<std::array<std::uint8_t, 64>, 8> all{};
  for (int file = 0; file < 8; ++file) {
    for (unsigned inner = 0; inner < 64; ++inner) {
      const unsigned occupied = inner << 1;
      unsigned attacked = 0;
      for (const int step : {1, -1}) {
        for (int to = file + step; 0 <= to && to < 8; to += step) {
          attacked |= 1u << to;
          if ((occupied >> to & 1) != 0) break;
        }
      }
      all[file][inner] = static_cast<std::uint8_t>(attacked);
    }
  }
  return all;
}

enum class Span { Between, Through };

/// For all pairs of squares on one line. With the step that leads from one to the other,
///
///     ahead                  . . to x x      from the square to the edge
///     ray(to, step)                 x x
///     between                . .             what is ahead, less the goal and what is behind it
constexpr BySquare<SquareSets> spans(Span span) {
  BySquare<SquareSets> all;
  for (const Square from : kAllSquares) {
    for (const Step step : kKingSteps) {
      const Bitboard ahead = ray(from, step);
      const Bitboard line = ahead | Bitboard(from) | ray(from, {-step.files, -step.ranks});
      for (const Square to : ahead) {
        const Bitboard between = ahead - Bitboard(to) - ray(to, step);
        all[from][to] = span == Span::Between ? between : line;
      }
    }
  }
  return all;
}

}  // namespace

constinit const SquareSets kKnight = leaper(kKnightSteps);
constinit const SquareSets kKing = leaper(kKingSteps);
constinit const ByColor<SquareSets> kPawn{leaper(kWhitePawnSteps), leaper(kBlackPawnSteps)};
constinit const BySquare<Lines> kLines = lines();
constinit const std::array<std::array<std::uint8_t, 64>, 8> kRank = rank_attacks();
constinit const BySquare<SquareSets> kBetween = spans(Span::Between);
constinit const BySquare<SquareSets> kThrough = spans(Span::Through);

}  // namespace lucena::attack_tables
