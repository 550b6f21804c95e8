// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "chess/error.h"
#include "chess/game.h"
#include "chess/move.h"
#include "chess/pgn_lexer.h"
#include "chess/position.h"

namespace lucena {

struct PgnTag {
  std::string name;   // letters, digits and underscores
  std::string value;  // one line, without the quotes and backslashes of the text

  friend bool operator==(const PgnTag&, const PgnTag&) = default;
};

/// A move with what is said about it. Comments are single-spaced and without braces.
struct PgnMove {
  Move move;
  std::vector<unsigned> glyphs = {};  // numeric annotation glyphs, 0 to 255
  std::vector<std::string> comments_before = {};
  std::vector<std::string> comments_after = {};
  /// What could have been played instead of this move. Each begins in the position before this move
  /// and has a move at least.
  std::vector<std::vector<PgnMove>> variations = {};

  friend bool operator==(const PgnMove&, const PgnMove&) = default;
};

using PgnLine = std::vector<PgnMove>;

struct PgnGame {
  std::vector<PgnTag> tags = {};
  Position start = Position::initial();
  PgnLine moves = {};
  GameResult result = GameResult::Open;
  /// The comments of a game without moves. Where there is a move, it carries them.
  std::vector<std::string> comments = {};

  /// The value of the first tag with this name.
  std::optional<std::string_view> tag(std::string_view name) const;

  friend bool operator==(const PgnGame&, const PgnGame&) = default;
};

/// A game as played, ready for tags and comments.
PgnGame to_pgn_game(const Game& game);

struct PgnFault {
  ChessFault fault;
  std::size_t line;       // where it is, from 1
  std::size_t game_line;  // where the game begins

  /// "line 12: 7. Nxe5: no knight can reach e5 (in the game that begins on line 3)".
  std::string message() const;
};

/// Reads the games of a PGN text, which must outlive it, one after the other.
///
/// A comment belongs to the move before it; at the beginning of a line of moves and after a
/// variation it belongs to the move that follows, if one does.
class PgnReader {
 public:
  /// Deeper nesting than any analyst's is a fault, so that no text can exhaust the stack.
  static constexpr unsigned kDeepestVariation = 64;

  explicit PgnReader(std::string_view text) : lexer_(text) {}

  /// The next game, or what is wrong with it, in which case the game after it is still to come.
  /// Nothing at the end of the text.
  std::optional<Result<PgnGame, PgnFault>> next();

 private:
  PgnLexer lexer_;
};

/// The tags as write_pgn() has them: the seven of the standard first, unknown values as "?", the
/// result and the starting position as in the game, and no name twice.
std::vector<PgnTag> export_tags(const PgnGame& game);

/// The text of a game, in lines of less than 80 columns (a longer word has a line of its own) and
/// with an empty line at the end. All moves must be legal. Reading it gives the same game back, but
/// for the tags, which are those of export_tags(), and for comments that PGN cannot tell apart:
/// those before a move, where no variation separates it from the move before, go to that move.
std::string write_pgn(const PgnGame& game);

}  // namespace lucena
