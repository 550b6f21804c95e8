// SPDX-License-Identifier: GPL-3.0-or-later
#include "solve/event_spool.h"

#include <algorithm>
#include <cassert>
#include <cstring>

namespace lucena {
namespace {

/// Where the parts of a piece with so many events begin.
struct PieceShape {
  explicit PieceShape(std::size_t events)
      : counts(events * sizeof(std::uint64_t)),
        offsets(counts + EventSpool::kBatchBlocks * sizeof(std::uint32_t)),
        size(offsets + events * sizeof(std::uint16_t)) {}

  /// The inverse: how many events make a piece of this size.
  static std::size_t events_in(std::size_t size_bytes) {
    return (size_bytes - PieceShape(0).size) / (PieceShape(1).size - PieceShape(0).size);
  }

  std::size_t counts, offsets, size;
};

template <class T>
T* part(std::uint8_t* bytes, std::size_t offset) {
  return reinterpret_cast<T*>(bytes + offset);
}

/// Sorted by counting, as ExitEvents does it: events of one turn stay in the order of words.
std::vector<std::vector<ExitEvent>> by_turn(std::span<const ExitEvent> events) {
  std::vector<std::vector<ExitEvent>> sorted;
  std::vector<std::size_t> counts;
  for (const ExitEvent& event : events) {
    const std::size_t turn = event.turn.number();
    if (turn >= counts.size()) counts.resize(turn + 1);
    ++counts[turn];
  }
  sorted.resize(counts.size());
  for (std::size_t turn = 0; turn < counts.size(); ++turn) sorted[turn].reserve(counts[turn]);
  for (const ExitEvent& event : events) sorted[event.turn.number()].push_back(event);
  return sorted;
}

}  // namespace

void EventSpool::reset(std::uint32_t batches, int block_shift) {
  batches_.assign(batches, {});
  block_shift_ = block_shift;
}

std::optional<FileFault> EventSpool::put(ScratchFile& file, std::uint32_t batch,
                                         std::uint32_t first_word,
                                         std::span<const ExitEvent> events) {
  std::vector<std::uint8_t> bytes;
  for (const std::vector<ExitEvent>& of_turn : by_turn(events)) {
    if (of_turn.empty()) continue;
    const PieceShape shape(of_turn.size());
    bytes.assign(shape.size, 0);
    auto* positions = part<std::uint64_t>(bytes.data(), 0);
    auto* counts = part<std::uint32_t>(bytes.data(), shape.counts);
    auto* offsets = part<std::uint16_t>(bytes.data(), shape.offsets);
    for (const ExitEvent& event : of_turn) {
      const std::uint32_t offset = event.word - first_word;
      *positions++ = event.positions;
      ++counts[offset >> block_shift_];
      *offsets++ = offset & ((1u << block_shift_) - 1);
    }
    const auto piece = file.put(bytes);
    if (!piece) return piece.error();
    batches_[batch].push_back({of_turn.front().turn, *piece});
  }
  return {};
}

std::optional<FileFault> EventSpool::get(const ScratchFile& file, std::uint32_t batch, Turn turn,
                                         BatchEvents& events) const {
  events.ends_.clear();
  const std::vector<TurnPiece>& pieces = batches_[batch];
  const auto found =
      std::lower_bound(pieces.begin(), pieces.end(), turn,
                       [](const TurnPiece& piece, Turn wanted) { return piece.turn < wanted; });
  if (found == pieces.end() || found->turn != turn) return {};
  if (auto fault = file.get(found->piece, events.bytes_)) return fault;
  const std::size_t count = PieceShape::events_in(events.bytes_.size());
  const PieceShape shape(count);
  events.positions_ = {part<std::uint64_t>(events.bytes_.data(), 0), count};
  events.offsets_ = {part<std::uint16_t>(events.bytes_.data(), shape.offsets), count};
  const auto* counts = part<std::uint32_t>(events.bytes_.data(), shape.counts);
  std::uint32_t end = 0;
  for (std::uint32_t i = 0; i < kBatchBlocks; ++i) events.ends_.push_back(end += counts[i]);
  return {};
}

unsigned EventSpool::last_level() const {
  unsigned last = 0;
  for (const auto& pieces : batches_) {
    if (!pieces.empty()) last = std::max(last, pieces.back().turn.level());
  }
  return last;
}

}  // namespace lucena
