// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/table_probe.h"

#include <algorithm>
#include <new>
#include <set>

#include "oracle/game_answer.h"

namespace lucena {

/// A win that the 50-move rule forbids is worth one centipawn more than a draw: it is a draw, but
/// the opponent may not know.
Value value_of(Outcome outcome, Worth mate, bool certain, int ply) {
  const int plies = ply + static_cast<int>(mate.plies());
  switch (outcome) {
    case Outcome::Win:
      return certain ? mate_in(plies) : sure_win_in(plies);
    case Outcome::CursedWin:
      return kDrawValue + 1;
    case Outcome::Draw:
      break;
    case Outcome::BlessedLoss:
      return kDrawValue - 1;
    case Outcome::Loss:
      return certain ? mated_in(plies) : sure_loss_in(plies);
  }
  return kDrawValue;
}

TableProbe::TableProbe(const OpenTables& tables, const Prober& prober)
    : tables_(tables), prober_(prober) {
  look_again();
}

/// An ending counts only if all that it can turn into counts: KRPvKR is not covered as long as
/// KQRvKR is missing, though its own file may be there.
void TableProbe::look_again() {
  covered_.clear();
  most_men_ = 0;
  std::set<Material> complete{Material()};
  // Every ending comes after all that it can turn into.
  for (const Material& material : all_materials(kMaxMen)) {
    const std::vector<Material> next = successors(material);
    const bool covered =
        std::all_of(next.begin(), next.end(),
                    [&](const Material& other) { return complete.contains(other.canonical()); }) &&
        tables_.contains(material, Metric::Mate) && tables_.contains(material, Metric::Zeroing);
    if (!covered) continue;
    complete.insert(material);
    covered_.push_back(material.key());
    covered_.push_back(material.with_colors_swapped().key());
    most_men_ = std::max(most_men_, material.men());
  }
  std::sort(covered_.begin(), covered_.end());
}

/// Most positions of a search have too many men, which one count tells.
bool TableProbe::covers(const Position& position) const {
  if (position.occupied().count() > most_men_) return false;
  return std::binary_search(covered_.begin(), covered_.end(), Material::of(position).key());
}

/// Without memory to unpack a packet there is no answer from the tables, as if they were not there.
std::optional<Value> TableProbe::value(const Position& position, int ply) const {
  if (!covers(position)) return {};
  try {
    return value_in_tables(position, ply);
  } catch (const std::bad_alloc&) {
    return {};
  }
}

/// The outcome comes from the zeroing distance, which knows the clock; how far the mate is, from
/// the other table, asked only where it matters.
std::optional<Value> TableProbe::value_in_tables(const Position& position, int ply) const {
  const auto zeroing = prober_.worth(position, Metric::Zeroing);
  if (!zeroing) return {};
  const Outcome outcome = outcome_with_clock(*zeroing, position.halfmove_clock());
  if (!is_decisive(outcome)) {
    return value_of(outcome, Worth::draw(), false, ply);
  }
  const auto mate = prober_.worth(position, Metric::Mate);
  if (!mate) return {};
  const bool certain = mate_beats_clock(*mate, position.halfmove_clock());
  return value_of(outcome, *mate, certain, ply);
}

std::optional<Answer> TableProbe::answer(const Position& position) const {
  if (!covers(position)) return {};
  try {
    auto answer = answer_from_tables(position, prober_);
    if (!answer) return {};
    return std::move(*answer);
  } catch (const std::bad_alloc&) {
    return {};
  }
}

std::optional<Answer> TableProbe::answer(const Game& game) const {
  auto found = answer(game.position());
  if (!found || regard_repetitions(game, prober_, {}, *found)) return {};
  return found;
}

}  // namespace lucena
