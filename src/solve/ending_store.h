// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <memory>
#include <optional>
#include <unordered_map>

#include "chess/position.h"
#include "solve/castling_table.h"
#include "solve/ending_table.h"

namespace lucena {

/// Solved endings in memory, and the score of any position they cover: castling rights and en
/// passant included, the 50-move rule and repetitions not.
class EndingStore {
 public:
  void add(std::shared_ptr<EndingTable> table);
  void add(std::shared_ptr<const CastlingTable> table);
  /// Takes a table out; null if it is not here.
  std::shared_ptr<EndingTable> remove(const Material& material);

  /// The table of a canonical material; null if it is not here.
  std::shared_ptr<const EndingTable> table(const Material& material) const;
  std::shared_ptr<const CastlingTable> castling_table(const CastlingEnding& ending) const;

  /// Nothing if a table that is needed is not here.
  std::optional<Score> score(const Position& position) const;

 private:
  std::optional<Score> score_without_en_passant(const Position& position) const;
  std::optional<Score> score_with_en_passant(const Position& position) const;

  std::unordered_map<std::uint32_t, std::shared_ptr<EndingTable>> tables_;
  std::unordered_map<std::uint64_t, std::shared_ptr<const CastlingTable>> castling_tables_;
};

}  // namespace lucena
