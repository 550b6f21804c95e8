// SPDX-License-Identifier: GPL-3.0-or-later
#include <fmt/ranges.h>

#include "app/stats_output.h"
#include "chess/fen.h"

namespace lucena {
namespace {

constexpr std::array<std::string_view, 2> kSideNames{"white", "black"};

/// {"white": ..., "black": ...}
template <class ValueOf>
std::string by_side(ValueOf&& value_of) {
  return fmt::format(R"({{"white": {}, "black": {}}})", value_of(std::size_t{0}),
                     value_of(std::size_t{1}));
}

std::string outcomes_json(const std::array<OutcomeCounts, 2>& counts) {
  return by_side([&](std::size_t s) {
    return fmt::format(R"({{"legal": {}, "win": {}, "cursed_win": {}, "draw": {}, )"
                       R"("blessed_loss": {}, "loss": {}}})",
                       counts[s].legal(), counts[s][Outcome::Win], counts[s][Outcome::CursedWin],
                       counts[s][Outcome::Draw], counts[s][Outcome::BlessedLoss],
                       counts[s][Outcome::Loss]);
  });
}

/// From 0 plies on, up to the last that occurs.
std::string levels_json(const std::array<LevelCounts, 2>& levels) {
  return by_side([&](std::size_t s) {
    std::size_t size = levels[s].size();
    while (size > 0 && levels[s][size - 1] == 0) --size;
    return fmt::format("[{}]", fmt::join(levels[s].begin(), levels[s].begin() + size, ", "));
  });
}

std::string unwon_json(const std::array<UnwonCounts, 2>& unwon) {
  return by_side([&](std::size_t s) {
    return fmt::format(R"({{"stalemate": {}, "man_lost_at_once": {}, "man_lost_by_force": {}, )"
                       R"("stalemate_trap": {}, "other_draw": {}, "lost": {}}})",
                       unwon[s].stalemates, unwon[s].lost_at_once, unwon[s].lost_by_force,
                       unwon[s].stalemate_traps, unwon[s].other_draws, unwon[s].lost);
  });
}

std::string json_string(std::string_view text) {
  // Nothing that is quoted here holds a quotation mark, a backslash or a control character.
  return fmt::format("\"{}\"", text);
}

std::string sentences_json(const std::vector<std::string>& sentences) {
  return json_string(fmt::format("{}", fmt::join(sentences, " ")));
}

/// The members that tell of a set of positions.
std::string census_json(const Census& census) {
  std::string text = fmt::format(
      R"("unique": {}, "placements": {}, "mate_plies": {{"unique": {}, "placements": {}}})",
      outcomes_json(census.unique), outcomes_json(census.placements),
      levels_json(census.unique_levels), levels_json(census.placement_levels));
  if (census.unwon) {
    text += fmt::format(R"(, "not_won": {{"unique": {}, "placements": {}}})",
                        unwon_json(census.unwon->unique), unwon_json(census.unwon->placements));
  }
  return text;
}

/// The line is left out if there is none.
std::string mate_json(const std::optional<Deepest>& longest, std::string_view line) {
  if (!longest) return "null";
  return fmt::format(R"({{"mate_moves": {}, "mate_plies": {}, "fen": {}{}}})",
                     moves_of(longest->plies), longest->plies,
                     json_string(to_fen(longest->position)),
                     line.empty() ? "" : fmt::format(R"(, "line": {})", json_string(line)));
}

std::string zeroing_json(const Statistics& statistics) {
  const auto deepest = [](const std::optional<Deepest>& found) {
    if (!found) return std::string("null");
    return fmt::format(R"({{"plies": {}, "fen": {}}})", found->plies,
                       json_string(to_fen(found->position)));
  };
  return by_side([&](std::size_t winner) {
    return fmt::format(R"({{"win": {}, "cursed_win": {}}})",
                       deepest(statistics.deepest_zeroing[winner]),
                       deepest(statistics.deepest_cursed[winner]));
  });
}

/// {"white_wins_or_draw": ..., "black_wins_or_draw": ..., "mover_loses": ...}
template <class ValueOf>
std::string by_zugzwang(ValueOf&& value_of) {
  return fmt::format(R"({{"white_wins_or_draw": {}, "black_wins_or_draw": {}, "mover_loses": {}}})",
                     value_of(ZugzwangKind::WhiteWinsOrDraw),
                     value_of(ZugzwangKind::BlackWinsOrDraw), value_of(ZugzwangKind::MoverLoses));
}

std::string zugzwang_fens_json(const EndingReport& report) {
  const Layout layout(report.material());
  return by_zugzwang([&](ZugzwangKind kind) {
    std::vector<std::string> fens;
    for (const Index& index : report.lists.zugzwangs[static_cast<std::size_t>(kind)]) {
      fens.push_back(json_string(fen_at(layout, index, Color::White)));
    }
    return fmt::format("[{}]", fmt::join(fens, ", "));
  });
}

}  // namespace

std::string stats_json(const EndingReport& report, const StatsForm& form) {
  const Statistics& statistics = report.statistics;
  const auto stronger = stronger_side(statistics);
  std::string text = fmt::format(R"({{"material": {}, )", json_string(report.material().name()));
  text += census_json(statistics.all);
  text += fmt::format(R"(, "twins_apart": {})", outcomes_json(statistics.all.with_twins_apart));
  text += fmt::format(
      R"(, "longest": {}, "longest_loss": {})",
      by_side([&](std::size_t s) { return mate_json(statistics.longest_win[s], report.lines[s]); }),
      by_side([&](std::size_t s) { return mate_json(statistics.longest_loss[s], {}); }));
  const ZugzwangCounts &unique = statistics.unique_zugzwangs,
                       &placements = statistics.placement_zugzwangs;
  text += fmt::format(R"(, "zugzwangs": {}, "zugzwang_kinds": {{"unique": {}, "placements": {}}})",
                      unique.all(), by_zugzwang([&](ZugzwangKind kind) { return unique[kind]; }),
                      by_zugzwang([&](ZugzwangKind kind) { return placements[kind]; }));
  if (form.zugzwangs) text += fmt::format(R"(, "zugzwang_fens": {})", zugzwang_fens_json(report));
  text += fmt::format(R"(, "zeroing_max": {})", zeroing_json(statistics));
  if (statistics.bishops) {
    const auto part = [&](const Census& census) {
      return fmt::format(R"({{{}, "conclusion": {}}})", census_json(census),
                         sentences_json(conclusion(census, stronger)));
    };
    text += fmt::format(R"(, "bishops": {{"same_colour": {}, "opposite_colours": {}}})",
                        part(statistics.bishops->same), part(statistics.bishops->opposite));
  }
  text += fmt::format(R"(, "stronger": {})",
                      stronger ? json_string(kSideNames[static_cast<std::size_t>(*stronger)])
                               : std::string("null"));
  return text + fmt::format(R"(, "conclusion": {}}})", sentences_json(conclusion(statistics))) +
         "\n";
}

std::string stats_csv(const EndingReport& report) {
  const Census& census = report.statistics.all;
  std::string text = "side_to_move,result,plies,moves,unique,placements\n";
  for (std::size_t s = 0; s < 2; ++s) {
    for (unsigned plies = 0; plies <= kMaxLevel; ++plies) {
      if (census.unique_levels[s][plies] == 0) continue;
      text += fmt::format("{},{},{},{},{},{}\n", kSideNames[s], plies % 2 != 0 ? "win" : "loss",
                          plies, moves_of(plies), census.unique_levels[s][plies],
                          census.placement_levels[s][plies]);
    }
    text += fmt::format("{},draw,,,{},{}\n", kSideNames[s], census.unique[s].drawn(),
                        census.placements[s].drawn());
  }
  return text;
}

}  // namespace lucena
