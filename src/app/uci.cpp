// SPDX-License-Identifier: GPL-3.0-or-later
#include <iostream>
#include <mutex>
#include <string>

#include "app/commands.h"
#include "app/output.h"
#include "uci/protocol.h"

namespace lucena {
namespace {

/// Lines that appear at once on stdout. A GUI that has gone away is noticed when its input ends, so
/// nobody has to hear about it in the thread that searches.
class StandardOutput final : public UciOutput {
 public:
  void write(std::string_view lines) override {
    const std::lock_guard lock(mutex_);
    if (gone_) return;
    try {
      write_output(fmt::format("{}\n", lines));
      flush_output();
    } catch (const OutputFault&) {
      gone_ = true;
    }
  }

 private:
  std::mutex mutex_;
  bool gone_ = false;
};

int run_uci() {
  StandardOutput output;
  UciProtocol protocol("Lucena " LUCENA_VERSION, output);
  std::string line;
  while (std::getline(std::cin, line)) {
    if (!protocol.handle(line)) break;
  }
  return kSuccess;
}

}  // namespace

Command uci_command() {
  const auto declare = [](Arguments&) -> Command::Action { return run_uci; };
  return {"uci",
          "Plays chess for a program that speaks UCI",
          {{"lucena uci", "Lucena waits for commands such as 'go depth 12'"}},
          declare,
          "Tables that are there are used; none is waited for. See the README about options.\n"};
}

}  // namespace lucena
