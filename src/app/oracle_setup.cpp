// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/oracle_setup.h"

#include <cstdlib>

#include "app/device_choice.h"
#include "base/memory.h"
#include "base/text.h"

namespace lucena {

void declare_tables(Arguments& arguments, std::optional<std::string>& tables) {
  arguments.text("--tables DIR", tables,
                 "where tables are kept (default: $LUCENA_TABLES, else your data folder)");
}

void declare_oracle(Arguments& arguments, OracleArguments& given, const std::string& solve_help) {
  declare_tables(arguments, given.tables);
  arguments.number("--threads N", given.threads, {1, 1024},
                   "how many threads solve what is missing");
  arguments.text(
      "--memory SIZE", given.memory,
      "how much memory to use at most, such as 4G (default: two thirds of what is free)");
  declare_scratch(arguments, given.scratch);
  declare_device(arguments, given.device);
  arguments.flag("--solve", given.solve, solve_help);
}

void declare_scratch(Arguments& arguments, std::optional<std::string>& scratch) {
  arguments.text("--scratch DIR", scratch,
                 "where endings with six men wait while they are solved (default: the tables' "
                 "folder)");
}

/// A folder that does not exist is most often mistyped.
Result<std::optional<std::filesystem::path>, Error<ExitStatus>> chosen_scratch(
    const std::optional<std::string>& scratch) {
  if (!scratch) return std::optional<std::filesystem::path>();
  std::error_code ignored;
  if (std::filesystem::is_directory(*scratch, ignored)) {
    return std::optional<std::filesystem::path>(*scratch);
  }
  return Error<ExitStatus>{
      kFailure, fmt::format("--scratch names '{}', which is no folder", printable(*scratch))};
}

Result<std::filesystem::path, Error<ExitStatus>> chosen_folder(
    const std::optional<std::string>& tables) {
  if (tables && tables->empty()) {
    return Error<ExitStatus>{kUsage, "--tables needs the name of a folder"};
  }
  const auto folder = tables_folder(tables);
  if (folder) return *folder;
  return Error<ExitStatus>{kFailure,
                           "where to keep tables is not known: give --tables DIR, or set "
                           "LUCENA_TABLES or HOME"};
}

void tell_if_nowhere(std::string_view command, const std::filesystem::path& folder) {
  const char* named = std::getenv("LUCENA_TABLES");
  std::error_code ignored;
  if (named == nullptr || folder != named || std::filesystem::exists(folder, ignored)) return;
  complain(command, fmt::format("LUCENA_TABLES names {}, which does not exist; the folder is made "
                                "as soon as there is a table to keep",
                                without_controls(folder.string())));
}

Result<std::size_t, Error<ExitStatus>> chosen_memory(const std::optional<std::string>& memory) {
  if (!memory) return std::numeric_limits<std::size_t>::max();
  const auto limit = parse_size(*memory);
  if (limit) return static_cast<std::size_t>(*limit);
  return Error<ExitStatus>{
      kUsage,
      fmt::format("--memory must be a size such as 4G or 800M, not '{}'", printable(*memory))};
}

Result<Oracle::Options, Error<ExitStatus>> oracle_options(const OracleArguments& given) {
  auto folder = chosen_folder(given.tables);
  if (!folder) return folder.error();
  const auto memory = chosen_memory(given.memory);
  if (!memory) return memory.error();
  auto scratch = chosen_scratch(given.scratch);
  if (!scratch) return scratch.error();
  auto acceleration = chosen_device(given.device);
  if (!acceleration) return acceleration.error();
  Oracle::Options options;
  options.acceleration = std::move(*acceleration);
  options.scratch_folder = std::move(*scratch);
  options.folder = std::move(*folder);
  options.threads = given.threads;
  options.memory_bytes = *memory;
  options.mend = true;
  return options;
}

void OracleProgress::begin(const Solver& solver, const CampaignPlan& plan) {
  progress_ = std::make_unique<SolveProgress>(solver, plan);
}

void OracleProgress::next(std::size_t place, bool is_read) {
  progress_->start(place, is_read);
}

void OracleProgress::doing(const std::string& what) {
  progress_->set_activity(what);
}

void OracleProgress::end() {
  progress_.reset();
}

void OracleProgress::warn(const std::string& message) {
  if (progress_ == nullptr) return complain(command_, message);
  progress_->aside([&] { complain(command_, message); });
}

}  // namespace lucena
