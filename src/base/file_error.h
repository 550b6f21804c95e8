// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <filesystem>
#include <string_view>

#include "base/result.h"

namespace lucena {

/// "Not there" is often no error at all, so that it can be told from everything else. A conflict is
/// a request for two things of which one would destroy the other.
enum class FileError { Missing, Failed, Conflict, Interrupted };
using FileFault = Error<FileError>;

/// "cannot write /tables/KRvK.mate: No space left on device", from what errno says.
FileFault file_fault(std::string_view action, const std::filesystem::path& path, int error_number);

}  // namespace lucena
