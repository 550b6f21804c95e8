// SPDX-License-Identifier: GPL-3.0-or-later
#include "console/loaded_game.h"

#include <fmt/format.h>

#include "base/input_file.h"
#include "base/text.h"

namespace lucena {
namespace {

ConsoleFault no_such_game(std::string message) {
  return {ConsoleError::NoMatch, std::move(message)};
}

/// As a person knows it; a tag may hold anything.
std::string tag_text(const PgnGame& game, std::string_view name) {
  const auto value = game.tag(name);
  return value && !value->empty() ? printable(*value) : std::string("?");
}

}  // namespace

/// Games that are wrong count like others, so that numbers are those of the file.
Result<PgnGame, ConsoleFault> load_game(const LoadRequest& request,
                                        const std::atomic<bool>& interrupted) {
  const std::string path = without_controls(request.path);
  const auto input = InputText::read(request.path, {.stopped = &interrupted});
  if (!input) return no_such_game(input.error().message);
  PgnReader reader(input->text());
  unsigned number = 0;
  while (auto game = reader.next()) {
    if (++number < request.number) continue;
    if (*game) return std::move(**game);
    return no_such_game(fmt::format("{}: {}", path, game->error().message()));
  }
  if (number == 0) return no_such_game(fmt::format("there are no games in {}", path));
  return no_such_game(fmt::format("{} has {}", path, counted(number, "game")));
}

std::string loaded_title(const LoadRequest& request, const PgnGame& game) {
  const std::size_t moves = (game.moves.size() + 1) / 2;
  return fmt::format("Game {} of {}: {} - {}, {}, {}, {}", request.number,
                     without_controls(request.path), tag_text(game, "White"),
                     tag_text(game, "Black"), tag_text(game, "Date"), token(game.result),
                     counted(moves, "move"));
}

}  // namespace lucena
