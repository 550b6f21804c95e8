// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <concepts>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace CLI {
class App;
class Option;
}  // namespace CLI

namespace lucena {

struct NumberRange {
  std::uint64_t smallest;
  std::uint64_t largest;
};

/// What a command expects behind its name. A command declares its arguments, each with the variable
/// to fill, as they are written in its usage line:
///
///     DEPTH          must be given, known by its place
///     [FEN]          the same, but may be left out
///     --divide       an option without a value
///     --threads N    an option with a value
///
/// A variable whose argument is not given keeps its value, which is therefore the default. CLI11
/// does the reading. It is slow to compile, which is why only arguments.cpp knows it.
class Arguments {
 public:
  /// The command as it is called: "lucena perft".
  explicit Arguments(std::string command);
  ~Arguments();

  template <std::unsigned_integral T>
  void number(std::string_view usage, T& value, NumberRange range, std::string_view meaning) {
    number_with(usage, value, range, meaning,
                [&value](std::uint64_t given) { value = static_cast<T>(given); });
  }
  /// A number without a default.
  template <std::unsigned_integral T>
  void number(std::string_view usage, std::optional<T>& value, NumberRange range,
              std::string_view meaning) {
    number_with(usage, {}, range, meaning,
                [&value](std::uint64_t given) { value = static_cast<T>(given); });
  }
  void text(std::string_view usage, std::string& value, std::string_view meaning);
  void text(std::string_view usage, std::optional<std::string>& value, std::string_view meaning);
  /// Everything that is left, with single spaces in between: a FEN need not be quoted.
  void rest(std::string_view usage, std::optional<std::string>& value, std::string_view meaning);
  void rest(std::string_view usage, std::string& value, std::string_view meaning);
  /// Everything that is left, word by word.
  void words(std::string_view usage, std::vector<std::string>& values, std::string_view meaning);
  /// An option that may be given several times.
  void list(std::string_view usage, std::vector<std::string>& values, std::string_view meaning);
  void flag(std::string_view usage, bool& value, std::string_view meaning);

  /// Fills the variables. Returns one line for the person who typed, if something is wrong.
  [[nodiscard]] std::optional<std::string> read(const std::vector<std::string>& words);
  /// Whether read() met --help; nothing else counts then.
  bool help_wanted() const;

  struct Entry {
    std::string usage;
    std::string meaning;
    bool is_option() const { return usage.starts_with('-'); }
  };
  /// In the order of declaration, --help last.
  std::vector<Entry> entries() const;

 private:
  void number_with(std::string_view usage, std::optional<std::uint64_t> initial, NumberRange range,
                   std::string_view meaning, std::function<void(std::uint64_t)> store);
  template <class T>
  CLI::Option* add(std::string_view usage, std::string_view meaning,
                   std::function<void(const T&)> store);
  std::string fault_in_value(const std::vector<std::string>& words) const;
  std::optional<std::string> fault_in_rest() const;
  std::string with_hint(std::string_view what) const;

  std::string command_;
  std::unique_ptr<CLI::App> app_;
  std::vector<Entry> entries_;
  bool help_wanted_ = false;
};

}  // namespace lucena
