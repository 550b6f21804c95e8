// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "base/file_error.h"
#include "chess/piece.h"
#include "solve/problem.h"
#include "solve/turn.h"

namespace lucena {

/// Positions of a word whose best exit decides at this turn: it wins at this level, or from this
/// level on all exits lose.
///
///     KQvKR    Ka1 Qd1, kf5 rd8, White to move    Qxd8 mates 19 plies from here: bit 37 (f5) is in
///                                                 an event of turn (19, wins)
///     KQRvK    Ka1 Qc3 Rh1, kh2, Black to move    Kxh1, his only exit, loses in 14 plies: bit 15
///                                                 (h2) is in an event of turn (14, loses)
///     KRvK     Ka1 Rh1, kh2, Black to move        Kxh1 draws: no event ever, and never ready
///
/// The second says nothing about the king's other moves; whether these lose too is for the loop to
/// find.
struct ExitEvent {
  std::uint64_t positions;
  std::uint32_t word;
  Turn turn;
};

/// The moves that leave a problem, each worth what the metric makes of it. They reach a solver as
/// flat lists of events, for many words at a time.
class Exits {
 public:
  using Events = ByColor<std::vector<ExitEvent>>;  // by side to move
  using WordOfBothSides = ByColor<std::uint64_t>;  // positions of a word by side to move

  virtual ~Exits() = default;

  /// Looks at as many words from the first one on as `legal` has elements, the legal positions of
  /// each. Adds to the events what their exits decide, and stores the legal positions without any
  /// exit. Where the best exit draws there is one but no event.
  ///
  /// What is stored for positions without exit decides where the loop starts: they are ready at
  /// once.
  virtual void find(const Problem& problem, std::uint32_t first_word,
                    std::span<const WordOfBothSides> legal, std::span<WordOfBothSides> without_exit,
                    Events& events) const = 0;

  /// All words have been looked at: whatever that took may go. A fault if something could not be
  /// read; then what was found means nothing.
  virtual std::optional<FileFault> finished() const { return {}; }
};

}  // namespace lucena
