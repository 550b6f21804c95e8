// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>

#include "base/text.h"
#include "report/stats_output.h"

namespace lucena {
namespace {

std::string share_of(std::uint64_t part, const OutcomeCounts& counts) {
  return percentage(part, counts.legal());
}

/// Why positions are not won: "in 2,787 a man is lost at once".
std::vector<std::string> reasons(const UnwonCounts& counts, Color stronger) {
  std::vector<std::string> parts;
  const auto add = [&](std::uint64_t count, std::string_view reason) {
    if (count > 0) parts.push_back(fmt::format("{} {}", with_thousands(count), reason));
  };
  add(counts.stalemates, "already stalemate");
  add(counts.lost_at_once, "where a man is lost at once");
  add(counts.lost_by_force, "where a man is lost by force");
  add(counts.stalemate_traps, counts.stalemate_traps == 1 ? "stalemate trap" : "stalemate traps");
  add(counts.other_draws,
      counts.other_draws == 1 ? "fortress or other draw" : "fortresses or other draws");
  add(counts.lost, fmt::format("won by {}", name(opposite(stronger))));
  return parts;
}

std::string without_stronger_side(const Census& census, Color side) {
  const OutcomeCounts& counts = census.unique[side];
  return fmt::format("With {} to move, {} of the positions are won, {} drawn and {} lost.",
                     name(side), share_of(counts.won(), counts), share_of(counts.drawn(), counts),
                     share_of(counts.lost(), counts));
}

}  // namespace

std::string_view meaning(ZugzwangKind kind) {
  switch (kind) {
    case ZugzwangKind::WhiteWinsOrDraw:
      return "White wins if Black is to move, else a draw";
    case ZugzwangKind::BlackWinsOrDraw:
      return "Black wins if White is to move, else a draw";
    case ZugzwangKind::MoverLoses:
      break;
  }
  return "whoever is to move loses";
}

std::vector<std::string> conclusion(const Census& census, std::optional<Color> stronger) {
  std::vector<std::string> sentences;
  std::uint64_t decided = 0;
  for (const OutcomeCounts& counts : census.unique) decided += counts.won() + counts.lost();
  if (decided == 0) return {"Every position is a draw."};
  for (const Color side : kColors) {
    if (!stronger) {
      sentences.push_back(without_stronger_side(census, side));
      continue;
    }
    const OutcomeCounts& counts = census.unique[side];
    const std::uint64_t won = side == *stronger ? counts.won() : counts.lost();
    const std::uint64_t unwon = counts.legal() - won;
    if (unwon == 0) {
      sentences.push_back(
          fmt::format("With {} to move, {} wins every position.", name(side), name(*stronger)));
      continue;
    }
    std::string text = fmt::format("With {} to move, {} wins {} of the positions", name(side),
                                   name(*stronger), won == 0 ? "none" : share_of(won, counts));
    if (census.unwon) {
      text += fmt::format("; the {} {}: {}", with_thousands(unwon),
                          unwon == 1 ? "exception" : "exceptions",
                          joined(reasons(census.unwon->unique[side], *stronger), " and "));
    }
    sentences.push_back(text + ".");
  }
  return sentences;
}

std::vector<std::string> conclusion(const Statistics& statistics) {
  const auto stronger = stronger_side(statistics);
  std::vector<std::string> sentences = conclusion(statistics.all, stronger);
  if (statistics.bishops) {
    const auto add = [&](std::string_view which, const Census& census) {
      const std::vector<std::string> about = conclusion(census, stronger);
      sentences.push_back(fmt::format("Bishops on squares of {}:", which));
      sentences.insert(sentences.end(), about.begin(), about.end());
    };
    add(bishop_colours(statistics.material, false), statistics.bishops->opposite);
    add(bishop_colours(statistics.material, true), statistics.bishops->same);
  }
  if (!statistics.has_zeroing) return sentences;
  std::uint64_t changed = 0, decided = 0;
  for (const OutcomeCounts& counts : statistics.all.unique) {
    changed += counts[Outcome::CursedWin] + counts[Outcome::BlessedLoss];
    decided += counts.won() + counts.lost();
  }
  if (changed > 0) {
    sentences.push_back(
        fmt::format("The 50-move rule turns {} of all {} wins and losses into draws.",
                    with_thousands(changed), with_thousands(decided)));
  } else if (decided > 0) {
    sentences.emplace_back("The 50-move rule changes no result.");
  }
  return sentences;
}

}  // namespace lucena
