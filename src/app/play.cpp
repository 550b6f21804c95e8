// SPDX-License-Identifier: GPL-3.0-or-later
#include <memory>
#include <random>

#include "app/board_style.h"
#include "app/commands.h"
#include "app/date_text.h"
#include "app/line_editor.h"
#include "app/oracle_session.h"
#include "app/output.h"
#include "app/play_options.h"
#include "base/text.h"
#include "chess/pgn_file.h"
#include "console/game_end.h"
#include "console/play_session.h"
#include "console/setting_up.h"
#include "console/verdict.h"

namespace lucena {
namespace {

const std::vector<std::string> kSides{"white", "black", "both", "none"};

/// What was given although it says nothing about this kind of play.
std::optional<std::string> misplaced(const PlayArguments& arguments) {
  const bool cases = arguments.cases.has_value();
  const std::vector<std::pair<std::string_view, bool>> for_people{
      {"POSITION", arguments.position.has_value()},
      {"--side", arguments.side.has_value()},
      {"--hints", arguments.hints},
      {"--pgn", arguments.pgn.has_value()}};
  const std::vector<std::pair<std::string_view, bool>> for_cases{
      {"--white", arguments.white.has_value()},
      {"--black", arguments.black.has_value()},
      {"--max-moves", arguments.max_moves.has_value()},
      {"--out", arguments.out.has_value()},
      {"--force", arguments.force}};
  for (const auto& [option, given] : cases ? for_people : for_cases) {
    if (given) return fmt::format("{} is of no use with{} --cases", option, cases ? "" : "out");
  }
  return {};
}

/// The settings, or which of them makes no sense.
Result<PlaySettings, Error<ExitStatus>> settings_of(const PlayArguments& arguments) {
  const auto wrong = [](std::string_view option, std::string_view choices, std::string_view text) {
    return Error<ExitStatus>{
        kUsage, fmt::format("{} must be {}, not '{}'", option, choices, printable(text))};
  };
  if (auto what = misplaced(arguments)) return Error<ExitStatus>{kUsage, *what};
  PlaySettings settings;
  if (arguments.metric != "mate" && arguments.metric != "conversion") {
    return wrong("--metric", "mate or conversion", arguments.metric);
  }
  if (arguments.fifty != "on" && arguments.fifty != "off") {
    return wrong("--fifty", "on or off", arguments.fifty);
  }
  if (arguments.side && std::find(kSides.begin(), kSides.end(), *arguments.side) == kSides.end()) {
    return wrong("--side", "white, black, both or none", *arguments.side);
  }
  settings.rules = {.fifty_moves = arguments.fifty == "on",
                    .metric = arguments.metric == "mate" ? Metric::Mate : Metric::Conversion};
  settings.style = board_style(arguments.ascii);
  settings.seed = arguments.seed ? *arguments.seed : std::random_device()();
  return settings;
}

/// Which sides the person plays. Nothing if there is nobody to answer.
std::optional<ByColor<bool>> chosen_sides(Conversation& conversation,
                                          const std::optional<std::string>& side,
                                          const Position& position, const Rules& rules) {
  if (!side && end_of(Game(position), rules)) return ByColor<bool>{false, false};
  std::string chosen = side.value_or("");
  if (!side) {
    const std::string question =
        fmt::format("{} is to move. Which side do you play?", name(position.side_to_move()));
    const auto answer = ask_choice(conversation, question, "you play> ", kSides);
    if (!answer) return {};
    chosen = kSides[*answer];
  }
  return ByColor<bool>{chosen == "white" || chosen == "both",
                       chosen == "black" || chosen == "both"};
}

/// What can be said about a position before the first move. False if it cannot be had.
bool introduce(Conversation& conversation, Oracle& oracle, const Position& position,
               const Rules& rules) {
  const auto sentence = verdict(oracle, position, rules);
  const auto general = sentence ? about_ending(oracle, position) : sentence;
  if (!general) {
    complain(kPlayCommand, general.error().message);
    return false;
  }
  conversation.say(bold(wrapped(*sentence + ".", conversation.columns()), stdout));
  if (!general->empty()) conversation.say_paragraph(*general + ".");
  return true;
}

/// From setting up to the end of the game; the exit status.
int play_game(StandardConversation& conversation, Oracle& oracle, const PlayArguments& arguments,
              const PlaySettings& settings, OutputFile* pgn) {
  std::mt19937_64 random(settings.seed);
  SettingUp setting_up(conversation, oracle, random);
  const auto position = setting_up.position(arguments.position);
  if (setting_up.fault()) complain(kPlayCommand, setting_up.fault()->message);
  if (!position) return setting_up.fault() || conversation.has_ended() ? kFailure : kSuccess;
  BoardStyle style = settings.style;
  style.flipped = arguments.side == "black";
  const auto show_board = [&] {
    conversation.say(fmt::format("\n{}\n", board_picture(*position, {}, style)));
  };
  show_board();
  if (!introduce(conversation, oracle, *position, settings.rules)) return kFailure;
  const auto person = chosen_sides(conversation, arguments.side, *position, settings.rules);
  if (!person) return conversation.has_ended() ? kFailure : kSuccess;
  if (!style.flipped && *person == ByColor<bool>{false, true}) {
    style.flipped = true;
    show_board();
  }
  PlayOptions options{.rules = settings.rules,
                      .person = *person,
                      .style = style,
                      .hints = arguments.hints,
                      .seed = settings.seed,
                      .date = today(),
                      .pgn = pgn};
  const auto fault = PlaySession(conversation, oracle, *position, std::move(options)).run();
  return fault ? refuse(kPlayCommand, *fault, kFailure) : int{kSuccess};
}

/// The file is opened first, so that nobody learns only afterwards that the game cannot be kept.
int play_with_person(OracleSession& session, const PlayArguments& arguments,
                     const PlaySettings& settings) {
  std::optional<OutputFile> pgn;
  if (arguments.pgn) {
    auto opened = open_to_add_games({*arguments.pgn});
    if (!opened) return refuse(kPlayCommand, opened.error());
    pgn.emplace(std::move(*opened));
  }
  StandardConversation conversation(session.guard());
  const int status =
      play_game(conversation, session.oracle(), arguments, settings, pgn ? &*pgn : nullptr);
  if (conversation.fault() && !session.interrupted()) throw *conversation.fault();
  return status;
}

int run_play(const PlayArguments& arguments) {
  const auto settings = settings_of(arguments);
  if (!settings) return refuse(kPlayCommand, settings.error());
  const auto made = oracle_options(arguments.oracle);
  if (!made) return refuse(kPlayCommand, made.error());
  OracleSession session(kPlayCommand, *made);
  const int status = arguments.cases
                         ? run_cases(session.oracle(), arguments, *settings, session.interrupted())
                         : play_with_person(session, arguments, *settings);
  return session.exit_status(status);
}

}  // namespace

Command play_command() {
  const auto declare = [](Arguments& arguments) -> Command::Action {
    auto given = std::make_shared<PlayArguments>();
    arguments.rest("[POSITION]", given->position,
                   "an ending, a FEN, or the men; what is missing is asked for");
    arguments.text("--side SIDE", given->side, "white, black, both or none: what you play");
    arguments.text("--metric METRIC", given->metric,
                   "mate or conversion: how wins are measured (default: mate)");
    arguments.text("--fifty ON", given->fifty, "on or off: the 50-move rule (default: on)");
    arguments.flag("--hints", given->hints, "shows the best moves before each of yours");
    arguments.text("--pgn FILE", given->pgn, "adds the game to a file of games, with comments");
    arguments.flag("--ascii", given->ascii, "shows the board without colours and figures");
    arguments.number("--seed N", given->seed, {0, ~std::uint64_t{0} - 2},
                     "repeats the same chances (default: others each time)");
    arguments.text("--cases FILE", given->cases,
                   "lets programs play every position of a file, or of -");
    arguments.text("--white PLAYER", given->white,
                   "with --cases: perfect, heuristic or random (default: perfect)");
    arguments.text("--black PLAYER", given->black, "the same for Black");
    arguments.number("--max-moves N", given->max_moves, {1, 10'000},
                     "with --cases: stops a game after so many moves");
    arguments.text("--out FILE", given->out,
                   "with --cases: where everything is written, too (default: gameResult.txt)");
    arguments.flag("--force", given->force, "with --cases: replaces any file of that name");
    declare_oracle(arguments, given->oracle);
    return [given] { return run_play(*given); };
  };
  return {
      "play",
      "Plays any ending with you, and never errs",
      {{"lucena play", "Lucena asks what to play, and plays it with you"},
       {"lucena play hardest KBNvK --side white", "you learn to mate with bishop and knight"},
       {"lucena play Ke1 Ra1 h2 / Ke8", "Lucena asks who is to move and whether White may castle"},
       {"lucena play 8/8/8/8/8/2k5/8/K6R w - - 0 1", "you play on from a FEN"},
       {"lucena play --cases positions.txt --white heuristic",
        "two programs play every position of a file"}},
      declare,
      "Cases are FENs, one a line, or men such as Ke1 Ra1 / Ke8 b castling=Q, or x.K(1,4), "
      "x.R(3,5),\n"
      "y.K(7,7): x is White's man, y is Black's, file and rank are numbers. White is to move and\n"
      "nobody may castle unless something else is said. # begins a comment.\n"};
}

}  // namespace lucena
