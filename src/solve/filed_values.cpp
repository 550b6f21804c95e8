// SPDX-License-Identifier: GPL-3.0-or-later
#include "solve/filed_values.h"

#include <algorithm>
#include <utility>

#include "base/simd.h"
#include "solve/black_row.h"

namespace lucena {
namespace {

constexpr Symmetry kLeftRight(true, false, false);

/// Black to move. What his quiet moves are worth is at hand; each of them is looked at from many
/// positions.
template <Metric metric, class Exits>
const Worth* best_of_black(const Problem& problem, std::uint32_t word, const ValueWindow& moves,
                           const Exits& exits, PromotedPart::Row& room) {
  using Values = MoveValues<metric, false>;
  const auto into = [&](std::uint32_t after, PromotedPart::Row& row) {
    std::copy_n(moves.row(after), row.size(), row.begin());
    return kAllSquares.bits();
  };
  room.fill(Worth::draw());
  with_best_instructions([&] {
    BlackRow<Values, decltype(into)>(problem, word, into)
        .for_each(exits, [&](Square b, Worth best, bool in_check) {
          if (best.exists()) {
            room[b.byte()] = best;
          } else if (in_check) {
            room[b.byte()] = Worth::loss(0);
          }
        });
  });
  return room.data();
}

template <Metric metric>
class PawnlessPart final : public PromotedPart {
 public:
  PawnlessPart(ValueWindow moves, const Layout& layout, const TableExits<metric>& exits)
      : moves_(std::move(moves)), problem_(layout, 0), exits_(exits) {}

  const Worth* row(std::uint32_t word, Row& room) const override {
    return best_of_black<metric>(problem_, word, moves_, exits_, room);
  }

 private:
  const ValueWindow moves_;
  const Problem problem_;
  const TableExits<metric>& exits_;
};

/// Has exits of its own, since each problem has others.
template <Metric metric>
class PartWithPawns final : public PromotedPart {
 public:
  PartWithPawns(ValueWindow moves, const Layout& layout, std::uint32_t skeleton,
                std::unique_ptr<AheadValues> ahead, ExitViews& captures, const EndingStore& store,
                const Team& team, const std::atomic<bool>& cancelled)
      : moves_(std::move(moves)),
        problem_(layout, skeleton),
        ahead_(std::move(ahead)),
        exits_(layout, skeleton, {captures, store, *ahead_, team, cancelled}) {}

  const Worth* row(std::uint32_t word, Row& room) const override {
    return best_of_black<metric>(problem_, word, moves_, exits_, room);
  }
  std::optional<FileFault> fault() const override { return ahead_->finish_problem(); }

 private:
  const ValueWindow moves_;
  const Problem problem_;
  const std::unique_ptr<AheadValues> ahead_;
  const TableExits<metric, Keeping::OnDisk> exits_;
};

}  // namespace

template <Metric metric>
auto FiledValues<metric>::part(std::uint32_t skeleton, const std::vector<Bitboard>& squares,
                               Color side, const Team& team, const std::atomic<bool>& cancelled)
    -> Result<std::unique_ptr<const PromotedPart>, SolveFault> {
  ValueWindow window(layout_, squares);
  if (const auto fault = window.load(files_, skeleton, Worth(), team, cancelled)) {
    return SolveFault{SolveError::Damaged, fault->message};
  }
  if (side == Color::White) {
    return std::unique_ptr<const PromotedPart>(std::make_unique<WindowPart>(std::move(window)));
  }
  window.turn_into_moves(metric, team);
  auto part = layout_.pawn_count() == 0
                  ? pawnless_part(std::move(window))
                  : part_with_pawns(std::move(window), skeleton, squares, team, cancelled);
  // Views have all of it by now; with several pawns other threads are about to make theirs.
  if (layout_.pawn_count() <= 1) store_.packed().let_go();
  if (const auto fault = store_.packed().fault()) {
    return SolveFault{SolveError::Scratch, fault->message};
  }
  return part;
}

template <Metric metric>
auto FiledValues<metric>::pawnless_part(ValueWindow moves)
    -> Result<std::unique_ptr<const PromotedPart>, SolveFault> {
  if (!exits_) exits_.emplace(layout_, captures_);
  return std::unique_ptr<const PromotedPart>(
      std::make_unique<PawnlessPart<metric>>(std::move(moves), layout_, *exits_));
}

/// Several threads may be here at once.
template <Metric metric>
auto FiledValues<metric>::part_with_pawns(ValueWindow moves, std::uint32_t skeleton,
                                          const std::vector<Bitboard>& squares, const Team& team,
                                          const std::atomic<bool>& cancelled)
    -> Result<std::unique_ptr<const PromotedPart>, SolveFault> {
  auto windows = windows_ahead(skeleton, squares, team, cancelled);
  if (!windows) return windows.error();
  auto ahead = std::make_unique<AheadValues>(layout_, metric, std::move(*windows), promotions_);
  return std::unique_ptr<const PromotedPart>(std::make_unique<PartWithPawns<metric>>(
      std::move(moves), layout_, skeleton, std::move(ahead), captures_, store_, team, cancelled));
}

/// One and two steps of each pawn; what is not possible leads to skeletons that nobody asks for. A
/// skeleton that is kept in its mirror image has the new man there, too.
template <Metric metric>
auto FiledValues<metric>::windows_ahead(std::uint32_t skeleton,
                                        const std::vector<Bitboard>& squares, const Team& team,
                                        const std::atomic<bool>& cancelled) const
    -> Result<AheadValues::Windows, SolveFault> {
  std::vector<Bitboard> either(squares);
  for (Bitboard& set : either) set |= Bitboard(kLeftRight(set.bits()));
  AheadValues::Windows windows;
  for (std::size_t pawn = layout_.free_men().size(); pawn < layout_.men().size(); ++pawn) {
    if (layout_.men()[pawn].color == Color::White) continue;
    Squares after = layout_.skeleton(skeleton);
    for (int step = 0; step < 2 && Square(after[pawn]).rank() > 1; ++step) {
      after[pawn] -= 8;
      const std::uint32_t there = layout_.locate(Square(0), after).skeleton;
      if (windows.contains(there)) continue;
      ValueWindow window(layout_, either);
      if (const auto fault = window.load(files_, there, Worth::draw(), team, cancelled)) {
        return SolveFault{SolveError::Damaged, fault->message};
      }
      windows.emplace(there, std::move(window));
    }
  }
  return windows;
}

template class FiledValues<Metric::Mate>;
template class FiledValues<Metric::Zeroing>;

}  // namespace lucena
