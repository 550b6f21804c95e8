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

/// Memory begins as zeros, which is "no such move": so it stays where men share a square.
void SkeletonView::fill(const Material& material, Metric metric, Color side,
                        const EndingStore& store, const Team& team,
                        const std::atomic<bool>& cancelled) {
  const auto scores = store.table(material.canonical());
  const auto zeroing = store.table(material.canonical(), Metric::Zeroing);
  const bool cursed = zeroing && zeroing->has_cursed();
  const OrientedReader reader(scores.get(), cursed ? zeroing.get() : nullptr, material);
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
