// SPDX-License-Identifier: GPL-3.0-or-later
#include "uci/go_command.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <limits>

#include "base/text.h"
#include "chess/move_text.h"

namespace lucena {
namespace {

constexpr std::uint64_t kLargestTime = 1'000'000'000;  // ms; more than a week
/// From the initial position 64 bits suffice for 13 plies; with few men it may be more.
constexpr unsigned kDeepestPerft = 20;

constexpr std::array<std::string_view, 12> kKeywords{
    "searchmoves", "ponder", "wtime", "btime", "winc",     "binc",
    "movestogo",   "depth",  "nodes", "mate",  "movetime", "infinite"};

bool is_keyword(std::string_view word) {
  return word == "perft" || std::find(kKeywords.begin(), kKeywords.end(), word) != kKeywords.end();
}

/// The numbers behind the keywords, before anybody knows whose clock counts.
struct Numbers {
  std::optional<std::uint64_t> white_time, black_time, white_increment, black_increment;
  std::optional<std::uint64_t> moves_to_go, depth, nodes, mate, move_time, perft;

  std::optional<std::uint64_t>* named(std::string_view keyword) {
    if (keyword == "wtime") return &white_time;
    if (keyword == "btime") return &black_time;
    if (keyword == "winc") return &white_increment;
    if (keyword == "binc") return &black_increment;
    if (keyword == "movestogo") return &moves_to_go;
    if (keyword == "depth") return &depth;
    if (keyword == "nodes") return &nodes;
    if (keyword == "mate") return &mate;
    if (keyword == "movetime") return &move_time;
    if (keyword == "perft") return &perft;
    return nullptr;
  }
};

/// A clock that has run out may be shown as a negative time: nothing is left.
std::optional<std::uint64_t> parse_amount(std::string_view word) {
  if (word.starts_with('-') && parse_number(word.substr(1), kLargestTime)) return 0;
  return parse_number(word, std::numeric_limits<std::uint64_t>::max());
}

/// GUIs may ask for more than there can be.
template <std::integral T>
T at_most(T largest, std::uint64_t number) {
  return static_cast<T>(std::min<std::uint64_t>(number, largest));
}

/// Cut to a bit more than eleven days.
Milliseconds milliseconds(std::uint64_t count) {
  return Milliseconds(at_most(kLargestTime, count));
}

/// Of the two clocks only the mover's counts. A limit of 0 nodes or depth 0 would be no search at
/// all, and is taken for 1.
void fill_limits(const Numbers& numbers, Color side, GoCommand& go) {
  SearchLimits& limits = go.limits;
  const bool white = side == Color::White;
  const auto& time = white ? numbers.white_time : numbers.black_time;
  const auto& increment = white ? numbers.white_increment : numbers.black_increment;
  if (time) {
    limits.clock = ClockTime{milliseconds(*time), milliseconds(increment.value_or(0)), {}};
    if (numbers.moves_to_go && *numbers.moves_to_go > 0) {
      limits.clock->moves_to_go = at_most(1000u, *numbers.moves_to_go);
    }
  }
  if (numbers.move_time) limits.move_time = milliseconds(*numbers.move_time);
  if (numbers.nodes) limits.nodes = std::max<std::uint64_t>(*numbers.nodes, 1);
  if (numbers.depth) limits.depth = std::max(1, at_most(kMostPlies - 1, *numbers.depth));
  if (numbers.mate) limits.mate_moves = at_most(200u, *numbers.mate);
  if (numbers.perft) go.perft = at_most(kDeepestPerft, *numbers.perft);
  const bool limited =
      limits.clock || limits.move_time || limits.nodes || numbers.depth || limits.mate_moves;
  if (!limited) limits.infinite = true;
}

}  // namespace

/// Moves after "searchmoves" end at the next keyword, since nothing else marks their end.
Result<GoCommand, UciFault> parse_go(std::span<const std::string_view> words,
                                     const Position& position) {
  GoCommand go;
  Numbers numbers;
  bool infinite = false;
  std::size_t not_understood = 0;
  for (std::size_t i = 0; i < words.size(); ++i) {
    const std::string_view word = words[i];
    if (word == "infinite") {
      infinite = true;
    } else if (word == "ponder") {
      go.limits.ponder = true;
    } else if (word == "searchmoves") {
      for (; i + 1 < words.size() && !is_keyword(words[i + 1]); ++i) {
        const auto move = parse_uci(position, words[i + 1]);
        if (!move) return UciFault{UciError::Move, move.error().message};
        go.limits.root_moves.push_back(*move);
      }
    } else if (auto* number = numbers.named(word)) {
      const auto amount = i + 1 < words.size() ? parse_amount(words[++i]) : std::nullopt;
      if (!amount) {
        return UciFault{UciError::Syntax, fmt::format("'go {}' needs a number", word)};
      }
      *number = amount;
    } else {
      go.remark = fmt::format("'go' does not know '{}'", printable(word));
      ++not_understood;
    }
  }
  if (not_understood > 0 && not_understood == words.size()) {
    return UciFault{UciError::Syntax, go.remark};
  }
  fill_limits(numbers, position.side_to_move(), go);
  if (infinite) go.limits.infinite = true;
  return go;
}

}  // namespace lucena
