// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace lucena {

/// Somebody to talk with: a person at a terminal, a file of answers, a test.
class Conversation {
 public:
  virtual ~Conversation() = default;

  /// Text that ends with a line feed.
  virtual void say(std::string_view text) = 0;
  /// The next line, without white space at either end; nothing once there is nobody to answer.
  virtual std::optional<std::string> ask(std::string_view prompt) = 0;
};

}  // namespace lucena
