// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <array>
#include <atomic>
#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <vector>

#include "base/buffer.h"
#include "base/team.h"
#include "chess/bitboard.h"
#include "endgame/layout.h"
#include "solve/decision_log.h"
#include "table/metric.h"
#include "table/table_file.h"

namespace lucena {

/// The files of an ending with White to move that give its values by a metric: mate scores, and
/// plies unless it is by mate.
struct WhiteFiles {
  const TableFile& scores;
  const TableFile* plies = nullptr;
};

/// Some of what a log or files say of one side to move, put together in memory: the values of the
/// words whose free men stand on certain squares.
class ValueWindow {
 public:
  /// `squares` of each free man.
  ValueWindow(const Layout& layout, const std::vector<Bitboard>& squares);

  /// Forgets what it held. When cancelled it stops early.
  std::optional<FileFault> load(const DecisionLog& log, Color side, const Team& team,
                                const std::atomic<bool>& cancelled);
  /// The same from files, with White to move; illegal positions are worth what is said. By zeroing
  /// distance some position must be cursed, since the files of other endings leave out the wins by
  /// a capture or pawn move.
  std::optional<TableFault> load(const WhiteFiles& files, std::uint32_t skeleton, Worth illegal,
                                 const Team& team, const std::atomic<bool>& cancelled);

  /// Turns values of positions into what quiet moves into them are worth, by a metric. Where
  /// illegal positions are Worth(), they are no moves.
  void turn_into_moves(Metric metric, const Team& team);

  bool contains(std::uint32_t word) const {
    bool contained = true;
    for (int man = 0; man < layout_.free_count(); ++man) {
      contained &= squares_[man].contains(square_of(word, man));
    }
    return contained;
  }
  /// The 64 values of a word that it contains.
  const Worth* row(std::uint32_t word) const { return worths_.data() + place_of(word); }

 private:
  Square square_of(std::uint32_t word, int man) const {
    return Square(static_cast<int>(word >> layout_.shift(man) & 63));
  }
  std::size_t place_of(std::uint32_t word) const {
    std::size_t row = layout_.slot_of(word);
    for (int man = 0; man < layout_.free_count(); ++man) {
      row = row * squares_[man].count() + places_[man][square_of(word, man).byte()];
    }
    return row * Square::kCount;
  }
  bool may_contain_some_of(const DecisionLog& log, std::uint32_t batch) const;
  /// Calls change(span of worths), for all of them in pieces.
  void for_slices(const Team& team, const std::function<void(std::span<Worth>)>& change);
  void clear(Worth worth, const Team& team);
  struct Target;
  void add_targets(std::uint32_t row_in_packet, std::uint32_t word,
                   std::vector<Target>& targets) const;
  std::optional<TableFault> load_packet(const WhiteFiles& files, std::uint32_t skeleton,
                                        std::uint32_t number);

  const Layout& layout_;
  std::vector<Bitboard> squares_;                                 // by free man
  std::vector<std::array<std::uint8_t, Square::kCount>> places_;  // among his squares
  std::vector<std::array<std::uint8_t, kMaxOthers>> orders_;      // of free men, twins exchanged
  Buffer<Worth> worths_;
};

}  // namespace lucena
