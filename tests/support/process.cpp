// SPDX-License-Identifier: GPL-3.0-or-later
#include "support/process.h"

#include <fcntl.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <filesystem>
#include <system_error>
#include <utility>

namespace lucena::test {
namespace {

[[noreturn]] void fail(int reason, const std::string& what) {
  throw std::system_error(reason, std::generic_category(), what);
}

/// Starts a program with the given descriptors as its standard streams, and with SIGPIPE and Ctrl-C
/// as a shell leaves them, whatever the test does with these signals.
pid_t spawn(std::vector<std::string>& command, const std::array<int, 3>& streams) {
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  for (int i = 0; i < 3; ++i) {
    posix_spawn_file_actions_adddup2(&actions, streams[static_cast<std::size_t>(i)], i);
  }
  posix_spawnattr_t attributes;
  posix_spawnattr_init(&attributes);
  sigset_t defaults;
  sigemptyset(&defaults);
  sigaddset(&defaults, SIGPIPE);
  sigaddset(&defaults, SIGINT);
  posix_spawnattr_setsigdefault(&attributes, &defaults);
  posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETSIGDEF);

  std::vector<char*> words;
  for (std::string& word : command) words.push_back(word.data());
  words.push_back(nullptr);
  pid_t id = -1;
  const int reason = posix_spawnp(&id, words[0], &actions, &attributes, words.data(), environ);
  posix_spawnattr_destroy(&attributes);
  posix_spawn_file_actions_destroy(&actions);
  if (reason != 0) fail(reason, "cannot start " + command.front());
  return id;
}

int wait_for(pid_t id) {
  int state = 0;
  while (waitpid(id, &state, 0) == -1) {
    if (errno != EINTR) fail(errno, "waitpid");
  }
  return WIFSIGNALED(state) ? 128 + WTERMSIG(state) : WEXITSTATUS(state);
}

std::string read_all(std::FILE* file) {
  std::rewind(file);
  std::string text;
  std::array<char, 4096> chunk;
  while (const std::size_t size = std::fread(chunk.data(), 1, chunk.size(), file)) {
    text.append(chunk.data(), size);
  }
  return text;
}

/// Not to be inherited by programs that other threads start.
std::FILE* temporary_file() {
  std::FILE* file = std::tmpfile();
  if (file == nullptr) fail(errno, "temporary file");
  fcntl(fileno(file), F_SETFD, FD_CLOEXEC);
  return file;
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

Process::Process(std::vector<std::string> command) {
  std::signal(SIGPIPE, SIG_IGN);
  // Close-on-exec, or a second program would keep the first one's input open.
  std::array<int, 2> input{}, output{};
  if (pipe2(input.data(), O_CLOEXEC) == -1) fail(errno, "pipe2");
  if (pipe2(output.data(), O_CLOEXEC) == -1) fail(errno, "pipe2");
  id_ = spawn(command, {input[0], output[1], STDERR_FILENO});
  close(input[0]);
  close(output[1]);
  input_ = fdopen(input[1], "w");
  output_ = fdopen(output[0], "r");
}

Process::~Process() {
  std::fclose(input_);
  std::fclose(output_);
  wait_for(id_);
}

void Process::send(std::string_view line) {
  std::fwrite(line.data(), 1, line.size(), input_);
  std::fputc('\n', input_);
  std::fflush(input_);
}

std::optional<std::string> Process::receive() {
  std::string line;
  for (int c; (c = std::getc(output_)) != EOF;) {
    if (c == '\n') return line;
    line += static_cast<char>(c);
  }
  if (line.empty()) return {};
  return line;
}

// Files, unlike pipes, are never full, so one stream cannot hold up the other.
BackgroundProgram::BackgroundProgram(std::vector<std::string> command, std::string_view input)
    : input_(temporary_file()), output_(temporary_file()), errors_(temporary_file()) {
  std::fwrite(input.data(), 1, input.size(), input_);
  std::rewind(input_);
  id_ = spawn(command, {fileno(input_), fileno(output_), fileno(errors_)});
}

BackgroundProgram::~BackgroundProgram() {
  if (id_ != -1) {
    kill(id_, SIGKILL);
    wait_for(id_);
  }
  for (std::FILE* file : {input_, output_, errors_}) std::fclose(file);
}

void BackgroundProgram::send_signal(int number) {
  kill(id_, number);
}

Finished BackgroundProgram::wait() {
  const int status = wait_for(std::exchange(id_, -1));
  return {status, read_all(output_), read_all(errors_)};
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
