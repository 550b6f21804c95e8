// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>

#include "app/oracle_setup.h"
#include "app/output.h"
#include "report/ending_report.h"

namespace lucena {

/// The report on the ending that a person names, from its tables; if there are none, they are made
/// first, with progress and until Ctrl-C. Otherwise the reason for a person, and the exit status.
Result<EndingReport, Error<ExitStatus>> report_on_chosen_ending(std::string_view command,
                                                                const std::string& material,
                                                                const OracleArguments& means,
                                                                const ReportParts& parts = {});

}  // namespace lucena
