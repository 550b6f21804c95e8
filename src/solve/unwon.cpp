// SPDX-License-Identifier: GPL-3.0-or-later
#include "solve/unwon.h"

#include <algorithm>
#include <bit>
#include <map>
#include <memory>

#include "chess/legal_moves.h"
#include "solve/exit_views.h"
#include "solve/level_loop.h"
#include "solve/score_row.h"
#include "solve/table_exits.h"
#include "solve/waves.h"
#include "solve/word_sets.h"
#include "solve/word_tally.h"

namespace lucena {
namespace {

constexpr Score kAtOnce = score_of_level(1);

/// What exits are worth in a game that the weaker side wins by a capture that does not lose, and
/// that the stronger side holds by one. Promotions are no moves here: one that wins is known from
/// the score, another does not help.
class ForcedTargets final : public ExitTargets {
 public:
  ForcedTargets(const EndingStore& store, Color stronger, ThreadPool& pool,
                const std::atomic<bool>& cancelled)
      : store_(store), stronger_(stronger), pool_(pool), cancelled_(cancelled) {}

  ExitSource captures_into(const Material& material, Color mover) override {
    auto& view = captures_[{material, mover}];
    if (!view) {
      view = lay_out_captures({material, mover}, Reading::Scores, store_, pool_, cancelled_);
      // A capture that loses is no better than a man lost at once.
      const bool strong = mover == stronger_;
      const Score saved = strong ? kDraw : kAtOnce, lost = score_of_level(2);
      for (Score& score : view->bytes()) {
        if (score != 0) score = score >= kDraw ? saved : lost;
      }
    }
    return {view.get(), nullptr};
  }

  ExitSource promotions_of(const Material& material, Color mover) override {
    auto& view = promotions_[{material, mover}];
    if (!view) view = no_promotions({material, mover});
    return {view.get(), nullptr};
  }

 private:
  const EndingStore& store_;
  const Color stronger_;
  ThreadPool& pool_;
  const std::atomic<bool>& cancelled_;
  std::map<ViewKey, std::unique_ptr<ExitView>> captures_, promotions_;
};

/// The positions of one problem in which the side to move has no move, by side to move.
using Stalemates = std::array<PositionSet, 2>;

class ForcedExits final : public Exits {
 public:
  /// `scores` are those of the real game. Stalemates, if given, are goals of the weaker side.
  ForcedExits(const TableExits<Metric::Mate>& exits, const Problem& problem,
              const EndingTable& scores, std::uint32_t skeleton, Color stronger,
              const Stalemates* stalemates)
      : exits_(exits),
        problem_(problem),
        scores_(scores),
        skeleton_(skeleton),
        stronger_(stronger),
        stalemates_(stalemates) {}

  std::array<std::uint64_t, 2> add_events(std::uint32_t word,
                                          const std::array<std::uint64_t, 2>& legal,
                                          Events& events) const override {
    const auto strong = static_cast<std::size_t>(stronger_), weak = 1 - strong;
    const std::array before{events[0].size(), events[1].size()};
    auto without_exit = exits_.add_events(problem_, word, legal, events);
    const auto won = [&](std::size_t side) {
      const Score* row = scores_.rows(kColors[side], skeleton_, word);
      return legal[side] & ~equal_bits(row, kDraw) & ~loss_bits(row);
    };
    // A win of the stronger side may be a promotion, so here it must be told that it is safe.
    const std::uint64_t safe = won(strong);
    without_exit[strong] &= ~safe;
    for (std::size_t i = before[strong]; i < events[strong].size(); ++i) {
      events[strong][i].positions &= ~safe;
    }
    // Nobody asks what the weaker side loses.
    without_exit[weak] = 0;
    const auto added = events[weak].begin() + static_cast<std::ptrdiff_t>(before[weak]);
    events[weak].erase(std::remove_if(added, events[weak].end(),
                                      [](const ExitEvent& event) { return !event.turn.wins(); }),
                       events[weak].end());
    const std::uint64_t stalemated = stalemates_ != nullptr ? (*stalemates_)[weak][word] : 0;
    if (const std::uint64_t goals = won(weak) | stalemated; goals != 0) {
      events[weak].push_back({goals, word, Turn(1, true)});
    }
    if (stalemates_ != nullptr && (*stalemates_)[strong][word] != 0) {
      events[strong].push_back({(*stalemates_)[strong][word], word, Turn(0, false)});
    }
    return without_exit;
  }

 private:
  const TableExits<Metric::Mate>& exits_;
  const Problem& problem_;
  const EndingTable& scores_;
  const std::uint32_t skeleton_;
  const Color stronger_;
  const Stalemates* stalemates_;
};

/// How many positions of each convention.
struct BothCounts {
  std::uint64_t unique = 0, placements = 0;

  BothCounts& operator+=(const BothCounts& other) {
    unique += other.unique;
    placements += other.placements;
    return *this;
  }
};

/// By side to move, of a run of the loop; stalemates are not among the reached ones.
struct ClassCounts {
  std::array<BothCounts, 2> lost, drawn, stalemates, at_once, reached;

  ClassCounts& operator+=(const ClassCounts& other) {
    for (std::size_t s = 0; s < 2; ++s) {
      lost[s] += other.lost[s];
      drawn[s] += other.drawn[s];
      stalemates[s] += other.stalemates[s];
      at_once[s] += other.at_once[s];
      reached[s] += other.reached[s];
    }
    return *this;
  }
};

/// By class of bishops, as in ClassTallies.
using RunCounts = std::array<ClassCounts, kBishopClasses>;

void add(RunCounts& sum, const RunCounts& part) {
  for (std::size_t i = 0; i < kBishopClasses; ++i) sum[i] += part[i];
}

/// What a run of the loop is about.
struct Run {
  const EndingTable& scores;  // of the real game
  EndingTable& forced;        // what the weaker side can force
  Color stronger;
  bool with_stalemates;
  const std::atomic<bool>& cancelled;
};

/// Solves problems of an ending, one after the other, with the threads of one pool.
class Worker {
 public:
  Worker(const Run& run, ThreadPool& pool, LevelLoop& loop) : run_(run), pool_(pool), loop_(loop) {}

  void solve(const TableExits<Metric::Mate>& exits, std::uint32_t skeleton);
  const RunCounts& counts() const { return counts_; }

 private:
  static constexpr std::uint32_t kSliceWords = 1u << 12;

  /// Calls work(word, thread) for all words.
  template <class Work>
  void for_words(std::uint32_t words, Work&& work) {
    const std::uint32_t slice = std::min(words, kSliceWords);
    pool_.for_each((words + slice - 1) / slice, [&](std::size_t i, unsigned thread) {
      const auto begin = static_cast<std::uint32_t>(i) * slice;
      if (run_.cancelled) return;
      for (std::uint32_t word = begin; word < std::min(begin + slice, words); ++word) {
        work(word, thread);
      }
    });
  }
  void find_stalemates(const Problem& problem, std::uint32_t skeleton);
  void strike_out_movable(const Problem& problem, std::uint32_t skeleton, std::uint32_t word,
                          Color side);
  void count_word(const Problem& problem, std::uint32_t skeleton, std::uint32_t word,
                  RunCounts& run_counts) const;

  const Run& run_;
  ThreadPool& pool_;
  LevelLoop& loop_;
  const Moves& moves_ = moves_for(simd_level());
  const BishopClassifier bishops_{run_.scores.material(), run_.scores.layout().men()};
  std::array<PositionSet, 2> legal_;
  Stalemates stalemates_;
  RunCounts counts_;
};

void Worker::find_stalemates(const Problem& problem, std::uint32_t skeleton) {
  for (const std::size_t s : {0, 1}) {
    if (legal_[s].size() < problem.words()) legal_[s] = PositionSet(problem.words());
    if (stalemates_[s].size() < problem.words()) stalemates_[s] = PositionSet(problem.words());
  }
  for_words(problem.words(), [&](std::uint32_t word, unsigned) {
    const WordSets sets = word_sets(problem.white_king(word), problem.men(), problem.squares(word));
    for (const std::size_t s : {0, 1}) {
      const Score* row = run_.scores.rows(kColors[s], skeleton, word);
      legal_[s][word] = sets.legal[s];
      stalemates_[s][word] = sets.legal[s] & ~sets.in_check[s] & equal_bits(row, kDraw);
    }
  });
  for_words(problem.words(), [&](std::uint32_t word, unsigned) {
    for (const Color side : kColors) strike_out_movable(problem, skeleton, word, side);
  });
}

void Worker::strike_out_movable(const Problem& problem, std::uint32_t skeleton, std::uint32_t word,
                                Color side) {
  std::uint64_t& stalemates = stalemates_[static_cast<std::size_t>(side)][word];
  if (stalemates == 0) return;
  const PositionSet& after = legal_[static_cast<std::size_t>(opposite(side))];
  stalemates = moves_.without_move_into(problem, side, after, word, stalemates);
  // What is left may still have captures and pawn moves.
  for (std::uint64_t rest = stalemates; rest != 0; rest &= rest - 1) {
    const Index index{skeleton, word, static_cast<std::uint8_t>(std::countr_zero(rest))};
    const auto position = Position::create(run_.scores.layout().setup_at(index, side).value());
    if (has_legal_move(position.value())) stalemates &= ~(rest & -rest);
  }
}

void Worker::count_word(const Problem& problem, std::uint32_t skeleton, std::uint32_t word,
                        RunCounts& run_counts) const {
  const Layout& layout = run_.scores.layout();
  const CanonicalBits canonical = canonical_bits_by_kind(layout, skeleton, word);
  if (canonical.all() == 0) return;
  const Squares squares = problem.squares(word);
  const WordSets sets = word_sets(problem.white_king(word), problem.men(), squares);
  ClassCounts& sum = run_counts[bishops_.class_of(squares)];
  const std::uint64_t images = layout.pawn_count() > 0 ? 2 : 8;
  const auto count = [&](BothCounts& to, std::uint64_t bits) {
    const auto ordinary = static_cast<std::uint64_t>(std::popcount(bits & canonical.ordinary));
    const auto special = static_cast<std::uint64_t>(std::popcount(bits & canonical.special));
    to.unique += ordinary + special;
    to.placements += images * ordinary + images / 2 * special;
  };
  for (const Color side : kColors) {
    const auto s = static_cast<std::size_t>(side);
    const bool strong = side == run_.stronger;
    const Score* row = run_.scores.rows(side, skeleton, word);
    const Score* forced = run_.forced.rows(side, skeleton, word);
    const std::uint64_t drawn = sets.legal[s] & equal_bits(row, kDraw);
    const std::uint64_t losses = loss_bits(row);
    count(sum.drawn[s], drawn);
    count(sum.lost[s], sets.legal[s] & ~drawn & (strong ? losses : ~losses));
    const std::uint64_t stalemates = run_.with_stalemates ? stalemates_[s][word] : 0;
    count(sum.stalemates[s], stalemates);
    const std::uint64_t reached = drawn & ~stalemates & ~equal_bits(forced, kDraw);
    count(sum.reached[s], reached);
    const std::uint64_t at_once =
        strong ? equal_bits(forced, score_of_level(0)) | equal_bits(forced, score_of_level(2))
               : equal_bits(forced, kAtOnce);
    count(sum.at_once[s], reached & at_once);
  }
}

void Worker::solve(const TableExits<Metric::Mate>& exits, std::uint32_t skeleton) {
  const Problem problem(run_.scores.layout(), skeleton);
  if (run_.with_stalemates) find_stalemates(problem, skeleton);
  const ForcedExits forced_exits(exits, problem, run_.scores, skeleton, run_.stronger,
                                 run_.with_stalemates ? &stalemates_ : nullptr);
  std::atomic<unsigned> level{0};
  loop_.solve(problem, Metric::Mate, forced_exits,
              {run_.forced.rows(Color::White, skeleton), run_.forced.rows(Color::Black, skeleton)},
              run_.cancelled, level);
  std::vector<RunCounts> by_thread(pool_.threads());
  for_words(problem.words(), [&](std::uint32_t word, unsigned thread) {
    count_word(problem, skeleton, word, by_thread[thread]);
  });
  for (const RunCounts& part : by_thread) add(counts_, part);
}

/// The pools and loops to work with: one for all threads together, and one for each alone.
struct Means {
  ThreadPool& pool;
  LevelLoop& shared_loop;
  const std::vector<std::unique_ptr<ThreadPool>>& single_pools;
  const std::vector<std::unique_ptr<LevelLoop>>& single_loops;
};

RunCounts carry_out(const Run& run, ForcedTargets& targets, const Means& means) {
  const TableExits<Metric::Mate> exits(run.forced, run.forced, targets);
  Worker together(run, means.pool, means.shared_loop);
  std::vector<std::unique_ptr<Worker>> alone;
  for (std::size_t i = 0; i < means.single_loops.size(); ++i) {
    alone.push_back(std::make_unique<Worker>(run, *means.single_pools[i], *means.single_loops[i]));
  }
  for_each_in_waves(
      run.scores.layout(), means.pool, run.cancelled,
      [&](std::uint32_t skeleton, unsigned thread) { alone[thread]->solve(exits, skeleton); },
      [&](std::uint32_t skeleton) { together.solve(exits, skeleton); });
  RunCounts sum = together.counts();
  for (const auto& worker : alone) add(sum, worker->counts());
  return sum;
}

/// Whatever the first run reaches, the second does too.
UnwonCounts split(const ClassCounts& captures, const ClassCounts& both, std::size_t side,
                  std::uint64_t BothCounts::*convention) {
  UnwonCounts counts;
  counts.lost = both.lost[side].*convention;
  counts.stalemates = both.stalemates[side].*convention;
  counts.lost_at_once = captures.at_once[side].*convention;
  counts.lost_by_force = captures.reached[side].*convention - counts.lost_at_once;
  counts.stalemate_traps = both.reached[side].*convention - captures.reached[side].*convention;
  counts.other_draws =
      both.drawn[side].*convention - counts.stalemates - both.reached[side].*convention;
  return counts;
}

UnwonCensus split(const ClassCounts& captures, const ClassCounts& both) {
  UnwonCensus census;
  for (std::size_t side = 0; side < 2; ++side) {
    census.unique[side] = split(captures, both, side, &BothCounts::unique);
    census.placements[side] = split(captures, both, side, &BothCounts::placements);
  }
  return census;
}

}  // namespace

UnwonFinder::UnwonFinder(ThreadPool& pool) : pool_(pool), shared_loop_(pool) {
  for (unsigned i = 0; i < pool.threads(); ++i) {
    single_pools_.push_back(std::make_unique<ThreadPool>(1));
    single_loops_.push_back(std::make_unique<LevelLoop>(*single_pools_.back()));
  }
}

UnwonFinder::~UnwonFinder() = default;

void UnwonFinder::add_to(Statistics& statistics, const EndingStore& store,
                         const std::atomic<bool>& cancelled) {
  const auto stronger = stronger_side(statistics);
  if (!stronger) return;
  const auto scores = store.table(statistics.material);
  assert(scores != nullptr);
  ForcedTargets targets(store, *stronger, pool_, cancelled);
  EndingTable forced(statistics.material, std::move(spare_));
  const auto run = [&](bool with_stalemates) {
    return carry_out({*scores, forced, *stronger, with_stalemates, cancelled}, targets,
                     {pool_, shared_loop_, single_pools_, single_loops_});
  };
  RunCounts captures = run(false), both = run(true);
  spare_ = forced.take_scores();
  if (cancelled) return;
  if (statistics.bishops) {
    statistics.bishops->same.unwon = split(captures[0], both[0]);
    statistics.bishops->opposite.unwon = split(captures[1], both[1]);
  }
  captures[0] += captures[1];
  both[0] += both[1];
  statistics.all.unwon = split(captures[0], both[0]);
}

std::size_t unwon_bytes(const Material& material, unsigned threads) {
  const Layout layout(material);
  std::size_t bytes = EndingTable::size_bytes(layout);
  for (const ViewKey& key : capture_views_of(material)) bytes += capture_view_bytes(key.first);
  for (const ViewKey& key : promotion_views_of(material)) bytes += promotion_view_bytes(key.first);
  // The sets and lists of a loop for one problem, by experience, and the sets of a worker.
  constexpr std::size_t kBytesPerWord = 128 + 4 * sizeof(std::uint64_t);
  const bool in_waves = layout.skeleton_count() > 1;
  return bytes + (in_waves ? 1 + threads : 1) * layout.words() * kBytesPerWord;
}

}  // namespace lucena
