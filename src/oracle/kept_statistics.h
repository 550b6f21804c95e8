// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <vector>

#include "census/statistics.h"
#include "census/unwon.h"
#include "solve/ending_store.h"
#include "table/section.h"
#include "table/table_file.h"

namespace lucena {

/// All there is to keep about an ending that has just been solved by mate and perhaps by zeroing
/// distance. Once the flag is raised it returns soon, and the figures are not complete.
EndingStatistics statistics_to_keep(const Material& material, const EndingStore& store,
                                    ThreadPool& pool, UnwonFinder& unwon,
                                    const std::atomic<bool>& cancelled);

/// The statistics and lists of an ending as sections of its mate file (docs/FORMAT.md, section 4).
std::vector<TableSection> statistics_sections(const EndingStatistics& gathered,
                                              const Layout& layout);

/// Statistics of the ending that the file is of.
Result<Statistics, TableFault> read_statistics(const TableFile& table);

/// The lists are read apart, since few people ask for them. Every index in them stands for a legal
/// position with the side to move that the list is for, and with either in those of zugzwangs; and
/// there are as many as the statistics say, up to the limit.
Result<PositionLists, TableFault> read_position_lists(const TableFile& table);

}  // namespace lucena
