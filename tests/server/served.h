// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <string>

#include "server/api.h"
#include "support/temporary_folder.h"

namespace lucena::test {

/// The endings that positions of tests are from, solved once for all tests of the program.
inline const std::filesystem::path& solved_tables() {
  static const TemporaryFolder folder;
  static const bool solved = [] {
    Oracle oracle({.folder = folder.path()});
    for (const char* ending : {"KPvKP", "KRvKP", "KBBvKN", "KBNvK", "KNNvK", "KQvKR", "KRvKB"}) {
      const auto fault = oracle.prepare(Material::parse(ending).value());
      EXPECT_FALSE(fault) << fault->message;
    }
    return true;
  }();
  EXPECT_TRUE(solved);
  return folder.path();
}

/// All that answers requests, without the network.
struct Served {
  explicit Served(const std::filesystem::path& folder) : oracle({.folder = folder}) {}

  HttpResponse ask(HttpRequest request) const { return answer_by_routes(parts, request); }
  HttpResponse get(std::string path,
                   std::vector<std::pair<std::string, std::string>> query = {}) const {
    return ask({.path = std::move(path), .query = std::move(query)});
  }
  /// The JSON of an answer that must be one.
  Json json(std::string path, std::vector<std::pair<std::string, std::string>> query = {}) const {
    const HttpResponse response = get(std::move(path), std::move(query));
    EXPECT_EQ(response.status, 200) << response.body;
    Json json = Json::parse(response.body, nullptr, false);
    EXPECT_FALSE(json.is_discarded()) << response.body;
    return json;
  }

  Oracle oracle;
  SolveDesk desk{oracle, 2};
  ApiParts parts{oracle, desk, "secret"};
};

}  // namespace lucena::test
