// SPDX-License-Identifier: GPL-3.0-or-later
#include "console/position_request.h"

#include <fmt/format.h>

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

/// The words in any order: "KBNvK random win" is the same as "win KBNvK".
Result<PositionRequest, ConsoleFault> parse_ending_request(std::string_view text) {
  EndingRequest request;
  std::vector<std::string> others;
  for (const std::string_view word : split_words(text)) {
    const std::string lower = lower_case(word);
    if (lower == "random") {
      if (!request.wanted) request.wanted = Wanted::Any;
    } else if (lower == "win" || lower == "draw" || lower == "hardest") {
      if (request.wanted && request.wanted != Wanted::Any) return one_too_many(word);
      request.wanted =
          lower == "win" ? Wanted::Win : (lower == "draw" ? Wanted::Draw : Wanted::Hardest);
    } else {
      others.emplace_back(word);
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

Result<PositionRequest, ConsoleFault> parse_position_request(std::string_view text) {
  if (!names_squares(text)) return parse_ending_request(text);
  const auto written = parse_written_position(text);
  if (!written) return fault_of(written.error());
  if (!written->is_complete()) return PositionRequest(*written);
  const auto position = Position::create(written->setup);
  if (!position) return fault_of(position.error());
  return PositionRequest(*position);
}

}  // namespace lucena
