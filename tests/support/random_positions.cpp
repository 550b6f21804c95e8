// SPDX-License-Identifier: GPL-3.0-or-later
#include "support/random_positions.h"

#include <algorithm>
#include <optional>

#include "chess/legal_moves.h"

namespace lucena::test {
namespace {

Square random_square(Random& random) {
  return Square(static_cast<int>(below(Square::kCount, random)));
}

Color random_color(Random& random) {
  return kColors[below(kColors.size(), random)];
}

int count_men(const Setup& setup) {
  int men = 0;
  for (const auto& piece : setup.board) men += piece.has_value();
  return men;
}

void put_anywhere(Setup& setup, Piece piece, Random& random) {
  Square square = random_square(random);
  while (setup[square]) square = random_square(random);
  setup[square] = piece;
}

/// A king with his right to castle on one wing.
void put_castling(Setup& setup, Random& random) {
  const Color color = random_color(random);
  const CastlingSide side = kCastlingSides[below(kCastlingSides.size(), random)];
  const CastlingPath path = castling_path(color, side);
  setup[path.king_from] = Piece{color, PieceType::King};
  setup[path.rook_from] = Piece{color, PieceType::Rook};
  setup.castling = CastlingRights(color, side);
}

/// A pawn that has not moved yet, and an enemy pawn that waits for its double step.
void put_en_passant(Setup& setup, Random& random) {
  const bool white = random_color(random) == Color::White;
  const int file = static_cast<int>(below(8, random));
  const int neighbour = file == 0 || (file < 7 && below(2, random) == 0) ? file + 1 : file - 1;
  setup.side_to_move = white ? Color::White : Color::Black;
  setup[Square(file, white ? 1 : 6)] = Piece{setup.side_to_move, PieceType::Pawn};
  setup[Square(neighbour, white ? 3 : 4)] = Piece{opposite(setup.side_to_move), PieceType::Pawn};
}

std::optional<Position> after_double_step(const Position& position) {
  for (const Move move : legal_moves(position)) {
    const bool pawn = position.men_of(PieceType::Pawn).contains(move.from());
    if (pawn && (move.from().index() ^ move.to().index()) == 16) return position.after(move);
  }
  return {};
}

}  // namespace

std::vector<Position> random_walk(const Position& start, std::size_t plies, Random& random) {
  std::vector<Position> game{start};
  while (game.size() <= plies) {
    const MoveList moves = legal_moves(game.back());
    if (moves.empty()) break;
    game.push_back(game.back().after(moves[below(moves.size(), random)]));
  }
  return game;
}

Position random_placement(int men, Random& random) {
  while (true) {
    Setup setup;
    setup.side_to_move = random_color(random);
    const std::uint64_t theme = below(4, random);
    const bool castling = theme == 0 && men >= 3, en_passant = theme == 1 && men >= 4;
    if (castling) put_castling(setup, random);
    if (en_passant) put_en_passant(setup, random);
    for (const Color color : kColors) {
      const Piece king{color, PieceType::King};
      const auto& board = setup.board;
      if (std::find(board.begin(), board.end(), king) == board.end()) {
        put_anywhere(setup, king, random);
      }
    }
    while (count_men(setup) < men) {
      const bool pawn = below(3, random) == 0;
      const PieceType type = pawn ? PieceType::Pawn : kPieceTypes[below(5, random)];
      put_anywhere(setup, {random_color(random), type}, random);
    }
    const auto position = Position::create(setup);
    if (!position) continue;
    if (!en_passant) return *position;
    if (const auto next = after_double_step(*position)) return *next;
  }
}

}  // namespace lucena::test
