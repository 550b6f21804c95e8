// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>

#include "solve/exit_views.h"
#include "solve/promoted_values.h"
#include "solve/table_exits.h"

namespace lucena {

/// Those of an ending that is on disk. Files have White to move; with Black to move, a position is
/// worth the best of his moves. White's men, the new one among them, stand still meanwhile, so that
/// quiet moves stay in a part. Black's pawn moves lead to the same part of another skeleton, and
/// what his promotions and captures lead to must be at hand.
///
/// By mate, or by zeroing distance if something is cursed.
template <Metric metric>
class FiledValues final : public PromotedValues {
 public:
  FiledValues(const WhiteFiles& files, ExitViews& captures, const EndingStore& store,
              const KeptPromotions& promotions)
      : files_(files),
        layout_(files.scores.geometry().layout()),
        captures_(captures),
        store_(store),
        promotions_(promotions) {}

  Result<std::unique_ptr<const PromotedPart>, SolveFault> part(
      std::uint32_t skeleton, const std::vector<Bitboard>& squares, Color side, const Team& team,
      const std::atomic<bool>& cancelled) override;

 private:
  Result<std::unique_ptr<const PromotedPart>, SolveFault> pawnless_part(ValueWindow moves);
  Result<std::unique_ptr<const PromotedPart>, SolveFault> part_with_pawns(
      ValueWindow moves, std::uint32_t skeleton, const std::vector<Bitboard>& squares,
      const Team& team, const std::atomic<bool>& cancelled);
  /// What Black's pawn moves lead to.
  Result<AheadValues::Windows, SolveFault> windows_ahead(std::uint32_t skeleton,
                                                         const std::vector<Bitboard>& squares,
                                                         const Team& team,
                                                         const std::atomic<bool>& cancelled) const;

  const WhiteFiles files_;
  const Layout& layout_;
  ExitViews& captures_;
  const EndingStore& store_;
  const KeptPromotions& promotions_;
  std::optional<TableExits<metric>> exits_;  // without pawns, once they are needed
};

extern template class FiledValues<Metric::Mate>;
extern template class FiledValues<Metric::Zeroing>;

}  // namespace lucena
