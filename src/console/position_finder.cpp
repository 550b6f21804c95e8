// SPDX-License-Identifier: GPL-3.0-or-later
#include "console/position_finder.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/random.h"
#include "census/level_positions.h"
#include "chess/legal_moves.h"
#include "console/move_review.h"
#include "oracle/forecast.h"

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

Position position_at(const Layout& layout, const Index& index, Color side) {
  return Position::create(layout.setup_at(index, side).value()).value();
}

/// Looks for positions in all of an ending, where chance has failed or would be no proof.
class Searcher {
 public:
  Searcher(Oracle& oracle, const Statistics& statistics, const FindOptions& options,
           std::mt19937_64& random)
      : oracle_(oracle),
        statistics_(statistics),
        options_(options),
        random_(random),
        material_(statistics.material) {}

  /// One of the positions with the longest mate under the rules in force, with White as the winner
  /// if he wins at all.
  Result<Position, ConsoleFault> hardest();
  /// A win that takes one of the numbers of moves that are wanted.
  Result<Position, ConsoleFault> win();
  /// A drawn position, be it a stalemate.
  Result<Position, ConsoleFault> draw();

 private:
  /// So many plies from mate with this side to move.
  struct Level {
    Color side;
    unsigned plies;
  };

  Result<Position, ConsoleFault> one_of(const std::vector<Level>& levels);
  /// The same for an ending that does not fit into memory: its file lists the longest mates alone.
  Result<std::optional<Position>, ConsoleFault> one_of_lists(const std::vector<Level>& levels);
  /// The longest mate of many positions at random.
  Result<Position, ConsoleFault> hardest_thrown();
  /// A position of a level that is won in time.
  std::optional<Position> pick(const EndingTable& scores, const Level& level);
  std::optional<Position> pick(const Layout& layout, std::vector<Index> indices, Color side);
  /// Whether the rule forbids some wins of the ending.
  bool some_are_cursed() const {
    const auto& deepest = statistics_.deepest_cursed;
    return options_.fifty_moves && (deepest[Color::White] || deepest[Color::Black]);
  }
  ConsoleFault nothing_like_it(std::string_view what) const {
    return {ConsoleError::NoMatch, fmt::format("no position of {} {}", material_.name(), what)};
  }
  /// Of an ending that does not fit into memory.
  ConsoleFault nothing_thrown(std::string_view what) const {
    return nothing_like_it(fmt::format(
        "that came up by chance {}, and with six men the others are not searched", what));
  }

  Oracle& oracle_;
  const Statistics& statistics_;
  const FindOptions& options_;
  std::mt19937_64& random_;
  const Material material_;
};

/// The lists of the file have the longest mates; where the 50-move rule forbids some wins, the
/// levels are gone through from the longest mate down.
Result<Position, ConsoleFault> Searcher::hardest() {
  for (const Color side : kColors) {
    const auto& deepest = statistics_.longest_win[side];
    if (!deepest) continue;
    if (!some_are_cursed()) {
      const auto lists = oracle_.position_lists(material_);
      if (!lists) return ConsoleFault{ConsoleError::Oracle, lists.error().message};
      const auto& indices = lists->longest_wins[side];
      return position_at(Layout(material_), indices[random_below(indices.size(), random_)], side);
    }
    std::vector<Level> levels;
    for (unsigned plies = deepest->plies + 2; plies > 2; plies -= 2) {
      levels.push_back({side, plies - 2});
    }
    if (!is_large(material_)) return one_of(levels);
    const auto listed = one_of_lists(levels);
    if (!listed) return listed.error();
    return *listed ? Result<Position, ConsoleFault>(**listed) : hardest_thrown();
  }
  return ConsoleFault{ConsoleError::NoMatch,
                      fmt::format("every position of {} is a draw", material_.name())};
}

/// White's wins come first, the numbers of moves in any order.
Result<Position, ConsoleFault> Searcher::win() {
  std::vector<Level> levels;
  constexpr unsigned kMostMoves = Worth::kMaxPlies / 2;
  const MoveRange range = options_.mate_moves.value_or(MoveRange{1, kMostMoves});
  for (const Color winner : kColors) {
    std::vector<Level> of_winner;
    for (unsigned moves = range.least; moves <= std::min(range.most, kMostMoves); ++moves) {
      of_winner.push_back({winner, 2 * moves - 1});
      of_winner.push_back({opposite(winner), 2 * moves});
    }
    shuffle(of_winner, random_);
    levels.insert(levels.end(), of_winner.begin(), of_winner.end());
  }
  return one_of(levels);
}

/// The first level that has a position; which of them there are is known beforehand.
Result<Position, ConsoleFault> Searcher::one_of(const std::vector<Level>& levels) {
  std::vector<Level> there;
  for (const Level& level : levels) {
    if (statistics_.all.unique_levels[level.side][level.plies] > 0) there.push_back(level);
  }
  std::optional<Position> found;
  if (!there.empty() && is_large(material_)) {
    const auto listed = one_of_lists(there);
    if (!listed) return listed.error();
    if (*listed) return **listed;
    return nothing_thrown("is like that");
  }
  if (!there.empty()) {
    const auto fault = oracle_.look_through(material_, [&](const EndingTable& scores) {
      for (const Level& level : there) {
        if (!found && !oracle_.is_cancelled()) found = pick(scores, level);
      }
    });
    if (fault) return ConsoleFault{ConsoleError::Oracle, fault->message};
  }
  if (found) return *found;
  return nothing_like_it(options_.mate_moves ? "is a mate in so many moves" : "is won");
}

Result<std::optional<Position>, ConsoleFault> Searcher::one_of_lists(
    const std::vector<Level>& levels) {
  const auto lists = oracle_.position_lists(material_);
  if (!lists) return ConsoleFault{ConsoleError::Oracle, lists.error().message};
  const Layout layout(material_);
  for (const Level& level : levels) {
    const bool wins = level.plies % 2 == 1;
    const auto& deepest = (wins ? statistics_.longest_win : statistics_.longest_loss)[level.side];
    if (!deepest || deepest->plies != level.plies) continue;
    const auto& indices = (wins ? lists->longest_wins : lists->longest_losses)[level.side];
    if (auto position = pick(layout, indices, level.side)) return position;
  }
  return std::optional<Position>();
}

Result<Position, ConsoleFault> Searcher::hardest_thrown() {
  constexpr int kThrows = 3'000;
  const Prober& prober = oracle_.prober();
  std::optional<Position> hardest;
  Worth longest = Worth::win(0);
  for (int i = 0; i < kThrows; ++i) {
    if (oracle_.is_cancelled()) return ConsoleFault{ConsoleError::Oracle, "interrupted"};
    const auto position = throw_men(material_, random_);
    if (!position || position->side_to_move() != Color::White) continue;
    const auto worth = prober.worth(*position, Metric::Mate);
    if (!worth) return fault_of(worth.error());
    if (!worth->is_win() || *worth >= longest) continue;
    const auto in_time = fits(prober, *position, Wanted::Win, true, options_);
    if (!in_time) return fault_of(in_time.error());
    if (!*in_time) continue;
    longest = *worth;
    hardest = position;
  }
  if (hardest) return *hardest;
  return nothing_like_it("that came up by chance is won");
}

std::optional<Position> Searcher::pick(const EndingTable& scores, const Level& level) {
  constexpr std::size_t kMost = 1'000'000;
  return pick(scores.layout(),
              positions_at_level(scores, level.side, level.plies, kMost, oracle_.cancelled()),
              level.side);
}

std::optional<Position> Searcher::pick(const Layout& layout, std::vector<Index> indices,
                                       Color side) {
  shuffle(indices, random_);
  for (const Index& index : indices) {
    const Position position = position_at(layout, index, side);
    if (!options_.fifty_moves) return position;
    const auto zeroing = oracle_.prober().worth(position, Metric::Zeroing);
    if (zeroing && zeroing->plies() <= kClockLimit) return position;
  }
  return {};
}

Result<Position, ConsoleFault> Searcher::draw() {
  const auto& counts = statistics_.all.unique;
  if (counts[Color::White].drawn() + counts[Color::Black].drawn() == 0) {
    return nothing_like_it("is a draw");
  }
  if (is_large(material_)) return nothing_thrown("is a draw");
  const auto will_do = [&](const Position& position) {
    return options_.stalemates || has_legal_move(position);
  };
  std::optional<Position> found;
  const auto fault = oracle_.look_through(material_, [&](const EndingTable& scores) {
    const Layout& layout = scores.layout();
    const std::uint64_t words = std::uint64_t{layout.words()} * layout.skeleton_count();
    found = find_draw(scores, random_below(words, random_), will_do, oracle_.cancelled());
  });
  if (fault) return ConsoleFault{ConsoleError::Oracle, fault->message};
  if (found) return *found;
  if (oracle_.is_cancelled()) return ConsoleFault{ConsoleError::Oracle, "interrupted"};
  return ConsoleFault{ConsoleError::NoMatch,
                      fmt::format("every draw of {} is a stalemate", material_.name())};
}

/// What chance does not bring about, which finds whatever is not very rare: what one throw in 1,000
/// brings about is missed with a probability of 0.999^20,000, or 2 in 10^9.
Result<std::optional<Position>, ConsoleFault> thrown(Oracle& oracle, const Material& material,
                                                     Wanted wanted, std::mt19937_64& random,
                                                     const FindOptions& options) {
  constexpr int kThrows = 20'000;
  for (const bool white_wins : {true, false}) {
    for (int i = 0; i < kThrows; ++i) {
      if (oracle.is_cancelled()) return ConsoleFault{ConsoleError::Oracle, "interrupted"};
      const auto position = throw_men(material, random);
      if (!position) continue;
      const auto found = fits(oracle.prober(), *position, wanted, white_wins, options);
      if (!found) return fault_of(found.error());
      if (*found) return std::optional(*position);
    }
    if (wanted != Wanted::Win) break;
  }
  return std::optional<Position>();
}

}  // namespace

/// Tables are looked into only for throws that are legal positions. Where chance fails, the whole
/// ending is searched.
Result<Position, ConsoleFault> find_position(Oracle& oracle, const Material& material,
                                             Wanted wanted, std::mt19937_64& random,
                                             const FindOptions& options) {
  if (const auto fault = oracle.prepare(material)) {
    const bool others_may_do =
        fault->code == OracleError::NotSolved || fault->code == OracleError::NotEnoughMemory;
    return ConsoleFault{others_may_do ? ConsoleError::NotSolved : ConsoleError::Oracle,
                        fault->message};
  }
  if (wanted != Wanted::Hardest) {
    const auto found = thrown(oracle, material, wanted, random, options);
    if (!found) return found.error();
    if (*found) return **found;
  }
  if (oracle.tables().ending_of(material) == nullptr) {
    return ConsoleFault{ConsoleError::NoMatch,
                        fmt::format("every position of {} is a draw", material.name())};
  }
  const auto statistics = oracle.statistics(material);
  if (!statistics) return ConsoleFault{ConsoleError::Oracle, statistics.error().message};
  Searcher searcher(oracle, *statistics, options, random);
  if (wanted == Wanted::Hardest) return searcher.hardest();
  return wanted == Wanted::Win ? searcher.win() : searcher.draw();
}

}  // namespace lucena
