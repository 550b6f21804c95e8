// SPDX-License-Identifier: GPL-3.0-or-later
#include "console/forced_loss.h"

#include <algorithm>
#include <unordered_map>
#include <vector>

#include "chess/legal_moves.h"

namespace lucena {
namespace {

/// A move inside the ending: what captures and promotions lead to is another ending.
bool stays(const Position& position, Move move) {
  return !position.is_capture(move) && move.kind() != MoveKind::Promotion;
}

/// What the weaker side can force against the stronger one within so many plies: a capture that
/// does not lose or, if stalemates count, a stalemate. The definitions of UnwonCounts, one position
/// at a time. "No" means that it was not found, be it for want of plies or of patience.
class ForcedLoss {
 public:
  ForcedLoss(const Prober& prober, Color stronger, bool with_stalemates)
      : prober_(prober), stronger_(stronger), with_stalemates_(with_stalemates) {}

  /// The position is not won for the stronger side.
  Result<bool, TableFault> is_forced(const Position& position, unsigned plies) {
    const auto found = known_.find(position.key());
    if (found != known_.end() && plies >= found->second.forced_within) return true;
    if (found != known_.end() && plies <= found->second.not_found_within) return false;
    const auto forced = search(position, plies);
    if (!forced) return forced.error();
    Known& known = known_[position.key()];
    (*forced ? known.forced_within : known.not_found_within) = plies;
    return *forced;
  }
  /// Whether it is of no use to ask for more plies.
  bool is_exhausted() const { return looked_at_ > kMostValues; }

 private:
  /// A fraction of a second.
  static constexpr std::size_t kMostValues = 150'000;

  /// What came out for a position before, by its key.
  struct Known {
    unsigned forced_within = ~0u;
    unsigned not_found_within = 0;
  };

  Result<bool, TableFault> search(const Position& position, unsigned plies) {
    const MoveList moves = legal_moves(position);
    if (moves.empty()) return position.in_check() || with_stalemates_;
    for (const Move move : moves) {
      if (!position.is_capture(move)) continue;
      const auto worth = worth_of(position, move);
      if (!worth) return worth.error();
      // Whose it is decides what a capture that does not lose means.
      if (!worth->is_loss()) return position.side_to_move() != stronger_;
    }
    if (plies <= 1 || is_exhausted()) return false;
    return position.side_to_move() == stronger_ ? cannot_avoid(position, moves, plies)
                                                : can_force(position, moves, plies);
  }

  Result<Worth, TableFault> worth_of(const Position& position, Move move) {
    ++looked_at_;
    return prober_.worth_of_move(position, move, Metric::Mate);
  }

  /// To lose the game instead of a man does not count as avoiding it; to promote without winning
  /// does not either.
  Result<bool, TableFault> cannot_avoid(const Position& position, const MoveList& moves,
                                        unsigned plies) {
    bool any_move = false;
    for (const Move move : moves) {
      any_move = any_move || move.kind() != MoveKind::Promotion;
      if (!stays(position, move)) continue;
      const auto worth = worth_of(position, move);
      if (!worth) return worth.error();
      if (worth->is_loss()) continue;
      const auto forced = is_forced(position.after(move), plies - 1);
      if (!forced || !*forced) return forced;
    }
    return any_move;
  }

  /// The weaker side does not go where it loses; to win the game is as good as a capture.
  Result<bool, TableFault> can_force(const Position& position, const MoveList& moves,
                                     unsigned plies) {
    for (const Move move : moves) {
      if (!stays(position, move)) continue;
      const auto worth = worth_of(position, move);
      if (!worth) return worth.error();
      if (worth->is_loss()) continue;
      if (worth->is_win()) return true;
      const auto forced = is_forced(position.after(move), plies - 1);
      if (!forced || *forced) return forced;
    }
    return false;
  }

  const Prober& prober_;
  const Color stronger_;
  const bool with_stalemates_;
  std::size_t looked_at_ = 0;
  std::unordered_map<std::uint64_t, Known> known_;
};

/// All positions that can arise from one without a capture or promotion and without a win of the
/// stronger side, and what the weaker side can force in them. The same law as above, but without a
/// limit of plies: positions are marked until no more can be.
class AllThatCanArise {
 public:
  AllThatCanArise(const Prober& prober, Color stronger) : prober_(prober), stronger_(stronger) {}

  /// False if there are more than can be looked at in a fraction of a second.
  Result<bool, TableFault> explore(const Position& start) {
    place_of(start);
    for (std::size_t place = 0; place < nodes_.size(); ++place) {
      if (nodes_.size() > kMostPositions) return false;
      if (const auto fault = add_moves(place)) return *fault;
    }
    return true;
  }

  /// Whether the weaker side can force it in the position that all began with.
  bool is_forced(bool with_stalemates) {
    for (Node& node : nodes_) node.reached = false;
    for (bool changed = true; changed;) {
      changed = false;
      for (std::size_t place = nodes_.size(); place-- > 0;) {
        Node& node = nodes_[place];
        if (node.reached || !is_reached(node, with_stalemates)) continue;
        node.reached = changed = true;
      }
    }
    return nodes_.front().reached;
  }

 private:
  /// KPvK has up to 15,000 that are drawn with the pawn on its file.
  static constexpr std::size_t kMostPositions = 20'000;

  struct Node {
    Position position;
    bool stalemate = false;
    bool goal = false;      // the weaker side is to move and has it, or the stronger side is mated
    bool saved = false;     // the stronger side is to move and avoids it
    bool any_move = false;  // promotions apart
    bool reached = false;
    std::vector<std::uint32_t> next{};
  };

  std::uint32_t place_of(const Position& position) {
    const auto [found, is_new] =
        places_.try_emplace(position.key(), static_cast<std::uint32_t>(nodes_.size()));
    if (is_new) nodes_.push_back({position});
    return found->second;
  }

  /// The place, and not the node, since nodes move when others are added.
  std::optional<TableFault> add_moves(std::size_t place) {
    const Position position = nodes_[place].position;
    const bool strong = position.side_to_move() == stronger_;
    Node node{position};
    const MoveList moves = legal_moves(position);
    node.stalemate = moves.empty() && !position.in_check();
    node.goal = moves.empty() && position.in_check();
    for (const Move move : moves) {
      if (move.kind() == MoveKind::Promotion && !position.is_capture(move)) continue;
      node.any_move = true;
      const auto worth = prober_.worth_of_move(position, move, Metric::Mate);
      if (!worth) return worth.error();
      if (worth->is_loss()) continue;
      if (position.is_capture(move)) {
        (strong ? node.saved : node.goal) = true;
      } else if (worth->is_win()) {
        node.goal = true;
      } else {
        node.next.push_back(place_of(position.after(move)));
      }
    }
    nodes_[place] = std::move(node);
    return {};
  }

  bool is_reached(const Node& node, bool with_stalemates) const {
    if (node.stalemate) return with_stalemates;
    if (node.goal) return true;
    const auto reached = [&](std::uint32_t place) { return nodes_[place].reached; };
    if (node.position.side_to_move() != stronger_) {
      return std::any_of(node.next.begin(), node.next.end(), reached);
    }
    return node.any_move && !node.saved && std::all_of(node.next.begin(), node.next.end(), reached);
  }

  const Prober& prober_;
  const Color stronger_;
  std::vector<Node> nodes_;                                  // the first is where all began
  std::unordered_map<std::uint64_t, std::uint32_t> places_;  // by key
};

}  // namespace

Result<std::optional<unsigned>, TableFault> forced_within(const Prober& prober,
                                                          const Position& position, Color stronger,
                                                          bool with_stalemates) {
  constexpr unsigned kMostPlies = 24;
  ForcedLoss loss(prober, stronger, with_stalemates);
  for (unsigned plies = 1; plies <= kMostPlies && !loss.is_exhausted(); ++plies) {
    const auto forced = loss.is_forced(position, plies);
    if (!forced) return forced.error();
    if (*forced) return std::optional(plies);
  }
  return std::optional<unsigned>();
}

Result<std::optional<ForcedForGood>, TableFault> forced_for_good(const Prober& prober,
                                                                 const Position& position,
                                                                 Color stronger) {
  AllThatCanArise all(prober, stronger);
  const auto complete = all.explore(position);
  if (!complete) return complete.error();
  if (!*complete) return std::optional<ForcedForGood>();
  return std::optional(ForcedForGood{all.is_forced(false), all.is_forced(true)});
}

}  // namespace lucena
