// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <exception>
#include <optional>
#include <string>
#include <string_view>

namespace lucena {

/// The memory this process can still get, as the system, the control group it runs in and its own
/// limit tell.
std::uint64_t available_memory_bytes();

/// What to tell people about an exception by which the machine itself refuses something: no memory,
/// no threads.
std::string refusal_text(const std::exception& refusal);

/// "4G", "512M", "1.5G", "800000K"; a plain number counts bytes.
std::optional<std::uint64_t> parse_size(std::string_view text);

/// 4294967296 as "4.0 GB"; one GB is 2^30 bytes, as for parse_size.
std::string format_size(std::uint64_t bytes);

}  // namespace lucena
