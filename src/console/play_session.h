// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "base/output_file.h"
#include "console/board_picture.h"
#include "console/conversation.h"
#include "console/game_clock.h"
#include "console/game_record.h"
#include "console/game_start.h"
#include "console/player.h"
#include "console/thinker.h"
#include "oracle/oracle.h"

namespace lucena {

/// What somebody wants to play instead of the present game.
struct GameWish {
  enum class Kind : std::uint8_t {
    Again,    // the same start
    Another,  // of the same kind
    Other,    // what the text asks for
  };
  Kind kind;
  std::string text{};
};

struct PlayOptions {
  Rules rules;
  /// The sides that the person plays; the program plays the others.
  ByColor<bool> person;
  BoardStyle style;
  bool hints = false;  // before every move of the person
  std::uint64_t seed = 0;
  std::string date = "????.??.??";  // for the PGN
  /// Where the game goes in the end, after whatever is there; nowhere if there is none. The file is
  /// not completed, since other games may follow.
  OutputFile* pgn = nullptr;
  /// What ends the game besides the rules, such as the goal of an exercise; asked after every move.
  std::function<std::optional<GameEnd>(const GameRecord&)> ends_early{};
  /// Whether the conversation is over with the game, and nothing is asked afterwards. The game is
  /// an exercise then: no other one is begun, and nobody walks about in it.
  bool leaves_at_end = false;
  /// Who plays the other sides.
  PlayerSpec opponent{};
  std::optional<TimeControl> clock{};
  std::optional<unsigned> max_moves{};  // after so many of each side it is a draw
  /// Sets up another game; whether there is one, for which this one is left.
  std::function<bool(const GameWish&)> begin_anew{};

  bool anybody_plays() const { return person[Color::White] || person[Color::Black]; }
};

/// One game between a person and an opponent, move by move, with everything that is said about it.
/// Where the tables know the position, every move is reviewed; before that the engine plays.
/// Nothing that is typed ends the game but `quit`, `resign`, another game and the rules. Who is
/// asked depends on the state alone, over and over again:
///
///     the game has ended         game_over()      commands, of which undo leads back
///     the person's turn          persons_turn()   commands or a move
///     or somebody walks about
///     else                       programs_turn()  a move of the opponent
///
/// A game is a line with a place in it: the record is what comes before the place, and `future_`
/// what comes behind. Moves that are taken back are not forgotten before another one is made. Who
/// walks about (goto, next, back; a game from a file begins so) goes on playing with any move.
class PlaySession {
 public:
  PlaySession(Conversation& conversation, Oracle& oracle, const GameStart& start,
              PlayOptions options);

  /// Plays until the game has ended and the person leaves; the board has been shown before. What
  /// went wrong is for the person: a table is damaged, the program was interrupted, or the game
  /// could not be kept.
  std::optional<std::string> run();

  const GameRecord& record() const { return record_; }
  /// How the game ended; only a game that was left is open. Nothing before run().
  const std::optional<GameEnd>& end() const { return end_; }
  const ByColor<bool>& persons_sides() const { return options_.person; }

 private:
  /// What a command leads to: more questions, or the end of the conversation.
  enum class Next : std::uint8_t { Continue, Leave };
  using Step = Result<Next, OracleFault>;

  // play_session.cpp: the course of the game
  bool is_persons_turn() const;
  Color mover() const { return record_.game.position().side_to_move(); }
  std::optional<GameEnd> end_here() const;
  Step persons_turn();
  Step programs_turn();
  Step game_over();
  std::optional<std::string> ask_mover();
  Player& player(Color color);
  Step make(Move move, bool by_person);
  std::optional<OracleFault> say_verdict();
  /// To another place of the line, without a word.
  std::optional<OracleFault> walk_to(std::size_t plies);
  std::optional<OracleFault> walk_forward();
  void forget_end();

  // play_commands.cpp: what can be typed
  struct Command {
    std::string_view name;
    Step (PlaySession::*obey)(std::string_view words);
    bool takes_words = false;
    bool while_playing_only = false;
    bool in_exercises = true;
  };
  static const std::vector<Command> kCommands;

  Step obey(const std::string& line);
  Step try_move(const std::string& line);
  bool begin_with(const std::string& line);
  void explain(const std::string& line, const ChessFault& fault);
  Step hint(std::string_view);
  Step grade_moves(std::string_view);
  Step why(std::string_view);
  Step undo(std::string_view);
  Step redo(std::string_view);
  Step go_to(std::string_view place);
  Step next(std::string_view);
  Step back(std::string_view);
  Step to_start(std::string_view);
  Step to_end(std::string_view);
  Step let_program_move(std::string_view);
  Step flip(std::string_view);
  Step show_again(std::string_view);
  Step show_fen(std::string_view);
  Step show_pgn(std::string_view path);
  Step show_clock(std::string_view);
  Step choose_side(std::string_view side);
  Step resign(std::string_view);
  Step begin_another(std::string_view text);
  Step begin_again(std::string_view);
  Step load(std::string_view text);
  Step help(std::string_view);
  Step leave(std::string_view) { return Next::Leave; }
  Step wish(const GameWish& wish);
  Step walk_and_show(std::size_t plies);

  void say(std::string_view text) { conversation_.say(text); }
  void say_paragraph(std::string_view text) { conversation_.say_paragraph(text); }
  void show_board();
  /// Asked for once a position, whoever needs it first. Nothing where tables do not know it.
  Result<const Answer*, OracleFault> answer();
  bool tables_know(const Position& position) const;
  Result<std::optional<MoveReview>, OracleFault> review(Move move);
  std::optional<SearchResult> ask_engine();
  /// The last move of the person, as a place in the game.
  std::optional<std::size_t> persons_last_move() const;
  std::size_t plies() const { return record_.game.moves().size(); }
  std::string summary() const;
  std::string pgn() const;
  std::optional<FileFault> add_game(OutputFile& file) const;
  static std::string kept_sentence(const OutputFile& file);
  std::optional<std::string> finish();

  Conversation& conversation_;
  Oracle& oracle_;
  PlayOptions options_;
  ByColor<std::unique_ptr<Player>> players_;  // made when first needed
  std::optional<Thinker> thinker_;            // for hints
  GameRecord record_;
  std::vector<Move> future_;  // the last one comes first
  std::optional<PgnGame> loaded_;
  bool walking_ = false;
  bool played_ = false;  // a move has been made here
  bool tables_given_up_ = false;
  std::optional<GameClock> clock_;
  std::optional<Answer> answer_;  // to the position as it is, once known
  std::optional<GameEnd> end_;
  std::optional<GameEnd> end_by_word_;  // resignation or time, behind the last move
  bool end_is_told_ = false;
  std::optional<std::size_t> hinted_ply_;  // the last one for which --hints spoke
};

}  // namespace lucena
