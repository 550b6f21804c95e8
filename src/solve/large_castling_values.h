// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <map>
#include <memory>
#include <set>
#include <utility>
#include <vector>

#include "solve/ending_store.h"
#include "solve/given_up_rights.h"

namespace lucena {

/// What the exits of positions with castling rights lead to, in an ending whose values without
/// rights are on disk:
///
///     the right is kept              castling tables of the store, its own among them
///     it is given up                 GivenUpRight
///     it is gone with a capture      tables with fewer men, of the store or brought back to it
class LargeCastlingValues final : public PositionValues {
 public:
  /// Of a canonical material, by mate or zeroing distance.
  LargeCastlingValues(const Material& material, Metric metric, const EndingStore& store,
                      std::vector<GivenUpRight> given_up);

  /// A canonical material, and who is to move.
  using SmallerEnding = std::pair<Material, Color>;
  /// All that captures lead to which end a right.
  static std::set<SmallerEnding> smaller_endings(const Material& material);

  const EndingStore& store() const { return store_; }
  Metric metric() const { return metric_; }
  /// Of a castling ending with one right.
  const GivenUpRight& given_up(const CastlingEnding& ending) const;
  /// The values of a smaller ending with a side to move that a capture leads to which ends a right;
  /// null if nobody needs them. By zeroing distance that is so where nothing is cursed.
  const EndingTable* smaller(const Material& canonical, Metric metric) const;

 protected:
  Result<Worth, TableFault> ordinary_worth(const Position& position, Metric metric,
                                           Worth) const override;
  Result<bool, TableFault> is_never_cursed(const Position& position) const override;

 private:
  void bring(const SmallerEnding& smaller);

  const Material material_;
  const Metric metric_;
  const EndingStore& store_;
  std::vector<GivenUpRight> given_up_;
  std::map<std::pair<Material, Metric>, std::shared_ptr<const EndingTable>> smaller_;
};

}  // namespace lucena
