// SPDX-License-Identifier: GPL-3.0-or-later
#include "server/api.h"

#include <algorithm>
#include <nlohmann/json.hpp>

#include "base/text.h"
#include "chess/move_text.h"
#include "endgame/position_text.h"
#include "server/ending_api.h"
#include "server/game_api.h"
#include "server/lichess_api.h"
#include "server/openapi.h"
#include "server/position_api.h"
#include "server/review_api.h"
#include "server/search_api.h"
#include "server/training_api.h"

namespace lucena {
namespace {

HttpResponse standard(const ApiParts& parts, const HttpRequest& request) {
  return lichess_standard(parts.oracle, request);
}

HttpResponse mainline(const ApiParts& parts, const HttpRequest& request) {
  return lichess_mainline(parts.oracle, request);
}

/// Compares in the same time wherever the first difference is.
bool is_token(std::string_view shown, std::string_view token) {
  if (shown.size() != token.size()) return false;
  unsigned difference = 0;
  for (std::size_t i = 0; i < token.size(); ++i) {
    difference |= static_cast<unsigned>(shown[i] ^ token[i]);
  }
  return difference == 0;
}

HttpResponse description(const ApiParts&, const HttpRequest&) {
  return {.body = std::string(kOpenApiText), .headers = {{"Access-Control-Allow-Origin", "*"}}};
}

}  // namespace

const std::vector<Route>& api_routes() {
  static const std::vector<Route> routes{
      {"GET", "/standard", standard},
      {"GET", "/standard/mainline", mainline},
      {"GET", "/api/openapi.json", description},
      {"GET", "/api/probe", probe_api},
      {"GET", "/api/line", line_api},
      {"GET", "/api/heat", heat_api},
      {"GET", "/api/remark", remark_api},
      {"GET", "/api/random", random_api},
      {"GET", "/api/move", move_api},
      {"GET", "/api/endings", endings_api},
      {"GET", "/api/stats", stats_api},
      {"GET", "/api/search", search_api},
      {"GET", "/api/conditions", conditions_api},
      {"GET", "/api/tables", tables_api},
      {"GET", "/api/lessons", lessons_api},
      {"POST", "/api/attempt", attempt_api},
      {"POST", "/api/review", review_api},
      {"GET", "/api/solve", cost_api},
      {"POST", "/api/solve", solve_api},
      {"DELETE", "/api/solve", give_up_api},
      {"GET", "/api/solve/events", events_api},
  };
  return routes;
}

HttpResponse answer_by_routes(const ApiParts& parts, const HttpRequest& request) {
  bool is_path = false;
  for (const Route& route : api_routes()) {
    if (route.path != request.path) continue;
    is_path = true;
    if (route.method != request.method) continue;
    if (route.method != "GET" && !is_token(request.token, parts.token)) {
      return api_refusal(403, "only the page of this server may ask for that");
    }
    return route.answer(parts, request);
  }
  return is_path ? api_refusal(405, "that cannot be done here")
                 : api_refusal(404, "there is nothing here; see /api/openapi.json");
}

HttpResponse api_response(const Json& json) {
  std::string text = json_line(json);
  return {.body = std::move(text), .headers = {{"Access-Control-Allow-Origin", "*"}}};
}

HttpResponse api_refusal(int status, std::string_view why) {
  HttpResponse response = api_response({{"error", why}});
  response.status = status;
  return response;
}

HttpResponse api_refusal(const OracleFault& fault) {
  return api_refusal(fault.code == OracleError::Cancelled ? 503 : 500, fault.message);
}

Result<Position, HttpResponse> asked_position(const HttpRequest& request) {
  const auto text = request.value("fen");
  if (!text) return api_refusal(400, "a position is missing: ?fen=8/8/8/8/8/2k5/8/K6R_w");
  const auto position = parse_position(*text);
  if (!position) return api_refusal(400, position.error().message);
  return *position;
}

Result<Game, HttpResponse> asked_game(const HttpRequest& request) {
  constexpr std::size_t kMostMoves = 1'000;
  const auto start = asked_position(request);
  if (!start) return start.error();
  Game game(*start);
  std::string text = request.value("moves").value_or("");
  std::replace(text.begin(), text.end(), ',', ' ');
  for (const std::string_view word : split_words(text)) {
    const auto move = parse_uci(game.position(), word);
    if (!move) return api_refusal(400, move.error().message);
    if (game.moves().size() == kMostMoves) return api_refusal(400, "there are too many moves");
    game.make(*move);
  }
  return game;
}

Result<Material, HttpResponse> asked_ending(const HttpRequest& request) {
  const auto text = request.value("ending");
  if (!text) return api_refusal(400, "an ending is missing: ?ending=KRvK");
  const auto material = Material::parse(*text);
  if (!material) return api_refusal(400, material.error().message);
  if (material->men() == 2) return api_refusal(400, "bare kings are a draw; there is nothing else");
  return *material;
}

}  // namespace lucena
