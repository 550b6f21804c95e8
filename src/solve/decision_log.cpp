// SPDX-License-Identifier: GPL-3.0-or-later
#include "solve/decision_log.h"

#include <algorithm>
#include <bit>
#include <cstring>

namespace lucena {
namespace {

/// What comes before the words of a block at a turn; positions of all of them follow, then offsets.
struct RunHeader {
  std::uint16_t turn, block_in_batch, words, zero;
};
static_assert(sizeof(RunHeader) == 8);

template <class T>
void append(std::vector<std::uint8_t>& bytes, const T* values, std::size_t count) {
  const auto* begin = reinterpret_cast<const std::uint8_t*>(values);
  bytes.insert(bytes.end(), begin, begin + count * sizeof(T));
}

/// Takes values off the front of the bytes; they need not be aligned.
template <class T>
T take(std::span<const std::uint8_t>& bytes) {
  T value;
  std::memcpy(&value, bytes.data(), sizeof value);
  bytes = bytes.subspan(sizeof value);
  return value;
}

template <class T>
T element(std::span<const std::uint8_t> bytes, std::size_t i) {
  T value;
  std::memcpy(&value, bytes.data() + i * sizeof(T), sizeof value);
  return value;
}

Worth worth_of(Turn turn) {
  return turn.wins() ? Worth::win(turn.level()) : Worth::loss(turn.level());
}

}  // namespace

DecisionLog::DecisionLog(const Problem& problem, ScratchFile& file)
    : file_(file),
      block_shift_(problem.block_shift()),
      words_(problem.words()),
      batches_((problem.blocks() + EventSpool::kBatchBlocks - 1) / EventSpool::kBatchBlocks) {
  for (auto& lists : lists_) lists = std::make_unique<List[]>(batches_);
}

std::uint32_t DecisionLog::words_of(std::uint32_t batch) const {
  return std::min(EventSpool::kBatchBlocks << block_shift_, words_ - first_word(batch));
}

/// Who solves with a spool has one thread a batch, so that nobody waits here; others may.
void DecisionLog::decide(Color side, std::uint32_t block, Turn turn,
                         const BlockCollector& positions) {
  thread_local std::vector<std::uint64_t> held;
  thread_local std::vector<std::uint16_t> offsets;
  held.clear();
  offsets.clear();
  positions.for_each([&](std::uint32_t offset, std::uint64_t decided) {
    held.push_back(decided);
    offsets.push_back(offset);
  });
  if (held.empty()) return;
  const std::uint32_t batch = block / EventSpool::kBatchBlocks;
  const RunHeader header{std::uint16_t(turn.number()),
                         std::uint16_t(block % EventSpool::kBatchBlocks),
                         std::uint16_t(held.size()), 0};
  List& list = list_of(side, batch);
  const std::lock_guard lock(list.mutex);
  append(list.open, &header, 1);
  append(list.open, held.data(), held.size());
  append(list.open, offsets.data(), offsets.size());
  if (list.open.size() >= kPieceBytes) write_out(list);
}

void DecisionLog::write_out(List& list) {
  const auto piece = file_.put(list.open);
  list.open.clear();
  if (piece) {
    list.pieces.push_back(*piece);
    return;
  }
  const std::lock_guard lock(fault_mutex_);
  if (!first_fault_) first_fault_ = piece.error();
}

std::optional<FileFault> DecisionLog::finish() {
  for (const auto& lists : lists_) {
    for (std::uint32_t batch = 0; batch < batches_; ++batch) {
      List& list = lists[batch];
      if (!list.open.empty()) write_out(list);
      list.open = {};
    }
  }
  return first_fault_;
}

void DecisionLog::apply(std::span<const std::uint8_t> bytes, std::span<Worth> values) const {
  while (!bytes.empty()) {
    const auto header = take<RunHeader>(bytes);
    const Worth worth = worth_of(Turn::of_number(header.turn));
    const auto held = bytes.first(header.words * sizeof(std::uint64_t));
    const auto offsets = bytes.subspan(held.size(), header.words * sizeof(std::uint16_t));
    bytes = bytes.subspan(held.size() + offsets.size());
    Worth* block = values.data() + (std::size_t{header.block_in_batch} << block_shift_) * 64;
    for (std::size_t i = 0; i < header.words; ++i) {
      Worth* row = block + std::size_t{element<std::uint16_t>(offsets, i)} * 64;
      for (auto rest = element<std::uint64_t>(held, i); rest != 0; rest &= rest - 1) {
        row[std::countr_zero(rest)] = worth;
      }
    }
  }
}

std::optional<FileFault> DecisionLog::read(Color side, std::uint32_t batch,
                                           std::span<Worth> values) const {
  std::fill(values.begin(), values.end(), Worth::draw());
  std::vector<std::uint8_t> bytes;
  for (const ScratchFile::Piece& piece : list_of(side, batch).pieces) {
    if (auto fault = file_.get(piece, bytes)) return fault;
    apply(bytes, values);
  }
  return {};
}

}  // namespace lucena
