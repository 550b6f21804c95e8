// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <memory>
#include <optional>
#include <span>
#include <unordered_map>
#include <unordered_set>

#include "chess/position.h"
#include "solve/castling_table.h"
#include "solve/ending_table.h"
#include "solve/packed_tables.h"
#include "table/position_values.h"

namespace lucena {

/// Solved endings in memory, and the value of any position they cover. Tables are shared: who holds
/// one keeps it alive after it has been taken out.
class EndingStore final : public PositionValues {
 public:
  void add(std::shared_ptr<EndingTable> table, Metric metric = Metric::Mate);
  void add(std::shared_ptr<const CastlingTable> table, Metric metric = Metric::Mate);
  /// The 50-move rule changes no result in an ending whose zeroing table is not here.
  void note_never_cursed(const Material& material) { never_cursed_.insert(material.key()); }
  /// Takes a table out; null if it is not here.
  std::shared_ptr<EndingTable> remove(const Material& material, Metric metric = Metric::Mate);
  void remove(const CastlingEnding& ending, Metric metric) {
    castling_tables_[metric].erase(ending.key());
  }

  /// The table of a canonical material; null if it is not here.
  std::shared_ptr<const EndingTable> table(const Material& material,
                                           Metric metric = Metric::Mate) const;
  /// The same for the values of some skeletons with a side to move, even if it was put away.
  std::shared_ptr<const EndingTable> table_with(const Material& material, Metric metric, Color side,
                                                std::span<const std::uint32_t> skeletons) const;
  /// Whether the 50-move rule changes a result in the zeroing table, if there is one, even if it
  /// was put away; castling rights play no part.
  bool has_cursed_table(const Material& material) const;

  /// Tables that are put away wait in a scratch file, and table_with() brings them back.
  PackedTables& packed() const { return *packed_; }

  std::shared_ptr<const CastlingTable> castling_table(const CastlingEnding& ending,
                                                      Metric metric = Metric::Mate) const;
  /// What a position with castling rights is worth as if nobody could capture in passing.
  Result<Worth, TableFault> castling_worth(const Position& position, Metric metric) const;

  /// The value by mate as tables keep it; nothing if a table that is needed is not here.
  std::optional<MateScore> score(const Position& position) const;

  /// Whether the 50-move rule changes the result of a position, castling rights included; the
  /// zeroing tables of this canonical material are here.
  bool has_cursed(const Material& material) const;
  /// The same of its castling tables alone, as far as they are here.
  bool has_cursed_castling(const Material& material) const;

 protected:
  Result<Worth, TableFault> ordinary_worth(const Position& position, Metric metric,
                                           Worth) const override;
  Result<bool, TableFault> is_never_cursed(const Position& position) const override;

 private:
  Result<std::uint8_t, TableFault> stored(const Position& position, Metric metric) const;
  Result<StoredValue, TableFault> stored_with_rights(const Position& position, Metric metric) const;

  ByMetric<std::unordered_map<std::uint64_t, std::shared_ptr<EndingTable>>> tables_;
  ByMetric<std::unordered_map<std::uint64_t, std::shared_ptr<const CastlingTable>>>
      castling_tables_;
  std::unordered_set<std::uint64_t> never_cursed_;
  std::shared_ptr<PackedTables> packed_ = std::make_shared<PackedTables>();
};

/// The byte that a table holds for a position of its ending without castling rights.
std::uint8_t value_of(const EndingTable& table, const Position& position);

}  // namespace lucena
