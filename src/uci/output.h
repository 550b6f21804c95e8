// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string_view>

namespace lucena {

/// Where the answers of the protocol go, line by line. Any thread may write. The worker reports
/// while the reading thread answers, so that lines must not mix.
class UciOutput {
 public:
  virtual ~UciOutput() = default;
  /// A line, or several, without the last line feed.
  virtual void write(std::string_view lines) = 0;
};

}  // namespace lucena
