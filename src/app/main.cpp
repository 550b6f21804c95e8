// SPDX-License-Identifier: GPL-3.0-or-later
#include <fmt/format.h>

#include <chrono>

#include "chess/fen.h"
#include "chess/perft.h"
int main(int argc, char** argv) {
  auto p = lucena::parse_fen(argc > 2 ? argv[2]
                                      : "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1");
  if (!p) {
    fmt::print(stderr, "{}\n", p.error().message);
    return 2;
  }
  auto t = std::chrono::steady_clock::now();
  auto n = lucena::perft(*p, static_cast<unsigned>(atoi(argv[1])));
  double s = std::chrono::duration<double>(std::chrono::steady_clock::now() - t).count();
  fmt::print("{} {} {:.1f} Mnps\n", lucena::to_fen(*p), n, static_cast<double>(n) / s / 1e6);
}
