// SPDX-License-Identifier: GPL-3.0-or-later
#include "match/match.h"

#include <charconv>
#include <chrono>
#include <memory>

#include "app/commands.h"
#include "app/date_text.h"
#include "app/interrupt.h"
#include "app/match_report.h"
#include "app/oracle_setup.h"
#include "app/output.h"
#include "app/own_engine.h"
#include "app/status_line.h"
#include "base/random.h"
#include "base/text.h"
#include "chess/pgn_file.h"
#include "match/openings.h"

namespace lucena {
namespace {

constexpr std::string_view kMatchCommand = "lucena match";

struct MatchArguments {
  std::vector<std::string> engines;
  std::size_t games = 100;
  std::optional<std::string> tc;
  std::optional<std::uint64_t> nodes;
  std::optional<unsigned> depth;
  std::optional<unsigned> move_milliseconds;
  std::optional<std::string> book;
  unsigned book_plies = 8;
  std::optional<std::string> openings;
  unsigned concurrency = 1;
  std::optional<std::string> pgn;
  std::vector<std::string> sprt;
  std::uint64_t seed = 1;
  unsigned margin_milliseconds = 50;
  unsigned patience_seconds = 60;
  bool no_tables = false;
  std::optional<std::string> tables;
};

using Fault = Error<ExitStatus>;

/// In either direction; a player who is 1,000 points stronger wins 997 games of 1,000.
constexpr double kLargestElo = 1000;

/// "elo0=0", "elo1=5", "alpha=0.05", "beta=0.05", in any order.
Result<Sprt, Fault> parse_sprt(const std::vector<std::string>& words) {
  Sprt sprt;
  for (const std::string& text : words) {
    for (const std::string_view word : split_words(text)) {
      const std::size_t equals = word.find('=');
      const std::string_view name = word.substr(0, equals);
      double* const place = name == "elo0"    ? &sprt.elo0
                            : name == "elo1"  ? &sprt.elo1
                            : name == "alpha" ? &sprt.alpha
                            : name == "beta"  ? &sprt.beta
                                              : nullptr;
      bool understood = place != nullptr && equals != std::string_view::npos;
      if (understood) {
        const char* const end = word.data() + word.size();
        const auto read = std::from_chars(word.data() + equals + 1, end, *place);
        understood = read.ec == std::errc() && read.ptr == end;
      }
      if (!understood) {
        return Fault{kUsage, fmt::format("--sprt understands elo0=, elo1=, alpha= and beta= with "
                                         "a number each, not '{}'",
                                         printable(word))};
      }
    }
  }
  // Written so that what is no number at all (nan) is refused, too.
  const auto is_risk = [](double value) { return value > 0 && value < 0.5; };
  const auto is_elo = [](double value) { return value >= -kLargestElo && value <= kLargestElo; };
  if (!(sprt.elo0 < sprt.elo1) || !is_elo(sprt.elo0) || !is_elo(sprt.elo1) ||
      !is_risk(sprt.alpha) || !is_risk(sprt.beta)) {
    return Fault{kUsage, fmt::format("--sprt needs elo0 < elo1, both from -{0} to {0}, and alpha "
                                     "and beta between 0 and 0.5",
                                     kLargestElo)};
  }
  return sprt;
}

Result<std::array<Contestant, 2>, Fault> chosen_players(const MatchArguments& given) {
  if (given.engines.size() > 2) return Fault{kUsage, "a match has two engines, not more"};
  Limits common{{}, given.nodes, given.depth, given.move_milliseconds};
  if (given.tc) {
    const auto control = TimeControl::parse(*given.tc);
    if (!control) return Fault{kUsage, control.error().message};
    common.clock = *control;
  }
  // Whoever names one opponent means a match of this program against it.
  std::vector<std::string> lines = given.engines;
  while (lines.size() < 2) lines.insert(lines.begin(), "lucena");
  std::array<Contestant, 2> players;
  for (std::size_t i = 0; i < 2; ++i) {
    auto command = engine_command(lines[i]);
    if (!command) return Fault{kUsage, command.error().message};
    const auto limits = limits_of(*command, common);
    if (!limits) return Fault{kUsage, limits.error().message};
    if (limits->empty()) {
      return Fault{kUsage,
                   "how long may the engines think? Give --tc 10+0.1, --nodes N, --depth N or "
                   "--movetime MS"};
    }
    std::string name = command->display_name();
    players[i] = {std::move(*command), std::move(name), *limits};
  }
  if (players[0].name == players[1].name) players[1].name += " (2)";
  return players;
}

Result<std::vector<Game>, Fault> chosen_openings(const MatchArguments& given) {
  if (given.book && given.openings) {
    return Fault{kUsage, "openings come from a book or from a file, not both"};
  }
  if (given.book) {
    const auto book = PolyglotBook::open(*given.book);
    if (!book) return Fault{kFailure, book.error().message};
    auto openings = openings_from_book(*book, given.book_plies, (given.games + 1) / 2, given.seed);
    if (!openings) return Fault{kFailure, openings.error().message};
    return std::move(*openings);
  }
  std::vector<Game> openings = built_in_openings();
  if (given.openings) {
    auto read = openings_from_file(*given.openings);
    if (!read) return Fault{kFailure, read.error().message};
    openings = std::move(*read);
  }
  std::mt19937_64 random(given.seed);
  shuffle(openings, random);
  return openings;
}

Result<MatchOptions, Fault> match_options(const MatchArguments& given) {
  auto players = chosen_players(given);
  if (!players) return players.error();
  MatchOptions options;
  options.players = std::move(*players);
  if (!given.sprt.empty()) {
    const auto sprt = parse_sprt(given.sprt);
    if (!sprt) return sprt.error();
    options.sprt = *sprt;
  }
  auto openings = chosen_openings(given);
  if (!openings) return openings.error();
  options.openings = std::move(*openings);
  options.games = given.games;
  options.concurrency = given.concurrency;
  options.patience.margin_seconds = given.margin_milliseconds / 1000.0;
  options.patience.move_seconds = given.patience_seconds;
  return options;
}

/// Writes games to a file and tells on stderr how the match goes.
class MatchReporter final : public MatchObserver {
 public:
  MatchReporter(const MatchOptions& options, OutputFile* pgn) : options_(options), pgn_(pgn) {
    for (std::size_t i = 0; i < 2; ++i) names_[i] = options.players[i].name;
    const auto& clock = options.players[0].limits.clock;
    const bool same = clock == options.players[1].limits.clock;
    time_control_ = !same ? "?" : clock ? clock->text() : "-";
    status_.show(fmt::format("game 1 of {}", options_.games));
  }

  bool game_ended(const MatchGame& record, const MatchTally& tally) override {
    if (pgn_ != nullptr) {
      fault_ = pgn_->write(write_pgn(to_pgn_game(record, names_, today(), time_control_)));
    }
    if (fault_) {
      status_.wipe();
      complain(kMatchCommand, fmt::format("game {} is not kept, and the match ends: {}",
                                          record.number + 1, fault_->message));
      return false;
    }
    if (record.end >= MatchGameEnd::Time) {
      status_.wipe();
      complain(kMatchCommand, fmt::format("game {}, {}: {}", record.number + 1,
                                          names_[record.loser()], record.reason));
    }
    tell(tally);
    return true;
  }

  void warn(const std::string& message) override {
    status_.wipe();
    complain(kMatchCommand, message);
  }

  void wipe() { status_.wipe(); }
  /// Whether a game could not be written. None has been since.
  bool has_failed() const { return fault_.has_value(); }

 private:
  void tell(const MatchTally& tally) {
    std::string text = fmt::format("{} of {}: {} {} - {} {}, Elo {}", tally.games(),
                                   counted(options_.games, "game"), names_[0], tally.points(),
                                   tally.games() - tally.points(), names_[1], elo_text(tally));
    if (options_.sprt) {
      text += fmt::format(", LLR {:.2f}", options_.sprt->log_likelihood_ratio(tally));
    }
    const auto now = std::chrono::steady_clock::now();
    if (status_.on_terminal()) {
      status_.show(std::move(text));
    } else if (now - told_ >= std::chrono::seconds(10)) {
      told_ = now;
      write_message(text + "\n");
    }
  }

  const MatchOptions& options_;
  OutputFile* const pgn_;
  std::optional<FileFault> fault_;
  std::array<std::string, 2> names_;
  std::string time_control_;
  StatusLine status_;
  std::chrono::steady_clock::time_point told_ = std::chrono::steady_clock::now();
};

/// The exit status. Games that have been written stay, whatever comes after them.
int play(const MatchOptions& options, OutputFile* pgn, const InterruptGuard& guard) {
  MatchReporter reporter(options, pgn);
  const auto summary = play_match(options, reporter, guard.interrupted());
  reporter.wipe();
  if (!summary) return refuse(kMatchCommand, summary.error().message, kFailure);
  std::optional<FileFault> fault;
  if (pgn != nullptr && !reporter.has_failed()) fault = pgn->commit();
  write_beside(pgn, match_report(options, *summary));
  if (fault) return refuse(kMatchCommand, *fault);
  if (reporter.has_failed()) return kFailure;
  return guard.exit_status(kSuccess);
}

/// Where the games go, if anywhere.
Result<std::optional<OutputFile>, FileFault> open_games(const MatchArguments& given) {
  std::optional<OutputFile> pgn;
  if (!given.pgn) return pgn;
  OutputRequest request{*given.pgn};
  for (const auto& input : {given.book, given.openings}) {
    if (input) request.inputs.push_back(*input);
  }
  auto opened = open_to_add_games(request);
  if (!opened) return opened.error();
  pgn.emplace(std::move(*opened));
  return pgn;
}

int run_match(const MatchArguments& given) {
  auto options = match_options(given);
  if (!options) return refuse(kMatchCommand, options.error());
  std::optional<OpenTables> tables;
  std::optional<Prober> prober;
  if (!given.no_tables) {
    auto folder = chosen_folder(given.tables);
    if (!folder && given.tables) return refuse(kMatchCommand, folder.error());
    if (folder) {
      tables.emplace(std::move(*folder), std::size_t{1} << 26);
      prober.emplace(*tables);
      options->adjudicator = Adjudicator(&*prober);
    }
  }
  const InterruptGuard guard;
  auto pgn = open_games(given);
  if (!pgn) return guard.exit_status(refuse(kMatchCommand, pgn.error()));
  return play(*options, *pgn ? &**pgn : nullptr, guard);
}

void declare_match(Arguments& arguments, MatchArguments& given) {
  arguments.list("--engine CMD", given.engines,
                 "a command line; may be given twice; lucena is this program, and the default");
  arguments.number("--games N", given.games, {1, 1000000}, "how many games to play");
  arguments.text("--tc TIME", given.tc, "clock: seconds+increment or moves/seconds+increment");
  arguments.number("--nodes N", given.nodes, {1, std::uint64_t{1} << 50}, "nodes for each move");
  arguments.number("--depth N", given.depth, {1, 1000}, "depth of each search");
  arguments.number("--movetime MS", given.move_milliseconds, {1, 1000000000},
                   "milliseconds for each move");
  arguments.text("--book FILE", given.book, "openings from a Polyglot book");
  arguments.number("--book-plies N", given.book_plies, {1, 200}, "half-moves from the book");
  arguments.text("--openings FILE", given.openings,
                 "openings from EPD or FEN records, or - (default: built-in ones)");
  arguments.number("--concurrency N", given.concurrency, {1, 1024}, "games at the same time");
  arguments.text("--pgn FILE", given.pgn, "adds the games to a file of games");
  arguments.words("--sprt elo0=0 elo1=5", given.sprt,
                  "ends the match when this test is decided; also alpha=0.05 beta=0.05");
  arguments.number("--seed N", given.seed, {0, std::uint64_t{1} << 60}, "the order of openings");
  arguments.number("--margin MS", given.margin_milliseconds, {0, 60000},
                   "how far a clock may be overdrawn");
  arguments.number("--patience S", given.patience_seconds, {1, 100000},
                   "seconds until a move without a clock is overdue");
  arguments.flag("--no-tables", given.no_tables, "plays on where the tables know the outcome");
  declare_tables(arguments, given.tables);
}

}  // namespace

Command match_command() {
  const auto declare = [](Arguments& arguments) -> Command::Action {
    auto given = std::make_shared<MatchArguments>();
    declare_match(arguments, *given);
    return [given] { return run_match(*given); };
  };
  return {
      "match",
      "Plays UCI engines against each other",
      {{"lucena match --engine stockfish --tc 5+0.1", "Lucena plays 100 games against Stockfish"},
       {"lucena match --engine ./a --engine ./b --depth 8 --sprt elo1=5",
        "your engines play until it is clear who is better"},
       {"lucena match --engine 'stockfish option.Threads=2' --depth 8",
        "the match sets an option of Stockfish"},
       {"lucena match --engine 'lucena depth=4' --engine 'lucena depth=6'",
        "each engine has a limit of its own"}},
      declare,
      "Each opening is played twice, with colours changed. An engine that crashes, hangs, floods,\n"
      "oversteps its time or plays an illegal move loses the game. Draws need no claim. In an\n"
      "engine's command line option.NAME=VALUE sets an option of the engine, and name=, tc=,\n"
      "nodes=, depth=, movetime= are the match's own. Games end where tables on disk know the\n"
      "outcome. Ctrl-C stops the match and shows the result so far.\n"};
}

}  // namespace lucena
