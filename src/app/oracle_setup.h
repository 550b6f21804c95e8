// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <memory>
#include <optional>
#include <string>

#include "app/arguments.h"
#include "app/output.h"
#include "app/solve_progress.h"
#include "base/parallel.h"
#include "oracle/oracle.h"

namespace lucena {

/// What a person says about tables and the means to make them.
struct OracleArguments {
  std::optional<std::string> tables;
  unsigned threads = hardware_threads();
  std::optional<std::string> memory;
  std::optional<std::string> scratch;  // a folder
  std::string device = "auto";
  bool solve = false;  // also what takes long
};

void declare_tables(Arguments& arguments, std::optional<std::string>& tables);
void declare_oracle(Arguments& arguments, OracleArguments& given,
                    const std::string& solve_help =
                        "solves endings with six men, too, without asking; that takes long");

/// The folder of the tables, or why it is not known.
Result<std::filesystem::path, Error<ExitStatus>> chosen_folder(
    const std::optional<std::string>& tables);
/// Says so if LUCENA_TABLES names this folder and there is none: most often it is mistyped.
void tell_if_nowhere(std::string_view command, const std::filesystem::path& folder);
void declare_scratch(Arguments& arguments, std::optional<std::string>& scratch);
/// The folder that was named, if it is one; nothing if none was.
Result<std::optional<std::filesystem::path>, Error<ExitStatus>> chosen_scratch(
    const std::optional<std::string>& scratch);
/// "4G" as bytes; nothing given is no limit.
Result<std::size_t, Error<ExitStatus>> chosen_memory(const std::optional<std::string>& memory);
Result<Oracle::Options, Error<ExitStatus>> oracle_options(const OracleArguments& given);

/// Shows on stderr how far an oracle is that has to solve something first.
class OracleProgress final : public CampaignObserver {
 public:
  /// Who speaks: "lucena probe".
  explicit OracleProgress(std::string command) : command_(std::move(command)) {}

  void begin(const Solver& solver, const CampaignPlan& plan) override;
  void next(std::size_t place, bool is_read) override;
  void doing(const std::string& what) override;
  void end() override;
  void warn(const std::string& message) override;

 private:
  const std::string command_;
  std::unique_ptr<SolveProgress> progress_;
};

}  // namespace lucena
