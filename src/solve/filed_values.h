// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>

#include "solve/exit_views.h"
#include "solve/promoted_values.h"
#include "solve/table_exits.h"

namespace lucena {

/// Those of an ending without pawns that is on disk. Files have White to move; with Black to move,
/// a position is worth the best of his moves, which stay in a part or are captures. White's men,
/// the new one among them, stand still meanwhile.
///
/// By mate, or by zeroing distance if something is cursed.
template <Metric metric>
class FiledValues final : public PromotedValues {
 public:
  FiledValues(const WhiteFiles& files, ExitViews& captures, const EndingStore& store)
      : files_(files), captures_(captures), store_(store) {}

  Result<std::unique_ptr<const PromotedPart>, SolveFault> part(
      std::uint32_t skeleton, const std::vector<Bitboard>& squares, Color side, const Team& team,
      const std::atomic<bool>& cancelled) override;

 private:
  const WhiteFiles files_;
  ExitViews& captures_;
  const EndingStore& store_;
  std::optional<TableExits<metric>> exits_;  // once they are needed
};

extern template class FiledValues<Metric::Mate>;
extern template class FiledValues<Metric::Zeroing>;

}  // namespace lucena
