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

  // For each such man, by the number of own pawns.
  TaperedRow<9> knight_with_pawns;
  TaperedRow<9> rook_with_pawns;
  TaperedRow<8> guarded_passed_pawn;  // by rank; guarded by a pawn
  Tapered minor_behind_pawn;
  Tapered push_threat;     // for each piece that the safe step of a pawn would attack
  Tapered contested;       // for each square that both sides attack, not by an enemy pawn
  Tapered weak_near_king;  // for each square near the king that is attacked and hardly guarded
  Tapered space;           // for each free square in the middle of one's own half

  Tapered tempo;
};

/// How much an attack on the squares around a king counts, by the attacker's type, and a check that
/// could be given on a square that is not guarded.
inline constexpr std::array<int, 6> kAttackUnits{0, 2, 2, 3, 4, 0};
inline constexpr std::array<int, 6> kSafeCheckUnits{0, 3, 2, 4, 4, 0};

// clang-format off
inline constexpr Weights kWeights{
    .material = {{{39, 101}, {373, 346}, {412, 352}, {478, 623}, {921, 1210}, {0, 0}}},
    .squares = {{
        // pawn
        {{
             {0, 0}      , {0, 0}      , {0, 0}      , {0, 0},
             {-9, 12}    , {8, 10}     , {0, 19}     , {-22, 28},
             {-9, 8}     , {7, -5}     , {-3, 10}    , {-5, 12},
             {-1, 6}     , {-2, 5}     , {16, -5}    , {17, -10},
             {6, 7}      , {8, 13}     , {15, -5}    , {23, -17},
             {16, 33}    , {21, 14}    , {6, 18}     , {0, 2},
             {60, 89}    , {56, 29}    , {17, 55}    , {78, 31},
             {0, 0}      , {0, 0}      , {0, 0}      , {0, 0}}},
        // knight
        {{
             {3, 21}     , {-21, -24}  , {-53, -13}  , {-8, -4},
             {-21, 14}   , {-26, -11}  , {1, -27}    , {-2, -7},
             {-12, 8}    , {15, -21}   , {4, -17}    , {11, 2},
             {8, 23}     , {17, -2}    , {23, 2}     , {31, 12},
             {47, -6}    , {20, -4}    , {22, 12}    , {32, 17},
             {-25, -11}  , {26, -39}   , {15, -2}    , {37, -11},
             {13, 8}     , {-42, -5}   , {42, -32}   , {45, -8},
             {-144, -24} , {-46, -39}  , {-88, -49}  , {-45, -23}}},
        // bishop
        {{
             {32, -13}   , {-16, -1}   , {-5, -4}    , {-11, 15},
             {49, -24}   , {23, -21}   , {16, 7}     , {9, 1},
             {15, -2}    , {26, 3}     , {20, 6}     , {18, 14},
             {-8, -6}    , {-6, 18}    , {15, 20}    , {24, 16},
             {0, 5}      , {29, -1}    , {26, 2}     , {36, 18},
             {-6, -26}   , {7, 15}     , {49, -12}   , {38, -8},
             {-49, 40}   , {-7, 22}    , {-14, 8}    , {-14, 3},
             {-24, -4}   , {-39, 2}    , {5, -29}    , {-60, -31}}},
        // rook
        {{
             {-2, -5}    , {-5, -5}    , {7, -16}    , {13, -17},
             {-33, -4}   , {-1, -34}   , {7, -22}    , {21, -29},
             {-22, 4}    , {11, -11}   , {-30, 16}   , {1, -18},
             {-11, 4}    , {-27, 18}   , {-18, 23}   , {16, -6},
             {10, 8}     , {22, -13}   , {5, 25}     , {27, 4},
             {-2, 5}     , {-22, 15}   , {-45, 47}   , {-1, 30},
             {-16, 27}   , {-15, 14}   , {9, -2}     , {45, -12},
             {14, 25}    , {2, 27}     , {51, 5}     , {27, 39}}},
        // queen
        {{
             {-17, -25}  , {-4, -50}   , {-10, -33}  , {9, -58},
             {-17, -82}  , {9, -57}    , {16, -6}    , {0, 6},
             {-32, 7}    , {10, 22}    , {-7, 36}    , {0, 23},
             {3, 40}     , {0, 4}      , {-20, 35}   , {-6, 42},
             {10, 23}    , {-14, 72}   , {-12, 85}   , {-14, 18},
             {-30, 55}   , {19, 53}    , {-40, 31}   , {27, 16},
             {-1, -31}   , {-38, 44}   , {-7, 27}    , {3, 22},
             {-9, -73}   , {31, -3}    , {-31, -20}  , {58, -14}}},
        // king
        {{
             {38, -88}   , {49, -61}   , {4, -28}    , {23, -43},
             {5, -55}    , {20, -31}   , {-17, -8}   , {-22, -1},
             {-32, -15}  , {8, -16}    , {-55, 13}   , {-80, 13},
             {-64, -43}  , {-114, 20}  , {-55, 13}   , {-103, 38},
             {-62, 1}    , {-83, -22}  , {-76, 38}   , {-85, 54},
             {-69, -18}  , {-1, 23}    , {-63, 41}   , {-77, 46},
             {-71, 20}   , {-38, 57}   , {-71, 22}   , {-93, 98},
             {-64, -8}   , {-59, -48}  , {-86, -4}   , {-99, 9}}}}},
    .knight_mobility = {{{-30, -102}, {-14, -79}, {-6, -13}, {3, 4}, {11, 28}, {17, 36},
        {23, 48}, {33, 45}, {37, 43}}},
    .bishop_mobility = {{{-54, -58}, {-33, -54}, {-10, -33}, {1, -11}, {9, 4}, {15, 12},
        {17, 20}, {18, 28}, {17, 32}, {33, 26}, {19, 48}, {27, 31}, {63, 42}, {48, 13}}},
    .rook_mobility = {{{-114, -104}, {-40, -69}, {-7, -40}, {-1, -16}, {0, -9}, {3, 16},
        {4, 22}, {2, 32}, {6, 38}, {16, 36}, {21, 36}, {19, 42}, {26, 43}, {36, 46}, {54, 31}}},
    .queen_mobility = {{{-27, -48}, {-34, -37}, {-38, -42}, {-34, -23}, {-21, -21}, {-15, -48},
        {-10, -40}, {-7, -32}, {-7, -1}, {-5, 23}, {-4, 22}, {-2, 34}, {-1, 30}, {-2, 44},
        {10, 22}, {5, 33}, {16, 21}, {-5, 71}, {5, 54}, {6, 66}, {21, -3}, {61, 79}, {39, 48},
        {26, 38}, {32, 25}, {12, 8}, {25, 44}, {21, 37}}},
    .passed_pawn = {{{0, 0}, {-8, 15}, {-7, 13}, {-18, 32}, {1, 80}, {17, 117}, {111, 127},
        {0, 0}}},
    .passed_with_free_way = {{{0, 0}, {-6, 46}, {-50, 9}, {-57, 39}, {-57, 41}, {-18, 52},
        {-7, 108}, {0, 0}}},
    .passed_and_stoppable = {{{0, 0}, {8, -12}, {-35, 25}, {-23, 0}, {-5, 0}, {2, -50},
        {-9, -20}, {0, 0}}},
    .passed_own_king = {{{-1, 60}, {23, 62}, {-49, 40}, {47, -14}, {10, -19}, {-5, -22},
        {7, -18}, {-90, 3}}},
    .passed_enemy_king = {{{-59, -15}, {1, -29}, {33, -34}, {18, 1}, {-9, 34}, {-20, 58},
        {2, 53}, {-28, 70}}},
    .connected_pawn = {{{0, 0}, {6, 2}, {14, 6}, {10, 12}, {16, 27}, {52, 24}, {43, 85},
        {0, 0}}},
    .isolated_pawn = {-5, -6},
    .doubled_pawn = {-14, -15},
    .backward_pawn = {-4, -3},
    .bishop_pair = {35, 61},
    .bishop_blocked_by_pawn = {-7, -2},
    .knight_outpost = {24, 4},
    .bishop_outpost = {33, 7},
    .rook_on_open_file = {40, 3},
    .rook_on_half_open_file = {28, -3},
    .rook_behind_passed_pawn = {8, 16},
    .attacked_by_pawn = {{{-19, -16}, {70, 15}, {58, 79}, {86, 42}, {32, 4}, {0, 0}}},
    .attacked_by_minor = {{{1, 10}, {16, 14}, {29, 9}, {35, 37}, {29, 83}, {0, 0}}},
    .attacked_by_rook = {{{2, 18}, {13, 41}, {29, 23}, {-15, -10}, {29, 54}, {0, 0}}},
    .hanging = {12, 20},
    .shield = {{{-14, 2}, {19, 0}, {-1, 2}, {1, -5}}},
    .storm = {{{-3, 25}, {-17, -3}, {-8, -2}}},
    .king_on_half_open_file = {-7, 3},
    .king_on_open_file = {-36, -4},
    .king_danger = {{{-31, 59}, {-24, 45}, {-31, 33}, {-32, 41}, {-42, 18}, {-39, 16},
        {-44, -9}, {-46, -18}, {-52, -44}, {-64, -66}, {-75, -55}, {-90, -75}, {-88, -123},
        {-119, -1}, {-152, -78}, {-137, -12}, {-171, -8}, {-139, -9}, {-214, -16}, {-232, -6},
        {-253, -11}, {-298, -21}, {-214, 4}, {-345, -23}}},
    .knight_with_pawns = {{{-22, -1}, {-33, -18}, {-52, 5}, {-22, -7}, {-8, -4}, {1, -3},
        {6, 8}, {11, 31}, {16, 8}}},
    .rook_with_pawns = {{{-19, 17}, {5, 10}, {-39, 17}, {-41, 14}, {-36, 18}, {-13, -3},
        {1, -13}, {20, -25}, {41, -11}}},
    .guarded_passed_pawn = {{{0, 0}, {0, 0}, {6, -5}, {-34, 19}, {1, -6}, {56, 20}, {-16, -5},
        {0, 0}}},
    .minor_behind_pawn = {6, 2},
    .push_threat = {21, 16},
    .contested = {1, 0},
    .weak_near_king = {-3, 1},
    .space = {4, 5},
    .tempo = {18, 12},
};
// clang-format on

}  // namespace lucena
