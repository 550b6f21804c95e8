// SPDX-License-Identifier: GPL-3.0-or-later
#include "solve/promoted_values.h"

namespace lucena {

auto LoggedValues::part(std::uint32_t skeleton, const std::vector<Bitboard>& squares, Color side,
                        const Team& team, const std::atomic<bool>& cancelled)
    -> Result<std::unique_ptr<const PromotedPart>, SolveFault> {
  ValueWindow window(layout_, squares);
  if (const auto fault = window.load(*ending_.log(metric_, skeleton), side, team, cancelled)) {
    return SolveFault{SolveError::Scratch, fault->message};
  }
  return std::unique_ptr<const PromotedPart>(std::make_unique<WindowPart>(std::move(window)));
}

}  // namespace lucena
