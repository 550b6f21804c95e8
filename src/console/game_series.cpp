// SPDX-License-Identifier: GPL-3.0-or-later
#include "console/game_series.h"

#include <fmt/format.h>

#include "chess/legal_moves.h"
#include "console/verdict.h"

namespace lucena {
namespace {

/// Two for each game, since both sides may be the program's.
constexpr std::uint64_t kSeedsPerGame = 2;

/// What else is like this start: any position of its ending, unless it was asked for as one of a
/// kind. Nothing is like a game with more men, or one whose ending is known in part alone.
std::optional<EndingRequest> kind_of(const GameStart& start, Oracle& oracle) {
  if (start.kind) return start.kind;
  const Material material = Material::of(start.position);
  if (start.loaded || !oracle.is_at_hand(material)) return {};
  return EndingRequest{material.canonical(), !material.is_canonical(), Wanted::Any};
}

}  // namespace

GameSeries::GameSeries(Conversation& conversation, Oracle& oracle, PlayOptions options,
                       std::optional<ByColor<bool>> sides, const GameQuestions& questions)
    : conversation_(conversation),
      oracle_(oracle),
      options_(std::move(options)),
      sides_(sides),
      questions_(questions),
      random_(options_.seed) {
  options_.begin_anew = [this](const GameWish& wish) { return begin_anew(wish); };
}

GameSeries::Outcome GameSeries::run(const std::optional<std::string>& request) {
  Outcome outcome;
  SettingUp setting_up(conversation_, oracle_, random_, options_.rules);
  next_ = setting_up.start(request);
  if (setting_up.fault()) outcome.fault = setting_up.fault()->message;
  while (next_ && !outcome.fault) {
    start_ = std::move(*next_);
    next_.reset();
    if (!ask_rules(conversation_, questions_, options_)) break;
    outcome.fault = introduce();
    if (outcome.fault || !settle_sides()) break;
    warn_of_strength();
    outcome.played = true;
    outcome.fault = play();
    options_.seed += kSeedsPerGame;
  }
  return outcome;
}

void GameSeries::show_board() {
  conversation_.say(fmt::format("\n{}\n", board_picture(start_->position, {}, options_.style)));
}

/// Has solved what the position can reach if that takes long and somebody allows it; whether tables
/// tell of it then.
bool GameSeries::get_tables(const Position& position) {
  const bool takes_long = position.occupied().count() == kMaxMen && !oracle_.is_at_hand(position);
  if (takes_long) {
    if (const auto fault = oracle_.prepare(position)) {
      conversation_.say_paragraph(fault->message + ".");
    }
  }
  return oracle_.is_at_hand(position);
}

/// What can be said about a position before the first move.
std::optional<std::string> GameSeries::introduce() {
  options_.style.flipped = sides_ == ByColor<bool>{false, true};
  show_board();
  const Position& position = start_->position;
  const bool at_hand = get_tables(position);
  if (!at_hand && has_legal_move(position)) {
    conversation_.say_paragraph(
        fmt::format("{} men: the engine plays, and the tables as soon as {} are left.",
                    position.occupied().count(), kMaxMenInMemory));
    return {};
  }
  const auto sentence = verdict(oracle_, position, options_.rules);
  if (!sentence) return sentence.error().message;
  conversation_.say_boldly(*sentence + ".");
  if (!at_hand) return {};
  const auto general = about_ending(oracle_, position);
  if (!general) return general.error().message;
  if (!general->empty()) conversation_.say_paragraph(*general + ".");
  return {};
}

/// Nobody is asked about a game that is over, or that is to be looked at.
bool GameSeries::settle_sides() {
  options_.person = sides_.value_or(ByColor<bool>{true, true});
  if (start_->loaded) {
    conversation_.say(
        "'next' steps through the game, 'goto 12' and 'end' as well; any move plays on.\n");
    return true;
  }
  if (end_of(Game(start_->position), options_.rules)) return true;
  const bool tables_play = oracle_.is_at_hand(start_->position);
  if (sides_) return ask_opponent(conversation_, questions_, tables_play, options_);
  const std::string question =
      fmt::format("{} is to move. Which side do you play?", name(start_->position.side_to_move()));
  const std::size_t usual = start_->position.side_to_move() == Color::White ? 0 : 1;
  const auto answer = ask_choice(conversation_, question, "you play> ", side_names(), usual);
  if (!answer) return false;
  options_.person = *parse_sides(side_names()[*answer]);
  if (options_.person == ByColor<bool>{false, true}) {
    options_.style.flipped = true;
    show_board();
  }
  return ask_opponent(conversation_, questions_, tables_play, options_);
}

void GameSeries::warn_of_strength() {
  const bool perfect = options_.opponent.kind == PlayerKind::Perfect;
  const bool plays = !(options_.person[Color::White] && options_.person[Color::Black]);
  if (!options_.opponent.elo || !perfect || !plays || !oracle_.is_at_hand(start_->position)) {
    return;
  }
  conversation_.say_paragraph(fmt::format(
      "An Elo means nothing to this opponent with up to {} men: the tables play, and never err. "
      "--opponent human errs as often as the Elo says.",
      std::max(kMaxMenInMemory, start_->position.occupied().count())));
}

/// The sides stay for the games to come.
std::optional<std::string> GameSeries::play() {
  questions_ = {};  // what was answered stays for the games to come
  PlaySession session(conversation_, oracle_, *start_, options_);
  auto fault = session.run();
  if (!start_->loaded && !end_of(Game(start_->position), options_.rules)) {
    sides_ = session.persons_sides();
  }
  return fault;
}

bool GameSeries::begin_anew(const GameWish& wish) {
  next_ = fulfil(wish);
  return next_.has_value();
}

std::optional<GameStart> GameSeries::fulfil(const GameWish& wish) {
  if (wish.kind == GameWish::Kind::Again) return start_;
  SettingUp setting_up(conversation_, oracle_, random_, options_.rules);
  const auto kind = kind_of(*start_, oracle_);
  if (wish.kind == GameWish::Kind::Another && !kind) return start_;
  auto found =
      wish.kind == GameWish::Kind::Other ? setting_up.fulfil(wish.text) : setting_up.find(*kind);
  if (setting_up.fault()) {
    conversation_.say_paragraph(setting_up.fault()->message + ".");
  }
  return found;
}

}  // namespace lucena
