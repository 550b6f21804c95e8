// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <sys/types.h>

#include <cstdio>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace lucena::test {

/// Where a program is installed: in PATH or among Debian's games, which is not in everybody's PATH.
std::optional<std::string> find_program(std::string_view name);

/// A program that runs beside the test and is spoken to line by line. What it says on stderr goes
/// to the test's stderr. Throws std::system_error if the program cannot be started.
class Process {
 public:
  explicit Process(std::vector<std::string> command);
  Process(const Process&) = delete;
  Process& operator=(const Process&) = delete;
  /// Closes the program's input and waits for its end.
  ~Process();

  /// A program that has ended takes no lines, which its next answer shows.
  void send(std::string_view line);
  /// The next line without its line feed; nothing once the program has closed its output.
  std::optional<std::string> receive();

 private:
  pid_t id_ = -1;
  std::FILE* input_ = nullptr;
  std::FILE* output_ = nullptr;
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
  /// Once.
  Finished wait();

 private:
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
