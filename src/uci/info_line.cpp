// SPDX-License-Identifier: GPL-3.0-or-later
#include "uci/info_line.h"

#include <fmt/format.h>

#include <cmath>

#include "chess/move_text.h"

namespace lucena {

/// Mate in 7 plies is 4 moves for whoever mates; to be mated in 8 plies is -4.
std::string score_text(Value value) {
  if (!is_mate(value)) return fmt::format("cp {}", value);
  const int moves = (plies_to_mate(value) + 1) / 2;
  return fmt::format("mate {}", value > 0 ? moves : -moves);
}

WinDrawLoss win_draw_loss(Value value) {
  if (is_decided(value)) return value > 0 ? WinDrawLoss{1000, 0, 0} : WinDrawLoss{0, 0, 1000};
  // An advantage of a pawn and a half wins every other game; without any, a game in ten is won and
  // as many are lost.
  constexpr double kEvenChance = 150, kSpread = 70;
  const auto share = [](double advantage) -> int {
    return std::lround(1000 / (1 + std::exp((kEvenChance - advantage) / kSpread)));
  };
  const int win = share(value), loss = share(-value);
  return {win, 1000 - win - loss, loss};
}

/// Nodes a second are of the time so far, which counts as a millisecond at least; times are in
/// milliseconds.
std::string info_line(const SearchReport& report, bool with_wdl) {
  std::string text = fmt::format("info depth {} seldepth {} multipv {} score {}", report.depth,
                                 report.selective_depth, report.place, score_text(report.value));
  if (with_wdl) {
    const WinDrawLoss shares = win_draw_loss(report.value);
    text += fmt::format(" wdl {} {} {}", shares.win, shares.draw, shares.loss);
  }
  const std::uint64_t time = report.time.count();
  const std::uint64_t speed = report.nodes * 1000 / std::max<std::uint64_t>(time, 1);
  text += fmt::format(" nodes {} nps {} hashfull {} tbhits {} time {} pv", report.nodes, speed,
                      report.permille_full, report.table_hits, time);
  for (const Move move : report.line) text += ' ' + to_uci(move);
  return text;
}

}  // namespace lucena
