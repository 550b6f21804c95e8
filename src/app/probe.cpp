// SPDX-License-Identifier: GPL-3.0-or-later
#include <unistd.h>

#include <algorithm>
#include <functional>
#include <iostream>
#include <memory>
#include <nlohmann/json.hpp>
#include <utility>

#include "app/commands.h"
#include "app/line_editor.h"
#include "app/oracle_session.h"
#include "app/output.h"
#include "base/input_file.h"
#include "base/text.h"
#include "chess/fen.h"
#include "console/case_file.h"
#include "console/graded_moves.h"
#include "endgame/position_text.h"
#include "report/findings.h"

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

void print_text(const Findings& found) {
  print("{}\n", to_fen(found.position));
  bool is_verdict = true;
  for (const std::string& sentence : sentences_on(found)) {
    const std::string text(trim(wrapped(sentence, text_width(stdout))));
    print("{}\n", std::exchange(is_verdict, false) ? bold(text, stdout) : text);
  }
  print("{}", graded_moves_text(found.position, found.answer, Metric::Mate));
  if (found.line) print("\n{}", best_play_pgn(*found.line));
}

Result<Findings, OracleFault> look_into(Oracle& oracle, const Position& position,
                                        const ProbeOptions& options) {
  const auto conversion = options.conversion ? Conversion::Solved
                          : options.json     ? Conversion::IfAtHand
                                             : Conversion::No;
  return find_out(oracle, position, {.conversion = conversion, .line = options.line});
}

void show(const Findings& found, const ProbeOptions& options) {
  if (options.json) {
    write_output(json_line(findings_json(found)));
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
  OracleSession session(kProbeCommand, *made, options.oracle.solve);
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
