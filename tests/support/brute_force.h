// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string_view>

#include "chess/position.h"
#include "endgame/material.h"

namespace lucena::test {

/// The distance to mate of every legal position of an ending with at most four men, for both sides
/// to move, with every set of castling rights that the men allow and with every legal en passant
/// capture. The 50-move rule is ignored.
///
/// The slow twin of the solver: it lists the legal moves of every position by the ordinary move
/// generator, once, and knows neither reflections of the board nor backward moves. A level is the
/// number of plies to mate with best play: 0 is mated, odd wins and even loses for the side to
/// move; no level is a draw.
class BruteForce {
 public:
  using Visit = std::function<void(const Position&, std::optional<unsigned>)>;

  /// Solves the material, the colours as given, and everything it can turn into. An ending of four
  /// men takes some seconds and 700 MB, of which it keeps 32 MB.
  explicit BruteForce(const Material& material);

  /// The position's material must be the given one, one it can turn into, or either of these with
  /// the colours swapped. The clocks do not matter.
  std::optional<unsigned> level(const Position& position) const;

  /// Visits every legal position of the given material once, in a fixed order. An en passant square
  /// is set if and only if a capture there is legal. The clocks are arbitrary.
  void for_each(const Visit& visit) const { for_each(material_, visit); }
  /// The same for a canonical material that the given one can turn into.
  void for_each(const Material& material, const Visit& visit) const;

 private:
  class Ending;

  void solve(const Material& material);

  Material material_;
  std::map<Material, std::shared_ptr<const Ending>> endings_;
};

/// The solution of an ending, found when it is first asked for and kept for all tests of a program.
const BruteForce& brute_force_of(std::string_view name);

}  // namespace lucena::test
