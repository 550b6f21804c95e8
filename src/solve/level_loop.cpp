// SPDX-License-Identifier: GPL-3.0-or-later
#include "solve/level_loop.h"

#include <algorithm>
#include <cstring>

#include "base/clock.h"
#include "solve/word_sets.h"

namespace lucena {
namespace {

/// What the exits say of a position in check that has none: mated, if no other move is left.
constexpr Turn kMated(0, false);

void make_room(PositionSet& set, std::size_t words) {
  if (set.size() < words) set = PositionSet(words);
}

}  // namespace

LevelLoop::LevelLoop(ThreadPool& pool)
    : pool_(pool), moves_(moves_for(simd_level())), settling_(settling_for(simd_level())) {
  for (unsigned thread = 0; thread < pool.threads(); ++thread) {
    workplaces_.push_back(std::make_unique<Workplace>());
  }
}

void LevelLoop::set_up(const Problem& problem, const Exits& exits,
                       const std::atomic<bool>& cancelled) {
  for (Side& side : sides_) {
    make_room(side.not_won, problem.words());
    make_room(side.ready, problem.words());
    side.won.reset(problem.blocks(), problem.block_shift());
    side.lost.reset(problem.blocks(), problem.block_shift());
    side.newly_lost.reset(problem.blocks(), problem.block_shift());
    side.events.reset(problem.blocks());
    side.any_won = side.any_lost = side.any_newly_lost = false;
  }
  for (const auto& workplace : workplaces_) {
    workplace->collector.set_size(problem.block_words());
    workplace->reachable.set_size(problem.block_words());
    workplace->arena.reset();
  }
  pool_.for_each(problem.blocks(), [&](std::size_t block, unsigned thread) {
    set_up_block(problem, exits, static_cast<std::uint32_t>(block), *workplaces_[thread],
                 cancelled);
  });
}

void LevelLoop::set_up_block(const Problem& problem, const Exits& exits, std::uint32_t block,
                             Workplace& workplace, const std::atomic<bool>& cancelled) {
  for (auto& events : workplace.events) events.clear();
  const std::uint32_t begin = block << problem.block_shift();
  const std::uint8_t drawn = metric_ == Metric::Mate ? kDraw : 0;
  for (std::uint32_t word = begin; word < begin + problem.block_words() && !cancelled; ++word) {
    const WordSets sets = word_sets(problem.white_king(word), problem.men(), problem.squares(word));
    const std::array legal{sets.legal[0] & problem.black_king_squares(),
                           sets.legal[1] & problem.black_king_squares()};
    std::array<std::uint64_t, 2> without_exit{};
    if ((legal[0] | legal[1]) != 0) {
      without_exit = exits.add_events(word, legal, workplace.events);
    }
    for (std::size_t s = 0; s < 2; ++s) {
      std::memset(values_[s] + std::size_t{word} * 64, drawn, 64);
      sides_[s].not_won[word] = legal[s];
      sides_[s].ready[word] = without_exit[s];
      const std::uint64_t perhaps_mated = sets.in_check[s] & without_exit[s];
      if (perhaps_mated != 0) workplace.events[s].push_back({perhaps_mated, word, kMated});
    }
  }
  for (std::size_t s = 0; s < 2; ++s) {
    sides_[s].events.keep(block, begin, workplace.events[s], workplace.arena);
  }
}

std::uint8_t LevelLoop::value_of(Turn turn) const {
  if (metric_ == Metric::Mate) return score_of_level(turn.level());
  return static_cast<std::uint8_t>(turn.level());
}

void LevelLoop::find_wins(const Problem& problem, std::uint32_t block, Color us, Turn turn,
                          Workplace& workplace) {
  Side& mine = side(us);
  const Side& theirs = side(opposite(us));
  BlockCollector& collector = workplace.collector;
  mine.won.clear(block);
  if (theirs.any_lost) moves_.collect_into(problem, us, theirs.lost, block, collector);
  const std::uint32_t begin = block << problem.block_shift();
  const ExitEvents::OfTurn events = mine.events.take(block, turn);
  for (std::size_t i = 0; i < events.offsets.size(); ++i) {
    collector.add(events.offsets[i], events.positions[i]);
  }
  std::uint64_t* not_won = mine.not_won.data() + begin;
  settling_.intersect(collector, not_won, not_won);
  std::uint8_t* rows = values_[static_cast<std::size_t>(us)] + std::size_t{begin} * 64;
  const std::size_t won = settling_.decide(collector, not_won, rows, value_of(turn));
  mine.won.fill(block, collector, won);
  collector.clear();
}

void LevelLoop::find_losses(const Problem& problem, std::uint32_t block, Color us, Turn turn,
                            Workplace& workplace) {
  Side& mine = side(us);
  const Side& theirs = side(opposite(us));
  BlockCollector& collector = workplace.collector;
  LevelSet& newly_lost = newly_lost_of(mine);
  newly_lost.clear(block);
  if (theirs.any_won) moves_.collect_into(problem, us, theirs.won, block, collector);
  const std::uint32_t begin = block << problem.block_shift();
  std::uint64_t* ready = mine.ready.data() + begin;
  const ExitEvents::OfTurn events = mine.events.take(block, turn);
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
  std::uint8_t* rows = values_[static_cast<std::size_t>(us)] + std::size_t{begin} * 64;
  const std::size_t lost = settling_.decide(collector, ready, rows, value_of(turn));
  newly_lost.fill(block, collector, lost);
  collector.clear();
}

/// One turn for both sides; whether it added anything.
bool LevelLoop::run_turn(const Problem& problem, Turn turn) {
  std::array<std::atomic<bool>, 2> any{};
  pool_.for_each(2 * problem.blocks(), [&](std::size_t i, unsigned thread) {
    const Color us = kColors[i / problem.blocks()];
    const auto block = static_cast<std::uint32_t>(i % problem.blocks());
    bool added;
    if (turn.wins()) {
      find_wins(problem, block, us, turn, *workplaces_[thread]);
      added = !side(us).won.empty(block);
    } else {
      find_losses(problem, block, us, turn, *workplaces_[thread]);
      added = !newly_lost_of(side(us)).empty(block);
    }
    if (added) any[static_cast<std::size_t>(us)].store(true, std::memory_order_relaxed);
  });
  for (const Color us : kColors) {
    (turn.wins() ? side(us).any_won : side(us).any_newly_lost) = any[static_cast<std::size_t>(us)];
  }
  return any[0] || any[1];
}

/// Both turns of a level, unless parity rules one out; whether they added anything. Losses come
/// first, since they are found by what was won up to the level before; and what was lost there must
/// stay until the wins are found.
bool LevelLoop::run_level(const Problem& problem, unsigned level) {
  const bool odd = level % 2 != 0;
  const bool loses = metric_ != Metric::Mate || !odd, wins = metric_ != Metric::Mate || odd;
  bool any = false;
  if (loses) any |= run_turn(problem, Turn(level, false));
  if (wins) any |= run_turn(problem, Turn(level, true));
  if (!loses) return any;
  for (Side& side : sides_) {
    if (metric_ != Metric::Mate) std::swap(side.lost, side.newly_lost);
    side.any_lost = side.any_newly_lost;
  }
  return any;
}

unsigned LevelLoop::solve(const Problem& problem, Metric metric, const Exits& exits,
                          std::array<std::uint8_t*, 2> values, const std::atomic<bool>& cancelled,
                          std::atomic<unsigned>& level_under_way) {
  metric_ = metric;
  values_ = values;
  // A loop with the pool to itself is all that the process does.
  const auto cpu_seconds = pool_.threads() == 1 ? thread_cpu_seconds : process_cpu_seconds;
  const double start = cpu_seconds();
  set_up(problem, exits, cancelled);
  const double exits_done = cpu_seconds();
  seconds_.exits += exits_done - start;
  const unsigned last_event =
      std::max(sides_[0].events.last_level(), sides_[1].events.last_level());
  unsigned deepest = 0;
  bool before = run_level(problem, 0);
  for (unsigned level = 1; (before || level <= last_event) && level <= kMaxLevel && !cancelled;
       ++level) {
    level_under_way.store(level, std::memory_order_relaxed);
    before = run_level(problem, level);
    if (before) deepest = level;
  }
  seconds_.passes += cpu_seconds() - exits_done;
  return deepest;
}

}  // namespace lucena
