// SPDX-License-Identifier: GPL-3.0-or-later
#include "solve/solver.h"

#include <algorithm>
#include <bit>

#include "solve/castling_exits.h"
#include "solve/waves.h"

namespace lucena {
namespace {

/// Of an ending with five men and several pawns.
constexpr std::size_t kLargestPromotionView = std::size_t{1} << 27;

/// The sets and lists of a loop for one problem of this ending, by experience.
std::size_t loop_bytes(const Layout& layout) {
  constexpr std::size_t kBytesPerWord = 128;
  return layout.words() * kBytesPerWord;
}

/// What the loops take at most for any ending of the plan; they keep their memory.
std::size_t all_loops_bytes(const std::vector<Material>& plan, unsigned threads) {
  std::size_t shared = 0, single = 0;
  for (const Material& material : plan) {
    const Layout layout(material);
    const bool in_waves = layout.skeleton_count() > 1 && threads > 1;
    std::size_t& largest = in_waves ? single : shared;
    largest = std::max(largest, loop_bytes(layout));
  }
  return shared + threads * single;
}

/// Everything but views while an ending is solved.
std::size_t bytes_without_views(const Material& material, std::size_t metrics, std::size_t kept,
                                std::size_t loops) {
  constexpr std::size_t kProgramItself = std::size_t{1} << 25;
  return kept + metrics * EndingTable::size_bytes(Layout(material)) + loops + kProgramItself;
}

std::vector<Metric> metrics_for(const Solver::Options& options, const Material& material) {
  std::vector<Metric> metrics{Metric::Mate};
  if (options.zeroing) metrics.push_back(Metric::Zeroing);
  const bool conversion = std::find(options.conversion.begin(), options.conversion.end(),
                                    material) != options.conversion.end();
  if (conversion) metrics.push_back(Metric::Conversion);
  return metrics;
}

}  // namespace

Solver::Solver(const Options& options, std::vector<Material> plan)
    : options_(options),
      plan_(std::move(plan)),
      loops_bytes_(all_loops_bytes(plan_, options.threads)),
      pool_(options.threads),
      shared_loop_(pool_),
      views_(store_, plan_, pool_) {
  for (unsigned i = 0; i < options.threads; ++i) {
    single_pools_.push_back(std::make_unique<ThreadPool>(1));
    single_loops_.push_back(std::make_unique<LevelLoop>(*single_pools_.back()));
  }
}

PhaseSeconds Solver::seconds() const {
  PhaseSeconds sum = shared_loop_.seconds();
  for (const auto& loop : single_loops_) {
    sum.exits += loop->seconds().exits;
    sum.passes += loop->seconds().passes;
  }
  return sum;
}

std::size_t Solver::memory_needed(const Options& options, const std::vector<Material>& plan) {
  const std::size_t loops = all_loops_bytes(plan, options.threads);
  std::size_t kept = 0, needed = 0;
  for (const Material& material : plan) {
    std::size_t views = 0;
    for (const ViewKey& key : capture_views_of(material)) views += capture_view_bytes(key.first);
    for (const ViewKey& key : promotion_views_of(material)) {
      views += promotion_view_bytes(key.first);
    }
    std::size_t largest_view = material.men() == kMaxMen ? kLargestPromotionView : 0;
    // With the 50-move rule, promotions can need a second view.
    if (options.zeroing) views += views, largest_view += largest_view;
    const std::size_t metrics = metrics_for(options, material).size();
    needed = std::max(needed, bytes_without_views(material, metrics, kept, loops) +
                                  std::max(views, largest_view));
    if (material.men() < kMaxMen) kept += metrics * EndingTable::size_bytes(Layout(material));
  }
  return needed;
}

std::size_t Solver::room_for_views(const Material& material) const {
  const std::size_t others = bytes_without_views(material, metrics_for(options_, material).size(),
                                                 kept_bytes_, loops_bytes_);
  return options_.memory_bytes > others ? options_.memory_bytes - others : 0;
}

std::shared_ptr<EndingTable> Solver::new_table(const Material& material, Metric metric) {
  EndingTable::Scores& spare = spare_[static_cast<std::size_t>(metric)];
  auto recycled = material.men() == kMaxMen ? std::move(spare) : EndingTable::Scores{};
  spare = {};
  return std::make_shared<EndingTable>(material, std::move(recycled));
}

template <Metric metric>
void Solver::solve_in_waves(const EndingTable& scores, EndingTable& table) {
  const TableExits<metric> exits(scores, table, views_);
  const Layout& layout = table.layout();
  progress_.problems = layout.skeleton_count();
  progress_.problems_done = 0;
  std::vector<unsigned> deepest(layout.skeleton_count());
  const auto solve_one = [&](std::uint32_t skeleton, LevelLoop& loop) {
    const Problem problem(layout, skeleton);
    deepest[skeleton] =
        loop.solve(problem, metric, ProblemExits<metric>(exits, problem),
                   {table.rows(Color::White, skeleton), table.rows(Color::Black, skeleton)},
                   *cancelled_, progress_.level);
    ++progress_.problems_done;
  };
  for_each_in_waves(
      layout, pool_, *cancelled_,
      [&](std::uint32_t skeleton, unsigned thread) { solve_one(skeleton, *single_loops_[thread]); },
      [&](std::uint32_t skeleton) { solve_one(skeleton, shared_loop_); });
  table.set_deepest_plies(*std::max_element(deepest.begin(), deepest.end()));
}

/// Endings with equally many rights do not depend on each other.
void Solver::solve_castling(const Material& material, Metric metric) {
  std::vector<std::shared_ptr<CastlingTable>> tables;
  for (const CastlingEnding& ending : castling_endings(material)) {
    tables.push_back(std::make_shared<CastlingTable>(ending));
    store_.add(tables.back(), metric);
  }
  const auto rights = [&](std::size_t i) {
    return std::popcount(tables[i]->ending().rights.bits());
  };
  for (std::size_t begin = 0; begin < tables.size() && !*cancelled_;) {
    std::size_t end = begin;
    while (end < tables.size() && rights(end) == rights(begin)) ++end;
    pool_.for_each(end - begin, [&](std::size_t i, unsigned thread) {
      solve_castling_table(*tables[begin + i], metric, *single_loops_[thread]);
    });
    begin = end;
  }
}

void Solver::solve_castling_table(CastlingTable& table, Metric metric, LevelLoop& loop) {
  for (const std::uint32_t skeleton : table.skeletons()) {
    const CastlingExits exits(table, metric, store_, skeleton);
    loop.solve(table.problem(skeleton), metric, exits,
               {table.rows(Color::White, skeleton), table.rows(Color::Black, skeleton)},
               *cancelled_, progress_.level);
  }
}

void Solver::solve_next() {
  const Material& material = plan_[next_++];
  const std::size_t room = room_for_views(material);
  views_.prepare(material, room);
  const auto scores = new_table(material, Metric::Mate);
  for (const Metric metric : metrics_for(options_, material)) {
    const auto table = metric == Metric::Mate ? scores : new_table(material, metric);
    switch (metric) {
      case Metric::Mate:
        solve_in_waves<Metric::Mate>(*scores, *table);
        break;
      case Metric::Zeroing:
        solve_in_waves<Metric::Zeroing>(*scores, *table);
        break;
      case Metric::Conversion:
        solve_in_waves<Metric::Conversion>(*scores, *table);
        break;
    }
    if (*cancelled_) return;
    if (material.men() < kMaxMen) kept_bytes_ += EndingTable::size_bytes(table->layout());
    store_.add(table, metric);
    if (options_.castling) solve_castling(material, metric);
    if (*cancelled_) return;
  }
  views_.forget_promotions(material);
  views_.keep_promotions(*scores, store_.table(material, Metric::Zeroing).get(), room);
}

void Solver::release(const Material& material) {
  if (material.men() < kMaxMen) return;
  for (const Metric metric : kMetrics) {
    // Fresh memory costs as much as solving a small ending, so the next table gets this one's.
    const auto table = store_.remove(material, metric);
    if (table.use_count() == 1) spare_[static_cast<std::size_t>(metric)] = table->take_scores();
  }
}

}  // namespace lucena
