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
#include "console/game_record.h"
#include "console/player.h"
#include "oracle/oracle.h"

namespace lucena {

struct PlayOptions {
  Rules rules;
  /// The sides that the person plays; the program plays the others.
  ByColor<bool> person;
  BoardStyle style;
  bool hints = false;  // before every move of the person
  std::uint64_t seed = 0;
  std::string date = "????.??.??";  // for the PGN
  /// Where the game goes in the end, after whatever is there; nowhere if there is none.
  OutputFile* pgn = nullptr;
  /// What ends the game besides the rules, such as the goal of an exercise; asked after every move.
  std::function<std::optional<GameEnd>(const GameRecord&)> ends_early{};
  /// Whether the conversation is over with the game, and nothing is asked afterwards.
  bool leaves_at_end = false;

  bool anybody_plays() const { return person[Color::White] || person[Color::Black]; }
};

/// One game between a person and the perfect opponent, move by move, with everything that is said
/// about it. Nothing that is typed ends it but `quit`, `resign` and the rules. Who is asked depends
/// on the state alone, over and over again:
///
///     the game has ended    game_over()      commands, of which undo leads back
///     the person's turn     persons_turn()   commands or a move
///     else                  programs_turn()  a move of the perfect player
class PlaySession {
 public:
  PlaySession(Conversation& conversation, Oracle& oracle, const Position& start,
              PlayOptions options);

  /// Plays until the game has ended and the person leaves; the board has been shown before. What
  /// went wrong is for the person: a table is damaged, the program was interrupted, or the game
  /// could not be kept.
  std::optional<std::string> run();

  const GameRecord& record() const { return record_; }
  /// How the game ended; only a game that was left is open. Nothing before run().
  const std::optional<GameEnd>& end() const { return end_; }

 private:
  /// What a command leads to: more questions, or the end of the conversation.
  enum class Next : std::uint8_t { Continue, Leave };
  using Step = Result<Next, OracleFault>;

  bool is_persons_turn() const;
  Step persons_turn();
  Step programs_turn();
  Step game_over();
  Step obey(const std::string& line);
  Step try_move(const std::string& line);
  void explain(const std::string& line, const ChessFault& fault);
  Step make(Move move, const Answer& answer);

  /// What a person may type instead of a move.
  struct Command {
    std::string_view name;
    Step (PlaySession::*obey)();
    bool while_playing_only = false;
  };
  static const std::vector<Command> kCommands;

  Step hint();
  Step grade_moves();
  Step why();
  Step undo();
  Step flip();
  Step show_again();
  Step show_fen();
  Step show_pgn();
  Step save(std::string_view path);
  Step resign();
  Step help();
  Step leave() { return Next::Leave; }

  void say(std::string_view text) { conversation_.say(text); }
  void say_paragraph(std::string_view text) { conversation_.say_paragraph(text); }
  void show_board();
  /// Asked for once a position, whoever needs it first.
  Result<const Answer*, OracleFault> answer();
  /// The last move of the person, as a place in the game.
  std::optional<std::size_t> persons_last_move() const;
  std::string summary() const;
  std::string pgn() const;
  std::optional<FileFault> add_game(OutputFile& file) const;
  std::optional<std::string> finish();

  Conversation& conversation_;
  Oracle& oracle_;
  PlayOptions options_;
  ByColor<std::unique_ptr<Player>> players_;
  GameRecord record_;
  std::optional<Answer> answer_;  // to the position as it is, once known
  std::optional<GameEnd> end_;
  bool end_is_told_ = false;
  std::optional<std::size_t> hinted_ply_;  // the last one for which --hints spoke
};

}  // namespace lucena
