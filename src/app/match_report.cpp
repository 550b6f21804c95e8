// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/match_report.h"

#include <fmt/format.h>

#include <cmath>

#include "base/text.h"

namespace lucena {
namespace {

constexpr std::array<std::string_view, 4> kForfeitNames{"on time", "by a crash", "by silence",
                                                        "by an illegal move"};

std::string decision_text(const Sprt& sprt, const MatchTally& tally) {
  switch (sprt.decision(tally)) {
    case Sprt::Decision::AcceptElo0:
      return fmt::format("no better than {:+g}", sprt.elo0);
    case Sprt::Decision::AcceptElo1:
      return fmt::format("at least {:+g}", sprt.elo1);
    case Sprt::Decision::Undecided:
      return "undecided";
  }
  return "";
}

std::string forfeits_text(const Contestant& player, const std::array<std::uint64_t, 4>& counts) {
  std::string text;
  for (std::size_t kind = 0; kind < counts.size(); ++kind) {
    if (counts[kind] == 0) continue;
    text += fmt::format("{}{} {}", text.empty() ? "" : ", ", counts[kind], kForfeitNames[kind]);
  }
  return text.empty() ? text : fmt::format("{} lost {}\n", player.name, text);
}

}  // namespace

std::string elo_text(const MatchTally& tally) {
  auto estimate = estimate_elo(tally);
  if (!estimate) return "unknown";
  if (std::abs(estimate->elo) < 0.5) estimate->elo = 0;  // without a sign of its own
  if (estimate->elo == HUGE_VAL) return fmt::format("above {:+.0f}", estimate->low);
  if (estimate->elo == -HUGE_VAL) return fmt::format("below {:+.0f}", estimate->high);
  if (!std::isfinite(estimate->high) && !std::isfinite(estimate->low)) {
    return fmt::format("{:+.0f}, give or take anything", estimate->elo);
  }
  if (!std::isfinite(estimate->high)) {
    return fmt::format("{:+.0f}, at least {:+.0f}", estimate->elo, estimate->low);
  }
  if (!std::isfinite(estimate->low)) {
    return fmt::format("{:+.0f}, at most {:+.0f}", estimate->elo, estimate->high);
  }
  return fmt::format("{:+.0f} +/- {:.0f}", estimate->elo, (estimate->high - estimate->low) / 2);
}

std::string sprt_text(const Sprt& sprt, const MatchTally& tally) {
  return fmt::format("SPRT ({:g}, {:g}): LLR {:.2f} between {:.2f} and {:.2f}", sprt.elo0,
                     sprt.elo1, sprt.log_likelihood_ratio(tally), sprt.lower_bound(),
                     sprt.upper_bound());
}

std::string match_report(const MatchOptions& options, const MatchSummary& summary) {
  const MatchTally& tally = summary.tally;
  const auto& players = options.players;
  if (tally.games() == 0) return "no game was finished\n";
  std::string text = fmt::format("{} against {}: {} of {} ({:.1f} %), {} won, {} drawn, {} lost\n",
                                 players[0].name, players[1].name, tally.points(), tally.games(),
                                 100 * tally.score(), tally.wins, tally.draws, tally.losses);
  const auto color_text = [](const std::array<std::uint64_t, 3>& counts) {
    return fmt::format("{} won, {} drawn, {} lost", counts[0], counts[1], counts[2]);
  };
  text += fmt::format("as White {}; as Black {}\n", color_text(summary.by_color[0]),
                      color_text(summary.by_color[1]));
  text += fmt::format("Elo difference {} (95 %), likelihood of superiority {:.1f} %\n",
                      elo_text(tally), 100 * likelihood_of_superiority(tally));
  if (tally.complete_pairs() > 0) {
    text +=
        fmt::format("pairs of games with 0, 1/2, 1, 3/2, 2 points: {}, {}, {}, {}, {}\n",
                    tally.pairs[0], tally.pairs[1], tally.pairs[2], tally.pairs[3], tally.pairs[4]);
  }
  if (options.sprt) {
    text += fmt::format("{}: {}\n", sprt_text(*options.sprt, tally),
                        decision_text(*options.sprt, tally));
  }
  if (summary.ended_by_tables > 0) {
    text += counted(summary.ended_by_tables, "game") + " ended by the tables\n";
  }
  for (std::size_t player = 0; player < 2; ++player) {
    text += forfeits_text(players[player], summary.forfeits[player]);
  }
  return text;
}

}  // namespace lucena
