// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/solve_plan.h"

#include "base/memory.h"
#include "base/text.h"
#include "solve/solver.h"

namespace lucena {

void declare_plan(Arguments& arguments, PlanOptions& options) {
  arguments.words("[MATERIAL...]", options.materials, "endings such as KRPvKR");
  arguments.number("--men N", options.men, {0, kMaxMen}, "all endings with up to N men");
  arguments.number("--threads N", options.threads, {1, 1024}, "how many threads share the work");
  arguments.text("--memory SIZE", options.memory,
                 "how much memory to use at most, such as 4G (default: what is available)");
}

Result<SolvePlan, Error<ExitStatus>> make_plan(const PlanOptions& options, bool castling,
                                               KeepTables keep) {
  const auto usage = [](std::string message) {
    return Error<ExitStatus>{kUsage, std::move(message)};
  };
  SolvePlan plan;
  for (const std::string& text : options.materials) {
    const auto material = Material::parse(text);
    if (!material) return usage(material.error().message);
    if (material->men() < 3) return usage("bare kings are a draw; there is nothing to solve");
    plan.wanted.push_back(*material);
  }
  if (options.men != 0) {
    if (options.men < 3) return usage("--men must be 3 or more: bare kings are a draw");
    for (const Material& material : all_materials(static_cast<int>(options.men))) {
      plan.wanted.push_back(material);
    }
  }
  if (plan.wanted.empty()) return usage("name an ending such as KRPvKR, or --men 4 for all");
  plan.endings = closure(plan.wanted);
  plan.threads = options.threads;

  std::uint64_t memory = available_memory_bytes();
  if (!options.memory.empty()) {
    const auto limit = parse_size(options.memory);
    if (!limit) {
      return usage(fmt::format("--memory must be a size such as 4G or 800M, not '{}'",
                               printable(options.memory)));
    }
    memory = std::min(memory, *limit);
  }
  std::size_t kept = 0;
  if (keep == KeepTables::All) {
    for (const Material& material : plan.endings) {
      if (material.men() == kMaxMen) kept += EndingTable::size_bytes(Layout(material));
    }
  }
  plan.memory_bytes = memory - std::min<std::uint64_t>(memory, kept);
  const std::size_t needed =
      kept + Solver::memory_needed({plan.threads, castling, plan.memory_bytes}, plan.endings);
  if (needed > memory) {
    return Error<ExitStatus>{
        kFailure,
        fmt::format("this needs {} of memory, but {} is {}", format_size(needed),
                    format_size(memory), options.memory.empty() ? "available" : "the limit")};
  }
  return plan;
}

}  // namespace lucena
