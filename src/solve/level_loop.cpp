// SPDX-License-Identifier: GPL-3.0-or-later
#include "solve/level_loop.h"

#include <algorithm>
#include <chrono>
#include <cstring>

#include "solve/word_sets.h"

namespace lucena {
namespace {

void make_room(PositionSet& set, std::size_t words) {
  if (set.size() < words) set = PositionSet(words);
}

double seconds_since(std::chrono::steady_clock::time_point start) {
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
}

}  // namespace

LevelLoop::LevelLoop(ThreadPool& pool) : pool_(pool), moves_(moves_for(simd_level())) {
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
  pool_.for_each(problem.blocks(), [&](std::size_t block, unsigned thread) {
    if (cancelled) return;
    set_up_block(problem, exits, static_cast<std::uint32_t>(block), *workplaces_[thread]);
  });
  for (Side& side : sides_) {
    for (const auto& events : side.events) {
      if (!events.empty())
        side.last_event_level = std::max(side.last_event_level, events.back().level);
    }
  }
}

void LevelLoop::set_up_block(const Problem& problem, const Exits& exits, std::uint32_t block,
                             Workplace& workplace) {
  ScoreRow row;
  const std::uint32_t begin = block << problem.block_shift();
  for (const Color us : kColors) {
    Side& mine = side(us);
    std::vector<ExitEvent>& events = workplace.events;
    events.clear();
    std::array<std::uint32_t, kMaxLevel + 2> first_of_level{};
    for (std::uint32_t word = begin; word < begin + problem.block_words(); ++word) {
      const WordSets sets =
          word_sets(problem.white_king(word), problem.men(), problem.squares(word));
      const std::uint64_t legal =
          sets.legal[static_cast<std::size_t>(us)] & problem.black_king_squares();
      mine.not_won[word] = legal;
      mine.ready[word] = 0;
      std::memset(scores_[static_cast<std::size_t>(us)] + std::size_t{word} * 64, kDraw, 64);
      if (legal == 0) continue;
      exits.best_exits(word, legal, us, row);
      mine.ready[word] = legal & equal_bits(row.data(), 0);
      std::uint64_t rest = legal & ~mine.ready[word] & ~equal_bits(row.data(), kDraw);
      while (rest != 0) {
        const Score score = row[static_cast<std::size_t>(std::countr_zero(rest))];
        const std::uint64_t same = rest & equal_bits(row.data(), score);
        const unsigned level = *level_of_score(score);
        events.push_back({same, word, level});
        ++first_of_level[level + 1];
        rest &= ~same;
      }
    }
    for (std::size_t level = 1; level < first_of_level.size(); ++level) {
      first_of_level[level] += first_of_level[level - 1];
    }
    mine.events[block].resize(events.size());
    for (const ExitEvent& event : events) {
      mine.events[block][first_of_level[event.level]++] = event;
    }
  }
}

/// Mated: in check, no exit at all and no move that stays inside.
void LevelLoop::find_mates(const Problem& problem, std::uint32_t block, Color us) {
  Side& mine = side(us);
  const PositionSet& reachable = side(opposite(us)).not_won;
  const std::uint32_t begin = block << problem.block_shift();
  for (std::uint32_t word = begin; word < begin + problem.block_words(); ++word) {
    if (mine.ready[word] == 0) continue;
    const WordSets sets = word_sets(problem.white_king(word), problem.men(), problem.squares(word));
    const std::uint64_t candidates = sets.in_check[static_cast<std::size_t>(us)] & mine.ready[word];
    if (candidates == 0) continue;
    const std::uint64_t mated = moves_.without_move_into(problem, us, reachable, word, candidates);
    if (mated == 0) continue;
    mine.ready[word] &= ~mated;
    mine.lost.add(block, {mated, word});
    write_score(scores_[static_cast<std::size_t>(us)] + std::size_t{word} * 64, mated, 0);
  }
  mine.lost.finish(block);
}

void LevelLoop::find_wins(const Problem& problem, std::uint32_t block, Color us, unsigned level,
                          Workplace& workplace) {
  Side& mine = side(us);
  const Side& theirs = side(opposite(us));
  BlockCollector& collector = workplace.collector;
  mine.won.clear(block);
  if (theirs.any_lost) moves_.collect_into(problem, us, theirs.lost, block, collector);
  const std::uint32_t offset_mask = problem.block_words() - 1;
  const std::vector<ExitEvent>& events = mine.events[block];
  for (std::size_t& next = mine.next_event[block];
       next < events.size() && events[next].level == level; ++next) {
    collector.add(events[next].word & offset_mask, events[next].positions);
  }
  const std::uint32_t begin = block << problem.block_shift();
  Score* scores = scores_[static_cast<std::size_t>(us)];
  collector.drain([&](std::uint32_t offset, std::uint64_t positions) {
    const std::uint32_t word = begin + offset;
    const std::uint64_t fresh = positions & mine.not_won[word];
    if (fresh == 0) return;
    mine.not_won[word] &= ~fresh;
    mine.won.add(block, {fresh, word});
    write_score(scores + std::size_t{word} * 64, fresh, score_of_level(level));
  });
  mine.won.finish(block);
}

void LevelLoop::find_losses(const Problem& problem, std::uint32_t block, Color us, unsigned level,
                            Workplace& workplace) {
  Side& mine = side(us);
  const Side& theirs = side(opposite(us));
  BlockCollector& collector = workplace.collector;
  mine.lost.clear(block);
  if (theirs.any_won) moves_.collect_into(problem, us, theirs.won, block, collector);
  const std::uint32_t offset_mask = problem.block_words() - 1;
  const std::vector<ExitEvent>& events = mine.events[block];
  for (std::size_t& next = mine.next_event[block];
       next < events.size() && events[next].level == level; ++next) {
    mine.ready[events[next].word] |= events[next].positions;
    collector.add(events[next].word & offset_mask, events[next].positions);
  }
  const std::uint32_t begin = block << problem.block_shift();
  std::vector<WordEntry>& candidates = workplace.candidates;
  candidates.clear();
  collector.drain([&](std::uint32_t offset, std::uint64_t positions) {
    const std::uint32_t word = begin + offset;
    const std::uint64_t possible = positions & mine.ready[word] & mine.not_won[word];
    if (possible != 0) candidates.push_back({possible, word});
  });
  // Many candidates are tested all at once, few one by one.
  const bool crowded = candidates.size() > kCrowded;
  BlockCollector& reachable = workplace.reachable;
  if (crowded) moves_.collect_into_all(problem, us, theirs.not_won, block, reachable);
  Score* scores = scores_[static_cast<std::size_t>(us)];
  for (const WordEntry& entry : candidates) {
    const std::uint64_t lost =
        crowded
            ? entry.positions & ~reachable.all_words()[entry.word - begin]
            : moves_.without_move_into(problem, us, theirs.not_won, entry.word, entry.positions);
    if (lost == 0) continue;
    mine.ready[entry.word] &= ~lost;
    mine.lost.add(block, {lost, entry.word});
    write_score(scores + std::size_t{entry.word} * 64, lost, score_of_level(level));
  }
  if (crowded) reachable.clear();
  mine.lost.finish(block);
}

/// One level for both sides; whether it added anything.
bool LevelLoop::run_level(const Problem& problem, unsigned level) {
  const bool winning = level % 2 != 0;
  std::array<std::atomic<bool>, 2> any{};
  pool_.for_each(2 * problem.blocks(), [&](std::size_t i, unsigned thread) {
    const Color us = kColors[i / problem.blocks()];
    const auto block = static_cast<std::uint32_t>(i % problem.blocks());
    bool added;
    if (level == 0) {
      find_mates(problem, block, us);
      added = !side(us).lost.empty(block);
    } else if (winning) {
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

unsigned LevelLoop::solve(const Problem& problem, const Exits& exits, std::array<Score*, 2> scores,
                          const std::atomic<bool>& cancelled,
                          std::atomic<unsigned>& level_under_way) {
  scores_ = scores;
  auto start = std::chrono::steady_clock::now();
  set_up(problem, exits, cancelled);
  seconds_.exits += seconds_since(start) * pool_.threads();

  start = std::chrono::steady_clock::now();
  const unsigned last_event = std::max(sides_[0].last_event_level, sides_[1].last_event_level);
  unsigned deepest = 0;
  bool before = run_level(problem, 0);
  for (unsigned level = 1; (before || level <= last_event) && !cancelled; ++level) {
    assert(level <= kMaxLevel);
    level_under_way.store(level, std::memory_order_relaxed);
    before = run_level(problem, level);
    if (before) deepest = level;
  }
  seconds_.passes += seconds_since(start) * pool_.threads();
  return deepest;
}

}  // namespace lucena
