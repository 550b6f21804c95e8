// SPDX-License-Identifier: GPL-3.0-or-later
// Every position with three men beside Gaviota's tables, which Debian has. They were made by other
// people with another program. A program of its own, since libraries that probe tables share names.
#include <gtb-probe.h>
#include <gtest/gtest.h>

#include <array>
#include <string>

#include "chess/fen.h"
#include "oracle/oracle.h"
#include "support/temporary_folder.h"

namespace lucena {
namespace {

/// Gaviota's library with the tables that come with it.
class Gaviota {
 public:
  Gaviota() : paths_(tbpaths_add(tbpaths_init(), LUCENA_GAVIOTA_TABLES)) {
    tb_init(0, tb_CP4, paths_);
    tbcache_init(std::size_t{8} << 20, 0);
  }
  Gaviota(const Gaviota&) = delete;
  Gaviota& operator=(const Gaviota&) = delete;
  ~Gaviota() {
    tbcache_done();
    tb_done();
    tbpaths_done(paths_);
  }

  bool knows_three_men() const { return (tb_availability() & 2) != 0; }

  /// Nothing if it does not know.
  std::optional<Worth> worth(const Position& position) const {
    const Men white(position, Color::White), black(position, Color::Black);
    const bool white_to_move = position.side_to_move() == Color::White;
    unsigned result = tb_UNKNOWN, plies = 0;
    const int known =
        tb_probe_hard(white_to_move ? tb_WHITE_TO_MOVE : tb_BLACK_TO_MOVE, tb_NOSQUARE, tb_NOCASTLE,
                      white.squares.data(), black.squares.data(), white.types.data(),
                      black.types.data(), &result, &plies);
    if (known == 0) return {};
    if (result == tb_DRAW) return Worth::draw();
    if (result != tb_WMATE && result != tb_BMATE) return {};
    return (result == tb_WMATE) == white_to_move ? Worth::win(plies) : Worth::loss(plies);
  }

 private:
  /// The men of one colour as Gaviota wants them: squares from a1, types from the pawn, both with a
  /// mark at their end.
  struct Men {
    Men(const Position& position, Color color) {
      std::size_t count = 0;
      for (const Square square : position.men_of(color)) {
        squares[count] = static_cast<unsigned>(square.index());
        types[count] = type_of(position.piece_at(square)->type);
        ++count;
      }
      squares[count] = tb_NOSQUARE;
      types[count] = tb_NOPIECE;
    }
    std::array<unsigned, 17> squares{};
    std::array<unsigned char, 17> types{};
  };

  static unsigned char type_of(PieceType type) {
    switch (type) {
      case PieceType::Pawn:
        return tb_PAWN;
      case PieceType::Knight:
        return tb_KNIGHT;
      case PieceType::Bishop:
        return tb_BISHOP;
      case PieceType::Rook:
        return tb_ROOK;
      case PieceType::Queen:
        return tb_QUEEN;
      case PieceType::King:
        break;
    }
    return tb_KING;
  }

  const char** paths_;
};

/// All legal placements of two kings and a man on the whole board, whoever is to move.
template <class Visit>
void for_each_position(Piece man, Visit&& visit) {
  for (int number = 0; number < 64 * 64 * 64; ++number) {
    const Square white_king(number % 64), black_king(number / 64 % 64), square(number / 4096);
    if (white_king == black_king || white_king == square || black_king == square) continue;
    Setup setup;
    setup[white_king] = Piece{Color::White, PieceType::King};
    setup[black_king] = Piece{Color::Black, PieceType::King};
    setup[square] = man;
    for (const Color side : kColors) {
      setup.side_to_move = side;
      if (const auto position = Position::create(setup)) visit(*position);
    }
  }
}

TEST(Gaviota, AgreesOnEveryPositionWithThreeMen) {
  const Gaviota gaviota;
  ASSERT_TRUE(gaviota.knows_three_men()) << "there are no tables in " LUCENA_GAVIOTA_TABLES;
  const test::TemporaryFolder folder;
  Oracle oracle({.folder = folder.path()});
  std::size_t compared = 0;
  for (const PieceType type :
       {PieceType::Queen, PieceType::Rook, PieceType::Bishop, PieceType::Knight, PieceType::Pawn}) {
    for (const Color color : kColors) {
      const Piece man{color, type};
      const auto fault = oracle.prepare(Material().with(man));
      ASSERT_FALSE(fault) << fault->message;
      for_each_position(man, [&](const Position& position) {
        if (HasFailure()) return;
        const auto ours = oracle.prober().worth(position, Metric::Mate);
        ASSERT_TRUE(ours) << ours.error().message;
        const auto theirs = gaviota.worth(position);
        ASSERT_TRUE(theirs) << to_fen(position);
        ASSERT_EQ(*ours, *theirs) << to_fen(position) << ": we say " << ours->plies()
                                  << " plies, they say " << theirs->plies();
        ++compared;
      });
    }
  }
  // The placements of the five endings, both sides to move, twice for the colours.
  EXPECT_GT(compared, 3'000'000u);
}

}  // namespace
}  // namespace lucena
