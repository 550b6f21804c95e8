// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <filesystem>
#include <map>
#include <string>
#include <vector>

namespace lucena::test {

/// The rows below the header of a file of comma-separated values without quotes. Each has as many
/// cells as the header. Throws std::runtime_error if the file cannot be read or is not like that.
std::vector<std::vector<std::string>> read_csv(const std::filesystem::path& path);

/// The same rows with their cells by what the header calls them.
std::vector<std::map<std::string, std::string>> read_named_csv(const std::filesystem::path& path);

}  // namespace lucena::test
