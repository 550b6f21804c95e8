// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/bench.h"

#include <memory>

#include "app/commands.h"
#include "app/output.h"
#include "base/text.h"
#include "engine/transposition_table.h"

namespace lucena {
namespace {

constexpr std::string_view kBenchCommand = "lucena bench";

struct BenchOptions {
  std::uint16_t depth = kBenchDepth;
  unsigned hash_megabytes = 16;
  unsigned threads = 1;
};

int run_bench_command(const BenchOptions& options) {
  const std::size_t hash_bytes = std::size_t{options.hash_megabytes} << 20;
  const BenchResult result = run_bench(options.depth, hash_bytes, options.threads);
  tell_fewer_threads(kBenchCommand, result.threads, options.threads);
  if (result.hash_bytes < hash_bytes) {
    complain(kBenchCommand, smaller_hash_text(result.hash_bytes, hash_bytes));
  }
  print("nodes      {}\n", with_thousands(result.nodes));
  print("seconds    {:.2f}\n", result.seconds);
  print("speed      {} nodes a second\n", with_thousands(result.nodes_a_second()));
  print("signature  {}\n", result.nodes);
  return kSuccess;
}

}  // namespace

Command bench_command() {
  const auto declare = [](Arguments& arguments) -> Command::Action {
    auto options = std::make_shared<BenchOptions>();
    arguments.number("--depth N", options->depth, {1, 60}, "how deep to search");
    arguments.number("--hash N", options->hash_megabytes, {1, 65536},
                     "the size of the hash table in megabytes");
    arguments.number("--threads N", options->threads, {1, 256},
                     "how many threads search; the signature is that of one");
    return [options] { return run_bench_command(*options); };
  };
  return {"bench",
          "Searches a fixed set of positions: nodes, speed, and a signature of the search",
          {{"lucena bench", "Lucena measures how fast it searches"},
           {"lucena bench --depth 10", "Lucena does the same, but not so deep"}},
          declare};
}

}  // namespace lucena
