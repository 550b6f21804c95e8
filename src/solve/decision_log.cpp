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

std::optional<FileFault> DecisionLog::fault() const {
  const std::lock_guard lock(fault_mutex_);
  return first_fault_;
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

DecisionLog::Run DecisionLog::take_run(std::span<const std::uint8_t>& bytes) {
  RunHeader header;
  std::memcpy(&header, bytes.data(), sizeof header);
  const std::size_t size =
      header.words * (sizeof(std::uint64_t) + sizeof(std::uint16_t)) + sizeof header;
  const Run run{Turn::of_number(header.turn), header.block_in_batch, header.words,
                bytes.data() + sizeof header};
  bytes = bytes.subspan(size);
  return run;
}

std::optional<FileFault> DecisionLog::read(Color side, std::uint32_t batch,
                                           std::span<Worth> values) const {
  std::fill(values.begin(), values.end(), Worth::draw());
  const std::uint32_t first = first_word(batch);
  return for_each(side, batch, [&](Turn turn, std::uint32_t word, std::uint64_t positions) {
    const Worth worth = worth_of(turn);
    Worth* row = values.data() + std::size_t{word - first} * 64;
    for (; positions != 0; positions &= positions - 1) row[std::countr_zero(positions)] = worth;
  });
}

}  // namespace lucena
