// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/solve_plan.h"

#include "app/device_choice.h"
#include "app/oracle_setup.h"

namespace lucena {
namespace {

Result<std::vector<Material>, Error<ExitStatus>> wanted_endings(const PlanOptions& options) {
  const auto usage = [](std::string message) {
    return Error<ExitStatus>{kUsage, std::move(message)};
  };
  std::vector<Material> wanted;
  for (const std::string& text : join_endings(options.materials)) {
    const auto material = Material::parse(text);
    if (!material) return usage(material.error().message);
    if (material->men() < 3) return usage("bare kings are a draw; there is nothing to solve");
    wanted.push_back(*material);
  }
  if (options.men) {
    for (const Material& material : all_materials(static_cast<int>(*options.men))) {
      wanted.push_back(material);
    }
  }
  if (wanted.empty()) return usage("name an ending such as KRPvKR, or --men 4 for all");
  return wanted;
}

}  // namespace

void declare_plan(Arguments& arguments, PlanOptions& options) {
  arguments.words("[MATERIAL...]", options.materials, "endings such as KRPvKR or K+R+P vs K+R");
  arguments.number("--men N", options.men, {3, kMaxMen}, "all endings with up to N men");
  arguments.number("--threads N", options.threads, {1, 1024}, "how many threads share the work");
  arguments.text(
      "--memory SIZE", options.memory,
      "how much memory to use at most, such as 4G (default: two thirds of what is free)");
  declare_scratch(arguments, options.scratch);
  declare_tables(arguments, options.tables);
}

Result<CampaignOptions, Error<ExitStatus>> campaign_options(const PlanOptions& options) {
  auto wanted = wanted_endings(options);
  if (!wanted) return wanted.error();
  const auto memory = chosen_memory(options.memory);
  if (!memory) return memory.error();
  const auto scratch = chosen_scratch(options.scratch);
  if (!scratch) return scratch.error();
  auto acceleration = chosen_device(options.device);
  if (!acceleration) return acceleration.error();
  std::error_code ignored;
  CampaignOptions campaign;
  campaign.acceleration = std::move(*acceleration);
  campaign.scratch_folder = scratch->value_or(std::filesystem::temp_directory_path(ignored));
  campaign.wanted = std::move(*wanted);
  campaign.threads = options.threads;
  campaign.memory_bytes = *memory;
  return campaign;
}

}  // namespace lucena
