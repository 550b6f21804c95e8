// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <atomic>
#include <cstdint>
#include <optional>

#include "base/parallel.h"
#include "solve/ending_store.h"

namespace lucena {

/// A position whose stored score is not what its successors make it.
struct Contradiction {
  Position position;
  Score stored, computed;
};

struct VerifyReport {
  std::uint64_t positions = 0;
  std::optional<Contradiction> first_contradiction;
};

/// What the scores of its successors make a position's score, by the ordinary move generator;
/// nothing if a table of a successor is not in the store.
std::optional<Score> score_from_successors(const Position& position, const EndingStore& store);

/// Recomputes the score of every legal position of a table, both sides to move, and compares it
/// with all copies that the table holds of the position. The tables of all successors must be in
/// the store.
VerifyReport verify_all(const EndingTable& table, const EndingStore& store, ThreadPool& pool,
                        const std::atomic<bool>& cancelled);

/// The same for a number of random positions, the same ones for the same seed.
VerifyReport verify_sample(const EndingTable& table, const EndingStore& store,
                           std::uint64_t positions, std::uint64_t seed, ThreadPool& pool,
                           const std::atomic<bool>& cancelled);

VerifyReport verify_castling(const Material& material, const EndingStore& store,
                             const std::atomic<bool>& cancelled);

}  // namespace lucena
