// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <optional>
#include <sstream>
#include <string>
#include <vector>

#include "app/command_test.h"
#include "support/terminal.h"

namespace lucena::test {

/// A conversation as a person sees it. The first line is the command, "$ lucena play ...", the last
/// the exit status, "[exit 0]"; in between, what follows a prompt such as "White> " was typed.
struct Transcript {
  std::vector<std::string> words;  // of the command
  std::vector<std::string> typed;
  std::string shown;
  int status = 0;
};

/// tests/data/play, say: a file each.
inline std::filesystem::path transcript_folder(const std::string& folder) {
  return std::filesystem::path(LUCENA_TEST_DATA) / folder;
}

inline std::vector<std::string> transcript_names(const std::string& folder) {
  std::vector<std::string> names;
  for (const auto& entry : std::filesystem::directory_iterator(transcript_folder(folder))) {
    names.push_back(entry.path().stem().string());
  }
  std::sort(names.begin(), names.end());
  return names;
}

/// Where what was typed begins in a line; nothing if the line has no prompt.
inline std::optional<std::size_t> after_prompt(const std::string& line) {
  const std::size_t arrow = line.find('>');
  if (arrow == std::string::npos || arrow == 0) return {};
  const auto belongs = [](char c) {
    return c == ' ' || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
  };
  if (!std::all_of(line.begin(), line.begin() + static_cast<std::ptrdiff_t>(arrow), belongs)) {
    return {};
  }
  return std::min(arrow + 2, line.size());
}

/// Games have dates, but transcripts are timeless.
inline std::string without_date(std::string text) {
  constexpr std::string_view kTag = "[Date \"", kNoDate = "????.??.??";
  for (std::size_t at = 0; (at = text.find(kTag, at)) != std::string::npos; ++at) {
    text.replace(at + kTag.size(), kNoDate.size(), kNoDate);
  }
  return text;
}

inline Transcript read_transcript(const std::string& folder, const std::string& name) {
  std::ifstream file(transcript_folder(folder) / (name + ".txt"));
  const std::string text{std::istreambuf_iterator<char>(file), {}};
  const std::vector<std::string> lines = lines_of(text);
  EXPECT_GE(lines.size(), 2u) << name;
  Transcript transcript;
  std::istringstream command(lines.front());
  for (std::string word; command >> word;) transcript.words.push_back(word);
  transcript.words.erase(transcript.words.begin(), transcript.words.begin() + 2);
  for (std::size_t i = 1; i + 1 < lines.size(); ++i) {
    transcript.shown += lines[i] + "\n";
    if (const auto begin = after_prompt(lines[i]))
      transcript.typed.push_back(lines[i].substr(*begin));
  }
  EXPECT_EQ(std::sscanf(lines.back().c_str(), "[exit %d]", &transcript.status), 1) << name;
  // Only a question without an answer makes a conversation fail.
  if (transcript.status != 0) transcript.typed.pop_back();
  return transcript;
}

/// What is typed goes through a pipe, all at once.
inline void expect_same_through_pipes(const Transcript& transcript) {
  std::string input;
  for (const std::string& line : transcript.typed) input += line + "\n";
  const Finished finished = run(transcript.words, input);
  EXPECT_EQ(without_date(finished.out), transcript.shown);
  EXPECT_EQ(finished.status, transcript.status);
}

/// Without colours, so that the boards are the same. A person waits for the prompt before typing.
inline void expect_same_at_a_terminal(const Transcript& transcript) {
  if (transcript.status != 0) return;  // at a terminal there is always somebody to answer
  const ScopedVariable plain("NO_COLOR", "1");
  const ScopedVariable kind("TERM", "xterm");
  Terminal terminal(command_line(transcript.words), 80);
  for (const std::string& line : transcript.typed) {
    terminal.wait_for("> ");
    terminal.type(line + "\r");
  }
  EXPECT_EQ(terminal.wait_for_end(), transcript.status);
  EXPECT_EQ(without_date(terminal.text()), transcript.shown);
}

}  // namespace lucena::test
