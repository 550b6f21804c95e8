// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/line_editor.h"

#include <histedit.h>
#include <poll.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <iostream>

#include "base/clock.h"
#include "base/text.h"

namespace lucena {

/// libedit behind the few things that are asked of it.
class StandardConversation::Editor {
 public:
  explicit Editor(const std::atomic<bool>& interrupted)
      : interrupted_(interrupted),
        history_(history_init()),
        editor_(el_init("lucena", stdin, stdout, stderr)) {
    HistEvent event;
    history(history_, &event, H_SETSIZE, 1000);
    history(history_, &event, H_SETUNIQUE, 1);
    el_set(editor_, EL_CLIENTDATA, this);
    el_set(editor_, EL_PROMPT, &Editor::prompt_of);
    el_set(editor_, EL_EDITOR, "emacs");
    el_set(editor_, EL_SIGNAL, 1);  // Ctrl-Z, and new sizes of the terminal
    el_set(editor_, EL_HIST, history, history_);
    el_set(editor_, EL_GETCFN, &Editor::read_character);
    el_source(editor_, nullptr);  // what the person has set up in ~/.editrc
  }
  Editor(const Editor&) = delete;
  Editor& operator=(const Editor&) = delete;
  ~Editor() {
    el_end(editor_);
    history_end(history_);
  }

  /// Nothing after Ctrl-C, or Ctrl-D on an empty line, or once it is too late.
  std::optional<std::string> read(std::string_view prompt, std::optional<double> deadline) {
    prompt_ = prompt;
    deadline_ = deadline;
    has_typed_ = false;
    el_resize(editor_);
    int length = 0;
    const char* line = el_gets(editor_, &length);
    if (line == nullptr || length <= 0) return {};
    const std::string text(trim({line, static_cast<std::size_t>(length)}));
    HistEvent event;
    if (!text.empty()) history(history_, &event, H_ENTER, text.c_str());
    return text;
  }

  /// Whether there was more than the key that gave up the last line.
  bool has_typed() const { return has_typed_; }

 private:
  static constexpr unsigned char kEndOfInput = 4;  // Ctrl-D

  static Editor& self(EditLine* editor) {
    void* data = nullptr;
    el_get(editor, EL_CLIENTDATA, &data);
    return *static_cast<Editor*>(data);
  }
  static char* prompt_of(EditLine* editor) { return self(editor).prompt_.data(); }

  /// A byte at a time: nothing that can be meant here is more than ASCII.
  static int read_character(EditLine* editor, wchar_t* character) {
    while (true) {
      if (!self(editor).waits_for_key()) return 0;
      unsigned char byte = 0;
      const ssize_t count = ::read(STDIN_FILENO, &byte, 1);
      if (self(editor).interrupted_) return 0;
      if (count < 0 && errno == EINTR) {
        el_set(editor, EL_REFRESH);  // back from Ctrl-Z, or another size of the terminal
        continue;
      }
      if (count <= 0) return 0;
      if (byte != kEndOfInput) self(editor).has_typed_ = true;
      *character = byte < 0x80 ? wchar_t{byte} : L'?';
      return 1;
    }
  }

  /// Whether there is something to read in time; a signal is left to whoever reads.
  bool waits_for_key() const {
    if (!deadline_) return true;
    pollfd keyboard{STDIN_FILENO, POLLIN, 0};
    const double left = std::max(0.0, *deadline_ - wall_seconds());
    const int limit = static_cast<int>(std::min(left * 1000 + 1, 1e9));
    return poll(&keyboard, 1, limit) != 0;
  }

  const std::atomic<bool>& interrupted_;
  std::optional<double> deadline_;
  std::string prompt_;
  bool has_typed_ = false;
  History* history_;
  EditLine* editor_;
};

StandardConversation::StandardConversation(InterruptGuard& guard) : guard_(guard) {
  if (isatty(STDIN_FILENO) != 0 && isatty(STDOUT_FILENO) != 0) {
    editor_ = std::make_unique<Editor>(guard.interrupted());
  }
}

StandardConversation::~StandardConversation() = default;

void StandardConversation::say(std::string_view text) {
  if (!has_listener()) return;
  try {
    write_output(text);
    flush_output();
  } catch (const OutputFault& fault) {
    fault_ = fault;
  }
}

std::optional<std::string> StandardConversation::ask(std::string_view prompt) {
  std::optional<std::string> line;
  if (has_listener()) line = editor_ ? edit(prompt) : read_plainly(prompt);
  has_ended_ = !line;
  return line;
}

std::optional<std::string> StandardConversation::ask_within(std::string_view prompt,
                                                            double seconds) {
  deadline_ = wall_seconds() + seconds;
  auto line = ask(prompt);
  if (!line && wall_seconds() >= *deadline_) has_ended_ = false;
  deadline_.reset();
  return line;
}

void StandardConversation::say_boldly(std::string_view sentence) {
  say(bold(wrapped(sentence, columns()), stdout));
}

std::optional<std::string> StandardConversation::read_plainly(std::string_view prompt) {
  say(prompt);
  std::string line;
  const bool there_is_one = has_listener() && !guard_.interrupted() && std::getline(std::cin, line);
  if (!there_is_one) {
    say("\n");
    return {};
  }
  if (isatty(STDIN_FILENO) == 0) say(line + "\n");
  return std::string(trim(line));
}

std::optional<std::string> StandardConversation::edit(std::string_view prompt) {
  bool warned = false;
  while (true) {
    if (auto line = editor_->read(prompt, deadline_)) return line;
    say("\n");
    if (deadline_ && wall_seconds() >= *deadline_) return {};
    if (!has_listener() || (guard_.interrupted() && guard_.signal() != SIGINT)) return {};
    if (warned && !editor_->has_typed()) return {};
    warned = true;
    if (guard_.interrupted()) guard_.rearm();
    say("Type 'quit' to leave, or press the same keys again.\n");
  }
}

}  // namespace lucena
