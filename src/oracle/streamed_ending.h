// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <filesystem>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <utility>
#include <vector>

#include "census/stream_statistics.h"
#include "oracle/stream_writer.h"
#include "solve/ending_store.h"
#include "solve/large_ending.h"
#include "table/section.h"

namespace lucena {

/// An ending with six men on its way from the solver to its files: counted while it is solved, its
/// decisions on disk until they are written as tables.
class StreamedEnding final : public LargeEnding {
 public:
  /// With a file decisions are kept there; without, they are only counted, which is not enough for
  /// an ending with pawns or one that others promote into.
  StreamedEnding(const Material& material, ScratchFile* file) : layout_(material), file_(file) {}

  Decisions& begin(Metric metric, std::uint32_t skeleton, const Problem& problem) override;
  std::optional<FileFault> end(Metric metric, std::uint32_t skeleton) override;
  const DecisionLog* log(Metric metric, std::uint32_t skeleton) const override {
    return file_ != nullptr ? metrics_[metric].logs[skeleton].get() : nullptr;
  }

  void take(std::shared_ptr<const CastlingTable> table, Metric metric) override {
    castling_.add(std::move(table), metric);
  }

  const Layout& layout() const { return layout_; }
  /// The positions with castling rights, if they were solved.
  const EndingStore& castling() const { return castling_; }
  bool has(Metric metric) const { return metrics_[metric].tally != nullptr; }
  const LevelTally& tally(Metric metric) const { return *metrics_[metric].tally; }
  /// Whether the 50-move rule changes a result, castling rights included.
  bool has_cursed() const;

  /// What counting tells, without lists or zugzwangs.
  EndingStatistics counted() const;
  /// All there is to say about it; decisions are kept.
  Result<EndingStatistics, FileFault> statistics(ThreadPool& pool,
                                                 const std::atomic<bool>& cancelled) const;

  /// Writes a table for each metric into a folder; the sections go into the mate table. The bytes
  /// of all of them.
  [[nodiscard]] Result<std::uint64_t, TableFault> write(const std::filesystem::path& folder,
                                                        std::vector<TableSection> sections,
                                                        ThreadPool& pool,
                                                        const std::atomic<bool>& cancelled) const;

  /// Writes the table of some skeletons by a metric to the disk that a folder is on, where it has
  /// no name; all of them are solved.
  [[nodiscard]] Result<MappedFile, TableFault> write_part(const std::filesystem::path& folder,
                                                          const TableGeometry& part, Metric metric,
                                                          ThreadPool& pool,
                                                          const std::atomic<bool>& cancelled) const;

 private:
  Result<std::uint64_t, TableFault> write_into(TableWriter& writer, const TableGeometry& geometry,
                                               Metric metric, std::vector<TableSection> sections,
                                               ThreadPool& pool,
                                               const std::atomic<bool>& cancelled) const;
  Result<std::uint64_t, TableFault> write(const std::filesystem::path& folder, Metric metric,
                                          std::vector<TableSection> sections, ThreadPool& pool,
                                          const std::atomic<bool>& cancelled) const;

  const Layout layout_;
  ScratchFile* const file_;
  ByMetric<StreamedMetric> metrics_;
  EndingStore castling_;  // no other tables
  std::mutex mutex_;
  std::map<std::pair<Metric, std::uint32_t>, CountedDecisions> under_way_;  // with their skeletons
};

}  // namespace lucena
