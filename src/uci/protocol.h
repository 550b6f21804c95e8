// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <atomic>
#include <functional>
#include <memory>
#include <optional>
#include <random>
#include <span>
#include <string>
#include <string_view>

#include "base/worker.h"
#include "chess/game.h"
#include "engine/book.h"
#include "engine/engine.h"
#include "uci/go_command.h"
#include "uci/options.h"
#include "uci/output.h"
#include "uci/table_service.h"

namespace lucena {

/// The Universal Chess Interface: takes lines from a GUI and writes answers. Searches run in a
/// thread of their own, so every line is answered at once. What cannot be understood is ignored and
/// commented with "info string".
///
///     reading thread   go ....... isready ........ stop ............ quit
///                      |          readyok          |                 |
///     worker           search ... info ... info .. bestmove          (gone)
class UciProtocol {
 public:
  /// `version` is what the engine calls itself: "Lucena 0.1.0".
  UciProtocol(std::string version, UciOutput& output);
  ~UciProtocol();
  UciProtocol(const UciProtocol&) = delete;
  UciProtocol& operator=(const UciProtocol&) = delete;

  /// False once the GUI has said "quit". What is being counted by then is counted to the end, so
  /// that `printf 'go perft 5\nquit\n' | lucena uci` tells what it was asked.
  bool handle(std::string_view line);
  /// Returns when no search is running any more.
  void wait();

 private:
  using Words = std::span<const std::string_view>;

  void identify();
  void set_position(Words words);
  void go(Words words);
  void perft(unsigned depth);
  void bench(Words words);
  void set_option(std::string_view text);
  /// Says so if the engine has less than its options ask for.
  void tell_shortage();
  void new_game();
  void stop();
  void comment(std::string_view text);

  /// What runs in the thread that searches. A search is ended by whatever comes next, since it has
  /// a move to show at any time. Perft and bench are worth nothing unless they are complete: only
  /// "stop" cuts them off, everything else waits for them.
  enum class Work : std::uint8_t { Search, Count };

  /// Stops a search and waits for its answer, or waits for a count.
  void finish();
  /// The same, after which something else may start.
  void end_work();
  /// Runs something in that thread and writes what it returns; nothing else may run. If it throws,
  /// that is commented on.
  void start(Work kind, std::function<std::string()> work);
  std::string search(const Game& game, const SearchLimits& limits, bool from_book);
  std::string find_move(const Game& game, const SearchLimits& limits, bool from_book);
  std::uint64_t count_nodes(const Position& position, unsigned depth) const;
  bool may_use_book(const SearchLimits& limits) const;
  void open_tables();
  void open_book();

  const std::string version_;
  UciOutput& output_;
  UciOptions options_;
  Game game_;
  std::unique_ptr<TableService> tables_;
  std::optional<PolyglotBook> book_;
  std::mt19937_64 random_{std::random_device{}()};  // chooses among the book's moves
  Engine engine_;
  std::uint64_t searches_ = 0;  // so far; makes chance differ from search to search
  /// What perft and bench look at; searches have the engine's own rule.
  std::atomic<bool> stopping_{false};
  /// A worker has not answered yet. Options and new games are refused until it has.
  std::atomic<bool> busy_{false};
  bool counting_ = false;  // the last work was Work::Count
  Worker worker_;
};

}  // namespace lucena
