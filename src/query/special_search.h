// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "query/position_search.h"

namespace lucena {

/// Whether a position meets a query, one by one and with the ordinary move generator: for the
/// positions that have castling rights or a capture in passing, which words do not know.
class PositionTest {
 public:
  PositionTest(const Query& query, const PositionValues& values) : query_(query), values_(values) {}

  /// A position with this score, men where they are.
  Result<bool, TableFault> meets(const Position& position, MateScore score) const;

  bool has_men(const Position& position) const;
  /// The score by mate, as far as tables go.
  Result<MateScore, TableFault> score_of(const Position& position) const;

 private:
  Result<bool, TableFault> is_zugzwang(const Position& position, MateScore score) const;
  Result<bool, TableFault> needs_move(const Position& position) const;
  Result<bool, TableFault> has_only_move(const Position& position) const;

  const Query& query_;
  const PositionValues& values_;
};

/// The positions of a canonical material with castling rights that meet a query; the store has its
/// castling tables. No two are alike by symmetry.
Result<FoundPositions, TableFault> search_castling(const Material& material, const Query& query,
                                                   std::size_t most, const EndingStore& store,
                                                   const PositionValues& values, ThreadPool& pool,
                                                   const std::atomic<bool>& cancelled);

/// The positions in which a capture in passing is legal; those that mirror each other count once.
Result<FoundPositions, TableFault> search_en_passant(const Material& material, const Query& query,
                                                     std::size_t most, const PositionValues& values,
                                                     ThreadPool& pool, SearchProgress& progress,
                                                     const std::atomic<bool>& cancelled);

}  // namespace lucena
