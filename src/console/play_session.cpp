// SPDX-License-Identifier: GPL-3.0-or-later
#include "console/play_session.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/text.h"
#include "chess/fen.h"
#include "chess/men_list.h"
#include "chess/move_text.h"
#include "chess/pgn_file.h"
#include "console/explanation.h"
#include "console/graded_moves.h"
#include "console/setting_up.h"
#include "console/verdict.h"
#include "oracle/game_answer.h"

namespace lucena {
namespace {

constexpr std::string_view kHelp =
    "Moves: Kd7, e6-d7, e6d7, K(4,7), or d7 if only one man can go there; e8=Q, O-O.\n"
    "  hint        the best moves\n"
    "  moves       every legal move with its worth, the best marked by *; DTZ is how\n"
    "              many plies it takes to the next capture, pawn move or mate; \"or\n"
    "              later\" is said where the 50-move rule or a repetition may delay the\n"
    "              mate\n"
    "  why         what is wrong with your last move, how it is refuted, and what\n"
    "              should have been played\n"
    "  undo        takes your last move back\n"
    "  flip        turns the board\n"
    "  board       shows the board again\n"
    "  fen         the position as FEN\n"
    "  pgn [FILE]  the game as PGN, or adds it to a file\n"
    "  resign      gives up\n"
    "  quit        leaves\n";

/// "e9" in "Ke9", "i1" in "Ki1", "(5,9)" in "K(5,9)": what looks like a square and is none.
std::optional<std::string> square_off_board(std::string_view line) {
  const std::size_t open = line.find('(');
  const bool has_numbers = open != std::string_view::npos && line.back() == ')' &&
                           line.find(',', open) != std::string_view::npos;
  if (has_numbers) return printable(line.substr(open));
  const std::size_t digit = line.find_last_of("0123456789");
  if (digit == std::string_view::npos || digit == 0) return {};
  const char file = line[digit - 1];
  if (file < 'a' || file > 'z') return {};
  const std::string square(line.substr(digit - 1, 2));
  if (Square::parse(square)) return {};
  return square;
}

std::string game_is_in(const OutputFile& file) {
  return fmt::format("The game is in {}.\n", without_controls(file.path().string()));
}

}  // namespace

const std::vector<PlaySession::Command> PlaySession::kCommands{
    {"hint", &PlaySession::hint, true},
    {"moves", &PlaySession::grade_moves, true},
    {"why", &PlaySession::why},
    {"undo", &PlaySession::undo},
    {"flip", &PlaySession::flip},
    {"board", &PlaySession::show_again},
    {"fen", &PlaySession::show_fen},
    {"pgn", &PlaySession::show_pgn},
    {"resign", &PlaySession::resign, true},
    {"help", &PlaySession::help},
    {"?", &PlaySession::help},
    {"quit", &PlaySession::leave},
    {"exit", &PlaySession::leave}};

PlaySession::PlaySession(Conversation& conversation, Oracle& oracle, const Position& start,
                         PlayOptions options)
    : conversation_(conversation),
      oracle_(oracle),
      options_(std::move(options)),
      record_{Game(start)} {
  for (const Color color : kColors) {
    if (options_.person[color]) continue;
    // Where the program plays both sides, they must not share their chances.
    const std::uint64_t seed = options_.seed + (color == Color::White ? 0 : 1);
    players_[color] = make_player(PlayerKind::Perfect, seed);
  }
}

/// Whatever way it ends, the summary is told and the game is kept.
std::optional<std::string> PlaySession::run() {
  while (true) {
    if (!end_) end_ = end_of(record_.game, options_.rules);
    if (!end_ && options_.ends_early) end_ = options_.ends_early(record_);
    const Step step = end_ ? game_over() : (is_persons_turn() ? persons_turn() : programs_turn());
    if (step && *step == Next::Continue) continue;
    const auto unkept = finish();
    return step ? unkept : step.error().message;
  }
}

/// What comes after the last question. The game is kept first, since there may be nobody left to
/// talk to.
std::optional<std::string> PlaySession::finish() {
  if (!end_) end_ = GameEnd{GameResult::Open, "the game was left"};
  const bool anything_happened = !record_.reviews.empty() || end_->result != GameResult::Open;
  const bool keeps_game = options_.pgn != nullptr && anything_happened;
  const auto fault = keeps_game ? add_game(*options_.pgn) : std::nullopt;
  if (!end_is_told_) say(summary());
  if (!keeps_game) return {};
  if (!fault) {
    say(game_is_in(*options_.pgn));
    return {};
  }
  say(pgn());  // so that it is not lost
  return fault->message;
}

bool PlaySession::is_persons_turn() const {
  return options_.person[record_.game.position().side_to_move()];
}

Result<const Answer*, OracleFault> PlaySession::answer() {
  if (!answer_) {
    auto found = answer_in_game(oracle_, record_.game, options_.rules);
    if (!found) return found.error();
    answer_ = std::move(*found);
  }
  return &*answer_;
}

void PlaySession::show_board() {
  const auto& moves = record_.game.moves();
  const auto last = moves.empty() ? std::nullopt : std::optional(moves.back());
  say(fmt::format("\n{}\n", board_picture(record_.game.position(), last, options_.style)));
}

/// A hint is given once a position, not after every question about it.
PlaySession::Step PlaySession::persons_turn() {
  if (options_.hints && hinted_ply_ != record_.reviews.size()) {
    hinted_ply_ = record_.reviews.size();
    if (auto step = hint(); !step) return step;
  }
  const Color mover = record_.game.position().side_to_move();
  const auto line = conversation_.ask(fmt::format("{}> ", name(mover)));
  if (!line) return Next::Leave;
  return obey(*line);
}

PlaySession::Step PlaySession::programs_turn() {
  const Game& game = record_.game;
  const auto known = answer();
  if (!known) return known.error();
  return make(players_[game.position().side_to_move()]->choose(game, **known), **known);
}

/// The answer is to the position before the move, and has the review in it; it is of no use
/// afterwards.
PlaySession::Step PlaySession::make(Move move, const Answer& known) {
  const Position before = record_.game.position();
  const bool persons = is_persons_turn();
  const MoveReview review = review_move(known, move);
  record_.make(review);
  answer_.reset();
  say(fmt::format("{} {}\n", persons ? "You play" : "Lucena plays", numbered_move(before, move)));
  show_board();
  if (persons) {
    const auto text = remark(review, before.side_to_move(), options_.rules.metric);
    if (text) say_paragraph(*text + ".");
  }
  return Next::Continue;
}

PlaySession::Step PlaySession::game_over() {
  const bool stays = options_.anybody_plays() && !options_.leaves_at_end;
  if (!end_is_told_) {
    end_is_told_ = true;
    say(summary());
    if (stays) say("'undo' goes back, 'pgn' shows the game, 'pgn FILE' keeps it, 'quit' leaves.\n");
  }
  if (!stays) return Next::Leave;
  const auto line = conversation_.ask("over> ");
  if (!line) return Next::Leave;
  return obey(*line);
}

/// Commands are single words, but for "pgn FILE", whose file may have blanks; all else is tried as
/// a move.
PlaySession::Step PlaySession::obey(const std::string& line) {
  const std::vector<std::string_view> words = split_words(line);
  if (words.empty()) {
    say("Type a move such as Kd7 or e6-d7, or 'help'.\n");
    return Next::Continue;
  }
  const std::string word = lower_case(words.front());
  if (word == "pgn" && words.size() > 1) return save(trim(std::string_view(line).substr(3)));
  const auto command = std::find_if(kCommands.begin(), kCommands.end(),
                                    [&](const Command& known) { return known.name == word; });
  const bool known = command != kCommands.end() && words.size() == 1;
  if (end_ && (!known || command->while_playing_only)) {
    say("The game is over. 'undo' goes back, 'quit' leaves.\n");
    return Next::Continue;
  }
  return known ? (this->*command->obey)() : try_move(line);
}

/// Who names men as in a list of cases may name them so in a move: x.K(4,7) is White's Kd7.
PlaySession::Step PlaySession::try_move(const std::string& line) {
  const Position& position = record_.game.position();
  std::string_view text = line;
  const auto marked = take_color_mark(text);
  if (marked && *marked != position.side_to_move()) {
    say_paragraph(fmt::format("'{}' marks {}'s men, and {} is to move.", line.substr(0, 2),
                              name(*marked), name(position.side_to_move())));
    return Next::Continue;
  }
  const auto move = parse_move(position, with_named_squares(text));
  if (!move) {
    explain(line, move.error());
    return Next::Continue;
  }
  const auto known = answer();
  if (!known) return known.error();
  return make(*move, **known);
}

/// Why what was typed is no move.
void PlaySession::explain(const std::string& line, const ChessFault& fault) {
  if (fault.code == ChessError::MoveAmbiguous) {
    say_paragraph(fmt::format("Not clear: {}.", fault.message));
    return;
  }
  if (fault.code != ChessError::MoveText) {
    say_paragraph(fmt::format("Not a legal move: {}.", fault.message));
    return;
  }
  std::vector<std::string> command_names;
  for (const Command& command : kCommands) {
    if (command.name != "?") command_names.emplace_back(command.name);
  }
  std::string advice = "type one such as Kd7 or e6-d7, or 'help'.";
  if (const auto square = square_off_board(with_named_squares(line))) {
    advice = fmt::format("there is no square {}.", *square);
  } else if (const auto meant = closest_match(line, command_names)) {
    advice = fmt::format("did you mean '{}'?", *meant);
  }
  say_paragraph(fmt::format("{}; {}", fault.message, advice));
}

PlaySession::Step PlaySession::hint() {
  const auto known = answer();
  if (!known) return known.error();
  const Position& position = record_.game.position();
  say_paragraph(
      fmt::format("Best: {}.", best_moves_text(position, **known, options_.rules.metric)));
  return Next::Continue;
}

PlaySession::Step PlaySession::grade_moves() {
  const auto known = answer();
  if (!known) return known.error();
  say(graded_moves_text(record_.game.position(), **known, options_.rules.metric));
  return Next::Continue;
}

std::optional<std::size_t> PlaySession::persons_last_move() const {
  Color mover = record_.game.position().side_to_move();
  for (std::size_t ply = record_.reviews.size(); ply-- > 0;) {
    mover = opposite(mover);
    if (options_.person[mover]) return ply;
  }
  return {};
}

PlaySession::Step PlaySession::why() {
  const auto ply = persons_last_move();
  if (!ply) {
    say("You have not made a move yet.\n");
    return Next::Continue;
  }
  const auto paragraphs = explain_move(oracle_, options_.rules, record_, *ply);
  if (!paragraphs) return paragraphs.error();
  for (const std::string& paragraph : *paragraphs) say_paragraph(paragraph);
  return Next::Continue;
}

/// Back to where the person was to move: their last move goes, and with it the program's reply, if
/// there was one.
PlaySession::Step PlaySession::undo() {
  // A resignation is taken back before any move.
  const bool resigned = end_ && !end_of(record_.game, options_.rules);
  const auto ply = persons_last_move();
  if (!resigned && !ply) {
    say("There is no move of yours to take back.\n");
    return Next::Continue;
  }
  while (!resigned && record_.reviews.size() > *ply) record_.undo();
  answer_.reset();
  end_.reset();
  end_is_told_ = false;
  show_board();
  return Next::Continue;
}

PlaySession::Step PlaySession::flip() {
  options_.style.flipped = !options_.style.flipped;
  return show_again();
}

PlaySession::Step PlaySession::show_again() {
  show_board();
  return Next::Continue;
}

PlaySession::Step PlaySession::show_fen() {
  say(to_fen(record_.game.position()) + "\n");
  return Next::Continue;
}

PlaySession::Step PlaySession::show_pgn() {
  say(pgn());
  return Next::Continue;
}

PlaySession::Step PlaySession::help() {
  say(kHelp);
  return Next::Continue;
}

PlaySession::Step PlaySession::resign() {
  const auto chosen =
      ask_choice(conversation_, "Do you really give up?", "resign> ", {"yes", "no"});
  if (!chosen) return Next::Leave;
  if (*chosen == 1) return Next::Continue;
  const Color loser = record_.game.position().side_to_move();
  end_ = GameEnd{loser == Color::White ? GameResult::BlackWins : GameResult::WhiteWins,
                 fmt::format("{} resigned", name(loser))};
  return Next::Continue;
}

/// A file that gets the game anyway in the end must not get it twice.
PlaySession::Step PlaySession::save(std::string_view path) {
  if (options_.pgn != nullptr &&
      (options_.pgn->path() == path || is_same_file(options_.pgn->path(), path))) {
    say("The game goes there when you leave.\n");
    return Next::Continue;
  }
  auto file = open_to_add_games({path});
  const auto fault = file ? add_game(*file) : file.error();
  say(fault ? fault->message + "\n" : game_is_in(*file));
  return Next::Continue;
}

std::optional<FileFault> PlaySession::add_game(OutputFile& file) const {
  if (auto fault = file.write(pgn())) return fault;
  return file.commit();
}

std::string PlaySession::summary() const {
  std::string text = fmt::format("{}.\n", end_sentence(*end_));
  for (const Color color : kColors) {
    const bool persons = options_.person[color];
    const Scorecard card = record_.scorecard(color);
    if ((!persons && options_.anybody_plays()) || card.moves == 0) continue;
    text += wrapped(fmt::format("{}{}: {}.", name(color), persons ? " (you)" : "",
                                scorecard_text(card, record_.game)),
                    conversation_.columns());
  }
  return text;
}

std::string PlaySession::pgn() const {
  const auto player = [&](Color color) { return options_.person[color] ? "You" : "Lucena"; };
  return record_pgn(record_, {player(Color::White), player(Color::Black), options_.date},
                    end_.value_or(GameEnd{GameResult::Open, "in progress"}), options_.rules.metric);
}

}  // namespace lucena
