// SPDX-License-Identifier: GPL-3.0-or-later
#include "oracle/solved_parts.h"

#include <algorithm>
#include <mutex>

namespace lucena {

/// Parts that the new one has all of go: whoever reads one still keeps it.
void SolvedParts::add(const Material& canonical_material, SolvedPart part) {
  const std::unique_lock lock(mutex_);
  auto& parts = parts_[canonical_material];
  std::erase_if(parts, [&](const std::shared_ptr<const SolvedPart>& old) {
    return std::includes(part.placements.begin(), part.placements.end(), old->placements.begin(),
                         old->placements.end());
  });
  parts.push_back(std::make_shared<const SolvedPart>(std::move(part)));
  empty_ = false;
}

std::shared_ptr<const SolvedPart> SolvedParts::part_with(const PawnPlacement& placement) const {
  const std::shared_lock lock(mutex_);
  const auto parts = parts_.find(placement.material);
  if (parts == parts_.end()) return nullptr;
  for (const auto& part : parts->second) {
    if (part->placements.contains(placement)) return part;
  }
  return nullptr;
}

bool SolvedParts::contains(const PawnPlacement& placement) const {
  return !empty_ && part_with(placement) != nullptr;
}

/// With equal sides it may be there either way round.
auto SolvedParts::find(const Position& position) const -> std::optional<Found> {
  if (empty_ || !position.castling().empty()) return {};
  const Material material = Material::of(position);
  const PawnPlacement placement = PawnPlacement::of(position);
  if (auto part = part_with(placement)) return Found{std::move(part), !material.is_canonical()};
  if (material != material.with_colors_swapped()) return {};
  if (auto part = part_with(placement.with_colors_swapped())) return Found{std::move(part), true};
  return {};
}

}  // namespace lucena
