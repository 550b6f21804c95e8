// SPDX-License-Identifier: GPL-3.0-or-later
#include <fmt/ranges.h>

#include <nlohmann/json.hpp>

#include "base/text.h"
#include "chess/fen.h"
#include "report/json_output.h"
#include "report/stats_output.h"
#include "report/summary_output.h"

namespace lucena {
namespace {

constexpr ByColor<std::string_view> kSideNames{"white", "black"};

/// {"white": ..., "black": ...}
template <class ValueOf>
Json by_side(ValueOf&& value_of) {
  Json json;
  for (const Color side : kColors) json[kSideNames[side]] = value_of(side);
  return json;
}

Json outcomes_json(const ByColor<OutcomeCounts>& counts) {
  return by_side([&](Color side) {
    return Json{{"legal", counts[side].legal()},
                {"win", counts[side][Outcome::Win]},
                {"cursed_win", counts[side][Outcome::CursedWin]},
                {"draw", counts[side][Outcome::Draw]},
                {"blessed_loss", counts[side][Outcome::BlessedLoss]},
                {"loss", counts[side][Outcome::Loss]}};
  });
}

/// From 0 plies on, up to the last that occurs.
Json levels_json(const ByColor<LevelCounts>& levels) {
  return by_side([&](Color side) {
    return std::vector<std::uint64_t>(levels[side].begin(), levels[side].end());
  });
}

Json unwon_json(const ByColor<UnwonCounts>& unwon) {
  return by_side([&](Color side) {
    return Json{{"stalemate", unwon[side].stalemates},
                {"man_lost_at_once", unwon[side].lost_at_once},
                {"man_lost_by_force", unwon[side].lost_by_force},
                {"stalemate_trap", unwon[side].stalemate_traps},
                {"other_draw", unwon[side].other_draws},
                {"lost", unwon[side].lost}};
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
  return by_side([&](Color winner) {
    return Json{{"win", deepest(statistics.deepest_zeroing[winner])},
                {"cursed_win", deepest(statistics.deepest_cursed[winner])}};
  });
}

/// {"white_wins_or_draw": ..., "black_wins_or_draw": ..., "mover_loses": ...}
template <class ValueOf>
Json by_zugzwang(ValueOf&& value_of) {
  Json json;
  for (const ZugzwangKind kind : kZugzwangKinds) json[kZugzwangNames[kind]] = value_of(kind);
  return json;
}

Json zugzwang_fens_json(const EndingReport& report, std::size_t most) {
  const Layout layout(report.material());
  return by_zugzwang([&](ZugzwangKind kind) {
    Json fens = Json::array();
    for (const Index& index : report.lists.zugzwangs[kind]) {
      if (fens.size() == most) break;
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
  json["longest"] = by_side(
      [&](Color side) { return mate_json(statistics.longest_win[side], report.lines[side]); });
  json["longest_loss"] =
      by_side([&](Color side) { return mate_json(statistics.longest_loss[side], {}); });
  const ZugzwangCounts &unique = statistics.unique_zugzwangs,
                       &placements = statistics.placement_zugzwangs;
  json["zugzwangs"] = unique.all();
  json["zugzwang_kinds"] = {
      {"unique", by_zugzwang([&](ZugzwangKind kind) { return unique[kind]; })},
      {"placements", by_zugzwang([&](ZugzwangKind kind) { return placements[kind]; })}};
  if (form.zugzwangs) json["zugzwang_fens"] = zugzwang_fens_json(report, form.most_zugzwangs);
  json["zeroing_max"] = zeroing_json(statistics);
  if (statistics.bishops) json["bishops"] = bishops_json(*statistics.bishops, stronger);
  json["stronger"] = stronger ? Json(lower_case(name(*stronger))) : Json();
  json["conclusion"] = in_one_line(conclusion(statistics));
  if (report.castling) json["castling"] = castling_json(*report.castling);
  return json_line(json);
}

std::string stats_csv(const EndingReport& report) {
  const Census& census = report.statistics.all;
  std::string text = "side_to_move,result,plies,moves,unique,placements\n";
  for (const Color side : kColors) {
    for (unsigned plies = 0; plies < census.unique_levels[side].size(); ++plies) {
      if (census.unique_levels[side][plies] == 0) continue;
      text += fmt::format("{},{},{},{},{},{}\n", kSideNames[side], plies % 2 != 0 ? "win" : "loss",
                          plies, moves_of(plies), census.unique_levels[side][plies],
                          census.placement_levels[side][plies]);
    }
    text += fmt::format("{},draw,,,{},{}\n", kSideNames[side], census.unique[side].drawn(),
                        census.placements[side].drawn());
  }
  return text;
}

}  // namespace lucena
