// SPDX-License-Identifier: GPL-3.0-or-later
#include "server/position_api.h"

#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "chess/fen.h"
#include "chess/legal_moves.h"
#include "chess/move_text.h"
#include "console/move_review.h"
#include "oracle/game_answer.h"
#include "report/findings.h"

namespace lucena {
namespace {

/// Whoever wants more than moves of what is not solved.
HttpResponse not_solved(const Position& position) {
  return api_refusal(404,
                     fmt::format("{} is not solved", Material::of(position).canonical().name()));
}

/// The ending by its name, nothing if it has too many men.
Json ending_json(const Position& position) {
  const Material material = Material::of(position);
  return material.men() > kMaxMen ? Json() : Json(material.canonical().name());
}

Json unsolved_json(const Position& position) {
  Json moves = Json::array();
  for (const Move move : legal_moves(position)) {
    moves.push_back({{"uci", to_uci(move)}, {"san", to_san(position, move)}});
  }
  return {{"fen", to_fen(position)}, {"moves", std::move(moves)}};
}

/// Adds what a page needs beside the answer.
void add_surroundings(const Position& position, bool solved, Json& json) {
  json["solved"] = solved;
  json["ending"] = ending_json(position);
  json["check"] = position.in_check();
  json["insufficient_material"] = position.insufficient_material();
  // In the order of the moves that are there, which may be another than that of legal_moves().
  for (const Move move : legal_moves(position)) {
    const std::string uci = to_uci(move);
    for (Json& entry : json["moves"]) {
      if (entry["uci"] == uci) entry["fen"] = to_fen(position.after(move));
    }
  }
}

Json value_json(const Position& position, Worth mate, Worth zeroing) {
  return {{"outcome", name(outcome_with_clock(zeroing, position.halfmove_clock()))},
          {"mate_plies", plies_json(mate)},
          {"zeroing_plies", plies_json(zeroing)}};
}

/// Null where the man cannot stand.
Result<Json, OracleFault> heat_at(Oracle& oracle, const Setup& setup) {
  const auto position = Position::create(setup);
  if (!position) return Json();
  const auto mate = oracle.worth(*position, Metric::Mate);
  if (!mate) return mate.error();
  const auto zeroing = oracle.worth(*position, Metric::Zeroing);
  if (!zeroing) return zeroing.error();
  return value_json(*position, *mate, *zeroing);
}

}  // namespace

HttpResponse probe_api(const ApiParts& parts, const HttpRequest& request) {
  const auto position = asked_position(request);
  if (!position) return position.error();
  const bool solved = parts.oracle.is_solved(*position);
  Json json;
  if (solved) {
    const auto found =
        find_out(parts.oracle, *position, {.conversion = Conversion::IfAtHand, .line = false});
    if (!found) return api_refusal(found.error());
    json = findings_json(*found);
    json["sentences"] = sentences_on(*found);
  } else {
    json = unsolved_json(*position);
  }
  add_surroundings(*position, solved, json);
  return api_response(json);
}

HttpResponse line_api(const ApiParts& parts, const HttpRequest& request) {
  const auto position = asked_position(request);
  if (!position) return position.error();
  if (!parts.oracle.is_solved(*position)) return not_solved(*position);
  const auto line = parts.oracle.best_line(*position);
  if (!line) return api_refusal(line.error());
  Json moves = Json::array();
  Position at = *position;
  for (const Move move : line->moves()) {
    Json step{{"uci", to_uci(move)}, {"san", to_san(at, move)}};
    at.make(move);
    step["fen"] = to_fen(at);
    moves.push_back(std::move(step));
  }
  return api_response(
      {{"fen", to_fen(*position)}, {"moves", std::move(moves)}, {"pgn", best_play_pgn(*line)}});
}

HttpResponse heat_api(const ApiParts& parts, const HttpRequest& request) {
  const auto position = asked_position(request);
  if (!position) return position.error();
  const auto text = request.value("square");
  const auto from = text ? Square::parse(*text) : std::nullopt;
  if (!from || !position->piece_at(*from)) {
    return api_refusal(400, "a square with a man is missing: &square=h1");
  }
  if (!parts.oracle.is_solved(*position)) return not_solved(*position);
  Setup setup = position->setup();
  const Piece man = *position->piece_at(*from);
  // The rights and the pawn that has just moved may rest on where the man stood.
  setup.castling = {};
  setup.en_passant.reset();
  setup[*from].reset();
  Json squares;
  for (const Square square : ~Bitboard()) {
    if (setup[square]) continue;
    setup[square] = man;
    auto heat = heat_at(parts.oracle, setup);
    if (!heat) return api_refusal(heat.error());
    squares[square.name()] = std::move(*heat);
    setup[square].reset();
  }
  return api_response({{"fen", to_fen(*position)},
                       {"square", from->name()},
                       {"man", std::string(1, letter(man))},
                       {"squares", std::move(squares)}});
}

HttpResponse remark_api(const ApiParts& parts, const HttpRequest& request) {
  const auto game = asked_game(request);
  if (!game) return game.error();
  const Position& position = game->position();
  const auto text = request.value("move");
  const auto move = parse_uci(position, text.value_or(""));
  if (!move) return api_refusal(400, move.error().message);
  if (!parts.oracle.is_solved(position)) return not_solved(position);
  const auto answer = answer_in_game(parts.oracle, *game, {});
  if (!answer) return api_refusal(answer.error());
  const MoveReview review = review_move(*answer, *move);
  const auto words = remark(review, position.side_to_move(), Metric::Mate);
  return api_response({{"move", to_uci(*move)},
                       {"san", to_san(position, *move)},
                       {"fen", to_fen(position.after(*move))},
                       {"best", review.is_best()},
                       {"changes_result", review.changes_result()},
                       {"moves_lost", review.moves_lost()},
                       {"remark", words ? Json(*words + ".") : Json()}});
}

}  // namespace lucena
