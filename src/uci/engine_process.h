// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <sys/types.h>

#include <atomic>
#include <chrono>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "chess/move.h"
#include "chess/position.h"
#include "uci/engine_command.h"
#include "uci/engine_report.h"
#include "uci/process_mark.h"

namespace lucena {

/// "position fen ... moves ...".
std::string position_text(const Position& start, const std::vector<Move>& moves);

/// How long an engine may take for what is not a matter of its clock.
struct EnginePatience {
  std::chrono::milliseconds greeting{30'000};  // loading a network takes time
  std::chrono::milliseconds ready{30'000};     // clearing a large hash table takes time
  std::chrono::milliseconds quit{500};         // then it is killed, which harms nobody
  std::chrono::milliseconds stop{2'000};       // to tell a late engine from one that hangs
};

/// A UCI engine that runs beside us. Whatever it does, no call takes much longer than its limit,
/// none takes much memory, and once the flag `stopped` is raised all calls return soon. The engine
/// is a process group of its own: Ctrl-C does not reach it. What it has started goes when this
/// object does, in whatever group it is, as far as a ProcessMark finds it. SIGPIPE must be ignored.
///
///     start    uci           -> uciok, with its options before
///              setoption ...
///              isready       -> readyok
///     game     ucinewgame, isready -> readyok
///     move     position ..., go ... -> info ..., bestmove
///     end      stop, quit; after half a second it is killed
class EngineProcess {
 public:
  /// Starts the program, greets it and sets its options.
  static Result<std::unique_ptr<EngineProcess>, EngineFault> start(
      const EngineCommand& command, const std::atomic<bool>& stopped,
      const EnginePatience& patience = {});
  EngineProcess(const EngineProcess&) = delete;
  EngineProcess& operator=(const EngineProcess&) = delete;
  /// Asks it to quit; kills it if it does not.
  ~EngineProcess();

  /// What it calls itself.
  const std::string& name() const { return name_; }

  /// A new game begins. Nothing if all is well.
  std::optional<EngineFault> new_game();

  /// Asks for a move. After Late the engine can be asked again, after any other fault it cannot.
  /// The report's time begins when the question has been written.
  Result<EngineReport, EngineFault> think(std::string_view position, std::string_view go,
                                          double limit_seconds);

 private:
  using Clock = std::chrono::steady_clock;

  EngineProcess(const std::atomic<bool>& stopped, const EnginePatience& patience)
      : stopped_(stopped), patience_(patience) {}

  std::optional<EngineFault> spawn(std::vector<std::string> words);
  std::optional<EngineFault> greet(const EngineCommand& command);
  std::optional<EngineFault> read_options(Clock::time_point deadline);
  std::optional<EngineFault> set_options(const EngineCommand& command);
  std::optional<EngineFault> wait_until_ready();
  std::optional<EngineFault> send(std::string_view text);
  /// The next line, at the latest at the deadline. So many lines and no more may come until the
  /// next thing is sent.
  Result<std::string, EngineFault> receive(Clock::time_point deadline);
  /// Reads on until a line begins with this word.
  Result<std::string, EngineFault> await(std::string_view word, Clock::time_point deadline,
                                         EngineReport* report);
  std::optional<std::string> take_line();
  /// Waits for more to read; a fault if there will be none.
  std::optional<EngineFault> wait_for_more(Clock::time_point deadline);
  /// Takes what can be read at once; false at the end.
  bool fill(int descriptor, std::string& buffer);
  EngineFault ended();
  /// Whether the program ends by itself within this time.
  bool ends_within(std::chrono::milliseconds time) const;

  const std::atomic<bool>& stopped_;
  const EnginePatience patience_;
  const ProcessMark mark_;
  std::string name_;
  std::vector<std::string> option_names_;
  pid_t id_ = -1;
  int input_ = -1, output_ = -1, errors_ = -1;
  std::string received_, complaints_;
  std::size_t taken_ = 0;  // how much of what was received has been handed out
  std::size_t lines_ = 0;  // received since something was sent
};

}  // namespace lucena
