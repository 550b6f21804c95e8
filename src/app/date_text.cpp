// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/date_text.h"

#include <fmt/format.h>

#include <ctime>

namespace lucena {
namespace {

std::tm local(std::time_t time) {
  std::tm parts{};
  localtime_r(&time, &parts);
  return parts;
}

}  // namespace

std::string today() {
  const std::tm parts = local(std::time(nullptr));
  return fmt::format("{:04}.{:02}.{:02}", parts.tm_year + 1900, parts.tm_mon + 1, parts.tm_mday);
}

std::string date_and_time(std::uint64_t seconds) {
  const std::tm parts = local(static_cast<std::time_t>(seconds));
  return fmt::format("{:04}-{:02}-{:02} {:02}:{:02}", parts.tm_year + 1900, parts.tm_mon + 1,
                     parts.tm_mday, parts.tm_hour, parts.tm_min);
}

}  // namespace lucena
