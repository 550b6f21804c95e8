// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <atomic>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <utility>

#include "base/parallel.h"
#include "oracle/open_tables.h"
#include "solve/ending_store.h"
#include "solve/exit_views.h"
#include "solve/position_set.h"

namespace lucena {

/// What becomes of wins and losses that come too late for the 50-move rule: nothing, or they count
/// as draws. In time means that the next capture, pawn move or mate comes within 100 plies, or
/// within 99 where the ply before is no such move and counts as well.
enum class ValueRule : std::uint8_t { NoClock, Within100, Within99 };

/// A set of positions of an ending with one side to move, asked by value: those whose mate score,
/// seen by the side to move, is at most `bar`. All that conditions ask of values is made of these:
///
///     lost          at most 127
///     not won       at most 128
///     drawn         at most 128, less those at most 127
///     legal         at most 255
///     mate in 3     at most 253, less those at most 252, for whoever is to move and mates
///
/// With a clock the bars are 127 and 128: lost in time, not won in time.
struct ValueSet {
  Color side;
  MateScore bar;
  ValueRule rule = ValueRule::NoClock;
  friend auto operator<=>(const ValueSet&, const ValueSet&) = default;
};

/// The positions of an ending that are asked for: all, or those that a promotion to this man can
/// lead to, who then stands at the end of the board, so that at most half of all words are needed.
/// Black's moves do not leave such a part, since White's men stay where they are.
class EndingPart {
 public:
  EndingPart(const Material& canonical, std::optional<Piece> man = {})
      : material(canonical), promoted(man) {}

  const Material material;
  const std::optional<Piece> promoted;

  /// Whether it holds words with the men on these squares, in the order of the layout, but for the
  /// last free man, who may stand anywhere.
  bool holds_line(const Layout& layout, const Squares& squares) const;

  friend bool operator<(const EndingPart& a, const EndingPart& b) {
    return std::pair(a.material, a.letter_of_man()) < std::pair(b.material, b.letter_of_man());
  }

 private:
  char letter_of_man() const { return promoted ? letter(*promoted) : ' '; }
};

inline constexpr MateScore kBestLoss(127);
inline constexpr MateScore kBestScore(255);

/// Value sets of endings, a bit a position, made when they are asked for. Endings that are in the
/// store have their values at hand. Of others, those with most men, the file holds White to move;
/// with Black to move, a position is worth at most t unless
///
///     a move leads where White is worth so little that this is more than t to Black, or
///     there is no move, the king is not attacked, and a draw is more than t.
///
/// So every set with Black to move takes one with White to move and a pass over the moves of
/// words, 64 positions at a time. No scores are kept: KRPvKR would take 800 MB, a set takes 50.
class KnownValues {
 public:
  /// The store has every ending of fewer men that what is asked for can turn into.
  KnownValues(EndingStore store, const OpenTables& tables, ThreadPool& pool,
              const std::atomic<bool>& cancelled);

  /// Whether the 50-move rule changes a result in the ending; not in smaller ones, or it is a
  /// fault.
  Result<bool, TableFault> has_cursed(const Material& material) const;

  /// Makes sets of a part of an ending, and what it takes to make them; nothing if all is well.
  std::optional<TableFault> prepare(const EndingPart& part, std::span<const ValueSet> wanted);

  /// One that was prepared, a word after the other as the layout numbers them. Those outside the
  /// part mean nothing.
  const std::uint64_t* words(const EndingPart& part, const ValueSet& set) const;
  const Layout& layout(const EndingPart& part) const { return endings_.at(part).layout; }

  const EndingStore& store() const { return store_; }

  /// What moves into a material of the store are worth to whoever makes them; laid out when first
  /// asked for, by one thread at a time.
  const ExitView* moves_into(const Material& material, Color mover);

 private:
  struct Ending {
    explicit Ending(const EndingPart& of) : part(of), layout(of.material) {}
    EndingPart part;
    Layout layout;
    std::map<ValueSet, PositionSet> sets;
  };

  std::vector<ValueSet> missing(const Ending& ending, std::span<const ValueSet> wanted) const;
  PositionSet& new_set(Ending& ending, const ValueSet& set);
  void take_from_table(const EndingTable& table, Ending& ending, std::span<const ValueSet> wanted);
  std::optional<TableFault> read_file(const EndingPart& part, Metric metric,
                                      std::span<const MateScore> bars,
                                      std::span<std::uint64_t* const> sets);
  std::optional<TableFault> apply_clock(Ending& ending, std::span<const ValueSet> wanted);
  std::optional<TableFault> derive_black(Ending& ending, std::span<const ValueSet> wanted);
  std::optional<TableFault> derive_some(Ending& ending, std::span<const ValueSet> wanted);

  EndingStore store_;
  const OpenTables& tables_;
  ThreadPool& pool_;
  const std::atomic<bool>& cancelled_;
  std::map<EndingPart, Ending> endings_;
  std::map<ViewKey, std::unique_ptr<ExitView>> views_;
};

/// The greatest score of the opponent that makes a move worth more than `bar`; nothing if no move
/// is worth more than that.
///
///     bar          127    128    254    255
///     opponent's   128    127      0      -      128 draws, 127 loses, 0 is mated
std::optional<MateScore> opponents_bar(MateScore bar);

}  // namespace lucena
