// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <array>
#include <atomic>
#include <cstdint>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include "solve/large_ending.h"
#include "solve/problem_solver.h"
#include "solve/value_window.h"

namespace lucena {

/// A part of an ending's values by a metric with one side to move.
class PromotedPart {
 public:
  using Row = std::array<Worth, Square::kCount>;

  virtual ~PromotedPart() = default;

  /// The 64 values of a word of this part; those of illegal positions may be anything. They may be
  /// put into the room that is given. Any number of threads may ask.
  virtual const Worth* row(std::uint32_t word, Row& room) const = 0;
  /// The first fault of row(), after which values are anything.
  virtual std::optional<FileFault> fault() const { return {}; }
};

/// The values of an ending that others promote into, a part at a time.
class PromotedValues {
 public:
  virtual ~PromotedValues() = default;

  /// The words of a skeleton whose free men stand on these squares. Where the side is Black, his
  /// men stand anywhere. When cancelled it stops early, and the values are anything.
  virtual Result<std::unique_ptr<const PromotedPart>, SolveFault> part(
      std::uint32_t skeleton, const std::vector<Bitboard>& squares, Color side, const Team& team,
      const std::atomic<bool>& cancelled) = 0;
};

/// The values of that side themselves are at hand.
class WindowPart final : public PromotedPart {
 public:
  explicit WindowPart(ValueWindow window) : window_(std::move(window)) {}

  const Worth* row(std::uint32_t word, Row&) const override { return window_.row(word); }

 private:
  const ValueWindow window_;
};

/// Those of an ending that has just been solved.
class LoggedValues final : public PromotedValues {
 public:
  LoggedValues(const Layout& layout, const LargeEnding& ending, Metric metric)
      : layout_(layout), ending_(ending), metric_(metric) {}

  Result<std::unique_ptr<const PromotedPart>, SolveFault> part(
      std::uint32_t skeleton, const std::vector<Bitboard>& squares, Color side, const Team& team,
      const std::atomic<bool>& cancelled) override;

 private:
  const Layout& layout_;
  const LargeEnding& ending_;
  const Metric metric_;
};

}  // namespace lucena
