// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <memory>
#include <set>
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

  /// After a search: says which tables turned out to be damaged, each once and not at each
  /// question.
  void tell_faults();

  const TableProbe& probe() const { return probe_; }

 private:
  /// Unless it has been said before.
  void tell(const std::string& sentence);

  const BackgroundSolver::Notice notice_;
  std::set<std::string> told_;
  Oracle oracle_;
  TableProbe probe_;
  std::unique_ptr<BackgroundSolver> solver_;  // goes before the oracle does
};

}  // namespace lucena
