// SPDX-License-Identifier: GPL-3.0-or-later
// What each technique of the search gains on the positions of `lucena bench`, and how the search
// compares with Stockfish's, one thread each and its evaluation by rules as ours is. A variant that
// needs far more nodes than the whole search is stopped, and its figures are lower bounds.
#include <fmt/format.h>

#include <charconv>
#include <exception>
#include <functional>
#include <stdexcept>
#include <string_view>
#include <vector>

#include "base/clock.h"
#include "base/text.h"
#include "chess/fen.h"
#include "engine/bench.h"
#include "engine/engine.h"
#include "support/process.h"

namespace lucena {
namespace {

constexpr int kDepth = 12;
/// A variant is given up after so many times the nodes of the whole search.
constexpr std::uint64_t kPatience = 25;

struct Measurement {
  std::uint64_t nodes = 0;
  double seconds = 0;
  bool given_up = false;
};

struct Variant {
  std::string_view name;
  std::function<void(Techniques&)> change;
};

const std::vector<Variant> kVariants{
    {"everything", [](Techniques&) {}},
    {"no hash table", [](Techniques& t) { t.hash_table = false; }},
    {"no aspiration windows", [](Techniques& t) { t.aspiration = false; }},
    {"no killers, no history", [](Techniques& t) { t.killers_and_history = false; }},
    {"no null move", [](Techniques& t) { t.null_move = false; }},
    {"no late move reductions", [](Techniques& t) { t.late_move_reductions = false; }},
    {"no late move pruning", [](Techniques& t) { t.late_move_pruning = false; }},
    {"no futility", [](Techniques& t) { t.futility = false; }},
    {"no pruning by exchange", [](Techniques& t) { t.exchange_pruning = false; }},
    {"no check extensions", [](Techniques& t) { t.check_extensions = false; }},
    {"no singular extensions", [](Techniques& t) { t.singular_extensions = false; }},
    {"no internal reductions", [](Techniques& t) { t.internal_reductions = false; }},
    {"plain alpha-beta", [](Techniques& t) { t = Techniques::none(); }},
};

/// The positions one by one; `limits` has the nodes that each may take, or is empty.
std::vector<Measurement> measure(const Techniques& techniques,
                                 const std::vector<std::uint64_t>& limits) {
  Engine engine({.hash_bytes = kBenchHashBytes, .techniques = techniques});
  std::vector<Measurement> results;
  for (const std::string_view fen : bench_positions()) {
    const Game game(parse_fen(fen).value());
    engine.forget_everything();
    SearchLimits search;
    search.depth = kDepth;
    if (!limits.empty()) search.nodes = limits[results.size()];
    const double start = wall_seconds();
    const SearchResult result = engine.search(game, search, nullptr);
    const bool given_up = search.nodes && result.nodes >= *search.nodes;
    results.push_back({result.nodes, wall_seconds() - start, given_up});
  }
  return results;
}

Measurement sum(const std::vector<Measurement>& parts) {
  Measurement total;
  for (const Measurement& part : parts) {
    total.nodes += part.nodes;
    total.seconds += part.seconds;
    total.given_up |= part.given_up;
  }
  return total;
}

Measurement print_techniques() {
  fmt::print("all positions to depth {}\n{:<26}{:>15}{:>8}{:>10}{:>8}\n", kDepth, "", "nodes",
             "ratio", "seconds", "ratio");
  Measurement whole;
  std::vector<std::uint64_t> limits;
  for (const Variant& variant : kVariants) {
    Techniques techniques;
    variant.change(techniques);
    const std::vector<Measurement> parts = measure(techniques, limits);
    const Measurement total = sum(parts);
    if (limits.empty()) {
      whole = total;
      for (const Measurement& part : parts) limits.push_back(kPatience * (part.nodes + 1000));
    }
    fmt::print("{:<26}{:>15}{:>8.2f}{:>10.2f}{:>8.2f}{}\n", variant.name,
               with_thousands(total.nodes),
               static_cast<double>(total.nodes) / static_cast<double>(whole.nodes), total.seconds,
               total.seconds / whole.seconds, total.given_up ? "  at least" : "");
  }
  return whole;
}

std::uint64_t number_behind(const std::string& line, std::string_view word) {
  const std::size_t place = line.find(word);
  std::uint64_t number = 0;
  if (place != std::string::npos) {
    std::from_chars(line.data() + place + word.size(), line.data() + line.size(), number);
  }
  return number;
}

Measurement measure_stockfish() {
  const auto path = test::find_program("stockfish");
  if (!path) throw std::runtime_error("stockfish is not installed");
  test::Process stockfish({*path});
  stockfish.send("setoption name Use NNUE value false");
  stockfish.send("setoption name Hash value 16");
  Measurement total;
  for (const std::string_view fen : bench_positions()) {
    stockfish.send("ucinewgame");
    stockfish.send("isready");
    stockfish.receive_until("readyok");
    stockfish.send(fmt::format("position fen {}", fen));
    const double start = wall_seconds();
    stockfish.send(fmt::format("go depth {}", kDepth));
    std::uint64_t nodes = 0;
    for (const std::string& line : stockfish.receive_until("bestmove")) {
      if (line.find(" nodes ") != std::string::npos) nodes = number_behind(line, " nodes ");
    }
    total.seconds += wall_seconds() - start;
    total.nodes += nodes;
  }
  return total;
}

void print_comparison(const Measurement& ours) {
  const Measurement theirs = measure_stockfish();
  const auto speed = [](const Measurement& m) { return static_cast<double>(m.nodes) / m.seconds; };
  fmt::print("\n{:<26}{:>15}{:>15}{:>8}\n", "", "Lucena", "Stockfish", "ratio");
  fmt::print("{:<26}{:>15.0f}{:>15.0f}{:>8.2f}\n", "nodes a second", speed(ours), speed(theirs),
             speed(ours) / speed(theirs));
  fmt::print("{:<26}{:>15.2f}{:>15.2f}{:>8.2f}\n", fmt::format("seconds to depth {}", kDepth),
             ours.seconds, theirs.seconds, ours.seconds / theirs.seconds);
}

}  // namespace
}  // namespace lucena

int main() {
  try {
    lucena::print_comparison(lucena::print_techniques());
    return 0;
  } catch (const std::exception& fault) {
    fmt::print(stderr, "bench_search: {}\n", fault.what());
    return 1;
  }
}
