// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <filesystem>
#include <string>
#include <string_view>

#include "base/result.h"

namespace lucena {

/// Why a table cannot be read or written. That there is none, that it is of no use to this program,
/// and that it is damaged are three different things to whoever asked for it. A missing table can
/// be solved, a damaged one should be replaced, and one of another version belongs to another
/// program.
enum class TableError {
  NoTable,
  WrongVersion,  // of another version of the format, or of the other byte order
  WrongTable,    // of another material or metric than the one asked for
  Damaged,
  ReadFailed,
  WriteFailed,
  Cancelled,
};
using TableFault = Error<TableError>;

/// Ends every sentence about a file that is of no use: whoever reads it should know what to do.
inline constexpr std::string_view kRemoveIt = "; remove it, and it is solved again when needed";
/// Ends it instead where the program does that itself.
inline constexpr std::string_view kIsReplaced = "; it is solved again and replaced";

/// What is told about a damaged file.
inline TableFault damaged_table(const std::filesystem::path& path, std::string_view what) {
  return {TableError::Damaged,
          path.string() + " is damaged: " + std::string(what) + std::string(kRemoveIt)};
}

}  // namespace lucena
