// SPDX-License-Identifier: GPL-3.0-or-later
#include "uci/protocol.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/memory.h"
#include "base/text.h"
#include "base/thread.h"
#include "chess/legal_moves.h"
#include "chess/move_text.h"
#include "chess/perft.h"
#include "endgame/position_text.h"
#include "engine/bench.h"
#include "uci/display.h"
#include "uci/info_line.h"

namespace lucena {
namespace {

/// Writes what the search reports.
class InfoWriter final : public SearchObserver {
 public:
  InfoWriter(UciOutput& output, bool with_wdl) : output_(output), with_wdl_(with_wdl) {}
  void report(const SearchReport& report) override { output_.write(info_line(report, with_wdl_)); }
  void warn(std::string_view message) override {
    output_.write(fmt::format("info string {}", message));
  }

 private:
  UciOutput& output_;
  const bool with_wdl_;
};

}  // namespace

UciProtocol::UciProtocol(std::string version, UciOutput& output)
    : version_(std::move(version)), output_(output), engine_(options_.engine_options()) {
  open_tables();
}

UciProtocol::~UciProtocol() {
  finish();
}

void UciProtocol::comment(std::string_view text) {
  output_.write(fmt::format("info string {}", text));
}

void UciProtocol::wait() {
  worker_.wait();
}

void UciProtocol::stop() {
  stopping_ = true;
  engine_.stop();
}

/// The answer of what was stopped is still written, so that every "go" has its "bestmove".
void UciProtocol::end_work() {
  finish();
  stopping_ = false;
}

void UciProtocol::finish() {
  if (!counting_) stop();
  wait();
}

void UciProtocol::start(Work kind, std::function<std::string()> work) {
  busy_ = true;
  counting_ = kind == Work::Count;
  worker_.start([this, work = std::move(work)] {
    std::string answer;
    try {
      answer = work();
    } catch (const std::exception& refusal) {
      answer = "info string " + refusal_text(refusal);
    }
    // Whoever reads the answer may change options at once.
    busy_ = false;
    output_.write(answer);
  });
}

/// The engine lets go of the old tables before they go.
void UciProtocol::open_tables() {
  const auto folder = tables_folder(
      options_.tables.empty() ? std::nullopt : std::optional<std::string>(options_.tables));
  engine_.set_tables(nullptr);
  tables_.reset();
  if (!folder) return;
  tables_ = std::make_unique<TableService>(*folder, options_.solve,
                                           [this](const std::string& text) { comment(text); });
}

/// Searches, perft and bench go to the worker; everything else is done here, before the next line.
bool UciProtocol::handle(std::string_view line) {
  const std::vector<std::string_view> words = split_words(line);
  if (words.empty()) return true;
  const std::string_view first = words.front();
  const Words rest(words.begin() + 1, words.end());
  if (first == "quit") {
    finish();
    return false;
  }
  if (first == "uci") {
    identify();
  } else if (first == "isready") {
    output_.write("readyok");
  } else if (first == "stop") {
    stop();
  } else if (first == "ponderhit") {
    engine_.ponder_hit();
  } else if (first == "position") {
    set_position(rest);
  } else if (first == "go") {
    go(rest);
  } else if (first == "ucinewgame") {
    new_game();
  } else if (first == "setoption") {
    const std::string_view text = trim(line);
    set_option(text.substr(first.size()));
  } else if (first == "d") {
    output_.write(display(game_.position()));
  } else if (first == "eval") {
    output_.write(Evaluator().explain(game_.position()));
  } else if (first == "bench") {
    bench(rest);
  } else if (first != "debug" && first != "register") {
    comment(fmt::format("unknown command '{}'", printable(first)));
  }
  return true;
}

void UciProtocol::identify() {
  output_.write(
      fmt::format("id name {}\nid author the Lucena authors\n{}", version_, option_lines()));
  tell_shortage();
  output_.write("uciok");
}

void UciProtocol::new_game() {
  if (busy_ && !counting_) {
    comment("a new game cannot begin while a search runs");
    return;
  }
  wait();
  engine_.forget_everything();
  game_ = Game();
}

/// What is no position leaves the game as it was. A move that is not legal ends the list: those
/// before it are made, which is what a GUI that goes on gets from other engines, too.
void UciProtocol::set_position(Words words) {
  const auto moves = std::find(words.begin(), words.end(), "moves");
  const Words setup(words.begin(), moves);
  Position start = Position::initial();
  if (setup.empty() || (setup.front() != "startpos" && setup.front() != "fen")) {
    comment("'position' needs 'startpos' or 'fen'");
    return;
  }
  if (setup.front() == "fen") {
    std::string fen;
    for (const std::string_view word : setup.subspan(1)) {
      if (!fen.empty()) fen += ' ';
      fen += word;
    }
    const auto parsed = parse_position(fen);
    if (!parsed) {
      comment(fmt::format("position ignored: {}", parsed.error().message));
      return;
    }
    start = *parsed;
  }
  Game game(start);
  for (auto word = moves; word != words.end(); ++word) {
    if (word == moves) continue;
    const auto move = parse_uci(game.position(), *word);
    if (!move) {
      comment(fmt::format("the moves end before '{}': {}", printable(*word), move.error().message));
      break;
    }
    game.make(*move);
  }
  game_ = std::move(game);
}

/// An option changes what a search reads, so not while one runs.
void UciProtocol::set_option(std::string_view text) {
  if (busy_ && !counting_) {
    comment("options cannot be changed while a search runs");
    return;
  }
  wait();
  const auto effect = lucena::set_option(text, options_);
  if (!effect) {
    comment(effect.error().message);
    return;
  }
  switch (*effect) {
    case OptionEffect::None:
      break;
    case OptionEffect::Engine:
      engine_.set_options(options_.engine_options());
      tell_shortage();
      break;
    case OptionEffect::ClearHash:
      engine_.forget_everything();
      break;
    case OptionEffect::Tables:
      open_tables();
      break;
    case OptionEffect::Book:
      open_book();
      break;
  }
}

void UciProtocol::tell_shortage() {
  const Engine::Options& wanted = engine_.options();
  if (engine_.threads() < wanted.threads) {
    comment(fewer_threads_text(engine_.threads(), wanted.threads));
  }
  if (engine_.hash_bytes() < wanted.hash_bytes) {
    comment(smaller_hash_text(engine_.hash_bytes(), wanted.hash_bytes));
  }
}

/// What was running is stopped first. The clock begins with prepare(), before the thread starts.
void UciProtocol::go(Words words) {
  const auto command = parse_go(words, game_.position());
  if (!command) {
    comment(command.error().message);
    return;
  }
  if (command->perft) {
    perft(*command->perft);
    return;
  }
  if (!command->remark.empty()) comment(command->remark);
  end_work();
  SearchLimits limits = command->limits;
  const bool from_book = may_use_book(limits);
  if (options_.limit_strength) limit_strength(options_.elo, game_, ++searches_, limits);
  engine_.prepare(limits);
  start(Work::Search,
        [this, game = game_, limits, from_book] { return search(game, limits, from_book); });
}

/// A book that cannot be read is told about and done without.
void UciProtocol::open_book() {
  book_.reset();
  if (!options_.own_book || options_.book_file.empty()) return;
  auto book = PolyglotBook::open(options_.book_file);
  if (book) {
    book_ = std::move(*book);
  } else {
    comment(fmt::format("no book: {}", book.error().message));
  }
}

/// Whoever analyses wants to know more than a book does.
bool UciProtocol::may_use_book(const SearchLimits& limits) const {
  const bool analysis = options_.analyse || limits.infinite || limits.ponder || limits.mate_moves ||
                        !limits.root_moves.empty();
  return book_ && !analysis;
}

/// Every "go" has its "bestmove", even if nothing can be found out for want of memory.
std::string UciProtocol::search(const Game& game, const SearchLimits& limits, bool from_book) {
  try {
    return find_move(game, limits, from_book);
  } catch (const std::exception& refusal) {
    comment(fmt::format("no search: {}", refusal_text(refusal)));
  }
  const MoveList moves = legal_moves(game.position());
  return moves.empty() ? "bestmove (none)" : "bestmove " + to_uci(moves[0]);
}

/// From the surest to the dearest: the book, tables, and then the search. With limited strength no
/// tables are asked, since they play perfectly at any strength.
std::string UciProtocol::find_move(const Game& game, const SearchLimits& limits, bool from_book) {
  if (from_book) {
    const BookChoice choice = options_.best_book_move ? BookChoice::Best : BookChoice::Weighted;
    const auto move = book_->choose(game.position(), random_, choice);
    if (move) return "bestmove " + to_uci(*move);
  }
  const bool with_tables = tables_ && !options_.limit_strength;
  if (with_tables) tables_->get_ready_for(game.position());
  engine_.set_tables(with_tables ? &tables_->probe() : nullptr);
  InfoWriter writer(output_, options_.show_wdl);
  const SearchResult result = engine_.run(game, limits, &writer);
  if (with_tables) tables_->tell_faults();
  if (!result.best) {
    return fmt::format("info depth 0 score {}\nbestmove (none)", score_text(result.value));
  }
  std::string line = "bestmove " + to_uci(*result.best);
  if (result.ponder) line += " ponder " + to_uci(*result.ponder);
  return line;
}

/// The same as lucena::perft, but it can be stopped.
std::uint64_t UciProtocol::count_nodes(const Position& position, unsigned depth) const {
  constexpr unsigned kSoonDone = 4;  // plies: some million nodes, which take milliseconds
  if (depth <= kSoonDone) return lucena::perft(position, depth);
  std::uint64_t nodes = 0;
  for (const Move move : legal_moves(position)) {
    if (stopping_) break;
    nodes += count_nodes(position.after(move), depth - 1);
  }
  return nodes;
}

/// By first move, as other engines print it, so that outputs can be compared. What was stopped has
/// no count: a part of one could be taken for all of it.
void UciProtocol::perft(unsigned depth) {
  end_work();
  start(Work::Count, [this, position = game_.position(), depth]() -> std::string {
    std::uint64_t total = depth == 0 ? 1 : 0;
    for (const Move move : legal_moves(position)) {
      if (depth == 0) break;
      const std::uint64_t nodes = count_nodes(position.after(move), depth - 1);
      if (stopping_) return "info string perft was stopped and has no count";
      output_.write(fmt::format("{}: {}", to_uci(move), nodes));
      total += nodes;
    }
    return fmt::format("\nNodes searched: {}", total);
  });
}

void UciProtocol::bench(Words words) {
  constexpr int kDeepest = 30;
  const auto depth = words.empty() ? int{kBenchDepth} : parse_number<int>(words.front(), kDeepest);
  if (!depth || *depth == 0) {
    comment(fmt::format("'bench' takes a depth from 1 to {}", kDeepest));
    return;
  }
  end_work();
  start(Work::Count, [this, depth = *depth]() -> std::string {
    const BenchResult result = run_bench(depth, kBenchHashBytes, 1, &stopping_);
    if (stopping_) return "info string bench was stopped and has no result";
    return fmt::format("nodes {} nps {}", result.nodes, result.nodes_a_second());
  });
}

}  // namespace lucena
