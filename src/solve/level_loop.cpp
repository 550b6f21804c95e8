// SPDX-License-Identifier: GPL-3.0-or-later
#include "solve/level_loop.h"

#include <algorithm>

#include "base/simd.h"

namespace lucena {
namespace {

/// Sets only grow, since fresh memory is dear; what they hold is overwritten by the set-up.
void make_room(PositionSet& set, std::size_t words) {
  if (set.size() < words) set = PositionSet(words);
}

/// The first word of a block.
std::uint32_t first_word(const Problem& problem, std::uint32_t block) {
  return block << problem.block_shift();
}

}  // namespace

LevelLoop::LevelLoop(const Team& team, ScratchFile* spool_file)
    : team_(team),
      spool_file_(spool_file),
      moves_(moves_for(simd_level())),
      settling_(settling_for(simd_level())) {
  for (unsigned thread = 0; thread < team.size(); ++thread) {
    workplaces_.push_back(std::make_unique<Workplace>());
  }
}

/// Finds the legal positions and the exits of all words, block by block, and sorts the exits into
/// events.
void LevelLoop::set_up(const Task& task) {
  const Problem& problem = task.problem;
  for (Side& side : sides_) {
    make_room(side.not_won, problem.words());
    make_room(side.ready, problem.words());
    side.won.reset(problem.blocks(), problem.block_shift(), pool_);
    side.lost.reset(problem.blocks(), problem.block_shift(), pool_);
    side.newly_lost.reset(problem.blocks(), problem.block_shift(), pool_);
    side.events.reset(spool_file_ ? 0 : problem.blocks());
    side.spool.reset(spool_file_ ? batches(problem) : 0, problem.block_shift());
    side.any_won = side.any_lost = side.any_newly_lost = false;
  }
  for (const auto& workplace : workplaces_) {
    workplace->collector.set_size(problem.block_words());
    workplace->reachable.set_size(problem.block_words());
    workplace->arena.reset();
  }
  const std::uint32_t parts = parts_of_a_block(problem);
  if (spool_file_ != nullptr) {
    note(spool_file_->clear());
    team_.for_each(batches(problem), [&](std::size_t batch, unsigned thread) {
      set_up_batch(task, batch, *workplaces_[thread]);
    });
  } else if (parts == 1) {
    team_.for_each(problem.blocks(), [&](std::size_t i, unsigned thread) {
      Workplace& workplace = *workplaces_[thread];
      const std::uint32_t block = i;
      for (auto& events : workplace.events) events.clear();
      set_up_part(task, block, {0, problem.block_words()}, workplace, workplace.events);
      keep_events(task, block, workplace.events, workplace.arena);
    });
  } else {
    set_up_in_parts(task, parts);
  }
}

void LevelLoop::set_up_batch(const Task& task, std::uint32_t batch, Workplace& workplace) {
  const Problem& problem = task.problem;
  for (auto& events : workplace.events) events.clear();
  for_blocks_of(problem, batch, [&](std::uint32_t block) {
    set_up_part(task, block, {0, problem.block_words()}, workplace, workplace.events);
  });
  const std::uint32_t first = first_word(problem, batch * blocks_at_once());
  for (const Color side : kColors) {
    if (is_stopped(task)) return;
    note(sides_[side].spool.put(*spool_file_, batch, first, workplace.events[side]));
  }
}

/// A problem of few blocks is cut finer, or most threads would have nothing to do. KRvKR has ten
/// blocks. For 16 threads 4 * 16 = 64 tasks are wanted, so each block is cut into 64 / 10, rounded
/// up: 7 parts. KRBvKR has 640 blocks, which need no cutting.
std::uint32_t LevelLoop::parts_of_a_block(const Problem& problem) const {
  const std::uint32_t tasks_wanted = team_.size() == 1 ? 1 : kTasksPerThread * team_.size();
  const std::uint32_t most_parts = std::max(1u, problem.block_words() / StartingWords::kAtOnce);
  return std::min(most_parts, (tasks_wanted + problem.blocks() - 1) / problem.blocks());
}

/// Whoever finishes a part does not know its neighbours, so the parts keep their events until all
/// are done. Then those of a block are put together in the order of its words, as if one thread had
/// found them.
void LevelLoop::set_up_in_parts(const Task& task, std::uint32_t parts) {
  const std::uint32_t block_words = task.problem.block_words();
  const std::uint32_t part_words = (block_words + parts - 1) / parts;
  std::vector<Exits::Events> found(std::size_t{task.problem.blocks()} * parts);
  team_.for_each(found.size(), [&](std::size_t i, unsigned thread) {
    const std::uint32_t block = i / parts;
    const std::uint32_t begin = i % parts * part_words;
    const OffsetRange part{std::min(begin, block_words), std::min(begin + part_words, block_words)};
    set_up_part(task, block, part, *workplaces_[thread], found[i]);
  });
  for (std::uint32_t block = 0; block < task.problem.blocks(); ++block) {
    const auto of_block = std::span(found).subspan(std::size_t{block} * parts, parts);
    for (const Exits::Events& part : of_block.subspan(1)) {
      for (const Color side : kColors) {
        std::vector<ExitEvent>& all = of_block[0][side];
        all.insert(all.end(), part[side].begin(), part[side].end());
      }
    }
    keep_events(task, block, of_block[0], workplaces_[0]->arena);
  }
}

void LevelLoop::set_up_part(const Task& task, std::uint32_t block, OffsetRange part,
                            Workplace& workplace, Exits::Events& events) {
  if (part.begin == 0) task.decisions.begin(block);
  const std::uint32_t first = first_word(task.problem, block), end = first + part.end;
  with_best_instructions([&] {
    for (std::uint32_t word = first + part.begin; word < end && !is_stopped(task);
         word += StartingWords::kAtOnce) {
      set_up_words(task, word, std::min(StartingWords::kAtOnce, end - word), workplace, events);
    }
  });
}

void LevelLoop::keep_events(const Task& task, std::uint32_t block, const Exits::Events& events,
                            Arena& arena) {
  for (const Color side : kColors) {
    sides_[side].events.keep(block, first_word(task.problem, block), events[side], arena);
  }
}

void LevelLoop::set_up_words(const Task& task, std::uint32_t begin, std::uint32_t count,
                             Workplace& workplace, Exits::Events& events) {
  StartingWords& words = workplace.starting_words;
  words.find(task.problem, task.exits, task.decisions, begin, count, events);
  for (std::uint32_t i = 0; i < count; ++i) {
    for (const Color side : kColors) {
      sides_[side].not_won[begin + i] = words.legal[i][side];
      sides_[side].ready[begin + i] = words.without_exit[i][side];
    }
  }
}

void LevelLoop::note(std::optional<FileFault> fault) {
  if (!fault) return;
  const std::lock_guard lock(fault_mutex_);
  if (!first_fault_) first_fault_ = std::move(fault);
  has_fault_ = true;
}

ExitEvents::OfTurn LevelLoop::events_of(Color us, std::uint32_t block, Turn turn,
                                        const Workplace& workplace) {
  if (spool_file_ != nullptr) return workplace.from_disk.of_block(block % blocks_at_once());
  return sides_[us].events.take(block, turn);
}

/// Whoever hears of decisions hears of none that cannot be kept: the solve fails soon anyway.
void LevelLoop::tell(const Task& task, Color us, std::uint32_t block, Turn turn,
                     const BlockCollector& positions) {
  if (turn.level() <= task.max_level) task.decisions.decide(us, block, turn, positions);
}

/// won(n): the union of what moves lead into lost(n-1) from and what the events say, less what was
/// won before. Being legal is part of not_won.
bool LevelLoop::find_wins(const Task& task, std::uint32_t block, Color us, Turn turn,
                          Workplace& workplace) {
  Side& mine = sides_[us];
  const Side& theirs = sides_[opposite(us)];
  BlockCollector& collector = workplace.collector;
  mine.won.clear(block);
  if (theirs.any_lost) moves_.collect_into(task.problem, us, theirs.lost, block, collector);
  const ExitEvents::OfTurn events = events_of(us, block, turn, workplace);
  for (std::size_t i = 0; i < events.offsets.size(); ++i) {
    collector.add(events.offsets[i], events.positions[i]);
  }
  std::uint64_t* not_won = mine.not_won.data() + first_word(task.problem, block);
  const std::size_t won = settling_.intersect(collector, not_won, not_won);
  if (won > 0) {
    settling_.take_out(collector, not_won);
    tell(task, us, block, turn, collector);
    mine.won.fill(block, collector, won);
  }
  collector.clear();
  return won > 0;
}

/// lost(n): of the candidates, those from which no move leads into what the opponent has not won.
/// What he has not won holds what he has lost and what is undecided, so either is a way out.
///
///     candidates     a move into won(n-1), or an event of this turn
///     & ready        every exit is known to lose, and the position is not lost already
///     & not_won      saves tests only: whoever has won by a move has one into what the opponent
///                    has lost, and whoever has won by an exit is never ready
///     - a move into the opponent's not_won
///
/// Taking the losses out of `ready` is what keeps them from being found again.
bool LevelLoop::find_losses(const Task& task, std::uint32_t block, Color us, Turn turn,
                            Workplace& workplace) {
  const Problem& problem = task.problem;
  Side& mine = sides_[us];
  const Side& theirs = sides_[opposite(us)];
  BlockCollector& collector = workplace.collector;
  LevelSet& newly_lost = newly_lost_of(mine, task.metric);
  newly_lost.clear(block);
  if (theirs.any_won) moves_.collect_into(problem, us, theirs.won, block, collector);
  const std::uint32_t begin = first_word(problem, block);
  std::uint64_t* ready = mine.ready.data() + begin;
  const ExitEvents::OfTurn events = events_of(us, block, turn, workplace);
  for (std::size_t i = 0; i < events.offsets.size(); ++i) {
    ready[events.offsets[i]] |= events.positions[i];
    collector.add(events.offsets[i], events.positions[i]);
  }
  const std::size_t candidates = settling_.intersect(collector, ready, mine.not_won.data() + begin);
  if (candidates > kManyCandidates) {
    // Many candidates are tested all at once, few one by one.
    BlockCollector& reachable = workplace.reachable;
    moves_.collect_into_all(problem, us, theirs.not_won, block, reachable);
    settling_.subtract(collector, reachable);
    reachable.clear();
  } else if (candidates > 0) {
    collector.refine([&](std::uint32_t offset, std::uint64_t positions) {
      return moves_.without_move_into(problem, us, theirs.not_won, begin + offset, positions);
    });
  }
  const std::size_t lost = candidates > 0 ? settling_.take_out(collector, ready) : 0;
  if (lost > 0) {
    tell(task, us, block, turn, collector);
    newly_lost.fill(block, collector, lost);
  }
  collector.clear();
  return lost > 0;
}

/// One turn for both sides; whether it added anything. Each block, or batch of blocks, of each side
/// is a task of its own: it writes sets of its own block and side, and reads of the opponent only
/// what earlier turns left. So the order of the tasks makes no difference.
bool LevelLoop::run_turn(const Task& task, Turn turn) {
  ByColor<std::atomic<bool>> any{};
  const std::uint32_t batches = this->batches(task.problem);
  team_.for_each(2 * std::size_t{batches}, [&](std::size_t i, unsigned thread) {
    if (is_stopped(task)) return;
    const Color us = kColors[i / batches];
    const std::uint32_t batch = i % batches;
    Workplace& workplace = *workplaces_[thread];
    if (spool_file_ != nullptr) {
      note(sides_[us].spool.get(*spool_file_, batch, turn, workplace.from_disk));
    }
    for_blocks_of(task.problem, batch, [&](std::uint32_t block) {
      const bool added = turn.wins() ? find_wins(task, block, us, turn, workplace)
                                     : find_losses(task, block, us, turn, workplace);
      if (added) any[us].store(true, std::memory_order_relaxed);
    });
  });
  for (const Color us : kColors) {
    (turn.wins() ? sides_[us].any_won : sides_[us].any_newly_lost) = any[us];
  }
  return any[Color::White] || any[Color::Black];
}

/// Both turns of a level, unless parity rules one out; whether they added anything. Losses come
/// first, since they are found by what was won up to the level before; and what was lost there must
/// stay until the wins are found.
///
/// By zeroing distance, level 5: losses(5) look at won(4), which the wins of this level are about
/// to replace; wins(5) look at lost(4), so losses(5) lie in newly_lost until then.
bool LevelLoop::run_level(const Task& task, unsigned level) {
  const bool by_mate = task.metric == Metric::Mate, odd = level % 2 != 0;
  const bool loses = !by_mate || !odd, wins = !by_mate || odd;
  bool any = false;
  if (loses) any |= run_turn(task, Turn(level, false));
  if (wins) any |= run_turn(task, Turn(level, true));
  if (!loses) return any;
  for (Side& side : sides_) {
    if (!by_mate) std::swap(side.lost, side.newly_lost);
    side.any_lost = side.any_newly_lost;
  }
  return any;
}

/// A level that adds nothing is not the end as long as events are to come: an exit may decide at a
/// level far above all that moves inside the problem decide. Once there are none, a level adds
/// nothing unless the one before did.
Result<unsigned, SolveFault> LevelLoop::run_levels(const Task& task) {
  unsigned last_event = 0, deepest = 0;
  for (const Side& side : sides_) {
    last_event = std::max({last_event, side.events.last_level(), side.spool.last_level()});
  }
  bool added = true;
  for (unsigned level = 0; (added || level <= last_event) && !is_stopped(task); ++level) {
    task.control.level.store(level, std::memory_order_relaxed);
    added = run_level(task, level);
    note(task.decisions.fault());
    if (added) deepest = level;
    if (deepest > task.max_level) {
      return SolveFault{SolveError::TooManyLevels, "something takes more than the " +
                                                       std::to_string(task.max_level) +
                                                       " plies that can be kept"};
    }
  }
  if (first_fault_) return SolveFault{SolveError::Scratch, first_fault_->message};
  if (task.control.cancelled) return SolveFault{SolveError::Cancelled, "interrupted"};
  return deepest;
}

Result<unsigned, SolveFault> LevelLoop::solve(const Problem& problem, Metric metric,
                                              const Exits& exits, Decisions& decisions,
                                              const SolveControl& control) {
  const Task task{problem, metric, exits, decisions, control, decisions.max_level()};
  const double start = team_.cpu_seconds();
  first_fault_.reset();
  has_fault_ = false;
  set_up(task);
  note(exits.finished());
  const double exits_done = team_.cpu_seconds();
  seconds_.exits += exits_done - start;
  auto deepest = run_levels(task);
  seconds_.passes += team_.cpu_seconds() - exits_done;
  return deepest;
}

}  // namespace lucena
