// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>

namespace lucena {

/// Members stay in the order in which they were added. Who makes one includes <nlohmann/json.hpp>,
/// which is slow to compile.
using Json = nlohmann::ordered_json;

/// The value on one line, with a blank behind every comma and colon, and a line feed at the end:
///
///     {"material": "KRvK", "seconds": 0.070, "plies": [1, 2]}
///
/// Numbers that are not whole by type have three decimals.
std::string json_line(const Json& value);

}  // namespace lucena
