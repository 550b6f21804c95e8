// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <array>
#include <atomic>
#include <cstdint>
#include <optional>
#include <vector>

#include "chess/game.h"
#include "engine/evaluation.h"
#include "engine/history.h"
#include "engine/move_picker.h"
#include "engine/stop_rule.h"
#include "engine/techniques.h"
#include "engine/transposition_table.h"
#include "engine/value.h"

namespace lucena {

class TableProbe;

/// What the threads of a search have in common.
struct SharedSearch {
  TranspositionTable& table;
  StopRule& rule;
  const TableProbe* tables = nullptr;  // nothing if there are none to ask
  Techniques techniques = {};
};

/// A move at the root and what is known about it.
struct RootMove {
  Move move;
  Value value = -kInfiniteValue;  // of this iteration; -kInfiniteValue if it is not the best
  Value previous_value = -kInfiniteValue;
  int selective_depth = 0;
  std::vector<Move> line;  // the whole principal variation, this move first
};

/// Principal-variation search of one thread: alpha-beta with everything that Techniques names, and
/// a search of captures at the leaves. Every shortcut bets that a search would find what a rule of
/// thumb says, and the margins are the odds. They grow with the depth that is left, for the more
/// plies there are, the more can happen:
///
///     depth                                        1     2     3     4     5     6     7
///     node given up above beta + (80 a ply)       80   160   240   320   400   480   560
///     node handed to quiescence below alpha -    220   440   660     -     -     -     -
///     quiet move skipped below alpha -           175   260   345   430   515   600     -
///     quiet moves end after, getting better        4     7    12    19    28    39    52
///     quiet moves end after, otherwise             2     3     6     9    14    19    26
///     quiet move may lose by exchange             25   100   225   400   625   900  1225
///     capture may lose by exchange                95   190   285   380   475   570   665
///
/// In centipawns; quiet moves end after so many moves of any kind have been searched.
class TreeSearch {
 public:
  /// Only the leader looks at the clock.
  TreeSearch(SharedSearch shared, bool leader);

  /// A new root. What has been learnt about moves is kept.
  void set_root(const Game& game, std::vector<RootMove> moves);
  void set_tables(const TableProbe* tables) { shared_.tables = tables; }
  void forget() { history_.clear(); }

  /// Searches the root moves from `first` on. The best of them has its value and line afterwards;
  /// if the value is not inside the window it is a bound. Meaningless once the search is stopped.
  /// Alpha and beta in centipawns, the depth in plies.
  Value search_root(Value alpha, Value beta, int depth, std::size_t first);

  std::vector<RootMove>& root_moves() { return root_moves_; }
  std::uint64_t nodes() const { return nodes_.load(std::memory_order_relaxed); }
  std::uint64_t table_hits() const { return table_hits_.load(std::memory_order_relaxed); }

 private:
  /// What is known about one ply of the line that is being searched.
  struct Frame {
    std::array<std::optional<Move>, 2> killers;
    std::optional<ManMove> moved;
    std::optional<Move> excluded;
    Value evaluation = kNoEvaluation;      // corrected by what was learnt
    Value raw_evaluation = kNoEvaluation;  // as the evaluation has it
    int reversible = 0;                    // how many plies back a position could be repeated
  };
  struct Node;
  /// A principal variation from some ply on.
  struct Line {
    int size = 0;
    std::array<std::uint16_t, kMostPlies> moves;
  };
  /// Moves that have been searched without a cut-off.
  struct Tried {
    std::array<std::uint16_t, 64> moves;
    std::size_t count = 0;
    void add(Move move) {
      if (count < moves.size()) moves[count++] = move.bits();
    }
  };

  /// With a null window, beta = alpha + 1, the only question is whether the value is above alpha.
  /// `expected_cut` says that some move is expected to fail high, which makes reductions bolder.
  Value search(const Position& position, bool in_check, Value alpha, Value beta, int depth, int ply,
               bool expected_cut);
  /// Captures, evasions and, at the first ply, checks.
  Value quiescence(const Position& position, bool in_check, Value alpha, Value beta, int ply,
                   bool first);
  /// Whether a move that is no evasion cannot raise the value above alpha. A hopeless capture
  /// raises `best` to the most that it could have brought, so that the value stays a bound.
  static bool is_hopeless(const Node& node, Move move, Value alpha, Value& best);
  /// Nothing in nodes of the principal variation, whose line would end there.
  std::optional<Value> from_hash_table(Node& node);
  std::optional<Value> from_tables(const Node& node);
  void evaluate(Node& node);
  /// Never in check, where there is no evaluation to compare, nor near mates, which no margin
  /// measures.
  std::optional<Value> prune_node(Node& node);
  /// A reduction of 3 plies, a quarter of the depth, and one more for each 200 centipawns above
  /// beta up to three. Cut-offs from depth 10 on are verified by a search that allows no null moves
  /// at first.
  std::optional<Value> null_move(Node& node);
  Value search_moves(Node& node);
  bool skip_move(const Node& node, Move move, bool quiet, int searched) const;
  /// The hash move is excluded and everything else searched to half the depth against its value
  /// less two centipawns a ply. If all of it fails, the move is singular and gets a ply more.
  int extension_of(Node& node, Move move, std::optional<Value>& cut);
  /// From the table of logarithms, then up or down by a ply for each sign: history counts a ply for
  /// each 9000 of its score, up to two.
  int reduction_of(const Node& node, Move move, bool quiet, bool gives_check, int searched);
  Value search_move(const Node& node, Move move, Value alpha, int extension, bool quiet,
                    int searched);
  /// 100 at depth 1, 160 more for each ply, 1800 at most.
  void reward(const Node& node, Move best, const Tried& quiets, const Tried& captures);
  /// By 8 for each ply of depth and centipawn of difference, 4096 at most; 256 of it are a
  /// centipawn, so that corrections stay within 64.
  void correct(const Node& node, Value value, std::optional<Move> move, Bound bound);
  void store(const Node& node, Value value, std::optional<Move> move, Bound bound);

  bool is_draw(const Position& position, bool in_check, int ply) const;
  bool is_repetition(const Position& position, int ply) const;
  /// What is handed to the MovePicker.
  OrderingHints hints_for(const Node& node);
  void extend_line(int ply, Move move);
  void enter(const Position& next, int ply, std::optional<ManMove> moved);
  void leave() { keys_.pop_back(); }
  /// Counts a node; whether the search goes on.
  bool count_node();
  /// Plies count from -2, so that looking back two of them needs no question at the root.
  Frame& frame(int ply) { return frames_[ply + 2]; }
  const Frame& frame(int ply) const { return frames_[ply + 2]; }
  int history_of(const Node& node, Move move);

  SharedSearch shared_;
  const bool leader_;
  std::optional<Position> root_;
  std::vector<RootMove> root_moves_;
  std::vector<std::uint64_t> keys_;  // of the game and of the line that is being searched
  /// Positions before it are the game's, and count as repeated only the third time.
  std::size_t root_place_ = 0;  // of the root in keys_
  std::array<Frame, kMostPlies + 5> frames_;
  std::vector<Line> lines_;
  int root_depth_ = 0;
  int selective_depth_ = 0;
  int null_move_free_until_ = 0;
  History history_;
  Evaluator evaluator_;
  std::atomic<std::uint64_t> nodes_{0};
  std::atomic<std::uint64_t> table_hits_{0};
};

}  // namespace lucena
