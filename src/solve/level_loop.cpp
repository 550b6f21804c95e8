// SPDX-License-Identifier: GPL-3.0-or-later
#include "solve/level_loop.h"

#include <algorithm>
#include <cstring>

#include "base/clock.h"
#include "solve/word_sets.h"

namespace lucena {
namespace {

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
    side.events.resize(problem.blocks());
    side.next_event.assign(problem.blocks(), 0);
    side.any_won = side.any_lost = false;
    side.last_event_level = 0;
  }
  for (const auto& workplace : workplaces_) {
    workplace->collector.set_size(problem.block_words());
    workplace->reachable.set_size(problem.block_words());
  }
  pool_.for_each(problem.blocks(), [&](std::size_t block, unsigned thread) {
    set_up_block(problem, exits, static_cast<std::uint32_t>(block), *workplaces_[thread],
                 cancelled);
  });
  for (Side& side : sides_) {
    for (const auto& events : side.events) {
      const unsigned last = events.empty() ? 0 : events.back().level;
      side.last_event_level = std::max(side.last_event_level, last);
    }
  }
}

void LevelLoop::set_up_block(const Problem& problem, const Exits& exits, std::uint32_t block,
                             Workplace& workplace, const std::atomic<bool>& cancelled) {
  for (auto& events : workplace.events) events.clear();
  const std::uint32_t begin = block << problem.block_shift();
  for (std::uint32_t word = begin; word < begin + problem.block_words() && !cancelled; ++word) {
    const WordSets sets = word_sets(problem.white_king(word), problem.men(), problem.squares(word));
    const std::array legal{sets.legal[0] & problem.black_king_squares(),
                           sets.legal[1] & problem.black_king_squares()};
    std::array<ScoreRow, 2> rows;
    std::array<bool, 2> any{};
    if ((legal[0] | legal[1]) != 0) any = exits.best_exits(word, legal, rows);
    for (std::size_t s = 0; s < 2; ++s) {
      std::memset(scores_[s] + std::size_t{word} * 64, kDraw, 64);
      sides_[s].not_won[word] = legal[s];
      const std::uint64_t without_exit =
          any[s] ? legal[s] & equal_bits(rows[s].data(), 0) : legal[s];
      sides_[s].ready[word] = without_exit;
      const std::uint64_t perhaps_mated = sets.in_check[s] & without_exit;
      if (perhaps_mated != 0) workplace.events[s].push_back({perhaps_mated, word, 0});
      if (any[s]) add_events(rows[s], legal[s] & ~without_exit, word, workplace.events[s]);
    }
  }
  for (std::size_t s = 0; s < 2; ++s) sort_events(workplace.events[s], sides_[s].events[block]);
}

void LevelLoop::add_events(const ScoreRow& row, std::uint64_t with_exit, std::uint32_t word,
                           std::vector<ExitEvent>& events) {
  std::uint64_t rest = with_exit & ~equal_bits(row.data(), kDraw);
  while (rest != 0) {
    const Score score = row[static_cast<std::size_t>(std::countr_zero(rest))];
    const std::uint64_t same = rest & equal_bits(row.data(), score);
    events.push_back({same, word, *level_of_score(score)});
    rest &= ~same;
  }
}

/// By level; those of one level keep their order.
void LevelLoop::sort_events(const std::vector<ExitEvent>& events, std::vector<ExitEvent>& sorted) {
  std::array<std::uint32_t, kMaxLevel + 2> first_of_level{};
  for (const ExitEvent& event : events) ++first_of_level[event.level + 1];
  for (std::size_t level = 1; level < first_of_level.size(); ++level) {
    first_of_level[level] += first_of_level[level - 1];
  }
  sorted.resize(events.size());
  for (const ExitEvent& event : events) sorted[first_of_level[event.level]++] = event;
}

std::span<const LevelLoop::ExitEvent> LevelLoop::events_of_level(Side& side, std::uint32_t block,
                                                                 unsigned level) {
  const std::vector<ExitEvent>& events = side.events[block];
  const std::size_t begin = side.next_event[block];
  std::size_t end = begin;
  while (end < events.size() && events[end].level == level) ++end;
  side.next_event[block] = end;
  return std::span(events).subspan(begin, end - begin);
}

void LevelLoop::find_wins(const Problem& problem, std::uint32_t block, Color us, unsigned level,
                          Workplace& workplace) {
  Side& mine = side(us);
  const Side& theirs = side(opposite(us));
  BlockCollector& collector = workplace.collector;
  mine.won.clear(block);
  if (theirs.any_lost) moves_.collect_into(problem, us, theirs.lost, block, collector);
  const std::uint32_t begin = block << problem.block_shift();
  for (const ExitEvent& event : events_of_level(mine, block, level)) {
    collector.add(event.word - begin, event.positions);
  }
  std::uint64_t* not_won = mine.not_won.data() + begin;
  settling_.intersect(collector, not_won, not_won);
  Score* rows = scores_[static_cast<std::size_t>(us)] + std::size_t{begin} * 64;
  const std::size_t won = settling_.decide(collector, not_won, rows, score_of_level(level));
  mine.won.fill(block, collector, won);
  collector.clear();
}

void LevelLoop::find_losses(const Problem& problem, std::uint32_t block, Color us, unsigned level,
                            Workplace& workplace) {
  Side& mine = side(us);
  const Side& theirs = side(opposite(us));
  BlockCollector& collector = workplace.collector;
  mine.lost.clear(block);
  if (theirs.any_won) moves_.collect_into(problem, us, theirs.won, block, collector);
  const std::uint32_t begin = block << problem.block_shift();
  for (const ExitEvent& event : events_of_level(mine, block, level)) {
    mine.ready[event.word] |= event.positions;
    collector.add(event.word - begin, event.positions);
  }
  std::uint64_t* ready = mine.ready.data() + begin;
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
  Score* rows = scores_[static_cast<std::size_t>(us)] + std::size_t{begin} * 64;
  const std::size_t lost = settling_.decide(collector, ready, rows, score_of_level(level));
  mine.lost.fill(block, collector, lost);
  collector.clear();
}

/// One level for both sides; whether it added anything.
bool LevelLoop::run_level(const Problem& problem, unsigned level) {
  const bool winning = level % 2 != 0;
  std::array<std::atomic<bool>, 2> any{};
  pool_.for_each(2 * problem.blocks(), [&](std::size_t i, unsigned thread) {
    const Color us = kColors[i / problem.blocks()];
    const auto block = static_cast<std::uint32_t>(i % problem.blocks());
    bool added;
    if (winning) {
      find_wins(problem, block, us, level, *workplaces_[thread]);
      added = !side(us).won.empty(block);
    } else {
      find_losses(problem, block, us, level, *workplaces_[thread]);
      added = !side(us).lost.empty(block);
    }
    if (added) any[static_cast<std::size_t>(us)].store(true, std::memory_order_relaxed);
  });
  for (const Color us : kColors) {
    (winning ? side(us).any_won : side(us).any_lost) = any[static_cast<std::size_t>(us)];
  }
  return any[0] || any[1];
}

void LevelLoop::solve(const Problem& problem, const Exits& exits, std::array<Score*, 2> scores,
                      const std::atomic<bool>& cancelled, std::atomic<unsigned>& level_under_way) {
  scores_ = scores;
  // A loop with the pool to itself is all that the process does.
  const auto cpu_seconds = pool_.threads() == 1 ? thread_cpu_seconds : process_cpu_seconds;
  const double start = cpu_seconds();
  set_up(problem, exits, cancelled);
  const double exits_done = cpu_seconds();
  seconds_.exits += exits_done - start;
  const unsigned last_event = std::max(sides_[0].last_event_level, sides_[1].last_event_level);
  bool before = run_level(problem, 0);
  for (unsigned level = 1; (before || level <= last_event) && level <= kMaxLevel && !cancelled;
       ++level) {
    level_under_way.store(level, std::memory_order_relaxed);
    before = run_level(problem, level);
  }
  seconds_.passes += cpu_seconds() - exits_done;
}

}  // namespace lucena
