// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <vector>

#include "cuda/device_array.h"
#include "cuda/pawn_exit_kernels.h"
#include "cuda/waves.h"
#include "solve/wanted_promotions.h"

namespace lucena {

/// What promotions of one side are worth in an ending, on a machine: see PromotionRows. Nothing at
/// first; whatever the ending can promote into adds to it.
template <class Machine>
class KeptRows {
 public:
  KeptRows(Machine& machine, const Material& material, Color us)
      : layout_(material),
        skeletons_(promoting_skeletons(layout_, us)),
        placements_(machine, skeletons_.size()),
        places_(machine, layout_.skeleton_count()),
        rows_(machine, std::size_t{layout_.words()} * skeletons_.size() * Square::kCount) {
    placements_.put(frozen_pawns(layout_, skeletons_));
    std::vector<std::uint32_t> places(layout_.skeleton_count(), on_device::PromotionRows::kNone);
    for (std::uint32_t i = 0; i < skeletons_.size(); ++i) places[skeletons_[i]] = i;
    places_.put(places);
    rows_.fill(0, rows_.size());
  }

  const Layout& layout() const { return layout_; }
  /// All skeletons that have rows.
  ProblemGeometry geometry() const {
    return {layout_, placements_.data(), static_cast<std::uint32_t>(skeletons_.size())};
  }
  Worth* rows() const { return rows_.data(); }
  on_device::PromotionRows of(const Wave& wave) const {
    return {rows_.data(), places_.data() + wave.first};
  }

 private:
  const Layout layout_;
  const std::vector<std::uint32_t> skeletons_;
  DeviceArray<FrozenPawns, Machine> placements_;
  DeviceArray<std::uint32_t, Machine> places_;  // by skeleton
  DeviceArray<Worth, Machine> rows_;
};

}  // namespace lucena
