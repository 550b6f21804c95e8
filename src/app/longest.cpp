// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <atomic>
#include <memory>
#include <nlohmann/json.hpp>

#include "app/chosen_ending.h"
#include "app/commands.h"
#include "app/interrupt.h"
#include "app/oracle_setup.h"
#include "app/solve_progress.h"
#include "base/text.h"
#include "census/castling_summary.h"
#include "census/level_positions.h"
#include "chess/fen.h"
#include "console/move_review.h"
#include "oracle/campaign.h"
#include "oracle/forecast.h"
#include "report/ending_report.h"
#include "report/json_output.h"
#include "report/stats_output.h"

namespace lucena {
namespace {

constexpr std::string_view kLongestCommand = "lucena longest";

struct LongestOptions {
  std::string material;
  OracleArguments means;
  std::optional<std::string> side;
  std::optional<unsigned> exactly_moves;
  bool castling = false;
  bool json = false;
  std::uint64_t list = 10;

  bool wants(Color color) const { return !side || *side == lower_case(name(color)); }
};

/// The positions with one side to move that are as far from mate: by `plies`, an odd number if that
/// side mates.
struct DepthGroup {
  Color side;
  unsigned plies;
  std::uint64_t unique, placements;
  std::vector<std::string> fens{};  // some of them
  std::uint64_t listable = 0;       // how many --list could show

  bool wins() const { return plies % 2 != 0; }
};

/// The depths that are asked for: the greatest there are, or those that are N moves, which is 2 N -
/// 1 plies for whoever mates and 2 N for whoever is mated.
std::vector<unsigned> wanted_plies(const LongestOptions& options, const std::optional<Deepest>& win,
                                   const std::optional<Deepest>& loss) {
  std::vector<unsigned> plies;
  if (options.exactly_moves) {
    if (*options.exactly_moves > 0) plies.push_back(2 * *options.exactly_moves - 1);
    plies.push_back(2 * *options.exactly_moves);
  } else {
    if (win) plies.push_back(win->plies);
    if (loss) plies.push_back(loss->plies);
  }
  return plies;
}

/// Counts come from the statistics, positions from the lists of the longest mates.
std::vector<DepthGroup> longest_groups(const EndingReport& report, const LongestOptions& options) {
  const Statistics& statistics = report.statistics;
  const Layout layout(report.material());
  std::vector<DepthGroup> groups;
  for (const Color side : kColors) {
    for (const unsigned plies :
         wanted_plies(options, statistics.longest_win[side], statistics.longest_loss[side])) {
      DepthGroup group{side, plies, statistics.all.unique_levels[side][plies],
                       statistics.all.placement_levels[side][plies]};
      if (group.unique == 0 || !options.wants(side)) continue;
      const auto& indices =
          (group.wins() ? report.lists.longest_wins : report.lists.longest_losses)[side];
      group.listable = std::min<std::uint64_t>(group.unique, PositionLists::kMaxDeepest);
      if (!options.exactly_moves) {
        for (std::size_t i = 0; i < indices.size() && i < options.list; ++i) {
          group.fens.push_back(fen_at(layout, indices[i], side));
        }
      }
      groups.push_back(std::move(group));
    }
  }
  return groups;
}

/// Finds the positions of groups in an ending that is in memory with both sides to move.
class GroupFiller final : public CampaignObserver {
 public:
  GroupFiller(const Material& material, std::uint64_t list, std::vector<DepthGroup>& groups)
      : material_(material), list_(list), groups_(groups) {}

  void begin(const Solver& solver, const CampaignPlan& plan) override {
    progress_.emplace(solver, plan);
  }
  void next(std::size_t place, bool is_read) override { progress_->start(place, is_read); }
  void end() override { progress_.reset(); }
  void warn(const std::string& message) override {
    if (!progress_) return complain(kLongestCommand, message);
    progress_->aside([&] { complain(kLongestCommand, message); });
  }
  bool finished(const FinishedEnding& ending) override {
    if (ending.material != material_) return true;
    const auto table = ending.store->table(material_);
    for (DepthGroup& group : groups_) {
      for (const Index& index :
           positions_at_level(*table, group.side, group.plies, list_, ending.cancelled)) {
        group.fens.push_back(fen_at(table->layout(), index, group.side));
      }
    }
    return true;
  }

 private:
  const Material material_;
  const std::uint64_t list_;
  std::vector<DepthGroup>& groups_;
  std::optional<SolveProgress> progress_;
};

/// Files keep lists of the longest mates alone; for others the values of both sides to move are
/// taken into memory.
std::optional<Error<ExitStatus>> fill(const Material& material, const LongestOptions& options,
                                      std::vector<DepthGroup>& groups) {
  const auto folder = chosen_folder(options.means.tables);
  if (!folder) return folder.error();
  const auto memory = chosen_memory(options.means.memory);
  if (!memory) return memory.error();
  const OpenTables tables(*folder, 0);
  CampaignOptions campaign;
  campaign.wanted = {material};
  campaign.threads = options.means.threads;
  campaign.memory_bytes = *memory;
  campaign.tables = &tables;
  campaign.values_in_memory = true;
  const auto plan = CampaignPlan::make(campaign);
  if (!plan) return Error<ExitStatus>{kFailure, plan.error().message};
  const InterruptGuard guard;
  GroupFiller filler(material, options.list, groups);
  const auto fault = carry_out(*plan, campaign, filler, guard.interrupted());
  if (!fault && !guard.interrupted()) return {};
  const int status = guard.exit_status(kFailure);
  return Error<ExitStatus>{ExitStatus{status},
                           guard.interrupted() ? "interrupted" : fault->message};
}

/// No two of these positions are alike by symmetry, since castling goes one way.
std::vector<DepthGroup> castling_groups(const EndingReport& report, const LongestOptions& options) {
  const std::atomic<bool> never{false};
  std::vector<DepthGroup> groups;
  for (const Color side : kColors) {
    for (const unsigned plies : wanted_plies(options, report.castling->longest_win[side],
                                             report.castling->longest_loss[side])) {
      if (!options.wants(side)) continue;
      const auto found = castling_positions_at(report.material(), report.castling_tables, side,
                                               plies, options.list, never);
      if (found->count == 0) continue;
      DepthGroup group{side, plies, found->count, found->count};
      for (const Position& position : found->positions) group.fens.push_back(to_fen(position));
      group.listable = std::min<std::uint64_t>(found->count, PositionLists::kMaxDeepest);
      groups.push_back(std::move(group));
    }
  }
  return groups;
}

/// "mates in at most 16 moves (31 plies)".
std::string depth_text(const DepthGroup& group, const LongestOptions& options) {
  if (group.plies == 0) return "is checkmated";
  return fmt::format("{} in {} {} ({})", group.wins() ? "mates" : "is mated",
                     options.exactly_moves ? "exactly" : "at most",
                     moves_text(moves_of(group.plies)), plies_text(group.plies));
}

void print_group(const DepthGroup& group, const std::string& subject,
                 const LongestOptions& options) {
  const std::string count =
      options.castling ? counted(group.unique, "position")
                       : fmt::format("{} unique, {} placements", with_thousands(group.unique),
                                     with_thousands(group.placements));
  print("{}, {} to move: {}; {}\n", subject, name(group.side), depth_text(group, options), count);
  for (const std::string& fen : group.fens) print("  {}\n", fen);
  const std::uint64_t shown = group.fens.size();
  if (shown < group.unique) {
    print("  and {} more{}{}\n", with_thousands(group.unique - shown),
          options.castling ? "" : " unique",
          shown < group.listable ? "; --list N shows N of them" : "");
  }
}

/// Where a side has nothing to show, that is said.
void print_text(const EndingReport& report, const std::vector<DepthGroup>& groups,
                const LongestOptions& options) {
  const std::string subject =
      bold(report.material().name(), stdout) + (options.castling ? " with castling rights" : "");
  const bool can_castle = !options.castling || report.castling->positions[Color::White].legal() > 0;
  if (!can_castle) print("{}: nobody can castle\n", subject);
  for (const Color side : kColors) {
    if (!options.wants(side) || !can_castle) continue;
    bool any = false;
    for (const DepthGroup& group : groups) {
      if (group.side != side) continue;
      any = true;
      print_group(group, subject, options);
    }
    if (any) continue;
    print("{}, {} to move: {}\n", subject, name(side),
          options.exactly_moves
              ? fmt::format("no mate takes exactly {}", moves_text(*options.exactly_moves))
              : "every position is a draw");
  }
}

void print_json(const EndingReport& report, const std::vector<DepthGroup>& groups,
                const LongestOptions& options) {
  Json list = Json::array();
  for (const DepthGroup& group : groups) {
    list.push_back({{"side_to_move", lower_case(name(group.side))},
                    {"result", group.wins() ? "win" : "loss"},
                    {"mate_moves", moves_of(group.plies)},
                    {"mate_plies", group.plies},
                    {"unique", group.unique},
                    {"placements", group.placements},
                    {"fens", group.fens}});
  }
  write_output(
      json_line({{"material", report.material().name()},
                 {"castling", options.castling},
                 {"exactly_moves", options.exactly_moves ? Json(*options.exactly_moves) : Json()},
                 {"depths", std::move(list)}}));
}

int run_longest(const LongestOptions& options) {
  if (options.side && *options.side != "white" && *options.side != "black") {
    return refuse(kLongestCommand,
                  fmt::format("--side must be white or black, not '{}'", printable(*options.side)),
                  kUsage);
  }
  const auto report = report_on_chosen_ending(kLongestCommand, options.material, options.means,
                                              {.castling = options.castling, .lines = false});
  if (!report) return refuse(kLongestCommand, report.error());
  auto groups =
      options.castling ? castling_groups(*report, options) : longest_groups(*report, options);
  const bool to_be_found =
      options.exactly_moves && !options.castling && !groups.empty() && options.list > 0;
  if (to_be_found && is_large(report->material())) {
    complain(kLongestCommand, "with six men, positions are listed of the longest mates alone");
  } else if (to_be_found) {
    if (const auto fault = fill(report->material(), options, groups)) {
      return refuse(kLongestCommand, *fault);
    }
  }
  if (options.json) {
    print_json(*report, groups, options);
  } else {
    print_text(*report, groups, options);
  }
  flush_output();
  return kSuccess;
}

}  // namespace

Command longest_command() {
  const auto declare = [](Arguments& arguments) -> Command::Action {
    auto options = std::make_shared<LongestOptions>();
    arguments.rest("MATERIAL", options->material, "an ending such as KRPvKR or K+R+P vs K+R");
    arguments.text("--side SIDE", options->side, "white or black: only this side to move");
    arguments.number("--exactly N", options->exactly_moves, {0, Worth::kMaxPlies / 2},
                     "the mates in exactly N moves instead of the longest ones");
    arguments.flag("--castling", options->castling, "the positions with castling rights alone");
    arguments.number("--list N", options->list, {0, PositionLists::kMaxDeepest},
                     "how many positions to show of each kind");
    arguments.flag("--json", options->json, "prints one JSON object; see docs/JSON.md");
    declare_oracle(arguments, options->means);
    return [options] { return run_longest(*options); };
  };
  return {
      "longest",
      "Finds the positions of an ending with the longest mates, or with mates in N moves",
      {{"lucena longest KRvK", "Lucena counts the longest mates, and shows some of them"},
       {"lucena longest KQvKR --side white --list 100", "Lucena shows up to 100 of them"},
       {"lucena longest KRvK --exactly 5", "Lucena does the same for mates in five moves"},
       {"lucena longest KRvK --castling --json", "a script gets those with castling rights"}},
      declare,
      "A mate in N moves is one with the Nth move of whoever mates: 2 N - 1 plies (half-moves) if\n"
      "he is to move, 2 N if the other side is. The 50-move rule is ignored.\n"};
}

}  // namespace lucena
