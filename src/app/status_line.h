// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <string_view>

namespace lucena {

/// A line on stderr that is written over and over. Where stderr is no terminal, nothing is shown.
class StatusLine {
 public:
  StatusLine();
  ~StatusLine() { wipe(); }
  StatusLine(const StatusLine&) = delete;
  StatusLine& operator=(const StatusLine&) = delete;

  bool on_terminal() const { return on_terminal_; }
  /// As much of the text as fits.
  void show(std::string text);
  /// Makes room for something else.
  void wipe();

 private:
  const bool on_terminal_;
  bool on_screen_ = false;
};

}  // namespace lucena
