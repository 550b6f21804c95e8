// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <atomic>
#include <filesystem>
#include <limits>
#include <memory>
#include <mutex>
#include <set>
#include <string>
#include <vector>

#include "base/parallel.h"
#include "census/unwon.h"
#include "chess/game.h"
#include "oracle/answer.h"
#include "oracle/open_tables.h"
#include "solve/solver.h"

namespace lucena {

/// Why the oracle has no answer.
enum class OracleError {
  TooManyMen,
  NotEnoughMemory,
  Cancelled,
  Table,  // a table is missing and may not be solved, or is damaged
};
using OracleFault = Error<OracleError>;

/// Who wants to know what happens while endings are solved. Everything is called by the thread that
/// asked the oracle.
class SolveObserver {
 public:
  virtual ~SolveObserver() = default;
  virtual void begin(const Solver& solver, const std::vector<Material>& plan) = 0;
  virtual void next(std::size_t place_in_plan) = 0;
  virtual void end() = 0;
  /// Something went wrong that does not prevent an answer.
  virtual void warn(const std::string& message) = 0;
};

/// Answers everything about a position with few men. Endings that are not on disk are solved and
/// kept there; if they cannot be kept, in a folder of this oracle alone that goes when it does.
/// Any number of threads may ask; one at a time solves.
class Oracle {
 public:
  struct Options {
    std::filesystem::path folder;
    unsigned threads = hardware_threads();
    /// Solving and the cache of blocks each keep to a limit.
    std::size_t memory_bytes = std::numeric_limits<std::size_t>::max();
    std::size_t cache_bytes = std::size_t{1} << 29;
  };

  explicit Oracle(Options options);
  ~Oracle();
  Oracle(const Oracle&) = delete;
  Oracle& operator=(const Oracle&) = delete;

  void observe(SolveObserver* observer) { observer_ = observer; }
  /// Once this flag is raised, what is being solved is given up.
  void cancel_on(const std::atomic<bool>& flag) { cancelled_ = &flag; }

  /// Makes sure that the tables of an ending, and of all it can turn into, are there.
  std::optional<OracleFault> prepare(const Material& material, bool with_conversion = false);

  Result<Answer, OracleFault> answer(const Position& position, const Rules& rules = {});

  Result<Worth, OracleFault> worth(const Position& position, Metric metric);

  /// Best play by both sides until the game ends or a draw can be claimed, or for so many plies.
  Result<Game, OracleFault> best_line(
      const Position& position, const Rules& rules = {},
      std::size_t most_plies = std::numeric_limits<std::size_t>::max());

  /// For those who look at very many positions; prepare() their ending first.
  const Prober& prober() const { return prober_; }
  const OpenTables& tables() const { return tables_; }

 private:
  bool has_tables(const Material& material, bool with_conversion) const;
  std::optional<OracleFault> solve(const std::vector<Material>& missing, bool with_conversion);
  std::optional<OracleFault> keep(const Material& material, Solver& solver, UnwonFinder& unwon);
  OracleFault fault_of(const TableFault& fault) const;

  const Options options_;
  OpenTables tables_;
  Prober prober_;
  std::mutex solving_;
  std::set<std::pair<std::string, bool>> prepared_;
  std::optional<std::filesystem::path> own_folder_;  // where what cannot be kept is put
  SolveObserver* observer_ = nullptr;
  std::atomic<bool> never_{false};
  const std::atomic<bool>* cancelled_ = &never_;
};

}  // namespace lucena
