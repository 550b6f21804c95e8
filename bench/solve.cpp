// SPDX-License-Identifier: GPL-3.0-or-later
// Prints how long solving takes and how much memory it needs, beside the bars it is held to.
#include <fmt/format.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstdlib>
#include <fstream>
#include <functional>
#include <string_view>

#include "base/clock.h"
#include "base/memory.h"
#include "census/statistics.h"
#include "solve/solver.h"

namespace lucena {
namespace {

struct Cost {
  double wall_seconds, cpu_seconds;
  std::uint64_t peak_bytes;
};

struct Bar {
  double wall_seconds, cpu_seconds;  // 0: none
  std::uint64_t peak_bytes;
};

std::vector<Material> parse_all(const std::vector<std::string_view>& names) {
  std::vector<Material> materials;
  for (const std::string_view name : names) materials.push_back(Material::parse(name).value());
  return materials;
}

std::uint64_t peak_bytes() {
  rusage usage{};
  getrusage(RUSAGE_SELF, &usage);
  return static_cast<std::uint64_t>(usage.ru_maxrss) << 10;
}

/// Solves the plan, the first `given` endings without being timed.
Cost solve(unsigned threads, const std::vector<Material>& plan, std::size_t given) {
  Solver::Options options;
  options.threads = threads;
  Solver solver(options, plan);
  double wall = wall_seconds(), cpu = process_cpu_seconds();
  for (std::size_t i = 0; !solver.finished(); ++i) {
    if (i == given) {
      wall = wall_seconds();
      cpu = process_cpu_seconds();
    }
    solver.solve_next();
    solver.release(plan[i]);
  }
  return {wall_seconds() - wall, process_cpu_seconds() - cpu, peak_bytes()};
}

/// Solves the plan by mate and zeroing without being timed, then counts its last ending.
Cost count(const std::vector<Material>& plan) {
  Solver solver({.threads = 2, .zeroing = true}, plan);
  while (!solver.finished()) solver.solve_next();
  ThreadPool alone(1);
  const std::atomic<bool> never{false};
  const EndingStore& store = solver.store();
  const double wall = wall_seconds(), cpu = process_cpu_seconds();
  gather_statistics(*store.table(plan.back()), store.table(plan.back(), Metric::Zeroing).get(),
                    alone, never);
  return {wall_seconds() - wall, process_cpu_seconds() - cpu, peak_bytes()};
}

/// In a process of its own, so that every row starts from nothing.
Cost in_child(const std::function<Cost()>& work) {
  int channel[2];
  if (pipe(channel) != 0) std::abort();
  const pid_t child = fork();
  if (child == 0) {
    const Cost cost = work();
    const bool written = write(channel[1], &cost, sizeof cost) == sizeof cost;
    _exit(written ? 0 : 1);
  }
  close(channel[1]);
  Cost cost{};
  const bool complete = read(channel[0], &cost, sizeof cost) == sizeof cost;
  close(channel[0]);
  int status = 0;
  waitpid(child, &status, 0);
  if (!complete || status != 0) {
    fmt::print(stderr, "bench_solve: a run failed\n");
    std::exit(1);
  }
  return cost;
}

/// The best of three: the first run pays the machine for memory it has not used for a while.
Cost best_of_three(const std::function<Cost()>& work) {
  Cost best = in_child(work);
  for (int i = 1; i < 3; ++i) {
    const Cost next = in_child(work);
    if (next.cpu_seconds < best.cpu_seconds) best = next;
  }
  return best;
}

std::string with_bar(double seconds, double bar) {
  return bar > 0 ? fmt::format("{:.2f} (bar {})", seconds, bar) : fmt::format("{:.2f}", seconds);
}

void print_row(std::string_view work, unsigned threads, const Cost& cost, const Bar& bar) {
  std::string peak = format_size(cost.peak_bytes);
  if (bar.peak_bytes != 0) peak += fmt::format(" (bar {})", format_size(bar.peak_bytes));
  fmt::print("| {:44} | {:7} | {:18} | {:18} | {:22} |\n", work, threads,
             with_bar(cost.wall_seconds, bar.wall_seconds),
             with_bar(cost.cpu_seconds, bar.cpu_seconds), peak);
  std::fflush(stdout);
}

void run(bool with_all) {
  std::string load;
  std::getline(std::ifstream("/proc/loadavg"), load);
  fmt::print("load of the machine before: {}; best of three runs, all 145 endings: one run\n\n",
             load);
  fmt::print("| {:44} | {:7} | {:18} | {:18} | {:22} |\n", "work", "threads", "wall s", "CPU s",
             "peak memory");
  fmt::print("|---|---|---|---|---|\n");

  const auto ten = closure(parse_all(
      {"KQvK", "KRvK", "KBBvK", "KBNvK", "KNNvK", "KQvKR", "KQvKB", "KQvKN", "KRvKB", "KRvKN"}));
  print_row("the ten pawnless endings, from nothing", 2,
            best_of_three([&] { return solve(2, ten, 0); }), {0.5, 0, 0});
  const auto four = all_materials(4);
  print_row("all 35 endings with 3 and 4 men, from nothing", 2,
            best_of_three([&] { return solve(2, four, 0); }), {3, 0, 0});
  for (const std::string_view name : {"KRBvKR", "KQRvKR", "KBNvKN"}) {
    const auto plan = closure(parse_all({name}));
    print_row(fmt::format("{}, smaller endings given", name), 1,
              best_of_three([&] { return solve(1, plan, plan.size() - 1); }), {0, 2, 0});
  }
  print_row("KRBvKR, statistics of both metrics", 1,
            best_of_three([&] { return count(closure(parse_all({"KRBvKR"}))); }), {0, 0.5, 0});
  if (!with_all) return;
  const auto five = all_materials(5);
  print_row("all 145 endings with 3 to 5 men, from nothing", 2,
            in_child([&] { return solve(2, five, 0); }), {330, 600, std::uint64_t{8} << 30});
}

}  // namespace
}  // namespace lucena

int main(int argc, char** argv) {
  const std::string_view option = argc > 1 ? argv[1] : "";
  if (argc > 2 || (argc == 2 && option != "--quick")) {
    fmt::print(stderr,
               "usage: bench_solve [--quick]\n--quick leaves out the run of all 145 endings\n");
    return 2;
  }
  lucena::run(option.empty());
}
