// SPDX-License-Identifier: GPL-3.0-or-later
#include "support/csv.h"

#include <fmt/format.h>

#include <fstream>
#include <stdexcept>

namespace lucena::test {
namespace {

std::vector<std::string> split_cells(const std::string& line) {
  std::vector<std::string> cells;
  std::size_t begin = 0;
  for (std::size_t comma; (comma = line.find(',', begin)) != std::string::npos;) {
    cells.push_back(line.substr(begin, comma - begin));
    begin = comma + 1;
  }
  cells.push_back(line.substr(begin));
  return cells;
}

/// The header is the first row.
std::vector<std::vector<std::string>> read_rows(const std::filesystem::path& path) {
  std::ifstream file(path);
  std::vector<std::vector<std::string>> rows;
  for (std::string line; std::getline(file, line);) {
    if (line.ends_with('\r')) {
      throw std::runtime_error(
          fmt::format("{}:{}: a line of another system", path.string(), rows.size() + 1));
    }
    rows.push_back(split_cells(line));
    const std::size_t width = rows.front().size();
    if (rows.back().size() != width) {
      throw std::runtime_error(fmt::format("{}:{}: {} cells, not {}", path.string(), rows.size(),
                                           rows.back().size(), width));
    }
  }
  if (rows.empty()) throw std::runtime_error(fmt::format("cannot read {}", path.string()));
  return rows;
}

}  // namespace

std::vector<std::vector<std::string>> read_csv(const std::filesystem::path& path) {
  auto rows = read_rows(path);
  rows.erase(rows.begin());
  return rows;
}

std::vector<std::map<std::string, std::string>> read_named_csv(const std::filesystem::path& path) {
  const auto rows = read_rows(path);
  std::vector<std::map<std::string, std::string>> named(rows.size() - 1);
  for (std::size_t i = 0; i < named.size(); ++i) {
    for (std::size_t j = 0; j < rows[0].size(); ++j) named[i][rows[0][j]] = rows[i + 1][j];
  }
  return named;
}

}  // namespace lucena::test
