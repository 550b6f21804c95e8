// SPDX-License-Identifier: GPL-3.0-or-later
#include <memory>

#include "app/commands.h"
#include "app/ending_report.h"
#include "app/stats_output.h"
#include "base/text.h"

namespace lucena {
namespace {

constexpr std::string_view kLongestCommand = "lucena longest";

struct LongestOptions {
  std::string material;
  OracleArguments means;
  std::optional<std::string> side;
  std::uint64_t list = 10;
};

void print_longest(const EndingReport& report, const Layout& layout, Color side, bool wins,
                   std::uint64_t list) {
  const Statistics& statistics = report.statistics;
  const auto& longest = (wins ? statistics.longest_win : statistics.longest_loss)[side];
  if (!longest) return;
  const std::uint64_t unique = statistics.all.unique_levels[side][longest->plies];
  const std::uint64_t placements = statistics.all.placement_levels[side][longest->plies];
  print("{}, {} to move: {} in at most {} moves ({} plies); {} unique, {} placements\n",
        bold(report.material().name(), stdout), name(side), wins ? "mates" : "is mated",
        moves_of(longest->plies), longest->plies, with_thousands(unique),
        with_thousands(placements));
  const auto& indices = (wins ? report.lists.longest_wins : report.lists.longest_losses)[side];
  const std::uint64_t shown = std::min<std::uint64_t>(list, indices.size());
  for (std::size_t i = 0; i < shown; ++i) print("  {}\n", fen_at(layout, indices[i], side));
  if (shown < unique) {
    print("  and {} more unique{}\n", with_thousands(unique - shown),
          shown < indices.size() ? "; --list N shows N of them" : "");
  }
}

int run_longest(LongestOptions& options) {
  if (options.side && *options.side != "white" && *options.side != "black") {
    return refuse(kLongestCommand,
                  fmt::format("--side must be white or black, not '{}'", printable(*options.side)),
                  kUsage);
  }
  const auto report = report_on_ending(kLongestCommand, options.material, options.means);
  if (!report) return refuse(kLongestCommand, report.error());
  const Layout layout(report->material());
  for (const Color side : kColors) {
    const bool wanted = !options.side || (*options.side == "white") == (side == Color::White);
    if (!wanted) continue;
    if (!report->statistics.longest_win[side] && !report->statistics.longest_loss[side]) {
      print("{}, {} to move: every position is a draw\n", bold(report->material().name(), stdout),
            name(side));
    }
    for (const bool wins : {true, false}) {
      print_longest(*report, layout, side, wins, options.list);
    }
  }
  flush_output();
  return kSuccess;
}

}  // namespace

Command longest_command() {
  const auto declare = [](Arguments& arguments) -> Command::Action {
    auto options = std::make_shared<LongestOptions>();
    arguments.text("MATERIAL", options->material, "an ending such as KRPvKR");
    arguments.text("--side SIDE", options->side, "white or black: only this side to move");
    arguments.number("--list N", options->list, {0, PositionLists::kMaxDeepest},
                     "how many positions to show of each kind");
    declare_oracle(arguments, options->means);
    return [options] { return run_longest(*options); };
  };
  return {"longest",
          "Finds all positions of an ending with the longest mates",
          {{"lucena longest KRvK", "how many there are, and some of them"},
           {"lucena longest KQvKR --side white --list 100", "up to 100 of them"}},
          declare};
}

}  // namespace lucena
