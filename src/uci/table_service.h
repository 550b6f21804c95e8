// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <memory>
#include <string>

#include "engine/table_probe.h"
#include "uci/background_solver.h"

namespace lucena {

/// The tables of one folder, for an engine to ask and, if wanted, to complete in the background.
class TableService {
 public:
  TableService(std::filesystem::path folder, bool solve, BackgroundSolver::Notice notice);

  /// Before a search: looks for new tables and has missing ones solved, those of the position's
  /// ending or of the endings it may soon turn into. Does nothing with more men. With up to five
  /// men on the board the ending itself is asked for, with six those that one capture leads to.
  void get_ready_for(const Position& position);

  const TableProbe& probe() const { return probe_; }

 private:
  Oracle oracle_;
  TableProbe probe_;
  std::unique_ptr<BackgroundSolver> solver_;  // goes before the oracle does
};

}  // namespace lucena
