// SPDX-License-Identifier: GPL-3.0-or-later
#include <fmt/ranges.h>

#include <nlohmann/json.hpp>

#include "app/json_output.h"
#include "app/stats_output.h"
#include "base/text.h"
#include "chess/fen.h"

namespace lucena {
namespace {

constexpr std::array<std::string_view, 2> kSideNames{"white", "black"};

/// {"white": ..., "black": ...}
template <class ValueOf>
Json by_side(ValueOf&& value_of) {
  Json json;
  for (std::size_t s = 0; s < 2; ++s) json[kSideNames[s]] = value_of(s);
  return json;
}

Json outcomes_json(const std::array<OutcomeCounts, 2>& counts) {
  return by_side([&](std::size_t s) {
    return Json{{"legal", counts[s].legal()},
                {"win", counts[s][Outcome::Win]},
                {"cursed_win", counts[s][Outcome::CursedWin]},
                {"draw", counts[s][Outcome::Draw]},
                {"blessed_loss", counts[s][Outcome::BlessedLoss]},
                {"loss", counts[s][Outcome::Loss]}};
  });
}

/// From 0 plies on, up to the last that occurs.
Json levels_json(const std::array<LevelCounts, 2>& levels) {
  return by_side([&](std::size_t s) {
    std::size_t size = levels[s].size();
    while (size > 0 && levels[s][size - 1] == 0) --size;
    return std::vector<std::uint64_t>(levels[s].begin(), levels[s].begin() + size);
  });
}

Json unwon_json(const std::array<UnwonCounts, 2>& unwon) {
  return by_side([&](std::size_t s) {
    return Json{{"stalemate", unwon[s].stalemates},
                {"man_lost_at_once", unwon[s].lost_at_once},
                {"man_lost_by_force", unwon[s].lost_by_force},
                {"stalemate_trap", unwon[s].stalemate_traps},
                {"other_draw", unwon[s].other_draws},
                {"lost", unwon[s].lost}};
  });
}

std::string in_one_line(const std::vector<std::string>& sentences) {
  return fmt::format("{}", fmt::join(sentences, " "));
}

/// Adds the members that tell of a set of positions.
void add_census(const Census& census, Json& json) {
  json["unique"] = outcomes_json(census.unique);
  json["placements"] = outcomes_json(census.placements);
  json["mate_plies"] = {{"unique", levels_json(census.unique_levels)},
                        {"placements", levels_json(census.placement_levels)}};
  if (census.unwon) {
    json["not_won"] = {{"unique", unwon_json(census.unwon->unique)},
                       {"placements", unwon_json(census.unwon->placements)}};
  }
}

/// The line is left out if there is none.
Json mate_json(const std::optional<Deepest>& longest, const std::string& line) {
  if (!longest) return nullptr;
  Json json{{"mate_moves", moves_of(longest->plies)},
            {"mate_plies", longest->plies},
            {"fen", to_fen(longest->position)}};
  if (!line.empty()) json["line"] = line;
  return json;
}

Json zeroing_json(const Statistics& statistics) {
  const auto deepest = [](const std::optional<Deepest>& found) -> Json {
    if (!found) return nullptr;
    return {{"plies", found->plies}, {"fen", to_fen(found->position)}};
  };
  return by_side([&](std::size_t winner) {
    return Json{{"win", deepest(statistics.deepest_zeroing[winner])},
                {"cursed_win", deepest(statistics.deepest_cursed[winner])}};
  });
}

/// {"white_wins_or_draw": ..., "black_wins_or_draw": ..., "mover_loses": ...}
template <class ValueOf>
Json by_zugzwang(ValueOf&& value_of) {
  return {{"white_wins_or_draw", value_of(ZugzwangKind::WhiteWinsOrDraw)},
          {"black_wins_or_draw", value_of(ZugzwangKind::BlackWinsOrDraw)},
          {"mover_loses", value_of(ZugzwangKind::MoverLoses)}};
}

Json zugzwang_fens_json(const EndingReport& report) {
  const Layout layout(report.material());
  return by_zugzwang([&](ZugzwangKind kind) {
    Json fens = Json::array();
    for (const Index& index : report.lists.zugzwangs[static_cast<std::size_t>(kind)]) {
      fens.push_back(fen_at(layout, index, Color::White));
    }
    return fens;
  });
}

Json bishops_json(const BishopCensus& bishops, std::optional<Color> stronger) {
  const auto part = [&](const Census& census) {
    Json json;
    add_census(census, json);
    json["conclusion"] = in_one_line(conclusion(census, stronger));
    return json;
  };
  return {{"same_colour", part(bishops.same)}, {"opposite_colours", part(bishops.opposite)}};
}

}  // namespace

std::string stats_json(const EndingReport& report, const StatsForm& form) {
  const Statistics& statistics = report.statistics;
  const auto stronger = stronger_side(statistics);
  Json json;
  json["material"] = report.material().name();
  add_census(statistics.all, json);
  json["twins_apart"] = outcomes_json(statistics.all.with_twins_apart);
  json["longest"] =
      by_side([&](std::size_t s) { return mate_json(statistics.longest_win[s], report.lines[s]); });
  json["longest_loss"] =
      by_side([&](std::size_t s) { return mate_json(statistics.longest_loss[s], {}); });
  const ZugzwangCounts &unique = statistics.unique_zugzwangs,
                       &placements = statistics.placement_zugzwangs;
  json["zugzwangs"] = unique.all();
  json["zugzwang_kinds"] = {
      {"unique", by_zugzwang([&](ZugzwangKind kind) { return unique[kind]; })},
      {"placements", by_zugzwang([&](ZugzwangKind kind) { return placements[kind]; })}};
  if (form.zugzwangs) json["zugzwang_fens"] = zugzwang_fens_json(report);
  json["zeroing_max"] = zeroing_json(statistics);
  if (statistics.bishops) json["bishops"] = bishops_json(*statistics.bishops, stronger);
  json["stronger"] = stronger ? Json(lower_case(name(*stronger))) : Json();
  json["conclusion"] = in_one_line(conclusion(statistics));
  return json_line(json);
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
