// SPDX-License-Identifier: GPL-3.0-or-later
#include "report/found_json.h"

#include <nlohmann/json.hpp>

#include "chess/fen.h"

namespace lucena {

Json found_json(const Material& material, const std::vector<std::string>& conditions,
                const FoundPositions& found) {
  Json fens = Json::array();
  for (const Position& position : found.positions) fens.push_back(to_fen(position));
  return {{"material", material.name()},
          {"conditions", conditions},
          {"count", found.count},
          {"fens", std::move(fens)}};
}

}  // namespace lucena
