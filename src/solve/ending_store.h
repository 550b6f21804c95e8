// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <array>
#include <memory>
#include <optional>
#include <unordered_map>

#include "chess/position.h"
#include "solve/castling_table.h"
#include "solve/ending_table.h"
#include "table/worth.h"

namespace lucena {

/// Solved endings in memory, and the value of any position they cover: castling rights and en
/// passant included, repetitions not. A running 50-move clock is not looked at.
class EndingStore {
 public:
  void add(std::shared_ptr<EndingTable> table, Metric metric = Metric::Mate);
  void add(std::shared_ptr<const CastlingTable> table, Metric metric = Metric::Mate);
  /// Takes a table out; null if it is not here.
  std::shared_ptr<EndingTable> remove(const Material& material, Metric metric = Metric::Mate);

  /// The table of a canonical material; null if it is not here.
  std::shared_ptr<const EndingTable> table(const Material& material,
                                           Metric metric = Metric::Mate) const;
  std::shared_ptr<const CastlingTable> castling_table(const CastlingEnding& ending,
                                                      Metric metric = Metric::Mate) const;

  /// Nothing if a table that is needed is not here.
  std::optional<Worth> worth(const Position& position, Metric metric) const;
  /// The same by mate, as tables keep it.
  std::optional<Score> score(const Position& position) const;

  /// What a legal move is worth to the mover.
  std::optional<Worth> worth_of_move(const Position& position, Move move, Metric metric) const;

 private:
  std::optional<Worth> worth_without_en_passant(const Position& position, Metric metric) const;
  std::optional<std::uint8_t> stored(const Position& position, Metric metric) const;

  std::array<std::unordered_map<std::uint32_t, std::shared_ptr<EndingTable>>, 3> tables_;
  std::array<std::unordered_map<std::uint64_t, std::shared_ptr<const CastlingTable>>, 3>
      castling_tables_;
};

}  // namespace lucena
