// SPDX-License-Identifier: GPL-3.0-or-later
#include "oracle/streamed_ending.h"

#include "oracle/castling_section.h"

namespace lucena {

/// Room for all logs is made at once, so that threads can look for some while others come.
Decisions& StreamedEnding::begin(Metric metric, std::uint32_t skeleton, const Problem& problem) {
  const std::lock_guard lock(mutex_);
  StreamedMetric& here = metrics_[metric];
  if (!here.tally) here.tally = std::make_unique<LevelTally>(layout_);
  DecisionLog* log = nullptr;
  if (file_ != nullptr) {
    if (here.logs.empty()) here.logs.resize(layout_.skeleton_count());
    here.logs[skeleton] = std::make_unique<DecisionLog>(problem, *file_);
    log = here.logs[skeleton].get();
  }
  const auto [added, is_new] =
      under_way_.try_emplace({metric, skeleton}, *here.tally, problem, skeleton, log);
  return added->second;
}

std::optional<FileFault> StreamedEnding::end(Metric metric, std::uint32_t skeleton) {
  {
    const std::lock_guard lock(mutex_);
    under_way_.erase({metric, skeleton});
  }
  if (file_ == nullptr) return {};
  return metrics_[metric].logs[skeleton]->finish();
}

bool StreamedEnding::has_cursed() const {
  if (!has(Metric::Zeroing)) return false;
  for (const Color side : kColors) {
    for (const bool wins : {false, true}) {
      if (tally(Metric::Zeroing).deepest(side, wins).value_or(0) > kClockLimit) return true;
    }
  }
  return castling_.has_cursed_castling(layout_.material());
}

EndingStatistics StreamedEnding::counted() const {
  return {tallied_statistics(tally(Metric::Mate), metrics_[Metric::Zeroing].tally.get()), {}};
}

Result<EndingStatistics, FileFault> StreamedEnding::statistics(
    ThreadPool& pool, const std::atomic<bool>& cancelled) const {
  return gather_stream_statistics(layout_, metrics_[Metric::Mate],
                                  has(Metric::Zeroing) ? &metrics_[Metric::Zeroing] : nullptr, pool,
                                  cancelled);
}

Result<std::uint64_t, TableFault> StreamedEnding::write_into(
    TableWriter& writer, const TableGeometry& geometry, Metric metric,
    std::vector<TableSection> sections, ThreadPool& pool,
    const std::atomic<bool>& cancelled) const {
  const bool nothing_is_cursed = metric == Metric::Zeroing && !has_cursed();
  const StreamedTable table{geometry, metric, metrics_[metric], nothing_is_cursed};
  if (auto fault = write_packets(table, writer, pool, cancelled)) return *fault;
  return writer.finish(std::move(sections), nothing_is_cursed);
}

Result<MappedFile, TableFault> StreamedEnding::write_part(
    const std::filesystem::path& folder, const TableGeometry& part, Metric metric, ThreadPool& pool,
    const std::atomic<bool>& cancelled) const {
  auto writer = TableWriter::create_nameless(folder, part, metric, pool, cancelled);
  if (!writer) return writer.error();
  const auto written = write_into(*writer, part, metric, {}, pool, cancelled);
  if (!written) return written.error();
  return writer->map();
}

Result<std::uint64_t, TableFault> StreamedEnding::write(const std::filesystem::path& folder,
                                                        Metric metric,
                                                        std::vector<TableSection> sections,
                                                        ThreadPool& pool,
                                                        const std::atomic<bool>& cancelled) const {
  const TableGeometry geometry(layout_.material());
  auto writer = TableWriter::create(folder, geometry, metric, pool, cancelled);
  if (!writer) return writer.error();
  for (TableSection& section : castling_sections(layout_.material(), metric, castling_)) {
    sections.push_back(std::move(section));
  }
  return write_into(*writer, geometry, metric, std::move(sections), pool, cancelled);
}

/// The mate table comes last: where it is, the others are.
Result<std::uint64_t, TableFault> StreamedEnding::write(const std::filesystem::path& folder,
                                                        std::vector<TableSection> sections,
                                                        ThreadPool& pool,
                                                        const std::atomic<bool>& cancelled) const {
  std::uint64_t size_bytes = 0;
  for (const Metric metric : {Metric::Conversion, Metric::Zeroing, Metric::Mate}) {
    if (!has(metric)) continue;
    const auto written = write(
        folder, metric, metric == Metric::Mate ? std::move(sections) : std::vector<TableSection>{},
        pool, cancelled);
    if (!written) return written.error();
    size_bytes += *written;
  }
  return size_bytes;
}

}  // namespace lucena
