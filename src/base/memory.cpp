// SPDX-License-Identifier: GPL-3.0-or-later
#include "base/memory.h"

#include <fmt/format.h>
#include <sys/resource.h>
#include <unistd.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <fstream>
#include <limits>
#include <new>

#include "base/ascii.h"

namespace lucena {
namespace {

constexpr std::uint64_t kUnlimited = std::numeric_limits<std::uint64_t>::max();

/// Nothing if there is no such file, or if it says "max", as control groups without a limit do.
std::optional<std::uint64_t> number_in_file(const std::string& path) {
  std::ifstream file(path);
  std::uint64_t number = 0;
  if (file >> number) return number;
  return {};
}

/// The number behind a name in a file of lines "name number unit".
std::optional<std::uint64_t> named_number(const std::string& path, std::string_view wanted) {
  std::ifstream file(path);
  std::string name, rest;
  std::uint64_t number = 0;
  while (file >> name >> number) {
    if (name == wanted) return number;
    std::getline(file, rest);
  }
  return {};
}

/// In bytes; the file counts in units of 1024.
std::uint64_t available_in_system() {
  const auto kilobytes = named_number("/proc/meminfo", "MemAvailable:");
  return kilobytes ? *kilobytes << 10 : kUnlimited;
}

/// Pages of files that nobody writes to can be had back and do not count as used. With a limit of 8
/// GB, 6 GB in use and 1 GB of that such pages, 3 GB are left. Both subtractions stop at 0, for the
/// figures are read one after the other and may not fit together.
std::uint64_t available_in_group(const std::string& folder) {
  const auto most = number_in_file(folder + "/memory.max");
  const auto used = number_in_file(folder + "/memory.current");
  if (!most || !used) return kUnlimited;
  const std::uint64_t cached = named_number(folder + "/memory.stat", "inactive_file").value_or(0);
  const std::uint64_t held = *used - std::min(*used, cached);
  return *most - std::min(*most, held);
}

/// The process's control group (version 2) and all that it lies in. A line "0::/user/session" means
/// the folders /sys/fs/cgroup/user/session and /sys/fs/cgroup/user: a limit of any of them binds,
/// so that the least counts. A container may see its own group as the
/// root.
std::uint64_t available_in_groups() {
  const std::string root = "/sys/fs/cgroup";
  std::ifstream file("/proc/self/cgroup");
  std::string line;
  std::uint64_t least = available_in_group(root);
  while (std::getline(file, line)) {
    if (!line.starts_with("0::/")) continue;
    for (std::string path = line.substr(3); path.size() > 1; path.resize(path.rfind('/'))) {
      least = std::min(least, available_in_group(root + path));
    }
  }
  return least;
}

/// What a limit of the process itself leaves (`ulimit -v`), which counts addresses: also what is
/// only reserved, such as the stacks of threads. The first number of the file are pages.
std::uint64_t available_in_address_space() {
  rlimit limit{};
  const auto pages = number_in_file("/proc/self/statm");
  if (getrlimit(RLIMIT_AS, &limit) != 0 || limit.rlim_cur == RLIM_INFINITY || !pages) {
    return kUnlimited;
  }
  const std::uint64_t used = *pages * static_cast<std::uint64_t>(sysconf(_SC_PAGESIZE));
  return limit.rlim_cur - std::min<std::uint64_t>(limit.rlim_cur, used);
}

}  // namespace

std::uint64_t available_memory_bytes() {
  return std::min({available_in_system(), available_in_groups(), available_in_address_space()});
}

std::string refusal_text(const std::exception& refusal) {
  const bool no_memory = dynamic_cast<const std::bad_alloc*>(&refusal) != nullptr;
  return no_memory ? "there is not enough memory" : refusal.what();
}

/// Powers of 1024, whether a B follows or not. Up to 9 * 10^18, which still fits in 64 bits with a
/// sign. "1.5G" is 1.5 * 2^30 = 1,610,612,736.
std::optional<std::uint64_t> parse_size(std::string_view text) {
  double number = 0;
  const char* end = text.data() + text.size();
  const auto [rest, error] = std::from_chars(text.data(), end, number, std::chars_format::fixed);
  if (error != std::errc{} || !(number >= 0)) return {};
  std::string_view unit(rest, end);
  if (unit.size() == 2 && (unit[1] == 'B' || unit[1] == 'b')) unit.remove_suffix(1);
  constexpr std::string_view kUnits = "KMGT";
  double factor = 1;
  if (!unit.empty()) {
    const std::size_t power =
        unit.size() == 1 ? kUnits.find(to_upper(unit[0])) : std::string_view::npos;
    if (power == std::string_view::npos) return {};
    factor = std::exp2(10 * (power + 1));
  }
  const double bytes = number * factor;
  if (bytes >= 9e18) return {};
  return static_cast<std::uint64_t>(bytes);
}

/// One digit behind the point, and a unit that keeps the number below 1000: 999.5 would be rounded
/// up to four digits.
std::string format_size(std::uint64_t bytes) {
  constexpr std::string_view kUnits = "KMGT";
  if (bytes < 1000) return fmt::format("{} bytes", bytes);
  auto size = static_cast<double>(bytes);
  std::size_t power = 0;
  for (size /= 1024; size >= 999.5 && power + 1 < kUnits.size(); size /= 1024) ++power;
  return fmt::format("{:.1f} {}B", size, kUnits[power]);
}

}  // namespace lucena
