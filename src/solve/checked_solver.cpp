// SPDX-License-Identifier: GPL-3.0-or-later
#include "solve/checked_solver.h"

#include <algorithm>
#include <mutex>
#include <optional>
#include <tuple>
#include <vector>

namespace lucena {
namespace {

/// What is decided of a word at a turn.
struct Entry {
  Color side;
  std::uint16_t turn;
  std::uint32_t word;
  std::uint64_t positions;

  bool is_before(const Entry& other) const {
    return std::tie(side, turn, word) < std::tie(other.side, other.turn, other.word);
  }
};

bool is_before(const Entry& a, const Entry& b) {
  return a.is_before(b);
}

/// Hears entries.
class EntryListener : public Decisions {
 public:
  EntryListener(const Problem& problem, unsigned max_level)
      : block_shift_(problem.block_shift()), max_level_(max_level) {}

  unsigned max_level() const override { return max_level_; }
  void decide(Color side, std::uint32_t block, Turn turn,
              const BlockCollector& positions) override {
    positions.for_each([&](std::uint32_t offset, std::uint64_t bits) {
      const std::uint32_t word = (block << block_shift_) + offset;
      hear({side, static_cast<std::uint16_t>(turn.number()), word, bits});
    });
  }

 protected:
  /// By any thread.
  virtual void hear(const Entry& entry) = 0;

 private:
  const int block_shift_;
  const unsigned max_level_;
};

/// Keeps what one solver decides: sixteen bytes for each word of a turn.
class DecisionRecord final : public EntryListener {
 public:
  using EntryListener::EntryListener;

  void begin(std::uint32_t) override {}
  void note_legal(std::uint32_t, std::span<const ByColor<std::uint64_t>>) override {}

  std::vector<Entry>& sorted() {
    std::sort(entries_.begin(), entries_.end(), is_before);
    return entries_;
  }

 private:
  void hear(const Entry& entry) override {
    const std::lock_guard lock(mutex_);
    entries_.push_back(entry);
  }

  std::mutex mutex_;
  std::vector<Entry> entries_;
};

/// Passes on what another solver decides, and strikes it out of a record.
class Comparison final : public EntryListener {
 public:
  Comparison(const Problem& problem, Decisions& decisions, std::vector<Entry>& recorded)
      : EntryListener(problem, decisions.max_level()), decisions_(decisions), recorded_(recorded) {}

  void begin(std::uint32_t block) override { decisions_.begin(block); }
  void note_legal(std::uint32_t word, std::span<const ByColor<std::uint64_t>> legal) override {
    decisions_.note_legal(word, legal);
  }
  void decide(Color side, std::uint32_t block, Turn turn,
              const BlockCollector& positions) override {
    decisions_.decide(side, block, turn, positions);
    EntryListener::decide(side, block, turn, positions);
  }

  std::optional<FileFault> fault() const override { return decisions_.fault(); }

  /// One that only one of the two has decided, or that they have decided differently.
  std::optional<Entry> difference() const {
    if (unknown_) return unknown_;
    for (const Entry& entry : recorded_) {
      if (entry.positions != 0) return entry;
    }
    return {};
  }

 private:
  void hear(const Entry& entry) override {
    const auto found = std::lower_bound(recorded_.begin(), recorded_.end(), entry, is_before);
    const bool is_same =
        found != recorded_.end() && !entry.is_before(*found) && found->positions == entry.positions;
    if (is_same) {
      found->positions = 0;
      return;
    }
    const std::lock_guard lock(mutex_);
    if (!unknown_) unknown_ = entry;
  }

  Decisions& decisions_;
  std::vector<Entry>& recorded_;
  std::mutex mutex_;
  std::optional<Entry> unknown_;
};

std::string name_of(const Problem& problem, const Entry& entry) {
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
  DecisionRecord record(problem, decisions.max_level());
  const auto second_deepest = second_->solve(problem, metric, exits, record, control);
  if (!second_deepest) return second_deepest.error();
  Comparison comparison(problem, decisions, record.sorted());
  const auto first_deepest = first_->solve(problem, metric, exits, comparison, control);
  if (!first_deepest) return first_deepest.error();
  if (*first_deepest != *second_deepest) return disagreement("the deepest level");
  if (const auto entry = comparison.difference()) return disagreement(name_of(problem, *entry));
  return first_deepest;
}

}  // namespace lucena
