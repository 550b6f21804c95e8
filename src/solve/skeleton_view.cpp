// SPDX-License-Identifier: GPL-3.0-or-later
#include "solve/skeleton_view.h"

#include <algorithm>
#include <utility>

#include "base/simd.h"
#include "solve/exit_view.h"

namespace lucena {
StandingFirst::StandingFirst(const Material& material, std::optional<Piece> promoted) {
  std::vector<Piece> rest = ordered_men(material);
  if (promoted) {
    men.push_back(*promoted);
    rest.erase(std::find(rest.begin(), rest.end(), *promoted));
  }
  const auto is_pawn = [](Piece man) { return man.type == PieceType::Pawn; };
  std::copy_if(rest.begin(), rest.end(), std::back_inserter(men), is_pawn);
  standing = men.size();
  std::remove_copy_if(rest.begin(), rest.end(), std::back_inserter(men), is_pawn);
}

SkeletonView::SkeletonView(StandingFirst men, std::vector<Squares> placements)
    : men_(std::move(men)), placements_(std::move(placements)) {
  worths_ = Buffer<Worth>(tuples() * Square::kCount * Square::kCount);
}

/// The pawns' squares are all that counts.
std::vector<std::uint32_t> SkeletonView::skeletons_in(const Layout& stored,
                                                      const Material& material) const {
  const Orientation orientation(material, stored);
  const std::vector<std::size_t> places = places_in(orientation.men(), men_.men);
  std::vector<std::uint32_t> skeletons;
  for (const Squares& placement : placements_) {
    Squares squares{};
    bool is_there = true;
    for (std::size_t i = 0; i < men_.standing; ++i) {
      const Square here = orientation.as_stored(Square(placement[i]));
      squares[orientation.stored_place(places[i])] = here.byte();
      const bool at_the_end = here.rank() == 0 || here.rank() == 7;
      if (men_.men[i].type == PieceType::Pawn) is_there &= !at_the_end;
    }
    if (is_there) skeletons.push_back(stored.locate(Square(0), squares).skeleton);
  }
  return skeletons;
}

/// Memory begins as zeros, which is "no such move": so it stays where men share a square.
void SkeletonView::fill(const Material& material, Metric metric, Color side,
                        const EndingStore& store, const Team& team,
                        const std::atomic<bool>& cancelled) {
  const Material canonical = material.canonical();
  const Color stored_side = material.is_canonical() ? side : opposite(side);
  // Nothing need be at hand to know the layout.
  const auto shell = store.table_with(canonical, Metric::Mate, stored_side, {});
  const auto skeletons = skeletons_in(shell->layout(), material);
  const auto scores = store.table_with(canonical, Metric::Mate, stored_side, skeletons);
  const bool cursed = metric != Metric::Mate && store.has_cursed_table(canonical);
  const auto zeroing =
      cursed ? store.table_with(canonical, Metric::Zeroing, stored_side, skeletons) : nullptr;
  const OrientedReader reader(scores.get(), zeroing.get(), material);
  const std::vector<std::size_t> places = places_in(reader.men(), men_.men);
  const std::vector<Square> kings = whole_board();
  constexpr std::size_t kTask = 64;
  team.for_each((tuples() + kTask - 1) / kTask, [&](std::size_t task, unsigned) {
    KingsMatrix<Worth> matrix;
    const std::size_t end = std::min(tuples(), (task + 1) * kTask);
    for (std::size_t tuple = task * kTask; tuple < end && !cancelled; ++tuple) {
      Squares squares{};
      std::size_t rest = tuple;
      for (std::size_t i = men_.men.size(); i-- > men_.standing; rest >>= 6) {
        squares[places[i]] = rest & 63;
      }
      for (std::size_t i = 0; i < men_.standing; ++i) squares[places[i]] = placements_[rest][i];
      if (!is_possible(reader.men(), squares)) continue;
      with_best_instructions([&] {
        reader.read_worths(metric, side, squares, kings, matrix);
        for (const Square king : kings) {
          std::copy_n(matrix[king.byte()].begin(), Square::kCount,
                      worths_.data() + place(king, tuple));
        }
      });
    }
  });
}

}  // namespace lucena
