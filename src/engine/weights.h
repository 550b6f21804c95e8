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
    .material = {{{51, 101}, {380, 343}, {418, 349}, {482, 619}, {940, 1172}, {0, 0}}},
    .squares = {{
        // pawn
        {{
             {0, 0}      , {0, 0}      , {0, 0}      , {0, 0},
             {-8, 14}    , {2, 11}     , {3, 19}     , {-19, 29},
             {-9, 11}    , {0, 2}      , {-1, 14}    , {-2, 9},
             {1, 5}      , {-10, 10}   , {19, -5}    , {18, -14},
             {10, 3}     , {9, 14}     , {20, -11}   , {22, -21},
             {19, 31}    , {27, 8}     , {14, 22}    , {8, 1},
             {65, 79}    , {60, 36}    , {14, 53}    , {61, 35},
             {0, 0}      , {0, 0}      , {0, 0}      , {0, 0}}},
        // knight
        {{
             {-1, 2}     , {-20, -15}  , {-49, -24}  , {-7, -10},
             {-22, 3}    , {-18, -11}  , {1, -19}    , {0, -6},
             {-12, 3}    , {16, -10}   , {4, -11}    , {9, 9},
             {11, 20}    , {10, -12}   , {24, 9}     , {32, 12},
             {47, -2}    , {20, -10}   , {26, 10}    , {33, 20},
             {-6, -11}   , {27, -36}   , {-3, 10}    , {21, 2},
             {27, 7}     , {-53, -10}  , {26, -32}   , {38, -14},
             {-141, -46} , {-44, -43}  , {-56, -48}  , {-47, -11}}},
        // bishop
        {{
             {15, -25}   , {21, -15}   , {-6, -6}    , {5, 4},
             {32, -23}   , {24, -20}   , {9, -2}     , {7, 6},
             {10, -6}    , {20, 10}    , {18, 6}     , {17, 16},
             {-9, 7}     , {-1, 15}    , {13, 16}    , {29, 14},
             {-3, 7}     , {24, 2}     , {15, 9}     , {37, 6},
             {-11, -26}  , {28, -5}    , {48, -10}   , {34, 8},
             {-48, 47}   , {8, 17}     , {-30, 26}   , {-8, 14},
             {-22, -9}   , {-23, -10}  , {-10, -34}  , {-39, -10}}},
        // rook
        {{
             {-1, -6}    , {-3, -7}    , {8, -21}    , {13, -26},
             {-29, -4}   , {4, -32}    , {-2, -21}   , {13, -20},
             {-22, 7}    , {11, -3}    , {-24, 16}   , {-4, -15},
             {-8, 4}     , {-30, 7}    , {-17, 24}   , {18, -4},
             {18, -3}    , {22, -14}   , {11, 24}    , {19, 2},
             {-4, 3}     , {-13, 19}   , {-43, 41}   , {-14, 25},
             {8, 22}     , {-6, 7}     , {9, -3}     , {18, -11},
             {8, 22}     , {14, 43}    , {32, 27}    , {27, 34}}},
        // queen
        {{
             {-7, -20}   , {-1, -39}   , {-18, -2}   , {9, -58},
             {-19, -59}  , {0, -41}    , {15, -12}   , {5, 6},
             {-24, 0}    , {16, -5}    , {-4, 44}    , {1, 13},
             {9, 26}     , {-1, 12}    , {-12, 20}   , {-8, 33},
             {4, 18}     , {-9, 60}    , {0, 63}     , {-5, 15},
             {-48, 33}   , {22, 32}    , {-23, 34}   , {23, 45},
             {0, -21}    , {-25, 32}   , {0, 13}     , {7, 23},
             {-34, -66}  , {5, -14}    , {-27, -14}  , {44, -4}}},
        // king
        {{
             {45, -84}   , {55, -58}   , {8, -27}    , {24, -37},
             {1, -50}    , {25, -29}   , {-13, -4}   , {-17, 5},
             {-36, -3}   , {1, -16}    , {-66, 20}   , {-89, 27},
             {-67, -32}  , {-98, 15}   , {-66, 16}   , {-86, 37},
             {-66, -12}  , {-72, -15}  , {-82, 24}   , {-85, 65},
             {-58, -8}   , {-22, 38}   , {-66, 51}   , {-77, 49},
             {-71, 10}   , {-45, 35}   , {-85, -10}  , {-92, 77},
             {-70, -32}  , {-60, -48}  , {-88, -13}  , {-100, 7}}}}},
    .knight_mobility = {{{-29, -61}, {-7, -64}, {-2, -19}, {4, 0}, {12, 21}, {18, 29}, {22, 40},
        {33, 40}, {38, 34}}},
    .bishop_mobility = {{{-46, -51}, {-33, -59}, {-10, -31}, {3, -9}, {12, 2}, {14, 16}, {18, 16},
        {22, 24}, {17, 27}, {36, 23}, {18, 47}, {21, 30}, {55, 41}, {43, 20}}},
    .rook_mobility = {{{-105, -90}, {-43, -58}, {-8, -41}, {-2, -16}, {1, -13}, {4, 7}, {6, 20},
        {5, 31}, {10, 30}, {18, 32}, {18, 37}, {24, 40}, {23, 45}, {20, 50}, {45, 38}}},
    .queen_mobility = {{{-27, -48}, {-28, -37}, {-41, -37}, {-31, -23}, {-20, -21}, {-14, -38},
        {-11, -22}, {-8, -17}, {-6, -8}, {-4, 18}, {-5, 19}, {0, 17}, {1, 19}, {-3, 30}, {9, 33},
        {10, 24}, {17, 19}, {-2, 64}, {8, 65}, {16, 69}, {26, -15}, {73, 69}, {20, 26}, {16, 19},
        {33, 43}, {15, 25}, {20, 35}, {21, 37}}},
    .passed_pawn = {{{0, 0}, {4, 6}, {-10, 14}, {-14, 28}, {7, 83}, {21, 115}, {101, 126}, {0, 0}}},
    .passed_with_free_way = {{{0, 0}, {-2, 60}, {-34, 5}, {-30, 40}, {-38, 38}, {-2, 54}, {2, 83},
        {0, 0}}},
    .passed_and_stoppable = {{{0, 0}, {9, 6}, {-33, 17}, {-23, 3}, {-14, 10}, {-7, -45},
        {-7, -22}, {0, 0}}},
    .passed_own_king = {{{-5, 51}, {7, 65}, {-34, 38}, {48, -17}, {11, -16}, {2, -18}, {-3, -8},
        {-76, -11}}},
    .passed_enemy_king = {{{-54, -15}, {-12, -30}, {24, -28}, {12, 8}, {-12, 32}, {-24, 65},
        {16, 36}, {0, 59}}},
    .connected_pawn = {{{0, 0}, {6, 4}, {16, 4}, {9, 12}, {12, 31}, {49, 22}, {46, 67}, {0, 0}}},
    .isolated_pawn = {-9, -6},
    .doubled_pawn = {-14, -18},
    .backward_pawn = {-2, -5},
    .bishop_pair = {41, 51},
    .bishop_blocked_by_pawn = {-7, -2},
    .knight_outpost = {27, 8},
    .bishop_outpost = {31, 9},
    .rook_on_open_file = {39, 7},
    .rook_on_half_open_file = {28, 1},
    .rook_behind_passed_pawn = {5, 13},
    .attacked_by_pawn = {{{-16, -18}, {67, 18}, {61, 57}, {94, 56}, {35, 7}, {0, 0}}},
    .attacked_by_minor = {{{1, 11}, {14, 17}, {30, 21}, {34, 41}, {41, 79}, {0, 0}}},
    .attacked_by_rook = {{{-1, 18}, {8, 42}, {28, 23}, {-8, -15}, {29, 58}, {0, 0}}},
    .hanging = {12, 20},
    .shield = {{{-12, 1}, {20, 0}, {0, 4}, {0, -5}}},
    .storm = {{{-8, 25}, {-17, -3}, {-8, -3}}},
    .king_on_half_open_file = {-7, 5},
    .king_on_open_file = {-41, 0},
    .king_danger = {{{-27, 52}, {-22, 35}, {-26, 27}, {-26, 34}, {-37, 7}, {-35, 8}, {-41, -25},
        {-38, -11}, {-61, -18}, {-52, -96}, {-71, -39}, {-86, -64}, {-87, -104}, {-110, 17},
        {-175, -53}, {-144, 2}, {-169, -8}, {-154, -3}, {-212, -15}, {-252, -13}, {-260, -13},
        {-303, -21}, {-255, -6}, {-345, -23}}},
    .knight_with_pawns = {{{-15, -4}, {-9, -18}, {-36, 4}, {-22, -2}, {-14, 1}, {1, 2}, {5, 3},
        {8, 24}, {15, 2}}},
    .rook_with_pawns = {{{7, 20}, {15, 17}, {-26, 22}, {-31, 10}, {-23, 11}, {-11, -8}, {-3, -11},
        {12, -28}, {27, -14}}},
    .guarded_passed_pawn = {{{0, 0}, {0, 0}, {-7, -9}, {-32, 20}, {1, -10}, {41, 16}, {-6, -3},
        {0, 0}}},
    .minor_behind_pawn = {6, -2},
    .push_threat = {18, 20},
    .contested = {1, -1},
    .weak_near_king = {-3, 2},
    .space = {5, 6},
    .tempo = {18, 12},
};
// clang-format on

}  // namespace lucena
