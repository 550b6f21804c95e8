// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <cerrno>
#include <filesystem>
#include <fstream>

#include "app/output.h"
#include "app/play_options.h"
#include "base/input_file.h"
#include "base/output_file.h"
#include "base/text.h"
#include "chess/fen.h"
#include "console/case_file.h"
#include "console/self_play.h"
#include "console/verdict.h"
#include "endgame/position_text.h"

namespace lucena {
namespace {

/// How every report begins, so that one can be told from files that others made.
constexpr std::string_view kReportBeginning = "lucena play --cases: ";

/// Writes everything twice: to the terminal as it shows boards, and to a file as plain text. Where
/// both are the same, the plain text does.
class Report {
 public:
  Report(OutputFile& file, const BoardStyle& style) : file_(file), style_(style) {}

  void write(const std::string& text) { write(text, text); }
  /// For the file alone.
  void note(const std::string& text) {
    if (!fault_) fault_ = file_.write(text);
  }
  void write_move(const GameRecord& record) {
    write(last_move_text(record, style_), last_move_text(record, {}));
    flush_output();
  }
  void write_board(const Position& position) {
    write(board_picture(position, {}, style_) + "\n", board_picture(position, {}, {}) + "\n");
  }

  /// The first thing that could not be written to the file; nothing is written to it afterwards.
  const std::optional<FileFault>& fault() const { return fault_; }

 private:
  void write(const std::string& shown, const std::string& plain) {
    if (!file_.is_standard_output()) write_output(shown);
    note(plain);
  }

  OutputFile& file_;
  const BoardStyle style_;
  std::optional<FileFault> fault_;
};

/// The players, or which one is unknown.
Result<SelfPlayOptions, Error<ExitStatus>> self_play_options(const PlayArguments& arguments,
                                                             const PlaySettings& settings) {
  SelfPlayOptions options{.rules = settings.rules, .seed = settings.seed};
  if (arguments.max_moves) options.max_moves = *arguments.max_moves;
  for (const Color color : kColors) {
    const auto& given = color == Color::White ? arguments.white : arguments.black;
    const auto player = parse_player(given.value_or("perfect"));
    if (!player) {
      return Error<ExitStatus>{
          kUsage, fmt::format("--{} {}", lower_case(name(color)), player.error().message)};
    }
    options.players[color] = *player;
    if (arguments.elo && !player->elo) options.players[color].elo = arguments.elo;
  }
  return options;
}

std::string heading(const SelfPlayOptions& options) {
  return fmt::format("{}White is {}, Black is {}\n\n", kReportBeginning,
                     name(options.players[Color::White]), name(options.players[Color::Black]));
}

/// One game. A case that is no position is said to be none, and the next one follows.
std::optional<OracleFault> play_case(Oracle& oracle, const Case& a_case, const Position& position,
                                     const SelfPlayOptions& options, Report& report,
                                     SelfPlayTotals& totals) {
  const auto sentence = verdict(oracle, position, options.rules);
  if (!sentence) return sentence.error();
  report.write(fmt::format("Case {} (line {}): {}\n{}.\n\n", totals.games + 1, a_case.line,
                           to_fen(position), *sentence));
  report.write_board(position);
  const auto game = self_play(oracle, position, options,
                              [&](const GameRecord& record) { report.write_move(record); });
  if (!game) return game.error();
  report.write(self_play_report(*game, options) + "\n");
  totals.add(*game);
  return {};
}

Result<std::vector<Case>, FileFault> read_cases(const std::string& name,
                                                const std::atomic<bool>& interrupted) {
  const auto input = InputText::read(name, {.stopped = &interrupted});
  if (!input) return input.error();
  std::vector<Case> cases = parse_cases(input->text());
  if (cases.empty()) {
    return FileFault{FileError::Failed, fmt::format("there are no cases in {}", name)};
  }
  return cases;
}

struct Played {
  int status = kSuccess;
  bool all = true;  // and not only some of the cases
};

/// Every case in turn, until something goes wrong that is not the fault of the case.
Played play_all(Oracle& oracle, const std::vector<Case>& cases, const std::string& name,
                SelfPlayOptions options, Report& report, const std::atomic<bool>& interrupted) {
  SelfPlayTotals totals;
  Played played;
  const auto fail = [&](const std::string& message) {
    complain(kPlayCommand, message);
    report.note(message + "\n\n");
    played.status = kFailure;
  };
  for (const Case& a_case : cases) {
    if (!a_case.position) {
      fail(fmt::format("line {} of {}: {}", a_case.line, name, a_case.position.error().message));
      continue;
    }
    if (const std::string remark = castling_remark(a_case.text); !remark.empty()) {
      complain(kPlayCommand, fmt::format("line {} of {}: {}", a_case.line, name, remark));
    }
    auto fault = play_case(oracle, a_case, *a_case.position, options, report, totals);
    if (!fault && interrupted) fault = OracleFault{OracleError::Cancelled, "interrupted"};
    if (fault) fail(fault->message);
    // That is this case's business; the next one may be of another ending.
    if (fault && fault->code == OracleError::NotSolved && !report.fault()) continue;
    if (fault || report.fault()) {
      played.all = false;
      break;
    }
    options.seed += 2;  // other chances in every game
  }
  report.write(totals_text(totals, options));
  return played;
}

}  // namespace

int run_cases(Oracle& oracle, const PlayArguments& arguments, const PlaySettings& settings,
              const std::atomic<bool>& interrupted) {
  auto options = self_play_options(arguments, settings);
  if (!options) return refuse(kPlayCommand, options.error());
  const std::string& name = *arguments.cases;
  const std::string out = arguments.out.value_or("gameResult.txt");
  const auto cases = read_cases(name, interrupted);
  if (!cases) return refuse(kPlayCommand, cases.error());
  auto file = OutputFile::create({out, {name}, arguments.force, kReportBeginning});
  if (!file) return refuse(kPlayCommand, file.error());
  Report report(*file, settings.style);
  report.write(heading(*options));
  const Played played = play_all(oracle, *cases, name, *options, report, interrupted);
  if (report.fault()) return refuse(kPlayCommand, *report.fault());
  // A part of the games is better than nothing, but no reason to lose an older file.
  if (!played.all && file->replaces_a_file()) {
    return refuse(kPlayCommand, fmt::format("{} is left as it was", without_controls(out)),
                  played.status);
  }
  const bool replaces = file->replaces_a_file();
  if (const auto fault = file->commit()) return refuse(kPlayCommand, *fault);
  if (replaces)
    complain(kPlayCommand, without_controls(out) + " replaces an older file of that name");
  return played.status;
}

}  // namespace lucena
