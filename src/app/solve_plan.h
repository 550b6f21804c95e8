// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "app/arguments.h"
#include "app/output.h"
#include "base/parallel.h"
#include "base/result.h"
#include "oracle/campaign.h"

namespace lucena {

/// What a person asks a solving command to work on, and with what.
struct PlanOptions {
  std::vector<std::string> materials;
  std::optional<unsigned> men;
  unsigned threads = hardware_threads();
  std::optional<std::string> memory;
  std::optional<std::string> scratch, tables;  // folders
  std::string device = "auto";
};

void declare_plan(Arguments& arguments, PlanOptions& options);

/// A campaign for what was asked for, with everything else as by default; or what is not
/// understood.
Result<CampaignOptions, Error<ExitStatus>> campaign_options(const PlanOptions& options);

}  // namespace lucena
