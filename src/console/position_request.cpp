// SPDX-License-Identifier: GPL-3.0-or-later
#include "console/position_request.h"

#include <fmt/format.h>

#include <algorithm>
#include <string>

#include "base/text.h"
#include "chess/fen.h"
#include "console/men_list.h"

namespace lucena {
namespace {

/// Text that is no position, or a position that cannot be.
ConsoleFault fault_of(const ChessFault& fault) {
  switch (fault.code) {
    case ChessError::KingCount:
    case ChessError::TooManyMen:
    case ChessError::PawnOnLastRank:
    case ChessError::KingCapturable:
    case ChessError::CastlingImpossible:
    case ChessError::EnPassantImpossible:
      return {ConsoleError::Position, fault.message};
    default:
      return {ConsoleError::Text, fault.message};
  }
}

/// One field is the men, two are the men and the side to move, more must be a FEN.
Result<PositionRequest, ConsoleFault> parse_fen_request(std::string_view text) {
  const std::vector<std::string_view> fields = split_words(text);
  if (fields.size() > 2) {
    auto position = parse_fen(text);
    if (!position) return fault_of(position.error());
    return PositionRequest(*position);
  }
  auto setup = parse_board(fields[0]);
  if (!setup) return fault_of(setup.error());
  MenRequest men{*setup};
  if (fields.size() == 2) {
    men.side_is_known = fields[1] == "w" || fields[1] == "b";
    if (!men.side_is_known) {
      return ConsoleFault{ConsoleError::Text, fmt::format("the side to move is '{}', not w or b",
                                                          printable(fields[1]))};
    }
    men.setup.side_to_move = fields[1] == "w" ? Color::White : Color::Black;
  }
  return PositionRequest(men);
}

/// "KvKQ" as "kkq".
std::string bare_letters(std::string_view text) {
  std::string letters = lower_case(text);
  std::erase(letters, 'v');
  return letters;
}

/// The words in any order: "KBNvK random win" is the same as "win KBNvK".
Result<PositionRequest, ConsoleFault> parse_ending_request(std::string_view text) {
  EndingRequest request;
  for (const std::string_view word : split_words(text)) {
    const std::string lower = lower_case(word);
    if (lower == "random") {
      if (!request.wanted) request.wanted = Wanted::Any;
    } else if (lower == "win" || lower == "draw" || lower == "hardest") {
      if (request.wanted && request.wanted != Wanted::Any) {
        return ConsoleFault{ConsoleError::Text,
                            fmt::format("'{}' is one word too many", printable(word))};
      }
      request.wanted =
          lower == "win" ? Wanted::Win : (lower == "draw" ? Wanted::Draw : Wanted::Hardest);
    } else if (request.material) {
      return ConsoleFault{ConsoleError::Text,
                          fmt::format("'{}' is one word too many", printable(word))};
    } else if (auto fault = read_ending(word, request)) {
      return *fault;
    }
  }
  return PositionRequest(request);
}

/// "Ke1" and "x.K(5,1)" have digits, unlike "KBNvK" and "random".
bool names_squares(std::string_view text) {
  return text.find_first_of("12345678") != std::string_view::npos;
}

}  // namespace

/// Material is canonical once parsed, so whether the text had the stronger side second is found by
/// comparing letters: "KvKQ" as "kkq" is the name of the swapped one.
std::optional<ConsoleFault> read_ending(std::string_view text, EndingRequest& request) {
  const auto material = Material::parse(text);
  if (!material) return ConsoleFault{ConsoleError::Text, material.error().message};
  const Material swapped = material->with_colors_swapped();
  request.material = *material;
  request.colors_swapped =
      swapped != *material && bare_letters(text) == bare_letters(swapped.name());
  return {};
}

Result<PositionRequest, ConsoleFault> parse_position_request(std::string_view text) {
  const std::vector<std::string_view> words = split_words(text);
  if (words.empty()) return PositionRequest(EndingRequest{});
  // The board of a FEN has seven slashes, a list of men one at most.
  const auto slashes = std::count(words[0].begin(), words[0].end(), '/');
  if (slashes > 1) return parse_fen_request(text);
  if (!names_squares(text)) return parse_ending_request(text);
  auto setup = parse_men(text);
  if (!setup) return setup.error();
  return PositionRequest(MenRequest{*setup});
}

}  // namespace lucena
