// SPDX-License-Identifier: GPL-3.0-or-later
// What a person may type in a game, besides moves.
#include <fmt/format.h>

#include <algorithm>

#include "base/text.h"
#include "chess/fen.h"
#include "chess/men_list.h"
#include "chess/move_text.h"
#include "chess/pgn_file.h"
#include "console/explanation.h"
#include "console/graded_moves.h"
#include "console/play_session.h"
#include "console/position_request.h"
#include "console/setting_up.h"

namespace lucena {
namespace {

constexpr std::string_view kHelp =
    "Moves: Kd7, e6-d7, e6d7, K(4,7), or d7 if only one man can go there; e8=Q, O-O.\n"
    "  hint        the best moves; without tables, what the engine would do\n"
    "  moves       every legal move with its worth, the best marked by *; DTZ is how\n"
    "              many plies it takes to the next capture, pawn move or mate; \"or\n"
    "              later\" is said where the 50-move rule or a repetition may delay the\n"
    "              mate\n"
    "  why         what is wrong with your last move, how it is refuted, and what\n"
    "              should have been played\n"
    "  undo, redo  takes your last move back, or makes it again\n"
    "  flip        turns the board\n"
    "  board       shows the board again\n"
    "  fen         the position as FEN\n"
    "  pgn [FILE]  the game as PGN, or adds it to a file\n"
    "  resign      gives up\n"
    "  quit        leaves\n";

constexpr std::string_view kHelpOnGames =
    "Walking about in the game, from where any move plays on:\n"
    "  next, back  a move on or back; also n and b\n"
    "  start, end  to the first position, or the last\n"
    "  goto 12     to the position before White's 12th move; goto 12... for Black's\n"
    "  go          lets Lucena move for whoever is to move\n"
    "Other games:\n"
    "  new         another position of the same kind\n"
    "  new KQvKR   that ending; also: new random win KQvKR 8-12, new hardest KBNvK,\n"
    "              new start, and any FEN or list of men; without 'new' as well\n"
    "  again       the same position from the start\n"
    "  load FILE N the Nth game of a PGN file; the first if no number is given\n"
    "  side white  what you play: white, black, both or none\n"
    "  clock       how much time is left\n";

constexpr std::string_view kNeedsTables =
    "There are no tables of this position; 'hint' tells what the engine thinks.";

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

/// "12" is the position before White's 12th move, "12..." that before Black's: as a number of plies
/// from the start of a game. Negative where the game begins later; nothing if the text is neither.
std::optional<long> parse_place(std::string_view text, const Position& start) {
  const std::size_t dots = std::min(text.find('.'), text.size());
  const std::string_view behind = text.substr(dots);
  const auto number = parse_number<unsigned>(text.substr(0, dots), 10'000);
  const bool blacks = behind == "..." || behind == "..";
  if (!number || (!behind.empty() && behind != "." && !blacks)) return {};
  const long moves = static_cast<long>(*number) - static_cast<long>(start.fullmove_number());
  return 2 * moves + (blacks ? 1 : 0) - (start.side_to_move() == Color::Black ? 1 : 0);
}

/// "+0.35" or "mate in 5" for whoever is to move, "mated in 5" if it is against him.
std::string value_text(Value value) {
  if (is_mate(value)) {
    const unsigned moves = moves_of(static_cast<unsigned>(plies_to_mate(value)));
    return fmt::format("{} in {}", value > 0 ? "mate" : "mated", moves_text(moves));
  }
  if (is_decided(value)) return value > 0 ? "won" : "lost";
  return fmt::format("{:+.2f} pawns", value / 100.0);
}

}  // namespace

const std::vector<PlaySession::Command> PlaySession::kCommands{
    {.name = "hint", .obey = &PlaySession::hint, .while_playing_only = true},
    {.name = "moves", .obey = &PlaySession::grade_moves, .while_playing_only = true},
    {.name = "why", .obey = &PlaySession::why},
    {.name = "undo", .obey = &PlaySession::undo},
    {.name = "redo", .obey = &PlaySession::redo},
    {.name = "flip", .obey = &PlaySession::flip},
    {.name = "board", .obey = &PlaySession::show_again},
    {.name = "fen", .obey = &PlaySession::show_fen},
    {.name = "pgn", .obey = &PlaySession::show_pgn, .takes_words = true},
    {.name = "resign", .obey = &PlaySession::resign, .while_playing_only = true},
    {.name = "help", .obey = &PlaySession::help},
    {.name = "?", .obey = &PlaySession::help},
    {.name = "quit", .obey = &PlaySession::leave},
    {.name = "exit", .obey = &PlaySession::leave},
    {.name = "next", .obey = &PlaySession::next, .in_exercises = false},
    {.name = "n", .obey = &PlaySession::next, .in_exercises = false},
    {.name = "back", .obey = &PlaySession::back, .in_exercises = false},
    {.name = "b", .obey = &PlaySession::back, .in_exercises = false},
    {.name = "start", .obey = &PlaySession::to_start, .in_exercises = false},
    {.name = "end", .obey = &PlaySession::to_end, .in_exercises = false},
    {.name = "goto", .obey = &PlaySession::go_to, .takes_words = true, .in_exercises = false},
    {.name = "go",
     .obey = &PlaySession::let_program_move,
     .while_playing_only = true,
     .in_exercises = false},
    {.name = "new",
     .obey = &PlaySession::begin_another,
     .takes_words = true,
     .in_exercises = false},
    {.name = "again", .obey = &PlaySession::begin_again, .in_exercises = false},
    {.name = "load", .obey = &PlaySession::load, .takes_words = true, .in_exercises = false},
    {.name = "side", .obey = &PlaySession::choose_side, .takes_words = true, .in_exercises = false},
    {.name = "clock", .obey = &PlaySession::show_clock}};

/// A command is the first word of a line; a few take more words. All else is tried as a move, and
/// then as a position to play.
PlaySession::Step PlaySession::obey(const std::string& line) {
  const std::vector<std::string_view> words = split_words(line);
  if (words.empty()) {
    say("Type a move such as Kd7 or e6-d7, or 'help'.\n");
    return Next::Continue;
  }
  const std::string word = lower_case(words.front());
  const auto command = std::find_if(kCommands.begin(), kCommands.end(),
                                    [&](const Command& known) { return known.name == word; });
  const bool known = command != kCommands.end() && (words.size() == 1 || command->takes_words);
  if (known && options_.leaves_at_end && !command->in_exercises) {
    say(fmt::format("'{}' is of no use in an exercise.\n", word));
    return Next::Continue;
  }
  if (known && !(end_ && command->while_playing_only)) {
    return (this->*command->obey)(trim(trim(std::string_view(line)).substr(word.size())));
  }
  if (!end_) return try_move(line);
  if (!known && begin_with(line)) return Next::Leave;
  say("The game is over. 'new' plays another, 'undo' goes back, 'quit' leaves.\n");
  return Next::Continue;
}

/// Who names men as in a list of cases may name them so in a move: x.K(4,7) is White's Kd7.
PlaySession::Step PlaySession::try_move(const std::string& line) {
  const Position& position = record_.game.position();
  std::string_view text = line;
  const auto marked = take_color_mark(text);
  const bool is_list = split_words(line).size() > 1;
  if (marked && *marked != position.side_to_move() && !is_list) {
    say_paragraph(fmt::format("'{}' marks {}'s men, and {} is to move.", line.substr(0, 2),
                              name(*marked), name(position.side_to_move())));
    return Next::Continue;
  }
  const auto move = parse_move(position, with_named_squares(text));
  if (!move) {
    if (begin_with(line)) return Next::Leave;
    explain(line, move.error());
    return Next::Continue;
  }
  // Who plays on from a game that was loaded takes the side that he moves.
  if (loaded_ && !played_) {
    options_.person = {};
    options_.person[mover()] = true;
  }
  walking_ = false;
  return make(*move, true);
}

/// Whether the line is a position or an ending, and another game begins with it. Only what can be
/// nothing else counts: a king alone is a mistyped move.
bool PlaySession::begin_with(const std::string& line) {
  if (!options_.begin_anew) return false;
  const bool is_fen = looks_like_fen(line);
  const bool is_one_man = names_squares(line) && split_words(line).size() == 1 && !is_fen;
  if (is_one_man || !(is_fen || parse_position_request(line))) return false;
  return options_.begin_anew({GameWish::Kind::Other, line});
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
    const bool fits = command.in_exercises || !options_.leaves_at_end;
    if (fits && command.name.size() > 2) command_names.emplace_back(command.name);
  }
  std::string advice = "type one such as Kd7 or e6-d7, or 'help'.";
  if (const auto square = square_off_board(with_named_squares(line))) {
    advice = fmt::format("there is no square {}.", *square);
  } else if (const auto meant = closest_match(line, command_names)) {
    advice = fmt::format("did you mean '{}'?", *meant);
  }
  say_paragraph(fmt::format("{}; {}", fault.message, advice));
}

/// As long as the opponent thinks, or a second.
std::optional<SearchResult> PlaySession::ask_engine() {
  constexpr Milliseconds kUsual{1000};
  if (!thinker_) thinker_.emplace(oracle_);
  SearchLimits limits;
  if (options_.opponent.depth) limits.depth = *options_.opponent.depth;
  limits.move_time = options_.opponent.move_time;
  if (!options_.opponent.depth && !limits.move_time) limits.move_time = kUsual;
  return thinker_->think(record_.game, limits);
}

PlaySession::Step PlaySession::hint(std::string_view) {
  const auto known = answer();
  if (!known) return known.error();
  const Position& position = record_.game.position();
  if (*known != nullptr) {
    say_paragraph(
        fmt::format("Best: {}.", best_moves_text(position, **known, options_.rules.metric)));
    return Next::Continue;
  }
  const auto found = ask_engine();
  if (!found) return OracleFault{OracleError::Cancelled, "interrupted"};
  say_paragraph(fmt::format("The engine would play {}: {} for {}, at depth {}.",
                            to_san(position, *found->best), value_text(found->value), name(mover()),
                            found->depth));
  return Next::Continue;
}

PlaySession::Step PlaySession::grade_moves(std::string_view) {
  const auto known = answer();
  if (!known) return known.error();
  if (*known == nullptr) {
    say_paragraph(kNeedsTables);
  } else {
    say(graded_moves_text(record_.game.position(), **known, options_.rules.metric));
  }
  return Next::Continue;
}

/// In a game that is looked at, the last move is meant, whoever made it.
std::optional<std::size_t> PlaySession::persons_last_move() const {
  Color side = mover();
  for (std::size_t ply = plies(); ply-- > 0;) {
    side = opposite(side);
    if (options_.person[side] || walking_) return ply;
  }
  return {};
}

PlaySession::Step PlaySession::why(std::string_view) {
  const auto ply = persons_last_move();
  if (!ply) {
    say("You have not made a move yet.\n");
    return Next::Continue;
  }
  if (!record_.reviews[*ply]) {
    say_paragraph(kNeedsTables);
    return Next::Continue;
  }
  const auto paragraphs = explain_move(oracle_, options_.rules, record_, *ply);
  if (!paragraphs) return paragraphs.error();
  for (const std::string& paragraph : *paragraphs) say_paragraph(paragraph);
  return Next::Continue;
}

/// Back to where the person was to move: their last move goes, and with it the program's reply, if
/// there was one. A resignation is taken back before any move.
PlaySession::Step PlaySession::undo(std::string_view) {
  const auto ply = persons_last_move();
  if (!end_by_word_ && !ply) {
    say("There is no move of yours to take back.\n");
    return Next::Continue;
  }
  const std::size_t wanted = end_by_word_ ? plies() : *ply;
  end_by_word_.reset();
  if (auto fault = walk_to(wanted)) return *fault;
  forget_end();
  show_board();
  return Next::Continue;
}

/// On to where the person is to move again.
PlaySession::Step PlaySession::redo(std::string_view) {
  if (future_.empty()) {
    say("There is no move to make again.\n");
    return Next::Continue;
  }
  const std::size_t first = plies();
  do {
    if (auto fault = walk_forward()) return *fault;
  } while (!future_.empty() && !is_persons_turn());
  forget_end();
  say(numbered_line(record_.game, first) + "\n");
  show_board();
  return Next::Continue;
}

/// What there is to say about the place one has arrived at: the last move, the board, what the
/// move cost, and what the position is worth.
PlaySession::Step PlaySession::walk_and_show(std::size_t wanted) {
  walking_ = true;
  if (auto fault = walk_to(wanted)) return *fault;
  forget_end();
  if (plies() > 0) say(numbered_line(record_.game, plies() - 1) + "\n");
  show_board();
  const auto& reviews = record_.reviews;
  if (!reviews.empty() && reviews.back()) {
    const auto text = remark(*reviews.back(), opposite(mover()), options_.rules.metric);
    if (text) say_paragraph(*text + ".");
  }
  if (end_here()) return Next::Continue;
  if (auto fault = say_verdict()) return *fault;
  if (future_.empty() && loaded_ && !played_) {
    say(fmt::format("Here the game ends: {}. Any move plays on.\n", token(loaded_->result)));
  }
  return Next::Continue;
}

PlaySession::Step PlaySession::go_to(std::string_view place) {
  const auto wanted = parse_place(place, record_.game.start());
  if (!wanted) {
    say("Say 'goto 12' for the position before White's 12th move, 'goto 12...' for\n"
        "Black's.\n");
    return Next::Continue;
  }
  const long last = static_cast<long>(plies() + future_.size());
  // Where Black begins, "goto 1" can only mean the start.
  const bool is_start = *wanted == -1;
  if ((*wanted < 0 && !is_start) || *wanted > last) {
    const unsigned first_move = record_.game.start().fullmove_number();
    const long whites = last + (record_.game.start().side_to_move() == Color::Black ? 1 : 0);
    say(fmt::format("There is no such place: the game goes from {} to {}{}.\n", first_move,
                    first_move + whites / 2, whites % 2 == 1 ? "..." : ""));
    return Next::Continue;
  }
  return walk_and_show(static_cast<std::size_t>(std::max(0L, *wanted)));
}

PlaySession::Step PlaySession::next(std::string_view) {
  if (!future_.empty()) return walk_and_show(plies() + 1);
  say("This is the last position of the game.\n");
  return Next::Continue;
}

PlaySession::Step PlaySession::back(std::string_view) {
  if (plies() > 0) return walk_and_show(plies() - 1);
  say("This is the first position of the game.\n");
  return Next::Continue;
}

PlaySession::Step PlaySession::to_start(std::string_view) {
  return walk_and_show(0);
}

PlaySession::Step PlaySession::to_end(std::string_view) {
  return walk_and_show(plies() + future_.size());
}

PlaySession::Step PlaySession::let_program_move(std::string_view) {
  if (loaded_ && !played_) {
    options_.person = {};
    options_.person[opposite(mover())] = true;
  }
  walking_ = false;
  return programs_turn();
}

PlaySession::Step PlaySession::flip(std::string_view) {
  options_.style.flipped = !options_.style.flipped;
  return show_again({});
}

PlaySession::Step PlaySession::show_again(std::string_view) {
  show_board();
  return Next::Continue;
}

PlaySession::Step PlaySession::show_fen(std::string_view) {
  say(to_fen(record_.game.position()) + "\n");
  return Next::Continue;
}

/// A file that gets the game anyway in the end must not get it twice.
PlaySession::Step PlaySession::show_pgn(std::string_view path) {
  if (path.empty()) {
    say(pgn());
    return Next::Continue;
  }
  if (options_.pgn != nullptr &&
      (options_.pgn->path() == path || is_same_file(options_.pgn->path(), path))) {
    say("The game goes there when you leave.\n");
    return Next::Continue;
  }
  auto file = open_to_add_games({path});
  auto fault = file ? add_game(*file) : file.error();
  if (!fault) fault = file->commit();
  say(fault ? fault->message + "\n" : kept_sentence(*file));
  return Next::Continue;
}

PlaySession::Step PlaySession::show_clock(std::string_view) {
  say(clock_ ? fmt::format("Clocks: {}.\n", clock_->text())
             : std::string("This game has no clock.\n"));
  return Next::Continue;
}

PlaySession::Step PlaySession::choose_side(std::string_view side) {
  const auto sides = parse_sides(side);
  if (!sides) {
    say("Say 'side white', 'side black', 'side both' or 'side none'.\n");
    return Next::Continue;
  }
  options_.person = *sides;
  walking_ = false;
  say(fmt::format("You play {} now.\n", lower_case(side)));
  return Next::Continue;
}

PlaySession::Step PlaySession::resign(std::string_view) {
  const auto chosen =
      ask_choice(conversation_, "Do you really give up?", "resign> ", {"yes", "no"});
  if (!chosen) return Next::Leave;
  if (*chosen == 1) return Next::Continue;
  future_.clear();
  end_by_word_ = end_by_resignation(record_.game.position(), mover());
  return Next::Continue;
}

/// The wish is fulfilled before the present game is left: a position that cannot be had, or a
/// question that is not answered, costs nothing.
PlaySession::Step PlaySession::wish(const GameWish& wish) {
  if (options_.begin_anew && options_.begin_anew(wish)) return Next::Leave;
  return Next::Continue;
}

PlaySession::Step PlaySession::begin_another(std::string_view text) {
  if (text.empty()) return wish({GameWish::Kind::Another});
  return wish({GameWish::Kind::Other, std::string(text)});
}

PlaySession::Step PlaySession::begin_again(std::string_view) {
  return wish({GameWish::Kind::Again});
}

PlaySession::Step PlaySession::load(std::string_view text) {
  if (text.empty()) {
    say("Say which file: 'load games.pgn', or 'load games.pgn 3' for its third game.\n");
    return Next::Continue;
  }
  return wish({GameWish::Kind::Other, fmt::format("load {}", text)});
}

PlaySession::Step PlaySession::help(std::string_view) {
  say(kHelp);
  if (!options_.leaves_at_end) say(kHelpOnGames);
  return Next::Continue;
}

}  // namespace lucena
