// SPDX-License-Identifier: GPL-3.0-or-later
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <span>

#include "base/memory.h"
#include "census/unwon.h"
#include "oracle/campaign.h"

namespace lucena {
namespace {

bool contains(const std::vector<Material>& materials, const Material& material) {
  return std::find(materials.begin(), materials.end(), material) != materials.end();
}

/// Files that are there are complete, so that their names are enough.
bool is_on_disk(const CampaignOptions& options, const Material& material) {
  return options.tables != nullptr &&
         options.tables->has_ending(material, contains(options.conversion, material));
}

bool contains_up_to_colors(const std::vector<Material>& materials, const Material& material) {
  return std::any_of(materials.begin(), materials.end(),
                     [&](const Material& other) { return other.canonical() == material; });
}

/// Why nobody can carry it out, if so.
std::optional<CampaignFault> not_supported(const CampaignPlan& plan,
                                           const CampaignOptions& options) {
  const auto refusal = [](const Material& material, std::string_view why) {
    return CampaignFault{CampaignError::NotSupported, fmt::format("{}: {}", material.name(), why)};
  };
  for (const Material& material : plan.all) {
    if (!options.is_large(material)) continue;
    if (options.values_in_memory) return refusal(material, "six men do not fit into memory");
    if (is_on_disk(options, material)) continue;
    if (contains_up_to_colors(options.conversion, material)) {
      return refusal(material, "six men are not solved by conversion");
    }
  }
  return {};
}

/// How long each ending's tables are needed: until it is finished with, until the next large ending
/// is solved whose captures lead to it, or also until all wanted endings that one move can turn
/// into it are. A place in `endings`, never before the ending's own. Whoever verifies KRPvKR by its
/// moves needs KRvKR and KQRvKR until then, while to solve it the solver keeps what it needs by
/// itself.
std::vector<std::size_t> last_uses(const CampaignPlan& plan, const CampaignOptions& options) {
  std::vector<std::size_t> last(plan.endings.size());
  for (std::size_t i = 0; i < last.size(); ++i) last[i] = i;
  const auto note_use = [&](const Material& used, std::size_t use) {
    // The last time that it comes into memory before its use.
    for (std::size_t i = use; i-- > 0;) {
      if (plan.endings[i] != used.canonical()) continue;
      last[i] = std::max(last[i], use);
      break;
    }
  };
  for (std::size_t i = 0; i < plan.endings.size(); ++i) {
    const Material& user = plan.endings[i];
    if (options.is_large(user)) {
      for (const ViewKey& key : capture_views_of(user)) note_use(key.first, i);
    } else if (options.values_in_memory && contains_up_to_colors(options.wanted, user)) {
      for (const Material& successor : successors(user)) note_use(successor, i);
    }
  }
  return last;
}

/// The tables of one ending by all metrics that are asked for. One byte for each position and side
/// to move, by each metric.
std::size_t tables_bytes(const CampaignOptions& options, const Material& material) {
  const bool conversion = options.values_in_memory || contains(options.conversion, material);
  const std::size_t metrics = 1u + (options.zeroing ? 1u : 0u) + (conversion ? 1u : 0u);
  return metrics * EndingTable::size_bytes(Layout(material));
}

/// The large tables that wait while another ending is solved. Only those with the most men count:
/// smaller ones are never released, and those that a large ending needs wait on disk. At each
/// ending those of the endings before it that are still needed add up; the worst moment is what has
/// to fit.
std::size_t largest_kept_bytes(const CampaignPlan& plan, const CampaignOptions& options) {
  std::size_t largest = 0;
  for (std::size_t i = 0; i < plan.endings.size(); ++i) {
    std::size_t kept = 0;
    for (std::size_t j = 0; j < i; ++j) {
      const bool waits = plan.last_use[j] >= i && plan.endings[j].men() == options.men_in_memory;
      if (!waits || options.is_large(plan.endings[plan.last_use[j]])) continue;
      kept += tables_bytes(options, plan.endings[j]);
    }
    largest = std::max(largest, kept);
  }
  return largest;
}

/// One at a time is looked at, so that the largest is enough. Large endings are not looked at.
std::size_t largest_unwon_bytes(const CampaignPlan& plan, const CampaignOptions& options) {
  std::size_t largest = 0;
  for (std::size_t i = 0; i < plan.endings.size(); ++i) {
    if (plan.on_disk[i] || options.is_large(plan.endings[i])) continue;
    largest = std::max(largest, unwon_bytes(plan.endings[i], plan.solver.threads));
  }
  return largest;
}

/// Endings that wait to be counted, are counted, wait to be written and are written, while the next
/// one is solved.
constexpr std::size_t kEndingsInFlight = 4;

/// To count a large ending from its decisions, and to write it, takes about as much; the values
/// that are at hand meanwhile are a part of it. Tests have large endings with fewer men.
std::size_t large_in_flight_bytes(const CampaignOptions& options) {
  constexpr std::size_t kWithSixMen = std::size_t{2} << 30;
  return kWithSixMen >> 6 * (kMaxMenInMemory - options.men_in_memory);
}

/// With up to four men a level takes microseconds, and more threads would only wait for each other.
unsigned useful_threads(const std::vector<Material>& endings) {
  constexpr unsigned kForFourMen = 4;
  const bool large = std::any_of(endings.begin(), endings.end(),
                                 [](const Material& material) { return material.men() > 4; });
  return large ? std::numeric_limits<unsigned>::max() : kForFourMen;
}

/// Whoever has named no limit is not alone on the machine: a third of what is free now is left to
/// others, who may ask for it later, unless there is no solving without it. What there is beyond
/// the need only spares work.
std::size_t memory_to_use(const CampaignOptions& options, std::size_t available,
                          std::size_t needed) {
  if (options.memory_bytes != std::numeric_limits<std::size_t>::max()) {
    return std::min(available, options.memory_bytes);
  }
  return std::min(available, std::max(needed, available - available / 3));
}

/// Adds an ending that has to come into memory, or to be solved, at this place.
void add_ending(const Material& material, bool on_disk, CampaignPlan& plan) {
  plan.endings.push_back(material);
  plan.on_disk.push_back(on_disk);
}

/// Adds a large ending behind all that it needs in memory and that is not there. What has up to
/// four men stays in memory once it is there; of the rest, what has come since the last large
/// ending. To read an ending takes what its moves lead to, just as to solve it. The large endings
/// that it promotes into are there already.
void add_large_ending(const Material& material, bool on_disk, const CampaignOptions& options,
                      CampaignPlan& plan) {
  const auto is_large = [&](const Material& other) { return options.is_large(other); };
  const auto last_large = std::find_if(plan.endings.rbegin(), plan.endings.rend(), is_large).base();
  const std::vector<Material> since(last_large, plan.endings.end());
  const std::vector<Material> before = plan.endings;
  for (const Material& needed : closure({material})) {
    if (options.is_large(needed)) continue;
    const bool stays = needed.men() < options.men_in_memory;
    if (contains(stays ? before : since, needed)) continue;
    add_ending(needed, options.tables != nullptr, plan);
  }
  add_ending(material, on_disk, plan);
}

/// Whether what a large ending means to those that promote into it is still at hand, at the end of
/// the plan so far. Whatever has come since some place is.
bool is_kept(const Material& promoted, std::size_t since, const CampaignOptions& options,
             const CampaignPlan& plan) {
  const auto last = std::find(plan.endings.rbegin(), plan.endings.rend(), promoted);
  if (last == plan.endings.rend()) return false;
  if (plan.endings.rend() - last > static_cast<std::ptrdiff_t>(since)) return true;
  const bool is_written =
      options.tables != nullptr && options.keep_streamed && !options.is_partial(Layout(promoted));
  if (!is_written && !is_on_disk(options, promoted)) return true;
  return std::count_if(plan.endings.rbegin(), last, [&](const Material& later) {
           return options.is_large(later) && later.has_pawns();
         }) < options.promotions_wait;
}

/// Adds what pawns of some sides in a large ending promote into and is to be read from files. To
/// read it takes what Black's pawns promote into in turn: files lack his moves alone. Nothing comes
/// twice for one ending that is solved, whose additions begin at the place `since`: what they mean
/// to each other and to that ending waits until then.
void add_promotions_of(const Material& material, std::span<const Color> sides, std::size_t since,
                       const CampaignOptions& options, CampaignPlan& plan) {
  for (const Material& successor : successors(material)) {
    const Material promoted = successor.canonical();
    const bool is_needed = options.is_large(promoted) && contains(plan.all, promoted);
    if (!is_needed || is_kept(promoted, since, options, plan)) continue;
    const std::vector<PromotionInto> ways = promotions_into(promoted, {material});
    const bool is_led_to = std::any_of(ways.begin(), ways.end(), [&](const PromotionInto& way) {
      return std::find(sides.begin(), sides.end(), way.promoted.color) != sides.end();
    });
    if (!is_led_to) continue;
    constexpr std::array kBlack{Color::Black};
    add_promotions_of(promoted, kBlack, since, options, plan);
    add_large_ending(promoted, true, options, plan);
  }
}

/// Which endings come when, and which of them are read. What a large ending promotes into is solved
/// before it, or read if it is on disk.
void order_endings(const CampaignOptions& options, CampaignPlan& plan) {
  std::vector<Material> missing, missing_large;
  for (const Material& material : plan.all) {
    if (is_on_disk(options, material)) continue;
    (options.is_large(material) ? missing_large : missing).push_back(material);
  }
  for (const Material& material : options.values_in_memory ? plan.all : closure(missing)) {
    add_ending(material, !contains(missing, material), plan);
  }
  for (const Material& material : plan.all) {
    const auto found = std::find(plan.endings.begin(), plan.endings.end(), material);
    plan.turns.push_back(found == plan.endings.end()
                             ? std::nullopt
                             : std::optional<std::size_t>(found - plan.endings.begin()));
    if (!contains(missing_large, material)) continue;
    add_promotions_of(material, kColors, plan.endings.size(), options, plan);
    add_large_ending(material, false, options, plan);
    plan.turns.back() = plan.endings.size() - 1;
  }
}

std::vector<Material> small_ones(const CampaignPlan& plan, const CampaignOptions& options) {
  std::vector<Material> small;
  for (const Material& material : plan.endings) {
    if (!options.is_large(material)) small.push_back(material);
  }
  return small;
}

/// The folder itself, or what there is of the way to it.
std::filesystem::path existing_part(std::filesystem::path folder) {
  std::error_code unknown;
  folder = std::filesystem::absolute(folder, unknown);
  while (!std::filesystem::exists(folder, unknown) && folder.has_relative_path()) {
    folder = folder.parent_path();
  }
  return folder;
}

bool on_one_disk(const std::filesystem::path& a, const std::filesystem::path& b) {
  struct stat first {
  }, second{};
  return stat(a.c_str(), &first) == 0 && stat(b.c_str(), &second) == 0 &&
         first.st_dev == second.st_dev;
}

/// Where nobody knows how much room there is, it is tried.
std::optional<CampaignFault> lacks_room(std::uint64_t needed, std::string_view what,
                                        const std::filesystem::path& folder,
                                        std::string_view option) {
  std::error_code unknown;
  const auto room = std::filesystem::space(folder, unknown);
  if (unknown || room.available >= needed) return {};
  return CampaignFault{
      CampaignError::Scratch,
      fmt::format("this needs about {} of {}, but {} has {}: {} names another folder",
                  format_size(needed), what, folder.string(), format_size(room.available), option)};
}

/// A folder where nothing can be written.
std::optional<CampaignFault> is_read_only(const std::filesystem::path& folder, CampaignError code,
                                          std::string_view what, std::string_view option) {
  if (access(folder.c_str(), W_OK) == 0) return {};
  return CampaignFault{code, fmt::format("endings with so many men {}, but nothing can be written "
                                         "to {}: {} names another folder",
                                         what, folder.string(), option)};
}

/// Whoever has solved for hours must not find out then that there is no room for it, or no way to
/// write.
std::optional<CampaignFault> lacks_disk(const Forecast& forecast, const CampaignOptions& options) {
  if (forecast.large.empty()) return {};
  // Scratch space is in the tables' folder if nobody says otherwise, so that one comes first.
  std::optional<std::filesystem::path> tables;
  const bool is_kept = options.tables != nullptr && options.keep_streamed;
  if (is_kept && forecast.table_bytes > 0) {
    tables = existing_part(options.tables->folder());
    if (auto fault = is_read_only(*tables, CampaignError::Table, "are kept in files", "--tables")) {
      return fault;
    }
  }
  const std::filesystem::path scratch = existing_part(options.scratch_folder);
  if (auto fault = is_read_only(scratch, CampaignError::Scratch,
                                "wait on disk while they are solved", "--scratch")) {
    return fault;
  }
  if (!tables) return lacks_room(forecast.scratch_bytes, "scratch space", scratch, "--scratch");
  if (on_one_disk(scratch, *tables)) {
    return lacks_room(forecast.scratch_bytes + forecast.table_bytes, "scratch space and tables",
                      scratch, "--scratch");
  }
  if (auto fault = lacks_room(forecast.scratch_bytes, "scratch space", scratch, "--scratch")) {
    return fault;
  }
  return lacks_room(forecast.table_bytes, "room for tables", *tables, "--tables");
}

/// Whoever has to look for more room wants to know what for.
CampaignFault with_forecast(CampaignFault fault, const Forecast& forecast) {
  if (!forecast.large.empty()) {
    fault.message += fmt::format("; in all, this takes {}", text_of(forecast));
  }
  return fault;
}

/// Where there is nothing large, nobody looks for one unless it is asked for.
std::optional<CampaignFault> find_accelerator(const CampaignOptions& options, CampaignPlan& plan) {
  const Acceleration& acceleration = options.acceleration;
  const bool any_large = std::any_of(plan.endings.begin(), plan.endings.end(),
                                     [&](const Material& each) { return options.is_large(each); });
  if (!acceleration.find || (!any_large && !acceleration.is_insisted_on)) return {};
  plan.accelerator = acceleration.find();
  plan.solver.accelerator = plan.accelerator.get();
  plan.solver.insists_on_accelerator = acceleration.is_insisted_on;
  plan.solver.not_accelerated = acceleration.without;
  if (plan.accelerator || !acceleration.is_insisted_on) return {};
  return CampaignFault{CampaignError::Device, "no GPU found"};
}

/// Which large endings go to the accelerator, so that whoever insists on it is told before anything
/// starts where there is no room, and others when it does.
void divide_large(const CampaignOptions& options, CampaignPlan& plan) {
  plan.manner.kept = bool{options.keep_streamed};
  plan.manner.reach = options.reach.get();
  if (!plan.accelerator) return;
  const std::size_t metrics = large_metrics(plan.solver).size();
  for (std::size_t i = 0; i < plan.endings.size(); ++i) {
    const Material& material = plan.endings[i];
    const bool is_solved = options.is_large(material) && !plan.on_disk[i];
    if (!is_solved || contains(options.acceleration.without, material)) continue;
    const Layout layout(material);
    const auto as = accelerated_as(*plan.accelerator, layout, options.is_partial(layout), metrics);
    if (!as) {
      plan.not_accelerated.push_back({material, as.error()});
      plan.solver.not_accelerated.push_back(material);
    } else if (*as == AcceleratedAs::Whole) {
      plan.manner.accelerated.push_back(material);
    }
  }
}

}  // namespace

/// Stages are a luxury: they are left out where memory is short, and with one thread, which could
/// not do two things at once; and with large endings that the processor solves, who has nothing
/// left for others then. Reasons for draws are looked for in small endings alone.
Result<CampaignPlan, CampaignFault> CampaignPlan::make(const CampaignOptions& options) {
  CampaignPlan plan;
  plan.all = closure(options.wanted);
  std::erase_if(plan.all, [&](const Material& material) {
    return options.reach && options.is_large(material) && !options.reach->contains(material);
  });
  if (auto fault = not_supported(plan, options)) return *fault;
  order_endings(options, plan);
  plan.last_use = last_uses(plan, options);
  plan.solver.threads = std::min(options.threads, useful_threads(plan.endings));
  plan.solver.men_in_memory = options.men_in_memory;
  plan.solver.reach = options.reach;
  plan.solver.castling = options.castling;
  plan.solver.zeroing = options.zeroing;
  plan.solver.conversion = options.conversion;
  plan.solver.make_problem_solver = options.make_problem_solver;
  if (auto fault = find_accelerator(options, plan)) return *fault;
  divide_large(options, plan);

  const std::size_t available = available_memory_bytes();
  const std::vector<Material> small = small_ones(plan, options);
  const std::size_t kept = largest_kept_bytes(plan, options);
  const std::size_t aside = kept + (options.keep ? largest_unwon_bytes(plan, options) : 0);
  std::size_t in_flight = 0;
  for (const Material& material : small) {
    in_flight = std::max(in_flight, kEndingsInFlight * tables_bytes(options, material));
  }
  const std::size_t needed = std::max(aside + Solver::memory_needed(plan.solver, small),
                                      kept + Solver::memory_needed(plan.solver, plan.endings));
  const std::size_t memory = memory_to_use(options, available, needed);
  plan.forecast = forecast_of({plan.endings, plan.on_disk, options.men_in_memory},
                              plan.solver.threads, plan.manner);
  plan.forecast.memory_bytes = needed;
  if (needed > memory) {
    return with_forecast(
        {CampaignError::NotEnoughMemory,
         fmt::format("this needs {} of memory, but {} is {}", format_size(needed),
                     format_size(memory), memory < available ? "the limit" : "available")},
        plan.forecast);
  }
  if (options.acceleration.is_insisted_on && !plan.not_accelerated.empty()) {
    const auto& [material, lack] = plan.not_accelerated.front();
    return with_forecast(
        {CampaignError::Device, fmt::format("{}: {}; --device auto leaves it to the processor",
                                            material.name(), lack.message)},
        plan.forecast);
  }
  const bool any_large = small.size() < plan.endings.size();
  if (any_large) in_flight += large_in_flight_bytes(options);
  plan.in_stages =
      plan.solver.threads > 1 && (!any_large || plan.accelerator) && needed + in_flight <= memory;
  if (const auto fault = lacks_disk(plan.forecast, options)) {
    return with_forecast(*fault, plan.forecast);
  }
  if (plan.in_stages && plan.forecast.large.size() > 1) {
    Forecast of_two = plan.forecast;
    of_two.scratch_bytes *= 2;
    plan.in_stages = !lacks_disk(of_two, options);
    if (plan.in_stages) plan.forecast = of_two;
  }
  if (plan.in_stages) plan.forecast.memory_bytes += in_flight;
  plan.solver.memory_bytes = memory - aside - (plan.in_stages ? in_flight : 0);
  return plan;
}

}  // namespace lucena
