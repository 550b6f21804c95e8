// SPDX-License-Identifier: GPL-3.0-or-later
#include "uci/table_service.h"

namespace lucena {
namespace {

Oracle::Options oracle_options(std::filesystem::path folder) {
  Oracle::Options options;
  options.folder = std::move(folder);
  options.threads = 1;  // the engine needs the others
  // A match may run several engines, each with a hash table besides.
  options.cache_bytes = std::size_t{1} << 28;
  return options;
}

}  // namespace

TableService::TableService(std::filesystem::path folder, bool solve,
                           BackgroundSolver::Notice notice)
    : notice_(std::move(notice)),
      oracle_(oracle_options(std::move(folder))),
      probe_(oracle_.tables(), oracle_.prober()) {
  if (solve) solver_ = std::make_unique<BackgroundSolver>(oracle_, notice_);
}

void TableService::tell(const std::string& sentence) {
  if (told_.insert(sentence).second) notice_(sentence);
}

void TableService::tell_faults() {
  for (const TableFault& fault : oracle_.tables().faults()) tell(fault.message);
}

void TableService::get_ready_for(const Position& position) {
  const int men = position.occupied().count();
  // Twelve captures in a row are more than a search sees; what it cannot reach need not be looked
  // for.
  if (men > kMaxMen + 12) return;
  probe_.look_again();
  for (const std::string& sentence : oracle_.tables().obstacles()) tell(sentence);
  if (!solver_ || men > kMaxMenInMemory + 1) return;
  const Material material = Material::of(position);
  if (men <= kMaxMenInMemory) {
    if (!probe_.covers(position)) solver_->ask_for(material.canonical());
    return;
  }
  for (const Material& next : successors(material)) {
    if (next.men() <= kMaxMenInMemory) solver_->ask_for(next.canonical());
  }
}

}  // namespace lucena
