// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <cmath>
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
#include "console/game_series.h"
#include "engine/strength.h"

namespace lucena {
namespace {

/// What was given although it says nothing about this kind of play.
std::optional<std::string> misplaced(const PlayArguments& arguments) {
  const bool cases = arguments.cases.has_value();
  const std::vector<std::pair<std::string_view, bool>> for_people{
      {"POSITION", arguments.position.has_value()},
      {"--side", arguments.side.has_value()},
      {"--hints", arguments.hints},
      {"--pgn", arguments.pgn.has_value()},
      {"--opponent", arguments.opponent.has_value()},
      {"--depth", arguments.depth.has_value()},
      {"--movetime", arguments.move_time.has_value()},
      {"--tc", arguments.tc.has_value()},
      {"--book", arguments.book.has_value()}};
  const std::vector<std::pair<std::string_view, bool>> for_cases{
      {"--white", arguments.white.has_value()},
      {"--black", arguments.black.has_value()},
      {"--out", arguments.out.has_value()},
      {"--force", arguments.force}};
  for (const auto& [option, given] : cases ? for_people : for_cases) {
    if (given) return fmt::format("{} is of no use with{} --cases", option, cases ? "" : "out");
  }
  return {};
}

/// How well the opponent plays, and with how much time.
std::optional<Error<ExitStatus>> read_opponent(const PlayArguments& arguments,
                                               PlaySettings& settings) {
  const auto wrong = [](std::string what) { return Error<ExitStatus>{kUsage, std::move(what)}; };
  const auto player = parse_player(arguments.opponent.value_or("perfect"));
  if (!player) return wrong(fmt::format("--opponent {}", player.error().message));
  PlayerSpec& spec = settings.opponent;
  spec = *player;
  if (arguments.elo) spec.elo = arguments.elo;
  const bool human = spec.kind == PlayerKind::Human;
  if (arguments.elo && !human && spec.kind != PlayerKind::Perfect) {
    return wrong(fmt::format("--elo is of no use with --opponent {}", name(spec.kind)));
  }
  if (arguments.elo && !human && *arguments.elo < kWeakestElo) {
    return wrong(fmt::format("--elo below {} is for --opponent human", kWeakestElo));
  }
  if (arguments.depth) spec.depth = static_cast<int>(*arguments.depth);
  if (arguments.move_time) {
    const auto seconds = parse_seconds(*arguments.move_time);
    if (!seconds || *seconds <= 0) {
      return wrong(fmt::format("--movetime must be seconds, such as 0.5, not '{}'",
                               printable(*arguments.move_time)));
    }
    spec.move_time = Milliseconds(std::max(1L, std::lround(*seconds * 1000)));
  }
  if (!arguments.tc) return {};
  const auto control = TimeControl::parse(*arguments.tc);
  if (!control) return wrong("--tc: " + control.error().message);
  settings.clock = *control;
  return {};
}

/// The settings, or which of them makes no sense.
Result<PlaySettings, Error<ExitStatus>> settings_of(const PlayArguments& arguments) {
  const auto wrong = [](std::string_view option, std::string_view choices, std::string_view text) {
    return Error<ExitStatus>{
        kUsage, fmt::format("{} must be {}, not '{}'", option, choices, printable(text))};
  };
  if (auto what = misplaced(arguments)) return Error<ExitStatus>{kUsage, *what};
  if (arguments.pgn == "-") {
    return Error<ExitStatus>{kUsage, "--pgn - would mix the games with what is said; name a file"};
  }
  PlaySettings settings;
  if (arguments.metric != "mate" && arguments.metric != "conversion") {
    return wrong("--metric", "mate or conversion", arguments.metric);
  }
  const std::string fifty = arguments.fifty.value_or("on");
  if (fifty != "on" && fifty != "off") return wrong("--fifty", "on or off", fifty);
  if (arguments.side && !parse_sides(*arguments.side)) {
    return wrong("--side", "white, black, both or none", *arguments.side);
  }
  settings.rules = {.fifty_moves = fifty == "on",
                    .metric = arguments.metric == "mate" ? Metric::Mate : Metric::Conversion};
  settings.style = board_style(arguments.ascii);
  settings.seed = arguments.seed ? *arguments.seed : std::random_device()();
  if (auto fault = read_opponent(arguments, settings)) return *fault;
  return settings;
}

/// From setting up to the end of the last game; the exit status. Games are kept one by one, and the
/// file is complete when the last one is.
int play_games(StandardConversation& conversation, Oracle& oracle, const PlayArguments& arguments,
               const PlaySettings& settings, OutputFile* pgn) {
  PlayOptions options{.rules = settings.rules,
                      .person = {},
                      .style = settings.style,
                      .hints = arguments.hints,
                      .seed = settings.seed,
                      .date = today(),
                      .pgn = pgn,
                      .opponent = settings.opponent,
                      .clock = settings.clock,
                      .max_moves = arguments.max_moves};
  const auto sides = arguments.side ? parse_sides(*arguments.side) : std::nullopt;
  const bool asks = !arguments.position;
  const GameQuestions questions{asks && !arguments.fifty, asks && !arguments.opponent,
                                asks && !arguments.elo, asks && !arguments.max_moves};
  const auto outcome = GameSeries(conversation, oracle, std::move(options), sides, questions)
                           .run(arguments.position);
  const auto unkept = pgn != nullptr ? pgn->commit() : std::nullopt;
  if (outcome.fault) return refuse(kPlayCommand, *outcome.fault, kFailure);
  if (unkept) return refuse(kPlayCommand, *unkept);
  return outcome.played || !conversation.has_ended() ? kSuccess : kFailure;
}

/// Files are opened first, so that nobody learns only afterwards that a game cannot be kept.
int play_with_person(OracleSession& session, const PlayArguments& arguments,
                     PlaySettings settings) {
  std::optional<OutputFile> pgn;
  if (arguments.pgn) {
    auto opened = open_to_add_games({*arguments.pgn});
    if (!opened) return refuse(kPlayCommand, opened.error());
    pgn.emplace(std::move(*opened));
  }
  std::optional<PolyglotBook> book;
  if (arguments.book) {
    auto opened = PolyglotBook::open(*arguments.book);
    if (!opened) return refuse(kPlayCommand, opened.error().message, kFailure);
    book.emplace(std::move(*opened));
    settings.opponent.book = &*book;
  }
  StandardConversation conversation(session.guard());
  const int status =
      play_games(conversation, session.oracle(), arguments, settings, pgn ? &*pgn : nullptr);
  if (conversation.fault() && !session.interrupted()) throw *conversation.fault();
  return status;
}

int run_play(const PlayArguments& arguments) {
  const auto settings = settings_of(arguments);
  if (!settings) return refuse(kPlayCommand, settings.error());
  const auto made = oracle_options(arguments.oracle);
  if (!made) return refuse(kPlayCommand, made.error());
  OracleSession session(kPlayCommand, *made, arguments.oracle.solve);
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
                   "an ending, a FEN, the men, or start; what is missing is asked for");
    arguments.text("--side SIDE", given->side, "white, black, both or none: what you play");
    arguments.text("--metric METRIC", given->metric,
                   "mate or conversion: how wins are measured (default: mate)");
    arguments.text("--fifty ON", given->fifty, "on or off: the 50-move rule (default: on)");
    arguments.text("--opponent PLAYER", given->opponent,
                   "perfect, heuristic, random or human (default: perfect)");
    arguments.number("--elo N", given->elo, {kWeakestHumanElo, kStrongestHumanElo},
                     "how strong --opponent human is, or the engine where there are no tables");
    arguments.number("--depth N", given->depth, {1, kMostPlies - 1},
                     "how many plies the engine looks ahead before tables know");
    arguments.text("--movetime SECONDS", given->move_time,
                   "how long it thinks about a move (default: 1, unless there is a clock)");
    arguments.text("--tc TIME", given->tc,
                   "clocks for both: seconds+increment, such as 300+2 or 40/600");
    arguments.text("--book FILE", given->book, "a Polyglot book the opponent plays from");
    arguments.number("--max-moves N", given->max_moves, {1, 10'000},
                     "a draw after so many moves; with --cases the game stops");
    arguments.flag("--hints", given->hints, "shows the best moves before each of yours");
    arguments.text("--pgn FILE", given->pgn, "adds the game to a file of games, with comments");
    arguments.flag("--ascii", given->ascii, "shows the board without colours and figures");
    arguments.number("--seed N", given->seed, {0, ~std::uint64_t{0} - 2},
                     "repeats the same chances (default: others each time)");
    arguments.text("--cases FILE", given->cases,
                   "lets programs play every position of a file, or of -");
    arguments.text("--white PLAYER", given->white,
                   "with --cases: like --opponent; human:1200 has an Elo (default: perfect)");
    arguments.text("--black PLAYER", given->black, "the same for Black");
    arguments.text("--out FILE", given->out,
                   "with --cases: where everything is written, too (default: gameResult.txt)");
    arguments.flag("--force", given->force, "with --cases: replaces any file of that name");
    declare_oracle(arguments, given->oracle);
    return [given] { return run_play(*given); };
  };
  return {
      "play",
      "Plays any ending with you and never errs, or a whole game",
      {{"lucena play", "Lucena asks what to play, and plays it with you"},
       {"lucena play hardest KBNvK --side white", "you learn to mate with bishop and knight"},
       {"lucena play Ke1 Ra1 h2 / Ke8", "Lucena asks who is to move and whether White may castle"},
       {"lucena play 8/8/8/8/8/2k5/8/K6R w - - 0 1", "you play on from a FEN"},
       {"lucena play start --side white --tc 300+2", "a game of chess, five minutes for each side"},
       {"lucena play random win KQvKR 8-12 --side white --opponent human --elo 1200",
        "you mate in 8 to 12 moves, against somebody who errs"},
       {"lucena play --cases positions.txt --white heuristic",
        "two programs play every position of a file"}},
      declare,
      "Cases are FENs, one a line, or men such as Ke1 Ra1 / Ke8 b castling=Q, or x.K(1,4), "
      "x.R(3,5),\n"
      "y.K(7,7): x is White's man, y is Black's, file and rank are numbers. White is to move and\n"
      "nobody may castle unless something else is said. # begins a comment.\n"};
}

}  // namespace lucena
