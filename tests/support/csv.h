// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace lucena::test {

/// The rows below the header of a file of comma-separated values without quotes. Each has as many
/// cells as the header. Throws std::runtime_error if the file cannot be read or is not like that.
std::vector<std::vector<std::string>> read_csv(const std::filesystem::path& path);

}  // namespace lucena::test
