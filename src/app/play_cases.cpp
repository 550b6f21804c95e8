// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <cerrno>
#include <filesystem>
#include <fstream>

#include "app/output.h"
#include "app/play_options.h"
#include "base/file_error.h"
#include "base/input_file.h"
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
  Report(std::ofstream& file, const BoardStyle& style) : file_(file), style_(style) {}

  void write(const std::string& text) {
    write_output(text);
    file_ << text;
  }
  /// For the file alone.
  void note(const std::string& text) { file_ << text; }
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
  SelfPlayOptions options{.rules = settings.rules, .seed = settings.seed};
  if (arguments.max_moves) options.max_moves = *arguments.max_moves;
  for (const Color color : kColors) {
    const auto& given = color == Color::White ? arguments.white : arguments.black;
    const std::string text = given.value_or("perfect");
    const auto kind = parse_player(text);
    if (!kind) {
      return Error<ExitStatus>{
          kUsage, fmt::format("--{} must be perfect, heuristic or random, not '{}'",
                              color == Color::White ? "white" : "black", printable(text))};
    }
    options.players[color] = *kind;
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

/// Every case in turn; the exit status.
int play_all(Oracle& oracle, const std::vector<Case>& cases, const std::string& name,
             SelfPlayOptions options, Report& report, const std::atomic<bool>& interrupted) {
  SelfPlayTotals totals;
  int status = kSuccess;
  const auto fail = [&](const std::string& message) {
    complain(kWho, message);
    report.note(message + "\n\n");
    status = kFailure;
  };
  for (const Case& a_case : cases) {
    if (!a_case.position) {
      fail(fmt::format("line {} of {}: {}", a_case.line, name, a_case.position.error().message));
      continue;
    }
    auto fault = play_case(oracle, a_case, *a_case.position, options, report, totals);
    if (!fault && interrupted) fault = OracleFault{OracleError::Cancelled, "interrupted"};
    if (fault) {
      fail(fault->message);
      break;
    }
    options.seed += 2;  // other chances in every game
  }
  report.write(totals_text(totals, options));
  return status;
}

}  // namespace

int run_cases(Oracle& oracle, const PlayArguments& arguments, const PlaySettings& settings,
              const std::atomic<bool>& interrupted) {
  auto options = self_play_options(arguments, settings);
  if (!options) return refuse(kWho, options.error());
  const std::string& name = *arguments.cases;
  const std::string out = arguments.out.value_or("gameResult.txt");
  const auto cases = read_cases(name, interrupted);
  if (!cases) return refuse(kWho, cases.error().message, kFailure);
  std::error_code ignored;
  if (std::filesystem::equivalent(name, out, ignored)) {
    return refuse(kWho, fmt::format("{} holds the cases; --out must be another file", out), kUsage);
  }
  std::ofstream file(out);
  const auto cannot_write = [&] {
    return refuse(kWho, file_fault("write", out, errno).message, kFailure);
  };
  if (!file) return cannot_write();
  Report report(file, settings.style);
  const int status = play_all(oracle, *cases, name, *options, report, interrupted);
  file.close();
  return file ? status : cannot_write();
}

}  // namespace lucena
