// SPDX-License-Identifier: GPL-3.0-or-later
#include "console/position_finder.h"

#include <fmt/format.h>

#include "base/random.h"
#include "chess/legal_moves.h"
#include "console/move_review.h"
#include "oracle/kept_statistics.h"

namespace lucena {
namespace {

/// A legal position with the men anywhere; nothing if chance put them where they cannot stand. All
/// such positions are equally likely, since a failed throw is discarded as a whole and not mended.
std::optional<Position> throw_men(const Material& material, std::mt19937_64& random) {
  Setup setup;
  setup.side_to_move = kColors[random_below(2, random)];
  std::vector<Piece> men = material.others();
  for (const Color color : kColors) men.push_back({color, PieceType::King});
  for (const Piece man : men) {
    const Square square(random_below(Square::kCount, random));
    if (setup[square]) return {};
    setup[square] = man;
  }
  const auto position = Position::create(setup);
  if (!position || !has_legal_move(*position)) return {};
  return *position;
}

ConsoleFault fault_of(const TableFault& fault) {
  return {ConsoleError::Oracle, fault.message};
}

/// One of the positions with the longest mate, with White as the winner if he wins at all.
Result<Position, ConsoleFault> hardest(const Oracle& oracle, const Material& material,
                                       std::mt19937_64& random) {
  const OpenTables& tables = oracle.tables();
  const OpenTables::Ending* ending = tables.ending_of(material);
  if (ending != nullptr) {
    const auto table = tables.table(*ending, Metric::Mate);
    if (!table) return fault_of(table.error());
    const auto lists = read_position_lists(**table);
    if (!lists) return fault_of(lists.error());
    for (const Color side : kColors) {
      const auto& indices = lists->longest_wins[side];
      if (indices.empty()) continue;
      const Layout& layout = (*table)->geometry().layout();
      const Index index = indices[random_below(indices.size(), random)];
      return Position::create(layout.setup_at(index, side).value()).value();
    }
  }
  return ConsoleFault{ConsoleError::NoMatch,
                      fmt::format("every position of {} is a draw", material.name())};
}

/// Whether a position is what was asked for. A win must come within the 50-move rule, whose clock
/// stands at 0; a cursed one is neither a win nor a draw that is worth playing.
Result<bool, TableFault> fits(const Prober& prober, const Position& position, Wanted wanted,
                              bool white_wins, const FindOptions& options) {
  if (wanted == Wanted::Any) return true;
  const auto worth = prober.worth(position, Metric::Zeroing);
  if (!worth) return worth.error();
  if (wanted == Wanted::Draw) return worth->is_draw();
  if (worth->is_draw()) return false;
  if (options.fifty_moves && worth->plies() > kClockLimit) return false;
  if (white_wins && worth->is_win() != (position.side_to_move() == Color::White)) return false;
  if (!options.mate_moves) return true;
  const auto mate = prober.worth(position, Metric::Mate);
  if (!mate) return mate.error();
  const unsigned moves = moves_of(*mate);
  return options.mate_moves->least <= moves && moves <= options.mate_moves->most;
}

}  // namespace

/// Tables are looked into only for throws that are legal positions.
Result<Position, ConsoleFault> find_position(Oracle& oracle, const Material& material,
                                             Wanted wanted, std::mt19937_64& random,
                                             const FindOptions& options) {
  if (const auto fault = oracle.prepare(material)) {
    return ConsoleFault{ConsoleError::Oracle, fault->message};
  }
  if (wanted == Wanted::Hardest) return hardest(oracle, material, random);
  // Chance finds whatever is not very rare: what one throw in 1,000 brings about is missed with a
  // probability of 0.999^20,000, or 2 in 10^9. What is not found with White as the winner may still
  // be won by Black, and the longest wins are known without searching.
  constexpr int kThrows = 20'000;
  for (const bool white_wins : {true, false}) {
    for (int i = 0; i < kThrows; ++i) {
      const auto position = throw_men(material, random);
      if (!position) continue;
      const auto found = fits(oracle.prober(), *position, wanted, white_wins, options);
      if (!found) return fault_of(found.error());
      if (*found) return *position;
    }
    if (wanted != Wanted::Win) break;
  }
  if (wanted == Wanted::Win) return hardest(oracle, material, random);
  return ConsoleFault{ConsoleError::NoMatch,
                      fmt::format("no drawn position of {} was found", material.name())};
}

}  // namespace lucena
