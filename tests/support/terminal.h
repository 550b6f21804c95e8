// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <sys/types.h>

#include <string>
#include <string_view>
#include <vector>

namespace lucena::test {

/// A program at a terminal of its own, as a person sees it. Throws std::system_error if it cannot
/// be started, and std::runtime_error with what is on the screen if something does not appear in
/// time.
class Terminal {
 public:
  /// Whether this system has such terminals; not every container does.
  static bool is_available();

  explicit Terminal(std::vector<std::string> command, int columns = 200);
  Terminal(const Terminal&) = delete;
  Terminal& operator=(const Terminal&) = delete;
  /// Kills the program if nobody has waited for its end.
  ~Terminal();

  /// Presses keys as soon as the program reads them one by one; "\r" is Enter.
  void type(std::string_view keys);
  void resize(int columns, int lines);
  /// Reads until the text appears after what was waited for before.
  void wait_for(std::string_view text);
  /// Takes the terminal away, as closing its window does; the exit status of the program.
  int hang_up();
  /// Reads until the program ends; its exit status.
  int wait_for_end();

  /// Everything shown so far, without what steers colours and the cursor, in lines that end with
  /// line feeds.
  std::string text() const;
  /// Byte for byte.
  const std::string& raw() const { return raw_; }

 private:
  /// False once the program has closed the terminal.
  bool read_more();
  int exit_status();

  pid_t id_ = -1;
  int descriptor_ = -1;
  std::string raw_;
  std::size_t seen_ = 0;  // of text()
};

}  // namespace lucena::test
