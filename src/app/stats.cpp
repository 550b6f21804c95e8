// SPDX-License-Identifier: GPL-3.0-or-later
#include <memory>

#include "app/chosen_ending.h"
#include "app/commands.h"
#include "app/interrupt.h"
#include "app/stats_text.h"
#include "base/output_file.h"
#include "base/text.h"

namespace lucena {
namespace {

constexpr std::string_view kStatsCommand = "lucena stats";

constexpr std::string_view kNotes =
    "Unique positions are counted once for all that are alike by symmetry, placements on the\n"
    "whole board; identical men are not told apart.\n"
    "\n"
    "The stronger side is the one that wins more. A position that it does not win is\n"
    "  already stalemate   if the side to move has no legal move,\n"
    "  a man lost at once  if the weaker side has a capture that does not lose, or\n"
    "                      has one whatever the stronger side plays,\n"
    "  a man lost by force if the weaker side can force such a capture later,\n"
    "  a stalemate trap    if it can force such a capture or a stalemate, but not the\n"
    "                      capture alone,\n"
    "  a fortress or other draw\n"
    "                      if the stronger side can avoid all that for good.\n"
    "The stronger side also avoids it by a capture that does not lose; a promotion that does not\n"
    "win avoids nothing, nor does losing the game instead. The 50-move rule is ignored here.\n";

struct StatsOptions {
  std::string material;
  OracleArguments means;
  bool json = false;
  bool csv = false;
  bool zugzwangs = false;
  bool castling = false;
  std::optional<std::string> svg;
  bool force = false;
};

/// The file is opened first: nobody wants to wait for an ending to be solved just to learn that the
/// picture has no place.
int draw_stats(const StatsOptions& options) {
  const InterruptGuard guard;
  const auto refuse_file = [&](const FileFault& fault) {
    return guard.exit_status(refuse(kStatsCommand, fault));
  };
  auto file = OutputFile::create(
      {.path = *options.svg, .force = options.force, .own_beginning = kSvgBeginning});
  if (!file) return refuse_file(file.error());
  const auto report =
      report_on_chosen_ending(kStatsCommand, options.material, options.means, {.lines = false});
  if (!report) return refuse(kStatsCommand, report.error());
  if (const auto fault = file->write(stats_svg(*report))) return refuse_file(*fault);
  if (const auto fault = file->commit()) return refuse_file(*fault);
  write_beside(&*file, fmt::format("{}: the moves to mate of {}, as a chart\n",
                                   without_controls(*options.svg), report->material().name()));
  return kSuccess;
}

int run_stats(const StatsOptions& options) {
  if (options.json + options.csv + options.svg.has_value() > 1) {
    return refuse(kStatsCommand, "only one of --json, --csv and --svg at a time", kUsage);
  }
  if (options.castling && (options.csv || options.svg)) {
    return refuse(kStatsCommand, "--castling is of no use with --csv and --svg", kUsage);
  }
  if (options.svg) return draw_stats(options);
  const auto report =
      report_on_chosen_ending(kStatsCommand, options.material, options.means,
                              {.castling = options.castling, .lines = !options.csv});
  if (!report) return refuse(kStatsCommand, report.error());
  const StatsForm form{text_width(stdout), options.zugzwangs};
  write_output(options.json  ? stats_json(*report, form)
               : options.csv ? stats_csv(*report)
                             : stats_text(*report, form));
  flush_output();
  return kSuccess;
}

}  // namespace

Command stats_command() {
  const auto declare = [](Arguments& arguments) -> Command::Action {
    auto options = std::make_shared<StatsOptions>();
    arguments.rest("MATERIAL", options->material, "an ending such as KRPvKR or K+R+P vs K+R");
    arguments.flag("--json", options->json, "prints one JSON object");
    arguments.flag("--csv", options->csv, "prints the mate distances as comma-separated values");
    arguments.text("--svg FILE", options->svg, "draws the mate distances to a file");
    arguments.flag("--force", options->force, "with --svg: replaces any file of that name");
    arguments.flag("--zugzwangs", options->zugzwangs, "lists the mutual zugzwangs");
    arguments.flag("--castling", options->castling,
                   "counts the positions with castling rights, too");
    declare_oracle(arguments, options->means);
    return [options] { return run_stats(*options); };
  };
  return {
      "stats",
      "Says everything worth saying about an ending",
      {{"lucena stats KBNvK", "Lucena counts who wins how often and how fast, and why not always"},
       {"lucena stats KPvK --zugzwangs", "Lucena also lists the positions nobody wants to move in"},
       {"lucena stats K+R vs K --castling", "Lucena includes the positions with castling rights"},
       {"lucena stats KRvKN --svg rook.svg", "Lucena draws how long mates take"}},
      declare,
      std::string(kNotes)};
}

}  // namespace lucena
