// SPDX-License-Identifier: GPL-3.0-or-later
#include "solve/problem.h"

namespace lucena {
namespace {

KingRange make_triangle() {
  KingRange range;
  for (const Square from : kTriangle) {
    range.squares.push_back(from);
    std::vector<KingStep>& steps = range.steps.emplace_back();
    for (const Square to : king_attacks(from)) {
      const Symmetry symmetry = into_triangle(to);
      steps.push_back({triangle_slot(symmetry(to)), symmetry});
    }
  }
  return range;
}

KingRange make_whole_board() {
  KingRange range;
  for (int slot = 0; slot < Square::kCount; ++slot) {
    range.squares.emplace_back(slot);
    std::vector<KingStep>& steps = range.steps.emplace_back();
    for (const Square to : king_attacks(Square(slot))) steps.push_back({to.index(), Symmetry()});
  }
  return range;
}

}  // namespace

const KingRange& KingRange::triangle() {
  static const KingRange kRange = make_triangle();
  return kRange;
}

const KingRange& KingRange::whole_board() {
  static const KingRange kRange = make_whole_board();
  return kRange;
}

const KingRange& KingRange::home() {
  static const KingRange kRange{{"e1"_sq}, {{}}};
  return kRange;
}

Problem::Problem(const Layout& layout, std::uint32_t skeleton, int block_men)
    : Problem(layout.men(), layout.free_count(), layout.skeleton(skeleton),
              layout.pawn_count() > 0 ? KingRange::whole_board() : KingRange::triangle(), false,
              block_men) {}

Problem::Problem(std::vector<Piece> men, int free_count, const Squares& frozen,
                 const KingRange& white_king, bool black_king_is_frozen, int block_men)
    : men_(std::move(men)),
      free_count_(free_count),
      frozen_(frozen),
      white_king_(&white_king),
      black_king_is_frozen_(black_king_is_frozen),
      block_men_(std::min(free_count, block_men)) {}

std::uint64_t Problem::fixed_squares(std::uint32_t block) const {
  const std::uint32_t word = block << block_shift();
  const Squares all = squares(word);
  std::uint64_t fixed = std::uint64_t{1} << white_king(word).index();
  const int men = men_.size();
  for (int man = 0; man < men; ++man) {
    const bool stands_still = crosses_blocks(man) || man >= free_count_;
    if (stands_still) fixed |= std::uint64_t{1} << all[man];
  }
  return fixed;
}

}  // namespace lucena
