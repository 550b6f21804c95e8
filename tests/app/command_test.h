// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <gtest/gtest.h>

#include <cstdlib>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "support/process.h"
#include "support/temporary_folder.h"

namespace lucena::test {

/// The sanitizers slow everything down.
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
constexpr int kSoonMilliseconds = 5000;
#else
constexpr int kSoonMilliseconds = 1000;
#endif

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

/// The request is refused with exactly this line, and nothing is mistaken for data.
inline void expect_refusal(const Finished& finished, std::string_view line, int status = 2) {
  EXPECT_EQ(finished.err, std::string(line) + "\n");
  EXPECT_EQ(finished.out, "") << line;
  EXPECT_EQ(finished.status, status) << line;
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
