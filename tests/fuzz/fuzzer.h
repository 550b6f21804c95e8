// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <random>
#include <string>
#include <vector>

namespace lucena::test {

/// What the code under test made of a text.
struct FuzzVerdict {
  bool accepted = false;
  std::optional<std::string> broken_law = {};
};

/// What a fuzzing program checks.
struct FuzzTarget {
  std::vector<std::string> corpus;  // good texts
  std::vector<std::string> tokens;  // words of the language
  std::function<FuzzVerdict(const std::string&)> check;
};

/// Turns good texts into texts that are almost good. The same seed gives the same texts.
class Mutator {
 public:
  Mutator(std::vector<std::string> corpus, std::vector<std::string> tokens, std::uint64_t seed)
      : corpus_(std::move(corpus)), tokens_(std::move(tokens)), random_(seed) {}

  std::string next();
  /// Mutants of accepted mutants reach further; but they wear out, so that every other text is one
  /// of the corpus.
  void adopt(const std::string& text);

 private:
  static constexpr std::size_t kMostAdopted = 300;
  static constexpr std::size_t kLongestText = 4000;

  std::size_t below(std::size_t bound) { return random_() % bound; }
  const std::string& any(const std::vector<std::string>& texts) {
    return texts[below(texts.size())];
  }
  const std::string& any_text() {
    return any(adopted_.empty() || below(2) == 0 ? corpus_ : adopted_);
  }
  void mutate(std::string& text);

  const std::vector<std::string> corpus_;
  const std::vector<std::string> tokens_;
  std::vector<std::string> adopted_;
  std::mt19937_64 random_;
};

/// Where texts come from, and what becomes of them. They need not be text.
struct FuzzLoop {
  std::function<std::string()> next;
  std::function<FuzzVerdict(const std::string&)> check;
  std::function<void(const std::string&)> accepted;
};

/// The whole of a fuzzing program:
///
///     fen_fuzz [--seconds N] [--seed S] [--last-text FILE] [--again FILE]
///
/// The file of --last-text always holds the text being checked, so that a crash leaves it behind,
/// and --again checks such a text and nothing else. A text that takes longer than kSecondsPerText
/// ends the program: a hang is a fault like any other. Returns the exit status: 1 if a law is
/// broken or no text was accepted, 2 for arguments that are not understood.
int fuzz(int argc, char** argv, const FuzzTarget& target);
/// The same with texts of one's own; `make` is told the seed.
int fuzz(int argc, char** argv, const std::function<FuzzLoop(std::uint64_t)>& make);

/// Far more than any text needs, on a machine that is slow and busy and under a sanitizer.
inline constexpr unsigned kSecondsPerText = 60;

}  // namespace lucena::test
