// SPDX-License-Identifier: GPL-3.0-or-later
#include "match/openings.h"

#include <fmt/format.h>

#include <cassert>
#include <random>
#include <set>

#include "base/input_file.h"
#include "base/text.h"
#include "chess/fen.h"
#include "chess/move_text.h"
#include "match/opening_lines.h"

namespace lucena {

/// The lines are part of the program, and a test makes sure that all of them can be played.
std::vector<Game> built_in_openings() {
  std::vector<Game> openings;
  for (const std::string_view line : kOpeningLines) {
    Game game;
    for (const std::string_view word : split_words(line)) {
      const auto move = parse_move(game.position(), word);
      assert(move);
      game.make(*move);
    }
    openings.push_back(std::move(game));
  }
  return openings;
}

Result<std::vector<Game>, MatchFault> openings_from_file(const std::filesystem::path& path) {
  const auto input = InputText::read(path);
  if (!input) return MatchFault{MatchError::Openings, input.error().message};
  std::string_view text = input->text();
  std::vector<Game> openings;
  for (std::size_t number = 1; !text.empty(); ++number) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    const std::string_view line = trim(text.substr(0, end));
    text.remove_prefix(std::min(end + 1, text.size()));
    if (line.empty() || line.front() == '#') continue;
    const auto position = parse_fen(line);
    if (!position) {
      return MatchFault{MatchError::Openings, fmt::format("{}, line {}: {}", path.string(), number,
                                                          position.error().message)};
    }
    Game game(*position);
    if (game.status() != GameStatus::InProgress) {
      return MatchFault{MatchError::Openings,
                        fmt::format("{}, line {}: the game has ended there: {}", path.string(),
                                    number, game.status_sentence())};
    }
    openings.push_back(std::move(game));
  }
  if (openings.empty()) {
    return MatchFault{MatchError::Openings,
                      fmt::format("there is no position in {}", path.string())};
  }
  return openings;
}

/// Different by the position that they lead to, so that transpositions do not count twice.
Result<std::vector<Game>, MatchFault> openings_from_book(const PolyglotBook& book,
                                                         std::size_t plies, std::size_t count,
                                                         std::uint64_t seed) {
  // A narrow book has fewer lines than are wanted; this many repetitions are enough to tell.
  constexpr std::size_t kTriesInVain = 200;
  std::mt19937_64 random(seed);
  std::set<std::uint64_t> known{Position::initial().key()};
  std::vector<Game> openings;
  for (std::size_t in_vain = 0; openings.size() < count && in_vain < kTriesInVain; ++in_vain) {
    Game game;
    while (game.moves().size() < plies && game.status() == GameStatus::InProgress) {
      const auto move = book.choose(game.position(), random, BookChoice::Weighted);
      if (!move) break;
      game.make(*move);
    }
    if (game.status() != GameStatus::InProgress) continue;
    if (!known.insert(game.position().key()).second) continue;
    openings.push_back(std::move(game));
    in_vain = 0;
  }
  if (openings.empty()) {
    return MatchFault{MatchError::Openings, "the book has no move in the initial position"};
  }
  return openings;
}

}  // namespace lucena
