// SPDX-License-Identifier: GPL-3.0-or-later
#include "uci/process_mark.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <signal.h>
#include <unistd.h>

#include <array>
#include <chrono>
#include <filesystem>
#include <random>
#include <thread>
#include <vector>

#include "base/descriptor.h"
#include "base/text.h"

namespace lucena {
namespace {

using namespace std::chrono_literals;

/// What is killed needs a moment to go, and may have started something else in its last one.
constexpr auto kLongestChase = 1s;

/// All of a small file of the system's; what cannot be read is empty.
std::string contents(const std::string& path) {
  const Descriptor file(open(path.c_str(), O_RDONLY | O_CLOEXEC));
  std::string text;
  std::array<char, 4096> chunk;
  for (ssize_t size; (size = read(file.number(), chunk.data(), chunk.size())) > 0;) {
    text.append(chunk.data(), static_cast<std::size_t>(size));
  }
  return text;
}

/// The environment of a process is a row of texts, each ended by a zero byte; of one that has
/// ended, it is empty. It is the environment that the process was started with.
bool carries(pid_t process, const std::string& variable) {
  const std::string environment = '\0' + contents(fmt::format("/proc/{}/environ", process));
  return environment.find('\0' + variable + '\0') != std::string::npos;
}

std::vector<pid_t> all_processes() {
  constexpr pid_t kLargest = 1 << 22;  // the most that Linux gives out
  std::vector<pid_t> processes;
  std::error_code ignored;
  for (std::filesystem::directory_iterator entry("/proc", ignored), end; entry != end;
       entry.increment(ignored)) {
    const auto number = parse_number<pid_t>(entry->path().filename().string(), kLargest);
    if (number) processes.push_back(*number);
  }
  return processes;
}

}  // namespace

ProcessMark::ProcessMark() {
  std::random_device random;
  variable_ = fmt::format("LUCENA_ENGINE_{:08x}{:08x}=1", random(), random());
}

/// Until none is found any more.
void ProcessMark::kill_all() const {
  const auto deadline = std::chrono::steady_clock::now() + kLongestChase;
  for (bool found = true; found && std::chrono::steady_clock::now() < deadline;) {
    found = false;
    for (const pid_t process : all_processes()) {
      if (!carries(process, variable_)) continue;
      found = true;
      kill(process, SIGKILL);
    }
    if (found) std::this_thread::sleep_for(1ms);
  }
}

}  // namespace lucena
