// SPDX-License-Identifier: GPL-3.0-or-later
#include "uci/options.h"

#include <fmt/format.h>

#include <array>
#include <variant>

#include "base/text.h"

namespace lucena {
namespace {

struct Spin {
  unsigned UciOptions::*member;
  unsigned least, most;
};
struct Check {
  bool UciOptions::*member;
};
struct Text {
  std::string UciOptions::*member;
};
struct Button {};

/// One line of the table is all that an option needs: its name, what a change leads to, and the
/// member that holds it with its limits.
struct Declared {
  std::string_view name;
  OptionEffect effect;
  std::variant<Spin, Check, Text, Button> kind;
};

const std::array kDeclared{
    Declared{"Hash", OptionEffect::Engine, Spin{&UciOptions::hash_megabytes, 1, 65536}},
    Declared{"Clear Hash", OptionEffect::ClearHash, Button{}},
    Declared{"Threads", OptionEffect::Engine, Spin{&UciOptions::threads, 1, 256}},
    // No position that chess can reach has more moves than 218.
    Declared{"MultiPV", OptionEffect::Engine, Spin{&UciOptions::lines, 1, 218}},
    Declared{"Ponder", OptionEffect::None, Check{&UciOptions::ponder}},
    Declared{"OwnBook", OptionEffect::Book, Check{&UciOptions::own_book}},
    Declared{"BookFile", OptionEffect::Book, Text{&UciOptions::book_file}},
    Declared{"BestBookMove", OptionEffect::None, Check{&UciOptions::best_book_move}},
    Declared{"UCI_LimitStrength", OptionEffect::None, Check{&UciOptions::limit_strength}},
    Declared{"UCI_Elo", OptionEffect::None, Spin{&UciOptions::elo, kWeakestElo, kStrongestElo}},
    Declared{"UCI_ShowWDL", OptionEffect::None, Check{&UciOptions::show_wdl}},
    Declared{"UCI_AnalyseMode", OptionEffect::None, Check{&UciOptions::analyse}},
    Declared{"Move Overhead", OptionEffect::Engine,
             Spin{&UciOptions::overhead_milliseconds, 0, 5000}},
    Declared{"LucenaTables", OptionEffect::Tables, Text{&UciOptions::tables}},
    Declared{"LucenaSolve", OptionEffect::Tables, Check{&UciOptions::solve}},
};

UciFault fault(std::string message) {
  return {UciError::Option, std::move(message)};
}

/// The default is whatever a new UciOptions has.
std::string describe(const Declared& declared, const UciOptions& defaults) {
  const auto text = [&](const auto& kind) -> std::string {
    using Kind = std::decay_t<decltype(kind)>;
    if constexpr (std::is_same_v<Kind, Spin>) {
      return fmt::format("type spin default {} min {} max {}", defaults.*kind.member, kind.least,
                         kind.most);
    } else if constexpr (std::is_same_v<Kind, Check>) {
      return fmt::format("type check default {}", defaults.*kind.member);
    } else if constexpr (std::is_same_v<Kind, Text>) {
      return "type string default <empty>";
    } else {
      return "type button";
    }
  };
  return fmt::format("option name {} {}", declared.name, std::visit(text, declared.kind));
}

/// Nothing if the value has been taken over.
std::optional<UciFault> take_over(const Declared& declared, std::string_view value,
                                  UciOptions& options) {
  if (const auto* spin = std::get_if<Spin>(&declared.kind)) {
    const auto number = parse_number<unsigned>(value, spin->most);
    if (!number || *number < spin->least) {
      return fault(fmt::format("{} must be a number from {} to {}, not '{}'", declared.name,
                               spin->least, spin->most, printable(value)));
    }
    options.*spin->member = *number;
  } else if (const auto* check = std::get_if<Check>(&declared.kind)) {
    if (value != "true" && value != "false") {
      return fault(
          fmt::format("{} must be true or false, not '{}'", declared.name, printable(value)));
    }
    options.*check->member = value == "true";
  } else if (const auto* text = std::get_if<Text>(&declared.kind)) {
    options.*text->member = value == "<empty>" ? std::string_view() : value;
  }
  return {};
}

}  // namespace

/// A megabyte is 2^20 bytes.
Engine::Options UciOptions::engine_options() const {
  Engine::Options engine;
  engine.hash_bytes = std::size_t{hash_megabytes} << 20;
  engine.threads = threads;
  engine.lines = lines;
  engine.overhead = Milliseconds(overhead_milliseconds);
  return engine;
}

std::string option_lines() {
  const UciOptions defaults;
  std::string lines;
  for (const Declared& declared : kDeclared) {
    if (!lines.empty()) lines += '\n';
    lines += describe(declared, defaults);
  }
  return lines;
}

/// Names and values may have blanks, so that the words "name" and "value" are what separates them:
///
///     name Move Overhead value 30
Result<OptionEffect, UciFault> set_option(std::string_view text, UciOptions& options) {
  constexpr std::string_view kName = "name ", kValue = " value";
  text = trim(text);
  if (!text.starts_with(kName)) return fault("'setoption' needs a name");
  text.remove_prefix(kName.size());
  // The value may be anything, a name with this word in it does not exist.
  std::size_t end = text.find(kValue);
  while (end != std::string_view::npos && end + kValue.size() < text.size() &&
         text[end + kValue.size()] != ' ') {
    end = text.find(kValue, end + 1);
  }
  const std::string_view name = trim(text.substr(0, end));
  const std::string_view value =
      end == std::string_view::npos ? std::string_view() : trim(text.substr(end + kValue.size()));
  for (const Declared& declared : kDeclared) {
    if (!equal_without_case(declared.name, name)) continue;
    if (auto refused = take_over(declared, value, options)) return *refused;
    return declared.effect;
  }
  return fault(fmt::format("there is no option '{}'", printable(name)));
}

}  // namespace lucena
