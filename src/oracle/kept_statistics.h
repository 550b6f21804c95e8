// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <vector>

#include "solve/statistics.h"
#include "table/section.h"
#include "table/table_file.h"

namespace lucena {

/// The statistics and lists of an ending as sections of its mate file (docs/FORMAT.md, section 4).
std::vector<TableSection> statistics_sections(const EndingStatistics& gathered,
                                              const Layout& layout);

Result<Statistics, TableFault> read_statistics(const TableFile& table);

/// The lists are read apart, since few people ask for them.
Result<PositionLists, TableFault> read_position_lists(const TableFile& table);

}  // namespace lucena
