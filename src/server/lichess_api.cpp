// SPDX-License-Identifier: GPL-3.0-or-later
#include "server/lichess_api.h"

#include <algorithm>
#include <nlohmann/json.hpp>
#include <tuple>

#include "chess/legal_moves.h"
#include "chess/move_text.h"
#include "chess/written_position.h"
#include "table/worth.h"

namespace lucena {
namespace {

/// In the order in which moves that lead to such a position are sorted, the best first.
enum class Category { Loss, Unknown, BlessedLoss, Draw, CursedWin, Win };

std::string_view name(Category category) {
  switch (category) {
    case Category::Loss:
      return "loss";
    case Category::Unknown:
      return "unknown";
    case Category::BlessedLoss:
      return "blessed-loss";
    case Category::Draw:
      return "draw";
    case Category::CursedWin:
      return "cursed-win";
    case Category::Win:
      return "win";
  }
  return {};
}

Category category_of(Outcome outcome) {
  switch (outcome) {
    case Outcome::Loss:
      return Category::Loss;
    case Outcome::BlessedLoss:
      return Category::BlessedLoss;
    case Outcome::Draw:
      return Category::Draw;
    case Outcome::CursedWin:
      return Category::CursedWin;
    case Outcome::Win:
      return Category::Win;
  }
  return Category::Unknown;
}

/// The same for the other side.
Category turned(Category category) {
  switch (category) {
    case Category::Loss:
      return Category::Win;
    case Category::BlessedLoss:
      return Category::CursedWin;
    case Category::CursedWin:
      return Category::BlessedLoss;
    case Category::Win:
      return Category::Loss;
    default:
      return category;
  }
}

/// What is told of a position, with or without moves.
struct Told {
  bool checkmate = false, stalemate = false, insufficient_material = false;
  std::optional<int> dtz{}, dtm{};
  Category category = Category::Unknown;
};

/// Positive if the side to move wins, and 0 for a draw.
int signed_plies(Worth worth) {
  const int plies = static_cast<int>(worth.plies());
  return worth.is_loss() ? -plies : plies;
}

/// The distances are null where the tables are missing. `clock_is_over` says that a draw could have
/// been claimed before, so that nothing is won any more, not even by a mate that is on the board.
Result<Told, OracleFault> tell(Oracle& oracle, const Position& position, bool clock_is_over) {
  Told told;
  const bool over = !has_legal_move(position);
  told.checkmate = over && position.in_check();
  told.stalemate = over && !position.in_check();
  told.insufficient_material = position.insufficient_material();
  Worth zeroing = Worth::draw(), mate = Worth::draw();
  if (told.checkmate) {
    zeroing = Worth::loss(1);  // as their tables have it
  } else if (!told.stalemate && !told.insufficient_material) {
    if (!oracle.is_solved(position)) return told;
    const auto by_zeroing = oracle.worth(position, Metric::Zeroing);
    if (!by_zeroing) return by_zeroing.error();
    const auto by_mate = oracle.worth(position, Metric::Mate);
    if (!by_mate) return by_mate.error();
    zeroing = *by_zeroing;
    mate = *by_mate;
  }
  told.dtz = signed_plies(zeroing);
  if (!told.checkmate) told.dtm = signed_plies(mate);
  const unsigned clock = told.checkmate ? 0 : position.halfmove_clock();
  told.category = category_of(outcome_with_clock(zeroing, clock_is_over ? kClockLimit : clock));
  return told;
}

Json plies_or_null(std::optional<int> plies) {
  return plies ? Json(*plies) : Json();
}

void add_fields(const Told& told, Json& json) {
  json["checkmate"] = told.checkmate;
  json["stalemate"] = told.stalemate;
  json["variant_win"] = false;
  json["variant_loss"] = false;
  json["insufficient_material"] = told.insufficient_material;
  json["dtz"] = plies_or_null(told.dtz);
  json["precise_dtz"] = plies_or_null(told.dtz);
  json["dtm"] = plies_or_null(told.dtm);
  json["dtw"] = nullptr;
  json["dtc"] = nullptr;
  json["category"] = name(told.category);
}

struct ToldMove {
  Move move;
  bool zeroing, conversion;
  int captured, promoted;  // piece types as numbers, greater for greater men; -1 for none
  Told after;

  /// Moves are sorted by this, the least first. Greater distances of the opponent come first: his
  /// loss is soon then, or his win late.
  auto key() const {
    const bool wins = after.dtz && *after.dtz < 0;
    return std::tuple(after.category, !after.checkmate, !after.stalemate,
                      !after.insufficient_material, -after.dtm.value_or(0), zeroing != wins,
                      -after.dtz.value_or(0), -captured, -promoted);
  }
};

Result<ToldMove, OracleFault> tell_of_move(Oracle& oracle, const Position& position, Move move) {
  const Position next = position.after(move);
  auto after = tell(oracle, next, position.halfmove_clock() >= kClockLimit);
  if (!after) return after.error();
  const MoveEffect effect = effect_of(position, move);
  const bool capture = position.is_capture(move);
  const bool promotion = move.kind() == MoveKind::Promotion;
  const auto captured = position.piece_at(move.to());
  const PieceType taken = captured ? captured->type : PieceType::Pawn;
  return ToldMove{move,
                  effect != MoveEffect::Quiet,
                  effect == MoveEffect::Conversion,
                  capture ? static_cast<int>(taken) : -1,
                  promotion ? static_cast<int>(move.promoted()) : -1,
                  std::move(*after)};
}

Result<std::vector<ToldMove>, OracleFault> tell_of_moves(Oracle& oracle, const Position& position) {
  std::vector<ToldMove> moves;
  for (const Move move : legal_moves(position)) {
    auto told = tell_of_move(oracle, position, move);
    if (!told) return told.error();
    moves.push_back(std::move(*told));
  }
  std::stable_sort(moves.begin(), moves.end(),
                   [](const ToldMove& a, const ToldMove& b) { return a.key() < b.key(); });
  return moves;
}

HttpResponse json_response(const Json& json) {
  return {.body = json.dump()};
}

/// What the best move makes of a position. Where its own ending is not solved, a move into one that
/// is can still tell; a mate alone does not, for the tables are what is asked.
Category category_by(const Told& after_best, bool is_solved) {
  const bool from_tables = after_best.dtz && !after_best.checkmate;
  return is_solved || from_tables ? turned(after_best.category) : Category::Unknown;
}

/// The request's position, or why there is none.
Result<Position, HttpResponse> position_of(const HttpRequest& request) {
  const auto text = request.value("fen");
  if (!text) return refusal(400, "a FEN is missing: ?fen=4k3/6KP/8/8/8/8/7p/8_w_-_-_0_1");
  const auto position = parse_lenient_fen(*text);
  if (!position) return refusal(400, "invalid fen: " + position.error().message);
  return *position;
}

Json step_json(const Position& position, Move move, const Told& after) {
  return {{"uci", to_uci(move)},
          {"san", to_san(position, move)},
          {"dtz", plies_or_null(after.dtz)},
          {"precise_dtz", plies_or_null(after.dtz)}};
}

/// The best move where only zeroing distances count: moves are sorted by mate first, which is not
/// what a main line is about.
const ToldMove& best_by_zeroing(const std::vector<ToldMove>& moves) {
  const auto key = [](const ToldMove& move) {
    const bool wins = move.after.dtz && *move.after.dtz < 0;
    // A capture or pawn move that wins ends the count at once, whatever comes behind it.
    const int distance = wins && move.zeroing ? 0 : -move.after.dtz.value_or(0);
    return std::tuple(move.after.category, !move.after.checkmate, distance,
                      -move.after.dtm.value_or(0));
  };
  return *std::min_element(moves.begin(), moves.end(),
                           [&](const ToldMove& a, const ToldMove& b) { return key(a) < key(b); });
}

}  // namespace

Result<Position, ChessFault> parse_lenient_fen(std::string_view text) {
  const auto written = parse_written_position(text);
  if (!written) return written.error();
  Setup setup = written->setup;
  auto position = Position::create(setup);
  if (!position && position.error().code == ChessError::CastlingImpossible) {
    setup.castling = setup.castling & rights_at_home(setup);
    position = Position::create(setup);
  }
  if (!position && position.error().code == ChessError::EnPassantImpossible) {
    setup.en_passant.reset();
    position = Position::create(setup);
  }
  return position;
}

HttpResponse lichess_standard(Oracle& oracle, const HttpRequest& request) {
  const auto position = position_of(request);
  if (!position) return position.error();
  auto told = tell(oracle, *position, false);
  if (!told) return refusal(500, told.error().message);
  const auto moves = tell_of_moves(oracle, *position);
  if (!moves) return refusal(500, moves.error().message);
  if (!moves->empty()) told->category = category_by(moves->front().after, told->dtz.has_value());
  Json json;
  add_fields(*told, json);
  json["moves"] = Json::array();
  for (const ToldMove& move : *moves) {
    Json& entry = json["moves"].emplace_back();
    entry["uci"] = to_uci(move.move);
    entry["san"] = to_san(*position, move.move);
    entry["zeroing"] = move.zeroing;
    entry["conversion"] = move.conversion;
    add_fields(move.after, entry);
  }
  return json_response(json);
}

HttpResponse lichess_mainline(Oracle& oracle, const HttpRequest& request) {
  const auto start = position_of(request);
  if (!start) return start.error();
  if (!oracle.is_solved(*start)) {
    return refusal(404, "the ending " + Material::of(*start).name() + " is not solved");
  }
  const auto told = tell(oracle, *start, false);
  if (!told) return refusal(500, told.error().message);
  Json line = Json::array();
  Position position = *start;
  while (*told->dtz != 0 && position.halfmove_clock() < kClockLimit && has_legal_move(position)) {
    const auto moves = tell_of_moves(oracle, position);
    if (!moves) return refusal(500, moves.error().message);
    const ToldMove& best = best_by_zeroing(*moves);
    line.push_back(step_json(position, best.move, best.after));
    position.make(best.move);
  }
  const bool white_wins = (*told->dtz > 0) == (start->side_to_move() == Color::White);
  Json json;
  json["mainline"] = std::move(line);
  json["winner"] = *told->dtz == 0 ? Json() : Json(white_wins ? "w" : "b");
  json["dtz"] = *told->dtz;
  json["precise_dtz"] = *told->dtz;
  return json_response(json);
}

}  // namespace lucena
