// SPDX-License-Identifier: GPL-3.0-or-later
#include "query/known_values.h"

#include <algorithm>
#include <array>
#include <mutex>

#include "base/simd.h"
#include "query/line_counts.h"
#include "solve/problem.h"
#include "solve/value_row.h"
#include "solve/word_sets.h"
#include "table/packet_map.h"

namespace lucena {
namespace {

/// The squares of a row whose score is at most this.
std::uint64_t at_most_bits(const std::uint8_t* row, MateScore bar) {
  return row_bits(row, [&](Sixteen part) { return part <= bar.byte(); });
}

std::size_t place_in_set(const Layout& layout, std::uint32_t skeleton, std::uint32_t word) {
  return std::size_t{skeleton} * layout.words() + word;
}

/// Calls work(skeleton, first word, last word + 1) for parts of all words, in parallel.
template <class Work>
void for_slices(const Layout& layout, ThreadPool& pool, const std::atomic<bool>& cancelled,
                Work&& work) {
  const std::uint32_t slice = std::min(layout.words(), 1u << 12);
  const std::size_t slices = layout.words() / slice;
  pool.for_each(layout.skeleton_count() * slices, [&](std::size_t i, unsigned) {
    if (cancelled) return;
    const std::uint32_t skeleton = i / slices, begin = i % slices * slice;
    with_best_instructions([&] { work(skeleton, begin, begin + slice); });
  });
}

bool has_free_twins(const Layout& layout) {
  const auto free = layout.free_men();
  return std::adjacent_find(free.begin(), free.end()) != free.end();
}

/// Where a packet's rows go, and what is in them.
struct PacketBits {
  const TableGeometry& geometry;
  const EndingPart& part;
  std::span<const MateScore> bars;
  std::span<std::uint64_t* const> sets;

  /// Calls visit(row in packet, men) for the rows of a packet that the part holds. Where the last
  /// free man comes fastest, 64 rows are a line of words.
  template <class Visit>
  void for_rows(std::uint32_t number, Visit&& visit) const {
    const std::uint32_t first = number * TableGeometry::kPacketRows;
    const std::uint32_t count = geometry.rows_of_packet(number);
    const Layout& layout = geometry.layout();
    const bool lines = geometry.fastest() == TableGeometry::Fastest::LastFreeMan;
    RowMen men{};
    bool held = false;
    for (std::uint32_t i = 0; i < count; ++i) {
      if (!lines || i % 64 == 0) {
        men = geometry.men_of_row(first + i);
        held = part.holds_line(layout, men.squares);
      } else {
        men.squares[layout.free_count() - 1] = i % 64;
      }
      if (held) visit(i, men);
    }
  }

  bool needs(std::uint32_t number) const {
    bool some = !part.promoted;
    if (!some) for_rows(number, [&](std::uint32_t, const RowMen&) { some = true; });
    return some;
  }

  /// Positions that are not stored are illegal, and in no set: where they would count as the best
  /// score, no other set needs to know which they are.
  void spread(const Packet& packet, std::uint32_t number) const {
    constexpr ValueRow kBest = [] {
      ValueRow row{};
      row.fill(kBestScore.byte());
      return row;
    }();
    std::array<ValueRow, TableGeometry::kPacketRows> rows;
    rows.fill(kBest);
    packet.for_each(
        geometry.rows_of_packet(number),
        [&](std::uint32_t row, unsigned bit, std::uint8_t value) { rows[row][bit] = value; });
    const bool has_illegal = !packet.positions() || std::ranges::count(bars, kBestScore) > 0;
    const Layout& layout = geometry.layout();
    for_rows(number, [&](std::uint32_t row, const RowMen& men) {
      std::uint32_t word = men.king_slot;
      for (int man = 0; man < layout.free_count(); ++man) word = word << 6 | men.squares[man];
      std::uint64_t legal = ~std::uint64_t{0};
      if (has_illegal) {
        legal = stored_squares(layout.king_square(men.king_slot), layout.men(), men.squares);
      }
      const std::size_t place = place_in_set(layout, men.skeleton, word);
      for (std::size_t k = 0; k < bars.size(); ++k) {
        sets[k][place] = at_most_bits(rows[row].data(), bars[k]) & legal;
      }
    });
  }

  /// Whether files leave out any words with the white king here.
  bool leaves_out(Square king) const {
    const Layout& layout = geometry.layout();
    const bool on_diagonal = layout.pawn_count() == 0 && king.file() == king.rank();
    return on_diagonal || has_free_twins(layout);
  }

  /// A word that files leave out: twins in another order, or a reflection in the diagonal.
  void copy(std::uint32_t skeleton, std::uint32_t word) const {
    const Layout& layout = geometry.layout();
    Squares squares = layout.skeleton(skeleton);
    const Squares free = layout.free_squares(word);
    std::copy_n(free.begin(), layout.free_count(), squares.begin());
    const std::size_t place = place_in_set(layout, skeleton, word);
    const Square king = layout.king_square(layout.slot_of(word));
    if (!leaves_out(king)) return;
    if (occupied_squares(king, squares, layout.men().size()) == 0) {
      for (std::uint64_t* set : sets) set[place] = 0;
      return;
    }
    // The square b1 tells a reflection, which takes it to a2.
    constexpr std::uint8_t kB1 = 1;
    const TablePlace kept = geometry.place_of({skeleton, word, kB1});
    const Index original = geometry.index_at(kept.row);
    if (original.word == word) return;
    const Symmetry turn = kept.bit == kB1 ? Symmetry() : Symmetry(false, false, true);
    const std::size_t from = place_in_set(layout, skeleton, original.word);
    for (std::uint64_t* set : sets) set[place] = turn(set[from]);
  }
};

}  // namespace

bool EndingPart::holds_line(const Layout& layout, const Squares& squares) const {
  if (!promoted) return true;
  constexpr std::uint64_t kFirstRank = 0xff, kLastRank = kFirstRank << 56,
                          kFileA = 0x0101010101010101;
  const bool turned = layout.pawn_count() == 0;  // so that any edge may have been the last rank
  const std::uint64_t end = turned ? kFirstRank | kLastRank | kFileA | kFileA << 7
                            : promoted->color == Color::White ? kLastRank
                                                              : kFirstRank;
  for (std::size_t man = 0; man < layout.men().size(); ++man) {
    if (layout.men()[man] != *promoted) continue;
    const bool is_last = man + 1 == layout.free_men().size();
    if (is_last || (end >> squares[man] & 1) != 0) return true;
  }
  return false;
}

std::optional<MateScore> opponents_bar(MateScore bar) {
  for (unsigned byte = 256; byte-- > 0;) {
    if (score_before(MateScore(byte)) > bar) return MateScore(byte);
  }
  return {};
}

KnownValues::KnownValues(EndingStore store, const OpenTables& tables, ThreadPool& pool,
                         const std::atomic<bool>& cancelled)
    : store_(std::move(store)), tables_(tables), pool_(pool), cancelled_(cancelled) {}

const std::uint64_t* KnownValues::words(const EndingPart& part, const ValueSet& set) const {
  return endings_.at(part).sets.at(set).data();
}

const ExitView* KnownValues::moves_into(const Material& material, Color mover) {
  auto& view = views_[{material, mover}];
  if (view == nullptr) {
    view = lay_out_captures({material, mover}, Reading::Scores, store_, pool_, cancelled_);
  }
  return view.get();
}

std::vector<ValueSet> KnownValues::missing(const Ending& ending,
                                           std::span<const ValueSet> wanted) const {
  std::vector<ValueSet> sets;
  for (const ValueSet& set : wanted) {
    const bool listed = std::find(sets.begin(), sets.end(), set) != sets.end();
    if (!listed && !ending.sets.contains(set)) sets.push_back(set);
  }
  return sets;
}

PositionSet& KnownValues::new_set(Ending& ending, const ValueSet& set) {
  const std::size_t words = std::size_t{ending.layout.skeleton_count()} * ending.layout.words();
  return ending.sets[set] = PositionSet(words);
}

std::optional<TableFault> KnownValues::prepare(const EndingPart& part,
                                               std::span<const ValueSet> wanted) {
  Ending& ending = endings_.try_emplace(part, part).first->second;
  const std::vector<ValueSet> sets = missing(ending, wanted);
  if (sets.empty()) return {};
  if (const auto table = store_.table(part.material)) {
    take_from_table(*table, ending, sets);
    return {};
  }
  std::vector<ValueSet> white, timed, black;
  for (const ValueSet& set : sets) {
    if (set.side == Color::White) {
      white.push_back(set);
      continue;
    }
    black.push_back(set);
    // What Black's sets are made of comes from the file at once with what is asked for.
    const MateScore bar = opponents_bar(set.bar).value_or(MateScore(0));
    white.push_back({Color::White, bar, set.rule});
    if (set.rule == ValueRule::Within100) white.push_back({Color::White, bar, ValueRule::Within99});
  }
  for (const ValueSet& set : missing(ending, white)) {
    if (set.rule == ValueRule::NoClock) continue;
    timed.push_back(set);
    white.push_back({Color::White, set.bar});
  }
  std::vector<MateScore> bars;
  std::vector<std::uint64_t*> targets;
  for (const ValueSet& set : missing(ending, white)) {
    if (set.rule != ValueRule::NoClock) continue;
    bars.push_back(set.bar);
    targets.push_back(new_set(ending, set).data());
  }
  if (!bars.empty()) {
    if (auto fault = read_file(part, Metric::Mate, bars, targets)) return fault;
  }
  if (auto fault = apply_clock(ending, timed)) return fault;
  return derive_black(ending, black);
}

/// Zeroing distances up to the limit are in time. A file's value of a draw means nothing, but a
/// draw is neither lost in time nor won in time.
std::optional<TableFault> KnownValues::apply_clock(Ending& ending,
                                                   std::span<const ValueSet> wanted) {
  if (wanted.empty()) return {};
  const auto cursed = has_cursed(ending.part.material);
  if (!cursed) return cursed.error();
  const std::size_t words = std::size_t{ending.layout.skeleton_count()} * ending.layout.words();
  std::array<PositionSet, 2> in_time;  // within 100, within 99
  std::vector<std::uint64_t*> targets;
  if (*cursed) {
    for (PositionSet& set : in_time) targets.push_back((set = PositionSet(words)).data());
    const std::array limits{MateScore(kClockLimit), MateScore(kClockLimit - 1)};
    if (auto fault = read_file(ending.part, Metric::Zeroing, limits, targets)) return fault;
  }
  for (const ValueSet& set : wanted) {
    const std::uint64_t* without = ending.sets.at({set.side, set.bar}).data();
    std::uint64_t* out = new_set(ending, set).data();
    const std::uint64_t* timely = in_time[set.rule == ValueRule::Within100 ? 0 : 1].data();
    const bool losses = set.bar < kDraw;
    for_slices(ending.layout, pool_, cancelled_,
               [&](std::uint32_t skeleton, std::uint32_t begin, std::uint32_t end) {
                 const Problem problem(ending.layout, skeleton);
                 for (std::uint32_t word = begin; word < end; ++word) {
                   const std::size_t i = place_in_set(ending.layout, skeleton, word);
                   out[i] = without[i];
                   if (!*cursed) continue;
                   if (losses) {
                     out[i] &= timely[i];
                     continue;
                   }
                   const WordSets known =
                       word_sets(problem.white_king(word), problem.men(), problem.squares(word));
                   out[i] |= known.legal[Color::White] & ~timely[i];
                 }
               });
  }
  return {};
}

/// The headers of the zeroing files say it.
Result<bool, TableFault> KnownValues::has_cursed(const Material& material) const {
  for (const Material& part : closure({material})) {
    const auto file = tables_.table(*tables_.ending_of(part), Metric::Zeroing);
    if (!file) return file.error();
    if ((*file)->info().nothing_is_cursed) continue;
    if (part.men() == kMaxMenInMemory) {
      if (part == material) return true;
      continue;
    }
    return TableFault{TableError::NoTable, part.name() + " should not know the 50-move rule"};
  }
  return false;
}

/// Illegal positions are drawn in tables, so that it takes their words to tell them.
void KnownValues::take_from_table(const EndingTable& table, Ending& ending,
                                  std::span<const ValueSet> wanted) {
  std::vector<std::uint64_t*> sets;
  for (const ValueSet& set : wanted) sets.push_back(new_set(ending, set).data());
  const Layout& layout = ending.layout;
  for_slices(layout, pool_, cancelled_,
             [&](std::uint32_t skeleton, std::uint32_t begin, std::uint32_t end) {
               const Problem problem(layout, skeleton);
               for (std::uint32_t word = begin; word < end; ++word) {
                 const WordSets known =
                     word_sets(problem.white_king(word), problem.men(), problem.squares(word));
                 for (std::size_t k = 0; k < wanted.size(); ++k) {
                   const Color side = wanted[k].side;
                   sets[k][place_in_set(layout, skeleton, word)] =
                       at_most_bits(table.rows(side, skeleton, word), wanted[k].bar) &
                       known.legal[side];
                 }
               }
             });
}

std::optional<TableFault> KnownValues::read_file(const EndingPart& part, Metric metric,
                                                 std::span<const MateScore> bars,
                                                 std::span<std::uint64_t* const> sets) {
  const OpenTables::Ending& kept = *tables_.ending_of(part.material);
  const auto opened = tables_.table(kept, metric);
  if (!opened) return opened.error();
  const TableFile& file = **opened;
  const PacketBits bits{file.geometry(), part, bars, sets};
  std::mutex mutex;
  std::optional<TableFault> fault;
  pool_.for_each(file.geometry().packets(), [&](std::size_t i, unsigned) {
    if (cancelled_) return;
    const std::uint32_t number = i;
    if (!bits.needs(number)) return;
    const auto packet = file.uncached_packet(number);
    if (packet) {
      with_best_instructions([&] { bits.spread(*packet, number); });
      return;
    }
    const std::lock_guard lock(mutex);
    fault = packet.error();
  });
  if (fault) {
    tables_.note_fault(kept, metric, *fault);
    return fault;
  }
  const Layout& layout = file.geometry().layout();
  if (layout.pawn_count() > 0 && !has_free_twins(layout)) return {};
  for_slices(layout, pool_, cancelled_,
             [&](std::uint32_t skeleton, std::uint32_t begin, std::uint32_t end) {
               for (std::uint32_t word = begin; word < end; ++word) bits.copy(skeleton, word);
             });
  return {};
}

/// A few sets at a time, all by the same rule.
std::optional<TableFault> KnownValues::derive_black(Ending& ending,
                                                    std::span<const ValueSet> wanted) {
  while (!wanted.empty()) {
    std::size_t count = 1;
    while (count < std::min(wanted.size(), EndingMoves::kMostBars) &&
           wanted[count].rule == wanted[0].rule) {
      ++count;
    }
    if (auto fault = derive_some(ending, wanted.first(count))) return fault;
    wanted = wanted.subspan(count);
  }
  return {};
}

/// The moves into a score of White's that makes them worth more than the bar, for each set. A king
/// that can step, or a move that was counted, is no stalemate; what is left after that is rare and
/// left to the move generator.
std::optional<TableFault> KnownValues::derive_some(Ending& ending,
                                                   std::span<const ValueSet> wanted) {
  std::vector<MateScore> bars;
  for (const ValueSet& set : wanted) {
    // Nothing is worth more than the best score, and no mated king is worth less.
    bars.push_back(opponents_bar(set.bar).value_or(MateScore(0)));
  }
  const ValueRule rule = wanted[0].rule;
  if (auto fault =
          EndingMoves::prepare_promotions(ending.part.material, Color::Black, rule, bars, *this)) {
    return fault;
  }
  const EndingMoves moves(ending.part, Color::Black, rule, bars, *this);
  std::vector<std::uint64_t*> sets;
  for (const ValueSet& set : wanted) sets.push_back(new_set(ending, set).data());
  const Layout& layout = ending.layout;
  const auto derive_line = [&](const Problem& problem, std::uint32_t skeleton,
                               std::uint32_t first) {
    std::array<std::optional<LineCounts>, EndingMoves::kMostBars> counts;
    for (std::size_t k = 0; k < wanted.size(); ++k) {
      counts[k].emplace(moves, k);
      counts[k]->count(skeleton, first);
    }
    for (std::uint32_t lane = 0; lane < 64; ++lane) {
      const std::uint32_t word = first + lane;
      const std::size_t place = place_in_set(layout, skeleton, word);
      const WordSets known =
          word_sets(problem.white_king(word), problem.men(), problem.squares(word));
      const std::uint64_t legal = known.legal[Color::Black];
      std::uint64_t stuck = legal & ~known.in_check[Color::Black];
      for (std::size_t k = 0; k < wanted.size(); ++k) stuck &= ~counts[k]->some(lane);
      for (const int step : kKingSteps) stuck &= ~before_step(known.legal[Color::White], step);
      if (stuck != 0) stuck = moves.stalemates(skeleton, word, stuck);
      for (std::size_t k = 0; k < wanted.size(); ++k) {
        std::uint64_t more = wanted[k].bar < kBestScore ? counts[k]->some(lane) : 0;
        if (wanted[k].bar < kDraw) more |= stuck;
        sets[k][place] = legal & ~more;
      }
    }
  };
  for_slices(layout, pool_, cancelled_,
             [&](std::uint32_t skeleton, std::uint32_t begin, std::uint32_t end) {
               const Problem problem(layout, skeleton);
               for (std::uint32_t first = begin; first < end; first += 64) {
                 if (!ending.part.holds_line(layout, problem.squares(first))) continue;
                 derive_line(problem, skeleton, first);
               }
             });
  return {};
}

}  // namespace lucena
