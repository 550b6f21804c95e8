// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <array>
#include <cstddef>

#include "engine/value.h"

namespace lucena {

/// Hundredths of a pawn, twice: with all men on the board and with hardly any left. In between the
/// evaluation takes a mean of both.
struct Tapered {
  int middle_game = 0;
  int ending = 0;

  friend constexpr Tapered operator+(Tapered a, Tapered b) {
    return {a.middle_game + b.middle_game, a.ending + b.ending};
  }
  friend constexpr Tapered operator-(Tapered a, Tapered b) {
    return {a.middle_game - b.middle_game, a.ending - b.ending};
  }
  friend constexpr Tapered operator*(int n, Tapered a) { return {n * a.middle_game, n * a.ending}; }
  constexpr Tapered& operator+=(Tapered other) { return *this = *this + other; }
  constexpr Tapered& operator-=(Tapered other) { return *this = *this - other; }
};

template <std::size_t size>
using TaperedRow = std::array<Tapered, size>;

/// Everything that the evaluation believes about chess, seen from White. Squares are those of the
/// left half of the board, rank by rank from White's side; the right half is its mirror image.
struct Weights {
  TaperedRow<6> material;
  std::array<TaperedRow<32>, 6> squares;

  // By the number of squares a man attacks that no enemy pawn guards.
  TaperedRow<9> knight_mobility;
  TaperedRow<14> bishop_mobility;
  TaperedRow<15> rook_mobility;
  TaperedRow<28> queen_mobility;

  TaperedRow<8> passed_pawn;  // by rank
  TaperedRow<8> passed_with_free_way;
  TaperedRow<8> passed_and_stoppable;  // the square in front is occupied
  TaperedRow<8> passed_own_king;       // by distance of the king to the square in front
  TaperedRow<8> passed_enemy_king;
  TaperedRow<8> connected_pawn;  // by rank; another pawn beside it or guarding it
  Tapered isolated_pawn;
  Tapered doubled_pawn;
  Tapered backward_pawn;

  Tapered bishop_pair;
  Tapered bishop_blocked_by_pawn;  // for each own pawn on a square of its colour
  Tapered knight_outpost;          // guarded by a pawn, where no enemy pawn can come
  Tapered bishop_outpost;
  Tapered rook_on_open_file;
  Tapered rook_on_half_open_file;
  Tapered rook_behind_passed_pawn;

  // What is attacked, by type.
  TaperedRow<6> attacked_by_pawn;
  TaperedRow<6> attacked_by_minor;
  TaperedRow<6> attacked_by_rook;
  Tapered hanging;  // attacked and not guarded

  TaperedRow<4> shield;  // by how far the pawn in front of the king has advanced; 0 for none
  TaperedRow<3> storm;   // an enemy pawn near the king on such a file
  Tapered king_on_half_open_file;
  Tapered king_on_open_file;
  TaperedRow<24> king_danger;  // by attack units

  Tapered tempo;
};

/// How much an attack on the squares around a king counts, by the attacker's type, and a check that
/// could be given on a square that is not guarded.
inline constexpr std::array<int, 6> kAttackUnits{0, 2, 2, 3, 4, 0};
inline constexpr std::array<int, 6> kSafeCheckUnits{0, 3, 2, 4, 4, 0};

// clang-format off
inline constexpr Weights kWeights{
    .material = {{{66, 77}, {365, 297}, {378, 307}, {422, 541}, {922, 993}, {0, 0}}},
    .squares = {{
        // pawn
        {{
             {0, 0}      , {0, 0}      , {0, 0}      , {0, 0},
             {-2, 6}     , {8, 12}     , {-1, 6}     , {-27, 16},
             {-6, 0}     , {7, -8}     , {-5, 1}     , {-9, -1},
             {0, 6}      , {-1, 9}     , {22, -12}   , {23, -13},
             {5, 6}      , {11, 14}    , {20, -2}    , {31, -12},
             {15, 48}    , {20, 40}    , {14, 26}    , {26, 5},
             {47, 71}    , {45, 61}    , {32, 24}    , {55, 56},
             {0, 0}      , {0, 0}      , {0, 0}      , {0, 0}}},
        // knight
        {{
             {-38, -39}  , {-11, -42}  , {-24, -26}  , {-2, -11},
             {-11, -29}  , {-6, -12}   , {-5, -17}   , {-5, -2},
             {-12, -21}  , {1, -17}    , {1, -3}     , {2, 33},
             {-14, 8}    , {-1, 2}     , {6, 9}      , {17, 8},
             {15, -3}    , {6, 5}      , {9, 15}     , {25, 22},
             {-11, -29}  , {20, -31}   , {0, 5}      , {57, 0},
             {-25, -31}  , {-35, -16}  , {0, -8}     , {2, -2},
             {-53, -36}  , {-33, -30}  , {-33, -25}  , {-16, -11}}},
        // bishop
        {{
             {-5, -9}    , {0, -10}    , {-2, -14}   , {-7, -15},
             {13, -8}    , {28, -10}   , {9, -2}     , {3, 9},
             {5, -7}     , {1, 0}      , {13, 8}     , {15, 18},
             {-22, 1}    , {-18, 14}   , {2, 18}     , {19, 13},
             {-3, 9}     , {14, 5}     , {13, 7}     , {38, 0},
             {-16, -6}   , {-8, 0}     , {39, 7}     , {32, 4},
             {-2, -1}    , {3, 1}      , {-3, 12}    , {-20, -17},
             {-18, -16}  , {-14, -13}  , {-2, -13}   , {4, -5}}},
        // rook
        {{
             {1, 6}      , {4, -13}    , {13, -11}   , {6, -11},
             {-33, 4}    , {4, -9}     , {-12, -3}   , {-14, -7},
             {-13, 1}    , {-5, 5}     , {-20, 15}   , {5, -14},
             {-14, 11}   , {-16, -2}   , {6, 10}     , {-10, -1},
             {7, -2}     , {11, -4}    , {12, 17}    , {4, -12},
             {7, 5}      , {-23, 11}   , {-9, 6}     , {-5, -1},
             {13, 12}    , {-10, -7}   , {20, -6}    , {18, 3},
             {12, 14}    , {1, 5}      , {8, 10}     , {8, 0}}},
        // queen
        {{
             {-18, -30}  , {-10, -12}  , {-6, -2}    , {16, -39},
             {-2, -17}   , {8, -18}    , {14, 11}    , {7, 8},
             {2, -11}    , {15, -11}   , {-6, 7}     , {1, -19},
             {5, 2}      , {-11, 12}   , {-23, 19}   , {-27, 36},
             {4, 9}      , {-8, 19}    , {-11, 9}    , {-7, 26},
             {-8, -7}    , {0, 4}      , {-31, 9}    , {27, 28},
             {-20, -23}  , {-12, 1}    , {-1, 13}    , {4, 12},
             {-11, -32}  , {7, -13}    , {-26, -14}  , {6, 3}}},
        // king
        {{
             {18, -58}   , {43, -28}   , {14, -36}   , {16, -16},
             {1, -41}    , {25, -16}   , {-19, 7}    , {-23, 15},
             {-28, -9}   , {3, -5}     , {-54, 34}   , {-60, 25},
             {-39, -18}  , {-42, 0}    , {-69, 14}   , {-76, 25},
             {-53, -6}   , {-48, 25}   , {-71, 30}   , {-86, 50},
             {-62, -16}  , {-47, -5}   , {-77, 32}   , {-87, 57},
             {-68, -25}  , {-56, -15}  , {-84, 2}    , {-96, 16},
             {-72, -40}  , {-61, -25}  , {-90, -8}   , {-102, 0}}}}},
    .knight_mobility = {{{-41, -38}, {-21, -28}, {-15, -22}, {-2, 1}, {7, 3}, {9, 3}, {16, 25}, {30, 18}, {41, 9}}},
    .bishop_mobility = {{{-48, -39}, {-45, -26}, {-15, -44}, {-3, -18}, {7, -17}, {8, 11}, {16, 5}, {13, 15}, {18, 4}, {28, 23}, {8, 31}, {31, 35}, {37, 39}, {43, 27}}},
    .rook_mobility = {{{-66, -66}, {-49, -45}, {-16, -40}, {-6, -27}, {-1, -20}, {1, -3}, {-3, 9}, {-6, 19}, {7, 15}, {8, 29}, {12, 35}, {25, 13}, {19, 41}, {30, 30}, {22, 38}}},
    .queen_mobility = {{{-27, -48}, {-21, -37}, {-17, -31}, {-26, -24}, {-17, -27}, {-11, -17}, {-8, -17}, {-10, -36}, {-8, -3}, {-7, -9}, {-4, 4}, {-2, 6}, {-2, 4}, {-5, 14}, {11, 15}, {14, 27}, {13, 22}, {6, 34}, {41, 25}, {1, 48}, {-2, 1}, {19, 34}, {16, 27}, {16, 28}, {17, 31}, {17, 31}, {20, 35}, {21, 37}}},
    .passed_pawn = {{{0, 0}, {-14, 18}, {-3, 22}, {-4, 26}, {23, 67}, {37, 118}, {82, 131}, {0, 0}}},
    .passed_with_free_way = {{{0, 0}, {6, 25}, {-3, -2}, {-18, 17}, {-2, 45}, {9, 56}, {6, 59}, {0, 0}}},
    .passed_and_stoppable = {{{0, 0}, {-7, 3}, {-5, -3}, {-9, -6}, {-17, -3}, {-17, -43}, {-26, -73}, {0, 0}}},
    .passed_own_king = {{{3, 15}, {1, 67}, {-22, 37}, {28, -2}, {-12, -4}, {2, -6}, {-3, -15}, {-11, -37}}},
    .passed_enemy_king = {{{-19, -17}, {-3, -29}, {11, -17}, {20, 10}, {-3, 32}, {-22, 52}, {14, 46}, {-12, 18}}},
    .connected_pawn = {{{0, 0}, {6, 3}, {14, -1}, {7, 10}, {18, 10}, {36, 20}, {59, 54}, {0, 0}}},
    .isolated_pawn = {-15, -4},
    .doubled_pawn = {-7, -19},
    .backward_pawn = {-7, -2},
    .bishop_pair = {33, 38},
    .bishop_blocked_by_pawn = {-3, -1},
    .knight_outpost = {30, 12},
    .bishop_outpost = {38, 0},
    .rook_on_open_file = {40, 15},
    .rook_on_half_open_file = {30, 3},
    .rook_behind_passed_pawn = {15, 17},
    .attacked_by_pawn = {{{-20, -4}, {39, 20}, {47, 27}, {68, 28}, {16, 7}, {0, 0}}},
    .attacked_by_minor = {{{-2, 20}, {22, 24}, {35, 26}, {24, -15}, {5, 28}, {0, 0}}},
    .attacked_by_rook = {{{-4, 30}, {33, 9}, {34, 22}, {4, 0}, {16, 63}, {0, 0}}},
    .hanging = {10, -5},
    .shield = {{{-16, 1}, {20, 0}, {5, 2}, {0, -3}}},
    .storm = {{{-10, 19}, {-26, -13}, {-10, -6}}},
    .king_on_half_open_file = {-11, 14},
    .king_on_open_file = {-37, -2},
    .king_danger = {{{-15, 28}, {-15, 10}, {-17, 12}, {-16, 15}, {-28, -7}, {-21, -10}, {-25, -30}, {-28, -21}, {-57, -12}, {-68, -24}, {-76, -18}, {-94, -15}, {-127, -28}, {-111, -4}, {-142, -19}, {-149, -13}, {-188, -12}, {-207, -18}, {-232, -18}, {-255, -18}, {-274, -18}, {-302, -22}, {-276, -12}, {-346, -24}}},
    .tempo = {18, 12},
};
// clang-format on

}  // namespace lucena
