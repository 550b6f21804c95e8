// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <array>
#include <string>
#include <string_view>
#include <vector>

#include "chess/pgn.h"
#include "support/random_game.h"

namespace lucena::test {

/// Makes games with everything that a PGN can hold, out of a seed.
class RandomPgn {
 public:
  explicit RandomPgn(std::uint64_t seed) : random_(seed) {}

  PgnGame game() {
    PgnGame game;
    if (one_in(3)) game.start = random_game(game.start, below(120), random_).position();
    if (one_in(3)) game.start = with_late_clocks(game.start);
    game.moves = line(game.start, below(90), 0);
    game.result = result_of(game);
    game.tags = {{"White", words(2)}, {"Annotator", "O'Neill, \"Tip\" \\ " + words(1)}};
    if (one_in(2)) game.tags.push_back({"Event", words(3)});
    if (game.moves.empty()) game.comments = comments(1);
    return game;
  }

 private:
  std::size_t below(std::size_t bound) { return test::below(bound, random_); }
  bool one_in(std::size_t chances) { return below(chances) == 0; }

  /// A player may resign or agree to a draw at any time, but mate has only one result.
  GameResult result_of(const PgnGame& game) {
    Game played(game.start);
    for (const PgnMove& move : game.moves) played.make(move.move);
    const bool mate = played.status() == GameStatus::Checkmate;
    return mate ? played.result() : static_cast<GameResult>(below(4));
  }

  static Position with_late_clocks(const Position& position) {
    Setup setup = position.setup();
    setup.fullmove_number = 4321;
    return Position::create(setup).value();
  }

  std::string words(std::size_t count) {
    constexpr std::array<std::string_view, 14> kWords{
        "a",   "better", "was", "the", "rook's",         "ending; then", "100%",
        "%up", "(see",   "1-0", "12.", "[%clk 0:10:00]", "$3",           "Tromsø"};
    std::string text;
    for (std::size_t i = 0; i < count; ++i) {
      if (i > 0) text += ' ';
      text += kWords[below(kWords.size())];
    }
    return text;
  }

  std::vector<std::string> comments(std::size_t chances) {
    std::vector<std::string> made;
    while (one_in(chances) && made.size() < 2) made.push_back(words(1 + below(25)));
    return made;
  }

  PgnLine line(Position position, std::size_t plies, unsigned depth) {
    PgnLine moves;
    while (moves.size() < plies && has_legal_move(position)) {
      PgnMove move{.move = random_move(position, random_)};
      const bool apart = moves.empty() || !moves.back().variations.empty();
      if (apart) move.comments_before = comments(4);
      move.comments_after = comments(8);
      while (one_in(8)) move.glyphs.push_back(static_cast<unsigned>(1 + below(139)));
      while (depth < 3 && one_in(7)) {
        move.variations.push_back(line(position, 1 + below(8), depth + 1));
      }
      position.make(move.move);
      moves.push_back(std::move(move));
    }
    return moves;
  }

  Random random_;
};

}  // namespace lucena::test
