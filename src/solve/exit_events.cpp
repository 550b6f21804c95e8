// SPDX-License-Identifier: GPL-3.0-or-later
#include "solve/exit_events.h"

#include <algorithm>

namespace lucena {

void ExitEvents::keep(std::uint32_t block, std::uint32_t first_word,
                      std::span<const ExitEvent> events, Arena& arena) {
  if (events.empty()) return;
  // Sorted by counting: how many events each turn has tells where they begin.
  // Turns 3 1 3 1 1 have the counts 0 3 0 2, so those of turn 1 begin at 0 and those of turn 3 at
  // 3.
  std::size_t last = 0;
  for (const ExitEvent& event : events) last = std::max<std::size_t>(last, event.turn.number());
  std::vector<std::uint32_t> next(last + 1);  // first the number, then the place of the next event
  for (const ExitEvent& event : events) ++next[event.turn.number()];
  const std::size_t turn_count = next.size() - std::count(next.begin(), next.end(), 0u);
  const std::span<TurnEnd> turns = arena.array<TurnEnd>(turn_count);
  std::uint32_t end = 0;
  for (std::size_t number = 0, i = 0; number <= last; ++number) {
    if (next[number] == 0) continue;
    const std::uint32_t begin = end;
    end += next[number];
    next[number] = begin;
    turns[i++] = {Turn::of_number(number), end};
  }
  const std::span<std::uint64_t> positions = arena.array<std::uint64_t>(events.size());
  const std::span<std::uint16_t> offsets = arena.array<std::uint16_t>(events.size());
  for (const ExitEvent& event : events) {
    // Events of one turn stay in the order in which they came.
    const std::uint32_t place = next[event.turn.number()]++;
    positions[place] = event.positions;
    offsets[place] = event.word - first_word;
  }
  blocks_[block] = {positions.data(), offsets.data(), turns};
}

/// Turns come in ascending order, so one comparison tells whether the block has events at this one.
ExitEvents::OfTurn ExitEvents::take(std::uint32_t number, Turn turn) {
  Block& block = blocks_[number];
  if (block.next_turn == block.turns.size() || block.turns[block.next_turn].turn != turn) return {};
  const std::uint32_t begin = block.next;
  block.next = block.turns[block.next_turn++].end;
  const std::size_t size = block.next - begin;
  return {{block.positions + begin, size}, {block.offsets + begin, size}};
}

unsigned ExitEvents::last_level() const {
  unsigned last = 0;
  for (const Block& block : blocks_) {
    if (!block.turns.empty()) last = std::max(last, block.turns.back().turn.level());
  }
  return last;
}

}  // namespace lucena
