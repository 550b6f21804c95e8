// SPDX-License-Identifier: GPL-3.0-or-later
#include "console/game_record.h"

#include <fmt/format.h>

#include "chess/move_text.h"
#include "chess/pgn.h"

namespace lucena {
namespace {

// Numeric annotation glyphs of the PGN standard.
constexpr unsigned kMistake = 2, kBlunder = 4;

}  // namespace

void GameRecord::make(Move move, const std::optional<MoveReview>& review) {
  game.make(move);
  reviews.push_back(review);
}

void GameRecord::undo() {
  game.undo();
  reviews.pop_back();
}

/// Sides alternate from whoever began, who need not be White.
Scorecard GameRecord::scorecard(Color color) const {
  Scorecard card;
  Color mover = game.start().side_to_move();
  for (std::size_t ply = 0; ply < reviews.size(); ++ply) {
    if (mover == color && reviews[ply]) card.add(*reviews[ply], ply);
    mover = opposite(mover);
  }
  return card;
}

/// A change of the result is a blunder (??), anything else that is worth a remark is a mistake (?).
std::string record_pgn(const GameRecord& record, const PgnHeader& header, const GameEnd& end,
                       Metric metric) {
  PgnGame game = to_pgn_game(record.game);
  game.tags.insert(game.tags.begin(), {{"Event", "Lucena"},
                                       {"Date", header.date},
                                       {"White", header.white},
                                       {"Black", header.black}});
  game.result = end.result;
  Position position = record.game.start();
  for (std::size_t ply = 0; ply < record.reviews.size(); ++ply) {
    const auto& review = record.reviews[ply];
    const auto text =
        review ? remark(*review, position.side_to_move(), metric) : std::optional<std::string>();
    if (text) {
      PgnMove& move = game.moves[ply];
      move.glyphs.push_back(review->changes_result() ? kBlunder : kMistake);
      move.comments_after.push_back(
          fmt::format("{}. Best was {}.", *text, to_san(position, review->best.move)));
    }
    position.make(record.game.moves()[ply]);
  }
  auto& last_words = game.moves.empty() ? game.comments : game.moves.back().comments_after;
  last_words.push_back(end.reason);
  return write_pgn(game);
}

}  // namespace lucena
