// SPDX-License-Identifier: GPL-3.0-or-later
#include "solve/level_loop.h"

#include <emmintrin.h>

#include <algorithm>
#include <chrono>
#include <cstring>

namespace lucena {
namespace {

/// The bits of a row that hold this score.
std::uint64_t equal_bits(const ScoreRow& row, Score score) {
  const __m128i wanted = _mm_set1_epi8(static_cast<char>(score));
  std::uint64_t bits = 0;
  for (std::size_t i = 0; i < 64; i += 16) {
    const __m128i part = _mm_loadu_si128(reinterpret_cast<const __m128i*>(&row[i]));
    const auto equal = static_cast<std::uint32_t>(_mm_movemask_epi8(_mm_cmpeq_epi8(part, wanted)));
    bits |= std::uint64_t{equal} << i;
  }
  return bits;
}

void write_score(Score* row, std::uint64_t positions, Score score) {
  for (; positions != 0; positions &= positions - 1) row[std::countr_zero(positions)] = score;
}

double seconds_since(std::chrono::steady_clock::time_point start) {
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
}

}  // namespace

LevelLoop::LevelLoop(ThreadPool& pool) : pool_(pool) {
  for (unsigned thread = 0; thread < pool.threads(); ++thread) {
    collectors_.push_back(std::make_unique<BlockCollector>());
  }
}

void LevelLoop::set_up(const Problem& problem, const Exits& exits) {
  for (Side& side : sides_) {
    side.not_won.resize(problem.words());
    side.ready.resize(problem.words());
    side.won.resize(problem.blocks());
    side.lost.resize(problem.blocks());
    side.events.resize(problem.blocks());
    side.next_event.assign(problem.blocks(), 0);
    side.any_won = side.any_lost = false;
    side.last_event_level = 0;
  }
  checks_.resize(problem.words());
  pool_.for_each(problem.blocks(), [&](std::size_t block, unsigned) {
    set_up_block(problem, exits, static_cast<std::uint32_t>(block));
  });
  for (Side& side : sides_) {
    for (const auto& events : side.events) {
      if (!events.empty()) side.last_event_level = std::max(side.last_event_level, events.back().level);
    }
  }
}

void LevelLoop::set_up_block(const Problem& problem, const Exits& exits, std::uint32_t block) {
  for (Side& side : sides_) {
    side.won[block].clear();
    side.lost[block].clear();
    side.events[block].clear();
  }
  ScoreRow row;
  const std::uint32_t begin = block << problem.block_shift();
  for (std::uint32_t word = begin; word < begin + problem.block_words(); ++word) {
    const WordSets sets = word_sets(problem.white_king(word), problem.men(), problem.squares(word));
    for (const Color us : kColors) {
      Side& mine = side(us);
      const std::uint64_t legal = sets.legal[static_cast<std::size_t>(us)];
      mine.not_won[word] = legal;
      mine.ready[word] = 0;
      checks_[word][static_cast<std::size_t>(us)] = sets.in_check[static_cast<std::size_t>(us)];
      std::memset(scores_[static_cast<std::size_t>(us)] + std::size_t{word} * 64, kDraw, 64);
      if (legal == 0) continue;
      exits.best_exits(word, sets, us, row);
      mine.ready[word] = legal & equal_bits(row, 0);
      std::uint64_t rest = legal & ~mine.ready[word] & ~equal_bits(row, kDraw);
      while (rest != 0) {
        const Score score = row[static_cast<std::size_t>(std::countr_zero(rest))];
        const std::uint64_t same = rest & equal_bits(row, score);
        mine.events[block].push_back({same, word, *level_of_score(score)});
        rest &= ~same;
      }
    }
  }
  for (Side& side : sides_) {
    std::stable_sort(side.events[block].begin(), side.events[block].end(),
                     [](const ExitEvent& a, const ExitEvent& b) { return a.level < b.level; });
  }
}

/// Mated: in check, no exit at all and no move that stays inside.
void LevelLoop::find_mates(const Problem& problem, std::uint32_t block, Color us) {
  Side& mine = side(us);
  const DenseSet& reachable = side(opposite(us)).not_won;
  const std::uint32_t begin = block << problem.block_shift();
  for (std::uint32_t word = begin; word < begin + problem.block_words(); ++word) {
    const std::uint64_t candidates =
        checks_[word][static_cast<std::size_t>(us)] & mine.ready[word];
    if (candidates == 0) continue;
    const std::uint64_t mated = without_move_into(problem, us, reachable, word, candidates);
    if (mated == 0) continue;
    mine.ready[word] &= ~mated;
    mine.lost[block].push_back({mated, word});
    write_score(scores_[static_cast<std::size_t>(us)] + std::size_t{word} * 64, mated, 0);
  }
}

void LevelLoop::find_wins(const Problem& problem, std::uint32_t block, Color us, unsigned level,
                          BlockCollector& collector) {
  Side& mine = side(us);
  const Side& theirs = side(opposite(us));
  mine.won[block].clear();
  if (theirs.any_lost) collect_moves_into(problem, us, theirs.lost, block, collector);
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
    mine.won[block].push_back({fresh, word});
    write_score(scores + std::size_t{word} * 64, fresh, score_of_level(level));
  });
}

void LevelLoop::find_losses(const Problem& problem, std::uint32_t block, Color us, unsigned level,
                            BlockCollector& collector) {
  Side& mine = side(us);
  const Side& theirs = side(opposite(us));
  mine.lost[block].clear();
  if (theirs.any_won) collect_moves_into(problem, us, theirs.won, block, collector);
  const std::uint32_t offset_mask = problem.block_words() - 1;
  const std::vector<ExitEvent>& events = mine.events[block];
  for (std::size_t& next = mine.next_event[block];
       next < events.size() && events[next].level == level; ++next) {
    mine.ready[events[next].word] |= events[next].positions;
    collector.add(events[next].word & offset_mask, events[next].positions);
  }
  const std::uint32_t begin = block << problem.block_shift();
  Score* scores = scores_[static_cast<std::size_t>(us)];
  collector.drain([&](std::uint32_t offset, std::uint64_t positions) {
    const std::uint32_t word = begin + offset;
    const std::uint64_t candidates = positions & mine.ready[word] & mine.not_won[word];
    if (candidates == 0) return;
    const std::uint64_t lost = without_move_into(problem, us, theirs.not_won, word, candidates);
    if (lost == 0) return;
    mine.ready[word] &= ~lost;
    mine.lost[block].push_back({lost, word});
    write_score(scores + std::size_t{word} * 64, lost, score_of_level(level));
  });
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
      added = !side(us).lost[block].empty();
    } else if (winning) {
      find_wins(problem, block, us, level, *collectors_[thread]);
      added = !side(us).won[block].empty();
    } else {
      find_losses(problem, block, us, level, *collectors_[thread]);
      added = !side(us).lost[block].empty();
    }
    if (added) any[static_cast<std::size_t>(us)].store(true, std::memory_order_relaxed);
  });
  for (const Color us : kColors) {
    (winning ? side(us).any_won : side(us).any_lost) = any[static_cast<std::size_t>(us)];
  }
  return any[0] || any[1];
}

unsigned LevelLoop::solve(const Problem& problem, const Exits& exits,
                          std::array<Score*, 2> scores, const std::atomic<bool>& cancelled) {
  scores_ = scores;
  auto start = std::chrono::steady_clock::now();
  set_up(problem, exits);
  seconds_.exits += seconds_since(start) * pool_.threads();

  start = std::chrono::steady_clock::now();
  const unsigned last_event = std::max(sides_[0].last_event_level, sides_[1].last_event_level);
  unsigned deepest = 0;
  bool before = run_level(problem, 0);
  for (unsigned level = 1; (before || level <= last_event) && !cancelled; ++level) {
    assert(level <= kMaxLevel);
    before = run_level(problem, level);
    if (before) deepest = level;
  }
  seconds_.passes += seconds_since(start) * pool_.threads();
  return deepest;
}

}  // namespace lucena
