// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <vector>

#include "query/position_search.h"
#include "report/json_output.h"

namespace lucena {

/// {"material": ..., "conditions": [...], "count": ..., "fens": [...]}
Json found_json(const Material& material, const std::vector<std::string>& conditions,
                const FoundPositions& found);

}  // namespace lucena
