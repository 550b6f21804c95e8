// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <functional>
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

/// The whole of a fuzzing program:
///
///     fen_fuzz [--seconds N] [--seed S] [--last-text FILE]
///
/// The file, if one is named, always holds the text being checked, so that a crash leaves it
/// behind. Returns the exit status: 1 if a law is broken or no text was accepted, 2 for arguments
/// that are not understood.
int fuzz(int argc, char** argv, const FuzzTarget& target);

}  // namespace lucena::test
