// SPDX-License-Identifier: GPL-3.0-or-later
#include "solve/castling_check.h"

#include <algorithm>
#include <span>
#include <unordered_map>
#include <utility>
#include <vector>

#include "chess/legal_moves.h"

namespace lucena {
namespace {

/// Puts the men on the free squares in every way, identical men in ascending order, and calls
/// visit(position) for each way that is legal. Identical men are next to each other in the list.
template <class Visit>
void place(Setup& setup, std::span<const Piece> men, int first_square,
           const std::atomic<bool>& cancelled, Visit&& visit) {
  if (cancelled) return;
  if (men.empty()) {
    if (const auto position = Position::create(setup)) visit(*position);
    return;
  }
  // A twin goes to a higher square than the one before him, everybody else starts again at a1.
  const bool twin_follows = men.size() > 1 && men[0] == men[1];
  for (int s = first_square; s < Square::kCount; ++s) {
    std::optional<Piece>& here = setup[Square(s)];
    if (here) continue;
    here = men[0];
    place(setup, men.subspan(1), twin_follows ? s + 1 : 0, cancelled, visit);
    here.reset();
  }
}

/// Takes a man of this kind out of the list; false if there is none.
bool take_from(std::vector<Piece>& men, Piece man) {
  const auto found = std::find(men.begin(), men.end(), man);
  if (found == men.end()) return false;
  men.erase(found);
  return true;
}

/// Puts the kings and rooks that the rights are about on their squares, and leaves the other men in
/// the list. False if there are too few rooks.
bool place_castlers(CastlingRights rights, std::vector<Piece>& men, Setup& setup) {
  for (const Color color : kColors) {
    const Piece king{color, PieceType::King}, rook{color, PieceType::Rook};
    for (const CastlingSide side : kCastlingSides) {
      if (!rights.has(color, side)) continue;
      const CastlingPath path = castling_path(color, side);
      if (!take_from(men, rook)) return false;
      setup[path.rook_from] = rook;
      if (!setup[path.king_from]) take_from(men, king);
      setup[path.king_from] = king;
    }
  }
  return true;
}

/// Calls visit(position) for every legal position of a material with castling rights, whatever they
/// are, and without a capture in passing.
template <class Visit>
void for_each_with_rights(const Material& material, const std::atomic<bool>& cancelled,
                          Visit&& visit) {
  for (unsigned bits = 1; bits <= CastlingRights::all().bits(); ++bits) {
    std::vector<Piece> men = material.others();
    for (const Color color : kColors) men.push_back({color, PieceType::King});
    Setup setup;
    setup.castling = CastlingRights(bits);
    if (!place_castlers(setup.castling, men, setup)) continue;
    for (const Color side : kColors) {
      setup.side_to_move = side;
      place(setup, men, 0, cancelled, visit);
    }
  }
}

/// Positions with castling rights, and what they are worth once nothing changes any more.
class PlainSolution {
 public:
  PlainSolution(const PositionValues& tables, const std::atomic<bool>& cancelled)
      : tables_(tables), cancelled_(cancelled) {}

  /// The number of a position, which is to be solved if it was not here before.
  std::uint32_t number_of(const Position& position, Metric metric) {
    const auto next = static_cast<std::uint32_t>(nodes_.size());
    const auto [found, is_new] = numbers_[metric].try_emplace(position.key(), next);
    if (is_new) nodes_.push_back({position, metric});
    return found->second;
  }

  std::uint32_t count() const { return static_cast<std::uint32_t>(nodes_.size()); }
  const Position& position(std::uint32_t number) const { return nodes_[number].position; }
  Worth worth(std::uint32_t number) const { return worths_[number]; }

  /// Takes in everything with rights that moves lead to, and finds the value of all of it. Only
  /// values of positions without rights are asked for.
  std::optional<TableFault> solve() {
    for (std::uint32_t number = 0; number < nodes_.size() && !cancelled_; ++number) {
      if (auto fault = expand(number)) return fault;
    }
    // Whoever knows of no win or loss takes a position for drawn. From there on every round looks
    // a ply further ahead: what it finds is forced, and can later be found to be forced sooner but
    // never turn out wrong, so that the end is reached when a round changes nothing.
    worths_.assign(nodes_.size(), Worth::draw());
    std::vector<Worth> before;
    do {
      before = worths_;
      for (std::uint32_t number = 0; number < nodes_.size(); ++number) {
        worths_[number] = best_move(nodes_[number], before);
      }
    } while (worths_ != before && !cancelled_);
    return {};
  }

 private:
  /// A move that leaves somebody a right, to the position of a number. There are some ten million.
  struct Edge {
    std::uint32_t number : 30;
    std::uint32_t effect : 2;
  };
  static_assert(sizeof(Edge) == 4);
  struct Node {
    Position position;
    Metric metric;
    Worth best_exit{};  // the best move that ends all rights; without any move, the value
    std::uint32_t edges_begin = 0, edges_end = 0;
  };

  /// Lists the moves of one position. New positions get the next numbers and are expanded in their
  /// turn, so that the list is complete when solve() comes to its end.
  std::optional<TableFault> expand(std::uint32_t number) {
    const Position position = nodes_[number].position;
    const Metric metric = nodes_[number].metric;
    nodes_[number].edges_begin = static_cast<std::uint32_t>(edges_.size());
    const MoveList moves = legal_moves(position);
    Worth best_exit;
    if (moves.empty()) best_exit = position.in_check() ? Worth::loss(0) : Worth::draw();
    for (const Move move : moves) {
      const Position after = position.after(move);
      const MoveEffect effect = effect_of(position, move);
      if (after.castling().empty()) {
        const auto exit = tables_.worth_of_move(position, move, metric);
        if (!exit) return exit.error();
        best_exit = std::max(best_exit, *exit);
      } else {
        // After a conversion only the result counts, and tables by conversion need not be there.
        const bool converts = metric == Metric::Conversion && effect == MoveEffect::Conversion;
        edges_.push_back({number_of(after, converts ? Metric::Mate : metric),
                          static_cast<std::uint32_t>(effect)});
      }
    }
    nodes_[number].best_exit = best_exit;
    nodes_[number].edges_end = static_cast<std::uint32_t>(edges_.size());
    return {};
  }

  /// Looks at the worths of the round before alone, so that the order of the positions makes no
  /// difference.
  Worth best_move(const Node& node, const std::vector<Worth>& worths) const {
    Worth best = node.best_exit;
    for (std::uint32_t i = node.edges_begin; i < node.edges_end; ++i) {
      const Edge edge = edges_[i];
      const auto effect = static_cast<MoveEffect>(edge.effect);
      best = std::max(best, worth_before(worths[edge.number], node.metric, effect));
    }
    return best;
  }

  const PositionValues& tables_;
  const std::atomic<bool>& cancelled_;
  /// By Position::key(). Two positions with one key are less likely than a fault of the memory.
  ByMetric<std::unordered_map<std::uint64_t, std::uint32_t>> numbers_;
  std::vector<Node> nodes_;
  std::vector<Edge> edges_;
  std::vector<Worth> worths_;
};

}  // namespace

/// Only the positions of this material are compared; those that were taken in along the way are
/// compared when their own material is checked.
VerifyReport check_castling(const Material& material, Metric metric, const EndingStore& store,
                            const std::atomic<bool>& cancelled) {
  VerifyReport report;
  PlainSolution solution(store, cancelled);
  for_each_with_rights(material, cancelled,
                       [&](const Position& position) { solution.number_of(position, metric); });
  const std::uint32_t to_compare = solution.count();
  report.fault = solution.solve();
  for (std::uint32_t i = 0; i < to_compare && !report.fault && !cancelled; ++i) {
    ++report.positions;
    const auto stored = store.worth(solution.position(i), metric);
    if (!stored) {
      report.fault = stored.error();
    } else if (*stored != solution.worth(i) && !report.first_contradiction) {
      report.first_contradiction = Contradiction{solution.position(i), *stored, solution.worth(i)};
    }
  }
  return report;
}

}  // namespace lucena
