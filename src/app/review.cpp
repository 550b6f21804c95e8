// SPDX-License-Identifier: GPL-3.0-or-later
#include "match/review.h"

#include <fmt/format.h>

#include <chrono>
#include <fstream>
#include <memory>
#include <set>

#include "app/commands.h"
#include "app/oracle_session.h"
#include "app/output.h"
#include "app/own_engine.h"
#include "app/pgn_input.h"
#include "app/status_line.h"
#include "base/text.h"
#include "chess/pgn_comment.h"
#include "endgame/material.h"

namespace lucena {
namespace {

constexpr std::string_view kWho = "lucena review";
constexpr unsigned kUsualDepth = 16;

struct ReviewArguments {
  std::vector<std::string> files;
  std::string judge = "lucena";
  std::optional<unsigned> depth;
  std::optional<unsigned> move_milliseconds;
  std::optional<std::uint64_t> nodes;
  std::optional<std::string> out;
  unsigned concurrency = 1;
  bool solve = false;
  OracleArguments oracle;
};

double share(std::uint64_t part, std::uint64_t whole) {
  return whole == 0 ? 0 : 1.0 * part / whole;
}

std::string counted(std::uint64_t count, std::string_view noun, std::string_view plural) {
  return fmt::format("{} {}", with_thousands(count), count == 1 ? noun : plural);
}

std::string exact_text(const PlayerReview& review) {
  std::string text =
      fmt::format("  by the tables: {}, {} gave the outcome away",
                  counted(review.exact, "move", "moves"), with_thousands(review.outcomes_lost));
  std::string changes;
  for (const auto& [change, count] : review.changes) {
    changes += fmt::format("{}{} from {} to {}", changes.empty() ? " (" : ", ", count,
                           name(change.first), name(change.second));
  }
  if (!changes.empty()) text += changes + ")";
  const std::uint64_t kept = review.exact - review.outcomes_lost;
  return text +
         fmt::format("; the others lost {:.2f} moves on average\n", share(review.moves_lost, kept));
}

std::string player_text(std::string player, const PlayerReview& review) {
  std::replace_if(player.begin(), player.end(), is_control, '?');  // fit for a terminal
  std::string text =
      fmt::format("{}: {}, {} judged\n", bold(player, stdout),
                  counted(review.games, "game", "games"), counted(review.judged, "move", "moves"));
  if (review.judged > 0) {
    text += fmt::format("  average loss {:.1f} centipawns, {:.1f} % best moves\n",
                        share(review.loss_centipawns, review.judged),
                        100 * share(review.best, review.judged));
    text +=
        fmt::format("  {}, {}, {}\n", counted(review.inaccuracies, "inaccuracy", "inaccuracies"),
                    counted(review.mistakes, "mistake", "mistakes"),
                    counted(review.blunders, "blunder", "blunders"));
  }
  if (review.exact > 0) text += exact_text(review);
  if (review.tables_missing > 0) {
    text += fmt::format("  {} with few men, but no table; --solve makes what is missing\n",
                        counted(review.tables_missing, "move", "moves"));
  }
  return text;
}

/// Gathers the results, writes the games, and tells on stderr how far the review is.
class Reporter final : public ReviewObserver {
 public:
  Reporter(std::size_t games, std::string annotator, std::ofstream* out)
      : games_(games), annotator_(std::move(annotator)), out_(out) {
    status_.show(fmt::format("game 1 of {}", games_));
  }

  void game_reviewed(const PgnGame& game, const GameReview& review) override {
    add_review(game, review, players_);
    if (out_ != nullptr) *out_ << write_pgn(annotate(game, review, annotator_)) << std::flush;
    ++done_;
    const auto now = std::chrono::steady_clock::now();
    const double seconds_a_game = std::chrono::duration<double>(now - begin_).count() / done_;
    const double left = seconds_a_game * (games_ - done_);
    std::string text = fmt::format("{} of {} games reviewed, {:.0f} s left", done_, games_, left);
    if (status_.on_terminal()) {
      status_.show(std::move(text));
    } else if (now - told_ >= std::chrono::seconds(10)) {
      told_ = now;
      write_message(text + "\n");
    }
  }

  void warn(const std::string& message) override {
    status_.wipe();
    complain(kWho, message);
  }

  void wipe() { status_.wipe(); }
  std::size_t done() const { return done_; }
  std::string text() const {
    std::string text;
    for (const auto& [player, review] : players_) text += player_text(player, review);
    return text;
  }

 private:
  const std::size_t games_;
  const std::string annotator_;
  std::ofstream* const out_;
  std::size_t done_ = 0;
  std::map<std::string, PlayerReview> players_;
  StatusLine status_;
  const std::chrono::steady_clock::time_point begin_ = std::chrono::steady_clock::now();
  std::chrono::steady_clock::time_point told_ = begin_;
};

Limits chosen_limits(const ReviewArguments& given) {
  Limits limits{{}, given.nodes, given.depth, given.move_milliseconds};
  if (limits.empty()) limits.depth = kUsualDepth;
  return limits;
}

std::string limits_text(const Limits& limits) {
  std::string text;
  if (limits.depth) text += fmt::format(" depth {}", *limits.depth);
  if (limits.nodes) text += fmt::format(" nodes {}", *limits.nodes);
  if (limits.move_milliseconds) text += fmt::format(" {} ms", *limits.move_milliseconds);
  return text;
}

/// Whether writing the one would destroy the other.
bool is_same_file(const std::string& a, const std::string& b) {
  std::error_code ignored;
  return std::filesystem::equivalent(a, b, ignored);
}

/// Makes the tables of all endings with few men that occur.
std::optional<OracleFault> solve_endings(const std::vector<PgnGame>& games, Oracle& oracle) {
  std::set<std::string> seen;
  for (const PgnGame& game : games) {
    Position position = game.start;
    for (const PgnMove& move : game.moves) {
      if (is_for_tables(position)) {
        const Material material = Material::of(position).canonical();
        if (seen.insert(material.name()).second) {
          if (auto fault = oracle.prepare(material)) return fault;
        }
      }
      position.make(move.move);
    }
  }
  return {};
}

Result<std::vector<PgnGame>, Error<ExitStatus>> read_games(const ReviewArguments& given) {
  std::vector<PgnGame> games;
  for (const std::string& file : given.files) {
    if (given.out && is_same_file(file, *given.out)) {
      return Error<ExitStatus>{kUsage, fmt::format("--out would overwrite {}", file)};
    }
    const auto read =
        for_each_game(kWho, file, [&](PgnGame game) { games.push_back(std::move(game)); });
    if (!read) return Error<ExitStatus>{kFailure, read.error().message};
  }
  if (games.empty()) return Error<ExitStatus>{kFailure, "there is no game to review"};
  return games;
}

int review(const ReviewArguments& given, ReviewOptions& options, const std::vector<PgnGame>& games,
           const InterruptGuard& guard) {
  std::ofstream out;
  if (given.out) {
    out.open(*given.out, std::ios::trunc);
    if (!out) return refuse(kWho, file_fault("write", *given.out, errno).message, kFailure);
  }
  const std::string annotator =
      fmt::format("Lucena with {}{}", options.judge.display_name(), limits_text(options.limits));
  Reporter reporter(games.size(), annotator, given.out ? &out : nullptr);
  const auto fault = review_games(games, options, reporter, guard.interrupted());
  reporter.wipe();
  write_output(reporter.text());
  if (given.out && !out.good()) {
    return refuse(kWho, fmt::format("the games cannot be written to {}", *given.out), kFailure);
  }
  if (fault) return refuse(kWho, fmt::format("the judge fails: {}", fault->message), kFailure);
  if (!guard.interrupted()) return kSuccess;
  return refuse(kWho,
                fmt::format("interrupted after {} of {} games", reporter.done(), games.size()),
                guard.exit_status());
}

int run_review(const ReviewArguments& given) {
  auto judge = engine_command(given.judge);
  if (!judge) return refuse(kWho, judge.error().message, kUsage);
  const auto limits = limits_of(*judge, chosen_limits(given));
  if (!limits) return refuse(kWho, limits.error().message, kUsage);
  if (limits->clock) {
    return refuse(kWho, "a judge has no clock: give --depth or --movetime", kUsage);
  }
  auto made = oracle_options(given.oracle);
  if (!made) return refuse(kWho, made.error());
  auto games = read_games(given);
  if (!games) return refuse(kWho, games.error());

  OracleSession session(kWho, std::move(*made));
  if (given.solve) {
    const auto fault = solve_endings(*games, session.oracle());
    if (fault) return refuse(kWho, fault->message, session.exit_status(kFailure));
  }
  ReviewOptions options{std::move(*judge), *limits, given.concurrency, &session.oracle().prober()};
  return review(given, options, *games, session.guard());
}

}  // namespace

Command review_command() {
  const auto declare = [](Arguments& arguments) -> Command::Action {
    auto given = std::make_shared<ReviewArguments>();
    arguments.words("GAMES", given->files, "the files of games (PGN)");
    arguments.text("--judge CMD", given->judge,
                   "the engine that judges: a command line as for 'match' (default: lucena)");
    arguments.number("--depth N", given->depth, {1, 1000},
                     "how deep it thinks about each position (default: 16)");
    arguments.number("--movetime MS", given->move_milliseconds, {1, 1000000000},
                     "or how long, in milliseconds");
    arguments.number("--nodes N", given->nodes, {1, std::uint64_t{1} << 50}, "or how many nodes");
    arguments.text("--out FILE", given->out, "writes the games with comments to a file");
    arguments.number("--concurrency N", given->concurrency, {1, 1024}, "games at the same time");
    arguments.flag("--solve", given->solve, "first solves all endings that occur");
    declare_oracle(arguments, given->oracle);
    return [given] { return run_review(*given); };
  };
  return {
      "review",
      "Judges how well games were played, by an engine and by the tables",
      {{"lucena review games.pgn --judge stockfish", "counts what each player gave away"},
       {"lucena review games.pgn --judge stockfish --out commented.pgn", "and comments the games"},
       {"lucena review games.pgn --movetime 100 --concurrency 2", "as its own judge, quickly"}},
      declare,
      "Every position is searched once. A move loses what the position was worth to its player\n"
      "before, less what it is worth after; the judge's own move loses nothing. Scores are cut\n"
      "at 10 pawns. From 0.5 pawns on it is an inaccuracy, from 1 a mistake, from 3 a blunder.\n"
      "Moves commented 'book' are not judged. Where five men or fewer are left, the tables tell\n"
      "exactly which moves gave away a win or draw under the 50-move rule.\n"};
}

}  // namespace lucena
