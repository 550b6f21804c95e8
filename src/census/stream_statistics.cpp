// SPDX-License-Identifier: GPL-3.0-or-later
#include "census/stream_statistics.h"

#include <algorithm>
#include <mutex>

#include "base/simd.h"
#include "solve/problem.h"
#include "solve/word_sets.h"

namespace lucena {
namespace {

/// A batch of a skeleton's log.
struct Part {
  std::uint32_t skeleton, batch;
};

std::vector<Part> parts_of(const StreamedMetric& metric) {
  std::vector<Part> parts;
  for (std::uint32_t skeleton = 0; skeleton < metric.logs.size(); ++skeleton) {
    for (std::uint32_t batch = 0; batch < metric.logs[skeleton]->batches(); ++batch) {
      parts.push_back({skeleton, batch});
    }
  }
  return parts;
}

/// What the positions of one class, kind and side to move come to.
struct Share {
  OutcomeCounts outcomes;
  LevelCounts levels;
};

Share share_of(const LevelTally& mate, const LevelTally* zeroing, std::size_t bishops,
               PositionKind kind, Color side) {
  Share share;
  std::uint64_t won = 0, lost = 0, cursed = 0, blessed = 0;
  for (unsigned level = 0; level <= Worth::kMaxPlies; ++level) {
    for (const bool wins : {false, true}) {
      const Turn turn(level, wins);
      const std::uint64_t count = mate.decided(bishops, kind, side, turn);
      (wins ? won : lost) += count;
      share.levels.add(level, count);
      if (zeroing == nullptr || level <= kClockLimit) continue;
      (wins ? cursed : blessed) += zeroing->decided(bishops, kind, side, turn);
    }
  }
  share.outcomes[Outcome::Win] = won - cursed;
  share.outcomes[Outcome::CursedWin] = cursed;
  share.outcomes[Outcome::Draw] = mate.legal(bishops, kind, side) - won - lost;
  share.outcomes[Outcome::BlessedLoss] = blessed;
  share.outcomes[Outcome::Loss] = lost - blessed;
  return share;
}

void add(const OutcomeCounts& from, std::uint64_t weight, OutcomeCounts& to) {
  for (const Outcome outcome : kOutcomes) to[outcome] += weight * from[outcome];
}

void add(const LevelCounts& from, std::uint64_t weight, LevelCounts& to) {
  for (std::size_t level = 0; level < from.size(); ++level) to.add(level, weight * from[level]);
}

void add_class(const LevelTally& mate, const LevelTally* zeroing, std::size_t bishops,
               Census& census) {
  const PositionWeights weights = position_weights(mate.layout().material());
  for (const PositionKind kind : kPositionKinds) {
    for (const Color side : kColors) {
      const Share share = share_of(mate, zeroing, bishops, kind, side);
      add(share.outcomes, 1, census.unique[side]);
      add(share.outcomes, weights.twin_orders[kind], census.with_twins_apart[side]);
      add(share.outcomes, weights.placements[kind], census.placements[side]);
      add(share.levels, 1, census.unique_levels[side]);
      add(share.levels, weights.placements[kind], census.placement_levels[side]);
    }
  }
}

/// Where several threads share a problem, a log has the words of a turn in any order.
void keep_first(std::vector<Index>& list, std::size_t limit) {
  std::sort(list.begin(), list.end());
  if (list.size() > limit) list.resize(limit);
}

/// Goes through the logs with all threads. What it looks for is known beforehand: the tallies say
/// how deep each record is.
class StreamReader {
 public:
  StreamReader(const Layout& layout, ThreadPool& pool, const std::atomic<bool>& cancelled)
      : layout_(layout), pool_(pool), cancelled_(cancelled), zugzwangs_(layout) {}

  /// Zugzwangs and the positions of the longest wins and losses.
  std::optional<FileFault> read_mates(const StreamedMetric& mate, EndingStatistics& result);
  /// The first canonical position of a turn with a side to move.
  Result<Position, FileFault> first_at(const StreamedMetric& metric, Color side, Turn turn);

 private:
  /// What one batch gives.
  struct Found {
    std::vector<Zugzwang> zugzwangs;
    ByColor<std::array<std::vector<Index>, 2>> deepest;  // losses before wins
  };

  /// Calls read(part, i) for all parts; the first fault of any.
  template <class Read>
  std::optional<FileFault> for_parts(const std::vector<Part>& parts, Read&& read) {
    std::mutex mutex;
    std::optional<FileFault> first;
    pool_.for_each(parts.size(), [&](std::size_t i, unsigned) {
      if (cancelled_) return;
      auto fault = read(parts[i], i);
      if (!fault) return;
      const std::lock_guard lock(mutex);
      if (!first) first = std::move(fault);
    });
    return first;
  }

  std::optional<FileFault> read_part(const StreamedMetric& mate, const Part& part, Found& found);
  void find_zugzwangs(const Part& part, const DecisionLog& log,
                      const ByColor<std::vector<std::uint64_t>>& won,
                      const ByColor<std::vector<std::uint64_t>>& lost,
                      std::vector<Zugzwang>& zugzwangs) const;
  /// Adds canonical positions of a word to a list of which the first `limit` will be kept.
  void collect(std::uint32_t skeleton, std::uint32_t word, std::uint64_t positions,
               std::size_t limit, std::vector<Index>& list) const;

  const Layout& layout_;
  ThreadPool& pool_;
  const std::atomic<bool>& cancelled_;
  const ZugzwangFinder zugzwangs_;
};

void StreamReader::collect(std::uint32_t skeleton, std::uint32_t word, std::uint64_t positions,
                           std::size_t limit, std::vector<Index>& list) const {
  positions &= layout_.canonical_bits(skeleton, word);
  for (const Square black_king : Bitboard(positions)) {
    list.push_back({skeleton, word, black_king.byte()});
  }
  if (list.size() >= 2 * limit + Square::kCount) keep_first(list, limit);
}

/// A word without a loss of either side holds no zugzwang.
void StreamReader::find_zugzwangs(const Part& part, const DecisionLog& log,
                                  const ByColor<std::vector<std::uint64_t>>& won,
                                  const ByColor<std::vector<std::uint64_t>>& lost,
                                  std::vector<Zugzwang>& zugzwangs) const {
  const Problem problem(layout_, part.skeleton);
  const std::uint32_t first = log.first_word(part.batch);
  with_best_instructions([&] {
    for (std::uint32_t i = 0; i < log.words_of(part.batch); ++i) {
      const ByColor<std::uint64_t> losses{lost[Color::White][i], lost[Color::Black][i]};
      if ((losses[Color::White] | losses[Color::Black]) == 0) continue;
      const std::uint32_t word = first + i;
      const CanonicalBits canonical = canonical_bits_by_kind(layout_, part.skeleton, word);
      if (canonical.all() == 0) continue;
      WordResults results;
      results.legal =
          word_sets(problem.white_king(word), problem.men(), problem.squares(word)).legal;
      results.losses = losses;
      for (const Color side : kColors) {
        results.draws[side] = results.legal[side] & ~(won[side][i] | losses[side]);
      }
      zugzwangs_.find(part.skeleton, word, results, canonical, zugzwangs);
    }
  });
}

std::optional<FileFault> StreamReader::read_part(const StreamedMetric& mate, const Part& part,
                                                 Found& found) {
  const DecisionLog& log = *mate.logs[part.skeleton];
  const std::uint32_t first = log.first_word(part.batch), words = log.words_of(part.batch);
  ByColor<std::vector<std::uint64_t>> won, lost;
  for (const Color side : kColors) {
    won[side].assign(words, 0);
    lost[side].assign(words, 0);
    const std::array<std::optional<unsigned>, 2> deepest{mate.tally->deepest(side, false),
                                                         mate.tally->deepest(side, true)};
    auto fault =
        log.for_each(side, part.batch, [&](Turn turn, std::uint32_t word, std::uint64_t positions) {
          (turn.wins() ? won : lost)[side][word - first] |= positions;
          const std::size_t wins = turn.wins() ? 1 : 0;
          if (turn.level() != deepest[wins]) return;
          collect(part.skeleton, word, positions, PositionLists::kMaxDeepest,
                  found.deepest[side][wins]);
        });
    if (fault) return fault;
    for (auto& list : found.deepest[side]) keep_first(list, PositionLists::kMaxDeepest);
  }
  find_zugzwangs(part, log, won, lost, found.zugzwangs);
  return {};
}

std::optional<FileFault> StreamReader::read_mates(const StreamedMetric& mate,
                                                  EndingStatistics& result) {
  const std::vector<Part> parts = parts_of(mate);
  std::vector<Found> found(parts.size());
  auto fault = for_parts(
      parts, [&](const Part& part, std::size_t i) { return read_part(mate, part, found[i]); });
  if (fault || cancelled_) return fault;
  for (const Found& here : found) {
    add_zugzwangs(here.zugzwangs, result);
    for (const Color side : kColors) {
      for (const std::size_t wins : {0, 1}) {
        auto& list = (wins != 0 ? result.lists.longest_wins : result.lists.longest_losses)[side];
        const std::size_t room = PositionLists::kMaxDeepest - list.size();
        const std::vector<Index>& more = here.deepest[side][wins];
        list.insert(list.end(), more.begin(), more.begin() + std::min(room, more.size()));
      }
    }
  }
  return {};
}

/// The part with the smallest number that has one.
Result<Position, FileFault> StreamReader::first_at(const StreamedMetric& metric, Color side,
                                                   Turn turn) {
  const std::vector<Part> parts = parts_of(metric);
  std::vector<std::vector<Index>> found(parts.size());
  std::atomic<std::size_t> first{parts.size()};
  auto fault = for_parts(parts, [&](const Part& part, std::size_t i) -> std::optional<FileFault> {
    if (i > first) return {};
    auto failure = metric.logs[part.skeleton]->for_each(
        side, part.batch, [&](Turn here, std::uint32_t word, std::uint64_t positions) {
          if (here == turn) collect(part.skeleton, word, positions, 1, found[i]);
        });
    if (found[i].empty()) return failure;
    keep_first(found[i], 1);
    for (std::size_t known = first; i < known && !first.compare_exchange_weak(known, i);) {
    }
    return failure;
  });
  if (fault) return *fault;
  if (first == parts.size()) return FileFault{FileError::Interrupted, "interrupted"};
  return Position::create(layout_.setup_at(found[first].front(), side).value()).value();
}

/// White's deepest win is looked for with White to move and then, as Black's deepest loss, with
/// Black to move. Whoever is mated has distance 0, which is deepest only where there is nothing
/// else.
std::optional<FileFault> find_deepest_zeroing(const StreamedMetric& zeroing, Color winner,
                                              bool cursed, StreamReader& reader,
                                              std::optional<Deepest>& deepest) {
  const unsigned most = cursed ? Worth::kMaxPlies : kClockLimit;
  const unsigned least = cursed ? kClockLimit + 1 : 1;
  const unsigned won = zeroing.tally->deepest(winner, true, most).value_or(0);
  const unsigned lost = zeroing.tally->deepest(opposite(winner), false, most).value_or(0);
  const bool to_move = won >= lost;
  const unsigned plies = to_move ? won : lost;
  if (plies < least) return {};
  const auto position =
      reader.first_at(zeroing, to_move ? winner : opposite(winner), Turn(plies, to_move));
  if (!position) return position.error();
  deepest = Deepest{plies, *position};
  return {};
}

}  // namespace

Census census_of(const LevelTally& mate, const LevelTally* zeroing) {
  Census census;
  for (std::size_t bishops = 0; bishops < kBishopClasses; ++bishops) {
    add_class(mate, zeroing, bishops, census);
  }
  return census;
}

Statistics tallied_statistics(const LevelTally& mate, const LevelTally* zeroing) {
  const Layout& layout = mate.layout();
  Statistics statistics;
  statistics.material = layout.material();
  statistics.has_zeroing = zeroing != nullptr;
  statistics.all = census_of(mate, zeroing);
  if (has_bishop_census(layout.material())) {
    statistics.bishops.emplace();
    add_class(mate, zeroing, 0, statistics.bishops->same);
    add_class(mate, zeroing, 1, statistics.bishops->opposite);
  }
  for (const Color side : kColors) {
    for (const bool wins : {false, true}) {
      const auto first = mate.first_deepest(side, wins);
      if (!first) continue;
      auto& longest = wins ? statistics.longest_win : statistics.longest_loss;
      longest[side] = Deepest{*mate.deepest(side, wins),
                              Position::create(layout.setup_at(*first, side).value()).value()};
    }
  }
  return statistics;
}

Result<EndingStatistics, FileFault> gather_stream_statistics(const Layout& layout,
                                                             const StreamedMetric& mate,
                                                             const StreamedMetric* zeroing,
                                                             ThreadPool& pool,
                                                             const std::atomic<bool>& cancelled) {
  EndingStatistics result;
  Statistics& statistics = result.statistics;
  statistics = tallied_statistics(*mate.tally, zeroing != nullptr ? zeroing->tally.get() : nullptr);
  StreamReader reader(layout, pool, cancelled);
  if (auto fault = reader.read_mates(mate, result)) return *fault;
  if (cancelled || zeroing == nullptr) return result;
  for (const Color side : kColors) {
    for (const bool cursed : {false, true}) {
      auto& deepest = (cursed ? statistics.deepest_cursed : statistics.deepest_zeroing)[side];
      if (auto fault = find_deepest_zeroing(*zeroing, side, cursed, reader, deepest)) return *fault;
    }
  }
  return result;
}

}  // namespace lucena
