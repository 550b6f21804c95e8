// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/tree_search.h"

#include <algorithm>
#include <cmath>

#include "chess/legal_moves.h"
#include "engine/static_exchange.h"
#include "engine/table_probe.h"

namespace lucena {

/// A position that is being searched.
struct TreeSearch::Node {
  const Position& position;
  Value alpha, beta;
  int depth, ply;
  bool in_check;
  bool expected_cut;  // a move that fails high is expected
  bool pv = beta - alpha > 1;
  std::optional<TableEntry> entry = {};
  Value evaluation = kNoEvaluation;
  bool improving = false;  // better off than two plies ago
};

namespace {

/// Plies to take off a late move, by depth and number of the move: 2 for the tenth at depth 8, 5
/// for the thirtieth at depth 20. Logarithms, because the order is a guess that gets worse slowly.
int base_reduction(int depth, int number) {
  static const auto kReductions = [] {
    std::array<std::array<std::uint8_t, 64>, 64> table{};
    for (std::size_t d = 1; d < 64; ++d) {
      for (std::size_t n = 1; n < 64; ++n) {
        const double plies = 0.6 + std::log(d) * std::log(n) / 2.2;
        table[d][n] = static_cast<std::uint8_t>(plies);
      }
    }
    return table;
  }();
  return kReductions[std::min(depth, 63)][std::min(number, 63)];
}

/// What corrections of the evaluation are counted in: so many of them are a centipawn.
constexpr int kCorrectionUnit = 256;

/// Mates and sure wins are stored by their distance from the position, since it may be reached by
/// another way. A mate in 10 plies from the root, found at ply 7, is one in 3 from there: 31990 is
/// stored as 31997, and found again at ply 5 it is 31992, a mate in 8.
Value to_table(Value value, int ply) {
  if (!is_decided(value)) return value;
  return value > 0 ? value + ply : value - ply;
}
Value from_table(Value value, int ply) {
  return to_table(value, -ply);
}

/// Whether a bound settles the question if the window is this.
bool decides(Bound bound, Value value, Value alpha, Value beta) {
  if (bound == Bound::Exact) return true;
  return bound == Bound::Lower ? value >= beta : bound == Bound::Upper && value <= alpha;
}

/// Whether neither king is bare. Against a bare king every quiet move may be the right one.
bool both_have_men(const Position& position) {
  return position.men_of(Color::White).more_than_one() &&
         position.men_of(Color::Black).more_than_one();
}

/// Whether the side to move has at least two pieces besides the king, so that some move does no
/// harm as a rule.
bool zugzwang_is_rare(const Position& position) {
  const Bitboard own = position.men_of(position.side_to_move());
  return (own - position.men_of(PieceType::Pawn)).count() > 2;
}

/// Whether the man gives check from where it goes; discovered checks are not seen.
bool checks_directly(const Position& position, Move move) {
  const Color us = position.side_to_move();
  const Square king = position.king(opposite(us));
  const PieceType type =
      move.kind() == MoveKind::Promotion ? move.promoted() : position.type_at(move.from());
  if (type == PieceType::Pawn) return pawn_attacks(us, move.to()).contains(king);
  if (type == PieceType::King) return false;
  const Bitboard occupied = position.occupied() - Bitboard(move.from());
  return piece_attacks(type, move.to(), occupied).contains(king);
}

}  // namespace

TreeSearch::TreeSearch(SharedSearch shared, bool leader)
    : shared_(shared), leader_(leader), lines_(kMostPlies + 1) {}

void TreeSearch::set_root(const Game& game, std::vector<RootMove> moves) {
  root_ = game.position();
  root_moves_ = std::move(moves);
  keys_.clear();
  // The game has no list of its positions' keys; only what is left of the clock can repeat.
  Position position = game.start();
  keys_.push_back(position.key());
  for (const Move move : game.moves()) {
    position.make(move);
    keys_.push_back(position.key());
  }
  root_place_ = keys_.size() - 1;
  keys_.reserve(keys_.size() + kMostPlies + 8);
  for (Frame& frame : frames_) frame = Frame();
  null_move_free_until_ = 0;
  frame(0).reversible =
      static_cast<int>(std::min<std::size_t>(position.halfmove_clock(), root_place_));
  nodes_.store(0, std::memory_order_relaxed);
  table_hits_.store(0, std::memory_order_relaxed);
}

/// The clock need not be looked at more often than it matters: every 512th node is every half
/// millisecond, at a million nodes a second.
bool TreeSearch::count_node() {
  const std::uint64_t count = nodes() + 1;
  nodes_.store(count, std::memory_order_relaxed);
  if (count >= shared_.rule.node_limit()) shared_.rule.stop();
  if (leader_ && (count & 511) == 0) shared_.rule.look_at_clock();
  return !shared_.rule.stopped();
}

/// Both sides have to go and to come back, so no position repeats before the fourth ply; from then
/// on every second one has the same side to move. Captures and pawn moves end the way back.
bool TreeSearch::is_repetition(const Position& position, int ply) const {
  const std::size_t reach = frame(ply).reversible;
  const std::size_t last = keys_.size() - 1;
  bool seen_in_game = false;
  for (std::size_t back = 4; back <= reach; back += 2) {
    if (keys_[last - back] != position.key()) continue;
    // Inside the search once is enough: what was good the first time is no better the second.
    if (last - back >= root_place_ || seen_in_game) return true;
    seen_in_game = true;
  }
  return false;
}

bool TreeSearch::is_draw(const Position& position, bool in_check, int ply) const {
  if (position.halfmove_clock() >= Game::kFiftyMovesPlies) {
    // A mate on the board counts even on the hundredth ply.
    if (!in_check || has_legal_move(position)) return true;
  }
  return is_repetition(position, ply) || position.insufficient_material();
}

/// Makes a move known to whoever looks back: repetitions by key, histories by man and square.
void TreeSearch::enter(const Position& next, int ply, std::optional<ManMove> moved) {
  frame(ply).moved = moved;
  // Nothing before a skipped move can be repeated after it.
  frame(ply + 1).reversible =
      moved ? std::min<int>(frame(ply).reversible + 1, next.halfmove_clock()) : 0;
  keys_.push_back(next.key());
}

/// The best line from here is the move and the best line after it.
void TreeSearch::extend_line(int ply, Move move) {
  Line& line = lines_[ply];
  const Line& rest = lines_[ply + 1];
  line.moves[0] = move.bits();
  line.size = std::min(rest.size + 1, kMostPlies);
  std::copy_n(rest.moves.begin(), line.size - 1, line.moves.begin() + 1);
}

OrderingHints TreeSearch::hints_for(const Node& node) {
  OrderingHints hints;
  if (node.entry) hints.hash_move = node.entry->move;
  const Frame& here = frame(node.ply);
  hints.before = {frame(node.ply - 1).moved, frame(node.ply - 2).moved};
  if (shared_.techniques.killers_and_history) {
    hints.killers = here.killers;
    if (hints.before[0]) hints.counter_move = history_.counter_move(*hints.before[0]);
  }
  return hints;
}

int TreeSearch::history_of(const Node& node, Move move) {
  int score = history_.quiet(node.position.side_to_move(), move).value();
  const ManMove now = ManMove::of(node.position, move);
  for (const int back : {1, 2}) {
    const std::optional<ManMove>& before = frame(node.ply - back).moved;
    if (before) score += history_.follow_up(*before, now).value();
  }
  return score;
}

/// What the hash table settles at once. Where it does not, its entry stays with the node for its
/// move and its evaluation.
std::optional<Value> TreeSearch::from_hash_table(Node& node) {
  if (!shared_.techniques.hash_table || frame(node.ply).excluded) return {};
  node.entry = shared_.table.find(node.position.key());
  if (!node.entry) return {};
  node.entry->value = from_table(node.entry->value, node.ply);
  if (node.pv || node.entry->depth < node.depth) return {};
  // Near the end of the fifty moves an old value may not know how near it is, and a mate that was
  // found with another clock may come too late.
  const int clock = static_cast<int>(node.position.halfmove_clock());
  const Value value = node.entry->value;
  const bool late = is_mate(value) && clock + plies_to_mate(value) - node.ply > int{kClockLimit};
  if (clock >= 90 || late || !decides(node.entry->bound, value, node.alpha, node.beta)) return {};
  return value;
}

std::optional<Value> TreeSearch::from_tables(const Node& node) {
  if (shared_.tables == nullptr || frame(node.ply).excluded) return {};
  const auto value = shared_.tables->value(node.position, node.ply);
  if (!value) return {};
  table_hits_.store(table_hits() + 1, std::memory_order_relaxed);
  return value;
}

void TreeSearch::evaluate(Node& node) {
  Frame& here = frame(node.ply);
  if (node.in_check) {
    here.evaluation = here.raw_evaluation = kNoEvaluation;
    return;
  }
  const bool known = node.entry && node.entry->evaluation != kNoEvaluation;
  here.raw_evaluation = known ? node.entry->evaluation : evaluator_.evaluate(node.position);
  Value raw = here.raw_evaluation;
  if (shared_.techniques.killers_and_history && both_have_men(node.position)) {
    raw += history_.correction(node.position).value() / kCorrectionUnit;
  }
  here.evaluation = node.evaluation = raw;
  const Value before = frame(node.ply - 2).evaluation;
  node.improving = before != kNoEvaluation && raw > before;
  // A value from an earlier search is better than an evaluation, if it points the right way.
  if (node.entry && !is_decided(node.entry->value)) {
    const Value value = node.entry->value;
    const Bound bound = node.entry->bound;
    if (bound == Bound::Exact || (bound == Bound::Lower && value > raw) ||
        (bound == Bound::Upper && value < raw)) {
      node.evaluation = value;
    }
  }
}

/// Gives a node up before any move is searched. So far ahead that even a good answer leaves it
/// above beta: 80 centipawns for each ply, and if things are getting better anyway, 60 less.
std::optional<Value> TreeSearch::prune_node(Node& node) {
  if (node.pv || node.in_check || frame(node.ply).excluded || is_decided(node.beta)) return {};
  if (!both_have_men(node.position)) return {};
  if (shared_.techniques.futility) {
    const Value margin = 80 * node.depth - (node.improving ? 60 : 0);
    // A value from the hash table must not do here: it might never be looked into again.
    const Value evaluation = std::min(node.evaluation, frame(node.ply).evaluation);
    if (node.depth <= 7 && evaluation - margin >= node.beta && zugzwang_is_rare(node.position)) {
      return evaluation;
    }
    // So far behind that only a capture could help: see whether one does.
    if (node.depth <= 3 && node.evaluation + 220 * node.depth <= node.alpha) {
      const Value value =
          quiescence(node.position, false, node.alpha, node.alpha + 1, node.ply, true);
      if (value <= node.alpha) return value;
    }
  }
  return null_move(node);
}

/// If the opponent may move twice in a row and it is still too good for him, it will be with a move
/// of ours as well. Not where any move would do harm, and never twice in a row. At depth 8 and 250
/// centipawns above beta it is searched 3 + 2 + 1 plies less deeply.
std::optional<Value> TreeSearch::null_move(Node& node) {
  const bool worth_trying = shared_.techniques.null_move && node.depth >= 3 &&
                            node.evaluation >= node.beta && frame(node.ply - 1).moved &&
                            zugzwang_is_rare(node.position) && node.ply >= null_move_free_until_;
  if (!worth_trying) return {};
  const int reduction = 3 + node.depth / 4 + std::min(3, (node.evaluation - node.beta) / 200);
  const Position next = node.position.after_passing();
  shared_.table.prefetch(next.key());
  enter(next, node.ply, {});
  const Value value = -search(next, false, -node.beta, -node.beta + 1, node.depth - reduction,
                              node.ply + 1, !node.expected_cut);
  leave();
  if (shared_.rule.stopped()) return kDrawValue;
  if (value < node.beta) return {};
  const Value bound = is_decided(value) ? node.beta : value;
  if (node.depth < 10) return bound;
  // Deep cut-offs are verified without null moves.
  const int before = null_move_free_until_;
  null_move_free_until_ = node.ply + 3 * (node.depth - reduction) / 4;
  const Value verified = search(node.position, false, node.beta - 1, node.beta,
                                node.depth - reduction, node.ply, false);
  null_move_free_until_ = before;
  if (verified >= node.beta) return bound;
  return {};
}

/// One position, from what is cheapest to know to what is dearest. The value is exact if it is
/// between alpha and beta; below, it is no less than the true one, and above, no more.
Value TreeSearch::search(const Position& position, bool in_check, Value alpha, Value beta,
                         int depth, int ply, bool expected_cut) {
  if (depth <= 0) return quiescence(position, in_check, alpha, beta, ply, true);
  lines_[ply].size = 0;
  if (!count_node()) return kDrawValue;
  selective_depth_ = std::max(selective_depth_, ply + 1);
  if (is_draw(position, in_check, ply)) return kDrawValue;
  if (ply >= kMostPlies - 1) return in_check ? kDrawValue : evaluator_.evaluate(position);
  // A shorter mate than one that is known already is all that could matter.
  alpha = std::max(alpha, mated_in(ply));
  beta = std::min(beta, mate_in(ply + 1));
  if (alpha >= beta) return alpha;

  Node node{position, alpha, beta, depth, ply, in_check, expected_cut};
  if (const auto value = from_hash_table(node)) return *value;
  if (const auto value = from_tables(node)) return *value;
  evaluate(node);
  if (const auto value = prune_node(node)) return *value;
  const bool unknown = shared_.techniques.hash_table && (!node.entry || !node.entry->move);
  if (shared_.techniques.internal_reductions && unknown && !frame(ply).excluded &&
      node.depth >= 5 && (node.pv || node.expected_cut)) {
    --node.depth;
  }
  return search_moves(node);
}

/// Near the leaves moves are left out: quiet ones once 3 + depth^2 have been searched, or half of
/// that if things get worse, quiet ones that cannot make up for what is missing, and those that
/// lose more by exchange than the depth is worth.
bool TreeSearch::skip_move(const Node& node, Move move, bool quiet, int searched) const {
  const Techniques& techniques = shared_.techniques;
  if (quiet) {
    const bool late = techniques.late_move_pruning && node.depth <= 8 &&
                      searched >= (3 + node.depth * node.depth) / (node.improving ? 1 : 2);
    const bool futile = techniques.futility && node.depth <= 6 && !node.in_check &&
                        node.evaluation + 90 + 85 * node.depth <= node.alpha;
    // A check may mate.
    if ((late || futile) && !checks_directly(node.position, move)) return true;
  }
  if (!techniques.exchange_pruning || node.depth > 7) return false;
  const Value most_lost = quiet ? -25 * node.depth * node.depth : -95 * node.depth;
  return !exchange_gains(node.position, move, most_lost);
}

/// The hash move is extended if everything else fails well below its value. If even another move
/// fails high, the node does, which `cut` then says.
int TreeSearch::extension_of(Node& node, Move move, std::optional<Value>& cut) {
  Frame& here = frame(node.ply);
  const bool candidate = shared_.techniques.singular_extensions && node.depth >= 7 &&
                         !here.excluded && node.entry && node.entry->move == move &&
                         node.entry->bound != Bound::Upper && node.entry->depth >= node.depth - 3 &&
                         !is_decided(node.entry->value) && node.ply < 2 * root_depth_;
  if (!candidate) return 0;
  const Value target = node.entry->value - 2 * node.depth;
  here.excluded = move;
  const Value value = search(node.position, node.in_check, target - 1, target, (node.depth - 1) / 2,
                             node.ply, node.expected_cut);
  here.excluded.reset();
  if (value < target) return 1;
  if (target >= node.beta) cut = target;
  return node.entry->value >= node.beta ? -1 : 0;
}

/// Less for what is likely to be good (killers, good history, checks, the principal variation),
/// more where another move is expected to be enough, or where things get worse.
int TreeSearch::reduction_of(const Node& node, Move move, bool quiet, bool gives_check,
                             int searched) {
  if (!shared_.techniques.late_move_reductions || node.depth < 3 || searched < (node.pv ? 3 : 2)) {
    return 0;
  }
  int reduction = base_reduction(node.depth, searched);
  if (quiet) {
    reduction += node.expected_cut;
    reduction += !node.improving;
    const Frame& here = frame(node.ply);
    const bool killer = move == here.killers[0] || move == here.killers[1];
    reduction -= killer;
    reduction -= std::clamp(history_of(node, move) / 9000, -2, 2);
  } else {
    reduction /= 2;
  }
  reduction -= node.pv;
  reduction -= gives_check || node.in_check;
  return std::clamp(reduction, 0, node.depth - 2);
}

/// A move's value for the mover: with a null window unless it is the first one of the principal
/// variation, and with less depth if it comes late; more of both if that finds it good.
Value TreeSearch::search_move(const Node& node, Move move, Value alpha, int extension, bool quiet,
                              int searched) {
  const Position next = node.position.after(move);
  shared_.table.prefetch(next.key());
  const bool gives_check = next.in_check();
  if (extension == 0 && gives_check && node.depth <= 2 && shared_.techniques.check_extensions &&
      node.ply < 2 * root_depth_ && exchange_gains(node.position, move, 0)) {
    extension = 1;
  }
  const int depth = node.depth - 1 + extension;
  const int reduction = reduction_of(node, move, quiet, gives_check, searched);
  enter(next, node.ply, ManMove::of(node.position, move));
  Value value = -kInfiniteValue;
  const int below = node.ply + 1;
  if (reduction > 0) {
    value = -search(next, gives_check, -alpha - 1, -alpha, depth - reduction, below, true);
  }
  const bool again = reduction == 0 || value > alpha;
  if (again && (!node.pv || searched > 0)) {
    value = -search(next, gives_check, -alpha - 1, -alpha, depth, below, !node.expected_cut);
  }
  if (node.pv && (searched == 0 || (value > alpha && value < node.beta))) {
    value = -search(next, gives_check, -node.beta, -alpha, depth, below, false);
  }
  leave();
  return value;
}

/// Alpha-beta proper. Moves that were searched in vain are remembered, to be held responsible once
/// one is found that was better.
Value TreeSearch::search_moves(Node& node) {
  History* history = shared_.techniques.killers_and_history ? &history_ : nullptr;
  MovePicker picker(node.position, hints_for(node), history, MovePicker::Kind::All);
  const std::optional<Move> excluded = frame(node.ply).excluded;
  frame(node.ply + 2).killers = {};
  Value best = -kInfiniteValue, alpha = node.alpha;
  std::optional<Move> best_move;
  Tried quiets, captures;
  int searched = 0;
  while (const auto move = picker.next()) {
    if (move == excluded) continue;
    const bool quiet = is_quiet(node.position, *move);
    const bool may_skip = best > -kLeastSureWinValue && both_have_men(node.position);
    if (may_skip && skip_move(node, *move, quiet, searched)) continue;
    std::optional<Value> cut;
    const int extension = extension_of(node, *move, cut);
    if (cut) return *cut;
    const Value value = search_move(node, *move, alpha, extension, quiet, searched);
    if (shared_.rule.stopped()) return kDrawValue;
    ++searched;
    if (value > best) {
      best = value;
      if (value > alpha) {
        alpha = value;
        best_move = move;
        if (node.pv) extend_line(node.ply, *move);
        if (value >= node.beta) break;
      }
    }
    (quiet ? quiets : captures).add(*move);
  }
  if (picker.empty()) return node.in_check ? mated_in(node.ply) : kDrawValue;
  if (searched == 0) return node.alpha;  // the excluded move is the only one
  if (best_move) reward(node, *best_move, quiets, captures);
  const Bound bound = best >= node.beta ? Bound::Lower : best_move ? Bound::Exact : Bound::Upper;
  if (!excluded) {
    store(node, best, best_move, bound);
    correct(node, best, best_move, bound);
  }
  return best;
}

/// Where the search disagrees with the evaluation, and its value is no bound that allows both.
void TreeSearch::correct(const Node& node, Value value, std::optional<Move> move, Bound bound) {
  const Value evaluation = frame(node.ply).evaluation;
  const bool tactical =
      node.in_check || is_decided(value) || (move && !is_quiet(node.position, *move));
  if (tactical || !shared_.techniques.killers_and_history) return;
  if (bound == Bound::Lower && value <= evaluation) return;
  if (bound == Bound::Upper && value >= evaluation) return;
  const int bonus = std::clamp((value - evaluation) * node.depth * 8, -4096, 4096);
  history_.correction(node.position).add(bonus);
}

void TreeSearch::store(const Node& node, Value value, std::optional<Move> move, Bound bound) {
  if (!shared_.techniques.hash_table) return;
  shared_.table.store(node.position.key(), {move, to_table(value, node.ply),
                                            frame(node.ply).raw_evaluation, node.depth, bound});
}

/// The move that was best gets as much as those before it lose, which were tried in vain. More for
/// deep searches, which are rare and know better, up to a limit reached at depth 12.
void TreeSearch::reward(const Node& node, Move best, const Tried& quiets, const Tried& captures) {
  if (!shared_.techniques.killers_and_history) return;
  const Position& position = node.position;
  const int bonus = std::min(160 * node.depth - 60, 1800);
  const auto change_quiet = [&](Move move, int by) {
    history_.quiet(position.side_to_move(), move).add(by);
    const ManMove now = ManMove::of(position, move);
    for (const int back : {1, 2}) {
      const std::optional<ManMove>& before = frame(node.ply - back).moved;
      if (before) history_.follow_up(*before, now).add(by);
    }
  };
  const auto change_capture = [&](Move move, int by) {
    const PieceType victim =
        position.occupied().contains(move.to()) ? position.type_at(move.to()) : PieceType::Pawn;
    history_.capture(ManMove::of(position, move), victim).add(by);
  };
  if (is_quiet(position, best)) {
    Frame& here = frame(node.ply);
    if (here.killers[0] != best) here.killers = {best, here.killers[0]};
    if (const auto& before = frame(node.ply - 1).moved) history_.counter_move(*before) = best;
    change_quiet(best, bonus);
    for (std::size_t i = 0; i < quiets.count; ++i) {
      const Move move = Move::from_bits(quiets.moves[i]);
      if (move != best) change_quiet(move, -bonus);
    }
  } else {
    change_capture(best, bonus);
  }
  for (std::size_t i = 0; i < captures.count; ++i) {
    const Move move = Move::from_bits(captures.moves[i]);
    if (move != best) change_capture(move, -bonus);
  }
}

bool TreeSearch::is_hopeless(const Node& node, Move move, Value alpha, Value& best) {
  if (is_quiet(node.position, move)) return !exchange_gains(node.position, move, 0);
  if (move.kind() != MoveKind::Ordinary) return false;
  // Even the whole victim and a bit would not be enough.
  const Value most = node.evaluation + exchange_value(node.position.type_at(move.to())) + 180;
  if (most > alpha) return false;
  best = std::max(best, most);
  return true;
}

/// An evaluation means nothing while captures hang in the air, so these are played out first.
/// Nobody has to capture: not to move any more is worth the evaluation, except in check, where all
/// evasions are looked at.
Value TreeSearch::quiescence(const Position& position, bool in_check, Value alpha, Value beta,
                             int ply, bool first) {
  lines_[ply].size = 0;
  if (!count_node()) return kDrawValue;
  selective_depth_ = std::max(selective_depth_, ply + 1);
  if (is_draw(position, in_check, ply)) return kDrawValue;
  if (ply >= kMostPlies - 1) return in_check ? kDrawValue : evaluator_.evaluate(position);
  Node node{position, alpha, beta, 0, ply, in_check, false};
  if (const auto value = from_hash_table(node)) return *value;
  evaluate(node);
  Value best = in_check ? -kInfiniteValue : node.evaluation;
  if (best >= beta) return best;
  alpha = std::max(alpha, best);

  History* history = shared_.techniques.killers_and_history ? &history_ : nullptr;
  using Kind = MovePicker::Kind;
  const Kind quiet_kind = first ? Kind::CapturesAndChecks : Kind::CapturesAndPromotions;
  MovePicker picker(position, hints_for(node), history, in_check ? Kind::All : quiet_kind);
  std::optional<Move> best_move;
  while (const auto move = picker.next()) {
    if (best > -kLeastSureWinValue) {
      if (picker.at_losing_moves()) break;
      if (!in_check && is_hopeless(node, *move, alpha, best)) continue;
    }
    const Position next = position.after(*move);
    shared_.table.prefetch(next.key());
    enter(next, ply, ManMove::of(position, *move));
    const Value value = -quiescence(next, next.in_check(), -beta, -alpha, ply + 1, false);
    leave();
    if (shared_.rule.stopped()) return kDrawValue;
    if (value <= best) continue;
    best = value;
    if (value <= alpha) continue;
    alpha = value;
    best_move = move;
    if (node.pv) extend_line(ply, *move);
    if (value >= beta) break;
  }
  if (in_check && picker.empty()) return mated_in(ply);
  store(node, best, best_move, best >= beta ? Bound::Lower : Bound::Upper);
  return best;
}

/// Like search_moves(), but nothing is skipped, and every move that is better than those before has
/// its whole line kept.
Value TreeSearch::search_root(Value alpha, Value beta, int depth, std::size_t first) {
  root_depth_ = depth;
  selective_depth_ = 0;
  Node node{*root_, alpha, beta, depth, 0, root_->in_check(), false};
  node.pv = true;
  if (shared_.techniques.hash_table) node.entry = shared_.table.find(root_->key());
  evaluate(node);
  Value best = -kInfiniteValue;
  int searched = 0;
  for (std::size_t i = first; i < root_moves_.size(); ++i) {
    RootMove& root_move = root_moves_[i];
    const bool quiet = is_quiet(*root_, root_move.move);
    selective_depth_ = 0;
    const Value value = search_move(node, root_move.move, alpha, 0, quiet, searched);
    if (shared_.rule.stopped()) return best;
    ++searched;
    root_move.value = -kInfiniteValue;
    if (searched == 1 || value > alpha) {
      root_move.value = value;
      root_move.selective_depth = selective_depth_;
      const Line& rest = lines_[1];
      root_move.line = {root_move.move};
      for (int k = 0; k < rest.size; ++k) {
        root_move.line.push_back(Move::from_bits(rest.moves[k]));
      }
    }
    if (value > best) {
      best = value;
      alpha = std::max(alpha, value);
      if (value >= beta) break;
    }
  }
  return best;
}

}  // namespace lucena
