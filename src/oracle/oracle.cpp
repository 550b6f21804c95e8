// SPDX-License-Identifier: GPL-3.0-or-later
#include "oracle/oracle.h"

#include <fmt/format.h>
#include <unistd.h>

#include <cstdlib>

#include "oracle/ending_writer.h"
#include "oracle/play_line.h"

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

OracleFault fault_of(const TableFault& fault) {
  if (fault.code == TableError::Cancelled) return interrupted();
  return {OracleError::Table, fault.message};
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

/// What was there once stays, so that only the answer yes is remembered. An ending can turn into
/// many others, and each of them is a look into the folder.
bool Oracle::is_prepared(const Material& material, bool with_conversion) {
  const std::pair key{material, with_conversion};
  {
    const std::lock_guard lock(prepared_mutex_);
    if (prepared_.contains(key)) return true;
  }
  for (const Material& needed : closure({material})) {
    if (!tables_.has_ending(needed, with_conversion && needed == material)) return false;
  }
  const std::lock_guard lock(prepared_mutex_);
  prepared_.insert(key);
  return true;
}

/// Asked twice, before and after the lock: the first keeps those who need nothing from waiting, the
/// second keeps an ending from being solved again by those who waited for it.
std::optional<OracleFault> Oracle::prepare(const Material& on_the_board, bool with_conversion) {
  if (on_the_board.men() > kMaxMen) {
    return OracleFault{
        OracleError::TooManyMen,
        fmt::format("there are {} men, but endings have {} at most", on_the_board.men(), kMaxMen)};
  }
  if (on_the_board.men() == 2) return {};
  const Material material = on_the_board.canonical();
  if (is_prepared(material, with_conversion)) return {};
  const std::lock_guard lock(solving_);
  // Somebody else may have solved it in the meantime.
  if (is_prepared(material, with_conversion)) return {};
  return solve(material, with_conversion);
}

std::optional<OracleFault> Oracle::solve(const Material& material, bool with_conversion) {
  CampaignOptions options;
  options.wanted = {material};
  options.threads = options_.threads;
  options.memory_bytes = options_.memory_bytes;
  options.tables = &tables_;
  options.castling = options.zeroing = true;
  if (with_conversion) options.conversion = {material};
  options.keep = [this](const Material& solved, const EndingStore& store,
                        const std::vector<TableSection>& sections,
                        ThreadPool& pool) { return keep(solved, store, sections, pool); };
  const auto plan = CampaignPlan::make(options);
  if (!plan) {
    return OracleFault{OracleError::NotEnoughMemory,
                       material.name() + " must be solved: " + plan.error().message};
  }
  CampaignObserver nobody;
  const auto fault = carry_out(
      *plan, options, observer_ != nullptr ? static_cast<CampaignObserver&>(*observer_) : nobody,
      *cancelled_);
  if (!fault) return {};
  if (fault->code == CampaignError::Cancelled) return interrupted();
  return OracleFault{OracleError::Table, fault->message};
}

/// Only metrics that are missing are written: what is on disk is never replaced by the same again.
/// After the first failure everything goes to the folder of the process alone, and a warning is
/// given once.
std::optional<CampaignFault> Oracle::keep(const Material& material, const EndingStore& store,
                                          const std::vector<TableSection>& sections,
                                          ThreadPool& pool) {
  const auto write_to = [&](const std::filesystem::path& folder) {
    return write_ending(folder, material, store, tables_.missing(material), sections, pool,
                        *cancelled_);
  };
  const auto failed = [&](const TableFault& fault) {
    return CampaignFault{
        fault.code == TableError::Cancelled ? CampaignError::Cancelled : CampaignError::Table,
        fault.message};
  };
  if (!own_folder_) {
    std::error_code ignored;
    std::filesystem::create_directories(options_.folder, ignored);
    const auto written = write_to(options_.folder);
    if (written) return {};
    if (written.error().code == TableError::Cancelled) return failed(written.error());
    if (observer_ != nullptr) {
      observer_->warn("the tables cannot be kept: " + written.error().message);
    }
    own_folder_ = new_own_folder();
    if (!own_folder_) return failed(written.error());
    tables_.add_folder(*own_folder_);
  }
  const auto written = write_to(*own_folder_);
  if (!written) return failed(written.error());
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

/// Every position is asked anew, with its own clock.
Result<Game, OracleFault> Oracle::best_line(const Position& position, const Rules& rules,
                                            std::size_t most_plies) {
  Game game(position);
  std::optional<OracleFault> fault;
  play_line(game, [&](const Game& so_far) -> std::optional<Move> {
    if (so_far.moves().size() >= most_plies) return {};
    if (is_cancelled()) {
      fault = interrupted();
      return {};
    }
    const auto next = answer(so_far.position(), rules);
    if (next) return next->moves.front().move;
    fault = next.error();
    return {};
  });
  if (fault) return *fault;
  return game;
}

}  // namespace lucena
