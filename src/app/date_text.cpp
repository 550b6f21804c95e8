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

/// Behind the year 9999 there is no date that anybody means, and soon none that can be computed.
std::string date_and_time(std::uint64_t seconds) {
  constexpr std::uint64_t kLastSecond = 253'402'300'799;
  if (seconds > kLastSecond) return "no date";
  const std::tm parts = local(static_cast<std::time_t>(seconds));
  return fmt::format("{:04}-{:02}-{:02} {:02}:{:02}", parts.tm_year + 1900, parts.tm_mon + 1,
                     parts.tm_mday, parts.tm_hour, parts.tm_min);
}

}  // namespace lucena
