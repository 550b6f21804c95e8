// SPDX-License-Identifier: GPL-3.0-or-later
#include <iostream>
#include <memory>
#include <nlohmann/json.hpp>

#include "app/commands.h"
#include "app/json_output.h"
#include "app/oracle_session.h"
#include "app/output.h"
#include "base/text.h"
#include "chess/fen.h"
#include "chess/legal_moves.h"
#include "chess/move_text.h"
#include "chess/pgn.h"
#include "console/graded_moves.h"
#include "console/move_review.h"

namespace lucena {
namespace {

constexpr std::string_view kProbeCommand = "lucena probe";

struct ProbeOptions {
  OracleArguments oracle;
  std::optional<std::string> fen;
  bool json = false;
  bool line = false;
  bool conversion = false;
};

/// "at most 27 plies": what whoever wins needs at most, the other holds out for.
std::string plies_text(Worth worth) {
  return fmt::format("{} {} {}", worth.is_win() ? "at most" : "at least", worth.plies(),
                     worth.plies() == 1 ? "ply" : "plies");
}

/// "White mates in 23 moves."
std::string verdict(const Position& position, const Answer& answer) {
  const Color mover = position.side_to_move();
  if (answer.moves.empty()) {
    if (position.in_check()) return fmt::format("{} is checkmated.", name(mover));
    return fmt::format("Drawn: {} is stalemated.", name(mover));
  }
  if (answer.outcome == Outcome::Draw) return "Drawn.";
  const Color winner = answer.mate.is_win() ? mover : opposite(mover);
  if (is_decisive(answer.outcome)) {
    return fmt::format("{} wins: mate in {}.", name(winner), how_soon(answer));
  }
  return fmt::format("Drawn by the 50-move rule; without it, {} wins: mate in {}.", name(winner),
                     moves_text(moves_of(answer.mate)));
}

/// What the clock has to do with it.
std::string clock_text(const Position& position, const Answer& answer) {
  if (answer.moves.empty() || answer.zeroing.is_draw()) return {};
  const unsigned clock = position.halfmove_clock();
  return fmt::format(
      "DTZ {}: {} until the next capture or pawn move, or mate; the clock is at {} of {}.\n",
      answer.zeroing.plies(), plies_text(answer.zeroing), clock, kClockLimit);
}

std::string conversion_text(Worth conversion) {
  if (conversion.is_draw()) return {};
  return fmt::format("DTC {}: {} until the next capture or promotion, or mate.\n",
                     conversion.plies(), plies_text(conversion));
}

void print_text(const Position& position, const Answer& answer, std::optional<Worth> conversion) {
  print("{}\n{}\n{}", to_fen(position), bold(verdict(position, answer), stdout),
        clock_text(position, answer));
  if (conversion && !answer.moves.empty()) print("{}", conversion_text(*conversion));
  print("{}", graded_moves_text(position, answer, Metric::Mate));
}

Json plies_json(Worth worth) {
  return worth.is_draw() ? Json() : Json(worth.plies());
}

/// Distances are without the 50-move rule. A mate is certain where the rule, with the clock as it
/// is, does not change its distance.
Json json_of(const Position& position, const Answer& answer, std::optional<Worth> conversion,
             const std::optional<Game>& line) {
  Json moves = Json::array();
  for (const GradedMove& graded : answer.moves) {
    moves.push_back({{"uci", to_uci(graded.move)},
                     {"san", to_san(position, graded.move)},
                     {"outcome", name(graded.outcome)},
                     {"mate_plies", plies_json(graded.mate)},
                     {"mate_certain", graded.mate_is_certain},
                     {"zeroing_plies", plies_json(graded.zeroing)},
                     {"best", graded.best}});
  }
  Json json{{"fen", to_fen(position)},
            {"outcome", name(answer.outcome)},
            {"mate_plies", plies_json(answer.mate)},
            {"mate_certain", answer.mate_is_certain},
            {"zeroing_plies", plies_json(answer.zeroing)},
            {"conversion_plies", conversion ? plies_json(*conversion) : Json()},
            {"moves", std::move(moves)}};
  if (line) {
    Json& played = json["line"] = Json::array();
    for (const Move move : line->moves()) played.push_back(to_uci(move));
  }
  return json;
}

/// Best play of both sides as a PGN game.
std::string pgn_of(const Game& line) {
  PgnGame game = to_pgn_game(line);
  game.tags.insert(game.tags.begin(),
                   {{"Event", "Best play"}, {"White", "Lucena"}, {"Black", "Lucena"}});
  const bool claimed = line.status() == GameStatus::InProgress;
  if (claimed) game.result = GameResult::Draw;
  if (claimed && !game.moves.empty()) {
    game.moves.back().comments_after.push_back(
        fmt::format("drawn: {}", name(line.draw_claims().front())));
  }
  return write_pgn(game);
}

/// The distance to conversion if somebody wants it or it is at hand. Nobody waits for it who has
/// not asked: to solve an ending by conversion takes as long as by mate.
Result<std::optional<Worth>, OracleFault> conversion_of(Oracle& oracle, const Position& position,
                                                        const ProbeOptions& options) {
  const bool at_hand = options.json && oracle.tables().contains(Material::of(position).canonical(),
                                                                Metric::Conversion);
  if (!options.conversion && !at_hand) return std::optional<Worth>();
  const auto worth = oracle.worth(position, Metric::Conversion);
  if (!worth) return worth.error();
  return std::optional(*worth);
}

/// One position; the exit status.
int probe(Oracle& oracle, const std::string& text, const ProbeOptions& options) {
  const auto position = parse_fen(text);
  if (!position) return refuse(kProbeCommand, position.error().message, kUsage);
  // First, so that whatever is missing is solved by all metrics at once.
  if (options.conversion) {
    const auto fault = oracle.prepare(Material::of(*position), true);
    if (fault) return refuse(kProbeCommand, fault->message, kFailure);
  }
  const auto answer = oracle.answer(*position);
  if (!answer) return refuse(kProbeCommand, answer.error().message, kFailure);
  const auto conversion = conversion_of(oracle, *position, options);
  if (!conversion) return refuse(kProbeCommand, conversion.error().message, kFailure);
  std::optional<Game> line;
  if (options.line) {
    auto played = oracle.best_line(*position);
    if (!played) return refuse(kProbeCommand, played.error().message, kFailure);
    line = std::move(*played);
  }
  if (options.json) {
    write_output(json_line(json_of(*position, *answer, *conversion, line)));
  } else {
    print_text(*position, *answer, *conversion);
    if (line) print("\n{}", pgn_of(*line));
  }
  flush_output();
  return kSuccess;
}

int run_probe(const ProbeOptions& options) {
  auto made = oracle_options(options.oracle);
  if (!made) return refuse(kProbeCommand, made.error());
  OracleSession session(kProbeCommand, std::move(*made));
  Oracle& oracle = session.oracle();
  int status = kSuccess;
  if (options.fen) {
    status = probe(oracle, *options.fen, options);
  } else {
    bool first = true;
    for (std::string line; !session.interrupted() && std::getline(std::cin, line);) {
      if (trim(line).empty()) continue;
      if (!first && !options.json) print("\n");
      first = false;
      status = std::max(status, probe(oracle, line, options));
    }
  }
  return session.exit_status(status);
}

}  // namespace

Command probe_command() {
  const auto declare = [](Arguments& arguments) -> Command::Action {
    auto options = std::make_shared<ProbeOptions>();
    arguments.rest("[FEN]", options->fen,
                   "the position, quoted or not (default: one a line from standard input)");
    arguments.flag("--line", options->line, "plays best moves to the end, as a PGN game");
    arguments.flag("--conversion", options->conversion,
                   "also tells the distance to conversion, the next capture or promotion");
    arguments.flag("--json", options->json,
                   "prints one JSON object a line, the distance to conversion where it is on disk; "
                   "mate_plies are without the 50-move rule, and with it if mate_certain");
    declare_oracle(arguments, options->oracle);
    return [options] { return run_probe(*options); };
  };
  return {"probe",
          "Tells the truth about a position: who wins, how, and how soon",
          {{"lucena probe 8/8/8/8/8/2k5/8/K6R w - - 0 1", "grades every move of a rook ending"},
           {"lucena probe --line 8/8/8/8/8/2k5/8/K6R w - - 0 1", "and plays it to the end"},
           {"lucena probe --json < positions.txt", "one JSON object for each position"}},
          declare};
}

}  // namespace lucena
