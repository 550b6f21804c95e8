// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "report/stats_output.h"

namespace lucena {

/// The report as text for a terminal.
std::string stats_text(const EndingReport& report, const StatsForm& form);

}  // namespace lucena
