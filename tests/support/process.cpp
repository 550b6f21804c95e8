// SPDX-License-Identifier: GPL-3.0-or-later
#include "support/process.h"

#include <fcntl.h>
#include <poll.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <filesystem>
#include <stdexcept>
#include <system_error>
#include <thread>
#include <utility>

namespace lucena::test {
namespace {

using Clock = std::chrono::steady_clock;

/// How often somebody who waits for a process looks again.
constexpr std::chrono::milliseconds kGlance{2};

[[noreturn]] void fail(int reason, const std::string& what) {
  throw std::system_error(reason, std::generic_category(), what);
}

std::string joined(const std::vector<std::string>& words) {
  std::string text;
  for (const std::string& word : words) text += (text.empty() ? "" : " ") + word;
  return text;
}

std::array<int, 2> open_pipe() {
  std::array<int, 2> ends{};
  // Close-on-exec, or a second program would keep the first one's input open.
  if (pipe2(ends.data(), O_CLOEXEC) == -1) fail(errno, "pipe2");
  return ends;
}

/// In the child: becomes the program, or tells the error number.
[[noreturn]] void become(const std::vector<char*>& words, const std::array<int, 3>& streams,
                         pid_t parent, int error_pipe) {
  die_with_parent(parent);
  for (int i = 0; i < 3; ++i) dup2(streams[static_cast<std::size_t>(i)], i);
  // As a shell leaves them, whatever the test does with these signals.
  std::signal(SIGPIPE, SIG_DFL);
  std::signal(SIGINT, SIG_DFL);
  execvp(words[0], words.data());
  const int reason = errno;
  if (write(error_pipe, &reason, sizeof reason) != sizeof reason) _exit(126);
  _exit(127);
}

/// Starts a program with the given descriptors as its standard streams.
pid_t spawn(std::vector<std::string>& command, const std::array<int, 3>& streams) {
  std::vector<char*> words;
  for (std::string& word : command) words.push_back(word.data());
  words.push_back(nullptr);
  const std::array<int, 2> error_pipe = open_pipe();
  const pid_t parent = getpid();
  const pid_t id = fork();
  if (id == 0) become(words, streams, parent, error_pipe[1]);
  const int fork_error = errno;
  close(error_pipe[1]);
  int reason = id == -1 ? fork_error : 0;
  // The pipe closes without a word when the program starts.
  if (id != -1 && read(error_pipe[0], &reason, sizeof reason) == sizeof reason) wait_for_end(id);
  close(error_pipe[0]);
  if (reason != 0) fail(reason, "cannot start " + command.front());
  return id;
}

std::string read_all(std::FILE* file) {
  std::string text;
  std::array<char, 4096> chunk;
  // Where the program writes next is its own business, so the place in the file stays.
  for (off_t place = 0;;) {
    const ssize_t size = pread(fileno(file), chunk.data(), chunk.size(), place);
    if (size <= 0) return text;
    text.append(chunk.data(), static_cast<std::size_t>(size));
    place += size;
  }
}

/// Not to be inherited by programs that other threads start.
std::FILE* temporary_file() {
  std::FILE* file = std::tmpfile();
  if (file == nullptr) fail(errno, "temporary file");
  fcntl(fileno(file), F_SETFD, FD_CLOEXEC);
  return file;
}

/// Somebody can still wait for it.
bool has_ended(pid_t id) {
  siginfo_t info{};
  waitid(P_PID, static_cast<id_t>(id), &info, WEXITED | WNOHANG | WNOWAIT);
  return info.si_pid == id;
}

int exit_status(int state) {
  return WIFSIGNALED(state) ? 128 + WTERMSIG(state) : WEXITSTATUS(state);
}

}  // namespace

std::optional<std::string> find_program(std::string_view name) {
  const char* path = std::getenv("PATH");
  std::string folders = std::string(path != nullptr ? path : "") + ":/usr/games:";
  for (std::size_t end; (end = folders.find(':')) != std::string::npos; folders.erase(0, end + 1)) {
    const std::string candidate = std::filesystem::path(folders.substr(0, end)) / name;
    if (access(candidate.c_str(), X_OK) == 0) return candidate;
  }
  return {};
}

void die_with_parent(pid_t parent) {
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  if (getppid() != parent) _exit(126);  // it has gone already
}

std::optional<int> wait_for_end(pid_t id, std::chrono::milliseconds limit) {
  const auto deadline = Clock::now() + limit;
  int state = 0;
  while (true) {
    const pid_t ended = waitpid(id, &state, WNOHANG);
    if (ended == id) return exit_status(state);
    if (ended == -1 && errno != EINTR) fail(errno, "waitpid");
    if (Clock::now() > deadline) break;
    std::this_thread::sleep_for(kGlance);
  }
  kill(id, SIGKILL);
  waitpid(id, &state, 0);
  return {};
}

Process::Process(std::vector<std::string> command) : name_(joined(command)) {
  std::signal(SIGPIPE, SIG_IGN);
  const std::array<int, 2> input = open_pipe(), output = open_pipe();
  id_ = spawn(command, {input[0], output[1], STDERR_FILENO});
  close(input[0]);
  close(output[1]);
  input_ = fdopen(input[1], "w");
  output_ = output[0];
}

Process::~Process() {
  std::fclose(input_);
  close(output_);
  wait_for_end(id_);
}

void Process::send(std::string_view line) {
  std::fwrite(line.data(), 1, line.size(), input_);
  std::fputc('\n', input_);
  std::fflush(input_);
}

void Process::send_signal(int number) {
  kill(id_, number);
}

std::optional<std::string> Process::receive(std::string_view awaited,
                                            std::chrono::milliseconds limit) {
  const auto deadline = Clock::now() + limit;
  while (true) {
    const std::size_t end = received_.find('\n');
    if (end != std::string::npos) {
      std::string line = received_.substr(0, end);
      received_.erase(0, end + 1);
      return line;
    }
    const auto left = std::chrono::ceil<std::chrono::milliseconds>(deadline - Clock::now());
    pollfd waiting{.fd = output_, .events = POLLIN, .revents = 0};
    const int ready = poll(&waiting, 1, static_cast<int>(std::max<long>(0, left.count())));
    if (ready == -1 && errno == EINTR) continue;
    if (ready == 0) {
      throw std::runtime_error("waited in vain for '" + std::string(awaited) + "' from " + name_);
    }
    std::array<char, 4096> chunk;
    const ssize_t size = read(output_, chunk.data(), chunk.size());
    if (size > 0) {
      received_.append(chunk.data(), static_cast<std::size_t>(size));
    } else if (received_.empty()) {
      return {};
    } else {
      return std::exchange(received_, {});
    }
  }
}

std::vector<std::string> Process::receive_until(std::string_view start,
                                                std::chrono::milliseconds limit) {
  std::vector<std::string> lines;
  while (auto line = receive(start, limit)) {
    lines.push_back(*std::move(line));
    if (lines.back().starts_with(start)) return lines;
  }
  throw std::runtime_error(name_ + " has ended before it said '" + std::string(start) + "'");
}

// Files, unlike pipes, are never full, so one stream cannot hold up the other.
BackgroundProgram::BackgroundProgram(std::vector<std::string> command, std::string_view input)
    : name_(joined(command)),
      input_(temporary_file()),
      output_(temporary_file()),
      errors_(temporary_file()) {
  if (!input.empty()) std::fwrite(input.data(), 1, input.size(), input_);
  std::rewind(input_);
  id_ = spawn(command, {fileno(input_), fileno(output_), fileno(errors_)});
}

BackgroundProgram::~BackgroundProgram() {
  if (id_ != -1) wait_for_end(id_, std::chrono::milliseconds(0));
  for (std::FILE* file : {input_, output_, errors_}) std::fclose(file);
}

void BackgroundProgram::send_signal(int number) {
  kill(id_, number);
}

void BackgroundProgram::await_message(std::string_view text) {
  const auto deadline = Clock::now() + kPatience;
  while (true) {
    const bool is_last_look = has_ended(id_) || Clock::now() > deadline;
    const std::string said = read_all(errors_);
    if (said.find(text) != std::string::npos) return;
    if (is_last_look) {
      throw std::runtime_error("waited in vain for '" + std::string(text) + "' from " + name_ +
                               ", which said: " + said);
    }
    std::this_thread::sleep_for(kGlance);
  }
}

Finished BackgroundProgram::wait() {
  const auto status = wait_for_end(std::exchange(id_, -1));
  if (!status) throw std::runtime_error(name_ + " does not end; it said: " + read_all(errors_));
  return {*status, read_all(output_), read_all(errors_)};
}

Finished run_program(std::vector<std::string> command, std::string_view input) {
  return BackgroundProgram(std::move(command), input).wait();
}

Finished run_shell(std::string_view script, std::vector<std::string> arguments) {
  std::vector<std::string> command{"/bin/sh", "-c", std::string(script), "sh"};
  command.insert(command.end(), arguments.begin(), arguments.end());
  return run_program(std::move(command));
}

}  // namespace lucena::test
