// SPDX-License-Identifier: GPL-3.0-or-later
#include "chess/position.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <functional>
#include <stdexcept>
#include <vector>

#include "chess/fen.h"
#include "chess/legal_moves.h"
#include "support/random_positions.h"

namespace lucena {
namespace {

constexpr Piece kWhiteKing{Color::White, PieceType::King};
constexpr Piece kBlackKing{Color::Black, PieceType::King};
constexpr Piece kWhitePawn{Color::White, PieceType::Pawn};
constexpr Piece kBlackPawn{Color::Black, PieceType::Pawn};
constexpr Piece kWhiteQueen{Color::White, PieceType::Queen};
constexpr Piece kBlackQueen{Color::Black, PieceType::Queen};

Position from_fen(std::string_view fen) {
  auto position = parse_fen(fen);
  if (!position) throw std::invalid_argument(position.error().message);
  return *position;
}

Move find_move(const Position& position, Square from, Square to) {
  for (const Move move : legal_moves(position)) {
    if (move.from() == from && move.to() == to) return move;
  }
  throw std::invalid_argument("no such move");
}

Position play(Position position, std::initializer_list<std::pair<Square, Square>> moves) {
  for (const auto& [from, to] : moves) position.make(find_move(position, from, to));
  return position;
}

struct Rejection {
  std::string_view message;
  ChessError code;
  std::function<void(Setup&)> spoil;  // turns the initial position into an impossible one
};

const std::vector<Rejection> kRejections{
    {"White has no king", ChessError::KingCount, [](Setup& s) { s["e1"_sq] = {}; }},
    {"Black has no king", ChessError::KingCount, [](Setup& s) { s["e8"_sq] = {}; }},
    {"White has 2 kings, not one", ChessError::KingCount,
     [](Setup& s) { s["e4"_sq] = kWhiteKing; }},
    {"Black has 2 kings, not one", ChessError::KingCount,
     [](Setup& s) { s["e5"_sq] = kBlackKing; }},
    {"White has 9 pawns, more than eight", ChessError::TooManyMen,
     [](Setup& s) { s["e4"_sq] = kWhitePawn; }},
    {"Black has 9 pawns, more than eight", ChessError::TooManyMen,
     [](Setup& s) { s["e5"_sq] = kBlackPawn; }},
    {"White has 1 promoted piece and 8 pawns, more than eight together", ChessError::TooManyMen,
     [](Setup& s) { s["d4"_sq] = kWhiteQueen; }},
    {"Black has 8 promoted pieces and 1 pawn, more than eight together", ChessError::TooManyMen,
     [](Setup& s) {
       for (int file = 1; file < 8; ++file) s[Square(file, 6)] = kBlackQueen;
       s["e5"_sq] = kBlackQueen;
     }},
    {"White has 2 promoted pieces and 8 pawns, more than eight together", ChessError::TooManyMen,
     [](Setup& s) { s["d4"_sq] = s["e4"_sq] = kWhiteQueen; }},
    {"Black has 2 promoted pieces and 7 pawns, more than eight together", ChessError::TooManyMen,
     [](Setup& s) {
       s["b7"_sq] = {};
       s["d5"_sq] = Piece{Color::Black, PieceType::Knight};
       s["e5"_sq] = Piece{Color::Black, PieceType::Bishop};
     }},
    {"a pawn cannot stand on b1", ChessError::PawnOnLastRank,
     [](Setup& s) { std::swap(s["b1"_sq], s["b2"_sq]); }},
    {"a pawn cannot stand on g8", ChessError::PawnOnLastRank,
     [](Setup& s) { std::swap(s["g8"_sq], s["g7"_sq]); }},
    {"White cannot castle on the king's side: the king is not on e1",
     ChessError::CastlingImpossible, [](Setup& s) { std::swap(s["e1"_sq], s["d1"_sq]); }},
    {"White cannot castle on the king's side: no rook on h1", ChessError::CastlingImpossible,
     [](Setup& s) { s["h1"_sq] = {}; }},
    {"White cannot castle on the queen's side: no rook on a1", ChessError::CastlingImpossible,
     [](Setup& s) { std::swap(s["a1"_sq], s["a8"_sq]); }},
    {"Black cannot castle on the king's side: no rook on h8", ChessError::CastlingImpossible,
     [](Setup& s) { std::swap(s["g8"_sq], s["h8"_sq]); }},
    {"Black cannot castle on the queen's side: no rook on a8", ChessError::CastlingImpossible,
     [](Setup& s) { s["a8"_sq] = {}; }},
    {"Black cannot castle on the king's side: the king is not on e8",
     ChessError::CastlingImpossible, [](Setup& s) { std::swap(s["e8"_sq], s["d8"_sq]); }},
    {"en passant on e3 is impossible: with White to move the square is on rank 6",
     ChessError::EnPassantImpossible, [](Setup& s) { s.en_passant = "e3"_sq; }},
    {"en passant on e6 is impossible: with Black to move the square is on rank 3",
     ChessError::EnPassantImpossible,
     [](Setup& s) {
       s.side_to_move = Color::Black;
       s.en_passant = "e6"_sq;
     }},
    {"en passant on e6 is impossible: no black pawn on e5", ChessError::EnPassantImpossible,
     [](Setup& s) { s.en_passant = "e6"_sq; }},
    {"en passant on e6 is impossible: e7 is not empty", ChessError::EnPassantImpossible,
     [](Setup& s) {
       s["d7"_sq] = {};
       s["e5"_sq] = kBlackPawn;
       s.en_passant = "e6"_sq;
     }},
    {"en passant on d3 is impossible: d3 is not empty", ChessError::EnPassantImpossible,
     [](Setup& s) {
       s.side_to_move = Color::Black;
       std::swap(s["d2"_sq], s["d4"_sq]);
       std::swap(s["b1"_sq], s["d3"_sq]);
       s.en_passant = "d3"_sq;
     }},
    {"White is to move and could capture the king on e8", ChessError::KingCapturable,
     [](Setup& s) {
       s["e7"_sq] = {};
       s["e2"_sq] = {};
       std::swap(s["d1"_sq], s["e4"_sq]);
     }},
    {"Black is to move and could capture the king on e1", ChessError::KingCapturable,
     [](Setup& s) {
       s.side_to_move = Color::Black;
       std::swap(s["b8"_sq], s["d3"_sq]);
     }},
};

// In the body of a test plain "Setup" is a trap of GoogleTest's for misspellings of SetUp.

TEST(PositionCreate, RejectsWhatNoGameCanReachAndSaysWhy) {
  for (const Rejection& rejection : kRejections) {
    lucena::Setup setup = Position::initial().setup();
    rejection.spoil(setup);
    const auto position = Position::create(setup);
    ASSERT_FALSE(position) << rejection.message;
    EXPECT_EQ(position.error().message, rejection.message);
    EXPECT_EQ(position.error().code, rejection.code) << rejection.message;
  }
}

TEST(PositionCreate, RejectsAnEmptyBoard) {
  EXPECT_EQ(Position::create(lucena::Setup{}).error().code, ChessError::KingCount);
}

TEST(PositionCreate, RejectsKingsSideBySide) {
  lucena::Setup setup;
  setup["e4"_sq] = kWhiteKing;
  setup["e5"_sq] = kBlackKing;
  EXPECT_EQ(Position::create(setup).error().code, ChessError::KingCapturable);
}

TEST(PositionCreate, AcceptsNineQueensWithoutPawns) {
  lucena::Setup setup;
  setup["a1"_sq] = kWhiteKing;
  setup["h8"_sq] = kBlackKing;
  for (int file = 0; file < 8; ++file) setup[Square(file, 1)] = kWhiteQueen;
  setup["c4"_sq] = kWhiteQueen;
  setup["b2"_sq] = {};  // the long diagonal leads to the black king
  setup["c1"_sq] = kWhiteQueen;
  setup["h2"_sq] = {};  // and so does the file
  setup["d1"_sq] = kWhiteQueen;
  EXPECT_TRUE(Position::create(setup));
}

TEST(PositionCreate, UndoesSetupAlongRandomGames) {
  test::Random random(1);
  for (int game = 0; game < 20; ++game) {
    for (const Position& position : test::random_walk(Position::initial(), 150, random)) {
      ASSERT_EQ(Position::create(position.setup()).value(), position) << to_fen(position);
    }
  }
}

TEST(PositionKey, IsKeptUpToDateAlongRandomGames) {
  test::Random random(2);
  for (int game = 0; game < 200; ++game) {
    for (const Position& position : test::random_walk(Position::initial(), 200, random)) {
      ASSERT_EQ(position.key(), position.computed_key()) << to_fen(position);
    }
  }
}

TEST(PositionKey, IsKeptUpToDateWithFewMenToo) {
  test::Random random(3);
  for (int game = 0; game < 1000; ++game) {
    const Position start = test::random_placement(3 + game % 4, random);
    for (const Position& position : test::random_walk(start, 40, random)) {
      ASSERT_EQ(position.key(), position.computed_key()) << to_fen(position);
    }
  }
}

TEST(PositionKey, IsTheSameWhenTheMenHaveComeBack) {
  const Position start = Position::initial();
  const Position back =
      play(start, {{"g1"_sq, "f3"_sq}, {"g8"_sq, "f6"_sq}, {"f3"_sq, "g1"_sq}, {"f6"_sq, "g8"_sq}});
  EXPECT_EQ(back.key(), start.key());
  EXPECT_NE(back, start) << "the clocks have moved on";
}

TEST(PositionKey, DependsOnTheSideToMove) {
  EXPECT_NE(from_fen("4k3/8/8/8/8/8/8/4K2R w - - 0 1").key(),
            from_fen("4k3/8/8/8/8/8/8/4K2R b - - 0 1").key());
}

TEST(PositionKey, DependsOnEveryCastlingRight) {
  std::vector<std::uint64_t> keys;
  for (unsigned bits = 0; bits < 16; ++bits) {
    lucena::Setup setup = Position::initial().setup();
    setup.castling = CastlingRights(bits);
    keys.push_back(Position::create(setup)->key());
  }
  std::sort(keys.begin(), keys.end());
  EXPECT_EQ(std::adjacent_find(keys.begin(), keys.end()), keys.end());
}

TEST(PositionKey, DoesNotDependOnTheClocks) {
  EXPECT_EQ(from_fen("4k3/8/8/8/8/8/8/4K2R w - - 0 1").key(),
            from_fen("4k3/8/8/8/8/8/8/4K2R w - - 42 99").key());
}

struct EnPassantCase {
  std::string_view why;
  std::string_view with_square;
  std::string_view without_square;
  bool capture_possible;
};

constexpr EnPassantCase kEnPassantCases[] = {
    {"a pawn stands beside", "4k3/8/8/3Pp3/8/8/8/4K3 w - e6 0 1",
     "4k3/8/8/3Pp3/8/8/8/4K3 w - - 0 1", true},
    {"Black captures too", "4k3/8/8/8/3pP3/8/8/4K3 b - e3 0 1", "4k3/8/8/8/3pP3/8/8/4K3 b - - 0 1",
     true},
    {"nobody stands beside", "4k3/8/8/4p3/8/8/3P4/4K3 w - e6 0 1",
     "4k3/8/8/4p3/8/8/3P4/4K3 w - - 0 1", false},
    {"the neighbour is on the other edge", "4k3/8/7P/p7/8/8/8/4K3 w - a6 0 1",
     "4k3/8/7P/p7/8/8/8/4K3 w - - 0 1", false},
    {"the capturing pawn is pinned on a file", "3rk3/8/8/3Pp3/8/8/8/3K4 w - e6 0 1",
     "3rk3/8/8/3Pp3/8/8/8/3K4 w - - 0 1", false},
    {"both pawns shield the king on the rank", "4k3/8/8/r2PpK2/8/8/8/8 w - e6 0 1",
     "4k3/8/8/r2PpK2/8/8/8/8 w - - 0 1", false},
    {"one of two neighbours is not pinned", "3rk3/8/8/3PpP2/8/8/8/3K4 w - e6 0 1",
     "3rk3/8/8/3PpP2/8/8/8/3K4 w - - 0 1", true},
};

TEST(PositionKey, KnowsEnPassantOnlyWhereACaptureIsLegal) {
  for (const EnPassantCase& c : kEnPassantCases) {
    const Position with = from_fen(c.with_square), without = from_fen(c.without_square);
    EXPECT_EQ(with.can_capture_en_passant(), c.capture_possible) << c.why;
    EXPECT_EQ(with.key() != without.key(), c.capture_possible) << c.why;
    EXPECT_EQ(count_legal_moves(with) > count_legal_moves(without), c.capture_possible) << c.why;
  }
}

TEST(PositionMake, RemembersTheEnPassantSquareOnlyWhereACaptureIsLegal) {
  const Position quiet = play(Position::initial(), {{"e2"_sq, "e4"_sq}});
  EXPECT_FALSE(quiet.en_passant());
  const Position sharp = play(from_fen("4k3/4p3/8/3P4/8/8/8/4K3 b - - 0 1"), {{"e7"_sq, "e5"_sq}});
  EXPECT_EQ(sharp.en_passant(), "e6"_sq);
  const Position pinned =
      play(from_fen("3rk3/4p3/8/3P4/8/8/8/3K4 b - - 0 1"), {{"e7"_sq, "e5"_sq}});
  EXPECT_FALSE(pinned.en_passant());
  EXPECT_FALSE(play(sharp, {{"e1"_sq, "e2"_sq}}).en_passant()) << "for one move only";
}

TEST(PositionMake, TakesThePawnThatPassed) {
  const Position after = play(from_fen("4k3/8/8/3Pp3/8/8/8/4K3 w - e6 7 9"), {{"d5"_sq, "e6"_sq}});
  EXPECT_EQ(to_fen(after), "4k3/8/4P3/8/8/8/8/4K3 b - - 0 9");
}

TEST(PositionMake, MovesTheRookWhenCastling) {
  const Position both = from_fen("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 3 5");
  EXPECT_EQ(to_fen(play(both, {{"e1"_sq, "g1"_sq}, {"e8"_sq, "c8"_sq}})),
            "2kr3r/8/8/8/8/8/8/R4RK1 w - - 5 6");
  EXPECT_EQ(to_fen(play(both, {{"e1"_sq, "c1"_sq}, {"e8"_sq, "g8"_sq}})),
            "r4rk1/8/8/8/8/8/8/2KR3R w - - 5 6");
}

TEST(PositionMake, EndsCastlingRightsWhenARookMovesOrFalls) {
  const Position both = from_fen("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1");
  EXPECT_EQ(play(both, {{"a1"_sq, "b1"_sq}}).castling(),
            CastlingRights::all() - CastlingRights(Color::White, CastlingSide::Queen));
  EXPECT_EQ(play(both, {{"h1"_sq, "h8"_sq}}).castling(),
            CastlingRights(Color::White, CastlingSide::Queen) |
                CastlingRights(Color::Black, CastlingSide::Queen));
  EXPECT_EQ(play(both, {{"e1"_sq, "e2"_sq}}).castling(), CastlingRights::of(Color::Black));
}

TEST(PositionMake, ResetsTheClockForPawnMovesAndCaptures) {
  const Position start = from_fen("4k3/8/8/3r4/8/8/P7/3RK3 w - - 30 40");
  EXPECT_EQ(play(start, {{"e1"_sq, "e2"_sq}}).halfmove_clock(), 31u);
  EXPECT_EQ(play(start, {{"a2"_sq, "a3"_sq}}).halfmove_clock(), 0u);
  EXPECT_EQ(play(start, {{"d1"_sq, "d5"_sq}}).halfmove_clock(), 0u);
  EXPECT_EQ(play(start, {{"a2"_sq, "a3"_sq}}).fullmove_number(), 40u);
  EXPECT_EQ(play(start, {{"a2"_sq, "a3"_sq}, {"e8"_sq, "e7"_sq}}).fullmove_number(), 41u);
}

TEST(PositionMake, StopsTheClocksAtTheirLimit) {
  const Position late = from_fen("4k3/8/8/8/8/8/8/4K3 b - - 65535 65535");
  const Position next = play(late, {{"e8"_sq, "d8"_sq}});
  EXPECT_EQ(next.halfmove_clock(), Position::kLargestClock);
  EXPECT_EQ(next.fullmove_number(), Position::kLargestClock);
}

struct MaterialCase {
  std::string_view board;
  bool insufficient;
};

constexpr MaterialCase kMaterialCases[] = {
    {"4k3/8/8/8/8/8/8/4K3", true},
    {"4k3/8/8/8/8/8/8/4KN2", true},
    {"4kb2/8/8/8/8/8/8/4K3", true},
    {"4kb2/8/8/8/8/8/8/2B1K3", true},    // f8 and c1 are both dark
    {"2b1k3/8/8/8/8/8/8/2B1K3", false},  // c8 is light
    {"4k3/8/8/8/8/B7/8/2B1K3", true},    // two bishops of one colour
    {"4k3/8/8/8/8/8/8/2B1KB2", false},   // of both colours
    {"4k3/8/8/8/8/8/8/1N2KN2", false},   // a mate exists, if only with help
    {"4kn2/8/8/8/8/8/8/4KN2", false},
    {"4kb2/8/8/8/8/8/8/4KN2", false},
    {"4k3/8/8/8/8/8/4P3/4K3", false},
    {"4k3/8/8/8/8/8/8/R3K3", false},
    {"4k3/8/8/8/8/8/8/3QK3", false},
};

TEST(InsufficientMaterial, HoldsExactlyWhereNoMateExists) {
  for (const MaterialCase& c : kMaterialCases) {
    for (const std::string_view side : {" w - - 0 1", " b - - 0 1"}) {
      const Position position = from_fen(std::string(c.board) + std::string(side));
      EXPECT_EQ(position.insufficient_material(), c.insufficient) << c.board;
    }
  }
}

TEST(PositionPieceAt, AgreesWithTheSetsOfMen) {
  test::Random random(4);
  for (const Position& position : test::random_walk(Position::initial(), 200, random)) {
    for (int i = 0; i < Square::kCount; ++i) {
      const Square square(i);
      const auto piece = position.piece_at(square);
      ASSERT_EQ(piece.has_value(), position.occupied().contains(square));
      if (piece) {
        ASSERT_TRUE(position.men_of(piece->color, piece->type).contains(square));
      }
    }
  }
}

}  // namespace
}  // namespace lucena
