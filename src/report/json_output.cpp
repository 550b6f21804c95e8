// SPDX-License-Identifier: GPL-3.0-or-later
#include "report/json_output.h"

#include <fmt/format.h>

#include <nlohmann/json.hpp>

namespace lucena {
namespace {

/// The library's own text has either no blanks or a line feed behind every comma.
void append(const Json& value, std::string& text) {
  std::string_view separator;
  if (value.is_object()) {
    text += '{';
    for (const auto& [name, member] : value.items()) {
      text += separator;
      append(name, text);
      text += ": ";
      append(member, text);
      separator = ", ";
    }
    text += '}';
  } else if (value.is_array()) {
    text += '[';
    for (const Json& element : value) {
      text += separator;
      append(element, text);
      separator = ", ";
    }
    text += ']';
  } else if (value.is_number_float()) {
    text += fmt::format("{:.3f}", value.get<double>());
  } else {
    // What is not UTF-8 is shown as such, not thrown.
    text += value.dump(-1, ' ', false, Json::error_handler_t::replace);
  }
}

}  // namespace

std::string json_line(const Json& value) {
  std::string text;
  append(value, text);
  return text + "\n";
}

}  // namespace lucena
