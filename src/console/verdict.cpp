// SPDX-License-Identifier: GPL-3.0-or-later
#include "console/verdict.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/text.h"
#include "chess/legal_moves.h"
#include "console/draw_reason.h"
#include "console/move_review.h"

namespace lucena {
namespace {

/// Distances are to mate, in moves of the winner, except for what the 50-move rule forbids: there
/// plies are what the clock counts.
std::string win_sentence(const Position& position, const Answer& answer, const Rules& rules) {
  const Color mover = position.side_to_move();
  const Color winner = answer.mate.is_win() ? mover : opposite(mover);
  if (!is_decisive(answer.outcome)) {
    const unsigned clock = std::min(position.halfmove_clock(), kClockLimit);
    return fmt::format(
        "{} wins in at most {}, but only without the 50-move rule; with it the position is a draw "
        "(the next capture, pawn move or mate is {} away, and {} {} left)",
        name(winner), moves_text(moves_of(answer.mate)), plies_text(answer.zeroing.plies()),
        kClockLimit - clock, kClockLimit - clock == 1 ? "is" : "are");
  }
  if (rules.metric == Metric::Conversion) {
    return fmt::format("{} wins: a capture or promotion, or mate, comes in at most {}",
                       name(winner), how_soon(answer));
  }
  return fmt::format("{} wins in at most {}", name(winner), how_soon(answer));
}

/// What a sentence on an ending is about: all of its positions, or those with bishops like these,
/// in the colours of the board.
struct Subject {
  const Census& census;
  std::string name;  // "KBBvK with bishops on squares of opposite colours"
  bool swapped;      // the colours on the board are not those of the table

  std::string_view shown(Color color) const {
    return lucena::name(swapped ? opposite(color) : color);
  }
};

/// The same figures as `lucena stats` has.
std::string share_of(std::uint64_t part, const OutcomeCounts& counts) {
  return percentage(part, counts.legal());
}

/// What the side wins of its ending.
std::string share_won(const Subject& subject, Color side) {
  const OutcomeCounts& own = subject.census.unique[side];
  const OutcomeCounts& others = subject.census.unique[opposite(side)];
  return fmt::format("{} wins {} of the positions with {} to move and {} with {} to move",
                     subject.shown(side), share_of(own.won(), own), subject.shown(side),
                     share_of(others.lost(), others), subject.shown(opposite(side)));
}

/// Whether a side wins one position in a hundred, whoever is to move. Fewer are exceptions, and
/// nothing that a sentence on the ending should begin with. 30 wins in 2000 positions where it is
/// to move and none in 1000 others are just enough.
bool wins_noticeably(const Census& census, Color side) {
  const OutcomeCounts& own = census.unique[side];
  const OutcomeCounts& others = census.unique[opposite(side)];
  return 100 * (own.won() + others.lost()) >= own.legal() + others.legal();
}

/// The moves of the longest mate by a side that is to move; nothing if it has no mate.
std::optional<unsigned> longest_mate(const Census& census, Color side) {
  const LevelCounts& levels = census.unique_levels[side];
  for (unsigned plies = levels.size(); plies > 0; --plies) {
    const bool wins = plies % 2 == 1;
    if (wins && levels[plies] > 0) return moves_of(plies);
  }
  return {};
}

std::string on_longest(const Census& census, Color side) {
  const auto longest = longest_mate(census, side);
  return longest ? fmt::format("; the longest mate takes {}", moves_text(*longest)) : "";
}

/// The same where both sides win as much. Black's figures are White's.
std::string on_equal_sides(const Subject& subject) {
  const OutcomeCounts& counts = subject.census.unique[Color::White];
  return fmt::format("In {} the side to move wins {} of the positions and loses {}", subject.name,
                     share_of(counts.won(), counts), share_of(counts.lost(), counts)) +
         on_longest(subject.census, Color::White);
}

std::string on_stronger_side(const Subject& subject, Color stronger) {
  std::string text = fmt::format("In {} {}", subject.name, share_won(subject, stronger));
  if (wins_noticeably(subject.census, opposite(stronger))) {
    text += "; " + share_won(subject, opposite(stronger));
  }
  return text + on_longest(subject.census, stronger);
}

std::string subject_name(const Statistics& statistics, const Position& position) {
  const Material material = Material::of(position);
  if (!statistics.bishops) return material.name();
  return fmt::format("{} with bishops on squares of {}", material.name(),
                     bishop_colours(material, has_bishops_of_one_colour(position)));
}

bool is_always_drawn(const Census& census) {
  return std::all_of(kColors.begin(), kColors.end(), [&](Color side) {
    return census.unique[side].won() + census.unique[side].lost() == 0;
  });
}

}  // namespace

/// From what is on the board to what tables know.
Result<std::string, OracleFault> verdict(Oracle& oracle, const Position& position,
                                         const Rules& rules) {
  const Color mover = position.side_to_move();
  if (!has_legal_move(position)) {
    if (!position.in_check()) {
      return fmt::format("The initial position is a stalemate: {} cannot move, so it is a draw",
                         name(mover));
    }
    return fmt::format("The initial position is a checkmate: {} has lost", name(mover));
  }
  const auto answer = oracle.answer(position, rules);
  if (!answer) return answer.error();
  if (!answer->mate.is_draw()) return win_sentence(position, *answer, rules);
  return draw_sentence(oracle, position);
}

std::string invalid_verdict(std::string_view why) {
  return fmt::format("The initial position is invalid: {}", why);
}

/// The table has the stronger side as White; on the board it may be Black.
Result<std::string, OracleFault> about_ending(Oracle& oracle, const Position& position) {
  const OpenTables::Ending* ending = oracle.tables().ending_of(Material::of(position));
  if (ending == nullptr || !oracle.is_at_hand(ending->canonical)) return std::string();
  const auto statistics = oracle.statistics(ending->canonical);
  if (!statistics) return statistics.error();
  const Subject subject{census_of(*statistics, position), subject_name(*statistics, position),
                        ending->swapped};
  if (is_always_drawn(subject.census)) {
    return fmt::format("In {} every position is a draw", subject.name);
  }
  const auto stronger = stronger_side(*statistics);
  return stronger ? on_stronger_side(subject, *stronger) : on_equal_sides(subject);
}

}  // namespace lucena
