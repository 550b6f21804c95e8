// SPDX-License-Identifier: GPL-3.0-or-later
#include "solve/exit_events.h"

#include <algorithm>
#include <array>

#include "table/score.h"

namespace lucena {

void ExitEvents::keep(std::uint32_t block, std::uint32_t first_word,
                      std::span<const ExitEvent> events, Arena& arena) {
  if (events.empty()) return;
  constexpr std::size_t kTurns = 2 * (kMaxLevel + 1);
  std::array<std::uint32_t, kTurns> count{};
  std::size_t first = kTurns, last = 0, turn_count = 0;
  for (const ExitEvent& event : events) {
    const std::size_t number = event.turn.number();
    if (count[number]++ == 0) ++turn_count;
    first = std::min(first, number);
    last = std::max(last, number);
  }
  const std::span<TurnEnd> turns = arena.array<TurnEnd>(turn_count);
  std::array<std::uint32_t, kTurns> next;  // the place of each turn's next event
  std::uint32_t end = 0;
  for (std::size_t number = first, i = 0; number <= last; ++number) {
    if (count[number] == 0) continue;
    next[number] = end;
    end += count[number];
    turns[i++] = {Turn(static_cast<unsigned>(number / 2), number % 2 != 0), end};
  }
  const std::span<std::uint64_t> positions = arena.array<std::uint64_t>(events.size());
  const std::span<std::uint16_t> offsets = arena.array<std::uint16_t>(events.size());
  for (const ExitEvent& event : events) {
    const std::uint32_t place = next[event.turn.number()]++;
    positions[place] = event.positions;
    offsets[place] = static_cast<std::uint16_t>(event.word - first_word);
  }
  blocks_[block] = {positions.data(), offsets.data(), turns};
}

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
