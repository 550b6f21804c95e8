// SPDX-License-Identifier: GPL-3.0-or-later
// Prints how many questions a second `lucena serve` answers, and how long the slowest of a hundred
// takes, with nothing else to do and while an ending is being solved. The tables are those of a
// folder with at least one ending with five men: bench_server DIR.
#include <fmt/format.h>
#include <httplib.h>

#include <algorithm>
#include <fstream>
#include <thread>

#include "base/clock.h"
#include "chess/fen.h"
#include "random_position.h"
#include "server/api.h"
#include "server/http_server.h"

namespace lucena {
namespace {

constexpr int kConnections = 16;
constexpr std::size_t kPositions = 2'000;
constexpr double kSeconds = 10;

/// The endings with five men that can be asked about.
std::vector<Layout> solved_layouts(Oracle& oracle) {
  std::vector<Layout> layouts;
  for (const Material& material : all_materials(kMaxMenInMemory)) {
    if (material.men() == kMaxMenInMemory && oracle.is_solved(material))
      layouts.emplace_back(material);
  }
  return layouts;
}

/// As paths to ask for.
std::vector<std::string> random_questions(const std::vector<Layout>& layouts) {
  std::mt19937_64 random(1);
  std::vector<std::string> questions;
  while (questions.size() < kPositions) {
    std::string fen = to_fen(random_position(layouts, random));
    std::replace(fen.begin(), fen.end(), ' ', '_');
    questions.push_back("/standard?fen=" + fen);
  }
  return questions;
}

struct Measured {
  double per_second;
  double slow_milliseconds;  // 99 of 100 were quicker
};

/// All connections ask at once, each one question after the other.
Measured measure(int port, const std::vector<std::string>& questions, double seconds) {
  std::vector<std::vector<double>> times(kConnections);
  const double begin = wall_seconds();
  {
    std::vector<std::jthread> threads;
    for (int i = 0; i < kConnections; ++i) {
      threads.emplace_back([&, i] {
        httplib::Client client("127.0.0.1", port);
        client.set_keep_alive(true);
        client.set_tcp_nodelay(true);
        for (std::size_t k = static_cast<std::size_t>(i) * 101; wall_seconds() - begin < seconds;
             ++k) {
          const double start = wall_seconds();
          const auto answer = client.Get(questions[k % questions.size()]);
          if (!answer || answer->status != 200) {
            fmt::print("no answer to {}\n", questions[k % questions.size()]);
            std::exit(1);
          }
          times[static_cast<std::size_t>(i)].push_back(wall_seconds() - start);
        }
      });
    }
  }
  std::vector<double> all;
  for (const auto& part : times) all.insert(all.end(), part.begin(), part.end());
  std::sort(all.begin(), all.end());
  return {static_cast<double>(all.size()) / (wall_seconds() - begin),
          1000 * all[all.size() * 99 / 100]};
}

void print_row(std::string_view work, const Measured& measured) {
  fmt::print("| {:44} | {:>8.0f} | {:>8.1f} |\n", work, measured.per_second,
             measured.slow_milliseconds);
}

int run(const std::filesystem::path& folder) {
  std::string load;
  std::getline(std::ifstream("/proc/loadavg"), load);
  Oracle oracle({.folder = folder});
  const std::vector<Layout> layouts = solved_layouts(oracle);
  if (layouts.empty()) {
    fmt::print("there are no tables with five men in {}; 'lucena solve KRPvKR' makes some\n",
               folder.string());
    return 1;
  }
  SolveDesk desk(oracle, hardware_threads());
  const ApiParts parts{oracle, desk, "token"};
  const auto server = HttpServer::listen(
      {.port = 0}, [&](const HttpRequest& request) { return answer_by_routes(parts, request); });
  if (!server) {
    fmt::print("{}\n", server.error().message);
    return 1;
  }
  std::atomic<bool> stopped{false};
  std::jthread serving([&] { (*server)->serve(stopped); });
  const std::vector<std::string> questions = random_questions(layouts);
  measure((*server)->port(), questions, 3);  // so that the tables are in memory
  fmt::print("load before: {}; {} endings with five men, {} connections\n\n", load, layouts.size(),
             kConnections);
  fmt::print("| /standard, random positions with five men    | a second | 99 % ms  |\n");
  print_row("nothing else to do", measure((*server)->port(), questions, kSeconds));
  // Into another folder, and as long as it takes.
  const std::filesystem::path elsewhere =
      std::filesystem::temp_directory_path() / fmt::format("lucena-bench-{}", getpid());
  {
    Oracle solver({.folder = elsewhere});
    SolveDesk solving(solver, hardware_threads());
    solving.ask_for(Material::parse("KRPvKR").value());
    print_row("while KRPvKR is being solved", measure((*server)->port(), questions, kSeconds));
  }
  std::filesystem::remove_all(elsewhere);
  stopped = true;
  return 0;
}

}  // namespace
}  // namespace lucena

int main(int count, char** words) {
  if (count != 2) {
    fmt::print("usage: bench_server DIR\n");
    return 2;
  }
  return lucena::run(words[1]);
}
