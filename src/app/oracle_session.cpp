// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/oracle_session.h"

#include <unistd.h>

#include "app/line_editor.h"
#include "console/setting_up.h"

namespace lucena {

OracleSession::OracleSession(std::string_view command, const Oracle::Options& options, bool solve)
    : progress_(std::string(command)), oracle_(options) {
  tell_if_nowhere(command, options.folder);
  oracle_.observe(&progress_);
  oracle_.cancel_on(guard_.interrupted());
  oracle_.ask_before_long_work([this, solve](const Material& material, const Forecast& forecast) {
    return solve || ask_person(material, forecast);
  });
}

/// Programs, which are no terminals, are never asked.
bool OracleSession::ask_person(const Material& material, const Forecast& forecast) {
  if (isatty(STDIN_FILENO) == 0 || isatty(STDOUT_FILENO) == 0) return false;
  StandardConversation conversation(guard_);
  const std::string question =
      fmt::format("{} is not solved yet: {} takes {}. Solve it now?", material.name(),
                  forecast.in_part ? "what this position can reach" : "that", text_of(forecast));
  return ask_choice(conversation, question, "solve> ", {"yes", "no"}, 1) == 0;
}

}  // namespace lucena
