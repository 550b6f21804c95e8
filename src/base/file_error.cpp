// SPDX-License-Identifier: GPL-3.0-or-later
#include "base/file_error.h"

#include <cerrno>
#include <string>
#include <system_error>

#include "base/text.h"

namespace lucena {

FileFault file_fault(std::string_view action, const std::filesystem::path& path, int error_number) {
  const FileError code = error_number == ENOENT ? FileError::Missing : FileError::Failed;
  return {code, "cannot " + std::string(action) + ' ' + without_controls(path.string()) + ": " +
                    std::generic_category().message(error_number)};
}

}  // namespace lucena
