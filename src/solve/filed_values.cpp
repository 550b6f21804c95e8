// SPDX-License-Identifier: GPL-3.0-or-later
#include "solve/filed_values.h"

#include <algorithm>
#include <utility>

#include "base/simd.h"
#include "solve/black_row.h"

namespace lucena {
namespace {

/// Black to move. What his quiet moves are worth is at hand; each of them is looked at from many
/// positions.
template <Metric metric>
class BlackPart final : public PromotedPart {
 public:
  BlackPart(ValueWindow moves, const Layout& layout, std::uint32_t skeleton,
            const TableExits<metric>& exits)
      : moves_(std::move(moves)), problem_(layout, skeleton), exits_(exits) {}

  const Worth* row(std::uint32_t word, Row& room) const override {
    using Values = MoveValues<metric, false>;
    const auto into = [&](std::uint32_t after, Row& moves) {
      std::copy_n(moves_.row(after), moves.size(), moves.begin());
      return kAllSquares.bits();
    };
    room.fill(Worth::draw());
    with_best_instructions([&] {
      BlackRow<Values, decltype(into)>(problem_, word, into)
          .for_each(exits_, [&](Square b, Worth best, bool in_check) {
            if (best.exists()) {
              room[b.byte()] = best;
            } else if (in_check) {
              room[b.byte()] = Worth::loss(0);
            }
          });
    });
    return room.data();
  }

 private:
  const ValueWindow moves_;
  const Problem problem_;
  const TableExits<metric>& exits_;
};

}  // namespace

template <Metric metric>
auto FiledValues<metric>::part(std::uint32_t skeleton, const std::vector<Bitboard>& squares,
                               Color side, const Team& team, const std::atomic<bool>& cancelled)
    -> Result<std::unique_ptr<const PromotedPart>, SolveFault> {
  const Layout& layout = files_.scores.geometry().layout();
  ValueWindow window(layout, squares);
  if (const auto fault = window.load(files_, skeleton, team, cancelled)) {
    return SolveFault{SolveError::Damaged, fault->message};
  }
  if (side == Color::White) {
    return std::unique_ptr<const PromotedPart>(std::make_unique<WindowPart>(std::move(window)));
  }
  window.turn_into_moves(metric, team);
  if (!exits_) {
    exits_.emplace(layout, captures_);
    store_.packed().let_go();  // the views have all of it
  }
  if (const auto fault = store_.packed().fault()) {
    return SolveFault{SolveError::Scratch, fault->message};
  }
  return std::unique_ptr<const PromotedPart>(
      std::make_unique<BlackPart<metric>>(std::move(window), layout, skeleton, *exits_));
}

template class FiledValues<Metric::Mate>;
template class FiledValues<Metric::Zeroing>;

}  // namespace lucena
