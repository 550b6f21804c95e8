// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/own_engine.h"

#include <filesystem>

namespace lucena {

Result<EngineCommand, EngineFault> engine_command(std::string_view text) {
  auto command = parse_engine_command(text);
  if (!command || command->words.front() != "lucena") return command;
  if (command->words.size() == 1) command->words.emplace_back("uci");
  if (command->setting("name").empty()) command->settings.emplace_back("name", "lucena");
  std::error_code fault;
  const auto program = std::filesystem::read_symlink("/proc/self/exe", fault);
  if (!fault) command->words.front() = program.string();
  return command;
}

}  // namespace lucena
