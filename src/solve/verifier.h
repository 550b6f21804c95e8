// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <atomic>
#include <cstdint>
#include <optional>

#include "base/parallel.h"
#include "solve/ending_store.h"

namespace lucena {

/// A position whose stored value is not what its successors make it.
struct Contradiction {
  Position position;
  Worth stored, computed;
};

struct VerifyReport {
  std::uint64_t positions = 0;
  std::optional<Contradiction> first_contradiction;
  std::optional<TableFault> fault;  // why something could not be recomputed

  /// Puts the report on further positions to this one.
  void add(const VerifyReport& later);
};

/// Samples are drawn in slices of so many positions: the second slice of a seed is the first one of
/// the next seed, so that a large sample can be checked a part at a time.
inline constexpr std::uint64_t kSampleSlice = 4096;

/// Recomputes the value of every legal position of an ending in the store, both sides to move, and
/// compares it with all copies that the table holds of the position. The tables of all successors
/// must be in the store.
VerifyReport verify_all(const Material& material, Metric metric, const EndingStore& store,
                        ThreadPool& pool, const std::atomic<bool>& cancelled);

/// The same for a number of random positions, the same ones for the same seed.
VerifyReport verify_sample(const Material& material, Metric metric, const EndingStore& store,
                           std::uint64_t positions, std::uint64_t seed, ThreadPool& pool,
                           const std::atomic<bool>& cancelled);

VerifyReport verify_castling(const Material& material, Metric metric, const EndingStore& store,
                             const std::atomic<bool>& cancelled);

/// The same for values that are anywhere, such as in files: with White to move, without castling
/// rights. Black to move would tell nothing, since files have his values by his moves alone. Random
/// placements of White's men, and with each of them up to 256 of Black's.
VerifyReport verify_sample(const Layout& layout, Metric metric, const PositionValues& values,
                           std::uint64_t positions, std::uint64_t seed, ThreadPool& pool,
                           const std::atomic<bool>& cancelled);

/// Of the positions of a castling table, either side to move.
VerifyReport verify_sample(const CastlingTable& table, Metric metric, const PositionValues& values,
                           std::uint64_t positions, std::uint64_t seed, ThreadPool& pool,
                           const std::atomic<bool>& cancelled);

/// The same for random positions of values that are anywhere, such as in files: with White to move
/// and without castling rights, so many throws, the same ones for the same seed. What cannot be
/// asked for because a table is missing is passed over and not counted.
VerifyReport spot_check(const Layout& layout, Metric metric, const PositionValues& values,
                        std::uint64_t throws, std::uint64_t seed,
                        const std::atomic<bool>& cancelled);

/// Of the positions of a castling table, either side to move.
VerifyReport spot_check(const CastlingTable& table, Metric metric, const PositionValues& values,
                        std::uint64_t throws, std::uint64_t seed,
                        const std::atomic<bool>& cancelled);

}  // namespace lucena
