// SPDX-License-Identifier: GPL-3.0-or-later
#include "solve/checked_solver.h"

#include <algorithm>
#include <mutex>
#include <tuple>
#include <vector>

namespace lucena {
namespace {

/// Keeps what is decided, and passes it on if somebody else wants to hear it.
class DecisionRecord final : public Decisions {
 public:
  DecisionRecord(const Problem& problem, unsigned max_level, Decisions* listener)
      : block_shift_(problem.block_shift()), max_level_(max_level), listener_(listener) {}

  struct Entry {
    Color side;
    std::uint16_t turn;
    std::uint32_t word;
    std::uint64_t positions;
    friend auto operator<=>(const Entry&, const Entry&) = default;
  };

  unsigned max_level() const override { return max_level_; }
  void begin(std::uint32_t block) override {
    if (listener_ != nullptr) listener_->begin(block);
  }
  void note_legal(std::uint32_t word, std::span<const ByColor<std::uint64_t>> legal) override {
    if (listener_ != nullptr) listener_->note_legal(word, legal);
  }
  void decide(Color side, std::uint32_t block, Turn turn,
              const BlockCollector& positions) override {
    if (listener_ != nullptr) listener_->decide(side, block, turn, positions);
    const std::lock_guard lock(mutex_);
    positions.for_each([&](std::uint32_t offset, std::uint64_t bits) {
      const std::uint32_t word = (block << block_shift_) + offset;
      entries_.push_back({side, static_cast<std::uint16_t>(turn.number()), word, bits});
    });
  }

  /// By side, turn and word.
  const std::vector<Entry>& sorted() {
    std::sort(entries_.begin(), entries_.end());
    return entries_;
  }

 private:
  const int block_shift_;
  const unsigned max_level_;
  Decisions* const listener_;
  std::mutex mutex_;
  std::vector<Entry> entries_;
};

std::string name_of(const Problem& problem, const DecisionRecord::Entry& entry) {
  std::string text(name(entry.side));
  text += " to move, word " + std::to_string(entry.word) + " of " +
          std::to_string(problem.words()) + ", turn " + std::to_string(entry.turn);
  return text;
}

SolveFault disagreement(const std::string& where) {
  return {SolveError::Disagreement, "two solvers decide differently: " + where};
}

}  // namespace

Result<unsigned, SolveFault> CheckedSolver::solve(const Problem& problem, Metric metric,
                                                  const Exits& exits, Decisions& decisions,
                                                  const SolveControl& control) {
  // The second one goes first: once the exits are finished with, the last one to ask for them is
  // the one that counts.
  DecisionRecord second(problem, decisions.max_level(), nullptr);
  const auto second_deepest = second_->solve(problem, metric, exits, second, control);
  if (!second_deepest) return second_deepest.error();
  DecisionRecord first(problem, decisions.max_level(), &decisions);
  const auto first_deepest = first_->solve(problem, metric, exits, first, control);
  if (!first_deepest) return first_deepest.error();
  if (*first_deepest != *second_deepest) return disagreement("the deepest level");
  const auto& a = first.sorted();
  const auto& b = second.sorted();
  const auto [x, y] = std::mismatch(a.begin(), a.end(), b.begin(), b.end());
  if (x != a.end()) return disagreement(name_of(problem, *x));
  if (y != b.end()) return disagreement(name_of(problem, *y));
  return first_deepest;
}

}  // namespace lucena
