// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <algorithm>
#include <memory>
#include <stdexcept>
#include <string_view>
#include <vector>

#include "base/parallel.h"
#include "solve/solver.h"
#include "support/given.h"

namespace lucena::test {

/// A solver that has solved its whole plan, with every table still in its store.
inline std::unique_ptr<Solver> solved(const std::vector<Material>& plan,
                                      const Solver::Options& options) {
  auto solver = std::make_unique<Solver>(options, plan);
  while (!solver->finished()) {
    if (const auto fault = solver->solve_next()) throw std::runtime_error(fault->message);
  }
  return solver;
}

/// All endings with three and four men and all their castling rights, by all metrics, solved once
/// for all tests of a program.
inline const EndingStore& all_of_four_men() {
  static const auto kSolver = solved(all_materials(4), {.threads = hardware_threads(),
                                                        .castling = true,
                                                        .zeroing = true,
                                                        .conversion = all_materials(4)});
  return kSolver->store();
}

/// Whether two stores hold the same table of a material, byte for byte.
inline bool same_table(const Material& material, const EndingStore& a, const EndingStore& b) {
  const auto first = a.table(material), second = b.table(material);
  const std::size_t bytes =
      std::size_t{first->layout().skeleton_count()} * first->layout().words() * 64;
  return std::all_of(kColors.begin(), kColors.end(), [&](Color side) {
    return std::equal(first->rows(side, 0), first->rows(side, 0) + bytes, second->rows(side, 0));
  });
}

/// The same for the castling tables.
inline bool same_castling_tables(const Material& material, const EndingStore& a,
                                 const EndingStore& b) {
  bool same = true;
  for (const CastlingEnding& ending : castling_endings(material)) {
    a.castling_table(ending)->for_each([&](const Position& position, std::uint8_t value) {
      same &= b.score(position) == MateScore(value);
    });
  }
  return same;
}

}  // namespace lucena::test
