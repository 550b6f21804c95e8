// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

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

}  // namespace lucena
