// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <array>

#include "chess/piece.h"
#include "chess/square.h"
#include "engine/tapered.h"

namespace lucena {

/// Everything that the evaluation believes about chess, seen from White. Squares and ranks begin at
/// White's side, so that the first row of a board is its own back rank.
struct Weights {
  ByPieceType<Tapered> material;
  /// The board is turned left to right so that one's own king is on the files e to h ...
  ByPieceType<BySquare<Tapered>> squares;
  /// ... and once more so that the enemy's king is.
  ByPieceType<BySquare<Tapered>> facing_squares;

  // By the number of squares a man attacks that no enemy pawn guards.
  TaperedRow<9> knight_mobility;
  TaperedRow<14> bishop_mobility;
  TaperedRow<15> rook_mobility;
  TaperedRow<28> queen_mobility;

  // By type, not for pawns and kings, and by distance.
  ByPieceType<TaperedRow<8>> own_king_distance;
  ByPieceType<TaperedRow<8>> enemy_king_distance;

  TaperedRow<8> passed_pawn;  // by rank
  TaperedRow<8> passed_with_free_way;
  TaperedRow<8> passed_with_safe_step;  // the square in front is free and not attacked
  TaperedRow<8> passed_and_blocked;     // the square in front is occupied
  TaperedRow<8> guarded_passed_pawn;    // guarded by a pawn
  // By distance of the king to the square in front; times the ranks beyond the third.
  TaperedRow<8> passed_own_king;
  TaperedRow<8> passed_enemy_king;
  Tapered unstoppable_pawn;      // the other side has pawns alone, and its king comes too late
  TaperedRow<8> candidate_pawn;  // by rank; helpers enough to become a passed pawn
  TaperedRow<8> phalanx_pawn;    // by rank; another pawn beside it
  TaperedRow<8> supported_pawn;  // by rank; guarded by a pawn
  Tapered isolated_pawn;
  Tapered doubled_pawn;
  Tapered backward_pawn;
  Tapered weak_on_open_file;  // isolated or backward, with no enemy pawn in front

  Tapered bishop_pair;
  Tapered bishop_blocked_by_pawn;  // for each own pawn on a square of its colour
  Tapered bishop_on_long_diagonal;
  Tapered knight_outpost;  // guarded by a pawn, where no enemy pawn can come
  Tapered bishop_outpost;
  Tapered minor_behind_pawn;
  Tapered rook_on_open_file;
  Tapered rook_on_half_open_file;
  Tapered rook_behind_passed_pawn;
  Tapered rook_facing_queen;  // on the same file, whatever is in between
  /// For each pair of men: pawns and pawns, knights and pawns, knights and knights, and so on.
  TaperedRow<15> own_pairs;
  /// For each pair of a man and an enemy man of a lesser type: knights and pawns, bishops and
  /// pawns, bishops and knights, and so on.
  TaperedRow<10> facing_pairs;
  Tapered space;  // for each free square in the middle of one's own half

  // Threats count for more if it is one's turn: the first value is for the other case.
  // What is attacked, by type.
  std::array<ByPieceType<Tapered>, 2> attacked_by_pawn;
  std::array<ByPieceType<Tapered>, 2> attacked_by_minor;
  std::array<ByPieceType<Tapered>, 2> attacked_by_rook;
  TaperedRow<2> attacked_by_king;
  TaperedRow<2> hanging;      // attacked and not guarded
  TaperedRow<2> push_threat;  // for each piece that the safe step of a pawn would attack
  Tapered contested;          // for each square that both sides attack, not by an enemy pawn
  Tapered knight_near_queen;  // for each safe square from where a knight would attack the queen
  Tapered slider_near_queen;  // the same for bishops and rooks

  // For each of the three files around the king, by how many ranks ahead the nearest pawn is; 7 for
  // none.
  TaperedRow<8> shield_on_king_file;
  TaperedRow<8> shield_beside_king;
  TaperedRow<8> storm;          // an enemy pawn ...
  TaperedRow<8> blocked_storm;  // ... stopped by the shield
  Tapered king_on_half_open_file;
  Tapered king_on_open_file;
  Tapered king_far_from_pawns;  // no pawn at all on the files around it

  Tapered tempo;
};

/// What makes a king unsafe. The sum of it counts by its square in the middle game and by itself in
/// the ending.
struct DangerWeights {
  ByPieceType<int> attacker;    // by type; attacks squares around the king
  ByPieceType<int> safe_check;  // by type; could give check on a square that is not guarded
  int unsafe_check;             // for each square where a check would cost a man
  int attack;                   // for each attack on a square beside the king
  int weak_square;              // for each such square guarded by hardly anyone
  int pinned;                   // for each man pinned to the king
  int camp_attack;              // for each square attacked on the king's wing, and again if twice
  int camp_guard;               // for each square guarded there
  int no_queen;                 // the enemy has none
  int shelter;                  // for each 16 centipawns that the shelter is worth
  int enemy_turn;               // the enemy is to move
  int always;

  static constexpr int kSquareUnit = 8192, kPlainUnit = 32;  // so much danger is a centipawn
};

// clang-format off
inline constexpr Weights kWeights{
    .material = {{{{36, 85}, {311, 296}, {330, 330}, {456, 603}, {975, 1110}, {0, 0}}}},
    .squares = {{{
        // pawn
        {{{
         {0,0},      {0,0},      {0,0},      {0,0},      {0,0},      {0,0},      {0,0},      {0,0},
      {-18,14},     {-5,9},    {-3,10},   {-20,29},   {-25,36},    {12,13},     {20,3},     {-5,5},
      {-13,-4},   {-10,-5},     {0,-2},     {-9,1},    {-1,11},      {5,1},   {23,-20},     {-9,3},
       {-13,6},   {-10,-3},   {16,-13},   {13,-10},    {16,-9},    {20,-9},     {-2,6},    {-4,11},
         {2,4},      {0,4},     {6,-7},   {12,-11},    {17,-6},     {10,3},     {9,15},     {2,18},
       {12,15},    {16,15},     {17,4},    {35,-1},    {24,17},    {23,57},    {11,39},    {21,26},
       {59,52},    {68,26},     {4,47},    {50,40},   {114,41},    {36,95},    {38,73},    {48,49},
         {0,0},      {0,0},      {0,0},      {0,0},      {0,0},      {0,0},      {0,0},      {0,0}
        }}},
        // knight
        {{{
     {-23,-26},  {-16,-12},   {-27,-7},    {-5,-7},   {-2,-16},  {-30,-15},  {-20,-29},    {-50,7},
      {-8,-36},    {-5,-4},    {0,-43},    {0,-19},    {3,-15},    {0,-31},      {9,5},    {-2,-2},
        {-6,4},   {10,-26},   {-7,-21},    {10,-8},     {7,-7},    {4,-30},    {8,-40},  {-16,-16},
       {13,20},   {36,-31},     {15,8},     {15,2},     {13,7},    {24,-7},     {8,-4},    {15,-4},
       {32,-6},    {16,18},     {7,11},     {21,2},     {21,6},     {18,9},    {22,-2},    {37,-7},
        {13,5},   {17,-10},      {2,4},    {28,-9},   {29,-14},    {16,15},    {19,-9},   {25,-34},
       {-8,21},    {-4,25},   {45,-25},   {-16,20},   {34,-16},   {50,-25},    {-4,-7},   {-9,-22},
     {-181,18},   {-5,-20}, {-115,-24},   {-89,-9},  {-72,-27}, {-136,-33},  {-25,-35},   {-109,0}
        }}},
        // bishop
        {{{
         {0,7},   {19,-12},    {-5,-2},   {-19,13},   {23,-15},    {-13,1},  {-18,-27},    {4,-21},
       {21,-4},    {7,-23},    {20,-6},      {2,6},     {11,0},    {21,-7},   {22,-20},   {40,-15},
       {15,13},     {19,5},    {6,-11},     {22,8},     {19,2},   {16,-15},    {38,13},    {17,12},
      {10,-14},      {3,9},    {22,12},    {22,21},    {39,14},    {19,19},      {8,8},   {16,-18},
        {5,-1},     {21,1},    {13,11},    {17,22},     {9,22},    {33,12},    {24,15},      {2,2},
        {20,2},     {7,13},     {-2,5},   {44,-11},     {36,8},    {18,-8},     {2,10},     {20,9},
       {-17,3},    {-26,4},  {-14,-17},    {-37,2},   {-6,-12},    {11,18},   {-28,-5},    {-38,6},
     {-45,-10},   {-59,47},    {1,-14},    {-79,0},   {-50,-1},   {-9,-16},   {-57,-4},  {-15,-30}
        }}},
        // rook
        {{{
       {2,-18},   {-4,-14},    {8,-24},    {3,-21},   {25,-39},   {16,-36},   {-11,-9},   {-5,-36},
      {-23,-2},  {-13,-18},   {12,-11},    {6,-12},    {4,-21},   {14,-31},    {8,-36},   {-51,-8},
       {-24,3},   {-11,13},    {-22,8},   {-10,-3},    {6,-26},   {-5,-15},   {15,-16},    {-19,2},
      {-16,13},   {-55,35},     {-1,2},   {-17,16},   {-23,13},    {-8,-8},    {-22,9},   {-35,17},
      {-31,30},     {15,6},     {6,17},   {-38,30},      {8,9},     {12,0},    {-13,2},   {-15,13},
      {-12,28},    {-7,33},   {-31,34},     {31,1},    {25,12},     {6,24},    {-14,6},    {-9,21},
       {15,26},   {-19,41},   {-19,36},    {56,10},     {40,1},   {71,-18},   {-31,16},    {10,11},
        {5,28},    {33,21},     {59,8},    {21,30},     {39,3},     {55,8},    {16,24},    {22,15}
        }}},
        // queen
        {{{
       {7,-42},    {6,-63},    {5,-50},   {19,-85},    {9,-80},  {-16,-47},   {-6,-42},   {13,-50},
       {4,-54},    {10,-4},   {27,-76},    {-5,-2},    {0,-11},   {12,-39},   {15,-56},   {-9,-82},
         {1,9},   {23,-43},   {-13,26},    {-1,-2},    {-9,15},     {2,16},    {10,10},   {-10,-3},
      {11,-25},    {-4,17},   {-19,44},   {-17,39},   {-26,48},   {-15,61},     {-4,9},   {-19,33},
      {-6,-11},   {-16,46},   {-17,67},   {-31,61},   {-35,73},   {-14,39},   {-17,71},    {16,-8},
      {-25,44},     {1,59},    {-2,36},     {7,33},   {-26,52},    {-4,70},     {4,40},    {19,55},
        {-3,1},   {-25,45},   {-23,34},   {-14,45},    {-32,5},     {4,19},    {10,46},    {-6,21},
     {-11,-34},   {12,-10},   {-26,19},    {80,-5},     {32,7},  {-11,-20},     {3,15},  {-16,-59}
        }}},
        // king
        {{{
      {38,-88},   {49,-61},    {4,-28},   {23,-43},    {5,-37},    {3,-29},   {48,-51},   {48,-79},
       {5,-55},   {20,-31},   {-17,-8},   {-22,-1},    {-32,1},    {-9,-9},   {11,-14},   {37,-46},
     {-32,-15},    {8,-16},   {-55,13},   {-80,13},   {-94,27},   {-61,15},    {1,-18},  {-50,-15},
     {-64,-43},  {-114,20},   {-55,13},  {-103,38},  {-108,48},   {-87,35},    {-56,7},  {-47,-45},
       {-62,1},  {-83,-22},   {-76,38},   {-85,54},   {-98,43},   {-50,29},   {-68,27},   {-47,-4},
     {-69,-18},    {-1,23},   {-63,41},   {-77,46},  {-139,45},   {-88,30},     {2,34},  {-55,-26},
      {-71,20},   {-38,57},   {-71,22},   {-93,98},  {-117,27},   {-49,36},   {-39,30},   {-62,18},
      {-64,-8},  {-59,-48},   {-86,-4},    {-99,9},    {-88,9},   {-78,29},  {-57,-41},  {-68,-53}
        }}}}}},
    .facing_squares = {{{
        // pawn
        {{{
         {0,0},      {0,0},      {0,0},      {0,0},      {0,0},      {0,0},      {0,0},      {0,0},
         {2,0},      {0,2},      {0,2},      {2,0},     {-2,1},     {4,-2},     {1,-2},     {-5,1},
         {3,3},      {0,4},     {3,-2},     {2,-3},      {0,3},      {1,2},     {1,-2},     {-3,0},
         {5,7},      {0,1},     {-2,5},      {0,4},     {-2,0},     {3,-5},     {0,-1},    {-5,-4},
       {-2,11},      {2,4},     {-4,7},     {-1,1},    {-1,-3},     {2,-6},     {0,-7},     {1,-9},
        {-4,9},     {-2,4},      {3,4},   {-12,-3},      {9,4},     {1,-8},      {3,0},    {5,-10},
        {5,-1},     {-3,2},    {-2,11},    {-13,7},     {7,-2},     {0,-3},     {7,-3},    {-4,-7},
         {0,0},      {0,0},      {0,0},      {0,0},      {0,0},      {0,0},      {0,0},      {0,0}
        }}},
        // knight
        {{{
        {4,10},     {1,-5},     {-1,0},    {-3,-4},      {3,3},      {4,2},     {-1,6},   {-8,-10},
        {6,-3},     {-1,3},    {-4,-1},    {-1,-5},      {0,4},     {5,-5},     {3,-3},    {-1,-2},
       {-4,-6},     {-5,2},    {-3,-4},     {-4,1},     {0,-4},    {-3,-2},      {1,0},     {3,-1},
        {-2,0},     {-8,5},     {-4,2},     {-5,0},     {0,-3},     {0,-6},   {10,-10},     {0,-4},
        {-6,5},      {4,6},    {-7,-1},     {3,-6},    {-5,-5},     {5,-4},    {-4,-6},     {2,-3},
        {10,0},    {-2,-4},     {4,-2},    {-2,10},   {-1,-10},      {0,4},     {-7,7},    {-5,-1},
         {1,7},     {-2,5},    {-5,-1},     {-8,7},     {0,-8},      {7,5},     {9,-3},    {-8,-2},
        {16,9},     {5,-2},    {-1,11},    {-8,-4},      {0,7},    {-9,-2},      {5,0},    {-8,-9}
        }}},
        // bishop
        {{{
       {-3,-7},      {1,3},      {6,0},     {0,-6},      {4,3},    {-7,-1},      {2,1},      {1,3},
       {13,-1},     {7,-1},    {-6,12},      {3,0},     {-5,0},    {3,-13},     {-8,0},    {-16,4},
         {4,6},     {8,-5},     {5,-4},     {0,-2},     {3,-2},    {-2,-1},     {-5,2},    {-4,-5},
        {5,-2},     {-5,6},     {-1,2},     {3,-6},     {-5,0},     {0,-2},     {6,-9},     {-5,4},
         {6,5},      {1,9},      {2,3},     {-4,2},      {1,0},    {-3,-3},    {-4,-8},    {-2,-6},
        {-9,4},      {4,6},     {2,-9},     {-2,1},      {1,3},    {-12,7},    {-4,-6},      {6,5},
        {1,-1},   {-2,-10},     {2,10},     {6,-2},    {-8,-1},     {1,-1},    {-4,-3},    {-1,-5},
         {8,9},      {7,6},    {-5,-2},      {0,8},    {-2,-5},      {2,4},     {-7,2},    {-6,-6}
        }}},
        // rook
        {{{
        {-7,6},     {-5,4},      {2,2},     {4,-2},    {-1,-3},     {2,-5},     {6,-5},    {7,-10},
        {-8,6},     {-6,7},     {1,-4},     {-1,4},    {-3,-6},     {-5,2},    {5,-11},     {4,-7},
         {2,6},      {3,0},      {9,5},      {4,0},    {-2,-5},   {-2,-11},    {-1,-2},    {-3,-5},
        {-4,7},     {-5,2},     {-1,2},     {0,-3},    {-10,3},    {-4,-6},      {3,2},     {0,-5},
         {8,3},    {-16,3},     {-4,4},     {-5,2},     {-1,1},     {0,-3},      {9,2},    {-11,1},
        {4,-6},     {3,-3},     {7,-8},     {8,-1},    {-5,-3},      {3,1},     {-3,5},     {-5,9},
        {-1,1},     {8,10},    {14,-1},     {5,-3},     {-6,6},    {-8,-2},    {-8,-8},      {4,3},
        {0,10},     {-1,0},     {-8,4},      {4,4},    {-4,-6},      {6,4},      {7,0},    {-1,-6}
        }}},
        // queen
        {{{
         {7,2},     {-5,6},      {4,6},     {-7,4},     {10,2},    {-1,-7},      {6,4},     {0,-5},
        {-7,1},     {-7,5},    {-7,-1},     {-1,0},     {-1,0},     {6,-1},      {9,2},     {16,4},
       {-3,-3},    {-1,-4},     {8,-9},     {0,-6},      {0,0},     {-7,7},     {4,-1},      {9,4},
      {-1,-13},     {-3,8},     {-2,0},      {0,1},     {1,-8},    {-1,11},     {2,-6},     {4,-2},
         {6,2},    {-1,-3},      {5,7},      {0,7},     {-8,1},    {-5,-9},    {0,-13},    {-3,-8},
         {9,3},     {5,-6},     {6,-2},      {6,0},   {-13,-2},     {-1,1},    {-2,-2},    {-1,-5},
        {-9,9},    {8,-12},     {8,-2},      {0,1},   {-12,-3},    {-8,-3},     {-2,4},      {9,2},
      {-12,-4},     {-6,1},     {-2,2},    {-8,-7},     {-4,2},      {1,3},     {3,-3},      {3,9}
        }}},
        // king
        {{{
        {0,-3},    {-2,-4},     {5,-4},     {-9,2},      {4,2},     {-6,7},     {-1,7},      {0,3},
        {5,-3},     {0,-5},     {3,-4},     {4,-3},     {-2,2},      {0,5},      {3,4},     {-5,6},
        {-1,1},    {-7,-8},    {-10,2},     {-1,1},      {1,0},      {7,1},     {8,12},     {9,-5},
         {2,6},      {6,5},      {1,4},      {3,2},     {0,-3},    {-6,-1},     {3,-5},     {0,-7},
        {4,15},     {1,-4},      {0,1},      {4,5},    {-4,-6},      {0,0},     {-1,5},    {0,-15},
         {1,4},    {-1,-5},     {-4,2},     {-5,6},    {-5,-5},    {-2,-6},     {-2,1},     {1,-2},
         {1,3},    {-3,-1},     {2,-3},      {2,0},    {-2,-1},      {2,5},     {0,-5},     {2,-1},
       {-1,-9},     {0,-1},      {1,0},     {0,-3},      {1,1},      {0,1},     {0,-1},     {0,-1}
        }}}}}},
    .knight_mobility = {{{-42, -145}, {-25, -58}, {-16, -20}, {-6, 0}, {3, 19}, {10, 30},
        {18, 38}, {24, 49}, {27, 33}}},
    .bishop_mobility = {{{-48, -106}, {-39, -56}, {-18, -30}, {-9, 0}, {0, 8}, {4, 24}, {6, 29},
        {7, 35}, {7, 38}, {10, 38}, {9, 41}, {13, 38}, {43, 8}, {69, 6}}},
    .rook_mobility = {{{-103, -89}, {-39, -82}, {-14, -34}, {-8, -13}, {-2, 2}, {2, 11},
        {2, 27}, {7, 24}, {8, 26}, {11, 33}, {13, 34}, {15, 40}, {26, 39}, {27, 41}, {65, 20}}},
    .queen_mobility = {{{-27, -48}, {-19, -37}, {-45, -38}, {-30, -34}, {-24, -54}, {-16, -55},
        {-9, -52}, {-7, -18}, {-3, -26}, {-1, 9}, {2, 13}, {3, 38}, {6, 28}, {10, 28}, {11, 43},
        {9, 55}, {17, 40}, {12, 52}, {15, 61}, {7, 58}, {29, 61}, {30, 53}, {42, 12}, {24, 11},
        {28, 18}, {6, -4}, {25, 43}, {22, 38}}},
    .own_king_distance = {{{
        {},
        {{{0, 0}, {-3, 6}, {0, 2}, {-8, -4}, {-16, -7}, {-21, -15}, {-23, -19}, {-14, -35}}},
        {{{0, 0}, {-4, -4}, {-12, -6}, {-12, -6}, {-11, -8}, {-19, -7}, {-18, -6}, {-34, -1}}},
        {{{0, 0}, {-9, -1}, {-11, 3}, {0, -2}, {-1, -7}, {-5, -8}, {-5, -13}, {-1, -14}}},
        {{{0, 0}, {11, -65}, {4, -51}, {-4, -24}, {-8, -31}, {-15, -8}, {-10, 1}, {-20, 34}}},
        {}}}},
    .enemy_king_distance = {{{
        {},
        {{{0, 0}, {-31, -18}, {2, -14}, {-7, 3}, {-7, 2}, {-9, -4}, {-12, -13}, {-13, -26}}},
        {{{0, 0}, {-23, -29}, {-2, -2}, {-8, -1}, {-13, 2}, {-19, 3}, {-15, -5}, {-15, -4}}},
        {{{0, 0}, {10, -31}, {2, -20}, {4, -9}, {-3, -2}, {-14, 2}, {-14, 6}, {-13, 11}}},
        {{{0, 0}, {0, 0}, {-3, 18}, {4, -2}, {3, -35}, {-9, -37}, {-13, -37}, {-18, -49}}},
        {}}}},
    .passed_pawn = {{{0, 0}, {-4, 18}, {-10, 15}, {-6, 40}, {14, 67}, {26, 106}, {103, 138},
        {0, 0}}},
    .passed_with_free_way = {{{0, 0}, {3, 24}, {-43, 11}, {-51, 24}, {-7, 22}, {-27, 35},
        {-19, 107}, {0, 0}}},
    .passed_with_safe_step = {{{0, 0}, {3, -1}, {-1, 6}, {11, -1}, {10, 7}, {22, 33}, {-12, -1},
        {0, 0}}},
    .passed_and_blocked = {{{0, 0}, {3, -5}, {0, -7}, {1, -11}, {-4, -5}, {3, -28}, {-44, -58},
        {0, 0}}},
    .guarded_passed_pawn = {{{0, 0}, {0, 0}, {3, -4}, {17, -6}, {23, 12}, {52, 1}, {68, 4},
        {0, 0}}},
    .passed_own_king = {{{40, 13}, {33, 26}, {1, 6}, {-10, 1}, {-10, -6}, {-10, -9}, {-10, -7},
        {-17, 0}}},
    .passed_enemy_king = {{{-20, -16}, {-6, -11}, {8, -14}, {2, 6}, {2, 18}, {0, 18}, {15, 19},
        {7, 22}}},
    .unstoppable_pawn = {-1, 32},
    .candidate_pawn = {{{0, 0}, {5, -12}, {5, -9}, {2, 11}, {-3, 29}, {-28, 62}, {0, 0},
        {0, 0}}},
    .phalanx_pawn = {{{0, 0}, {7, 2}, {5, 8}, {10, 11}, {19, 31}, {127, 83}, {27, 147},
        {0, 0}}},
    .supported_pawn = {{{0, 0}, {3, 1}, {14, 9}, {6, 11}, {17, 21}, {27, 42}, {105, 51},
        {0, 0}}},
    .isolated_pawn = {-1, -5},
    .doubled_pawn = {-21, -19},
    .backward_pawn = {1, -8},
    .weak_on_open_file = {-7, -9},
    .bishop_pair = {59, 62},
    .bishop_blocked_by_pawn = {-7, -3},
    .bishop_on_long_diagonal = {18, 22},
    .knight_outpost = {24, 4},
    .bishop_outpost = {22, 5},
    .minor_behind_pawn = {5, 3},
    .rook_on_open_file = {37, 5},
    .rook_on_half_open_file = {25, 7},
    .rook_behind_passed_pawn = {14, 15},
    .rook_facing_queen = {9, 15},
    .own_pairs = {{{4, 5}, {14, 18}, {-6, -15}, {14, 13}, {-10, -29}, {-21, -17}, {19, 18},
        {-7, -34}, {11, -55}, {3, -48}, {36, 19}, {-48, -62}, {-63, -67}, {-76, -165},
        {-64, -149}}},
    .facing_pairs = {{{12, 23}, {13, 22}, {3, 1}, {10, 32}, {-26, 10}, {-21, -12}, {48, 57},
        {20, 43}, {1, 51}, {-32, 81}}},
    .space = {4, -1},
    .attacked_by_pawn = {{
        {{{{-13, -7}, {81, 43}, {73, 55}, {71, 30}, {65, 30}, {0, 0}}}},
        {{{{-13, -2}, {109, 93}, {117, 121}, {103, 73}, {91, 12}, {0, 0}}}}}},
    .attacked_by_minor = {{
        {{{{3, 16}, {16, 30}, {31, 24}, {50, 40}, {56, 65}, {0, 0}}}},
        {{{{0, 12}, {9, 43}, {32, 24}, {85, 141}, {54, 60}, {0, 0}}}}}},
    .attacked_by_rook = {{
        {{{{3, 26}, {15, 35}, {20, 47}, {4, 8}, {68, -8}, {0, 0}}}},
        {{{{1, 11}, {22, 32}, {35, 26}, {-2, 2}, {82, 58}, {0, 0}}}}}},
    .attacked_by_king = {{{8, 8}, {51, -13}}},
    .hanging = {{{17, 17}, {31, 37}}},
    .push_threat = {{{17, 2}, {24, 13}}},
    .contested = {1, 0},
    .knight_near_queen = {7, 2},
    .slider_near_queen = {7, 15},
    .shield_on_king_file = {{{19, 0}, {20, 4}, {6, 12}, {-3, 8}, {0, -21}, {-32, -21},
        {-22, 14}, {20, 7}}},
    .shield_beside_king = {{{6, 4}, {6, 0}, {-4, 6}, {-6, -1}, {-3, -18}, {-14, -14}, {-10, 20},
        {-12, 6}}},
    .storm = {{{-4, 37}, {-10, 30}, {-7, 2}, {9, -1}, {13, 1}, {21, -9}, {17, -1}, {12, 4}}},
    .blocked_storm = {{{0, 0}, {28, 50}, {11, -26}, {20, -13}, {20, -15}, {23, -7}, {35, -20},
        {-19, 17}}},
    .king_on_half_open_file = {-31, 11},
    .king_on_open_file = {-46, 1},
    .king_far_from_pawns = {46, -42},
    .tempo = {34, 29},
};

inline constexpr DangerWeights kDanger{
    .attacker = {0, 140, 91, 77, 4, 0},
    .safe_check = {0, 403, 183, 400, 277, 0},
    .unsafe_check = 9,
    .attack = 11,
    .weak_square = 46,
    .pinned = 163,
    .camp_attack = 41,
    .camp_guard = -18,
    .no_queen = -307,
    .shelter = -57,
    .enemy_turn = 158,
    .always = 97,
};
// clang-format on

}  // namespace lucena
