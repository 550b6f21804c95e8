// SPDX-License-Identifier: GPL-3.0-or-later
#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "base/text.h"
#include "chess/fen.h"
#include "chess/move_text.h"
#include "chess/pgn.h"
#include "chess/pgn_comment.h"

namespace lucena {
namespace {

constexpr unsigned kLargestGlyph = 255;

/// Undoes the backslashes. A tag's value is one line of text, so other control characters go. `say
/// \"hi\"` is read as `say "hi"`.
std::string tag_value(std::string_view quoted) {
  std::string value;
  for (std::size_t i = 0; i < quoted.size(); ++i) {
    const bool escape = quoted[i] == '\\' && i + 1 < quoted.size() &&
                        (quoted[i + 1] == '\\' || quoted[i + 1] == '"');
    if (escape) ++i;
    value += is_control(quoted[i]) ? ' ' : quoted[i];
  }
  return value;
}

/// "$14" by its number; "!" to "?!" are $1 to $6.
std::optional<unsigned> parse_glyph(std::string_view text) {
  constexpr std::array<std::string_view, 6> kVerdicts{"!", "?", "!!", "??", "!?", "?!"};
  const auto verdict = std::find(kVerdicts.begin(), kVerdicts.end(), text);
  if (verdict != kVerdicts.end()) return static_cast<unsigned>(verdict - kVerdicts.begin()) + 1;
  const auto number = parse_number(text, kLargestGlyph);
  if (!number) return {};
  return static_cast<unsigned>(*number);
}

/// Reads one game from the front of the lexer. On a fault the lexer stays at the token at fault.
class GameReader {
 public:
  explicit GameReader(PgnLexer& lexer) : lexer_(lexer), game_line_(lexer.peek().line) {}

  /// False at the end of the text: a comment alone is no game.
  bool finds_game();
  Result<PgnGame, PgnFault> read();

  /// After a fault: goes on to where the next game should begin.
  void skip_rest();

 private:
  /// One line of moves while it is read. `comments_look_ahead` is true where no move has been read
  /// yet and after a variation: a comment there speaks of the move to come.
  struct Line {
    PgnLine& moves;
    Position before, after;             // the last move
    std::vector<std::string> upcoming;  // comments for the next move
    bool comments_look_ahead = true;
  };
  using MaybeFault = std::optional<PgnFault>;

  PgnTokenKind kind() const { return lexer_.peek().kind; }
  MaybeFault fault(ChessError code, std::string why) const {
    return PgnFault{{code, std::move(why)}, lexer_.peek().line, game_line_};
  }
  MaybeFault syntax(std::string why) const { return fault(ChessError::PgnSyntax, std::move(why)); }
  MaybeFault unexpected() const;

  MaybeFault read_tags();
  MaybeFault read_line(const Position& start, PgnLine& moves, std::vector<std::string>& comments);
  bool line_ends() const;
  MaybeFault read_token(Line& line);
  void read_comment(Line& line);
  MaybeFault read_glyph(Line& line);
  MaybeFault read_variation(Line& line);
  MaybeFault read_move(Line& line);
  void read_result();

  PgnLexer& lexer_;
  const std::size_t game_line_;
  PgnGame game_;
  std::vector<std::string> comments_;  // before the first move, and before the tags
  bool in_tags_ = true;
  unsigned depth_ = 0;
};

/// Comments before the tags are kept for the game that follows.
bool GameReader::finds_game() {
  for (; kind() == PgnTokenKind::Comment; lexer_.advance()) {
    std::string comment = normal_comment(lexer_.peek().text);
    if (!comment.empty()) comments_.push_back(std::move(comment));
  }
  return kind() != PgnTokenKind::End;
}

Result<PgnGame, PgnFault> GameReader::read() {
  if (auto found = read_tags()) return *found;
  in_tags_ = false;
  if (auto found = read_line(game_.start, game_.moves, game_.comments)) return *found;
  read_result();
  return std::move(game_);
}

GameReader::MaybeFault GameReader::unexpected() const {
  const PgnToken& token = lexer_.peek();
  if (token.value.empty()) return syntax(std::string(token.text));
  return syntax(fmt::format("{}: '{}'", token.text, printable(token.value)));
}

/// The first FEN tag sets the position up, whatever SetUp says, since some programs leave that out.
GameReader::MaybeFault GameReader::read_tags() {
  for (; kind() == PgnTokenKind::Tag; lexer_.advance()) {
    const PgnToken& token = lexer_.peek();
    game_.tags.push_back({std::string(token.text), tag_value(token.value)});
    const bool placement = token.text == "FEN" && game_.tag("FEN") == game_.tags.back().value;
    if (!placement) continue;
    auto start = parse_fen(game_.tags.back().value);
    if (!start) {
      return fault(start.error().code, fmt::format("the FEN tag: {}", start.error().message));
    }
    game_.start = *start;
  }
  if (kind() == PgnTokenKind::Bad) return unexpected();
  return {};
}

/// `comments` takes those that find no move to belong to.
GameReader::MaybeFault GameReader::read_line(const Position& start, PgnLine& moves,
                                             std::vector<std::string>& comments) {
  Line line{moves, start, start, {}};
  if (depth_ == 0) std::swap(line.upcoming, comments_);
  while (!line_ends()) {
    if (auto found = read_token(line)) return found;
  }
  std::vector<std::string>& owner = moves.empty() ? comments : moves.back().comments_after;
  owner.insert(owner.end(), line.upcoming.begin(), line.upcoming.end());
  return {};
}

/// A result inside a variation says how that would have ended; it ends nothing.
bool GameReader::line_ends() const {
  if (depth_ > 0) return kind() == PgnTokenKind::Close;
  return kind() == PgnTokenKind::Result || kind() == PgnTokenKind::Tag ||
         kind() == PgnTokenKind::End;
}

/// Numbers are passed over, and so are results inside variations.
GameReader::MaybeFault GameReader::read_token(Line& line) {
  switch (kind()) {
    case PgnTokenKind::Comment:
      read_comment(line);
      break;
    case PgnTokenKind::Glyph:
      if (auto found = read_glyph(line)) return found;
      break;
    case PgnTokenKind::Open:
      if (auto found = read_variation(line)) return found;
      break;
    case PgnTokenKind::Symbol:
      if (auto found = read_move(line)) return found;
      break;
    case PgnTokenKind::Close:
      return syntax("a ')' without its '('");
    case PgnTokenKind::End:
    case PgnTokenKind::Tag:
      return syntax("a variation without its ')'");
    case PgnTokenKind::Bad:
      return unexpected();
    case PgnTokenKind::Number:  // the moves know their numbers
    case PgnTokenKind::Result:
      break;
  }
  lexer_.advance();
  return {};
}

/// Empty ones are not kept.
void GameReader::read_comment(Line& line) {
  std::string comment = normal_comment(lexer_.peek().text);
  if (comment.empty()) return;
  (line.comments_look_ahead ? line.upcoming : line.moves.back().comments_after)
      .push_back(std::move(comment));
}

GameReader::MaybeFault GameReader::read_glyph(Line& line) {
  const std::string_view text = lexer_.peek().text;
  const auto glyph = parse_glyph(text);
  if (!glyph) {
    return syntax(
        fmt::format("the glyph ${} is not one of $0 to ${}", printable(text), kLargestGlyph));
  }
  if (line.moves.empty()) return syntax("a glyph without a move before it");
  line.moves.back().glyphs.push_back(*glyph);
  return {};
}

/// A variation replaces the last move, so it starts from the position before that one. It is read
/// by the same functions, one level deeper.
GameReader::MaybeFault GameReader::read_variation(Line& line) {
  if (line.moves.empty()) return syntax("a variation without a move that it could replace");
  if (depth_ == PgnReader::kDeepestVariation) {
    return syntax(fmt::format("variations are nested more than {} deep", depth_));
  }
  PgnMove& replaced = line.moves.back();
  PgnLine variation;
  ++depth_;
  lexer_.advance();
  if (auto found = read_line(line.before, variation, replaced.comments_after)) return found;
  --depth_;
  if (variation.empty()) return {};
  replaced.variations.push_back(std::move(variation));
  line.comments_look_ahead = true;
  return {};
}

/// "exd6 e.p." with a blank is two symbols; the second is no move.
GameReader::MaybeFault GameReader::read_move(Line& line) {
  const std::string_view text = lexer_.peek().text;
  const bool en_passant_mark = text == "e.p." || text == "ep";
  if (en_passant_mark && !line.moves.empty()) return {};
  const auto move = parse_move(line.after, text);
  if (!move) {
    const bool white = line.after.side_to_move() == Color::White;
    return fault(move.error().code,
                 fmt::format("{}{} {}: {}", line.after.fullmove_number(), white ? "." : "...",
                             printable(text), move.error().message));
  }
  line.before = line.after;
  line.after.make(*move);
  line.moves.push_back({.move = *move, .comments_before = std::move(line.upcoming)});
  line.upcoming.clear();
  line.comments_look_ahead = false;
  return {};
}

/// What stands behind the moves is what counts; a game that just breaks off has the result that its
/// tag says.
void GameReader::read_result() {
  if (kind() != PgnTokenKind::Result) {
    game_.result = parse_game_result(game_.tag("Result").value_or("*")).value_or(GameResult::Open);
    return;
  }
  const std::size_t line = lexer_.peek().line;
  const std::string_view text = lexer_.peek().text;
  game_.result = parse_game_result(text).value_or(GameResult::Draw);  // "1/2"
  lexer_.advance();
  // "1-0 {Black's flag fell}" speaks of this game, not of the next one.
  std::vector<std::string>& last =
      game_.moves.empty() ? game_.comments : game_.moves.back().comments_after;
  for (; kind() == PgnTokenKind::Comment && lexer_.peek().line == line; lexer_.advance()) {
    std::string comment = normal_comment(lexer_.peek().text);
    if (!comment.empty()) last.push_back(std::move(comment));
  }
}

/// The next game begins with a tag or behind a result; results inside variations do not count, so
/// the brackets go on being counted.
void GameReader::skip_rest() {
  if (in_tags_) {
    while (kind() == PgnTokenKind::Tag || kind() == PgnTokenKind::Bad) lexer_.advance();
  }
  for (;; lexer_.advance()) {
    switch (kind()) {
      case PgnTokenKind::End:
      case PgnTokenKind::Tag:
        return;
      case PgnTokenKind::Open:
        ++depth_;
        break;
      case PgnTokenKind::Close:
        depth_ -= depth_ > 0;
        break;
      case PgnTokenKind::Result:
        if (depth_ > 0) break;
        lexer_.advance();
        return;
      default:
        break;
    }
  }
}

}  // namespace

std::optional<std::string_view> PgnGame::tag(std::string_view name) const {
  for (const PgnTag& tag : tags) {
    if (tag.name == name) return tag.value;
  }
  return {};
}

/// The result is what the rules say; a game that was resigned is open here.
PgnGame to_pgn_game(const Game& game) {
  PgnGame pgn{.start = game.start(), .result = game.result()};
  for (const Move move : game.moves()) pgn.moves.push_back({.move = move});
  return pgn;
}

std::string PgnFault::message() const {
  return fmt::format("line {}: {} (in the game that begins on line {})", line, fault.message,
                     game_line);
}

std::optional<Result<PgnGame, PgnFault>> PgnReader::next() {
  GameReader reader(lexer_);
  if (!reader.finds_game()) return {};
  Result<PgnGame, PgnFault> game = reader.read();
  if (!game) reader.skip_rest();
  return game;
}

}  // namespace lucena
