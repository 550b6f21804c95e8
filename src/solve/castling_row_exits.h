// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <array>
#include <cstdint>

#include "solve/castling_targets.h"
#include "solve/exits.h"

namespace lucena {

/// The exits of a problem with one castling right, which is White's, 64 positions at a time: what
/// CastlingExits finds with the move generator, for tables of so many positions that this would
/// take minutes. A table with six men has 33.5 million.
///
/// A word is a board without the black king, who may stand in the way of a move: that takes his
/// squares between out of it. What he captures himself is worth the same to him from all squares
/// around.
class CastlingRowExits final : public Exits {
 public:
  CastlingRowExits(const CastlingTable& table, std::uint32_t skeleton,
                   const LargeCastlingValues& values, const CastlingTargets& targets);

  void find(const Problem& problem, std::uint32_t first_word,
            std::span<const WordOfBothSides> legal, std::span<WordOfBothSides> without_exit,
            Events& events) const override;

 private:
  class WordExits;

  const CastlingTable& table_;
  const std::uint32_t skeleton_;
  const LargeCastlingValues& values_;
  const CastlingTargets& targets_;
  const GivenUpRight& given_up_;
  const CastlingPath path_;
};

}  // namespace lucena
