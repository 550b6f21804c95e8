// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <memory>

#include "app/interrupt.h"
#include "console/conversation.h"

namespace lucena {

/// A conversation with whoever is at the program's standard streams.
///
/// At a terminal, lines can be edited and called back. Ctrl-C and Ctrl-D there only give up the
/// line; a second one in a row ends the conversation. Elsewhere the lines that are read are
/// repeated, so that the output reads like a conversation.
class StandardConversation final : public Conversation {
 public:
  explicit StandardConversation(InterruptGuard& guard);
  ~StandardConversation() override;

  void say(std::string_view text) override;
  std::optional<std::string> ask(std::string_view prompt) override;
  /// Whether a question was left without an answer.
  bool has_ended() const { return has_ended_; }

 private:
  class Editor;

  std::optional<std::string> read_plainly(std::string_view prompt);
  std::optional<std::string> edit(std::string_view prompt);

  InterruptGuard& guard_;
  std::unique_ptr<Editor> editor_;  // at a terminal
  bool has_ended_ = false;
};

}  // namespace lucena
