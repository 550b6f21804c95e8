// SPDX-License-Identifier: GPL-3.0-or-later
#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <memory>

#include "chess/legal_moves.h"
#include "endgame/placement.h"
#include "solve/exit_views.h"
#include "solve/kept_promotions.h"
#include "support/given.h"
#include "support/random_positions.h"
#include "support/temporary_folder.h"

namespace lucena {
namespace {

/// An ending that nobody has solved. In two of its skeletons values are anything with Black to
/// move, in all others drawn.
class SomeDecisions final : public LargeEnding {
 public:
  SomeDecisions(const Material& material, const std::vector<Square>& pawns, ScratchFile& file,
                test::Random& random)
      : layout_(material) {
    for (std::uint32_t skeleton = 0; skeleton < layout_.skeleton_count(); ++skeleton) {
      const Square pawn(layout_.skeleton(skeleton)[static_cast<std::size_t>(layout_.free_count())]);
      logs_.push_back(std::make_unique<DecisionLog>(Problem(layout_, skeleton), file));
      if (std::find(pawns.begin(), pawns.end(), pawn) != pawns.end()) {
        decide(Problem(layout_, skeleton), *logs_.back(), random);
      }
      EXPECT_FALSE(logs_.back()->finish());
    }
  }

  Decisions& begin(Metric, std::uint32_t, const Problem&) override { std::abort(); }
  std::optional<FileFault> end(Metric, std::uint32_t) override { return {}; }
  const DecisionLog* log(Metric, std::uint32_t skeleton) const override {
    return logs_[skeleton].get();
  }
  const Layout& layout() const { return layout_; }

  Worth worth(const Position& position) {
    const Placement placement = placement_of(position, false);
    const WordPlace place =
        layout_.locate(placement.white_king, squares_of(placement, layout_.men()));
    const DecisionLog& log = *logs_[place.skeleton];
    const std::uint32_t batch = log.batch_of(place.word);
    auto& worths = read_[{place.skeleton, batch}];
    if (worths.empty()) {
      worths.resize(std::size_t{log.words_of(batch)} * 64);
      EXPECT_FALSE(log.read(Color::Black, batch, worths));
    }
    const std::size_t word = place.word - log.first_word(batch);
    return worths[word * 64 + place.symmetry(placement.black_king).byte()];
  }

 private:
  static void decide(const Problem& problem, DecisionLog& log, test::Random& random) {
    BlockCollector positions;
    positions.set_size(problem.block_words());
    for (std::uint32_t block = 0; block < problem.blocks(); ++block) {
      const std::uint64_t taken = random();
      for (const std::uint64_t some : {taken, ~taken & random()}) {
        const auto level = static_cast<unsigned>(test::below(600, random));
        for (std::uint32_t word = 0; word < problem.block_words(); ++word) {
          positions.add(word, some);
        }
        log.decide(Color::Black, block, Turn(level, level % 2 != 0), positions);
        positions.clear();
      }
    }
  }

  const Layout layout_;
  std::vector<std::unique_ptr<DecisionLog>> logs_;
  std::map<std::pair<std::uint32_t, std::uint32_t>, std::vector<Worth>> read_;
};

/// Of the pawns that stay, one stands where the ending it leads to keeps it and one in its mirror
/// image.
TEST(KeptPromotions, AreThoseOfTheMoveGenerator) {
  const Material from = test::material("KPPvKN");
  const Layout layout(from);
  const test::TemporaryFolder folder;
  ScratchFile file = std::move(ScratchFile::create(folder.path())).value();
  test::Random random(11);
  KeptPromotions promotions;
  promotions.keep_in(folder.path());
  std::map<PieceType, SomeDecisions> endings;
  for (const PieceType type : kPromotionTypes) {
    const Piece pawn{Color::White, PieceType::Pawn};
    const Material into = from.without(pawn).with({Color::White, type});
    const auto [added, is_new] =
        endings.try_emplace(type, into, std::vector{"b4"_sq, "c5"_sq}, file, random);
    const Layout& there = added->second.layout();
    LoggedValues values(there, added->second, Metric::Mate);
    const auto ways = promotions_into(there.material(), {from});
    ASSERT_FALSE(promotions.keep(ways, there, values, Metric::Mate, Team(), test::kNever));
  }
  int wins = 0, losses = 0;
  for (const Square other : {"g4"_sq, "c5"_sq}) {
    const PromotionPlace place{Color::White, "e8"_sq, {Bitboard(other).bits(), 0}};
    std::vector<Worth> worths(std::size_t{KeptPromotions::unit_words(layout)} * 64);
    ASSERT_FALSE(promotions.read(layout, Metric::Mate, place, 0, worths));
    for (int left = 2000; left > 0;) {
      const auto word = static_cast<std::uint32_t>(test::below(layout.words(), random));
      const auto black_king = static_cast<int>(test::below(64, random));
      lucena::Setup setup;
      bool possible = true;
      const auto put = [&](Square square, Piece piece) {
        possible &= !setup[square];
        setup[square] = piece;
      };
      put(Square(static_cast<int>(word >> 6)), {Color::White, PieceType::King});
      put(Square(static_cast<int>(word & 63)), {Color::Black, PieceType::Knight});
      put(Square(black_king), {Color::Black, PieceType::King});
      put("e7"_sq, {Color::White, PieceType::Pawn});
      put(other, {Color::White, PieceType::Pawn});
      const auto position = Position::create(setup);
      if (!possible || !position || setup["e8"_sq]) continue;
      --left;
      Worth expected;
      for (const Move move : legal_moves(*position)) {
        if (move.kind() != MoveKind::Promotion || move.to() != "e8"_sq) continue;
        const Position after = position->after(move);
        const Worth behind = endings.at(after.piece_at("e8"_sq)->type).worth(after);
        expected = std::max(expected, worth_before(behind, Metric::Mate, MoveEffect::Conversion));
      }
      ASSERT_EQ(worths[std::size_t{word} * 64 + static_cast<std::size_t>(black_king)], expected);
      wins += expected.is_win();
      losses += expected.is_loss();
    }
  }
  EXPECT_GT(wins, 1000);
  EXPECT_GT(losses, 20);
}

}  // namespace
}  // namespace lucena
