// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/engine.h"

#include <algorithm>
#include <new>

#include "base/buffer.h"
#include "chess/legal_moves.h"
#include "engine/table_probe.h"
#include "oracle/forecast.h"
#include "oracle/play_line.h"

namespace lucena {
namespace {

/// The wanted moves in their order, each once, if they are legal; all legal ones if none of them
/// is.
std::vector<RootMove> root_moves(const Position& position, const std::vector<Move>& wanted) {
  const MoveList legal = legal_moves(position);
  std::vector<RootMove> moves;
  for (const Move move : wanted) {
    const bool given = std::any_of(moves.begin(), moves.end(),
                                   [&](const RootMove& other) { return other.move == move; });
    if (!given && std::find(legal.begin(), legal.end(), move) != legal.end()) {
      moves.push_back({.move = move, .line = {move}});
    }
  }
  if (!moves.empty()) return moves;
  for (const Move move : legal) moves.push_back({.move = move, .line = {move}});
  return moves;
}

/// Whether a certain mate by the best move is that of the position. The loser may have another move
/// that is mate sooner without the 50-move rule, but perhaps later with it.
bool best_is_certain(const Answer& answer) {
  return answer.outcome != Outcome::Loss || answer.mate_is_certain;
}

}  // namespace

Engine::Engine(Options options) : options_(options), table_(options.hash_bytes) {
  make_threads();
}

Engine::~Engine() = default;

/// The first tree is the leader's, who looks at the clock.
std::unique_ptr<TreeSearch> Engine::new_tree() {
  const SharedSearch shared{table_, rule_, tables_, options_.techniques};
  return std::make_unique<TreeSearch>(shared, trees_.empty());
}

/// A tree keeps what it has learnt about moves, so that new ones begin with nothing. If there is no
/// memory for as many threads as wanted, three quarters of them are tried, and so on.
void Engine::make_threads() {
  pool_.reset();
  trees_.clear();
  trees_.push_back(new_tree());
  unsigned wanted = std::max(options_.threads, 1u);
  while (!add_helpers(wanted)) {
    if (pool_) wanted = pool_->threads();
    wanted = wanted * 3 / 4;
    trees_.resize(1);
  }
}

/// Whether there is memory for so many threads, or for those of them that the system starts. Each
/// takes a stack and a tree, and something must be left to search with.
bool Engine::add_helpers(unsigned threads) {
  constexpr std::size_t kLeftBytes = std::size_t{1} << 25;
  try {
    pool_.emplace(threads);
    while (trees_.size() < pool_->threads()) trees_.push_back(new_tree());
    if (threads > 1) const Buffer<std::byte> is_left(kLeftBytes);
    return true;
  } catch (const std::bad_alloc&) {
    return false;
  }
}

void Engine::set_options(const Options& options) {
  if (options.hash_bytes != options_.hash_bytes) table_.resize(options.hash_bytes);
  options_ = options;
  make_threads();
}

void Engine::set_tables(const TableProbe* tables) {
  tables_ = tables;
  for (const auto& tree : trees_) tree->set_tables(tables);
}

void Engine::forget_everything() {
  table_.clear();
  for (const auto& tree : trees_) tree->forget();
}

void Engine::prepare(const SearchLimits& limits) {
  rule_.start(limits, options_.overhead, static_cast<unsigned>(trees_.size()));
}

/// The mutex keeps the word from getting lost between a waiter's look at the rule and its sleep.
void Engine::stop() {
  const std::lock_guard lock(mutex_);
  rule_.order_stop();
  changed_.notify_all();
}

void Engine::ponder_hit() {
  const std::lock_guard lock(mutex_);
  rule_.start_clock();
  changed_.notify_all();
}

std::uint64_t Engine::nodes() const {
  std::uint64_t sum = 0;
  for (const auto& tree : trees_) sum += tree->nodes();
  return sum;
}

std::uint64_t Engine::table_hits() const {
  std::uint64_t sum = 0;
  for (const auto& tree : trees_) sum += tree->table_hits();
  return sum;
}

/// A search that has nothing left to do must not answer before it is asked to.
void Engine::wait_while_open_ended() {
  std::unique_lock lock(mutex_);
  changed_.wait(lock, [&] { return rule_.may_answer(); });
}

void Engine::report_lines(int depth, SearchObserver& observer) const {
  const std::vector<RootMove>& moves = trees_.front()->root_moves();
  for (std::size_t i = 0; i < std::min(options_.lines, moves.size()); ++i) {
    SearchReport report;
    report.depth = depth;
    report.selective_depth = moves[i].selective_depth;
    report.place = static_cast<unsigned>(i + 1);
    report.value = moves[i].value;
    report.nodes = nodes();
    report.table_hits = table_hits();
    report.permille_full = table_.permille_full();
    report.time = rule_.elapsed();
    report.line = moves[i].line;
    observer.report(report);
  }
}

/// From the surest to the least sure: no move at all, tables, search.
SearchResult Engine::run(const Game& game, const SearchLimits& limits, SearchObserver* observer) {
  std::vector<RootMove> moves = root_moves(game.position(), limits.root_moves);
  SearchResult result;
  if (moves.empty()) {
    result.value = game.position().in_check() ? mated_in(0) : kDrawValue;
  } else if (auto known = ask_tables(game, moves, observer)) {
    result = std::move(*known);
  } else {
    result = search_with_threads(game, limits, std::move(moves), observer);
  }
  wait_while_open_ended();
  return result;
}

/// A line of a hundred plies asks for a hundred answers, so that the clock is looked at; with six
/// men, where answers take longer and lines hundreds of plies, it is only begun.
std::vector<Move> Engine::table_line(const Position& position, Move first) {
  Game line(position);
  line.make(first);
  play_line(line, [&](const Game& so_far) -> std::optional<Move> {
    constexpr std::size_t kMostPliesOfSixMen = 40;
    rule_.look_at_clock();
    const bool is_long = so_far.moves().size() >= kMostPliesOfSixMen;
    if (rule_.stopped() || (is_long && is_large(Material::of(so_far.position())))) return {};
    const auto answer = tables_->answer(so_far.position());
    // A draw has no goal that the line could show.
    if (!answer || answer->outcome == Outcome::Draw) return {};
    return answer->moves.front().move;
  });
  return line.moves();
}

/// The answer has all moves, the best first; those that are wanted are reported in that order.
std::optional<SearchResult> Engine::ask_tables(const Game& game, const std::vector<RootMove>& moves,
                                               SearchObserver* observer) {
  if (tables_ == nullptr) return {};
  const auto answer = tables_->answer(game);
  if (!answer) return {};
  SearchReport report;
  report.depth = report.selective_depth = 1;
  report.table_hits = report.nodes = 1;
  std::optional<SearchResult> result;
  for (const GradedMove& graded : answer->moves) {
    const bool wanted = std::any_of(moves.begin(), moves.end(),
                                    [&](const RootMove& move) { return move.move == graded.move; });
    if (!wanted) continue;
    if (result && report.place >= options_.lines) break;
    if (result) ++report.place;
    const bool certain = graded.mate_is_certain && (result || best_is_certain(*answer));
    report.value = value_of(graded.outcome, graded.mate, certain, 0);
    report.line = table_line(game.position(), graded.move);
    report.time = rule_.elapsed();
    if (observer != nullptr) observer->report(report);
    if (result) continue;
    result.emplace();
    result->best = graded.move;
    result->value = report.value;
    result->line = report.line;
    if (report.line.size() > 1) result->ponder = report.line[1];
    result->depth = result->nodes = 1;
  }
  return result;
}

/// Memory that runs out in the middle ends the search, and what was found before counts.
int Engine::lead(const Deepening::Options& options, SearchObserver* observer) {
  // However the leader ends, nobody waits for helpers that search on.
  struct StopAtEnd {
    StopRule& rule;
    ~StopAtEnd() { rule.stop(); }
  } const stop_at_end{rule_};
  int depth = 0;
  try {
    Deepening leader(*trees_.front(), rule_, options_.techniques);
    depth = leader.run(options, [&](int finished) {
      if (observer != nullptr) report_lines(finished, *observer);
    });
  } catch (const std::bad_alloc&) {
    if (observer != nullptr) observer->warn("there is no memory to search any further");
  }
  // Before the helpers are told to stop, an open-ended search must have been ended from outside.
  wait_while_open_ended();
  return depth;
}

/// The others go on without a helper for whom there is no memory.
void Engine::help(std::size_t tree, Deepening::Options options) {
  options.helper = static_cast<unsigned>(tree);
  options.lines = 1;
  try {
    Deepening(*trees_[tree], rule_, options_.techniques).run(options, [](int) {});
  } catch (const std::bad_alloc&) {
  }
}

/// Helpers search the same root and share nothing but the hash table and the stop rule; only what
/// the leader finds is reported and played. Each tree is one call of a loop over the pool. Calls
/// begin in ascending order, so the leader's never waits for another one.
SearchResult Engine::search_with_threads(const Game& game, const SearchLimits& limits,
                                         std::vector<RootMove> moves, SearchObserver* observer) {
  table_.start_search();
  for (const auto& tree : trees_) tree->set_root(game, moves);
  const Deepening::Options options{limits.depth, options_.lines, limits.mate_moves, 0};
  int depth = 0;
  pool_->for_each(trees_.size(), [&](std::size_t tree, unsigned) {
    if (tree == 0) {
      depth = lead(options, observer);
    } else {
      help(tree, options);
    }
  });

  const RootMove& best = trees_.front()->root_moves().front();
  SearchResult result;
  result.best = best.move;
  result.line = best.line;
  if (best.line.size() > 1) result.ponder = best.line[1];
  result.value = best.value != -kInfiniteValue ? best.value : best.previous_value;
  result.depth = depth;
  result.nodes = nodes();
  return result;
}

}  // namespace lucena
