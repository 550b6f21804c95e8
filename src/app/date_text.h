// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <string>

namespace lucena {

/// The local date as PGN tags have it: "2024.02.29".
std::string today();

/// Seconds since 1970 in local time: "2024-02-29 18:05".
std::string date_and_time(std::uint64_t seconds);

}  // namespace lucena
