// SPDX-License-Identifier: GPL-3.0-or-later
#include "oracle/oracle.h"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cstdlib>

#include "base/memory.h"
#include "oracle/ending_writer.h"
#include "oracle/kept_statistics.h"

namespace lucena {
namespace {

/// A new folder for this process alone, in memory if possible.
std::optional<std::filesystem::path> new_own_folder() {
  std::error_code ignored;
  const auto elsewhere = std::filesystem::temp_directory_path(ignored);
  for (const std::filesystem::path& parent : {std::filesystem::path("/dev/shm"), elsewhere}) {
    if (parent.empty()) continue;
    std::string name = (parent / ("lucena-" + std::string(6, 'X'))).string();
    if (::mkdtemp(name.data()) != nullptr) return std::filesystem::path(name);
  }
  return {};
}

/// Whatever was going on.
OracleFault interrupted() {
  return {OracleError::Cancelled, "interrupted"};
}

}  // namespace

Oracle::Oracle(Options options)
    : options_(std::move(options)),
      tables_(options_.folder, options_.cache_bytes),
      prober_(tables_) {}

Oracle::~Oracle() {
  std::error_code ignored;
  if (own_folder_) std::filesystem::remove_all(*own_folder_, ignored);
}

OracleFault Oracle::fault_of(const TableFault& fault) const {
  if (fault.code == TableError::Cancelled) return interrupted();
  return {OracleError::Table, fault.message};
}

bool Oracle::has_tables(const Material& material, bool with_conversion) const {
  if (!tables_.contains(material, Metric::Mate)) return false;
  if (!tables_.contains(material, Metric::Zeroing)) return false;
  return !with_conversion || tables_.contains(material, Metric::Conversion);
}

std::optional<OracleFault> Oracle::prepare(const Material& on_the_board, bool with_conversion) {
  if (on_the_board.men() > kMaxMen) {
    return OracleFault{
        OracleError::TooManyMen,
        fmt::format("there are {} men, but endings have {} at most", on_the_board.men(), kMaxMen)};
  }
  if (on_the_board.men() == 2) return {};
  const Material material = on_the_board.canonical();
  const std::lock_guard lock(solving_);
  const std::pair key{material.name(), with_conversion};
  if (prepared_.contains(key)) return {};
  std::vector<Material> missing;
  for (const Material& needed : closure({material})) {
    const bool conversion = with_conversion && needed == material;
    if (!has_tables(needed, conversion)) missing.push_back(needed);
  }
  if (!missing.empty()) {
    if (auto fault = solve(missing, with_conversion)) return fault;
  }
  prepared_.insert(key);
  return {};
}

/// The endings that are missing, and whatever they need to be solved.
std::optional<OracleFault> Oracle::solve(const std::vector<Material>& missing,
                                         bool with_conversion) {
  const std::vector<Material> plan = closure(missing);
  Solver::Options options{.threads = options_.threads, .castling = true, .zeroing = true};
  if (with_conversion) options.conversion = {missing.back()};
  std::size_t for_statistics = 0;
  for (const Material& material : missing) {
    for_statistics = std::max(for_statistics, unwon_bytes(material, options_.threads));
  }
  const std::size_t needed = Solver::memory_needed(options, plan) + for_statistics;
  const std::size_t available =
      std::min<std::size_t>(options_.memory_bytes, available_memory_bytes());
  if (needed > available) {
    return OracleFault{
        OracleError::NotEnoughMemory,
        fmt::format("{} must be solved, which needs {} of memory, but {} is available",
                    missing.back().name(), format_size(needed), format_size(available))};
  }
  options.memory_bytes = available - for_statistics;
  Solver solver(options, plan);
  solver.cancel_on(*cancelled_);
  UnwonFinder unwon(solver.pool());
  if (observer_ != nullptr) observer_->begin(solver, plan);
  std::optional<OracleFault> fault;
  for (std::size_t i = 0; i < plan.size() && !fault; ++i) {
    if (observer_ != nullptr) observer_->next(i);
    solver.solve_next();
    if (*cancelled_) {
      fault = interrupted();
    } else if (std::find(missing.begin(), missing.end(), plan[i]) != missing.end()) {
      fault = keep(plan[i], solver, unwon);
    }
    solver.release(plan[i]);
  }
  if (observer_ != nullptr) observer_->end();
  return fault;
}

std::optional<OracleFault> Oracle::keep(const Material& material, Solver& solver,
                                        UnwonFinder& unwon) {
  const EndingStore& store = solver.store();
  const std::vector<TableSection> sections =
      statistics_sections(statistics_to_keep(material, store, solver.pool(), unwon, *cancelled_),
                          store.table(material)->layout());
  const auto write_to = [&](const std::filesystem::path& folder) {
    return write_ending(folder, material, store, sections, solver.pool(), *cancelled_);
  };
  if (!own_folder_) {
    std::error_code ignored;
    std::filesystem::create_directories(options_.folder, ignored);
    const auto written = write_to(options_.folder);
    if (written) return {};
    if (written.error().code == TableError::Cancelled) return fault_of(written.error());
    if (observer_ != nullptr)
      observer_->warn("the tables cannot be kept: " + written.error().message);
    own_folder_ = new_own_folder();
    if (!own_folder_) return fault_of(written.error());
    tables_.add_folder(*own_folder_);
  }
  const auto written = write_to(*own_folder_);
  if (!written) return fault_of(written.error());
  return {};
}

Result<Answer, OracleFault> Oracle::answer(const Position& position, const Rules& rules) {
  if (auto fault = prepare(Material::of(position), rules.metric == Metric::Conversion)) {
    return *fault;
  }
  auto answer = answer_from_tables(position, prober_, rules);
  if (!answer) return fault_of(answer.error());
  return std::move(*answer);
}

Result<Worth, OracleFault> Oracle::worth(const Position& position, Metric metric) {
  if (auto fault = prepare(Material::of(position), metric == Metric::Conversion)) return *fault;
  const auto worth = prober_.worth(position, metric);
  if (!worth) return fault_of(worth.error());
  return *worth;
}

Result<Game, OracleFault> Oracle::best_line(const Position& position, const Rules& rules,
                                            std::size_t most_plies) {
  Game game(position);
  while (game.moves().size() < most_plies && game.status() == GameStatus::InProgress &&
         game.draw_claims().empty()) {
    const auto next = answer(game.position(), rules);
    if (!next) return next.error();
    game.make(next->moves.front().move);
  }
  return game;
}

}  // namespace lucena
