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

inline constexpr Weights kWeights{
    .material = {{{85, 105}, {330, 310}, {345, 325}, {460, 540}, {970, 980}, {0, 0}}},
    .squares =
        {{{{
              {0, 0},   {0, 0},   {0, 0},   {0, 0},   {-3, 0},  {0, 0},   {-8, 0},  {-8, 0},
              {-3, 0},  {0, 0},   {2, 0},   {2, 0},   {1, 4},   {4, 4},   {18, 4},  {18, 4},
              {7, 12},  {10, 12}, {24, 12}, {24, 12}, {17, 28}, {20, 28}, {30, 28}, {30, 28},
              {37, 55}, {40, 55}, {50, 55}, {50, 55}, {0, 0},   {0, 0},   {0, 0},   {0, 0},
          }},
          {{
              {-45, -40}, {-33, -30}, {-21, -20}, {-9, -10},  {-33, -30}, {-21, -20}, {-9, -10},
              {3, 0},     {-21, -20}, {-9, -10},  {3, 0},     {15, 10},   {-3, -10},  {9, 0},
              {21, 10},   {33, 20},   {-3, -10},  {9, 0},     {21, 10},   {33, 20},   {-15, -20},
              {-3, -10},  {9, 0},     {21, 10},   {-33, -30}, {-21, -20}, {-9, -10},  {3, 0},
              {-45, -40}, {-33, -30}, {-21, -20}, {-9, -10},
          }},
          {{
              {-18, -12}, {-13, -8}, {-8, -4}, {-3, 0},  {-7, -8},   {4, -4},  {3, 0},   {8, 4},
              {-2, -4},   {3, 0},    {8, 4},   {13, 8},  {3, 0},     {8, 4},   {13, 8},  {18, 12},
              {3, 0},     {8, 4},    {13, 8},  {18, 12}, {-2, -4},   {3, 0},   {8, 4},   {13, 8},
              {-7, -8},   {-2, -4},  {3, 0},   {8, 4},   {-12, -12}, {-7, -8}, {-2, -4}, {3, 0},
          }},
          {{
              {-6, 0},  {-2, 0}, {2, 0},  {6, 0},  {-10, 0}, {-6, 0}, {-2, 0}, {2, 0},
              {-10, 0}, {-6, 0}, {-2, 0}, {2, 0},  {-6, 0},  {-2, 0}, {2, 0},  {6, 0},
              {-6, 0},  {-2, 0}, {2, 0},  {6, 0},  {-6, 0},  {-2, 0}, {2, 0},  {6, 0},
              {6, 8},   {10, 8}, {14, 8}, {18, 8}, {-6, 0},  {-2, 0}, {2, 0},  {6, 0},
          }},
          {{
              {-6, -25},  {-4, -17}, {-2, -9}, {0, -1}, {-4, -17},  {-2, -9},   {0, -1},  {2, 7},
              {-2, -9},   {0, -1},   {2, 7},   {4, 15}, {0, -1},    {2, 7},     {4, 15},  {6, 23},
              {0, -1},    {2, 7},    {4, 15},  {6, 23}, {-8, -9},   {-6, -1},   {-4, 7},  {-2, 15},
              {-10, -17}, {-8, -9},  {-6, -1}, {-4, 7}, {-12, -25}, {-10, -17}, {-8, -9}, {-6, -1},
          }},
          {{
              {18, -40},  {28, -27},  {0, -14},   {-12, -1},  {4, -27},   {14, -14}, {-14, -1},
              {-26, 12},  {-17, -14}, {-7, -1},   {-35, 12},  {-47, 25},  {-37, -1}, {-27, 12},
              {-55, 25},  {-67, 38},  {-52, -1},  {-42, 12},  {-70, 25},  {-82, 38}, {-62, -14},
              {-52, -1},  {-80, 12},  {-92, 25},  {-67, -27}, {-57, -14}, {-85, -1}, {-97, 12},
              {-72, -40}, {-62, -27}, {-90, -14}, {-102, -1},
          }}}},
    .knight_mobility = {{{-39, -33},
                         {-23, -19},
                         {-13, -11},
                         {-5, -4},
                         {2, 1},
                         {8, 6},
                         {13, 11},
                         {18, 15},
                         {23, 19}}},
    .bishop_mobility = {{{-42, -42},
                         {-27, -27},
                         {-18, -18},
                         {-10, -10},
                         {-4, -4},
                         {1, 1},
                         {6, 6},
                         {11, 11},
                         {15, 15},
                         {19, 19},
                         {23, 23},
                         {27, 27},
                         {30, 30},
                         {34, 34}}},
    .rook_mobility = {{{-27, -51},
                       {-19, -35},
                       {-13, -25},
                       {-9, -17},
                       {-5, -10},
                       {-2, -4},
                       {1, 1},
                       {3, 6},
                       {6, 11},
                       {8, 15},
                       {11, 20},
                       {13, 24},
                       {15, 27},
                       {17, 31},
                       {19, 34}}},
    .queen_mobility = {{{-27, -48}, {-20, -37}, {-17, -30}, {-14, -24}, {-11, -20}, {-9, -16},
                        {-7, -12},  {-5, -8},   {-3, -5},   {-1, -2},   {0, 1},     {2, 3},
                        {3, 6},     {5, 9},     {6, 11},    {7, 13},    {9, 16},    {10, 18},
                        {11, 20},   {12, 22},   {13, 24},   {14, 26},   {16, 28},   {17, 30},
                        {18, 32},   {19, 34},   {20, 35},   {21, 37}}},
    .passed_pawn = {{{0, 0}, {0, 5}, {2, 8}, {6, 22}, {20, 45}, {45, 85}, {80, 140}, {0, 0}}},
    .passed_with_free_way = {{{0, 0}, {0, 2}, {0, 3}, {2, 8}, {5, 18}, {10, 35}, {15, 60}, {0, 0}}},
    .passed_and_stoppable =
        {{{0, 0}, {0, 0}, {0, 0}, {-2, -4}, {-5, -12}, {-10, -25}, {-20, -50}, {0, 0}}},
    .passed_own_king = {{{0, 0}, {0, 16}, {0, 12}, {0, 4}, {0, -2}, {0, -6}, {0, -10}, {0, -12}}},
    .passed_enemy_king = {{{0, 0}, {0, -25}, {0, -12}, {0, 0}, {0, 10}, {0, 18}, {0, 24}, {0, 26}}},
    .connected_pawn = {{{0, 0}, {3, 0}, {6, 2}, {9, 4}, {15, 10}, {30, 22}, {50, 40}, {0, 0}}},
    .isolated_pawn = {-12, -14},
    .doubled_pawn = {-6, -18},
    .backward_pawn = {-8, -9},
    .bishop_pair = {28, 48},
    .bishop_blocked_by_pawn = {-3, -5},
    .knight_outpost = {24, 16},
    .bishop_outpost = {18, 6},
    .rook_on_open_file = {32, 10},
    .rook_on_half_open_file = {14, 6},
    .rook_behind_passed_pawn = {4, 20},
    .attacked_by_pawn = {{{0, 0}, {55, 35}, {55, 40}, {70, 30}, {65, 20}, {0, 0}}},
    .attacked_by_minor = {{{2, 8}, {15, 15}, {15, 18}, {45, 25}, {40, 35}, {0, 0}}},
    .attacked_by_rook = {{{0, 10}, {15, 20}, {15, 20}, {3, 5}, {45, 30}, {0, 0}}},
    .hanging = {20, 14},
    .shield = {{{-14, 0}, {16, 0}, {8, 0}, {0, 0}}},
    .storm = {{{-22, 0}, {-8, 0}, {-2, 0}}},
    .king_on_half_open_file = {-12, 0},
    .king_on_open_file = {-26, 0},
    .king_danger = {{{0, 0},      {-1, -1},    {-3, -2},    {-7, -3},    {-12, -4},   {-19, -5},
                     {-27, -6},   {-37, -7},   {-48, -8},   {-61, -9},   {-75, -10},  {-91, -11},
                     {-108, -12}, {-127, -13}, {-147, -14}, {-169, -15}, {-191, -16}, {-213, -17},
                     {-235, -18}, {-257, -19}, {-279, -20}, {-301, -21}, {-323, -22}, {-345, -23}}},
    .tempo = {18, 12},
};

}  // namespace lucena
