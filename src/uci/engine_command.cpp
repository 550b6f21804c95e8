// SPDX-License-Identifier: GPL-3.0-or-later
#include "uci/engine_command.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <filesystem>

#include "base/text.h"

namespace lucena {
namespace {

constexpr std::array<std::string_view, 5> kSettings{"name", "tc", "nodes", "depth", "movetime"};
constexpr std::string_view kOptionPrefix = "option.";

/// Words as a shell cuts them: blanks separate, quotes and backslashes keep together. Nothing if a
/// quote is not closed.
Result<std::vector<std::string>, EngineFault> shell_words(std::string_view text) {
  std::vector<std::string> words;
  std::string word;
  bool in_word = false;
  char quote = '\0';
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    const bool blank = c == ' ' || c == '\t' || c == '\n';
    if (quote == '\0' && blank) {
      if (in_word) words.push_back(std::move(word));
      word.clear();
      in_word = false;
      continue;
    }
    in_word = true;
    if (c == quote) {
      quote = '\0';
    } else if (quote == '\0' && (c == '\'' || c == '"')) {
      quote = c;
    } else if (c == '\\' && quote != '\'' && i + 1 < text.size()) {
      word += text[++i];
    } else {
      word += c;
    }
  }
  if (quote != '\0') {
    return EngineFault{EngineError::CommandText,
                       fmt::format("a quote is not closed in '{}'", printable(text))};
  }
  if (in_word) words.push_back(std::move(word));
  return words;
}

}  // namespace

/// The last one counts if there are several.
std::string_view EngineCommand::setting(std::string_view name) const {
  const auto found = std::find_if(settings.rbegin(), settings.rend(),
                                  [&](const Setting& setting) { return setting.first == name; });
  return found == settings.rend() ? std::string_view() : std::string_view(found->second);
}

std::string EngineCommand::display_name() const {
  const std::string_view given = setting("name");
  return given.empty() ? std::filesystem::path(words.front()).filename().string()
                       : std::string(given);
}

Result<EngineCommand, EngineFault> parse_engine_command(std::string_view text) {
  auto words = shell_words(text);
  if (!words) return words.error();
  EngineCommand command;
  for (std::string& word : *words) {
    const std::size_t equals = word.find('=');
    const std::string name = word.substr(0, equals);
    const bool has_value = equals != std::string::npos;
    if (word.starts_with(kOptionPrefix)) {
      if (!has_value) {
        return EngineFault{
            EngineError::CommandText,
            fmt::format("'{}' lacks its value: write option.NAME=VALUE", printable(word))};
      }
      command.options.emplace_back(name.substr(kOptionPrefix.size()), word.substr(equals + 1));
    } else if (has_value &&
               std::find(kSettings.begin(), kSettings.end(), name) != kSettings.end()) {
      command.settings.emplace_back(name, word.substr(equals + 1));
    } else {
      command.words.push_back(std::move(word));
    }
  }
  if (command.words.empty() || command.words.front().empty()) {
    return EngineFault{EngineError::CommandText,
                       fmt::format("'{}' does not say which program to start", printable(text))};
  }
  return command;
}

}  // namespace lucena
