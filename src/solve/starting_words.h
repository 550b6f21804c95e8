// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <array>

#include "solve/decisions.h"
#include "solve/exits.h"
#include "solve/word_sets.h"

namespace lucena {

/// The state of some words before level 0. Without an exit a position is ready from the start:
/// there is nothing that could save it but a move inside the problem. With one it waits for the
/// event that says that all exits lose, and if the best exit wins or draws that event never comes.
struct StartingWords {
  /// How many words the exits are asked about at a time: as many as a thread that is told to stop
  /// still looks at.
  static constexpr std::uint32_t kAtOnce = 64;

  /// What the exits say of a position in check that has none: mated, if no other move is left.
  static constexpr Turn kMated{0, false};

  std::array<Exits::WordOfBothSides, kAtOnce> legal;         // not won at the start
  std::array<Exits::WordOfBothSides, kAtOnce> without_exit;  // ready at the start

  /// Finds this many words from `begin` on, tells the decisions which positions are legal, and adds
  /// to the events what the exits decide.
  void find(const Problem& problem, const Exits& exits, Decisions& decisions, std::uint32_t begin,
            std::uint32_t count, Exits::Events& events) {
    for (std::uint32_t i = 0; i < count; ++i) {
      const std::uint32_t word = begin + i;
      const WordSets sets =
          word_sets(problem.white_king(word), problem.men(), problem.squares(word));
      for (const Color side : kColors) {
        legal[i][side] = sets.legal[side] & problem.black_king_squares();
        in_check_[i][side] = sets.in_check[side];
      }
    }
    decisions.note_legal(begin, std::span(legal).first(count));
    exits.find(problem, begin, std::span(legal).first(count), std::span(without_exit).first(count),
               events);
    for (std::uint32_t i = 0; i < count; ++i) {
      for (const Color side : kColors) {
        const std::uint64_t perhaps_mated = in_check_[i][side] & without_exit[i][side];
        if (perhaps_mated != 0) events[side].push_back({perhaps_mated, begin + i, kMated});
      }
    }
  }

 private:
  std::array<Exits::WordOfBothSides, kAtOnce> in_check_;
};

}  // namespace lucena
