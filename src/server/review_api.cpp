// SPDX-License-Identifier: GPL-3.0-or-later
#include "server/review_api.h"

#include <nlohmann/json.hpp>

#include "chess/fen.h"
#include "chess/move_text.h"
#include "chess/pgn.h"
#include "console/move_review.h"
#include "report/findings.h"
#include "server/heavy_work.h"

namespace lucena {
namespace {

/// What one request may ask for; a game of 300 moves is a long one.
constexpr std::size_t kMostGames = 50, kMostReviewedPlies = 5'000;

/// A move, the position behind it and, where both it and the one before are known, what the move
/// cost.
Result<Json, OracleFault> ply_json(Oracle& oracle, const Position& before, Move move) {
  const Position after = before.after(move);
  const bool known = oracle.is_solved(after);
  Json json{{"uci", to_uci(move)}, {"san", to_san(before, move)}, {"fen", to_fen(after)},
            {"known", known},      {"outcome", nullptr},          {"mate_plies", nullptr},
            {"remark", nullptr},   {"changes_result", false}};
  if (known) {
    const auto answer = oracle.answer(after);
    if (!answer) return answer.error();
    json["outcome"] = name(answer->outcome);
    json["mate_plies"] = plies_json(answer->mate);
  }
  if (!oracle.is_solved(before)) return json;
  const auto answer = oracle.answer(before);
  if (!answer) return answer.error();
  const MoveReview review = review_move(*answer, move);
  if (const auto words = remark(review, before.side_to_move(), Metric::Mate)) {
    json["remark"] = *words + ".";
  }
  json["changes_result"] = review.changes_result();
  return json;
}

Result<Json, OracleFault> game_json(Oracle& oracle, const PgnGame& game, std::size_t& plies_left) {
  Json tags = Json::object();
  for (const PgnTag& tag : game.tags) tags[tag.name] = tag.value;
  Json plies = Json::array();
  Position position = game.start;
  for (const PgnMove& made : game.moves) {
    if (plies_left == 0) break;
    --plies_left;
    auto ply = ply_json(oracle, position, made.move);
    if (!ply) return ply.error();
    plies.push_back(std::move(*ply));
    position.make(made.move);
  }
  return Json{{"tags", std::move(tags)}, {"fen", to_fen(game.start)}, {"plies", std::move(plies)}};
}

}  // namespace

HttpResponse review_api(const ApiParts& parts, const HttpRequest& request) {
  const HeavyWork::Turn turn = HeavyWork::instance().wait_for_turn();
  if (!turn) return api_refusal(429, "other games are being reviewed");
  PgnReader reader(request.body);
  Json games = Json::array();
  std::size_t plies_left = kMostReviewedPlies;
  while (games.size() < kMostGames && plies_left > 0) {
    const auto read = reader.next();
    if (!read) break;
    if (!*read) return api_refusal(400, read->error().message());
    auto game = game_json(parts.oracle, **read, plies_left);
    if (!game) return api_refusal(game.error());
    games.push_back(std::move(*game));
  }
  if (games.empty()) return api_refusal(400, "there is no game in it");
  return api_response({{"games", std::move(games)}});
}

}  // namespace lucena
