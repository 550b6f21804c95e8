// SPDX-License-Identifier: GPL-3.0-or-later
#include "query/special_search.h"

#include <gtest/gtest.h>

#include <set>

#include "chess/fen.h"
#include "chess/legal_moves.h"
#include "endgame/placement.h"
#include "endgame/position_image.h"
#include "query/sorted_search.h"
#include "support/given.h"
#include "support/table_folder.h"

namespace lucena {
namespace {

using test::all_of_four_men;
using test::kNever;

constexpr std::size_t kAll = ~std::size_t{0};

Query query(const Material& material, const std::vector<std::string>& words) {
  return parse_query(material, words).value();
}

/// Every position with rights, and those with the colours swapped where that is another one.
std::vector<Position> positions_with_rights(const Material& material) {
  std::vector<Position> positions;
  for (const CastlingEnding& ending : castling_endings(material)) {
    const bool own = ending.material == material;
    const bool equal_sides = material == material.with_colors_swapped();
    all_of_four_men().castling_table(ending)->for_each([&](const Position& position, std::uint8_t) {
      if (own) positions.push_back(position);
      if (!own || (equal_sides && !CastlingEnding::is_own_image(ending))) {
        positions.push_back(with_colors_swapped(position));
      }
    });
  }
  return positions;
}

std::vector<Move> winning_moves(const Position& position) {
  std::vector<Move> winning;
  for (const Move move : legal_moves(position)) {
    if (is_loss(*all_of_four_men().score(position.after(move)))) winning.push_back(move);
  }
  return winning;
}

bool wins_by_castling_alone(const Position& position) {
  const auto winning = winning_moves(position);
  return winning.size() == 1 && winning[0].kind() == MoveKind::Castling;
}

std::set<std::string> fens_of(const std::vector<Position>& positions) {
  std::set<std::string> fens;
  for (const Position& position : positions) fens.insert(to_fen(position));
  return fens;
}

TEST(CastlingSearch, FindsWhatASlowSearchFinds) {
  ThreadPool pool(hardware_threads());
  for (const Material& material : test::materials({"KRvK", "KRvKR", "KQvKR", "KRvKP", "KRPvK"})) {
    SCOPED_TRACE(material.name());
    std::set<std::string> by_castling, lost;
    for (const Position& position : positions_with_rights(material)) {
      if (wins_by_castling_alone(position)) by_castling.insert(to_fen(position));
      const bool black = position.side_to_move() == Color::Black;
      if (black && is_loss(*all_of_four_men().score(position))) lost.insert(to_fen(position));
    }
    const auto expect = [&](const std::vector<std::string>& words,
                            const std::set<std::string>& expected) {
      const auto found = search_castling(material, query(material, words), kAll, all_of_four_men(),
                                         all_of_four_men(), pool, kNever);
      ASSERT_TRUE(found);
      EXPECT_EQ(found->count, expected.size());
      EXPECT_EQ(fens_of(found->positions), expected);
    };
    expect({"only-move=castling"}, by_castling);
    expect({"black", "lost"}, lost);
  }
}

/// Every position that a double step in KPvKP leads to, if the pawn can be taken in passing.
TEST(EnPassantSearch, FindsWhatDoubleStepsLeadTo) {
  const Material material = test::material("KPvKP");
  ThreadPool pool(hardware_threads());
  SearchProgress progress;
  const auto found = search_en_passant(material, query(material, {"only-move=en-passant"}), kAll,
                                       all_of_four_men(), pool, progress, kNever);
  ASSERT_TRUE(found);
  std::set<std::string> shown = fens_of(found->positions), expected;
  EXPECT_EQ(shown.size(), found->count);
  const Layout layout(material);
  for (std::uint32_t skeleton = 0; skeleton < layout.skeleton_count(); ++skeleton) {
    for (std::uint32_t word = 0; word < layout.words(); ++word) {
      for (std::uint8_t bit = 0; bit < 64; ++bit) {
        for (const Color side : kColors) {
          const auto setup = layout.setup_at({skeleton, word, bit}, side);
          if (!setup) continue;
          const auto before = Position::create(*setup);
          if (!before) continue;
          for (const Move move : legal_moves(*before)) {
            const Position after = before->after(move);
            if (!after.can_capture_en_passant()) continue;
            const auto winning = winning_moves(after);
            if (winning.size() != 1 || winning[0].kind() != MoveKind::EnPassant) continue;
            auto fresh = after.setup();
            fresh.fullmove_number = 1;
            const std::string fen = to_fen(Position::create(fresh).value());
            const std::string mirror = to_fen(image_of(fresh, Symmetry(true, false, false)));
            EXPECT_TRUE(shown.contains(fen) || shown.contains(mirror)) << fen;
            expected.insert(std::min(fen, mirror));
          }
        }
      }
    }
  }
  // Not every position with a capture in passing comes from a legal one: the king may have been in
  // a check that nobody could give. So these are some of those found.
  EXPECT_GT(expected.size(), 1000u);
  EXPECT_LE(expected.size(), shown.size());
  for (const Position& position : found->positions) {
    const auto winning = winning_moves(position);
    ASSERT_EQ(winning.size(), 1u) << to_fen(position);
    EXPECT_EQ(winning[0].kind(), MoveKind::EnPassant);
  }
}

/// The levels of what is listed, and what a full sort would list, with few positions and many.
TEST(SortedSearch, ListsTheExtremesFirst) {
  const Material material = test::material("KQvKR");
  ThreadPool pool(hardware_threads());
  const OpenTables tables(test::small_tables(), 0);
  KnownValues values(all_of_four_men(), tables, pool, kNever);
  const auto search = [&](const Query& part, std::size_t most) {
    SearchProgress progress;
    return search_positions(material, part, most, values, pool, progress, kNever);
  };
  const std::vector<std::vector<std::string>> queries{
      {"black", "won"}, {"black", "k:corner"}, {"black-wins"}, {"drawn", "black"}};
  for (const auto& words : queries) {
    const Query wanted = query(material, words);
    const auto all = search(wanted, kAll);
    for (const SearchOrder order : {SearchOrder::Shortest, SearchOrder::Longest}) {
      std::vector<unsigned> places;
      const auto place = [&](const Position& position) {
        const auto plies = level_of_score(*all_of_four_men().score(position));
        if (!plies) return 1000u;
        return order == SearchOrder::Shortest ? *plies : 500 - *plies;
      };
      for (const Position& position : all->positions) places.push_back(place(position));
      std::sort(places.begin(), places.end());
      for (const std::size_t most : {std::size_t{5}, std::size_t{3000}}) {
        const auto found = search_in_order(wanted, most, order, search, all_of_four_men(), pool);
        ASSERT_TRUE(found);
        EXPECT_EQ(found->count, all->count);
        ASSERT_EQ(found->positions.size(), std::min(most, all->positions.size()));
        for (std::size_t i = 0; i < found->positions.size(); ++i) {
          ASSERT_EQ(place(found->positions[i]), places[i]) << i;
        }
        EXPECT_EQ(fens_of(found->positions).size(), found->positions.size());
      }
    }
  }
}

}  // namespace
}  // namespace lucena
