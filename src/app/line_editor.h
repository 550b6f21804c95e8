// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <memory>
#include <optional>

#include "app/interrupt.h"
#include "app/output.h"
#include "console/conversation.h"

namespace lucena {

/// A conversation with whoever is at the program's standard streams.
///
/// At a terminal, lines can be edited and called back. Ctrl-C and Ctrl-D there only give up the
/// line; a second one in a row ends the conversation. Elsewhere the lines that are read are
/// repeated, so that the output reads like a conversation. Once the terminal is gone, or nobody
/// takes the output any more, nothing is said and the next question has no answer, so that what was
/// talked about can still be kept. At a terminal a question that has only so much time is given up
/// when it is over, with whatever has been typed.
class StandardConversation final : public Conversation {
 public:
  explicit StandardConversation(InterruptGuard& guard);
  ~StandardConversation() override;

  void say(std::string_view text) override;
  std::size_t columns() const override { return text_width(stdout); }
  std::optional<std::string> ask(std::string_view prompt) override;
  std::optional<std::string> ask_within(std::string_view prompt, double seconds) override;
  void say_boldly(std::string_view sentence) override;
  /// Whether a question was left without an answer.
  bool has_ended() const { return has_ended_; }
  /// Why nobody takes the output any more.
  const std::optional<OutputFault>& fault() const { return fault_; }

 private:
  class Editor;

  bool has_listener() const { return !fault_ && !guard_.hung_up(); }
  std::optional<std::string> read_plainly(std::string_view prompt);
  std::optional<std::string> edit(std::string_view prompt);

  InterruptGuard& guard_;
  std::unique_ptr<Editor> editor_;  // at a terminal
  bool has_ended_ = false;
  std::optional<double> deadline_;  // of the present question, in wall_seconds()
  std::optional<OutputFault> fault_;
};

}  // namespace lucena
