// SPDX-License-Identifier: GPL-3.0-or-later
#include "console/position_request.h"

#include <fmt/format.h>

#include <algorithm>
#include <string>
#include <vector>

#include "base/text.h"

namespace lucena {
namespace {

/// Text that is no position, or a position that cannot be.
ConsoleFault fault_of(const ChessFault& fault) {
  switch (fault.code) {
    case ChessError::SquareTaken:
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

ConsoleFault one_too_many(std::string_view word) {
  return {ConsoleError::Text, fmt::format("'{}' is one word too many", printable(word))};
}

/// "8-12", or "8" for just so many; nothing if the word is neither.
std::optional<MoveRange> parse_move_range(std::string_view word) {
  constexpr unsigned kMostMoves = 1000;
  const std::size_t dash = std::min(word.find('-'), word.size());
  const auto least = parse_number<unsigned>(word.substr(0, dash), kMostMoves);
  const auto most =
      dash == word.size() ? least : parse_number<unsigned>(word.substr(dash + 1), kMostMoves);
  if (!least || !most) return {};
  return MoveRange{*least, *most};
}

/// What is left tells whether squares are named: "8-12" looks like some.
std::string without_move_ranges(std::string_view text) {
  std::string rest;
  for (const std::string_view word : split_words(text)) {
    if (!parse_move_range(word)) rest += std::string(word) + " ";
  }
  return rest;
}

/// A mate that takes so many moves is a win.
std::optional<ConsoleFault> take_move_range(const MoveRange& range, std::string_view word,
                                            EndingRequest& request) {
  if (request.mate_moves) return one_too_many(word);
  if (range.least == 0 || range.least > range.most) {
    return ConsoleFault{
        ConsoleError::Text,
        fmt::format("'{}' is no number of moves: write 8 or 8-12", printable(word))};
  }
  request.mate_moves = range;
  return {};
}

/// Which positions the words besides the ending ask for; what they do not understand is left to
/// `others`.
std::optional<ConsoleFault> take_word(std::string_view word, EndingRequest& request,
                                      std::vector<std::string>& others) {
  const std::string lower = lower_case(word);
  if (const auto range = parse_move_range(word)) return take_move_range(*range, word, request);
  if (lower == "random") {
    if (!request.wanted) request.wanted = Wanted::Any;
  } else if (lower == "win" || lower == "draw" || lower == "hardest") {
    if (request.wanted && request.wanted != Wanted::Any) return one_too_many(word);
    request.wanted =
        lower == "win" ? Wanted::Win : (lower == "draw" ? Wanted::Draw : Wanted::Hardest);
  } else {
    others.emplace_back(word);
  }
  return {};
}

/// The words in any order: "KBNvK random win" is the same as "win KBNvK".
Result<PositionRequest, ConsoleFault> parse_ending_request(std::string_view text) {
  EndingRequest request;
  std::vector<std::string> others;
  for (const std::string_view word : split_words(text)) {
    if (auto fault = take_word(word, request, others)) return *fault;
  }
  if (request.mate_moves) {
    if (!request.wanted || request.wanted == Wanted::Any) request.wanted = Wanted::Win;
    if (request.wanted != Wanted::Win) {
      return ConsoleFault{ConsoleError::Text, "only a win takes a number of moves"};
    }
  }
  for (const std::string& ending : join_endings(others)) {
    if (request.material) return one_too_many(ending);
    if (auto fault = read_ending(ending, request)) return *fault;
  }
  return PositionRequest(request);
}

}  // namespace

std::optional<ConsoleFault> read_ending(std::string_view text, EndingRequest& request) {
  const auto written = Material::parse_as_written(text);
  if (!written) return ConsoleFault{ConsoleError::Text, written.error().message};
  request.material = written->canonical();
  request.colors_swapped = !written->is_canonical();
  return {};
}

/// The path may have blanks.
LoadRequest parse_load_request(std::string_view text) {
  constexpr unsigned kMostGames = 1'000'000'000;
  LoadRequest request{std::string(trim(text))};
  const std::size_t blank = request.path.find_last_of(" \t");
  if (blank == std::string::npos) return request;
  const auto number = parse_number<unsigned>(request.path.substr(blank + 1), kMostGames);
  if (!number || *number == 0) return request;
  request.number = *number;
  request.path = trim(std::string_view(request.path).substr(0, blank));
  return request;
}

Result<PositionRequest, ConsoleFault> parse_position_request(std::string_view text) {
  constexpr std::string_view kLoad = "load";
  const auto words = split_words(text);
  if (words.size() > 1 && lower_case(words.front()) == kLoad) {
    return PositionRequest(parse_load_request(trim(text).substr(kLoad.size())));
  }
  if (words.size() == 1 && lower_case(words.front()) == "start") {
    return PositionRequest(Position::initial());
  }
  if (!names_squares(without_move_ranges(text))) return parse_ending_request(text);
  const auto written = parse_written_position(text);
  if (!written) return fault_of(written.error());
  if (!written->is_complete()) return PositionRequest(*written);
  const auto position = Position::create(written->setup);
  if (!position) return fault_of(position.error());
  return PositionRequest(*position);
}

}  // namespace lucena
