// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/pgn_input.h"

#include "app/output.h"
#include "base/input_file.h"

namespace lucena {

Result<std::size_t, FileFault> for_each_game(std::string_view command, const std::string& path,
                                             const std::atomic<bool>& interrupted,
                                             const std::function<void(PgnGame)>& use) {
  constexpr std::size_t kFaultsTold = 5;
  const auto input = InputText::read(path, {.stopped = &interrupted});
  if (!input) return input.error();
  PgnReader reader(input->text());
  std::size_t faults = 0;
  while (!interrupted) {
    auto game = reader.next();
    if (!game) break;
    if (*game) {
      use(std::move(**game));
    } else if (++faults <= kFaultsTold) {
      complain(command, fmt::format("{}: {}", path, game->error().message()));
    }
  }
  if (faults > 0) {
    complain(command, fmt::format("{}: {} faulty game{} left out", path, faults,
                                  faults == 1 ? " is" : "s are"));
  }
  return faults;
}

}  // namespace lucena
