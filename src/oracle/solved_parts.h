// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <atomic>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <shared_mutex>
#include <vector>

#include "endgame/reach.h"
#include "table/table_file.h"

namespace lucena {

/// Some skeletons of an ending, in tables of their own that have no name.
struct SolvedPart {
  std::set<PawnPlacement> placements;
  ByMetric<std::shared_ptr<const TableFile>> tables;
};

/// What was solved for the sake of single positions: parts of endings that are large, until this
/// goes. Any number of threads may ask.
///
/// After KRBvKRP with the pawn on c4 there is a part with c4, c3 and c2. For one with the pawn on
/// c5 the others are solved again, and the new part, which has all that the old one has, takes its
/// place; for one with the pawn on b3 there is a second part besides.
class SolvedParts {
 public:
  struct Found {
    std::shared_ptr<const SolvedPart> part;
    bool swap;  // the colours of the position, to find it there
  };

  void add(const Material& canonical_material, SolvedPart part);

  bool contains(const PawnPlacement& placement) const;
  /// The part that a position without castling rights is in.
  std::optional<Found> find(const Position& position) const;
  bool empty() const { return empty_; }

 private:
  std::shared_ptr<const SolvedPart> part_with(const PawnPlacement& placement) const;

  mutable std::shared_mutex mutex_;
  std::map<Material, std::vector<std::shared_ptr<const SolvedPart>>> parts_;
  std::atomic<bool> empty_{true};
};

}  // namespace lucena
