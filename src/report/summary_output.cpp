// SPDX-License-Identifier: GPL-3.0-or-later
#include "report/summary_output.h"

#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "base/text.h"
#include "chess/fen.h"

namespace lucena {

std::string counts_text(const OutcomeCounts& counts) {
  return fmt::format("{} won, {} drawn, {} lost", with_thousands(counts.won()),
                     with_thousands(counts.drawn()), with_thousands(counts.lost()));
}

/// Whoever is to move, a mate can take longest: a defender may first capture into a slower ending.
std::string longest_text(Color winner, const DeepestBySide& wins, const DeepestBySide& losses) {
  const auto& to_move = wins[winner];
  const auto& to_wait = losses[opposite(winner)];
  if (!to_move && !to_wait) return fmt::format("{} cannot force mate", name(winner));
  const auto part = [](const Deepest& deepest) {
    return fmt::format("{} with {} to move ({})", (deepest.plies + 1) / 2,
                       name(deepest.position.side_to_move()), to_fen(deepest.position));
  };
  std::string text = fmt::format("longest mate by {}, in moves: ", name(winner));
  if (to_move) text += part(*to_move);
  if (to_move && to_wait) text += ", ";
  if (to_wait) text += part(*to_wait);
  return text;
}

std::string castling_text(const CastlingSummary& summary) {
  std::string text;
  if (summary.positions[Color::White].legal() == 0) return text;
  for (const Color side : kColors) {
    const OutcomeCounts& counts = summary.positions[side];
    text += fmt::format("  with castling rights, {} to move: {} legal positions: {}\n", name(side),
                        with_thousands(counts.legal()), counts_text(counts));
  }
  for (const Color side : kColors) {
    text += fmt::format("  with castling rights, {}\n",
                        longest_text(side, summary.longest_win, summary.longest_loss));
  }
  return text;
}

Json counts_json(const ByColor<OutcomeCounts>& counts) {
  const auto side = [](const OutcomeCounts& of_side) -> Json {
    return {{"legal", of_side.legal()},
            {"win", of_side.won()},
            {"draw", of_side.drawn()},
            {"loss", of_side.lost()}};
  };
  return {{"white", side(counts[Color::White])}, {"black", side(counts[Color::Black])}};
}

Json deepest_json(const DeepestBySide& deepest) {
  const auto side = [](const std::optional<Deepest>& of_side) -> Json {
    if (!of_side) return nullptr;
    return {{"mate_plies", of_side->plies},
            {"mate_moves", (of_side->plies + 1) / 2},
            {"fen", to_fen(of_side->position)}};
  };
  return {{"white", side(deepest[Color::White])}, {"black", side(deepest[Color::Black])}};
}

Json castling_json(const CastlingSummary& summary) {
  return {{"positions", counts_json(summary.positions)},
          {"longest_win", deepest_json(summary.longest_win)},
          {"longest_loss", deepest_json(summary.longest_loss)}};
}

}  // namespace lucena
