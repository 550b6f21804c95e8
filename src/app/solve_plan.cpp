// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/solve_plan.h"

#include <algorithm>

#include "app/oracle_setup.h"
#include "base/memory.h"
#include "base/text.h"
#include "solve/solver.h"
#include "census/unwon.h"

namespace lucena {
namespace {

std::vector<std::size_t> last_uses(const SolvePlan& plan, KeepTables keep) {
  std::vector<std::size_t> last(plan.endings.size());
  for (std::size_t i = 0; i < last.size(); ++i) last[i] = i;
  if (keep == KeepTables::UntilReported) return last;
  const auto place = [&](const Material& material) {
    const auto found = std::find(plan.endings.begin(), plan.endings.end(), material);
    return static_cast<std::size_t>(found - plan.endings.begin());
  };
  for (const Material& wanted : plan.wanted) {
    for (const Material& successor : successors(wanted)) {
      if (successor.men() == 2) continue;
      std::size_t& use = last[place(successor.canonical())];
      use = std::max(use, place(wanted));
    }
  }
  return last;
}

/// Of the large tables that wait while another ending is solved.
std::size_t largest_kept_bytes(const SolvePlan& plan) {
  std::size_t largest = 0;
  for (std::size_t i = 0; i < plan.endings.size(); ++i) {
    std::size_t kept = 0;
    for (std::size_t j = 0; j < i; ++j) {
      const bool waits = plan.last_use[j] >= i && plan.endings[j].men() == kMaxMen;
      if (waits) kept += EndingTable::size_bytes(Layout(plan.endings[j]));
    }
    largest = std::max(largest, kept);
  }
  return largest;
}

std::size_t largest_unwon_bytes(const SolvePlan& plan) {
  std::size_t largest = 0;
  for (const Material& material : plan.endings) {
    largest = std::max(largest, unwon_bytes(material, plan.solver.threads));
  }
  return largest;
}

}  // namespace

std::vector<Material> SolvePlan::not_needed_after(std::size_t place) const {
  std::vector<Material> done;
  for (std::size_t i = 0; i <= place; ++i) {
    if (last_use[i] == place) done.push_back(endings[i]);
  }
  return done;
}

void declare_plan(Arguments& arguments, PlanOptions& options) {
  arguments.words("[MATERIAL...]", options.materials, "endings such as KRPvKR");
  arguments.number("--men N", options.men, {3, kMaxMen}, "all endings with up to N men");
  declare_means(arguments, options);
}

void declare_means(Arguments& arguments, PlanOptions& options) {
  arguments.number("--threads N", options.threads, {1, 1024}, "how many threads share the work");
  arguments.text("--memory SIZE", options.memory,
                 "how much memory to use at most, such as 4G (default: what is available)");
}

namespace {

Result<std::vector<Material>, Error<ExitStatus>> wanted_endings(const PlanOptions& options) {
  const auto usage = [](std::string message) {
    return Error<ExitStatus>{kUsage, std::move(message)};
  };
  std::vector<Material> wanted;
  for (const std::string& text : options.materials) {
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

Result<SolvePlan, Error<ExitStatus>> make_plan(const PlanOptions& options, const PlanNeeds& needs) {
  auto wanted = wanted_endings(options);
  if (!wanted) return wanted.error();
  const auto limit = chosen_memory(options.memory);
  if (!limit) return limit.error();
  SolvePlan plan;
  plan.wanted = std::move(*wanted);
  plan.all = closure(plan.wanted);
  std::vector<Material> unknown;
  for (const Material& material : plan.all) {
    if (!needs.is_known || !needs.is_known(material)) unknown.push_back(material);
  }
  plan.endings = closure(unknown);
  plan.solver.threads = options.threads;
  plan.solver.castling = needs.castling;
  plan.solver.zeroing = needs.zeroing;
  plan.last_use = last_uses(plan, needs.keep);
  const std::size_t available = available_memory_bytes();
  const bool limited = *limit < available;
  const std::size_t memory = std::min(available, *limit);
  std::size_t kept = largest_kept_bytes(plan);
  if (needs.unwon) kept += largest_unwon_bytes(plan);
  plan.solver.memory_bytes = memory - std::min(memory, kept);
  const std::size_t needed = kept + Solver::memory_needed(plan.solver, plan.endings);
  if (needed > memory) {
    return Error<ExitStatus>{
        kFailure, fmt::format("this needs {} of memory, but {} is {}", format_size(needed),
                              format_size(memory), limited ? "the limit" : "available")};
  }
  return plan;
}

}  // namespace lucena
