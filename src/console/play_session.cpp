// SPDX-License-Identifier: GPL-3.0-or-later
#include "console/play_session.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/clock.h"
#include "base/text.h"
#include "chess/pgn_file.h"
#include "console/verdict.h"
#include "oracle/forecast.h"
#include "oracle/game_answer.h"

namespace lucena {
namespace {

constexpr std::string_view kWhatNow =
    "'new' plays another position like it, 'again' the same; 'undo' goes back, 'pgn'\n"
    "shows the game, 'pgn FILE' keeps it, 'help' tells the rest, 'quit' leaves.\n";

/// A verdict is about an initial position; in the middle of a game it is just a position.
std::string without_initial(std::string sentence) {
  constexpr std::string_view kWord = "initial ";
  const std::size_t at = sentence.find(kWord);
  return at == std::string::npos ? sentence : sentence.erase(at, kWord.size());
}

std::string named(const std::optional<std::string_view>& tag) {
  return std::string(tag.value_or("?"));
}

}  // namespace

PlaySession::PlaySession(Conversation& conversation, Oracle& oracle, const GameStart& start,
                         PlayOptions options)
    : conversation_(conversation),
      oracle_(oracle),
      options_(std::move(options)),
      record_{Game(start.position)},
      loaded_(start.loaded) {
  if (options_.clock) clock_.emplace(*options_.clock);
  if (!loaded_) return;
  walking_ = true;
  for (auto move = loaded_->moves.rbegin(); move != loaded_->moves.rend(); ++move) {
    future_.push_back(move->move);
  }
}

/// Whatever way it ends, the summary is told and the game is kept.
std::optional<std::string> PlaySession::run() {
  while (true) {
    if (!end_) end_ = end_here();
    const Step step = end_ ? game_over() : (is_persons_turn() ? persons_turn() : programs_turn());
    if (step && *step == Next::Continue) continue;
    const auto unkept = finish();
    return step ? unkept : step.error().message;
  }
}

/// Where moves follow, the game goes on, whatever could have been claimed.
std::optional<GameEnd> PlaySession::end_here() const {
  if (!future_.empty()) return {};
  if (end_by_word_) return end_by_word_;
  if (auto end = end_of(record_.game, options_.rules)) return end;
  if (options_.ends_early) {
    if (auto end = options_.ends_early(record_)) return end;
  }
  if (options_.max_moves && plies() >= 2 * std::size_t{*options_.max_moves}) {
    return GameEnd{GameResult::Draw, moves_played_text(*options_.max_moves)};
  }
  return {};
}

/// What comes after the last question. The game is kept first, since there may be nobody left to
/// talk to. Who only walks about leaves the whole of it; what was taken back is gone.
std::optional<std::string> PlaySession::finish() {
  if (walking_ && walk_to(plies() + future_.size())) walking_ = false;
  if (!end_) end_ = end_here();
  if (!end_) end_ = GameEnd{GameResult::Open, "the game was left"};
  if (loaded_ && !played_) return {};
  const bool keeps_game = options_.pgn != nullptr && (played_ || end_->result != GameResult::Open);
  const auto fault = keeps_game ? add_game(*options_.pgn) : std::nullopt;
  if (!end_is_told_) say(summary());
  if (!keeps_game) return {};
  if (!fault) {
    say(kept_sentence(*options_.pgn));
    return {};
  }
  say(pgn());  // so that it is not lost
  return fault->message;
}

bool PlaySession::is_persons_turn() const {
  return walking_ || options_.person[mover()];
}

bool PlaySession::tables_know(const Position& position) const {
  const bool no_such_metric =
      options_.rules.metric == Metric::Conversion && is_large(Material::of(position));
  return !tables_given_up_ && !no_such_metric && oracle_.is_at_hand(position);
}

/// A game that began with more men goes on without tables if they cannot be had.
Result<const Answer*, OracleFault> PlaySession::answer() {
  if (!tables_know(record_.game.position())) return nullptr;
  if (!answer_) {
    auto found = answer_in_game(oracle_, record_.game, options_.rules);
    if (!found) {
      const bool needs_tables = tables_know(record_.game.start());
      if (needs_tables || found.error().code == OracleError::Cancelled) return found.error();
      tables_given_up_ = true;
      say_paragraph(fmt::format("The tables cannot be had, and the engine plays on: {}.",
                                found.error().message));
      return nullptr;
    }
    answer_ = std::move(*found);
  }
  return &*answer_;
}

Result<std::optional<MoveReview>, OracleFault> PlaySession::review(Move move) {
  const auto known = answer();
  if (!known) return known.error();
  if (*known == nullptr) return std::optional<MoveReview>();
  return std::optional(review_move(**known, move));
}

void PlaySession::show_board() {
  const auto& moves = record_.game.moves();
  const auto last = moves.empty() ? std::nullopt : std::optional(moves.back());
  say(fmt::format("\n{}\n", board_picture(record_.game.position(), last, options_.style)));
}

/// A hint is given once a position, not after every question about it.
PlaySession::Step PlaySession::persons_turn() {
  if (options_.hints && !walking_ && hinted_ply_ != plies()) {
    hinted_ply_ = plies();
    if (auto step = hint({}); !step) return step;
  }
  const auto line = ask_mover();
  if (clock_ && !walking_ && clock_->has_run_out(mover())) {
    end_by_word_ = end_by_time(record_.game.position(), mover());
    return Next::Continue;
  }
  if (!line) return Next::Leave;
  return obey(*line);
}

std::optional<std::string> PlaySession::ask_mover() {
  const std::string prompt = fmt::format("{}> ", name(mover()));
  if (!clock_ || walking_) return conversation_.ask(prompt);
  const double begin = wall_seconds();
  auto line = conversation_.ask_within(prompt, clock_->left_seconds(mover()));
  clock_->think(wall_seconds() - begin);
  return line;
}

/// Where the program plays both sides, they must not share their chances.
Player& PlaySession::player(Color color) {
  auto& player = players_[color];
  if (!player) {
    const std::uint64_t seed = options_.seed + (color == Color::White ? 0 : 1);
    player = make_player(options_.opponent, seed, oracle_);
  }
  return *player;
}

/// Tables are asked, and perhaps made, before the clock runs.
PlaySession::Step PlaySession::programs_turn() {
  const auto known = answer();
  if (!known) return known.error();
  PlayersTurn turn{record_.game, *known};
  if (clock_) turn.clock = clock_->clock_time(mover());
  const double begin = wall_seconds();
  const auto move = player(mover()).choose(turn);
  if (!move) return OracleFault{OracleError::Cancelled, "interrupted"};
  if (clock_) clock_->think(wall_seconds() - begin);
  if (clock_ && clock_->has_run_out(mover())) {
    end_by_word_ = end_by_time(record_.game.position(), mover());
    return Next::Continue;
  }
  return make(*move, false);
}

/// The answer is to the position before the move, and has the review in it; it is of no use
/// afterwards.
PlaySession::Step PlaySession::make(Move move, bool by_person) {
  const auto reviewed = review(move);
  if (!reviewed) return reviewed.error();
  const Position before = record_.game.position();
  future_.clear();
  end_by_word_.reset();
  played_ = true;
  record_.make(move, *reviewed);
  answer_.reset();
  if (clock_) clock_->press(before.side_to_move());
  say(fmt::format("{} {}\n", by_person ? "You play" : "Lucena plays", numbered_move(before, move)));
  show_board();
  if (clock_) say(fmt::format("Clocks: {}.\n", clock_->text()));
  if (by_person && *reviewed) {
    const auto text = remark(**reviewed, before.side_to_move(), options_.rules.metric);
    if (text) say_paragraph(*text + ".");
  }
  if (!*reviewed && tables_know(record_.game.position()) && !end_here()) {
    if (auto fault = say_verdict()) return *fault;
  }
  return Next::Continue;
}

/// For a position in which the game has not ended.
std::optional<OracleFault> PlaySession::say_verdict() {
  const auto known = answer();
  if (!known) return known.error();
  if (*known == nullptr) return {};
  const auto sentence = verdict(oracle_, record_.game.position(), options_.rules);
  if (!sentence) return sentence.error();
  say_paragraph(without_initial(*sentence) + ".");
  return {};
}

PlaySession::Step PlaySession::game_over() {
  const bool stays = !options_.leaves_at_end && (options_.anybody_plays() || !played_);
  if (!end_is_told_) {
    end_is_told_ = true;
    say(summary());
    if (stays) say(kWhatNow);
  }
  if (!stays) return Next::Leave;
  const auto line = conversation_.ask("over> ");
  if (!line) return Next::Leave;
  return obey(*line);
}

std::optional<OracleFault> PlaySession::walk_forward() {
  const Move move = future_.back();
  const auto reviewed = review(move);
  if (!reviewed) return reviewed.error();
  if (clock_) clock_->press(mover());
  record_.make(move, *reviewed);
  future_.pop_back();
  answer_.reset();
  return {};
}

std::optional<OracleFault> PlaySession::walk_to(std::size_t wanted) {
  while (plies() > wanted) {
    future_.push_back(record_.game.moves().back());
    record_.undo();
  }
  answer_.reset();
  if (clock_) clock_->back_to(plies());
  while (plies() < wanted) {
    if (auto fault = walk_forward()) return fault;
  }
  return {};
}

void PlaySession::forget_end() {
  end_.reset();
  end_is_told_ = false;
}

std::string PlaySession::summary() const {
  std::string text = fmt::format("{}.\n", end_sentence(*end_));
  for (const Color color : kColors) {
    const bool persons = options_.person[color] && (!loaded_ || played_);
    const Scorecard card = record_.scorecard(color);
    const bool opponents = !options_.person[color] && options_.anybody_plays();
    if (opponents || card.moves == 0) continue;
    text += wrapped(fmt::format("{}{}: {}.", name(color), persons ? " (you)" : "",
                                scorecard_text(card, record_.game)),
                    conversation_.columns());
  }
  return text;
}

/// A game from a file that nobody has played on keeps its names.
std::string PlaySession::pgn() const {
  const auto player = [&](Color color) -> std::string {
    if (loaded_ && !played_) return named(loaded_->tag(name(color)));
    if (options_.person[color]) return "You";
    if (options_.opponent.kind == PlayerKind::Perfect) return "Lucena";
    return fmt::format("Lucena ({})", name(options_.opponent));
  };
  return record_pgn(record_, {player(Color::White), player(Color::Black), options_.date},
                    end_.value_or(GameEnd{GameResult::Open, "in progress"}), options_.rules.metric);
}

std::string PlaySession::kept_sentence(const OutputFile& file) {
  return fmt::format("The game is in {}.\n", without_controls(file.path().string()));
}

std::optional<FileFault> PlaySession::add_game(OutputFile& file) const {
  return file.write(pgn());
}

}  // namespace lucena
