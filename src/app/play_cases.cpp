// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <cerrno>
#include <fstream>
#include <iterator>

#include "app/output.h"
#include "app/play_options.h"
#include "base/file_error.h"
#include "base/text.h"
#include "chess/fen.h"
#include "console/case_file.h"
#include "console/self_play.h"
#include "console/verdict.h"

namespace lucena {
namespace {

constexpr std::string_view kWho = "lucena play";

/// Writes everything twice: to the terminal as it shows boards, and to a file as plain text.
class Report {
 public:
  Report(std::ofstream& file, BoardInk ink) : file_(file), style_{ink} {}

  void write(const std::string& text) {
    write_output(text);
    file_ << text;
  }
  void write_move(const GameRecord& record) {
    write_output(last_move_text(record, style_));
    file_ << last_move_text(record, {});
    flush_output();
  }
  void write_board(const Position& position) {
    write_output(board_picture(position, {}, style_) + "\n");
    file_ << board_picture(position, {}, {}) + "\n";
  }

 private:
  std::ofstream& file_;
  const BoardStyle style_;
};

std::optional<PlayerKind> parse_player(std::string_view text) {
  const auto found = std::find_if(kPlayerKinds.begin(), kPlayerKinds.end(),
                                  [&](PlayerKind kind) { return name(kind) == text; });
  if (found == kPlayerKinds.end()) return {};
  return *found;
}

/// The players, or which one is unknown.
Result<SelfPlayOptions, Error<ExitStatus>> self_play_options(const PlayArguments& arguments,
                                                             const PlaySettings& settings) {
  SelfPlayOptions options{
      .rules = settings.rules, .max_moves = arguments.max_moves, .seed = settings.seed};
  for (const Color color : kColors) {
    const std::string& text = color == Color::White ? arguments.white : arguments.black;
    const auto kind = parse_player(text);
    if (!kind) {
      return Error<ExitStatus>{
          kUsage, fmt::format("--{} must be perfect, heuristic or random, not '{}'",
                              color == Color::White ? "white" : "black", printable(text))};
    }
    options.players[static_cast<std::size_t>(color)] = *kind;
  }
  return options;
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

}  // namespace

int run_cases(Oracle& oracle, const PlayArguments& arguments, const PlaySettings& settings,
              const std::atomic<bool>& interrupted) {
  auto options = self_play_options(arguments, settings);
  if (!options) {
    complain(kWho, options.error().message);
    return options.error().code;
  }
  std::ifstream input(*arguments.cases);
  const std::string text{std::istreambuf_iterator<char>(input), {}};
  if (!input) {
    complain(kWho, file_fault("read", *arguments.cases, errno).message);
    return kFailure;
  }
  const std::vector<Case> cases = parse_cases(text);
  if (cases.empty()) {
    complain(kWho, fmt::format("there are no cases in {}", *arguments.cases));
    return kFailure;
  }
  std::ofstream file(arguments.out);
  if (!file) {
    complain(kWho, file_fault("write", arguments.out, errno).message);
    return kFailure;
  }
  Report report(file, settings.ink);
  SelfPlayTotals totals;
  int status = kSuccess;
  for (const Case& a_case : cases) {
    if (interrupted) break;
    if (!a_case.position) {
      complain(kWho, fmt::format("line {} of {}: {}", a_case.line, *arguments.cases,
                                 a_case.position.error().message));
      status = kFailure;
      continue;
    }
    if (const auto fault = play_case(oracle, a_case, *a_case.position, *options, report, totals)) {
      complain(kWho, fault->message);
      status = kFailure;
      break;
    }
    options->seed += 2;  // other chances in every game
  }
  report.write(totals_text(totals, *options));
  file.close();
  if (!file) {
    complain(kWho, file_fault("write", arguments.out, errno).message);
    return kFailure;
  }
  return status;
}

}  // namespace lucena
