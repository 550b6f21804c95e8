// SPDX-License-Identifier: GPL-3.0-or-later
#include "oracle/stream_writer.h"

#include <algorithm>
#include <map>
#include <mutex>
#include <vector>

#include "base/simd.h"
#include "solve/word_sets.h"

namespace lucena {
namespace {

/// By the bits of a Worth, so that a row is translated without a branch.
const std::vector<StoredValue>& stored_values_by_mate() {
  static const std::vector<StoredValue> kValues = [] {
    std::vector<StoredValue> values(std::size_t{1} << 12);
    values[Worth::draw().bits()] = stored_worth(Worth::draw());
    for (unsigned level = 0; level <= Worth::kMaxPlies; ++level) {
      const Worth worth = level % 2 != 0 ? Worth::win(level) : Worth::loss(level);
      values[worth.bits()] = stored_level(level);
    }
    return values;
  }();
  return kValues;
}

/// What of an ending is at hand at a time. Without pawns that is a batch of the log, all words with
/// the same squares of the white king and of the first man; with pawns it is a skeleton. Rows of a
/// table with six men go through the units in ascending order, once twins among the first men are
/// turned round so that the one on the greatest square comes first.
///
///     KRBvKRN     [white king, R], B, r, n     the lead is a unit
///     KQQvKR      [white king, QQ], r          the pairs of a greater square are a unit
///     KRBPvKN     skeleton, R, B, king, n      the skeleton is a unit
class Units {
 public:
  Units(const TableGeometry& geometry, const StreamedMetric& values)
      : geometry_(geometry), layout_(geometry.layout()), values_(values) {
    const auto free = layout_.free_men();
    const auto differs = [&](Piece man) { return man != free.front(); };
    if (!free.empty())
      first_group_ = std::find_if(free.begin(), free.end(), differs) - free.begin();
  }

  bool by_skeleton() const { return layout_.pawn_count() > 0; }

  /// The word whose values are those of a row: the same men, twins in the order of units.
  Index index_at(std::uint32_t row) const {
    Index index = geometry_.index_at(row);
    return {index.skeleton, turned(index.word), index.bit};
  }
  std::uint32_t turned(std::uint32_t word) const {
    if (by_skeleton() || first_group_ < 2) return word;
    const Squares squares = layout_.free_squares(word);
    std::uint32_t result = layout_.slot_of(word);
    for (int i = 0; i < layout_.free_count(); ++i) {
      result = result << 6 | squares[i < first_group_ ? first_group_ - 1 - i : i];
    }
    return result;
  }

  std::uint32_t unit_of(const Index& index) const {
    return by_skeleton() ? geometry_.place_of_skeleton(index.skeleton) : index.word / batch_words();
  }
  /// The unit of the last row of a packet.
  std::uint32_t last_unit_of_packet(std::uint32_t packet) const {
    const std::uint32_t first = packet * TableGeometry::kPacketRows;
    return unit_of(index_at(first + geometry_.rows_of_packet(packet) - 1));
  }
  std::uint32_t first_unit_of_packet(std::uint32_t packet) const {
    return unit_of(index_at(packet * TableGeometry::kPacketRows));
  }

  std::uint32_t words_of_unit() const { return by_skeleton() ? layout_.words() : batch_words(); }
  /// Where a word stands in its unit.
  std::uint32_t place_in_unit(std::uint32_t word) const { return word % words_of_unit(); }

  /// The batches that a unit is made of.
  std::vector<std::uint32_t> batches_of(std::uint32_t unit) const {
    if (!by_skeleton()) return {unit};
    std::vector<std::uint32_t> batches(values_.logs[skeleton_of(unit)]->batches());
    for (std::uint32_t i = 0; i < batches.size(); ++i) batches[i] = i;
    return batches;
  }
  std::uint32_t skeleton_of(std::uint32_t unit) const {
    return by_skeleton() ? geometry_.skeleton_at(unit) : 0;
  }

 private:
  std::uint32_t batch_words() const { return values_.logs.front()->words_of(0); }

  const TableGeometry& geometry_;
  const Layout& layout_;
  const StreamedMetric& values_;
  int first_group_ = 0;  // how many identical men come first
};

/// The units at hand.
class UnitSource final : public TableSource {
 public:
  UnitSource(const StreamedTable& table, const Units& units, ThreadPool& pool,
             const std::atomic<bool>& cancelled)
      : table_(table), units_(units), pool_(pool), cancelled_(cancelled) {}

  /// Puts the units from one to another together, and forgets all others.
  std::optional<FileFault> hold(std::uint32_t begin, std::uint32_t end) {
    std::map<std::uint32_t, Unit> held;
    std::vector<std::uint32_t> missing;
    for (std::uint32_t unit = begin; unit < end; ++unit) {
      const auto found = units_held_.find(unit);
      if (found == units_held_.end()) {
        missing.push_back(unit);
      } else {
        held.insert(units_held_.extract(found));
      }
    }
    for (auto& [number, unit] : units_held_) spare_.push_back(std::move(unit));
    units_held_ = std::move(held);
    return read(missing);
  }

  void row(std::uint32_t skeleton, std::uint32_t ascending, std::span<StoredValue, 64> values,
           std::uint64_t& matters) const override {
    with_best_instructions([&] {
      const std::uint32_t word = units_.turned(ascending);
      const Unit& unit = units_held_.at(units_.unit_of({skeleton, word, 0}));
      const std::size_t place = std::size_t{units_.place_in_unit(word)} * 64;
      matters = legal(skeleton, word);
      const Worth* worths = unit.data() + place;
      if (table_.metric == Metric::Mate) {
        const std::vector<StoredValue>& stored = stored_values_by_mate();
        for (int i = 0; i < 64; ++i) values[i] = stored[worths[i].bits()];
        return;
      }
      put_plies(worths, values, matters);
    });
  }

 private:
  using Unit = std::vector<Worth>;  // 64 a word

  std::uint64_t legal(std::uint32_t skeleton, std::uint32_t word) const {
    const Layout& layout = table_.geometry.layout();
    Squares squares = layout.skeleton(skeleton);
    const Squares free = layout.free_squares(word);
    std::copy_n(free.begin(), layout.free_count(), squares.begin());
    return word_sets(layout.king_square(layout.slot_of(word)), layout.men(), squares)
        .legal[Color::White];
  }

  /// The rules of EndingSource: draws do not matter, nor do wins that a reader finds by himself.
  /// Who wins is the same by all metrics.
  void put_plies(const Worth* worths, std::span<StoredValue, 64> values,
                 std::uint64_t& matters) const {
    for (int i = 0; i < 64; ++i) {
      values[i] = worths[i].plies();
      const bool found_at_once = table_.nothing_is_cursed && worths[i].is_win() && values[i] == 1;
      if (worths[i].is_draw() || found_at_once) matters &= ~(std::uint64_t{1} << i);
    }
  }

  /// One that was held before, if any: fresh memory is dear.
  Unit& new_unit(std::uint32_t number) {
    Unit& unit = units_held_[number];
    if (spare_.empty()) return unit;
    unit = std::move(spare_.back());
    spare_.pop_back();
    return unit;
  }

  /// All batches of all units at once, so that every thread has something to do.
  std::optional<FileFault> read(const std::vector<std::uint32_t>& missing) {
    struct Task {
      std::uint32_t skeleton, batch;
      std::span<Worth> to;
    };
    std::vector<Task> tasks;
    for (const std::uint32_t number : missing) {
      Unit& unit = new_unit(number);
      const std::size_t size = std::size_t{units_.words_of_unit()} * 64;
      unit.resize(size);
      const std::uint32_t skeleton = units_.skeleton_of(number);
      for (const std::uint32_t batch : units_.batches_of(number)) {
        const DecisionLog& log = *table_.values.logs[skeleton];
        const std::size_t begin = std::size_t{units_.place_in_unit(log.first_word(batch))} * 64;
        const std::size_t count = std::size_t{log.words_of(batch)} * 64;
        tasks.push_back({skeleton, batch, std::span(unit).subspan(begin, count)});
      }
    }
    std::mutex mutex;
    std::optional<FileFault> first;
    pool_.for_each(tasks.size(), [&](std::size_t i, unsigned) {
      if (cancelled_) return;
      const Task& task = tasks[i];
      auto fault = table_.values.logs[task.skeleton]->read(Color::White, task.batch, task.to);
      if (!fault) return;
      const std::lock_guard lock(mutex);
      if (!first) first = std::move(fault);
    });
    return first;
  }

  const StreamedTable& table_;
  const Units& units_;
  ThreadPool& pool_;
  const std::atomic<bool>& cancelled_;
  std::map<std::uint32_t, Unit> units_held_;
  std::vector<Unit> spare_;
};

}  // namespace

/// As many packets at a time as the units at hand have.
std::optional<TableFault> write_packets(const StreamedTable& table, TableWriter& writer,
                                        ThreadPool& pool, const std::atomic<bool>& cancelled) {
  const Units units(table.geometry, table.values);
  UnitSource source(table, units, pool, cancelled);
  const std::size_t unit_bytes = std::size_t{units.words_of_unit()} * 64 * sizeof(Worth);
  const auto at_a_time =
      static_cast<std::uint32_t>(std::max<std::size_t>(1, table.memory_bytes / unit_bytes));
  for (std::uint32_t packet = 0; packet < table.geometry.packets();) {
    const std::uint32_t first = units.first_unit_of_packet(packet);
    std::uint32_t last = std::max(units.last_unit_of_packet(packet), first + at_a_time - 1);
    std::uint32_t end = packet + 1;
    // The packets are in the order of units, so that the last one can be found by halving.
    std::uint32_t beyond = table.geometry.packets();
    while (end < beyond) {
      const std::uint32_t middle = end + (beyond - end) / 2;
      if (units.last_unit_of_packet(middle) <= last) {
        end = middle + 1;
      } else {
        beyond = middle;
      }
    }
    last = units.last_unit_of_packet(end - 1);
    if (auto fault = source.hold(first, last + 1)) {
      return TableFault{TableError::WriteFailed, fault->message};
    }
    if (auto fault = writer.write_packets(end, source)) return fault;
    packet = end;
  }
  return {};
}

}  // namespace lucena
