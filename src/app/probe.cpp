// SPDX-License-Identifier: GPL-3.0-or-later
#include <unistd.h>

#include <algorithm>
#include <functional>
#include <iostream>
#include <memory>
#include <nlohmann/json.hpp>
#include <utility>

#include "app/commands.h"
#include "app/json_output.h"
#include "app/line_editor.h"
#include "app/oracle_session.h"
#include "app/output.h"
#include "app/stats_output.h"
#include "base/input_file.h"
#include "base/text.h"
#include "chess/fen.h"
#include "chess/legal_moves.h"
#include "chess/move_text.h"
#include "chess/pgn.h"
#include "console/case_file.h"
#include "console/graded_moves.h"
#include "console/move_review.h"
#include "endgame/position_text.h"
#include "oracle/position_facts.h"

namespace lucena {
namespace {

constexpr std::string_view kProbeCommand = "lucena probe";

constexpr std::string_view kProbeNotes =
    "A FEN may lack fields: then White is to move, nobody may castle, and the clock is at 0. Men\n"
    "are White's, a slash, and Black's: Ke1 Ra1 h2 / Ke8, or x.K(5,1) x.R(1,1) y.K(5,8), where x "
    "is\n"
    "White's man and y is Black's. Behind them there may be w or b, castling=Q and ep=d6.\n"
    "\n"
    "Of many positions each has its answer in order. A line that is none gets 'error: ...', or an\n"
    "object with \"line\" and \"error\", and the exit status is 1 then. # begins a comment.\n"
    "In JSON, mate_plies are without the 50-move rule, and with it, too, if mate_certain.\n";

constexpr std::string_view kProbeHelp =
    "Give a position:\n"
    "  Ka1 Rh1 / Kc3 w                  White's men, Black's men, who is to move\n"
    "  8/8/8/8/8/2k5/8/K6R w - - 0 1    a FEN\n"
    "'quit' leaves.\n";

struct ProbeOptions {
  OracleArguments oracle;
  std::optional<std::string> position;
  std::optional<std::string> cases;  // the name of a file
  bool json = false;
  bool line = false;
  bool conversion = false;
};

/// "at most 27 plies": what whoever wins needs at most, the other holds out for.
std::string limit_text(Worth worth) {
  return fmt::format("{} {}", worth.is_win() ? "at most" : "at least", plies_text(worth.plies()));
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
  return wrapped(
      fmt::format(
          "DTZ {}: {} until the next capture or pawn move, or mate; the clock is at {} of {}.",
          answer.zeroing.plies(), limit_text(answer.zeroing), clock, kClockLimit),
      text_width(stdout));
}

std::string conversion_text(Worth conversion) {
  if (conversion.is_draw()) return {};
  return fmt::format("DTC {}: {} until the next capture or promotion, or mate.\n",
                     conversion.plies(), limit_text(conversion));
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

/// All that is to be told about a position.
struct Findings {
  Position position;
  Answer answer;
  PositionFacts facts;
  std::optional<Worth> conversion;
  std::optional<Game> line;
};

/// "Only Kd6 wins." Where more than three moves do, nobody has to find one.
std::string only_moves_text(const Findings& found) {
  constexpr std::size_t kFew = 3;
  const std::size_t count = found.facts.only_moves.size();
  if (count == 0 || count > kFew) return {};
  std::vector<std::string> moves;
  for (const Move move : found.facts.only_moves) moves.push_back(to_san(found.position, move));
  const std::string_view ending = count == 1 ? "s" : "";
  const Outcome outcome = found.answer.outcome;
  const std::string verb = outcome == Outcome::Win    ? fmt::format("win{}", ending)
                           : outcome == Outcome::Draw ? fmt::format("draw{}", ending)
                                                      : fmt::format("keep{} it so", ending);
  return fmt::format("Only {} {}.\n", joined(moves, " and "), verb);
}

std::string facts_text(const Findings& found) {
  std::string text;
  if (const auto& other = found.facts.other_side) {
    std::string sentence = verdict(other->position, other->answer);
    if (sentence.starts_with("Drawn")) sentence.front() = 'd';
    text += fmt::format("With {} to move, {}\n", name(other->position.side_to_move()), sentence);
  }
  if (found.facts.zugzwang) {
    text += fmt::format("Mutual zugzwang: {}.\n", meaning(*found.facts.zugzwang));
  }
  return text + only_moves_text(found);
}

void print_text(const Findings& found) {
  const auto& [position, answer, facts, conversion, line] = found;
  print("{}\n{}\n{}", to_fen(position),
        bold(trim(wrapped(verdict(position, answer), text_width(stdout))), stdout),
        clock_text(position, answer));
  if (conversion && !answer.moves.empty()) print("{}", conversion_text(*conversion));
  print("{}{}", facts_text(found), graded_moves_text(position, answer, Metric::Mate));
  if (line) print("\n{}", pgn_of(*line));
}

Json plies_json(Worth worth) {
  return worth.is_draw() ? Json() : Json(worth.plies());
}

/// Distances are without the 50-move rule. A mate is certain where the rule, with the clock as it
/// is, does not change its distance.
Json value_json(const Position& position, const Answer& answer) {
  return {{"fen", to_fen(position)},
          {"outcome", name(answer.outcome)},
          {"mate_plies", plies_json(answer.mate)},
          {"mate_certain", answer.mate_is_certain},
          {"zeroing_plies", plies_json(answer.zeroing)}};
}

Json moves_json(const Position& position, const Answer& answer) {
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
  return moves;
}

Json uci_json(const std::vector<Move>& moves) {
  Json json = Json::array();
  for (const Move move : moves) json.push_back(to_uci(move));
  return json;
}

Json json_of(const Findings& found) {
  const auto& [position, answer, facts, conversion, line] = found;
  Json json = value_json(position, answer);
  json["conversion_plies"] = conversion ? plies_json(*conversion) : Json();
  json["only_moves"] = uci_json(facts.only_moves);
  json["mutual_zugzwang"] = facts.zugzwang ? Json(kZugzwangNames[*facts.zugzwang]) : Json();
  json["other_side"] =
      facts.other_side ? value_json(facts.other_side->position, facts.other_side->answer) : Json();
  json["moves"] = moves_json(position, answer);
  if (line) json["line"] = uci_json(line->moves());
  return json;
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

Result<Findings, OracleFault> look_into(Oracle& oracle, const Position& position,
                                        const ProbeOptions& options) {
  // First, so that whatever is missing is solved by all metrics at once.
  if (options.conversion) {
    if (auto fault = oracle.prepare(Material::of(position), true)) return *fault;
  }
  auto answer = oracle.answer(position);
  if (!answer) return answer.error();
  auto facts = find_facts(oracle, position, *answer);
  if (!facts) return facts.error();
  const auto conversion = conversion_of(oracle, position, options);
  if (!conversion) return conversion.error();
  Findings found{position, std::move(*answer), std::move(*facts), *conversion, {}};
  if (options.line) {
    auto played = oracle.best_line(position);
    if (!played) return played.error();
    found.line = std::move(*played);
  }
  return found;
}

void show(const Findings& found, const ProbeOptions& options) {
  if (options.json) {
    write_output(json_line(json_of(found)));
  } else {
    print_text(found);
  }
  flush_output();
}

/// The same for a text; Usage if it is no position.
Result<Findings, Error<ExitStatus>> look_into(Oracle& oracle, std::string_view text,
                                              const ProbeOptions& options) {
  const auto position = parse_position(text);
  if (!position) return Error<ExitStatus>{kUsage, position.error().message};
  auto found = look_into(oracle, *position, options);
  if (!found) return Error<ExitStatus>{kFailure, found.error().message};
  return std::move(*found);
}

int probe_one(OracleSession& session, const ProbeOptions& options) {
  const auto found = look_into(session.oracle(), *options.position, options);
  if (!found) return refuse(kProbeCommand, found.error());
  const std::string remark = castling_remark(*options.position);
  if (!remark.empty()) complain(kProbeCommand, remark);
  show(*found, options);
  return kSuccess;
}

/// The next line; nothing behind the last one.
using NextLine = std::function<std::optional<std::string>()>;

NextLine lines_of_input() {
  return []() -> std::optional<std::string> {
    std::string line;
    if (!std::getline(std::cin, line)) return {};
    return line;
  };
}

NextLine lines_of(std::string_view text) {
  return [rest = text]() mutable -> std::optional<std::string> {
    if (rest.empty()) return {};
    const std::size_t end = std::min(rest.find('\n'), rest.size());
    const std::string line(rest.substr(0, end));
    rest.remove_prefix(std::min(end + 1, rest.size()));
    return line;
  };
}

/// A line without an answer has the reason in its place, so that answers can be counted off.
void show_fault(std::size_t line, const std::string& message, const ProbeOptions& options) {
  if (options.json) {
    write_output(json_line({{"line", line}, {"error", message}}));
  } else {
    print("error: line {}: {}\n", line, message);
  }
  flush_output();
}

/// An answer for each line in order; failure if there is one without.
int probe_lines(OracleSession& session, const NextLine& next, const ProbeOptions& options) {
  int status = kSuccess;
  bool first = true;
  for (std::size_t number = 1; !session.interrupted(); ++number) {
    const auto line = next();
    if (!line) break;
    const std::string_view text = without_comment(*line);
    if (text.empty()) continue;
    const auto found = look_into(session.oracle(), text, options);
    if (session.interrupted()) return refuse(kProbeCommand, "interrupted", kFailure);
    if (!std::exchange(first, false) && !options.json) print("\n");
    if (found) {
      const std::string remark = castling_remark(text);
      if (!remark.empty()) complain(kProbeCommand, fmt::format("line {}: {}", number, remark));
      show(*found, options);
    } else {
      show_fault(number, found.error().message, options);
      status = kFailure;
    }
  }
  return status;
}

int probe_file(OracleSession& session, const ProbeOptions& options) {
  if (*options.cases == "-") return probe_lines(session, lines_of_input(), options);
  const auto input = InputText::read(*options.cases, {.stopped = &session.interrupted()});
  if (!input) return refuse(kProbeCommand, input.error());
  return probe_lines(session, lines_of(input->text()), options);
}

/// Position by position with a person.
int converse(OracleSession& session, const ProbeOptions& options) {
  StandardConversation conversation(session.guard());
  conversation.say(kProbeHelp);
  while (const auto line = conversation.ask("position> ")) {
    const std::string lower = lower_case(*line);
    if (lower == "quit" || lower == "exit") break;
    if (lower.empty() || lower == "help") {
      conversation.say(kProbeHelp);
      continue;
    }
    const auto found = look_into(session.oracle(), *line, options);
    if (session.interrupted()) return refuse(kProbeCommand, "interrupted", kFailure);
    if (found) {
      const std::string remark = castling_remark(*line);
      if (!remark.empty()) conversation.say_paragraph(fmt::format("Remark: {}.", remark));
      show(*found, options);
    } else if (found.error().code == kUsage) {
      conversation.say_paragraph(
          fmt::format("That is no position: {}. 'help' shows examples.", found.error().message));
    } else {
      conversation.say_paragraph(fmt::format("No answer: {}.", found.error().message));
    }
  }
  return kSuccess;
}

bool is_conversation(const ProbeOptions& options) {
  return !options.json && isatty(STDIN_FILENO) != 0 && isatty(STDOUT_FILENO) != 0;
}

int probe(OracleSession& session, const ProbeOptions& options) {
  if (options.cases) return probe_file(session, options);
  if (options.position && *options.position != "-") return probe_one(session, options);
  if (!options.position && is_conversation(options)) return converse(session, options);
  return probe_lines(session, lines_of_input(), options);
}

int run_probe(const ProbeOptions& options) {
  if (options.cases && options.position) {
    return refuse(kProbeCommand, "either a position or --cases, not both", kUsage);
  }
  const auto made = oracle_options(options.oracle);
  if (!made) return refuse(kProbeCommand, made.error());
  OracleSession session(kProbeCommand, *made);
  return session.exit_status(probe(session, options));
}

}  // namespace

Command probe_command() {
  const auto declare = [](Arguments& arguments) -> Command::Action {
    auto options = std::make_shared<ProbeOptions>();
    arguments.rest("[POSITION]", options->position,
                   "a FEN or the men; - or nothing: one a line from standard input");
    arguments.text("--cases FILE", options->cases, "the positions of a file, one a line");
    arguments.flag("--line", options->line, "plays best moves to the end, as a PGN game");
    arguments.flag("--conversion", options->conversion,
                   "also tells the distance to conversion, the next capture or promotion");
    arguments.flag("--json", options->json, "prints one JSON object a line; see docs/JSON.md");
    declare_oracle(arguments, options->oracle);
    return [options] { return run_probe(*options); };
  };
  return {"probe",
          "Tells the truth about a position: who wins, how, and how soon",
          {{"lucena probe 8/8/8/8/8/2k5/8/K6R w - - 0 1",
            "Lucena tells who wins a rook ending, and grades every move"},
           {"lucena probe Ka1 Rh1 / Kc3 w", "you may also name the men one by one"},
           {"lucena probe --line 8/8/8/8/8/2k5/8/K6R w - - 0 1", "Lucena also plays it to the end"},
           {"lucena probe", "Lucena asks for positions"},
           {"lucena probe --json --cases positions.txt",
            "a script gets a JSON object for each position"}},
          declare,
          std::string(kProbeNotes)};
}

}  // namespace lucena
