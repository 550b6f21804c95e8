// SPDX-License-Identifier: GPL-3.0-or-later
#include "console/verdict.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/text.h"
#include "chess/legal_moves.h"
#include "console/move_review.h"
#include "oracle/kept_statistics.h"

namespace lucena {
namespace {

constexpr std::string_view kDrawSentence =
    "The initial position is a draw under the perfect play assumption";

/// Looks one or two plies ahead, for the reasons of draws that can be seen there. The tables of the
/// ending must be there. A capture that draws where everything else loses is a reason; so is a
/// stalemate that cannot be avoided, or a man that is lost whatever is played. Deeper reasons are
/// not looked for.
class DrawReasons {
 public:
  explicit DrawReasons(const Prober& prober) : prober_(prober) {}

  /// The sentence on a drawn position.
  Result<std::string, TableFault> sentence(const Position& position) {
    const Color mover = position.side_to_move();
    if (position.insufficient_material()) {
      return fmt::format("{}: neither side has enough men to mate", kDrawSentence);
    }
    const auto capture = saving_capture(position);
    if (!capture) return capture.error();
    if (capture->move && capture->only_captures_save) {
      return fmt::format("{}: {} plays {}, and {}", quick_capture(opposite(mover)), name(mover),
                         numbered_move(position, *capture->move),
                         what_is_left(position.after(*capture->move)));
    }
    return whatever_is_played(position);
  }

 private:
  struct Saving {
    std::optional<Move> move;         // a capture that draws
    bool only_captures_save = false;  // everything else loses
  };

  static std::string quick_capture(Color color) {
    return fmt::format("{} cannot prevent a quick capture at the initial position", name(color));
  }

  static std::string_view what_is_left(const Position& position) {
    return position.insufficient_material() ? "neither side has enough men left to mate"
                                            : "the rest is a draw";
  }

  /// How the side to move saves itself by taking a man at once. That it must do so is worth saying
  /// only if every other move loses.
  Result<Saving, TableFault> saving_capture(const Position& position) {
    Saving saving;
    const MoveList moves = legal_moves(position);
    for (const Move move : moves) {
      if (saving.move || !position.is_capture(move)) continue;
      const auto worth = prober_.worth_of_move(position, move, Metric::Mate);
      if (!worth) return worth.error();
      if (worth->is_draw()) saving.move = move;
    }
    if (!saving.move) return saving;
    for (const Move move : moves) {
      if (position.is_capture(move)) continue;
      const auto worth = prober_.worth_of_move(position, move, Metric::Mate);
      if (!worth) return worth.error();
      if (!worth->is_loss()) return saving;
    }
    saving.only_captures_save = true;
    return saving;
  }

  /// The side to move would win if every move did not cost a man or stalemate the opponent.
  Result<std::string, TableFault> whatever_is_played(const Position& position) {
    const std::string_view mover = name(position.side_to_move());
    const std::string_view opponent = name(opposite(position.side_to_move()));
    std::string example;
    bool stalemates = false, matters = false, has_natural_example = false;
    for (const Move move : legal_moves(position)) {
      const Position after = position.after(move);
      if (!has_legal_move(after)) {
        stalemates = true;  // no mate, as the position is drawn
        continue;
      }
      const auto saving = saving_capture(after);
      if (!saving) return saving.error();
      if (!saving->move) return std::string(kDrawSentence);
      matters = matters || saving->only_captures_save;
      // A quiet move makes the better example, unless the opponent need not even capture.
      const bool natural = saving->only_captures_save && move.kind() == MoveKind::Ordinary &&
                           !position.is_capture(move);
      if (!example.empty() && (has_natural_example || !natural)) continue;
      has_natural_example = natural;
      Game game(position);
      game.make(move);
      game.make(*saving->move);
      example = fmt::format("as in {}, and {}", numbered_line(game), what_is_left(game.position()));
    }
    if (stalemates) {
      return fmt::format("{}: a stalemate trap, {} can only stalemate {}{}", kDrawSentence, mover,
                         opponent, example.empty() ? "" : " or lose a man");
    }
    if (!matters) return std::string(kDrawSentence);
    return fmt::format("{}: whatever {} plays, {} takes a man, {}",
                       quick_capture(position.side_to_move()), mover, opponent, example);
  }

  const Prober& prober_;
};

/// Distances are to mate, in moves of the winner, except for what the 50-move rule forbids: there
/// plies are what the clock counts.
std::string win_sentence(const Position& position, const Answer& answer, const Rules& rules) {
  const Color mover = position.side_to_move();
  const Color winner = answer.mate.is_win() ? mover : opposite(mover);
  if (!is_decisive(answer.outcome)) {
    const unsigned clock = std::min(position.halfmove_clock(), kClockLimit);
    return fmt::format(
        "{} wins in at most {}, but only without the 50-move rule; with it the position is a draw "
        "(the next capture, pawn move or mate is {} plies away, and {} {} left)",
        name(winner), moves_text(moves_of(answer.mate)), answer.zeroing.plies(),
        kClockLimit - clock, kClockLimit - clock == 1 ? "is" : "are");
  }
  if (rules.metric == Metric::Conversion) {
    return fmt::format("{} wins: a capture or promotion, or mate, comes in at most {}",
                       name(winner), how_soon(answer));
  }
  return fmt::format("{} wins in at most {}", name(winner), how_soon(answer));
}

std::string share_of(std::uint64_t part, const OutcomeCounts& counts) {
  return percentage(part, counts.legal(), kSharesInSentence);
}

/// What the side wins of its ending, in the colours of the board.
std::string share_won(const Statistics& statistics, Color side, bool swapped) {
  const auto shown = [&](Color color) { return name(swapped ? opposite(color) : color); };
  const OutcomeCounts& own = statistics.all.placements[side];
  const OutcomeCounts& others = statistics.all.placements[opposite(side)];
  return fmt::format("{} wins {} of the positions with {} to move and {} with {} to move",
                     shown(side), share_of(own.won(), own), shown(side),
                     share_of(others.lost(), others), shown(opposite(side)));
}

/// Whether a side wins one position in a hundred, whoever is to move. Fewer are exceptions, and
/// nothing that a sentence on the ending should begin with. 30 wins in 2000 positions where it is
/// to move and none in 1000 others are just enough.
bool wins_noticeably(const Statistics& statistics, Color side) {
  const OutcomeCounts& own = statistics.all.placements[side];
  const OutcomeCounts& others = statistics.all.placements[opposite(side)];
  return 100 * (own.won() + others.lost()) >= own.legal() + others.legal();
}

/// The same where both sides win as much. Black's figures are White's.
std::string on_equal_sides(const Statistics& statistics) {
  const OutcomeCounts counts = statistics.all.placements[Color::White];
  const auto& longest = statistics.longest_win[Color::White];
  if (!longest) return fmt::format("In {} every position is a draw", statistics.material.name());
  return fmt::format(
      "In {} the side to move wins {} of the positions and loses {}; the longest mate takes {}",
      statistics.material.name(), share_of(counts.won(), counts), share_of(counts.lost(), counts),
      moves_text(moves_of(longest->plies)));
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
  auto sentence = DrawReasons(oracle.prober()).sentence(position);
  if (!sentence) return OracleFault{OracleError::Table, sentence.error().message};
  return std::move(*sentence);
}

std::string invalid_verdict(std::string_view why) {
  return fmt::format("The initial position is invalid: {}", why);
}

/// The table has the stronger side as White; on the board it may be Black.
Result<std::string, OracleFault> about_ending(Oracle& oracle, const Position& position) {
  const Material material = Material::of(position);
  if (auto fault = oracle.prepare(material)) return *fault;
  const OpenTables::Ending* ending = oracle.tables().ending_of(material);
  if (ending == nullptr) return std::string();
  const auto fault_of = [](const TableFault& fault) {
    return OracleFault{OracleError::Table, fault.message};
  };
  const auto table = oracle.tables().table(*ending, Metric::Mate);
  if (!table) return fault_of(table.error());
  const auto statistics = read_statistics(**table);
  if (!statistics) return fault_of(statistics.error());
  const auto stronger = stronger_side(*statistics);
  if (!stronger) return on_equal_sides(*statistics);
  const auto& longest = statistics->longest_win[*stronger];
  std::string text =
      fmt::format("In {} {}", material.name(), share_won(*statistics, *stronger, ending->swapped));
  if (wins_noticeably(*statistics, opposite(*stronger))) {
    text += "; " + share_won(*statistics, opposite(*stronger), ending->swapped);
  }
  if (longest) {
    text += fmt::format("; the longest mate takes {}", moves_text(moves_of(longest->plies)));
  }
  return text;
}

}  // namespace lucena
