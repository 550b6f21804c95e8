// SPDX-License-Identifier: GPL-3.0-or-later
#include "console/draw_reason.h"

#include <fmt/format.h>

#include <vector>

#include "chess/legal_moves.h"
#include "console/forced_loss.h"
#include "console/move_review.h"
#include "oracle/forecast.h"

namespace lucena {
namespace {

constexpr std::string_view kDrawSentence =
    "The initial position is a draw under the perfect play assumption";

/// The classes that a position can belong to, its own plain to see ones left out.
struct Candidates {
  bool by_force = true, trap = true, other = true;

  /// The only one that is left, if so.
  std::optional<DrawClass> only() const {
    if (by_force + trap + other != 1) return {};
    return by_force ? DrawClass::LostByForce
           : trap   ? DrawClass::StalemateTrap
                    : DrawClass::OtherDraw;
  }
};

/// Statistics have the stronger side's ending as the table has it, perhaps with colours swapped,
/// and no positions with castling rights or captures in passing.
Candidates candidates_of(const Statistics& statistics, const Position& position, bool swapped) {
  const auto& counted = census_of(statistics, position).unwon;
  if (!counted || !position.castling().empty() || position.can_capture_en_passant()) return {};
  const Color mover = position.side_to_move();
  const UnwonCounts& counts = counted->unique[swapped ? opposite(mover) : mover];
  return {counts.lost_by_force > 0, counts.stalemate_traps > 0, counts.other_draws > 0};
}

OracleFault oracle_fault(const TableFault& fault) {
  return {OracleError::Table, fault.message};
}

/// Reasons that can be seen one or two plies ahead, with a line that shows them. The tables of the
/// ending must be there. A capture that draws where everything else loses is a reason; so is a
/// stalemate that cannot be avoided, or a man that is lost whatever is played.
class VisibleReasons {
 public:
  explicit VisibleReasons(const Prober& prober) : prober_(prober) {}

  /// The whole sentence on a drawn position, if one of them is there.
  Result<std::optional<std::string>, TableFault> sentence(const Position& position) {
    const Color mover = position.side_to_move();
    const auto capture = saving_capture(position);
    if (!capture) return capture.error();
    if (capture->move && capture->only_captures_save) {
      return std::optional(fmt::format("{}: {} plays {}, and {}", quick_capture(opposite(mover)),
                                       name(mover), numbered_move(position, *capture->move),
                                       what_is_left(position.after(*capture->move))));
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
  Result<std::optional<std::string>, TableFault> whatever_is_played(const Position& position) {
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
      if (!saving->move) return std::optional<std::string>();
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
      return std::optional(fmt::format("{}: a stalemate trap, {} can only stalemate {}{}",
                                       kDrawSentence, mover, opponent,
                                       example.empty() ? "" : " or lose a man"));
    }
    if (!matters) return std::optional<std::string>();
    return std::optional(fmt::format("{}: whatever {} plays, {} takes a man, {}",
                                     quick_capture(position.side_to_move()), mover, opponent,
                                     example));
  }

  const Prober& prober_;
};

/// The stronger side on the board, if one is.
std::optional<Color> stronger_on_board(const Statistics& statistics, bool swapped) {
  const auto stronger = stronger_side(statistics);
  if (!stronger || !swapped) return stronger;
  return opposite(*stronger);
}

/// What stands behind "is a draw", if the class is known.
std::string class_text(DrawClass known, Color stronger) {
  const std::string_view strong = name(stronger), weak = name(opposite(stronger));
  switch (known) {
    case DrawClass::Stalemate:
      return ": it is stalemate";
    case DrawClass::LostAtOnce:
      return fmt::format(": {} loses a man at once", strong);
    case DrawClass::LostByForce:
      return fmt::format(": {} loses a man by force", strong);
    case DrawClass::StalemateTrap:
      return fmt::format(": a stalemate trap, {} can force stalemate or the loss of a man", weak);
    case DrawClass::LostOrTrap:
      return fmt::format(": {} can force the loss of a man or stalemate", weak);
    case DrawClass::OtherDraw:
      break;
  }
  return fmt::format(": a fortress or other draw; {} loses nothing by force, but cannot win",
                     strong);
}

DrawClass class_of(const ForcedForGood& forced) {
  if (forced.capture) return DrawClass::LostByForce;
  return forced.capture_or_stalemate ? DrawClass::StalemateTrap : DrawClass::OtherDraw;
}

/// From what is on the board to what is counted and what is forced.
Result<std::optional<DrawClass>, TableFault> class_by_force(const Prober& prober,
                                                            const Position& position,
                                                            Color stronger,
                                                            const Candidates& candidates) {
  const auto capture = forced_within(prober, position, stronger, false);
  if (!capture) return capture.error();
  // A ply of the weaker side's, or one of the stronger side's before it.
  const unsigned at_once = position.side_to_move() == stronger ? 2 : 1;
  if (*capture)
    return std::optional(**capture <= at_once ? DrawClass::LostAtOnce : DrawClass::LostByForce);
  if (const auto only = candidates.only()) return std::optional(*only);
  const auto forced = forced_for_good(prober, position, stronger);
  if (!forced) return forced.error();
  if (*forced) return std::optional(class_of(**forced));
  if (!candidates.trap) return std::optional<DrawClass>();
  const auto stalemate = forced_within(prober, position, stronger, true);
  if (!stalemate) return stalemate.error();
  if (!*stalemate) return std::optional<DrawClass>();
  return std::optional(candidates.by_force ? DrawClass::LostOrTrap : DrawClass::StalemateTrap);
}

struct ClassAndSide {
  DrawClass known;
  Color stronger;
};

Result<std::optional<ClassAndSide>, OracleFault> class_and_side(Oracle& oracle,
                                                                const Position& position) {
  const OpenTables::Ending* ending = oracle.tables().ending_of(Material::of(position));
  const bool is_known = ending != nullptr && oracle.is_at_hand(ending->canonical);
  if (!is_known) return std::optional<ClassAndSide>();
  const auto statistics = oracle.statistics(ending->canonical);
  if (!statistics) return statistics.error();
  const auto stronger = stronger_on_board(*statistics, ending->swapped);
  if (!stronger) return std::optional<ClassAndSide>();
  if (!has_legal_move(position)) {
    return std::optional(ClassAndSide{DrawClass::Stalemate, *stronger});
  }
  // Nobody counts reasons with six men, and to look for one by force alone takes long.
  if (is_large(ending->canonical)) return std::optional<ClassAndSide>();
  const auto known = class_by_force(oracle.prober(), position, *stronger,
                                    candidates_of(*statistics, position, ending->swapped));
  if (!known) return oracle_fault(known.error());
  if (!*known) return std::optional<ClassAndSide>();
  return std::optional(ClassAndSide{**known, *stronger});
}

}  // namespace

Result<std::optional<DrawClass>, OracleFault> draw_class(Oracle& oracle, const Position& position) {
  const auto found = class_and_side(oracle, position);
  if (!found) return found.error();
  return *found ? std::optional((*found)->known) : std::nullopt;
}

/// What can be shown by a line comes before what can only be named.
Result<std::string, OracleFault> draw_sentence(Oracle& oracle, const Position& position) {
  if (position.insufficient_material()) {
    return fmt::format("{}: neither side has enough men to mate", kDrawSentence);
  }
  auto visible = VisibleReasons(oracle.prober()).sentence(position);
  if (!visible) return oracle_fault(visible.error());
  if (*visible) return std::move(**visible);
  const auto found = class_and_side(oracle, position);
  if (!found) return found.error();
  const std::string why = *found ? class_text((*found)->known, (*found)->stronger) : "";
  return std::string(kDrawSentence) + why;
}

}  // namespace lucena
