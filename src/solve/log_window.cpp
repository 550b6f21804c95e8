// SPDX-License-Identifier: GPL-3.0-or-later
#include "solve/log_window.h"

#include <algorithm>
#include <bit>
#include <mutex>

namespace lucena {

LogWindow::LogWindow(const Layout& layout, const std::vector<Bitboard>& squares)
    : layout_(layout), squares_(squares), places_(squares.size()) {
  std::size_t rows = layout.king_slots();
  for (std::size_t man = 0; man < squares.size(); ++man) {
    std::uint8_t place = 0;
    for (const Square square : squares[man]) places_[man][square.byte()] = place++;
    rows *= squares[man].count();
  }
  worths_ = Buffer<Worth>(rows * Square::kCount);
}

void LogWindow::clear(const Team& team) {
  constexpr std::size_t kSlice = std::size_t{1} << 20;
  team.for_each((worths_.size() + kSlice - 1) / kSlice, [&](std::size_t i, unsigned) {
    const std::size_t begin = i * kSlice;
    std::fill_n(worths_.data() + begin, std::min(kSlice, worths_.size() - begin), Worth::draw());
  });
}

/// Words follow each other by the square of the first man: all with the same one are next to each
/// other.
bool LogWindow::may_contain_some_of(const DecisionLog& log, std::uint32_t batch) const {
  if (squares_.empty()) return true;
  const std::uint32_t first = log.first_word(batch), last = first + log.words_of(batch) - 1;
  const int shift = layout_.shift(0);
  for (std::uint32_t lead = first >> shift; lead <= last >> shift; ++lead) {
    if (squares_[0].contains(Square(static_cast<int>(lead & 63)))) return true;
  }
  return false;
}

std::optional<FileFault> LogWindow::load(const DecisionLog& log, Color side, const Team& team,
                                         const std::atomic<bool>& cancelled) {
  clear(team);
  std::mutex mutex;
  std::optional<FileFault> first;
  team.for_each(log.batches(), [&](std::size_t batch, unsigned) {
    if (cancelled || !may_contain_some_of(log, batch)) return;
    auto fault =
        log.for_each(side, batch, [&](Turn turn, std::uint32_t word, std::uint64_t positions) {
          if (!contains(word)) return;
          Worth* row = worths_.data() + place_of(word);
          for (; positions != 0; positions &= positions - 1) {
            row[std::countr_zero(positions)] = worth_of(turn);
          }
        });
    if (!fault) return;
    const std::lock_guard lock(mutex);
    if (!first) first = std::move(fault);
  });
  return first;
}

}  // namespace lucena
