// SPDX-License-Identifier: GPL-3.0-or-later
#include "server/game_api.h"

#include <fmt/format.h>

#include <nlohmann/json.hpp>
#include <random>

#include "chess/fen.h"
#include "chess/move_text.h"
#include "console/player.h"
#include "console/position_finder.h"
#include "endgame/placement.h"
#include "oracle/game_answer.h"
#include "server/heavy_work.h"

namespace lucena {
namespace {

std::uint64_t any_seed() {
  std::random_device device;
  return std::uint64_t{device()} << 32 | device();
}

/// What the console understands, too: "random win KQvKR 8-12".
Result<EndingRequest, HttpResponse> ending_request(const HttpRequest& request) {
  const std::string wanted = request.value("wanted").value_or("any");
  const std::string kind = wanted == "any"       ? "random"
                           : wanted == "hardest" ? "hardest"
                                                 : "random " + wanted;
  const std::string text = fmt::format("{} {} {}", kind, request.value("ending").value_or(""),
                                       request.value("mate").value_or(""));
  const auto read = parse_position_request(text);
  if (!read) return api_refusal(400, read.error().message);
  const auto* ending = std::get_if<EndingRequest>(&*read);
  if (ending == nullptr || !ending->material) {
    return api_refusal(400, "an ending is missing: ?ending=KQvKR&wanted=win&mate=8-12");
  }
  return *ending;
}

Result<PlayerSpec, HttpResponse> asked_opponent(const HttpRequest& request) {
  std::string text = request.value("opponent").value_or("perfect");
  if (text == "human" && request.value("elo")) text += ":" + *request.value("elo");
  const auto spec = parse_player(text);
  if (!spec) return api_refusal(400, spec.error().message);
  return *spec;
}

}  // namespace

HttpResponse random_api(const ApiParts& parts, const HttpRequest& request) {
  const auto asked = ending_request(request);
  if (!asked) return asked.error();
  if (!parts.oracle.is_solved(*asked->material)) {
    return api_refusal(404, asked->material->name() + " is not solved");
  }
  const Wanted wanted = asked->wanted.value_or(Wanted::Any);
  // What is rare is looked for among all positions.
  HeavyWork::Turn turn;
  if (wanted != Wanted::Any) {
    turn = HeavyWork::instance().wait_for_turn();
    if (!turn) return api_refusal(429, "another search is under way");
  }
  std::mt19937_64 random(any_seed());
  const auto position = find_position(parts.oracle, *asked->material, wanted, random,
                                      {.mate_moves = asked->mate_moves});
  if (!position) return api_refusal(404, position.error().message);
  return api_response(
      {{"fen", to_fen(asked->colors_swapped ? with_colors_swapped(*position) : *position)}});
}

HttpResponse move_api(const ApiParts& parts, const HttpRequest& request) {
  const auto game = asked_game(request);
  if (!game) return game.error();
  const auto spec = asked_opponent(request);
  if (!spec) return spec.error();
  const Position& position = game->position();
  if (!parts.oracle.is_solved(position)) {
    return api_refusal(404, "the ending is not solved");
  }
  const auto known = answer_in_game(parts.oracle, *game, {});
  if (!known) return api_refusal(known.error());
  if (known->moves.empty()) return api_refusal(404, "there is no legal move");
  const auto player = make_player(*spec, any_seed(), parts.oracle);
  const auto move = player->choose({.game = *game, .known = &*known});
  if (!move) return api_refusal(503, "interrupted");
  return api_response({{"uci", to_uci(*move)},
                       {"san", to_san(position, *move)},
                       {"fen", to_fen(position.after(*move))}});
}

}  // namespace lucena
