// SPDX-License-Identifier: GPL-3.0-or-later
#include "census/statistics.h"

#include <algorithm>
#include <bit>

#include "census/word_tally.h"
#include "solve/value_row.h"

namespace lucena {
namespace {

/// Whether a win is cursed is counted apart from how long it takes by mate, so cursed wins are
/// among the won ones and are taken off.
void add(OutcomeCounts& counts, const KindTally& tally, Color side, std::uint64_t weight) {
  std::uint64_t won = 0, lost = 0;
  for (unsigned level = 0; level <= kMaxLevel; ++level) {
    (level % 2 != 0 ? won : lost) += tally.scores[side][score_of_level(level)];
  }
  const std::uint64_t cursed = tally.cursed_wins[side], blessed = tally.blessed_losses[side];
  counts[Outcome::Win] += weight * (won - cursed);
  counts[Outcome::CursedWin] += weight * cursed;
  counts[Outcome::Draw] += weight * tally.scores[side][kDraw];
  counts[Outcome::BlessedLoss] += weight * blessed;
  counts[Outcome::Loss] += weight * (lost - blessed);
}

void add(LevelCounts& levels, const KindTally& tally, Color side, std::uint64_t weight) {
  for (unsigned level = 0; level <= kMaxLevel; ++level) {
    levels.add(level, weight * tally.scores[side][score_of_level(level)]);
  }
}

/// One tally of canonical positions makes all conventions, by weights.
void add(Census& census, const Tally& tally, const PositionWeights& weights) {
  for (const PositionKind kind : kPositionKinds) {
    for (const Color side : kColors) {
      add(census.unique[side], tally[kind], side, 1);
      add(census.with_twins_apart[side], tally[kind], side, weights.twin_orders[kind]);
      add(census.placements[side], tally[kind], side, weights.placements[kind]);
      add(census.unique_levels[side], tally[kind], side, 1);
      add(census.placement_levels[side], tally[kind], side, weights.placements[kind]);
    }
  }
}

/// A part of the words of an ending, and the extremes that it holds.
struct Slice {
  std::uint64_t begin, end;
  /// By side to move, then losses before wins; nothing where there is none.
  ByColor<std::array<std::optional<unsigned>, 2>> deepest_level{};
  ByColor<ZeroingMaxima> zeroing{};
  std::vector<Zugzwang> zugzwangs;
};

/// The last level that occurs is the deepest: levels come in ascending order, odd ones are wins.
void note_extremes(const WordsTally& tally, Slice& slice) {
  for (const Color side : kColors) {
    for (unsigned level = 0; level <= kMaxLevel; ++level) {
      std::uint64_t count = 0;
      for (const Tally& classes : tally.classes) {
        for (const KindTally& kind : classes) count += kind.scores[side][score_of_level(level)];
      }
      if (count > 0) slice.deepest_level[side][level % 2] = level;
    }
  }
  slice.zeroing = tally.zeroing;
}

/// Two passes: the first counts everything and remembers for each slice its extremes; the second
/// goes through those slices alone that hold the extremes of all.
class Gatherer {
 public:
  Gatherer(const EndingTable& scores, const EndingTable* zeroing, ThreadPool& pool,
           const std::atomic<bool>& cancelled)
      : scores_(scores), zeroing_(zeroing), pool_(pool), cancelled_(cancelled) {}

  EndingStatistics gather();

 private:
  const Layout& layout() const { return scores_.layout(); }
  ClassTallies count_slices();
  void find_longest(EndingStatistics& result) const;
  void find_deepest_zeroing(Color winner, bool cursed, std::optional<Deepest>& deepest) const;
  /// The canonical ones of these positions in a slice, until the list is full.
  template <class Bits>
  void collect(const Slice& slice, std::size_t limit, std::vector<Index>& found, Bits&& bits) const;
  /// Of an index at which something legal was counted.
  Position position_at(const Index& index, Color side) const {
    return Position::create(layout().setup_at(index, side).value()).value();
  }

  /// Small enough to stop soon, large enough to forget what a slice costs by itself.
  /// 2^14 words are 2^20 positions for each side to move.
  static constexpr std::uint64_t kSliceWords = 1u << 14;

  const EndingTable& scores_;
  const EndingTable* zeroing_;
  ThreadPool& pool_;
  const std::atomic<bool>& cancelled_;
  std::vector<Slice> slices_;
};

/// Threads add up apart from each other; sums do not depend on who counted what.
ClassTallies Gatherer::count_slices() {
  const std::uint64_t words = std::uint64_t{layout().skeleton_count()} * layout().words();
  for (std::uint64_t begin = 0; begin < words; begin += kSliceWords) {
    slices_.push_back({begin, std::min(begin + kSliceWords, words), {}, {}, {}});
  }
  std::vector<ClassTallies> by_thread(pool_.threads());
  pool_.for_each(slices_.size(), [&](std::size_t i, unsigned thread) {
    if (cancelled_) return;
    WordsTally tally = tally_words(scores_, zeroing_, slices_[i].begin, slices_[i].end);
    note_extremes(tally, slices_[i]);
    slices_[i].zugzwangs = std::move(tally.zugzwangs);
    for (std::size_t bishops = 0; bishops < kBishopClasses; ++bishops) {
      for (const PositionKind kind : kPositionKinds) {
        by_thread[thread][bishops][kind] += tally.classes[bishops][kind];
      }
    }
  });
  for (std::size_t thread = 1; thread < by_thread.size(); ++thread) {
    for (std::size_t bishops = 0; bishops < kBishopClasses; ++bishops) {
      for (const PositionKind kind : kPositionKinds) {
        by_thread[0][bishops][kind] += by_thread[thread][bishops][kind];
      }
    }
  }
  return by_thread[0];
}

/// Slices come in ascending order, and so do the words and bits in them: a list is in the order of
/// indices. The symmetries are asked about only where there is something to find.
template <class Bits>
void Gatherer::collect(const Slice& slice, std::size_t limit, std::vector<Index>& found,
                       Bits&& bits) const {
  for (std::uint64_t number = slice.begin; number < slice.end && found.size() < limit; ++number) {
    const std::uint32_t skeleton = number / layout().words(), word = number % layout().words();
    std::uint64_t here = bits(skeleton, word);
    if (here != 0) here &= layout().canonical_bits(skeleton, word);
    for (const Square black_king : Bitboard(here)) {
      if (found.size() < limit) found.push_back({skeleton, word, black_king.byte()});
    }
  }
}

/// All positions that share the record go into the list, and the first of them into the statistics.
void Gatherer::find_longest(EndingStatistics& result) const {
  for (const Color side : kColors) {
    for (const std::size_t wins : {0, 1}) {
      std::optional<unsigned> level;
      for (const Slice& slice : slices_) level = std::max(level, slice.deepest_level[side][wins]);
      if (!level) continue;
      auto& list = (wins != 0 ? result.lists.longest_wins : result.lists.longest_losses)[side];
      for (const Slice& slice : slices_) {
        if (slice.deepest_level[side][wins] != level || cancelled_) continue;
        collect(slice, PositionLists::kMaxDeepest, list,
                [&](std::uint32_t skeleton, std::uint32_t word) {
                  return equal_bits(scores_.rows(side, skeleton, word), score_of_level(*level));
                });
      }
      if (list.empty()) return;  // cancelled
      auto& longest = wins != 0 ? result.statistics.longest_win : result.statistics.longest_loss;
      longest[side] = Deepest{*level, position_at(list.front(), side)};
    }
  }
}

/// White's deepest win is looked for with White to move and then, as Black's deepest loss, with
/// Black to move. Equal distances do not replace, so that the winner to move goes first.
void Gatherer::find_deepest_zeroing(Color winner, bool cursed,
                                    std::optional<Deepest>& deepest) const {
  for (const Color side : {winner, opposite(winner)}) {
    const bool wins = side == winner;
    for (const Slice& slice : slices_) {
      const ZeroingMaxima& maxima = slice.zeroing[side];
      const ZeroingPlies furthest = cursed ? maxima.any(wins) : maxima.in_time(wins);
      const unsigned plies = furthest.byte();
      // Whoever is mated has distance 0, which is deepest only where there is nothing else.
      const bool counts = cursed ? !furthest.in_time() : plies > 0;
      if (!counts || (deepest && plies <= deepest->plies) || cancelled_) continue;
      std::vector<Index> found;
      collect(slice, 1, found, [&](std::uint32_t skeleton, std::uint32_t word) {
        const std::uint64_t lost = loss_bits(scores_.rows(side, skeleton, word));
        const std::uint8_t* row = zeroing_->rows(side, skeleton, word);
        return equal_bits(row, furthest.byte()) & (wins ? ~lost : lost);
      });
      deepest = Deepest{plies, position_at(found.at(0), side)};
    }
  }
}

EndingStatistics Gatherer::gather() {
  EndingStatistics result;
  Statistics& statistics = result.statistics;
  statistics.material = scores_.material();
  statistics.has_zeroing = zeroing_ != nullptr;
  const ClassTallies tallies = count_slices();
  if (cancelled_) return result;
  const PositionWeights weights = position_weights(statistics.material);
  for (const Tally& tally : tallies) add(statistics.all, tally, weights);
  if (has_bishop_census(statistics.material)) {
    statistics.bishops.emplace();
    add(statistics.bishops->same, tallies[0], weights);
    add(statistics.bishops->opposite, tallies[1], weights);
  }
  find_longest(result);
  for (const Color winner : kColors) {
    if (zeroing_ == nullptr) break;
    find_deepest_zeroing(winner, false, statistics.deepest_zeroing[winner]);
    find_deepest_zeroing(winner, true, statistics.deepest_cursed[winner]);
  }
  for (const Slice& slice : slices_) add_zugzwangs(slice.zugzwangs, result);
  return result;
}

}  // namespace

/// A zugzwang of either special kind stands for half as many placements; twins play no part in
/// that.
void add_zugzwangs(const std::vector<Zugzwang>& zugzwangs, EndingStatistics& result) {
  const PositionWeights weights = position_weights(result.statistics.material);
  for (const Zugzwang& zugzwang : zugzwangs) {
    const PositionKind position_kind =
        zugzwang.special ? PositionKind::OnDiagonal : PositionKind::Ordinary;
    ++result.statistics.unique_zugzwangs.by_kind[zugzwang.kind];
    result.statistics.placement_zugzwangs.by_kind[zugzwang.kind] +=
        weights.placements[position_kind];
    auto& list = result.lists.zugzwangs[zugzwang.kind];
    if (list.size() < PositionLists::kMaxZugzwangs) list.push_back(zugzwang.index);
  }
}

bool has_bishop_census(const Material& material) {
  return BishopClassifier(material, ordered_men(material)).splits();
}

/// BishopClassifier has the same rule for squares in the order of a layout.
bool has_bishops_of_one_colour(const Position& position) {
  const Bitboard bishops = position.men_of(PieceType::Bishop);
  ByColor<Bitboard> of{bishops & position.men_of(Color::White),
                       bishops & position.men_of(Color::Black)};
  const auto& [white, black] = of;
  const bool one_each = white.count() == 1 && black.count() == 1;
  const Bitboard counting = one_each ? bishops : white.count() >= black.count() ? white : black;
  bool any_light = false, any_dark = false;
  for (const Square square : counting) (square.is_light() ? any_light : any_dark) = true;
  return !(any_light && any_dark);
}

const Census& census_of(const Statistics& statistics, const Position& position) {
  if (!statistics.bishops) return statistics.all;
  return has_bishops_of_one_colour(position) ? statistics.bishops->same
                                             : statistics.bishops->opposite;
}

std::string_view bishop_colours(const Material& material, bool same) {
  if (same) return "the same colour";
  const int most = std::max(material.count(Color::White, PieceType::Bishop),
                            material.count(Color::Black, PieceType::Bishop));
  return most > 2 ? "both colours" : "opposite colours";
}

std::optional<Color> stronger_side(const Statistics& statistics) {
  const auto& [white, black] = statistics.all.placements;
  const std::uint64_t white_wins = white.won() + black.lost();
  const std::uint64_t black_wins = black.won() + white.lost();
  if (white_wins == black_wins) return {};
  return white_wins > black_wins ? Color::White : Color::Black;
}

EndingStatistics gather_statistics(const EndingTable& scores, const EndingTable* zeroing,
                                   ThreadPool& pool, const std::atomic<bool>& cancelled) {
  return Gatherer(scores, zeroing, pool, cancelled).gather();
}

}  // namespace lucena
