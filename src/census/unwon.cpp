// SPDX-License-Identifier: GPL-3.0-or-later
#include "census/unwon.h"

#include <algorithm>
#include <bit>
#include <map>
#include <memory>

#include "base/simd.h"
#include "census/word_tally.h"
#include "chess/legal_moves.h"
#include "solve/exit_views.h"
#include "solve/level_loop.h"
#include "solve/table_exits.h"
#include "solve/value_bytes.h"
#include "solve/value_row.h"
#include "solve/word_sets.h"

namespace lucena {
namespace {

constexpr MateScore kAtOnce = score_of_level(1);

/// What exits are worth in a game that the weaker side wins by a capture that does not lose, and
/// that the stronger side holds by one. Promotions are no moves here: one that wins is known from
/// the score, another does not help.
///
///     a capture by          that does not lose the real game      that loses it
///     the weaker side       wins the game at level 1              loses at level 2
///     the stronger side     draws, which holds it                 loses at level 2
///
/// It wins at level 1 because it is made at once; how long the real game takes then is of no
/// interest. Where the stronger side has a capture that holds, the loop never finds the position
/// lost.
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
      const MateScore saved = mover == stronger_ ? kDraw : kAtOnce, lost = score_of_level(2);
      for_slices(view->bytes(), [&](std::uint8_t& byte) {
        const ExitWorth<Metric::Mate> worth(byte);
        if (worth.exists()) byte = (worth.is_loss() ? lost : saved).byte();
      });
    }
    return {view.get(), nullptr};
  }

  ExitSource promotions_of(const Material&, Color) override { return {}; }

 private:
  /// Calls change(byte) for all bytes, many at a time by each thread.
  template <class Change>
  void for_slices(std::span<std::uint8_t> bytes, Change&& change) {
    constexpr std::size_t kSliceBytes = 1u << 16;
    pool_.for_each((bytes.size() + kSliceBytes - 1) / kSliceBytes, [&](std::size_t i, unsigned) {
      const std::size_t begin = i * kSliceBytes;
      const auto slice = bytes.subspan(begin, std::min(kSliceBytes, bytes.size() - begin));
      with_best_instructions([&] {
        for (std::uint8_t& byte : slice) change(byte);
      });
    });
  }

  const EndingStore& store_;
  const Color stronger_;
  ThreadPool& pool_;
  const std::atomic<bool>& cancelled_;
  std::map<ViewKey, std::unique_ptr<ExitView>> captures_;
};

/// The positions of one problem in which the side to move has no move, by side to move.
using Stalemates = ByColor<PositionSet>;

/// The exits of that game for one problem. Three things are changed of what captures and pawn moves
/// say:
///
///     positions the stronger side wins         are safe: no event, and not ready
///     positions the weaker side wins           are goals, won at level 1, as are its captures
///     positions of the weaker side otherwise   are never ready, so that it never loses this game
///
/// With stalemates, one of the weaker side is won for it at level 1, and one of the stronger side
/// is lost for that at level 0, like a mate.
class ForcedExits final : public Exits {
 public:
  /// `scores` are those of the real game. Stalemates, if given, are goals of the weaker side.
  ForcedExits(const Exits& exits, const EndingTable& scores, std::uint32_t skeleton, Color stronger,
              const Stalemates* stalemates)
      : exits_(exits),
        scores_(scores),
        skeleton_(skeleton),
        strong_(stronger),
        weak_(opposite(stronger)),
        stalemates_(stalemates) {}

  void find(const Problem& problem, std::uint32_t first_word,
            std::span<const WordOfBothSides> legal, std::span<WordOfBothSides> without_exit,
            Events& events) const override {
    const ByColor<std::size_t> before{events[Color::White].size(), events[Color::Black].size()};
    exits_.find(problem, first_word, legal, without_exit, events);
    // Nobody asks what the weaker side loses.
    const auto added = events[weak_].begin() + before[weak_];
    events[weak_].erase(std::remove_if(added, events[weak_].end(),
                                       [](const ExitEvent& event) { return !event.turn.wins(); }),
                        events[weak_].end());
    // A win of the stronger side may be a promotion, so here it must be told that it is safe.
    for (std::size_t i = before[strong_]; i < events[strong_].size(); ++i) {
      ExitEvent& event = events[strong_][i];
      event.positions &= ~won(event.word, strong_, legal[event.word - first_word]);
    }
    with_best_instructions([&] {
      for (std::size_t i = 0; i < legal.size(); ++i) {
        const std::uint32_t word = first_word + i;
        if ((legal[i][strong_] | legal[i][weak_]) == 0) continue;
        // What is not ready cannot be lost. That of the weaker side never is.
        without_exit[i][strong_] &= ~won(word, strong_, legal[i]);
        without_exit[i][weak_] = 0;
        add_goals(word, legal[i], events);
      }
    });
  }

 private:
  /// The positions of a word that this side wins in the real game. The set of scores above 128,
  /// taken as what is neither a draw nor a loss.
  std::uint64_t won(std::uint32_t word, Color side, const WordOfBothSides& legal) const {
    const std::uint8_t* row = scores_.rows(side, skeleton_, word);
    return legal[side] & ~equal_bits(row, kDraw) & ~loss_bits(row);
  }
  /// A position that the weaker side wins in the real game is as good to it as a capture.
  void add_goals(std::uint32_t word, const WordOfBothSides& legal, Events& events) const {
    const std::uint64_t stalemated = stalemates_ != nullptr ? (*stalemates_)[weak_][word] : 0;
    if (const std::uint64_t goals = won(word, weak_, legal) | stalemated; goals != 0) {
      events[weak_].push_back({goals, word, Turn(1, true)});
    }
    if (stalemates_ != nullptr && (*stalemates_)[strong_][word] != 0) {
      events[strong_].push_back({(*stalemates_)[strong_][word], word, Turn(0, false)});
    }
  }

  const Exits& exits_;
  const EndingTable& scores_;
  const std::uint32_t skeleton_;
  const Color strong_, weak_;
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
///
///     drawn = stalemates + reached + what the weaker side cannot force
///     at_once is a part of reached
///
/// In the first run stalemates are not counted; without any move, nobody reaches them there either.
struct ClassCounts {
  ByColor<BothCounts> lost, drawn, stalemates, at_once, reached;

  ClassCounts& operator+=(const ClassCounts& other) {
    for (const Color s : kColors) {
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

/// Solves problems of an ending, one after the other. Stalemates are found for the second run only,
/// and for each problem anew: the sets are as large as it.
class ForcedGame {
 public:
  explicit ForcedGame(const Run& run) : run_(run) {}

  std::optional<SolveFault> solve(const Exits& exits, std::uint32_t skeleton,
                                  const SolverCrew::Worker& worker);
  const RunCounts& counts() const { return counts_; }

 private:
  /// A problem without pawns and with two free men has ten such slices, one with three 640.
  static constexpr std::uint32_t kSliceWords = 1u << 12;

  /// Some words of a problem.
  struct Slice {
    std::uint32_t begin, end;
  };
  /// Calls work(slice, thread) until all words are done.
  template <class Work>
  void for_slices(const Team& team, std::uint32_t words, Work&& work) {
    const std::uint32_t slice = std::min(words, kSliceWords);
    team.for_each((words + slice - 1) / slice, [&](std::size_t i, unsigned thread) {
      if (run_.cancelled) return;
      const std::uint32_t begin = i * slice;
      work(Slice{begin, std::min(begin + slice, words)}, thread);
    });
  }
  void find_stalemates(const Problem& problem, std::uint32_t skeleton, const Team& team);
  /// What may be a stalemate: what is not is struck out later.
  void find_unchecked_draws(const Problem& problem, std::uint32_t skeleton, std::uint32_t word);
  void strike_out_movable(const Problem& problem, std::uint32_t skeleton, std::uint32_t word,
                          Color side);
  void count_word(const Problem& problem, std::uint32_t skeleton, std::uint32_t word,
                  RunCounts& run_counts) const;

  const Run& run_;
  const Moves& moves_ = moves_for(simd_level());
  const BishopClassifier bishops_{run_.scores.material(), run_.scores.layout().men()};
  ByColor<PositionSet> legal_;
  Stalemates stalemates_;
  RunCounts counts_;
};

/// In two passes over all words, since a move into another word can only be judged once the legal
/// positions of that word are known.
void ForcedGame::find_stalemates(const Problem& problem, std::uint32_t skeleton, const Team& team) {
  for (const Color s : kColors) {
    if (legal_[s].size() < problem.words()) legal_[s] = PositionSet(problem.words());
    if (stalemates_[s].size() < problem.words()) stalemates_[s] = PositionSet(problem.words());
  }
  for_slices(team, problem.words(), [&](const Slice& slice, unsigned) {
    with_best_instructions([&] {
      for (std::uint32_t word = slice.begin; word < slice.end; ++word) {
        find_unchecked_draws(problem, skeleton, word);
      }
    });
  });
  for_slices(team, problem.words(), [&](const Slice& slice, unsigned) {
    for (std::uint32_t word = slice.begin; word < slice.end; ++word) {
      for (const Color side : kColors) strike_out_movable(problem, skeleton, word, side);
    }
  });
}

/// A stalemate is drawn and no check. Most positions are ruled out by that alone.
void ForcedGame::find_unchecked_draws(const Problem& problem, std::uint32_t skeleton,
                                      std::uint32_t word) {
  const WordSets sets = word_sets(problem.white_king(word), problem.men(), problem.squares(word));
  for (const Color s : kColors) {
    const std::uint8_t* row = run_.scores.rows(s, skeleton, word);
    legal_[s][word] = sets.legal[s];
    stalemates_[s][word] = sets.legal[s] & ~sets.in_check[s] & equal_bits(row, kDraw);
  }
}

/// The kernel finds quiet moves into legal positions, 64 positions at a time. What has none is
/// rare, and the move generator looks for the rest.
void ForcedGame::strike_out_movable(const Problem& problem, std::uint32_t skeleton,
                                    std::uint32_t word, Color side) {
  std::uint64_t& stalemates = stalemates_[side][word];
  if (stalemates == 0) return;
  const PositionSet& after = legal_[opposite(side)];
  stalemates = moves_.without_move_into(problem, side, after, word, stalemates);
  // What is left may still have captures and pawn moves.
  for (const Square black_king : Bitboard(stalemates)) {
    const Index index{skeleton, word, black_king.byte()};
    const auto position = Position::create(run_.scores.layout().setup_at(index, side).value());
    if (has_legal_move(position.value())) stalemates &= ~Bitboard(black_king).bits();
  }
}

/// With the stronger side to move, level 2 is at once: whatever it plays, the weaker side captures
/// next. Level 0 is mate or stalemate, which are not among the reached ones.
void ForcedGame::count_word(const Problem& problem, std::uint32_t skeleton, std::uint32_t word,
                            RunCounts& run_counts) const {
  const Layout& layout = run_.scores.layout();
  const CanonicalBits canonical = canonical_bits_by_kind(layout, skeleton, word);
  if (canonical.all() == 0) return;
  const Squares squares = problem.squares(word);
  const WordSets sets = word_sets(problem.white_king(word), problem.men(), squares);
  ClassCounts& sum = run_counts[bishops_.class_of(squares)];
  const std::uint64_t images = layout.pawn_count() > 0 ? 2 : 8;
  const auto count = [&](BothCounts& to, std::uint64_t bits) {
    const std::uint64_t ordinary = std::popcount(bits & canonical.ordinary);
    const std::uint64_t special = std::popcount(bits & canonical.special);
    to.unique += ordinary + special;
    to.placements += images * ordinary + images / 2 * special;
  };
  for (const Color side : kColors) {
    const bool strong = side == run_.stronger;
    const std::uint8_t* row = run_.scores.rows(side, skeleton, word);
    const std::uint8_t* forced = run_.forced.rows(side, skeleton, word);
    const std::uint64_t drawn = sets.legal[side] & equal_bits(row, kDraw);
    const std::uint64_t losses = loss_bits(row);
    count(sum.drawn[side], drawn);
    count(sum.lost[side], sets.legal[side] & ~drawn & (strong ? losses : ~losses));
    const std::uint64_t stalemates = run_.with_stalemates ? stalemates_[side][word] : 0;
    count(sum.stalemates[side], stalemates);
    const std::uint64_t reached = drawn & ~stalemates & ~equal_bits(forced, kDraw);
    count(sum.reached[side], reached);
    const std::uint64_t at_once =
        strong ? equal_bits(forced, score_of_level(0)) | equal_bits(forced, score_of_level(2))
               : equal_bits(forced, kAtOnce);
    count(sum.at_once[side], reached & at_once);
  }
}

/// The level loop sees a problem by mate like any other; only the exits differ.
std::optional<SolveFault> ForcedGame::solve(const Exits& exits, std::uint32_t skeleton,
                                            const SolverCrew::Worker& worker) {
  const Problem problem(run_.scores.layout(), skeleton);
  if (run_.with_stalemates) find_stalemates(problem, skeleton, worker.team);
  const ForcedExits forced_exits(exits, run_.scores, skeleton, run_.stronger,
                                 run_.with_stalemates ? &stalemates_ : nullptr);
  ValueBytes bytes(
      problem, Metric::Mate,
      {run_.forced.rows(Color::White, skeleton), run_.forced.rows(Color::Black, skeleton)});
  std::atomic<unsigned> level{0};
  const auto solved =
      worker.solver.solve(problem, Metric::Mate, forced_exits, bytes, {run_.cancelled, level});
  if (!solved) return solved.error();
  std::vector<RunCounts> by_thread(worker.team.size());
  for_slices(worker.team, problem.words(), [&](const Slice& slice, unsigned thread) {
    with_best_instructions([&] {
      for (std::uint32_t word = slice.begin; word < slice.end; ++word) {
        count_word(problem, skeleton, word, by_thread[thread]);
      }
    });
  });
  for (const RunCounts& part : by_thread) add(counts_, part);
  return {};
}

/// The counts, or why there are none. A skeleton is done by whichever worker is free, so each has
/// sets and sums of its own.
Result<RunCounts, SolveFault> carry_out(const Run& run, const Exits& exits, SolverCrew& crew) {
  std::vector<std::unique_ptr<ForcedGame>> games;  // one for each worker
  for (std::size_t i = 0; i < crew.workers(); ++i) {
    games.push_back(std::make_unique<ForcedGame>(run));
  }
  const auto fault =
      crew.for_each_skeleton(run.scores.layout(), run.cancelled,
                             [&](std::uint32_t skeleton, const SolverCrew::Worker& worker) {
                               return games[worker.number]->solve(exits, skeleton, worker);
                             });
  if (fault) return *fault;
  RunCounts sum{};
  for (const auto& game : games) add(sum, game->counts());
  return sum;
}

/// Whatever the first run reaches, the second does too.
///
///     first run      |  at once  |  by force  |
///     second run     |  at once  |  by force  |  traps  |
///     drawn          |  at once  |  by force  |  traps  |  stalemates  |  others  |
///
/// So the traps are what the second run reaches and the first does not, and the others are what is
/// left of the draws. Each draw is in one part.
UnwonCounts split(const ClassCounts& captures, const ClassCounts& both, Color side,
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

/// For both conventions and both sides to move.
UnwonCensus split(const ClassCounts& captures, const ClassCounts& both) {
  UnwonCensus census;
  for (const Color side : kColors) {
    census.unique[side] = split(captures, both, side, &BothCounts::unique);
    census.placements[side] = split(captures, both, side, &BothCounts::placements);
  }
  return census;
}

}  // namespace

/// The bishops' two classes are disjoint, so all positions are their sum. Without pawns all exits
/// are captures, which are worth the same in both runs: the first run takes notes and the second
/// reads them. The turns of the notes are those that ForcedTargets gives captures, 1 for a win and
/// 2 for a loss.
void UnwonFinder::add_to(Statistics& statistics, const EndingStore& store,
                         const std::atomic<bool>& cancelled) {
  const auto stronger = stronger_side(statistics);
  if (!stronger) return;
  const auto scores = store.table(statistics.material);
  assert(scores != nullptr);
  ForcedTargets targets(store, *stronger, crew_.pool(), cancelled);
  EndingTable forced(statistics.material, std::move(spare_));
  const auto run = [&](bool with_stalemates, const Exits& exits) {
    return carry_out({*scores, forced, *stronger, with_stalemates, cancelled}, exits, crew_);
  };
  const TableExits<Metric::Mate> exits(forced, forced, targets);
  const NotingExits noting(exits, notes_);
  const ExitsFromNotes from_notes(notes_, Turn(1, true), Turn(2, false));
  // Captures are the same in both runs; what pawn moves are worth is not.
  const bool captures_only = scores->layout().pawn_count() == 0;
  if (captures_only) notes_.make_room(scores->layout().words());
  const auto by_captures = run(false, captures_only ? static_cast<const Exits&>(noting) : exits);
  const auto by_both =
      by_captures ? run(true, captures_only ? static_cast<const Exits&>(from_notes) : exits)
                  : by_captures;
  spare_ = forced.take_bytes();
  if (cancelled || !by_both) return;  // a game of two outcomes is never too deep
  RunCounts captures = *by_captures, both = *by_both;
  if (statistics.bishops) {
    statistics.bishops->same.unwon = split(captures[0], both[0]);
    statistics.bishops->opposite.unwon = split(captures[1], both[1]);
  }
  captures[0] += captures[1];
  both[0] += both[1];
  statistics.all.unwon = split(captures[0], both[0]);
}

/// With skeletons in waves each thread has a loop, and there is the shared one besides.
std::size_t unwon_bytes(const Material& material, unsigned threads) {
  const Layout layout(material);
  std::size_t bytes = EndingTable::size_bytes(layout);
  for (const ViewKey& key : capture_views_of(material)) bytes += capture_view_bytes(key.first);
  // The sets and lists of a loop for one problem, by experience, and the sets and notes of a
  // worker.
  constexpr std::size_t kBytesPerWord = 128 + 4 * sizeof(std::uint64_t) + sizeof(ExitNotes::Word);
  const bool in_waves = layout.skeleton_count() > 1;
  return bytes + (in_waves ? 1 + threads : 1) * layout.words() * kBytesPerWord;
}

}  // namespace lucena
