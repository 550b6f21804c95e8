// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <atomic>
#include <optional>

#include "solve/ending_table.h"
#include "solve/solver_crew.h"
#include "solve/table_exits.h"
#include "table/table_file.h"

namespace lucena {

/// Reads what a file holds of an ending, White to move, into all rows of its table: also those that
/// the file leaves out because they are copies, and illegal positions, which are drawn. Nothing if
/// all is well.
std::optional<TableFault> read_white(const TableFile& file, EndingTable& table, ThreadPool& pool,
                                     const std::atomic<bool>& cancelled);

/// Completes tables that read_white() has filled: with Black to move, a position is worth the best
/// of his moves, all of which lead to positions with White to move or out of the ending. `values`
/// are those of the metric, and by mate the same as `scores`, which otherwise are complete.
///
/// By zeroing distance, files without cursed positions leave out the wins by a capture or pawn
/// move; these are filled in as well. Once the flag is raised it returns soon.
template <Metric metric>
void complete(const EndingTable& scores, EndingTable& values, ExitTargets& targets,
              SolverCrew& crew, const std::atomic<bool>& cancelled);

extern template void complete<Metric::Mate>(const EndingTable&, EndingTable&, ExitTargets&,
                                            SolverCrew&, const std::atomic<bool>&);
extern template void complete<Metric::Zeroing>(const EndingTable&, EndingTable&, ExitTargets&,
                                               SolverCrew&, const std::atomic<bool>&);
extern template void complete<Metric::Conversion>(const EndingTable&, EndingTable&, ExitTargets&,
                                                  SolverCrew&, const std::atomic<bool>&);

}  // namespace lucena
