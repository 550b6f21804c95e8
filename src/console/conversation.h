// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "base/text.h"

namespace lucena {

/// Somebody to talk with: a person at a terminal, a file of answers, a test.
class Conversation {
 public:
  virtual ~Conversation() = default;

  /// Text that ends with a line feed.
  virtual void say(std::string_view text) = 0;
  /// How wide what is said may be, in characters.
  virtual std::size_t columns() const { return 80; }
  /// A paragraph, in lines that are not wider than that.
  void say_paragraph(std::string_view text) { say(wrapped(text, columns())); }
  /// The next line, without white space at either end; nothing once there is nobody to answer.
  virtual std::optional<std::string> ask(std::string_view prompt) = 0;
  /// The same with so much time for the answer. Where nobody can be stopped from typing, the answer
  /// may come later.
  virtual std::optional<std::string> ask_within(std::string_view prompt, double /*seconds*/) {
    return ask(prompt);
  }
  /// A sentence that stands out where it can.
  virtual void say_boldly(std::string_view sentence) { say_paragraph(sentence); }
};

}  // namespace lucena
