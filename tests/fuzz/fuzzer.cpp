// SPDX-License-Identifier: GPL-3.0-or-later
#include "fuzz/fuzzer.h"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <csignal>
#include <cstdio>
#include <fstream>
#include <iterator>
#include <string_view>

#include "base/text.h"

namespace lucena::test {
namespace {

struct Options {
  std::uint64_t seconds = 3;
  std::uint64_t seed = 1;
  std::string last_text, again;
};

std::optional<Options> read_options(int argc, char** argv) {
  constexpr std::uint64_t kLargest = 1u << 31;
  Options options;
  for (int i = 1; i + 1 < argc; i += 2) {
    const std::string_view name = argv[i], value = argv[i + 1];
    if (name == "--last-text" || name == "--again") {
      (name == "--again" ? options.again : options.last_text) = value;
      continue;
    }
    const auto number = parse_number(value, kLargest);
    if (!number || (name != "--seconds" && name != "--seed")) return {};
    (name == "--seconds" ? options.seconds : options.seed) = *number;
  }
  if (argc % 2 == 0) return {};
  return options;
}

/// With everything that is not printable as \xNN, to be pasted into a test; the beginning of a
/// text that is too long for that.
std::string escaped(std::string_view text) {
  std::string shown;
  for (const char c : text.substr(0, 4000)) {
    const bool plain = c >= ' ' && c <= '~' && c != '\\' && c != '"';
    if (plain) {
      shown += c;
    } else {
      shown += fmt::format("\\x{:02x}", static_cast<unsigned char>(c));
    }
  }
  return shown;
}

/// The text stays in the file of --last-text.
void end_slow_text(int) {
  constexpr std::string_view kMessage = "a text took too long\n";
  const auto ignored = write(STDERR_FILENO, kMessage.data(), kMessage.size());
  _exit(ignored < 0 ? 2 : 1);
}

/// Counts texts.
class Watch {
 public:
  Watch(const FuzzLoop& loop, const Options& options) : loop_(loop), options_(options) {
    std::signal(SIGALRM, end_slow_text);
  }

  /// Whether the laws hold for a text.
  bool look_at(const std::string& text) {
    if (!options_.last_text.empty()) std::ofstream(options_.last_text, std::ios::binary) << text;
    alarm(kSecondsPerText);
    const FuzzVerdict verdict = loop_.check(text);
    alarm(0);
    ++texts_;
    if (verdict.broken_law) {
      fmt::print(stderr, "text {} of seed {}: {}\n\"{}\"\n", texts_, options_.seed,
                 *verdict.broken_law, escaped(text));
      return false;
    }
    if (!verdict.accepted) return true;
    ++accepted_;
    loop_.accepted(text);
    return true;
  }

  /// Whether any text was one.
  bool report() const {
    fmt::print("{} texts, {} of them accepted\n", with_thousands(texts_),
               with_thousands(accepted_));
    return accepted_ > 0;
  }

 private:
  const FuzzLoop& loop_;
  const Options& options_;
  std::uint64_t texts_ = 0, accepted_ = 0;
};

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

int fuzz(int argc, char** argv, const std::function<FuzzLoop(std::uint64_t)>& make) {
  const auto options = read_options(argc, argv);
  if (!options) {
    fmt::print(stderr, "usage: {} [--seconds N] [--seed S] [--last-text FILE] [--again FILE]\n",
               argv[0]);
    return 2;
  }
  const FuzzLoop loop = make(options->seed);
  Watch watch(loop, *options);
  if (!options->again.empty()) {
    std::ifstream file(options->again, std::ios::binary);
    return watch.look_at({std::istreambuf_iterator<char>(file), {}}) ? 0 : 1;
  }
  const auto end = std::chrono::steady_clock::now() + std::chrono::seconds(options->seconds);
  while (std::chrono::steady_clock::now() < end) {
    if (!watch.look_at(loop.next())) return 1;
  }
  return watch.report() ? 0 : 1;
}

int fuzz(int argc, char** argv, const FuzzTarget& target) {
  return fuzz(argc, argv, [&](std::uint64_t seed) {
    const auto mutator = std::make_shared<Mutator>(target.corpus, target.tokens, seed);
    return FuzzLoop{.next = [mutator] { return mutator->next(); },
                    .check = target.check,
                    .accepted = [mutator](const std::string& text) { mutator->adopt(text); }};
  });
}

}  // namespace lucena::test
