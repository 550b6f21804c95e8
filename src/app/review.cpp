// SPDX-License-Identifier: GPL-3.0-or-later
#include "match/review.h"

#include <fmt/format.h>

#include <chrono>
#include <memory>
#include <set>

#include "app/commands.h"
#include "app/oracle_session.h"
#include "app/output.h"
#include "app/own_engine.h"
#include "app/pgn_input.h"
#include "app/status_line.h"
#include "base/output_file.h"
#include "base/text.h"
#include "endgame/material.h"

namespace lucena {
namespace {

constexpr std::string_view kReviewCommand = "lucena review";
constexpr unsigned kUsualDepth = 16;

struct ReviewArguments {
  std::vector<std::string> files;
  std::string judge = "lucena";
  std::optional<unsigned> depth;
  std::optional<unsigned> move_milliseconds;
  std::optional<std::uint64_t> nodes;
  std::optional<std::string> out;
  bool force = false;
  unsigned concurrency = 1;
  OracleArguments oracle;
};

double share(std::uint64_t part, std::uint64_t whole) {
  return whole == 0 ? 0 : 1.0 * part / whole;
}

std::string exact_text(const PlayerReview& review) {
  std::string text =
      fmt::format("  by the tables: {}, {} gave the outcome away", counted(review.exact, "move"),
                  with_thousands(review.outcomes_lost));
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

std::string player_text(const std::string& player, const PlayerReview& review) {
  std::string text = fmt::format("{}: {}, {} judged\n", bold(without_controls(player), stdout),
                                 counted(review.games, "game"), counted(review.judged, "move"));
  if (review.judged > 0) {
    text += fmt::format("  average loss {:.1f} centipawns, {:.1f} % best moves\n",
                        share(review.loss_centipawns, review.judged),
                        100 * share(review.best, review.judged));
    text +=
        fmt::format("  {}, {}, {}\n", counted(review.inaccuracies, "inaccuracy", "inaccuracies"),
                    counted(review.mistakes, "mistake"), counted(review.blunders, "blunder"));
  }
  if (review.exact > 0) text += exact_text(review);
  if (review.tables_missing > 0) {
    text += fmt::format("  {} with few men, but no table; --solve makes what is missing\n",
                        counted(review.tables_missing, "move"));
  }
  return text;
}

/// Gathers the results, writes the games, and tells on stderr how far the review is.
class ReviewReporter final : public ReviewObserver {
 public:
  ReviewReporter(std::size_t games, std::string annotator, OutputFile* out)
      : games_(games), annotator_(std::move(annotator)), out_(out) {
    status_.show(fmt::format("game 1 of {}", games_));
  }

  bool game_reviewed(const PgnGame& game, const GameReview& review) override {
    add_review(game, review, players_);
    if (out_ != nullptr) fault_ = out_->write(write_pgn(annotate(game, review, annotator_)));
    ++done_;
    tell();
    return !fault_;
  }

  void warn(const std::string& message) override {
    status_.wipe();
    complain(kReviewCommand, message);
  }

  void wipe() { status_.wipe(); }
  std::size_t done() const { return done_; }
  /// Why the last game could not be written.
  const std::optional<FileFault>& fault() const { return fault_; }
  std::string text() const {
    std::string text;
    for (const auto& [player, review] : players_) text += player_text(player, review);
    return text;
  }

 private:
  void tell() {
    const auto now = std::chrono::steady_clock::now();
    const double seconds_a_game = std::chrono::duration<double>(now - begin_).count() / done_;
    const double left = seconds_a_game * (games_ - done_);
    std::string text =
        fmt::format("{} of {} reviewed, {:.0f} s left", done_, counted(games_, "game"), left);
    if (status_.on_terminal()) {
      status_.show(std::move(text));
    } else if (now - told_ >= std::chrono::seconds(10)) {
      told_ = now;
      write_message(text + "\n");
    }
  }

  const std::size_t games_;
  const std::string annotator_;
  OutputFile* const out_;
  std::optional<FileFault> fault_;
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

Result<std::vector<PgnGame>, FileFault> read_games(const ReviewArguments& given,
                                                   const std::atomic<bool>& interrupted) {
  std::vector<PgnGame> games;
  for (const std::string& file : given.files) {
    const auto read = for_each_game(kReviewCommand, file, interrupted,
                                    [&](PgnGame game) { games.push_back(std::move(game)); });
    if (!read) return read.error();
  }
  if (games.empty()) return FileFault{FileError::Failed, "there is no game to review"};
  return games;
}

/// Gives the games with comments their name, if that is right. A part of them is better than
/// nothing, but no reason to lose an older file.
std::optional<FileFault> keep(OutputFile& out, const ReviewReporter& reporter, bool all) {
  if (reporter.fault()) return reporter.fault();
  if (!all && (reporter.done() == 0 || out.replaces_a_file())) return {};
  return out.commit();
}

/// What became of the file of a review that was cut short, to go behind the reason.
std::string what_is_kept(const OutputFile* out, std::size_t games_done) {
  if (out == nullptr) return "";
  const std::string file = without_controls(out->path().string());
  if (out->replaces_a_file()) return fmt::format("; {} is left as it was", file);
  return games_done > 0 ? fmt::format("; what was reviewed is in {}", file) : "";
}

/// What is written goes before what is said: if there is nobody to hear it, the games are kept.
int review(const ReviewOptions& options, const std::vector<PgnGame>& games, OutputFile* out,
           const InterruptGuard& guard) {
  const std::string annotator =
      fmt::format("Lucena with {}{}", options.judge.display_name(), limits_text(options.limits));
  ReviewReporter reporter(games.size(), annotator, out);
  const auto judge_fault = review_games(games, options, reporter, guard.interrupted());
  reporter.wipe();
  const bool all = reporter.done() == games.size();
  const auto file_fault = out != nullptr ? keep(*out, reporter, all) : std::nullopt;
  write_beside(out, reporter.text());
  if (file_fault) return refuse(kReviewCommand, *file_fault);
  if (judge_fault) {
    return refuse(kReviewCommand,
                  fmt::format("the judge fails: {}{}", judge_fault->message,
                              what_is_kept(out, reporter.done())),
                  kFailure);
  }
  if (!guard.interrupted() || all) return guard.exit_status(kSuccess);
  return refuse(kReviewCommand,
                fmt::format("interrupted after {} of {}{}", reporter.done(),
                            counted(games.size(), "game"), what_is_kept(out, reporter.done())),
                guard.exit_status());
}

/// Where the games go, if anywhere.
Result<std::optional<OutputFile>, FileFault> open_output(const ReviewArguments& given) {
  std::optional<OutputFile> out;
  if (!given.out) return out;
  auto opened = OutputFile::create({.path = *given.out,
                                    .inputs = {given.files.begin(), given.files.end()},
                                    .force = given.force});
  if (!opened) return opened.error();
  out.emplace(std::move(*opened));
  return out;
}

int run_review(const ReviewArguments& given) {
  auto judge = engine_command(given.judge);
  if (!judge) return refuse(kReviewCommand, judge.error().message, kUsage);
  const auto limits = limits_of(*judge, chosen_limits(given));
  if (!limits) return refuse(kReviewCommand, limits.error().message, kUsage);
  if (limits->clock) {
    return refuse(kReviewCommand, "a judge has no clock: give --depth or --movetime", kUsage);
  }
  const auto made = oracle_options(given.oracle);
  if (!made) return refuse(kReviewCommand, made.error());
  OracleSession session(kReviewCommand, *made, given.oracle.solve);
  auto out = open_output(given);
  if (!out) return session.exit_status(refuse(kReviewCommand, out.error()));
  const auto games = read_games(given, session.interrupted());
  if (!games) return session.exit_status(refuse(kReviewCommand, games.error()));
  if (given.oracle.solve) {
    const auto fault = solve_endings(*games, session.oracle());
    if (fault) return refuse(kReviewCommand, fault->message, session.exit_status(kFailure));
  }
  const ReviewOptions options{std::move(*judge), *limits, given.concurrency,
                              &session.oracle().prober()};
  return review(options, *games, *out ? &**out : nullptr, session.guard());
}

}  // namespace

Command review_command() {
  const auto declare = [](Arguments& arguments) -> Command::Action {
    auto given = std::make_shared<ReviewArguments>();
    arguments.words("GAMES", given->files, "the files of games (PGN); - is standard input");
    arguments.text("--judge CMD", given->judge,
                   "the engine that judges: a command line as for 'match' (default: lucena)");
    arguments.number("--depth N", given->depth, {1, 1000},
                     "how deep it thinks about each position (default: 16)");
    arguments.number("--movetime MS", given->move_milliseconds, {1, 1000000000},
                     "or how long, in milliseconds");
    arguments.number("--nodes N", given->nodes, {1, std::uint64_t{1} << 50}, "or how many nodes");
    arguments.text("--out FILE", given->out, "writes the games with comments to a file");
    arguments.flag("--force", given->force, "replaces any file of that name");
    arguments.number("--concurrency N", given->concurrency, {1, 1024}, "games at the same time");
    declare_oracle(arguments, given->oracle,
                   "first solves all endings with up to five men that occur");
    return [given] { return run_review(*given); };
  };
  return {
      "review",
      "Judges how well games were played, by an engine and by the tables",
      {{"lucena review games.pgn --judge stockfish", "Stockfish tells what each player gave away"},
       {"lucena review games.pgn --judge stockfish --out commented.pgn",
        "the games are also written down with comments"},
       {"lucena review games.pgn --movetime 100 --concurrency 2",
        "Lucena is the judge, two games at a time"}},
      declare,
      "Every position is searched once. A move loses what the position was worth to its player\n"
      "before, less what it is worth after; the judge's own move loses nothing. Scores are cut\n"
      "at 10 pawns. From 0.5 pawns on it is an inaccuracy, from 1 a mistake, from 3 a blunder.\n"
      "Moves commented 'book' are not judged. Where five men or fewer are left, or six whose\n"
      "tables are on disk, these tell exactly which moves gave away a win or draw under the\n"
      "50-move rule.\n"};
}

}  // namespace lucena
