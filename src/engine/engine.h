// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <atomic>
#include <condition_variable>
#include <memory>
#include <mutex>
#include <optional>
#include <vector>

#include "base/parallel.h"
#include "chess/game.h"
#include "engine/deepening.h"
#include "engine/search_limits.h"
#include "engine/search_report.h"
#include "engine/stop_rule.h"
#include "engine/techniques.h"
#include "engine/transposition_table.h"

namespace lucena {

class TableProbe;

/// Plays chess: finds a good move in any position by searching, and a perfect one where tables are
/// at hand. With one thread and limits other than time, the same searches in the same order give
/// the same results.
class Engine {
 public:
  /// The overhead is what is taken off every thinking time for the way to the clock and back. Where
  /// the system does not give the hash table or the threads, they are as many as it gives.
  struct Options {
    std::size_t hash_bytes = std::size_t{16} << 20;
    unsigned threads = 1;
    std::size_t lines = 1;  // how many of the best moves to report
    Milliseconds overhead{10};
    Techniques techniques = {};
  };

  explicit Engine(Options options);
  ~Engine();
  Engine(const Engine&) = delete;
  Engine& operator=(const Engine&) = delete;

  // Not while a search runs.
  void set_options(const Options& options);
  const Options& options() const { return options_; }
  unsigned threads() const { return static_cast<unsigned>(trees_.size()); }
  std::size_t hash_bytes() const { return table_.size_bytes(); }
  void forget_everything();
  /// The tables to ask; nothing for none. They must stay as long as this does.
  void set_tables(const TableProbe* tables);

  /// Searches until a limit is reached or stop() is called; the observer may be nothing. An
  /// infinite search waits for stop(), one that ponders for stop() or ponder_hit().
  SearchResult search(const Game& game, const SearchLimits& limits, SearchObserver* observer) {
    prepare(limits);
    return run(game, limits, observer);
  }
  /// The same in two steps, for those who leave the second one to another thread: from the first on
  /// the clock runs, and stop() is heard. Timeline of a `go` that a `stop` follows at once:
  ///
  ///     reading thread     prepare()  starts the worker     stop()
  ///     worker                                ......  run()  sees the stop and answers
  ///
  /// Without prepare() the stop could come before the search begins, and be forgotten.
  void prepare(const SearchLimits& limits);
  SearchResult run(const Game& game, const SearchLimits& limits, SearchObserver* observer);

  // From any thread, while another one searches.
  void stop();
  void ponder_hit();

 private:
  void make_threads();
  std::unique_ptr<TreeSearch> new_tree();
  bool add_helpers(unsigned threads);
  /// What each thread does in a search; the depth that the leader has reached.
  int lead(const Deepening::Options& options, SearchObserver* observer);
  void help(std::size_t tree, Deepening::Options options);
  SearchResult search_with_threads(const Game& game, const SearchLimits& limits,
                                   std::vector<RootMove> moves, SearchObserver* observer);
  /// The answer of the tables, if they have the position.
  std::optional<SearchResult> ask_tables(const Game& game, const std::vector<RootMove>& moves,
                                         SearchObserver* observer);
  /// Best play by both sides after a move, for as long as there is time.
  std::vector<Move> table_line(const Position& position, Move first);
  void report_lines(int depth, SearchObserver& observer) const;
  void wait_while_open_ended();
  std::uint64_t nodes() const;
  std::uint64_t table_hits() const;

  Options options_;
  TranspositionTable table_;
  StopRule rule_;
  const TableProbe* tables_ = nullptr;
  std::vector<std::unique_ptr<TreeSearch>> trees_;  // one a thread, the leader's first
  std::optional<ThreadPool> pool_;
  std::mutex mutex_;
  std::condition_variable changed_;
};

}  // namespace lucena
