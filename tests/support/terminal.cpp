// SPDX-License-Identifier: GPL-3.0-or-later
#include "support/terminal.h"

#include <fcntl.h>
#include <poll.h>
#include <pty.h>
#include <sys/ioctl.h>
#include <termios.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <chrono>
#include <cstdlib>
#include <stdexcept>
#include <system_error>
#include <thread>
#include <utility>

#include "support/process.h"

namespace lucena::test {
namespace {

constexpr int kPatienceMilliseconds =
    static_cast<int>(std::chrono::milliseconds(kPatience).count());

[[noreturn]] void fail(const std::string& what) {
  throw std::system_error(errno, std::generic_category(), what);
}

}  // namespace

bool Terminal::is_available() {
  const int descriptor = posix_openpt(O_RDWR | O_NOCTTY);
  const bool made = descriptor != -1 && grantpt(descriptor) == 0 && unlockpt(descriptor) == 0;
  const char* other_end = made ? ptsname(descriptor) : nullptr;
  const bool available = other_end != nullptr && access(other_end, R_OK | W_OK) == 0;
  if (descriptor != -1) close(descriptor);
  return available;
}

Terminal::Terminal(std::vector<std::string> command, int columns) {
  std::vector<char*> words;
  for (std::string& word : command) words.push_back(word.data());
  words.push_back(nullptr);
  winsize size{
      .ws_row = 50, .ws_col = static_cast<unsigned short>(columns), .ws_xpixel = 0, .ws_ypixel = 0};
  const pid_t parent = getpid();
  id_ = forkpty(&descriptor_, nullptr, nullptr, &size);
  if (id_ == -1) fail("forkpty");
  if (id_ == 0) {
    die_with_parent(parent);
    execv(words[0], words.data());
    _exit(127);
  }
}

Terminal::~Terminal() {
  if (id_ != -1) test::wait_for_end(id_, std::chrono::milliseconds(0));
  if (descriptor_ != -1) close(descriptor_);
}

void Terminal::type(std::string_view keys) {
  // What is typed before the program has taken over would be echoed by the terminal, too.
  for (int waited = 0; waited < kPatienceMilliseconds; ++waited) {
    termios modes;
    if (tcgetattr(descriptor_, &modes) == -1) fail("tcgetattr");
    if ((modes.c_lflag & ECHO) == 0) break;
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
  }
  while (!keys.empty()) {
    const ssize_t count = write(descriptor_, keys.data(), keys.size());
    if (count < 0) fail("cannot type");
    keys.remove_prefix(static_cast<std::size_t>(count));
  }
}

void Terminal::resize(int columns, int lines) {
  const winsize size{.ws_row = static_cast<unsigned short>(lines),
                     .ws_col = static_cast<unsigned short>(columns),
                     .ws_xpixel = 0,
                     .ws_ypixel = 0};
  if (ioctl(descriptor_, TIOCSWINSZ, &size) == -1) fail("cannot resize");
}

bool Terminal::read_more() {
  pollfd waiting{.fd = descriptor_, .events = POLLIN, .revents = 0};
  if (poll(&waiting, 1, kPatienceMilliseconds) == 0) {
    throw std::runtime_error("nothing happens any more after:\n" + text());
  }
  std::array<char, 4096> chunk;
  const ssize_t count = read(descriptor_, chunk.data(), chunk.size());
  if (count <= 0) return false;  // Linux: an error once the other side is closed
  raw_.append(chunk.data(), static_cast<std::size_t>(count));
  return true;
}

void Terminal::wait_for(std::string_view expected) {
  while (true) {
    const std::string shown = text();
    const std::size_t found = shown.find(expected, seen_);
    if (found != std::string::npos) {
      seen_ = found + expected.size();
      return;
    }
    if (!read_more()) {
      throw std::runtime_error("'" + std::string(expected) + "' does not appear in:\n" + shown);
    }
  }
}

int Terminal::hang_up() {
  close(std::exchange(descriptor_, -1));
  return exit_status();
}

int Terminal::wait_for_end() {
  while (read_more()) {
  }
  return exit_status();
}

int Terminal::exit_status() {
  const auto status = test::wait_for_end(std::exchange(id_, -1));
  if (!status) throw std::runtime_error("the program does not end after:\n" + text());
  return *status;
}

std::string Terminal::text() const {
  std::string plain;
  for (std::size_t i = 0; i < raw_.size(); ++i) {
    const char c = raw_[i];
    if (c == '\x1b' && i + 1 < raw_.size() && raw_[i + 1] == '[') {
      i += 2;
      while (i < raw_.size() && (raw_[i] < '@' || raw_[i] > '~')) ++i;
    } else if (c == '\b') {
      if (!plain.empty() && plain.back() != '\n') plain.pop_back();
    } else if (c != '\r') {
      plain += c;
    }
  }
  return plain;
}

}  // namespace lucena::test
