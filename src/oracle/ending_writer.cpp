// SPDX-License-Identifier: GPL-3.0-or-later
#include "oracle/ending_writer.h"

#include <algorithm>

#include "base/simd.h"
#include "oracle/castling_section.h"
#include "solve/problem.h"
#include "solve/value_row.h"
#include "solve/word_sets.h"

namespace lucena {
namespace {

/// The rows of a solved ending with White to move.
class EndingSource final : public TableSource {
 public:
  EndingSource(const EndingTable& scores, const EndingTable& values, Metric metric,
               bool nothing_is_cursed)
      : scores_(scores), values_(values), metric_(metric), nothing_is_cursed_(nothing_is_cursed) {}

  /// `matters` has a bit for each of the 64 positions, and values whose bit is 0 may be anything,
  /// which lets them be whatever compresses best. By mate all legal positions matter. By the other
  /// metrics draws do not, for the mate score has told, nor do wins that a reader finds by himself.
  void row(std::uint32_t skeleton, std::uint32_t word, std::span<StoredValue, 64> values,
           std::uint64_t& matters) const override {
    with_best_instructions([&] {
      const Layout& layout = scores_.layout();
      Squares squares = layout.free_squares(word);
      for (std::size_t i = layout.free_men().size(); i < layout.men().size(); ++i) {
        squares[i] = layout.skeleton(skeleton)[i];
      }
      const Square king = layout.king_square(layout.slot_of(word));
      matters = word_sets(king, layout.men(), squares).legal[Color::White];
      const std::uint8_t* bytes = values_.rows(Color::White, skeleton, word);
      std::copy_n(bytes, values.size(), values.begin());
      if (metric_ == Metric::Mate) return;
      const std::uint8_t* scores = scores_.rows(Color::White, skeleton, word);
      const std::uint64_t draws = equal_bits(scores, kDraw);
      matters &= ~draws;
      // Whoever reads a win looks for a capture or pawn move that wins, so that these need no
      // value. Where positions are cursed, that would mean looking at too many others.
      if (nothing_is_cursed_) {
        matters &= loss_bits(scores) | ~equal_bits(bytes, 1);
      }
    });
  }

 private:
  const EndingTable& scores_;
  const EndingTable& values_;
  const Metric metric_;
  const bool nothing_is_cursed_;
};

}  // namespace

Result<std::uint64_t, TableFault> write_ending(const std::filesystem::path& folder,
                                               const Material& material, const EndingStore& store,
                                               std::span<const Metric> metrics,
                                               std::vector<TableSection> sections, ThreadPool& pool,
                                               const std::atomic<bool>& cancelled) {
  const auto write = [&](const NewTable& table) {
    return write_table(folder, table, pool, cancelled);
  };
  return write_ending(write, material, store, metrics, std::move(sections));
}

/// A table whose metric the store does not have is not written, and that is no fault.
Result<std::uint64_t, TableFault> write_ending(const TableWriting& write_table,
                                               const Material& material, const EndingStore& store,
                                               std::span<const Metric> metrics,
                                               std::vector<TableSection> sections) {
  const auto scores = store.table(material);
  const TableGeometry geometry(material);
  std::uint64_t size_bytes = 0;
  // The mate table comes last: where it is, the others are.
  for (const Metric metric : {Metric::Conversion, Metric::Zeroing, Metric::Mate}) {
    const auto values = store.table(material, metric);
    const bool wanted = std::find(metrics.begin(), metrics.end(), metric) != metrics.end();
    if (!wanted || !values) continue;
    const bool nothing_is_cursed = metric == Metric::Zeroing && !store.has_cursed(material);
    const EndingSource source(*scores, *values, metric, nothing_is_cursed);
    NewTable table{geometry, metric, source, {}, nothing_is_cursed};
    if (metric == Metric::Mate) table.sections = std::move(sections);
    for (TableSection& section : castling_sections(material, metric, store)) {
      table.sections.push_back(std::move(section));
    }
    const auto written = write_table(table);
    if (!written) return written.error();
    size_bytes += *written;
  }
  return size_bytes;
}

}  // namespace lucena
