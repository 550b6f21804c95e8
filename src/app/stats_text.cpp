// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/stats_text.h"

#include <algorithm>

#include "app/output.h"
#include "base/text.h"
#include "chess/fen.h"
#include "report/summary_output.h"

namespace lucena {
namespace {

std::string heading(std::string_view text) {
  return fmt::format("\n{}\n", bold(text, stdout));
}

std::string outcome_rows(const OutcomeCounts& unique, const OutcomeCounts& placements) {
  std::string text;
  const auto row = [&](std::string_view label, std::uint64_t first, std::uint64_t second) {
    text += fmt::format("  {:<16}{:>15} {:>9}{:>18} {:>9}\n", label, with_thousands(first),
                        percentage(first, unique.legal()), with_thousands(second),
                        percentage(second, placements.legal()));
  };
  constexpr std::array<std::pair<Outcome, std::string_view>, 5> kRows{
      {{Outcome::Win, "won"},
       {Outcome::CursedWin, "cursed wins"},
       {Outcome::Draw, "drawn"},
       {Outcome::BlessedLoss, "blessed losses"},
       {Outcome::Loss, "lost"}}};
  for (const auto& [outcome, label] : kRows) {
    const bool rare = outcome == Outcome::CursedWin || outcome == Outcome::BlessedLoss;
    if (!rare || unique[outcome] > 0) row(label, unique[outcome], placements[outcome]);
  }
  row("legal positions", unique.legal(), placements.legal());
  return text;
}

std::string census_text(const Census& census) {
  std::string text;
  for (const Color side : kColors) {
    text += fmt::format("  {:<16}{:>25}{:>28}\n", fmt::format("{} to move", name(side)), "unique",
                        "placements");
    text += outcome_rows(census.unique[side], census.placements[side]);
  }
  return text;
}

std::string unwon_text(const Census& census, Color stronger) {
  std::string text;
  for (const Color side : kColors) {
    const UnwonCounts& unique = census.unwon->unique[side];
    const UnwonCounts& placements = census.unwon->placements[side];
    if (unique.all() == 0) continue;
    text += fmt::format("  {:<26}{:>15}{:>28}\n", fmt::format("{} to move", name(side)), "unique",
                        "placements");
    const auto row = [&](std::string_view label, std::uint64_t first, std::uint64_t second) {
      if (first == 0) return;
      text += fmt::format("  {:<26}{:>15}{:>28}\n", label, with_thousands(first),
                          with_thousands(second));
    };
    row("already stalemate", unique.stalemates, placements.stalemates);
    row("a man is lost at once", unique.lost_at_once, placements.lost_at_once);
    row("a man is lost by force", unique.lost_by_force, placements.lost_by_force);
    row("stalemate trap", unique.stalemate_traps, placements.stalemate_traps);
    row("fortress or other draw", unique.other_draws, placements.other_draws);
    row(fmt::format("{} wins", name(opposite(stronger))), unique.lost, placements.lost);
  }
  return text;
}

std::string longest_text(const EndingReport& report, Color winner, std::size_t width) {
  const auto& to_move = report.statistics.longest_win[winner];
  const auto& to_wait = report.statistics.longest_loss[opposite(winner)];
  if (!to_move && !to_wait) return fmt::format("  {} cannot force mate.\n", name(winner));
  std::string text;
  for (const auto& longest : {to_move, to_wait}) {
    if (!longest) continue;
    text += fmt::format("  {} mates in {}, {} to move\n    {}\n", name(winner),
                        moves_of(longest->plies), name(longest->position.side_to_move()),
                        to_fen(longest->position));
    if (longest == to_move) text += wrapped(report.lines[winner], width, 4);
  }
  return text;
}

/// One line for each number of moves, with a bar for the positions of both sides to move.
std::string chart(const Census& census, Color winner, std::size_t width) {
  const LevelCounts& to_move = census.unique_levels[winner];
  const LevelCounts& to_wait = census.unique_levels[opposite(winner)];
  // Mate in n moves: 2n - 1 plies for whoever mates, 2n for the other; on the board, 0.
  const std::size_t most_moves = std::max(to_move.size(), to_wait.size()) / 2;
  const auto wins = [&](std::size_t n) { return n == 0 ? 0 : to_move[2 * n - 1]; };
  std::uint64_t largest = 0;
  std::size_t last = 0;
  for (std::size_t n = 0; n <= most_moves; ++n) {
    const std::uint64_t sum = wins(n) + to_wait[2 * n];
    largest = std::max(largest, sum);
    if (sum > 0) last = n;
  }
  if (largest == 0) return {};
  std::string text =
      fmt::format("  {:>5}{:>15}{:>15}\n", "moves", fmt::format("{} to move", name(winner)),
                  fmt::format("{} to move", name(opposite(winner))));
  constexpr std::size_t kColumns = 2 + 5 + 15 + 15 + 2, kLeastRoom = 10;
  const std::size_t room = std::max(width, kColumns + kLeastRoom) - kColumns;
  for (std::size_t n = 0; n <= last; ++n) {
    const std::uint64_t sum = wins(n) + to_wait[2 * n];
    std::string bar(room * sum / largest, '#');
    if (bar.empty() && sum > 0) bar.push_back('.');
    const std::string line = fmt::format("  {:>5}{:>15}{:>15}  {}", n, with_thousands(wins(n)),
                                         with_thousands(to_wait[2 * n]), bar);
    text += line.substr(0, line.find_last_not_of(' ') + 1) + "\n";
  }
  return text;
}

std::string zeroing_text(const Statistics& statistics) {
  std::string text;
  const auto add = [&](Color winner, const std::optional<Deepest>& deepest, std::string_view what) {
    if (!deepest) return;
    text += fmt::format("  {} {}: {}\n    {}\n", name(winner), what, plies_text(deepest->plies),
                        to_fen(deepest->position));
  };
  for (const Color winner : kColors) {
    add(winner, statistics.deepest_zeroing[winner], "wins");
    add(winner, statistics.deepest_cursed[winner], "would win but for the 50-move rule");
  }
  return text.empty() ? "  Nobody wins.\n" : text;
}

std::string zugzwang_text(const EndingReport& report, bool list) {
  const ZugzwangCounts& unique = report.statistics.unique_zugzwangs;
  const ZugzwangCounts& placements = report.statistics.placement_zugzwangs;
  if (unique.all() == 0) return "  There are none.\n";
  std::string text = fmt::format("  {:<48}{:>10}{:>16}\n", "", "unique", "placements");
  const auto row = [&](std::string_view label, std::uint64_t first, std::uint64_t second) {
    if (first == 0) return;
    text +=
        fmt::format("  {:<48}{:>10}{:>16}\n", label, with_thousands(first), with_thousands(second));
  };
  for (const ZugzwangKind kind : kZugzwangKinds) {
    row(meaning(kind), unique[kind], placements[kind]);
  }
  row("all", unique.all(), placements.all());
  if (report.material() == report.material().with_colors_swapped()) {
    text += "  (Positions that differ by an exchange of colours count once.)\n";
  }
  if (!list) return text;
  const Layout layout(report.material());
  for (const ZugzwangKind kind : kZugzwangKinds) {
    const auto& indices = report.lists.zugzwangs[kind];
    if (indices.empty()) continue;
    text += fmt::format("  {}:\n", meaning(kind));
    for (const Index& index : indices) {
      text += fmt::format("    {}\n", fen_at(layout, index, Color::White));
    }
    if (indices.size() < unique[kind]) text += "    and more\n";
  }
  return text;
}

std::string bishops_text(const Statistics& statistics) {
  std::string text;
  for (const bool same : {false, true}) {
    text +=
        heading(fmt::format("Bishops on squares of {}", bishop_colours(statistics.material, same)));
    text += census_text(same ? statistics.bishops->same : statistics.bishops->opposite);
  }
  return text;
}

}  // namespace

std::string stats_text(const EndingReport& report, const StatsForm& form) {
  const Statistics& statistics = report.statistics;
  std::string text = bold(report.material().name(), stdout) + "\n";
  for (const std::string& sentence : conclusion(statistics)) {
    text += wrapped(sentence, form.width, 2);
  }
  text += heading("Outcomes") + census_text(statistics.all);
  text += wrapped(
      "unique: positions that are alike by symmetry count once; placements: the whole board. "
      "Identical men are not told apart, castling rights are left out.",
      form.width, 2);
  const auto stronger = stronger_side(statistics);
  if (stronger && statistics.all.unwon) {
    const std::string rows = unwon_text(statistics.all, *stronger);
    if (!rows.empty()) text += heading(fmt::format("Not won by {}", name(*stronger))) + rows;
  }
  if (statistics.bishops) text += bishops_text(statistics);
  text += heading("Longest mates, in moves, the 50-move rule ignored");
  for (const Color winner : kColors) text += longest_text(report, winner, form.width);
  for (const Color winner : kColors) {
    const std::string bars = chart(statistics.all, winner, form.width);
    if (bars.empty()) continue;
    text += heading(fmt::format("{} mates in so many moves: unique positions", name(winner)));
    text += bars;
  }
  if (statistics.has_zeroing) {
    text += heading("Longest way to a capture, a pawn move or mate (DTZ), in plies");
    text += zeroing_text(statistics);
  }
  text += heading("Mutual zugzwangs, the 50-move rule ignored");
  text += zugzwang_text(report, form.zugzwangs);
  if (!report.castling) return text;
  const std::string castling = castling_text(*report.castling);
  text += heading("Castling rights, the 50-move rule ignored");
  return text + (castling.empty() ? "  nobody can castle\n" : castling);
}

}  // namespace lucena
