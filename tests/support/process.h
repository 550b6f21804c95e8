// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <sys/types.h>

#include <chrono>
#include <cstdio>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

// Programs that run beside a test. Whatever goes wrong, the test ends: nothing here waits longer
// than kPatience for a program to say or do something, and a program never outlives the test that
// has started it, not even if the test is killed.

namespace lucena::test {

/// Much more than anything here takes on a slow and busy machine with sanitizers.
inline constexpr std::chrono::seconds kPatience{240};

/// Where a program is installed: in PATH or among Debian's games, which is not in everybody's PATH.
std::optional<std::string> find_program(std::string_view name);

/// To be called in a process that has just been forked: it is killed when its parent goes.
void die_with_parent(pid_t parent);

/// Waits for the end of a process that nobody else waits for: its exit status, or 128 + n if signal
/// n has ended it, as shells have it. Past the limit it is killed and the result is nothing.
std::optional<int> wait_for_end(pid_t id, std::chrono::milliseconds limit = kPatience);

/// A program that runs beside the test and is spoken to line by line. What it says on stderr goes
/// to the test's stderr. Throws std::system_error if the program cannot be started.
class Process {
 public:
  explicit Process(std::vector<std::string> command);
  Process(const Process&) = delete;
  Process& operator=(const Process&) = delete;
  /// Closes the program's input and waits for its end; kills it if that does not come.
  ~Process();

  /// A program that has ended takes no lines, which its next answer shows.
  void send(std::string_view line);
  void send_signal(int number);
  pid_t id() const { return id_; }
  /// The next line without its line feed; nothing once the program has closed its output. Throws
  /// std::runtime_error, which names what was `awaited`, if nothing comes within the limit.
  std::optional<std::string> receive(std::string_view awaited = "a line",
                                     std::chrono::milliseconds limit = kPatience);
  /// All lines up to one that starts like this, which is the last. Throws std::runtime_error if
  /// there is none.
  std::vector<std::string> receive_until(std::string_view start,
                                         std::chrono::milliseconds limit = kPatience);

 private:
  const std::string name_;
  pid_t id_ = -1;
  std::FILE* input_ = nullptr;
  int output_ = -1;
  std::string received_;  // and not yet handed out
};

struct Finished {
  int status;  // the exit status; 128 + n for a program that signal n has ended, as shells have it
  std::string out;
  std::string err;
};

/// A program that runs beside the test on its own, with all its input ready at the start. Throws
/// std::system_error if it cannot be started.
class BackgroundProgram {
 public:
  explicit BackgroundProgram(std::vector<std::string> command, std::string_view input = {});
  BackgroundProgram(const BackgroundProgram&) = delete;
  BackgroundProgram& operator=(const BackgroundProgram&) = delete;
  /// Kills the program if nobody has waited for its end.
  ~BackgroundProgram();

  void send_signal(int number);
  /// Returns once the program has said this on stderr. Throws std::runtime_error if it does not.
  void await_message(std::string_view text);
  /// Once. Throws std::runtime_error if the program does not end in time.
  Finished wait();

 private:
  const std::string name_;
  pid_t id_ = -1;
  std::FILE* input_ = nullptr;
  std::FILE* output_ = nullptr;
  std::FILE* errors_ = nullptr;
};

/// Runs a program to its end.
Finished run_program(std::vector<std::string> command, std::string_view input = {});

/// The same for a line of shell, with "$1" and so on standing for the arguments.
Finished run_shell(std::string_view script, std::vector<std::string> arguments);

}  // namespace lucena::test
