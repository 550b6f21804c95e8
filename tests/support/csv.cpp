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

}  // namespace

std::vector<std::vector<std::string>> read_csv(const std::filesystem::path& path) {
  std::ifstream file(path);
  std::string line;
  if (!std::getline(file, line)) {
    throw std::runtime_error(fmt::format("cannot read {}", path.string()));
  }
  const std::size_t width = split_cells(line).size();
  std::vector<std::vector<std::string>> rows;
  while (std::getline(file, line)) {
    rows.push_back(split_cells(line));
    if (rows.back().size() != width) {
      throw std::runtime_error(fmt::format("{}:{}: {} cells, not {}", path.string(),
                                           rows.size() + 1, rows.back().size(), width));
    }
  }
  return rows;
}

}  // namespace lucena::test
