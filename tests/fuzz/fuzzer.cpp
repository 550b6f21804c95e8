// SPDX-License-Identifier: GPL-3.0-or-later
#include "fuzz/fuzzer.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <fstream>
#include <string_view>

#include "base/text.h"

namespace lucena::test {
namespace {

struct Options {
  std::uint64_t seconds = 3;
  std::uint64_t seed = 1;
  std::string last_text;
};

std::optional<Options> read_options(int argc, char** argv) {
  constexpr std::uint64_t kLargest = 1u << 31;
  Options options;
  for (int i = 1; i + 1 < argc; i += 2) {
    const std::string_view name = argv[i], value = argv[i + 1];
    if (name == "--last-text") {
      options.last_text = value;
      continue;
    }
    const auto number = parse_number(value, kLargest);
    if (!number || (name != "--seconds" && name != "--seed")) return {};
    (name == "--seconds" ? options.seconds : options.seed) = *number;
  }
  if (argc % 2 == 0) return {};
  return options;
}

/// With everything that is not printable as \xNN, to be pasted into a test.
std::string escaped(std::string_view text) {
  std::string shown;
  for (const char c : text) {
    const bool plain = c >= ' ' && c <= '~' && c != '\\' && c != '"';
    if (plain) {
      shown += c;
    } else {
      shown += fmt::format("\\x{:02x}", static_cast<unsigned char>(c));
    }
  }
  return shown;
}

}  // namespace

std::string Mutator::next() {
  std::string text = any_text();
  for (std::size_t rounds = 1 + below(4); rounds > 0; --rounds) mutate(text);
  if (text.size() > kLongestText) text.resize(kLongestText);
  return text;
}

void Mutator::adopt(const std::string& text) {
  if (adopted_.size() < kMostAdopted) {
    adopted_.push_back(text);
  } else {
    adopted_[below(kMostAdopted)] = text;
  }
}

void Mutator::mutate(std::string& text) {
  const std::size_t at = below(text.size() + 1);
  const std::size_t length =
      std::min<std::size_t>(below(8) == 0 ? below(60) : below(6), text.size() - at);
  switch (below(8)) {
    case 0:
      if (at < text.size()) text[at] = static_cast<char>(text[at] ^ (1 << below(8)));
      break;
    case 1:
      text.insert(at, 1, static_cast<char>(below(256)));
      break;
    case 2:
      text.erase(at, length);
      break;
    case 3:
      text.insert(below(text.size() + 1), text.substr(at, length));
      break;
    case 4: {
      const std::string& other = any_text();
      text = text.substr(0, at) + other.substr(below(other.size() + 1));
      break;
    }
    case 5:
      text.replace(at, length, any(tokens_));
      break;
    default:
      text.insert(at, any(tokens_));
  }
}

int fuzz(int argc, char** argv, const FuzzTarget& target) {
  const auto options = read_options(argc, argv);
  if (!options) {
    std::fprintf(stderr, "usage: %s [--seconds N] [--seed S] [--last-text FILE]\n", argv[0]);
    return 2;
  }
  Mutator mutator(target.corpus, target.tokens, options->seed);
  const auto end = std::chrono::steady_clock::now() + std::chrono::seconds(options->seconds);
  std::uint64_t texts = 0, accepted = 0;
  while (std::chrono::steady_clock::now() < end) {
    const std::string text = mutator.next();
    if (!options->last_text.empty()) std::ofstream(options->last_text) << text;
    const FuzzVerdict verdict = target.check(text);
    ++texts;
    if (verdict.broken_law) {
      std::fprintf(stderr, "text %llu of seed %llu: %s\n\"%s\"\n",
                   static_cast<unsigned long long>(texts),
                   static_cast<unsigned long long>(options->seed), verdict.broken_law->c_str(),
                   escaped(text).c_str());
      return 1;
    }
    if (!verdict.accepted) continue;
    ++accepted;
    mutator.adopt(text);
  }
  std::printf("%s texts, %s of them accepted\n", with_thousands(texts).c_str(),
              with_thousands(accepted).c_str());
  return accepted > 0 ? 0 : 1;
}

}  // namespace lucena::test
