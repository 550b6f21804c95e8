// SPDX-License-Identifier: GPL-3.0-or-later
#include "uci/engine_report.h"

#include <algorithm>
#include <limits>

#include "base/text.h"

namespace lucena {
namespace {

constexpr int kMaxNumber = std::numeric_limits<int>::max();

std::optional<int> signed_number(std::string_view text) {
  const bool negative = text.starts_with('-');
  const auto number = parse_number<int>(negative ? text.substr(1) : text, kMaxNumber);
  if (!number) return {};
  return negative ? -*number : *number;
}

}  // namespace

/// `info depth 12 score cp 31 nodes 45000 pv e2e4 e7e5` gives depth, score, nodes and line. Of
/// several lines (multipv) only the first is about the best move.
void read_info(std::string_view line, EngineReport& report) {
  const std::vector<std::string_view> words = split_words(line);
  const auto has = [&](std::string_view word) {
    return std::find(words.begin(), words.end(), word) != words.end();
  };
  if (words.size() < 3 || words[1] == "string") return;
  const auto after = [&](std::string_view word) -> std::optional<std::string_view> {
    const auto found = std::find(words.begin(), words.end(), word);
    if (found == words.end() || found + 1 == words.end()) return {};
    return found[1];
  };
  if (after("multipv").value_or("1") != "1") return;
  if (const auto text = after("nodes")) {
    if (const auto nodes = parse_number(*text, std::numeric_limits<std::int64_t>::max())) {
      report.nodes = *nodes;
    }
  }
  // A search that failed high or low at a depth has not finished it: score, depth and line stay
  // those of the last one that was.
  if (has("lowerbound") || has("upperbound")) return;
  const auto found = std::find(words.begin(), words.end(), "score");
  if (words.end() - found >= 3) {
    const auto value = signed_number(found[2]);
    if (value && found[1] == "cp") report.score = {EngineScore::Kind::Centipawns, *value};
    if (value && found[1] == "mate") report.score = {EngineScore::Kind::Mate, *value};
    if (const auto depth = parse_number<unsigned>(after("depth").value_or(""), kMaxNumber)) {
      report.depth = *depth;
    }
  }
  const auto pv = std::find(words.begin(), words.end(), "pv");
  if (pv == words.end()) return;
  // Every move of a game is kept with its line, so that nothing but moves is, and not too many.
  constexpr std::ptrdiff_t kMostMoves = 500, kLongestMove = 5;  // e7e8q
  const auto end = std::find_if(
      pv + 1, words.end(), [](std::string_view word) { return std::ssize(word) > kLongestMove; });
  report.line.assign(pv + 1, std::min(end, pv + 1 + std::min(kMostMoves, words.end() - pv - 1)));
}

}  // namespace lucena
