// SPDX-License-Identifier: GPL-3.0-or-later
#include "console/setting_up.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/text.h"
#include "console/loaded_game.h"
#include "console/position_finder.h"
#include "console/verdict.h"

namespace lucena {
namespace {

constexpr std::string_view kSetUpHelp =
    "Give one of these:\n"
    "  KBNvK                        an ending with up to six men\n"
    "  random win KBNvK             a won position of it; also random, random draw\n"
    "  hardest KBNvK                one with the longest mate\n"
    "  Ke1 Ra1 h2 / Ke8             White's men, then Black's\n"
    "  8/8/8/8/8/2k5/8/K6R w - -    a FEN\n"
    "  start                        a whole game of chess\n"
    "  load games.pgn 3             the third game of a file\n"
    "'quit' leaves; Enter: start.\n";

bool is_leaving(std::string_view lower) {
  return lower == "quit" || lower == "exit";
}

/// Why these men cannot stand like that; nothing if they can.
std::optional<std::string> fault_of_men(const Setup& setup) {
  const auto position = Position::create(setup);
  if (!position) return position.error().message;
  return {};
}

}  // namespace

/// An answer is known by any beginning that no other answer has: "r" is "random". "quit" is an
/// answer only where one begins with it.
std::optional<std::size_t> ask_choice(Conversation& conversation, std::string_view question,
                                      std::string_view prompt,
                                      const std::vector<std::string>& answers,
                                      std::optional<std::size_t> usual) {
  const std::string choice = joined(answers, " or ");
  const std::string enter = usual ? fmt::format("; Enter: {}", answers[*usual]) : std::string();
  conversation.say_paragraph(fmt::format("{} ({}{})", question, choice, enter));
  while (const auto line = conversation.ask(prompt)) {
    const std::string lower = lower_case(*line);
    if (lower.empty() && usual) return usual;
    std::vector<std::size_t> meant;
    for (std::size_t i = 0; i < answers.size(); ++i) {
      if (answers[i].starts_with(lower)) meant.push_back(i);
    }
    if (meant.size() == 1) return meant.front();
    if (is_leaving(lower)) return {};
    if (lower.empty() || lower == "help") {
      conversation.say(fmt::format("Say {}.\n", choice));
    } else {
      conversation.say(fmt::format("'{}' is {}: say {}.\n", printable(*line),
                                   meant.empty() ? "not an answer" : "not clear", choice));
    }
  }
  return {};
}

const std::vector<std::string>& side_names() {
  static const std::vector<std::string> names{"white", "black", "both", "none"};
  return names;
}

std::optional<ByColor<bool>> parse_sides(std::string_view text) {
  const std::string lower = lower_case(text);
  const auto& names = side_names();
  if (std::find(names.begin(), names.end(), lower) == names.end()) return {};
  const bool both = lower == "both";
  return ByColor<bool>{both || lower == "white", both || lower == "black"};
}

/// Whoever does not answer a question has given up the whole conversation.
std::optional<std::size_t> SettingUp::choose(std::string_view question, std::string_view prompt,
                                             const std::vector<std::string>& answers,
                                             std::optional<std::size_t> usual) {
  const auto chosen = ask_choice(conversation_, question, prompt, answers, usual);
  if (!chosen) given_up_ = true;
  return chosen;
}

/// A request from the command line is tried first; after that every line is a request.
std::optional<GameStart> SettingUp::start(std::optional<std::string> request) {
  if (!request) conversation_.say(kSetUpHelp);
  while (!given_up_) {
    if (!request) request = conversation_.ask("position> ");
    if (!request || is_leaving(lower_case(*request))) return {};
    if (request->empty()) request = "start";
    if (lower_case(*request) == "help") {
      conversation_.say(kSetUpHelp);
    } else if (auto start = fulfil(*request)) {
      return start;
    }
    request.reset();
  }
  return {};
}

/// Text that nobody understands and men that cannot stand so are told apart, since the first calls
/// for help and the second for other men.
std::optional<GameStart> SettingUp::fulfil(const std::string& text) {
  const auto request = parse_position_request(text);
  if (!request) {
    const bool impossible = request.error().code == ConsoleError::Position;
    conversation_.say_paragraph(impossible
                                    ? fmt::format("{}.", invalid_verdict(request.error().message))
                                    : fmt::format("That is no position: {}. 'help' shows examples.",
                                                  request.error().message));
    return {};
  }
  if (const auto* ending = std::get_if<EndingRequest>(&*request)) return find(*ending);
  if (const auto* men = std::get_if<WrittenPosition>(&*request)) return complete(*men);
  if (const auto* game = std::get_if<LoadRequest>(&*request)) return load(*game);
  return GameStart{std::get<Position>(*request)};
}

std::optional<GameStart> SettingUp::load(const LoadRequest& request) {
  auto game = load_game(request, oracle_.cancelled());
  if (!game) {
    conversation_.say_paragraph(fmt::format("{}.", game.error().message));
    return {};
  }
  conversation_.say_paragraph(loaded_title(request, *game) + ".");
  const Position start = game->start;
  return GameStart{start, {}, std::move(*game)};
}

/// What is still open is asked for: which ending, then which of its positions.
std::optional<GameStart> SettingUp::find(EndingRequest request) {
  while (!request.material) {
    conversation_.say("Which ending? Such as KBNvK or KRPvKR.\n");
    const auto line = conversation_.ask("ending> ");
    if (!line || is_leaving(lower_case(*line))) {
      given_up_ = true;
      return {};
    }
    if (const auto fault = read_ending(*line, request)) {
      conversation_.say_paragraph(fmt::format("That is no ending: {}.", fault->message));
    }
  }
  if (!request.wanted) {
    const auto chosen = choose(fmt::format("Which position of {}?", request.material->name()),
                               "start> ", {"win", "draw", "random", "hardest"}, 0);
    if (!chosen) return {};
    constexpr std::array kAnswers{Wanted::Win, Wanted::Draw, Wanted::Any, Wanted::Hardest};
    request.wanted = kAnswers[*chosen];
  }
  const auto position = find_position(oracle_, *request.material, *request.wanted, random_,
                                      {request.mate_moves, rules_.fifty_moves, true});
  if (position) {
    return GameStart{request.colors_swapped ? with_colors_swapped(*position) : *position, request};
  }
  switch (position.error().code) {
    case ConsoleError::Oracle:
      fault_ = position.error();
      given_up_ = true;
      break;
    case ConsoleError::NotSolved:
      conversation_.say_paragraph(position.error().message + ".");
      break;
    default:
      conversation_.say_paragraph(
          fmt::format("There is no such position: {}.", position.error().message));
  }
  return {};
}

/// In this order, because rights and en passant depend on who is to move.
std::optional<GameStart> SettingUp::complete(WrittenPosition men) {
  if (!ask_side(men) || !ask_rights(men)) return {};
  if (!men.en_passant_is_known && !ask_en_passant(men.setup)) return {};
  return GameStart{Position::create(men.setup).value()};
}

/// Whether it is settled who is to move, and the men can stand like that.
bool SettingUp::ask_side(WrittenPosition& men) {
  Setup& setup = men.setup;
  const auto invalid = [&](const std::string& fault) {
    conversation_.say_paragraph(invalid_verdict(fault) + ".");
    return false;
  };
  if (men.side_is_known) {
    const auto fault = fault_of_men(setup);
    return fault ? invalid(*fault) : true;
  }
  ByColor<std::optional<std::string>> faults;
  for (const Color color : kColors) {
    setup.side_to_move = color;
    faults[color] = fault_of_men(setup);
  }
  const auto& [white_fault, black_fault] = faults;
  if (white_fault && black_fault) return invalid(*white_fault);
  if (white_fault || black_fault) {
    setup.side_to_move = white_fault ? Color::Black : Color::White;
    conversation_.say(fmt::format("{} is in check, so {} is to move.\n", name(setup.side_to_move),
                                  name(setup.side_to_move)));
    return true;
  }
  const auto chosen = choose("Who is to move?", "to move> ", {"white", "black"});
  if (!chosen) return false;
  setup.side_to_move = kColors[*chosen];
  return true;
}

/// A right that a king and a rook at home may have is asked for. False if there is no answer.
bool SettingUp::ask_rights(WrittenPosition& men) {
  const CastlingRights open = men.open_rights();
  CastlingRights& given = men.setup.castling;
  for (const Color color : kColors) {
    for (const CastlingSide side : kCastlingSides) {
      if (!open.has(color, side)) continue;
      const CastlingPath path = castling_path(color, side);
      const auto chosen = choose(
          fmt::format("{}'s king on {} and rook on {} stand at home. May {} still castle {}?",
                      name(color), path.king_from.name(), path.rook_from.name(), name(color),
                      side == CastlingSide::King ? "kingside" : "queenside"),
          "castling> ", {"yes", "no"});
      if (!chosen) return false;
      if (*chosen == 0) given = given | CastlingRights(color, side);
    }
  }
  return true;
}

/// A pawn that may just have made a double step beside an enemy pawn is asked about, as long as
/// nobody has said yes. False if there is no answer.
bool SettingUp::ask_en_passant(Setup& setup) {
  // Ranks count from 0: White captures en passant on the sixth rank, Black on the third.
  const int rank = setup.side_to_move == Color::White ? 5 : 2;
  for (int file = 0; file < 8 && !setup.en_passant; ++file) {
    Setup attempt = setup;
    const Square passed(file, rank);
    attempt.en_passant = passed;
    const auto position = Position::create(attempt);
    if (!position || !position->can_capture_en_passant()) continue;
    const int step = setup.side_to_move == Color::White ? -1 : 1;
    const auto chosen =
        choose(fmt::format("The pawn on {} may just have come from {}. Can it be captured en "
                           "passant on {}?",
                           Square(file, rank + step).name(), Square(file, rank - step).name(),
                           passed.name()),
               "en passant> ", {"yes", "no"});
    if (!chosen) return false;
    if (*chosen == 0) setup = attempt;
  }
  return true;
}

}  // namespace lucena
