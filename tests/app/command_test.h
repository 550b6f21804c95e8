// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <gtest/gtest.h>

#include <chrono>
#include <cstdlib>
#include <memory>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

#include "support/process.h"
#include "support/temporary_folder.h"

namespace lucena::test {

/// The sanitizers slow everything down.
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
inline constexpr std::chrono::seconds kSoon{5};
#else
inline constexpr std::chrono::seconds kSoon{1};
#endif

/// Does something up to five times until it takes less than kSoon, which action() returns: on a
/// busy machine others may be in the way once, but not always.
template <class Action>
void expect_soon(Action&& action) {
  using Milliseconds = std::chrono::milliseconds;
  Milliseconds quickest = Milliseconds::max();
  for (int attempt = 0; attempt < 5 && quickest >= kSoon && !testing::Test::HasFailure();
       ++attempt) {
    quickest = std::min(quickest, std::chrono::duration_cast<Milliseconds>(action()));
  }
  EXPECT_LT(quickest.count(), Milliseconds(kSoon).count()) << "milliseconds";
}

/// White to move wins.
inline constexpr const char* kRookFen = "8/8/8/8/8/2k5/8/K6R w - - 0 1";

inline bool contains(std::string_view text, std::string_view part) {
  return text.find(part) != std::string_view::npos;
}

inline std::vector<std::string> lines_of(const std::string& text) {
  std::vector<std::string> lines;
  std::size_t begin = 0;
  for (std::size_t end; (end = text.find('\n', begin)) != std::string::npos; begin = end + 1) {
    lines.push_back(text.substr(begin, end - begin));
  }
  return lines;
}

/// What solve says in JSON, without the time it took and where the figures came from.
inline std::string figures(std::string json) {
  for (std::size_t begin = 0; (begin = json.find("\"on_disk\"", begin)) != std::string::npos;) {
    json.erase(begin, json.find("\"unique\"", begin) - begin);
  }
  return json;
}

/// The program with these words.
inline std::vector<std::string> command_line(std::vector<std::string> words) {
  words.insert(words.begin(), LUCENA_PROGRAM);
  return words;
}

inline Finished run(std::vector<std::string> words, std::string_view input = {}) {
  return run_program(command_line(std::move(words)), input);
}

/// The program with the library tests/support/faulty_disk.cpp loaded first; the settings are those
/// of its variables, "NAME=value" each, and may begin with options of env.
inline Finished run_on_faulty_disk(const std::vector<std::string>& settings,
                                   const std::vector<std::string>& words) {
  std::vector<std::string> command{"env"};
  command.insert(command.end(), settings.begin(), settings.end());
  command.insert(command.end(), {"LD_PRELOAD=" LUCENA_FAULTY_DISK,
                                 "ASAN_OPTIONS=verify_asan_link_order=0", LUCENA_PROGRAM});
  command.insert(command.end(), words.begin(), words.end());
  return run_program(command);
}

/// The request is refused with exactly this line, and nothing is mistaken for data.
inline void expect_refusal(const Finished& finished, std::string_view line, int status = 2) {
  EXPECT_EQ(finished.err, std::string(line) + "\n");
  EXPECT_EQ(finished.out, "") << line;
  EXPECT_EQ(finished.status, status) << line;
}

/// Sends a signal to a program and waits for its end, which must come soon: its status, and what it
/// said. start() starts it and returns once the signal makes sense.
template <class Start>
Finished interrupted(int signal, Start&& start) {
  Finished finished;
  expect_soon([&] {
    const std::unique_ptr<BackgroundProgram> program = start();
    const auto begin = std::chrono::steady_clock::now();
    program->send_signal(signal);
    finished = program->wait();
    return std::chrono::steady_clock::now() - begin;
  });
  return finished;
}

/// The program with these words, once it has said `message` on stderr.
inline std::unique_ptr<BackgroundProgram> started_until(std::vector<std::string> words,
                                                        std::string_view message) {
  auto program = std::make_unique<BackgroundProgram>(command_line(std::move(words)));
  program->await_message(message);
  return program;
}

/// Sends a signal to a command that is busy, as its message tells, and expects it to end soon.
inline Finished interrupted_at(const std::vector<std::string>& words, std::string_view message,
                               int signal) {
  return interrupted(signal, [&] { return started_until(words, message); });
}

/// Returns once a file contains the text.
inline void await_in_file(const std::filesystem::path& path, std::string_view text) {
  const auto deadline = std::chrono::steady_clock::now() + kPatience;
  while (true) {
    const std::vector<std::uint8_t> bytes = read_bytes(path);
    if (contains(std::string(bytes.begin(), bytes.end()), text)) return;
    if (std::chrono::steady_clock::now() > deadline) {
      throw std::runtime_error("waited in vain for '" + std::string(text) + "' in " +
                               path.string());
    }
    std::this_thread::sleep_for(std::chrono::milliseconds(20));
  }
}

/// A variable of the environment that is as before when this goes.
class ScopedVariable {
 public:
  explicit ScopedVariable(const char* name) : name_(name) {
    if (const char* value = std::getenv(name)) before_ = value;
  }
  ScopedVariable(const char* name, const std::string& value) : ScopedVariable(name) { set(value); }
  ScopedVariable(const ScopedVariable&) = delete;
  ScopedVariable& operator=(const ScopedVariable&) = delete;
  ~ScopedVariable() {
    if (before_) {
      set(*before_);
    } else {
      unsetenv(name_);
    }
  }

  void set(const std::string& value) { setenv(name_, value.c_str(), 1); }

 private:
  const char* name_;
  std::optional<std::string> before_;
};

/// A test whose programs keep tables in a folder of its own, never in the user's.
class CommandTest : public testing::Test {
 protected:
  /// The folder from now on.
  void use(const std::filesystem::path& folder) { variable_.set(folder.string()); }

  const TemporaryFolder& folder() const { return folder_; }
  /// A file in the folder.
  std::filesystem::path path(std::string_view name) const { return folder_.path() / name; }

 private:
  const TemporaryFolder folder_;
  ScopedVariable variable_{"LUCENA_TABLES", folder_.path().string()};
};

}  // namespace lucena::test
