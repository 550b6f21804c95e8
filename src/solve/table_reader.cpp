// SPDX-License-Identifier: GPL-3.0-or-later
#include "solve/table_reader.h"

#include <algorithm>
#include <array>
#include <cstring>
#include <mutex>
#include <vector>

#include "base/simd.h"
#include "solve/black_row.h"
#include "solve/word_sets.h"

namespace lucena {
namespace {

/// What tables keep of draws, and of mates by any metric.
constexpr std::uint8_t drawn_byte(Metric metric) {
  return metric == Metric::Mate ? kDraw.byte() : 0;
}
constexpr std::uint8_t kMatedByte = 0;

/// The squares of all men besides the kings in a word of a skeleton.
Squares squares_in(const Layout& layout, std::uint32_t skeleton, std::uint32_t word) {
  Squares squares = layout.skeleton(skeleton);
  const Squares free = layout.free_squares(word);
  std::copy_n(free.begin(), layout.free_count(), squares.begin());
  return squares;
}

Square white_king_in(const Layout& layout, std::uint32_t word) {
  return layout.king_square(layout.slot_of(word));
}

/// The rows that a packet of the file holds. Rows are scattered over the table: in the file they
/// come in another order, and copies are left out.
void read_rows(const Packet& packet, const TableGeometry& geometry, std::uint32_t number,
               Metric metric, EndingTable& table) {
  const Layout& layout = geometry.layout();
  const std::uint32_t first = number * TableGeometry::kPacketRows;
  std::array<ValueRow, TableGeometry::kPacketRows> rows;
  const std::uint32_t count = geometry.rows_of_packet(number);
  packet.for_each(
      count, [&](std::uint32_t row, unsigned bit, std::uint8_t value) { rows[row][bit] = value; });
  for (std::uint32_t i = 0; i < count; ++i) {
    const Index index = geometry.index_at(first + i);
    std::uint8_t* out = table.rows(Color::White, index.skeleton, index.word);
    const std::uint64_t legal = stored_squares(white_king_in(layout, index.word), layout.men(),
                                               squares_in(layout, index.skeleton, index.word));
    std::memset(out, drawn_byte(metric), Square::kCount);
    for (const Square b : Bitboard(legal)) out[b.index()] = rows[i][b.byte()];
  }
}

/// A row that the file leaves out: twins in another order, or a reflection in the diagonal.
void copy_row(const TableGeometry& geometry, std::uint32_t skeleton, std::uint32_t word,
              Metric metric, EndingTable& table) {
  const Layout& layout = geometry.layout();
  std::uint8_t* out = table.rows(Color::White, skeleton, word);
  const Squares squares = squares_in(layout, skeleton, word);
  const auto men = layout.men().size();
  if (occupied_squares(white_king_in(layout, word), squares, men) == 0) {
    std::memset(out, drawn_byte(metric), Square::kCount);
    return;
  }
  // The square b1 tells a reflection, which takes it to a2.
  constexpr std::uint8_t kB1 = 1;
  const TablePlace place = geometry.place_of({skeleton, word, kB1});
  const Index original = geometry.index_at(place.row);
  if (original.word == word) return;
  const std::uint8_t* in = table.rows(Color::White, skeleton, original.word);
  if (place.bit == kB1) {
    std::memcpy(out, in, Square::kCount);
    return;
  }
  constexpr Symmetry kDiagonal(false, false, true);
  for (int b = 0; b < Square::kCount; ++b) out[b] = in[kDiagonal(Square(b)).index()];
}

/// Completes the tables of an ending, one problem after the other; the scratch of one worker.
template <Metric metric>
class Completer {
 public:
  Completer(const EndingTable& scores, EndingTable& values, const TableExits<metric>& exits,
            const std::atomic<bool>& cancelled)
      : scores_(scores), values_(values), exits_(exits), cancelled_(cancelled) {}

  void complete(std::uint32_t skeleton, const Team& team) {
    const Problem problem(scores_.layout(), skeleton);
    if (legal_.size() < problem.words()) legal_.resize(problem.words());
    for_words(team, problem.words(), [&](std::uint32_t word) {
      legal_[word] = sets_of(problem, word).legal[Color::White];
      if constexpr (metric != Metric::Mate) clear_draws(skeleton, word);
      if constexpr (metric == Metric::Zeroing) fill_in_wins(problem, skeleton, word);
    });
    for_words(team, problem.words(),
              [&](std::uint32_t word) { fill_in_black(problem, skeleton, word); });
  }

 private:
  using Values = MoveValues<metric>;
  using Value = typename Values::Value;
  using Row = std::array<Value, Square::kCount>;

  static WordSets sets_of(const Problem& problem, std::uint32_t word) {
    return word_sets(problem.white_king(word), problem.men(), problem.squares(word));
  }

  template <class Work>
  void for_words(const Team& team, std::uint32_t words, Work&& work) {
    constexpr std::uint32_t kSliceWords = 1u << 10;
    const std::uint32_t slice = std::min(words, kSliceWords);
    team.for_each(words / slice, [&](std::size_t i, unsigned) {
      const std::uint32_t begin = i * slice;
      with_best_instructions([&] {
        for (std::uint32_t word = begin; word < begin + slice && !cancelled_; ++word) work(word);
      });
    });
  }

  /// Draws are 0 plies away; what a file holds for them means nothing.
  void clear_draws(std::uint32_t skeleton, std::uint32_t word) {
    const std::uint8_t* scores = scores_.rows(Color::White, skeleton, word);
    std::uint8_t* plies = values_.rows(Color::White, skeleton, word);
    for (std::size_t i = 0; i < Square::kCount; ++i) {
      if (MateScore(scores[i]) == kDraw) plies[i] = 0;
    }
  }

  /// Where nothing is cursed, a win by an exit or by mate at once is one ply away.
  void fill_in_wins(const Problem& problem, std::uint32_t skeleton, std::uint32_t word) {
    if (values_.has_cursed() || legal_[word] == 0) return;
    const std::uint8_t* scores = scores_.rows(Color::White, skeleton, word);
    std::uint8_t* plies = values_.rows(Color::White, skeleton, word);
    typename TableExits<metric>::Row exits;
    const bool any = exits_.best_exits(problem, word, Color::White, exits);
    for (const Square b : Bitboard(legal_[word])) {
      const std::size_t i = b.byte();
      const bool wins = any && exits[i] == ExitWorth<metric>::win();
      if (wins || MateScore(scores[i]) == score_of_level(1)) plies[i] = 1;
    }
  }

  /// What quiet moves into the positions of a word are worth to Black.
  void read_moves_into(std::uint32_t skeleton, std::uint32_t word, Row& row) const {
    const std::uint8_t* scores = scores_.rows(Color::White, skeleton, word);
    const std::uint8_t* values = values_.rows(Color::White, skeleton, word);
    for (std::size_t i = 0; i < row.size(); ++i) {
      row[i] = Values::before(Values::of(MateScore(scores[i]), values[i]));
    }
  }

  /// Where Black has no move, it is mate or, as everywhere else, a draw.
  void fill_in_black(const Problem& problem, std::uint32_t skeleton, std::uint32_t word) {
    std::uint8_t* out = values_.rows(Color::Black, skeleton, word);
    std::memset(out, drawn_byte(metric), Square::kCount);
    const auto into = [&](std::uint32_t after, Row& row) {
      read_moves_into(skeleton, after, row);
      return legal_[after];
    };
    BlackRow<Values, decltype(into)>(problem, word, into)
        .for_each(exits_, [&](Square b, Value best, bool in_check) {
          if (best.exists()) {
            out[b.index()] = Values::byte(best);
          } else if (in_check) {
            out[b.index()] = kMatedByte;
          }
        });
  }

  const EndingTable& scores_;
  EndingTable& values_;
  const TableExits<metric>& exits_;
  const std::atomic<bool>& cancelled_;
  std::vector<std::uint64_t> legal_;  // with White to move, by word of the problem
};

}  // namespace

/// First every packet into its rows, then every row that is a copy of one of those; the second pass
/// reads only what the first has written.
std::optional<TableFault> read_white(const TableFile& file, EndingTable& table, ThreadPool& pool,
                                     const std::atomic<bool>& cancelled) {
  const TableGeometry& geometry = file.geometry();
  const Layout& layout = geometry.layout();
  const Metric metric = file.info().metric;
  table.set_has_cursed(metric == Metric::Zeroing && !file.info().nothing_is_cursed);
  std::mutex mutex;
  std::optional<TableFault> fault;
  pool.for_each(geometry.packets(), [&](std::size_t i, unsigned) {
    if (cancelled) return;
    const std::uint32_t number = i;
    const auto packet = file.uncached_packet(number);
    if (packet) {
      with_best_instructions([&] { read_rows(*packet, geometry, number, metric, table); });
      return;
    }
    const std::lock_guard lock(mutex);
    fault = packet.error();
  });
  if (fault) return fault;
  const std::uint32_t slice = std::min(layout.words(), 1u << 10);
  const std::size_t slices = layout.words() / slice;
  pool.for_each(layout.skeleton_count() * slices, [&](std::size_t i, unsigned) {
    const std::uint32_t skeleton = i / slices;
    const std::uint32_t begin = i % slices * slice;
    for (std::uint32_t word = begin; word < begin + slice && !cancelled; ++word) {
      copy_row(geometry, skeleton, word, metric, table);
    }
  });
  if (cancelled) return TableFault{TableError::Cancelled, "interrupted"};
  return {};
}

/// Skeletons come in the order in which they are solved: a pawn move of Black's leads to White to
/// move in a skeleton that is further advanced, one of White's to Black to move there, which is
/// complete by then.
template <Metric metric>
void complete(const EndingTable& scores, EndingTable& values, ExitTargets& targets,
              SolverCrew& crew, const std::atomic<bool>& cancelled) {
  const TableExits<metric> exits(scores, values, targets);
  std::vector<std::unique_ptr<Completer<metric>>> completers;
  for (std::size_t i = 0; i < crew.workers(); ++i) {
    completers.push_back(std::make_unique<Completer<metric>>(scores, values, exits, cancelled));
  }
  crew.for_each_skeleton(
      scores.layout(), cancelled,
      [&](std::uint32_t skeleton, const SolverCrew::Worker& worker) -> std::optional<SolveFault> {
        completers[worker.number]->complete(skeleton, worker.team);
        return {};
      });
}

template void complete<Metric::Mate>(const EndingTable&, EndingTable&, ExitTargets&, SolverCrew&,
                                     const std::atomic<bool>&);
template void complete<Metric::Zeroing>(const EndingTable&, EndingTable&, ExitTargets&, SolverCrew&,
                                        const std::atomic<bool>&);
template void complete<Metric::Conversion>(const EndingTable&, EndingTable&, ExitTargets&,
                                           SolverCrew&, const std::atomic<bool>&);

}  // namespace lucena
