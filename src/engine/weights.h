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
    .material = {{{83, 91}, {386, 333}, {418, 345}, {479, 607}, {965, 1127}, {0, 0}}},
    .squares = {{
        // pawn
        {{
             {0, 0}      , {0, 0}      , {0, 0}      , {0, 0},
             {-6, 11}    , {6, 8}      , {2, 8}      , {-22, 20},
             {-8, 8}     , {1, 1}      , {-6, 6}     , {-5, 0},
             {3, 2}      , {-3, 10}    , {21, -9}    , {26, -13},
             {9, 5}      , {16, 18}    , {27, -7}    , {32, -11},
             {17, 31}    , {33, 14}    , {19, 25}    , {14, 11},
             {58, 81}    , {50, 40}    , {25, 50}    , {56, 39},
             {0, 0}      , {0, 0}      , {0, 0}      , {0, 0}}},
        // knight
        {{
             {-11, -14}  , {-11, -18}  , {-43, -28}  , {-2, -13},
             {-15, -7}   , {-15, -16}  , {4, -17}    , {4, -5},
             {-8, 1}     , {16, -9}    , {2, -4}     , {9, 11},
             {8, 9}      , {3, -11}    , {15, 11}    , {24, 13},
             {44, -1}    , {15, -8}    , {18, 11}    , {26, 21},
             {-9, -11}   , {21, -26}   , {1, 9}      , {19, 6},
             {15, -2}    , {-41, -14}  , {19, -23}   , {24, -7},
             {-110, -52} , {-39, -40}  , {-41, -38}  , {-29, -15}}},
        // bishop
        {{
             {8, -19}    , {13, -9}    , {-2, -5}    , {2, 2},
             {23, -17}   , {26, -18}   , {11, -4}    , {8, 4},
             {11, -5}    , {20, 11}    , {15, 10}    , {19, 12},
             {-12, 3}    , {-3, 13}    , {5, 18}     , {23, 14},
             {-3, 6}     , {13, 6}     , {13, 8}     , {30, 8},
             {-13, -21}  , {26, -4}    , {38, -4}    , {34, 9},
             {-31, 30}   , {8, 11}     , {-17, 19}   , {3, 10},
             {-17, -12}  , {-15, -10}  , {-10, -30}  , {-19, -9}}},
        // rook
        {{
             {1, -3}     , {-2, -4}    , {10, -19}   , {13, -23},
             {-29, -3}   , {4, -28}    , {-4, -16}   , {10, -17},
             {-22, 8}    , {7, -1}     , {-21, 16}   , {-3, -15},
             {-11, 4}    , {-30, 3}    , {-12, 16}   , {11, -5},
             {13, 1}     , {12, -11}   , {9, 18}     , {14, 6},
             {-4, 5}     , {-10, 16}   , {-21, 30}   , {-3, 19},
             {8, 21}     , {1, 5}      , {8, -1}     , {18, -8},
             {5, 21}     , {15, 35}    , {20, 24}    , {22, 28}}},
        // queen
        {{
             {-5, -20}   , {2, -28}    , {-13, -5}   , {13, -49},
             {-17, -40}  , {0, -27}    , {17, -6}    , {8, 9},
             {-18, -5}   , {18, -5}    , {-1, 34}    , {2, 13},
             {9, 19}     , {-5, 10}    , {-13, 17}   , {-11, 34},
             {1, 12}     , {-10, 48}   , {1, 44}     , {-10, 21},
             {-37, 13}   , {20, 20}    , {-17, 24}   , {20, 36},
             {1, -16}    , {-17, 17}   , {-2, 7}     , {3, 17},
             {-27, -48}  , {3, -14}    , {-20, -12}  , {22, 0}}},
        // king
        {{
             {38, -76}   , {48, -51}   , {3, -23}    , {17, -31},
             {-2, -42}   , {21, -22}   , {-19, 3}    , {-20, 9},
             {-27, -5}   , {-4, -10}   , {-60, 20}   , {-79, 27},
             {-57, -27}  , {-66, 10}   , {-65, 20}   , {-77, 38},
             {-60, -9}   , {-61, -11}  , {-77, 26}   , {-82, 66},
             {-59, -10}  , {-34, 33}   , {-72, 39}   , {-84, 43},
             {-69, -4}   , {-50, 14}   , {-85, -5}   , {-94, 48},
             {-71, -36}  , {-61, -38}  , {-89, -14}  , {-101, 3}}}}},
    .knight_mobility = {{{-31, -48}, {-10, -52}, {-4, -19}, {3, 2}, {13, 17}, {20, 22}, {26, 34}, {39, 30}, {46, 24}}},
    .bishop_mobility = {{{-51, -47}, {-35, -54}, {-10, -32}, {2, -9}, {12, 1}, {14, 16}, {19, 15}, {24, 23}, {19, 27}, {39, 19}, {23, 42}, {24, 27}, {45, 37}, {37, 25}}},
    .rook_mobility = {{{-93, -77}, {-45, -53}, {-10, -38}, {-2, -18}, {0, -13}, {4, 4}, {6, 16}, {6, 27}, {10, 28}, {18, 28}, {18, 33}, {21, 38}, {23, 42}, {18, 48}, {37, 40}}},
    .queen_mobility = {{{-27, -48}, {-24, -37}, {-36, -34}, {-30, -24}, {-17, -22}, {-12, -31}, {-9, -22}, {-6, -16}, {-4, -9}, {-3, 13}, {-3, 16}, {2, 15}, {3, 18}, {0, 26}, {11, 33}, {12, 21}, {20, 20}, {7, 53}, {14, 54}, {20, 53}, {17, 0}, {50, 53}, {18, 27}, {15, 22}, {26, 38}, {14, 27}, {20, 35}, {21, 37}}},
    .passed_pawn = {{{0, 0}, {0, 7}, {-19, 16}, {-22, 30}, {14, 75}, {30, 111}, {90, 131}, {0, 0}}},
    .passed_with_free_way = {{{0, 0}, {1, 46}, {-20, 5}, {-18, 34}, {-18, 33}, {4, 49}, {7, 71}, {0, 0}}},
    .passed_and_stoppable = {{{0, 0}, {6, 6}, {-25, 13}, {-21, 4}, {-15, 11}, {-12, -41}, {-12, -29}, {0, 0}}},
    .passed_own_king = {{{-1, 37}, {3, 64}, {-34, 39}, {28, -8}, {5, -11}, {-1, -16}, {-1, -9}, {-51, -20}}},
    .passed_enemy_king = {{{-42, -14}, {-16, -26}, {19, -24}, {9, 8}, {-11, 30}, {-22, 61}, {11, 37}, {1, 48}}},
    .connected_pawn = {{{0, 0}, {7, 4}, {18, 3}, {9, 12}, {13, 27}, {58, 34}, {47, 56}, {0, 0}}},
    .isolated_pawn = {-10, -5},
    .doubled_pawn = {-11, -23},
    .backward_pawn = {-3, -5},
    .bishop_pair = {37, 55},
    .bishop_blocked_by_pawn = {-7, -4},
    .knight_outpost = {32, 13},
    .bishop_outpost = {37, 8},
    .rook_on_open_file = {38, 10},
    .rook_on_half_open_file = {26, 6},
    .rook_behind_passed_pawn = {7, 12},
    .attacked_by_pawn = {{{-16, -10}, {62, 19}, {56, 52}, {87, 46}, {36, 10}, {0, 0}}},
    .attacked_by_minor = {{{-2, 11}, {14, 16}, {32, 22}, {36, 40}, {44, 60}, {0, 0}}},
    .attacked_by_rook = {{{0, 18}, {9, 41}, {27, 22}, {-5, -10}, {32, 43}, {0, 0}}},
    .hanging = {11, 22},
    .shield = {{{-13, 3}, {20, -1}, {0, 3}, {1, -6}}},
    .storm = {{{-1, 22}, {-19, -2}, {-10, -3}}},
    .king_on_half_open_file = {-7, 5},
    .king_on_open_file = {-40, -3},
    .king_danger = {{{-20, 47}, {-17, 32}, {-19, 21}, {-20, 29}, {-31, 1}, {-29, 2}, {-35, -30}, {-32, -15}, {-55, -24}, {-52, -82}, {-69, -27}, {-87, -45}, {-92, -68}, {-110, 2}, {-171, -37}, {-153, -6}, {-173, -10}, {-175, -8}, {-223, -16}, {-254, -16}, {-269, -16}, {-302, -21}, {-288, -14}, {-345, -23}}},
    .tempo = {18, 12},
};
// clang-format on

}  // namespace lucena
