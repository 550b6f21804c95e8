// SPDX-License-Identifier: GPL-3.0-or-later
#include "server/ending_api.h"

#include <fmt/format.h>

#include <map>
#include <mutex>
#include <nlohmann/json.hpp>

#include "console/move_review.h"
#include "oracle/forecast.h"
#include "report/stats_output.h"
#include "table/table_file.h"

namespace lucena {
namespace {

/// Of positions that could be a million.
constexpr std::size_t kMostListed = 100;

/// The shares of placements that White wins, that are drawn and that Black wins, by side to move.
Json shares_json(const Statistics& statistics) {
  Json json;
  for (const Color side : kColors) {
    const OutcomeCounts& counts = statistics.all.placements[side];
    const auto share = [&](std::uint64_t part) {
      return static_cast<double>(part) /
             static_cast<double>(std::max<std::uint64_t>(1, counts.legal()));
    };
    const double won = share(counts.won()), lost = share(counts.lost());
    const bool white = side == Color::White;
    json[white ? "white" : "black"] = {{"white_wins", white ? won : lost},
                                       {"draws", share(counts.drawn())},
                                       {"black_wins", white ? lost : won}};
  }
  return json;
}

Json longest_json(const Statistics& statistics) {
  Json json;
  for (const Color winner : kColors) {
    const auto& longest = statistics.longest_win[winner];
    json[winner == Color::White ? "white" : "black"] =
        longest ? Json(moves_of(longest->plies)) : Json();
  }
  return json;
}

Json solved_json(const Statistics& statistics) {
  return {{"shares", shares_json(statistics)},
          {"longest_mate_moves", longest_json(statistics)},
          {"zugzwangs", statistics.unique_zugzwangs.all()}};
}

std::uint64_t bytes_on_disk(const Oracle& oracle, const Material& material) {
  std::uint64_t bytes = 0;
  for (const Metric metric : kMetrics) {
    std::error_code missing;
    const auto size =
        std::filesystem::file_size(oracle.folder() / table_file_name(material, metric), missing);
    if (!missing) bytes += size;
  }
  return bytes;
}

/// An ending that has been solved stays as it is, so that its row is made once.
class EndingRows {
 public:
  Result<Json, OracleFault> row(Oracle& oracle, const Material& material) {
    const std::lock_guard lock(mutex_);
    const auto known = rows_.find(material);
    if (known != rows_.end()) return known->second;
    const auto statistics = oracle.statistics(material);
    if (!statistics) return statistics.error();
    return rows_.emplace(material, solved_json(*statistics)).first->second;
  }

 private:
  std::mutex mutex_;
  std::map<Material, Json> rows_;
};

Json strings_json(const Layout& layout, const std::vector<Index>& indices, Color side) {
  Json fens = Json::array();
  for (std::size_t i = 0; i < std::min(kMostListed, indices.size()); ++i) {
    fens.push_back(fen_at(layout, indices[i], side));
  }
  return fens;
}

}  // namespace

HttpResponse endings_api(const ApiParts& parts, const HttpRequest&) {
  static EndingRows rows;
  Json endings = Json::array();
  for (const Material& material : all_materials(kMaxMen)) {
    const bool solved = parts.oracle.is_solved(material);
    if (material.men() > kMaxMenInMemory && !solved) continue;
    Json json{{"ending", material.name()}, {"men", material.men()}, {"solved", solved}};
    if (solved) {
      const auto row = rows.row(parts.oracle, material);
      if (!row) return api_refusal(row.error());
      json.update(*row);
      json["bytes"] = bytes_on_disk(parts.oracle, material);
    }
    endings.push_back(std::move(json));
  }
  return api_response({{"endings", std::move(endings)}});
}

HttpResponse stats_api(const ApiParts& parts, const HttpRequest& request) {
  const auto material = asked_ending(request);
  if (!material) return material.error();
  if (!parts.oracle.is_solved(*material)) {
    return api_refusal(404, material->name() + " is not solved");
  }
  const auto report = report_on_ending(parts.oracle, *material);
  if (!report) return api_refusal(report.error());
  Json json = Json::parse(stats_json(*report, {.zugzwangs = true, .most_zugzwangs = kMostListed}));
  const Layout layout(*material);
  for (const Color side : kColors) {
    json["longest_fens"][side == Color::White ? "white" : "black"] =
        strings_json(layout, report->lists.longest_wins[side], side);
  }
  return api_response(json);
}

HttpResponse tables_api(const ApiParts& parts, const HttpRequest&) {
  Json files = Json::array();
  std::uint64_t all_bytes = 0;
  for (const Material& material : all_materials(kMaxMen)) {
    for (const Metric metric : kMetrics) {
      std::error_code missing;
      const auto bytes = std::filesystem::file_size(
          parts.oracle.folder() / table_file_name(material, metric), missing);
      if (missing) continue;
      all_bytes += bytes;
      files.push_back({{"ending", material.name()}, {"metric", name(metric)}, {"bytes", bytes}});
    }
  }
  return api_response({{"tables", std::move(files)}, {"bytes", all_bytes}});
}

HttpResponse cost_api(const ApiParts& parts, const HttpRequest& request) {
  Json json;
  if (request.value("ending")) {
    const auto material = asked_ending(request);
    if (!material) return material.error();
    const SolveCost cost = parts.desk.cost(*material);
    json["ending"] = material->name();
    json["solved"] = parts.oracle.is_solved(*material);
    json["cost"] = {{"seconds", cost.seconds}, {"endings", cost.endings}};
    if (is_large(*material) && !json["solved"]) {
      const auto forecast = parts.oracle.forecast(*material);
      json["cost"][forecast ? "text" : "refused"] =
          forecast ? text_of(*forecast) : forecast.error().message;
    }
  }
  json["state"] = Json::parse(state_json(parts.desk.state()));
  return api_response(json);
}

HttpResponse solve_api(const ApiParts& parts, const HttpRequest& request) {
  const auto material = asked_ending(request);
  if (!material) return material.error();
  if (!parts.oracle.is_solved(*material) && !parts.desk.ask_for(*material)) {
    return api_refusal(429, "too many endings wait to be solved already");
  }
  HttpResponse response = cost_api(parts, request);
  response.status = 202;
  return response;
}

HttpResponse give_up_api(const ApiParts& parts, const HttpRequest& request) {
  const auto material = asked_ending(request);
  if (!material) return material.error();
  parts.desk.give_up(*material);
  return cost_api(parts, request);
}

HttpResponse events_api(const ApiParts& parts, const HttpRequest&) {
  return {.headers = {{"Cache-Control", "no-store"}}, .events = parts.desk.listen()};
}

}  // namespace lucena
