// SPDX-License-Identifier: GPL-3.0-or-later
#include "census/unwon.h"

#include <gtest/gtest.h>

#include <map>

#include "chess/fen.h"
#include "chess/legal_moves.h"
#include "support/solved.h"

namespace lucena {
namespace {

using test::all_of_four_men;
using test::material;

Statistics with_unwon_of(const Material& ending, unsigned threads = hardware_threads()) {
  const EndingStore& store = all_of_four_men();
  const std::atomic<bool> never{false};
  ThreadPool pool(threads);
  Statistics statistics = gather_statistics(*store.table(ending), nullptr, pool, never).statistics;
  UnwonFinder(pool).add_to(statistics, store, never);
  return statistics;
}
UnwonCensus unwon_of(std::string_view ending) {
  return with_unwon_of(material(ending)).all.unwon.value();
}

/// What a position means for the weaker side, found one by one as the header defines it. Positions
/// that the stronger side wins are left out.
class SlowUnwon {
 public:
  SlowUnwon(const Material& ending, Color stronger) : layout_(ending), stronger_(stronger) {
    for (const Color side : kColors) collect(side);
    for (auto& [key, node] : nodes_) add_moves(key, node);
    for (const bool stalemates : {false, true}) reach(stalemates);
  }

  UnwonCounts count(Color side) const {
    UnwonCounts counts;
    for (const auto& [key, node] : nodes_) {
      if (key.first != side) continue;
      ++(node.lost         ? counts.lost
         : node.stalemate  ? counts.stalemates
         : node.at_once    ? counts.lost_at_once
         : node.reached[0] ? counts.lost_by_force
         : node.reached[1] ? counts.stalemate_traps
                           : counts.other_draws);
    }
    return counts;
  }

 private:
  using Key = std::pair<Color, Index>;
  struct Node {
    Position position;
    bool lost = false;  // for the stronger side
    bool stalemate = false, goal = false, at_once = false;
    bool saved = false;                     // the stronger side has a move that avoids everything
    bool any_move = false;                  // promotions apart
    std::vector<const Node*> successors{};  // by moves that change no material
    std::array<bool, 2> reached{};          // by captures alone; also by stalemates
  };

  void collect(Color side) {
    for (std::uint32_t skeleton = 0; skeleton < layout_.skeleton_count(); ++skeleton) {
      for (std::uint32_t word = 0; word < layout_.words(); ++word) {
        if (layout_.canonical_bits(skeleton, word) == 0) continue;
        for (std::uint8_t bit = 0; bit < 64; ++bit) {
          if ((layout_.canonical_bits(skeleton, word) >> bit & 1) == 0) continue;
          const Index index{skeleton, word, bit};
          const auto setup = layout_.setup_at(index, side);
          const auto position = setup ? Position::create(*setup) : ChessFault{};
          if (!position) continue;
          const MateScore score = all_of_four_men().score(*position).value();
          if (side == stronger_ ? is_win(score) : is_loss(score)) continue;
          nodes_.insert({{side, index}, Node{*position, score != kDraw}});
        }
      }
    }
  }

  void add_moves(const Key& key, Node& node) {
    const Position& position = node.position;
    const bool strong = key.first == stronger_;
    const auto moves = legal_moves(position);
    node.stalemate = moves.empty() && !position.in_check();
    node.goal = !strong && node.lost;
    for (const Move move : moves) {
      const Position after = position.after(move);
      const bool capture = after.occupied().count() < position.occupied().count();
      if (capture) {
        const Worth worth = *all_of_four_men().worth_of_move(position, move, Metric::Mate);
        (strong ? node.saved : node.goal) |= worth >= Worth::draw();
        node.any_move = true;
      } else if (Material::of(after) == layout_.material()) {
        const auto found = nodes_.find({after.side_to_move(), layout_.index_of(after)});
        // The stronger side would win there, so the weaker side does not go there.
        if (found != nodes_.end()) node.successors.push_back(&found->second);
        node.any_move = true;
      }
    }
    if (strong && moves.size() > 0 && !node.any_move && position.in_check()) node.any_move = true;
  }

  bool is_reached(const Key& key, const Node& node, bool stalemates) const {
    const std::size_t run = stalemates ? 1 : 0;
    if (node.stalemate) return stalemates;
    const auto reached = [&](const Node* next) { return next->reached[run]; };
    const auto& next = node.successors;
    if (key.first != stronger_) return node.goal || std::any_of(next.begin(), next.end(), reached);
    const bool mated = !node.any_move && node.lost;
    return mated ||
           (node.any_move && !node.saved && std::all_of(next.begin(), next.end(), reached));
  }

  void reach(bool stalemates) {
    for (bool changed = true; changed;) {
      changed = false;
      for (auto& [key, node] : nodes_) {
        bool& reached = node.reached[stalemates ? 1 : 0];
        if (reached || !is_reached(key, node, stalemates)) continue;
        reached = changed = true;
      }
    }
    for (auto& [key, node] : nodes_) {
      const auto& next = node.successors;
      const bool strong = key.first == stronger_;
      const auto goal = [](const Node* successor) { return successor->goal; };
      node.at_once = strong ? node.any_move && !node.saved && !node.stalemate &&
                                  std::all_of(next.begin(), next.end(), goal)
                            : node.goal;
    }
  }

  const Layout layout_;
  const Color stronger_;
  std::map<Key, Node> nodes_;
};

TEST(Twin, UnwonPositionsAreWhatTheDefinitionsSay) {
  for (const std::string_view name : {"KQvK", "KRvK", "KPvK", "KQvKP"}) {
    SCOPED_TRACE(name);
    const SlowUnwon slow(material(name), Color::White);
    const UnwonCensus fast = unwon_of(name);
    for (const Color side : kColors) {
      SCOPED_TRACE(lucena::name(side));
      const UnwonCounts expected = slow.count(side);
      const UnwonCounts& found = fast.unique[side];
      EXPECT_EQ(found.lost, expected.lost);
      EXPECT_EQ(found.stalemates, expected.stalemates);
      EXPECT_EQ(found.lost_at_once, expected.lost_at_once);
      EXPECT_EQ(found.lost_by_force, expected.lost_by_force);
      EXPECT_EQ(found.stalemate_traps, expected.stalemate_traps);
      EXPECT_EQ(found.other_draws, expected.other_draws);
    }
  }
}

TEST(Unwon, AddUpToWhatIsNotWon) {
  for (const Material& ending : all_materials(4)) {
    SCOPED_TRACE(ending.name());
    const Statistics statistics = with_unwon_of(ending);
    const auto stronger = stronger_side(statistics);
    ASSERT_EQ(stronger.has_value(), statistics.all.unwon.has_value());
    if (!stronger) continue;
    for (const Color side : kColors) {
      for (const bool whole_board : {false, true}) {
        const Census& all = statistics.all;
        const OutcomeCounts& counts = (whole_board ? all.placements : all.unique)[side];
        const UnwonCounts& unwon = (whole_board ? all.unwon->placements : all.unwon->unique)[side];
        EXPECT_EQ(unwon.drawn(), counts.drawn());
        EXPECT_EQ(unwon.lost, side == *stronger ? counts.lost() : counts.won());
      }
      if (!statistics.bishops) continue;
      EXPECT_EQ(statistics.bishops->same.unwon->unique[side].all() +
                    statistics.bishops->opposite.unwon->unique[side].all(),
                statistics.all.unwon->unique[side].all());
    }
  }
}

TEST(Unwon, ARookOrAQueenIsOnlyLostToAKingWhoTakesItOrIsStalemated) {
  for (const std::string_view name : {"KQvK", "KRvK"}) {
    const UnwonCensus unwon = unwon_of(name);
    EXPECT_EQ(unwon.unique[Color::White].all(), 0u);
    EXPECT_EQ(unwon.unique[Color::Black].all(),
              unwon.unique[Color::Black].stalemates + unwon.unique[Color::Black].lost_at_once);
    // The black king stands next to a queen or rook that nobody protects, whichever it is.
    EXPECT_EQ(unwon.unique[Color::Black].lost_at_once, 2787u);
  }
  EXPECT_GT(unwon_of("KQvK").unique[Color::Black].stalemates,
            unwon_of("KRvK").unique[Color::Black].stalemates);
}

TEST(Unwon, TwoBishopsOfOppositeColoursOnlyFailToStalemateTraps) {
  const Statistics statistics = with_unwon_of(material("KBBvK"));
  const UnwonCounts& opposite = statistics.bishops->opposite.unwon->unique[Color::White];
  EXPECT_EQ(opposite.all(), opposite.stalemate_traps);
  EXPECT_GT(opposite.stalemate_traps, 0u);
  EXPECT_EQ(statistics.bishops->opposite.unwon->unique[Color::Black].other_draws, 0u);
  EXPECT_GT(statistics.bishops->same.unwon->unique[Color::White].other_draws, 0u);
}

TEST(Unwon, BishopAndKnightHoldNoFortressAgainstTheLoneKing) {
  const UnwonCensus unwon = unwon_of("KBNvK");
  EXPECT_EQ(unwon.unique[Color::White].other_draws, 0u);
  EXPECT_EQ(unwon.unique[Color::Black].other_draws, 0u);
  EXPECT_GT(unwon.unique[Color::White].stalemate_traps, 0u);
}

TEST(Unwon, APawnIsStalemateAlreadyInElevenPositions) {
  // White, shut in by his own rook's pawn on h7 with Black on f7 or f8; Black in the nine positions
  // that a king and a pawn in front of him leave without a move.
  const UnwonCensus unwon = unwon_of("KPvK");
  EXPECT_EQ(unwon.unique[Color::White].stalemates, 2u);
  EXPECT_EQ(unwon.unique[Color::Black].stalemates, 9u);
}

TEST(Unwon, NobodyIsStrongerWithTheSameMen) {
  EXPECT_FALSE(with_unwon_of(material("KRvKR")).all.unwon);
  EXPECT_FALSE(stronger_side(with_unwon_of(material("KPvKP"))));
}

TEST(Unwon, IsTheSameWithAnyNumberOfThreads) {
  for (const std::string_view name : {"KPvK", "KQvKR"}) {
    EXPECT_EQ(with_unwon_of(material(name), 1), with_unwon_of(material(name), 3));
  }
}

TEST(Unwon, AddsNothingWhenCancelled) {
  Statistics statistics = with_unwon_of(material("KRvK"));
  statistics.all.unwon.reset();
  const std::atomic<bool> cancelled{true};
  ThreadPool pool(1);
  UnwonFinder(pool).add_to(statistics, all_of_four_men(), cancelled);
  EXPECT_FALSE(statistics.all.unwon);
}

}  // namespace
}  // namespace lucena
