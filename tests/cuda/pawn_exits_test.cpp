// SPDX-License-Identifier: GPL-3.0-or-later
// The exits of endings with pawns, position by position, beside those of the move generator.
#include <gtest/gtest.h>

#include <algorithm>

#include "cuda/board_tables.h"
#include "cuda/device_tables.h"
#include "cuda/emulation.h"
#include "cuda/pawn_exit_kernels.h"
#include "cuda/waves.h"
#include "solve/wanted_promotions.h"
#include "solve/word_sets.h"
#include "support/effort.h"
#include "support/given.h"
#include "support/slow_exits.h"

namespace lucena {
namespace {

/// An ending that nobody has solved: its values, and those of what captures lead to, are anything,
/// and the same in a store and on a machine.
class RandomEnding {
 public:
  explicit RandomEnding(std::string_view name) : layout_(test::material(name)), tables_(machine_) {
    add(layout_.material());
    for (const Piece victim : layout_.men()) add(layout_.material().without(victim).canonical());
  }

  const Layout& layout() const { return layout_; }
  const PositionValues& values() const { return store_; }

  /// Where the exits of a side lead.
  template <Metric metric>
  on_device::ExitPlaces places(Color us) {
    on_device::ExitPlaces places = tables_.exits_of(layout_.men(), metric, us);
    const auto own = tables_.find(men_after(layout_.men()), metric, opposite(us));
    for (on_device::StoredValues& push : places.pushes) push = own;
    return places;
  }

 private:
  void add(const Material& material) {
    if (store_.table(material)) return;
    for (const Metric metric : {Metric::Mate, Metric::Zeroing}) {
      const auto table = test::random_table(material, random_);
      table->set_has_cursed(metric == Metric::Zeroing);
      store_.add(table, metric);
      tables_.add(table->layout(), metric);
      for (const Color side : kColors) {
        std::copy_n(table->rows(side, 0), EndingTable::size_bytes(table->layout()) / 2,
                    tables_.values(material, metric, side));
      }
    }
  }

  const Layout layout_;
  test::Random random_{11};
  EndingStore store_;
  Emulation machine_;
  DeviceTables<Emulation> tables_;
};

/// Promotions lead to endings that are too large for this; whole solves have them.
bool may_promote(const Layout& layout, std::uint32_t skeleton) {
  return std::any_of(kColors.begin(), kColors.end(), [&](Color side) {
    const std::vector<std::uint32_t> promoting = promoting_skeletons(layout, side);
    return std::binary_search(promoting.begin(), promoting.end(), skeleton);
  });
}

/// Every exit of some words of a skeleton; how many there are.
template <Metric metric>
int expect_slow_exits(RandomEnding& ending, std::uint32_t skeleton, test::Random& random) {
  static const BoardTables board = BoardTables::make();
  const Layout& layout = ending.layout();
  const std::uint32_t skeletons[] = {skeleton};
  const std::vector<FrozenPawns> placements = frozen_pawns(layout, skeletons);
  const ProblemGeometry problem(layout, placements.data(), 1);
  int exits = 0;
  for (const Color us : kColors) {
    const on_device::ExitPlaces places = ending.places<metric>(us);
    std::vector<std::uint64_t> legal(problem.words, ~std::uint64_t{0});
    std::vector<Worth> rows(std::size_t{problem.words} * Square::kCount);
    const on_device::FindExits<metric> kernel{problem, &board,       us,         &places,
                                              {},      legal.data(), rows.data()};
    for (int i = 0; i < 16; ++i) {
      const auto word = static_cast<std::uint32_t>(test::below(problem.words, random));
      for (int bit = 0; bit < Square::kCount; ++bit) {
        const Index index{skeleton, word, static_cast<std::uint8_t>(bit)};
        const auto setup = layout.setup_at(index, us);
        if (!setup) continue;
        const auto position = Position::create(*setup);
        if (!position || test::may_force_en_passant(*position)) continue;
        const std::size_t place = std::size_t{word} * Square::kCount + std::size_t(bit);
        kernel(place);
        const Worth expected = test::slow_best_exit(*position, metric, ending.values());
        EXPECT_EQ(rows[place], expected) << to_fen(*position);
        exits += expected.exists() ? 1 : 0;
      }
    }
  }
  return exits;
}

TEST(PawnExits, AreThoseOfTheMoveGenerator) {
  using Names = std::vector<std::string_view>;
  for (const std::string_view name :
       test::by_effort(Names{"KPPvKP"}, Names{"KPPvKP", "KRPvKP", "KBPvKP"})) {
    SCOPED_TRACE(name);
    RandomEnding ending(name);
    test::Random random(5);
    int exits = 0;
    for (int left = test::by_effort(100, 400); left > 0;) {
      const auto skeleton =
          static_cast<std::uint32_t>(test::below(ending.layout().skeleton_count(), random));
      if (may_promote(ending.layout(), skeleton)) continue;
      --left;
      exits += expect_slow_exits<Metric::Mate>(ending, skeleton, random);
      exits += expect_slow_exits<Metric::Zeroing>(ending, skeleton, random);
      ASSERT_FALSE(HasFailure());
    }
    EXPECT_GT(exits, 50'000);
  }
}

}  // namespace
}  // namespace lucena
