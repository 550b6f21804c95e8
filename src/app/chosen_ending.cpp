// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/chosen_ending.h"

#include "app/oracle_session.h"

namespace lucena {

Result<EndingReport, Error<ExitStatus>> report_on_chosen_ending(std::string_view command,
                                                                const std::string& text,
                                                                const OracleArguments& means,
                                                                const ReportParts& parts) {
  const auto material = Material::parse(text);
  if (!material) return Error<ExitStatus>{kUsage, material.error().message};
  if (material->men() == 2) {
    return Error<ExitStatus>{kUsage, "bare kings are a draw; there is nothing to say"};
  }
  const auto options = oracle_options(means);
  if (!options) return options.error();
  OracleSession session(command, *options, means.solve);
  auto report = report_on_ending(session.oracle(), *material, parts);
  if (report) return std::move(*report);
  return Error<ExitStatus>{static_cast<ExitStatus>(session.exit_status(kFailure)),
                           report.error().message};
}

}  // namespace lucena
