// SPDX-License-Identifier: GPL-3.0-or-later
#include "solve/value_window.h"

#include <algorithm>
#include <bit>
#include <mutex>
#include <numeric>

#include "table/packet_map.h"

namespace lucena {
namespace {

constexpr Symmetry kDiagonal(false, false, true);

using PacketValues =
    std::array<std::array<StoredValue, Square::kCount>, TableGeometry::kPacketRows>;

std::optional<TableFault> unpack(const TableFile& file, std::uint32_t number,
                                 PacketValues& values) {
  const auto packet = file.uncached_packet(number);
  if (!packet) return packet.error();
  packet->for_each(
      file.geometry().rows_of_packet(number),
      [&](std::uint32_t row, unsigned bit, StoredValue value) { values[row][bit] = value; });
  return {};
}

/// The mate score has the sign.
Worth by_plies(Worth by_mate, StoredValue plies) {
  if (by_mate.is_draw()) return by_mate;
  return by_mate.is_win() ? Worth::win(plies) : Worth::loss(plies);
}

/// All orders of free men that differ by an exchange of twins, the given one first.
std::vector<std::array<std::uint8_t, kMaxOthers>> orders_of(std::span<const Piece> free_men) {
  std::array<std::uint8_t, kMaxOthers> order;
  std::iota(order.begin(), order.end(), std::uint8_t{0});
  std::vector<std::array<std::uint8_t, kMaxOthers>> orders;
  const auto end = order.begin() + static_cast<std::ptrdiff_t>(free_men.size());
  do {
    bool same = true;
    for (std::size_t i = 0; i < free_men.size(); ++i) same &= free_men[order[i]] == free_men[i];
    if (same) orders.push_back(order);
  } while (std::next_permutation(order.begin(), end));
  return orders;
}

}  // namespace

ValueWindow::ValueWindow(const Layout& layout, const std::vector<Bitboard>& squares)
    : layout_(layout),
      squares_(squares),
      places_(squares.size()),
      orders_(orders_of(layout.free_men())) {
  std::size_t rows = layout.king_slots();
  for (std::size_t man = 0; man < squares.size(); ++man) {
    std::uint8_t place = 0;
    for (const Square square : squares[man]) places_[man][square.byte()] = place++;
    rows *= squares[man].count();
  }
  worths_ = Buffer<Worth>(rows * Square::kCount);
}

void ValueWindow::for_slices(const Team& team,
                             const std::function<void(std::span<Worth>)>& change) {
  constexpr std::size_t kSlice = std::size_t{1} << 20;
  team.for_each((worths_.size() + kSlice - 1) / kSlice, [&](std::size_t i, unsigned) {
    const std::size_t begin = i * kSlice;
    change({worths_.data() + begin, std::min(kSlice, worths_.size() - begin)});
  });
}

void ValueWindow::clear(Worth worth, const Team& team) {
  for_slices(team, [&](std::span<Worth> slice) { std::fill(slice.begin(), slice.end(), worth); });
}

void ValueWindow::turn_into_moves(Metric metric, const Team& team) {
  for_slices(team, [&](std::span<Worth> slice) {
    for (Worth& worth : slice) {
      if (worth.exists()) worth = worth_before(worth, metric, MoveEffect::Quiet);
    }
  });
}

/// Words follow each other by the square of the first man: all with the same one are next to each
/// other.
bool ValueWindow::may_contain_some_of(const DecisionLog& log, std::uint32_t batch) const {
  if (squares_.empty()) return true;
  const std::uint32_t first = log.first_word(batch), last = first + log.words_of(batch) - 1;
  const int shift = layout_.shift(0);
  for (std::uint32_t lead = first >> shift; lead <= last >> shift; ++lead) {
    if (squares_[0].contains(Square(static_cast<int>(lead & 63)))) return true;
  }
  return false;
}

std::optional<FileFault> ValueWindow::load(const DecisionLog& log, Color side, const Team& team,
                                           const std::atomic<bool>& cancelled) {
  clear(Worth::draw(), team);
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

/// A word of the window that may have the values of a row in a packet.
struct ValueWindow::Target {
  std::uint32_t row_in_packet, word;
  bool is_reflected;
};

/// The inverse of what TableGeometry does: the word itself, with twins exchanged and, if the white
/// king stands on the diagonal, reflected in it.
void ValueWindow::add_targets(std::uint32_t row_in_packet, std::uint32_t word,
                              std::vector<Target>& targets) const {
  const Square king = layout_.king_square(layout_.slot_of(word));
  const bool has_reflection = layout_.pawn_count() == 0 && kDiagonal(king) == king;
  for (const bool reflect : {false, true}) {
    if (reflect && !has_reflection) break;
    for (const auto& order : orders_) {
      auto image = static_cast<std::uint32_t>(layout_.slot_of(word));
      for (std::size_t man = 0; man < squares_.size(); ++man) {
        const Square here = square_of(word, order[man]);
        image = image << 6 | (reflect ? kDiagonal(here) : here).byte();
      }
      if (contains(image)) targets.push_back({row_in_packet, image, reflect});
    }
  }
}

/// A packet with no row that counts is not unpacked.
std::optional<TableFault> ValueWindow::load_packet(const WhiteFiles& files, std::uint32_t skeleton,
                                                   std::uint32_t number) {
  const TableGeometry& geometry = files.scores.geometry();
  const std::uint32_t first = number * TableGeometry::kPacketRows;
  std::vector<Target> targets;
  for (std::uint32_t i = 0; i < geometry.rows_of_packet(number); ++i) {
    const Index index = geometry.index_at(first + i);
    if (index.skeleton == skeleton) add_targets(i, index.word, targets);
  }
  if (targets.empty()) return {};
  PacketValues scores, plies;
  if (auto fault = unpack(files.scores, number, scores)) return fault;
  if (files.plies != nullptr) {
    if (auto fault = unpack(*files.plies, number, plies)) return fault;
  }
  for (const Target& target : targets) {
    const std::uint32_t i = target.row_in_packet;
    const RowMen men = geometry.men_of_row(first + i);
    const std::uint64_t legal =
        stored_squares(layout_.king_square(men.king_slot), layout_.men(), men.squares);
    if (legal == 0) continue;
    // Some reflections have a row of their own.
    if (geometry.place_of({skeleton, target.word, 0}).row != first + i) continue;
    Worth* out = worths_.data() + place_of(target.word);
    for (const Square b : Bitboard(legal)) {
      const Worth by_mate = worth_of_stored(scores[i][b.byte()]);
      out[(target.is_reflected ? kDiagonal(b) : b).byte()] =
          files.plies == nullptr ? by_mate : by_plies(by_mate, plies[i][b.byte()]);
    }
  }
  return {};
}

std::optional<TableFault> ValueWindow::load(const WhiteFiles& files, std::uint32_t skeleton,
                                            Worth illegal, const Team& team,
                                            const std::atomic<bool>& cancelled) {
  const TableGeometry& geometry = files.scores.geometry();
  clear(illegal, team);
  // One skeleton comes behind the other.
  const std::uint32_t rows = geometry.rows() / geometry.skeletons();
  const std::uint32_t first_row = geometry.place_of_skeleton(skeleton) * rows;
  const std::uint32_t begin = TableGeometry::packet_of(first_row);
  const std::uint32_t end = TableGeometry::packet_of(first_row + rows - 1) + 1;
  std::mutex mutex;
  std::optional<TableFault> first;
  team.for_each(end - begin, [&](std::size_t i, unsigned) {
    if (cancelled) return;
    auto fault = load_packet(files, skeleton, begin + static_cast<std::uint32_t>(i));
    if (!fault) return;
    const std::lock_guard lock(mutex);
    if (!first) first = std::move(fault);
  });
  return first;
}

}  // namespace lucena
