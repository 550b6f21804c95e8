// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <gtest/gtest.h>

#include <memory>
#include <mutex>
#include <string_view>
#include <utility>
#include <vector>

#include "solve/large_ending.h"
#include "solve/solver.h"
#include "support/solved.h"
#include "support/temporary_folder.h"

namespace lucena::test {

/// An ending whose decisions are kept in a file, and nothing else is done with them.
class LoggedEnding final : public LargeEnding {
 public:
  LoggedEnding(const Material& material, ScratchFile& file) : layout_(material), file_(file) {
    for (auto& logs : logs_) logs.resize(layout_.skeleton_count());
  }

  Decisions& begin(Metric metric, std::uint32_t skeleton, const Problem& problem) override {
    logs_[metric][skeleton] = std::make_unique<DecisionLog>(problem, file_);
    return *logs_[metric][skeleton];
  }
  std::optional<FileFault> end(Metric metric, std::uint32_t skeleton) override {
    return logs_[metric][skeleton]->finish();
  }
  const DecisionLog* log(Metric metric, std::uint32_t skeleton) const override {
    return logs_[metric][skeleton].get();
  }

  void take(std::shared_ptr<const CastlingTable> table, Metric metric) override {
    castling_.emplace_back(std::move(table), metric);
  }

  const Layout& layout() const { return layout_; }
  /// All castling tables that it was given.
  using CastlingTables = std::vector<std::pair<std::shared_ptr<const CastlingTable>, Metric>>;
  const CastlingTables& castling() const { return castling_; }

 private:
  const Layout layout_;
  ScratchFile& file_;
  ByMetric<std::vector<std::unique_ptr<DecisionLog>>> logs_;
  CastlingTables castling_;
};

/// How many positions of both sides to move are decided otherwise than tables have it.
inline std::uint64_t differences(const LoggedEnding& ending, Metric metric,
                                 const EndingStore& store) {
  const auto scores = store.table(ending.layout().material());
  const auto values = store.table(ending.layout().material(), metric);
  std::uint64_t different = 0;
  std::vector<Worth> logged;
  for (std::uint32_t skeleton = 0; skeleton < ending.layout().skeleton_count(); ++skeleton) {
    const DecisionLog& log = *ending.log(metric, skeleton);
    for (std::uint32_t batch = 0; batch < log.batches(); ++batch) {
      logged.resize(std::size_t{log.words_of(batch)} * 64);
      for (const Color side : kColors) {
        if (log.read(side, batch, logged)) return logged.size();
        const std::uint8_t* score = scores->rows(side, skeleton, log.first_word(batch));
        const std::uint8_t* value = values->rows(side, skeleton, log.first_word(batch));
        for (std::size_t i = 0; i < logged.size(); ++i) {
          const MateScore mate(score[i]);
          const Worth expected =
              metric == Metric::Mate ? Worth::of(mate) : Worth::of(mate, value[i]);
          different += logged[i] != expected;
        }
      }
    }
  }
  return different;
}

/// An ending, all with as many men through spool and log, and those with one man less put away on
/// disk; each of the former is compared with its tables, if there are any.
inline void expect_the_same_through_logs(std::string_view name, const Solver::Options& options,
                                         const EndingStore& in_memory) {
  const Material ending = material(name);
  const std::vector<Material> plan = closure({ending});
  const TemporaryFolder folder;
  const auto scratch = [&] { return std::move(ScratchFile::create(folder.path())).value(); };
  ScratchFile events = scratch(), decisions = scratch(), tables = scratch();
  Solver solver(options, plan);
  solver.keep_promotions_in(folder.path());
  solver.put_tables_into(tables);
  while (!solver.finished()) {
    const Material next = solver.next();
    SCOPED_TRACE(next.name());
    if (next.men() < ending.men()) {
      ASSERT_FALSE(solver.solve_next());
      continue;
    }
    for (const Material& smaller : plan) {
      if (smaller.men() != ending.men() - 1) continue;
      ASSERT_FALSE(solver.put_away(smaller));
    }
    LoggedEnding logged(next, decisions);
    const auto fault = solver.solve_next_into(logged, events);
    ASSERT_FALSE(fault) << fault->message;
    if (!in_memory.table(next)) continue;
    for (const Metric metric : {Metric::Mate, Metric::Zeroing}) {
      EXPECT_EQ(differences(logged, metric, in_memory), 0u) << lucena::name(metric);
    }
  }
}

}  // namespace lucena::test
