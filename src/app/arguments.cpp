// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/arguments.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <CLI/CLI.hpp>
#include <algorithm>

#include "base/text.h"

namespace lucena {
namespace {

constexpr std::string_view kHelpUsage = "-h, --help";

/// "[FEN]" is called FEN, "--threads N" is called --threads.
std::string name_in(std::string_view usage) {
  if (usage.starts_with('[')) usage = usage.substr(1, usage.size() - 2);
  return std::string(usage.substr(0, usage.find(' ')));
}

}  // namespace

Arguments::Arguments(std::string command)
    : command_(std::move(command)), app_(std::make_unique<CLI::App>()) {
  app_->set_help_flag();
  // Left-over words are collected, not thrown: fault_in_rest() knows what was probably meant.
  app_->allow_extras();
  app_->add_flag("-h,--help", help_wanted_)->disable_flag_override();
}

Arguments::~Arguments() = default;

template <class T>
CLI::Option* Arguments::add(std::string_view usage, std::string_view meaning,
                            std::function<void(const T&)> store) {
  const std::string name = name_in(usage);
  entries_.push_back({std::string(usage), std::string(meaning)});
  CLI::Option* option = app_->add_option_function<T>(name, std::move(store));
  option->required(name == usage && !name.starts_with('-'));
  return option;
}

void Arguments::number_with(std::string_view usage, std::optional<std::uint64_t> initial,
                            NumberRange range, std::string_view meaning,
                            std::function<void(std::uint64_t)> store) {
  const std::string name = name_in(usage);
  const auto check = [=, store = std::move(store)](const std::string& word) {
    const auto number = parse_number(word, range.largest);
    if (!number || *number < range.smallest) {
      throw CLI::ValidationError(fmt::format("{} must be a number from {} to {}, not '{}'", name,
                                             range.smallest, range.largest, printable(word)),
                                 0);
    }
    store(*number);
  };
  CLI::Option* option = add<std::string>(usage, meaning, check)->take_last();
  if (!option->get_required() && initial) {
    entries_.back().meaning += fmt::format(" (default: {})", *initial);
  }
}

void Arguments::text(std::string_view usage, std::string& value, std::string_view meaning) {
  add<std::string>(usage, meaning, [&value](const std::string& word) {
    value = word;
  })->take_last();
}

void Arguments::text(std::string_view usage, std::optional<std::string>& value,
                     std::string_view meaning) {
  add<std::string>(usage, meaning, [&value](const std::string& word) {
    value = word;
  })->take_last();
}

void Arguments::rest(std::string_view usage, std::optional<std::string>& value,
                     std::string_view meaning) {
  add<std::vector<std::string>>(usage, meaning, [&value](const std::vector<std::string>& words) {
    value = fmt::format("{}", fmt::join(words, " "));
  });
}

void Arguments::rest(std::string_view usage, std::string& value, std::string_view meaning) {
  add<std::vector<std::string>>(usage, meaning, [&value](const std::vector<std::string>& words) {
    value = fmt::format("{}", fmt::join(words, " "));
  });
}

void Arguments::words(std::string_view usage, std::vector<std::string>& values,
                      std::string_view meaning) {
  add<std::vector<std::string>>(
      usage, meaning, [&values](const std::vector<std::string>& words) { values = words; });
}

void Arguments::list(std::string_view usage, std::vector<std::string>& values,
                     std::string_view meaning) {
  add<std::vector<std::string>>(usage, meaning, [&values](const std::vector<std::string>& words) {
    values = words;
  })->allow_extra_args(false);
}

void Arguments::flag(std::string_view usage, bool& value, std::string_view meaning) {
  entries_.push_back({std::string(usage), std::string(meaning)});
  app_->add_flag(std::string(usage), value)->disable_flag_override();
}

std::optional<std::string> Arguments::read(const std::vector<std::string>& words) {
  std::optional<std::string> fault;
  try {
    app_->parse(std::vector(words.rbegin(), words.rend()));  // CLI11 takes them from the back
  } catch (const CLI::ValidationError& error) {
    fault = error.what();
  } catch (const CLI::ArgumentMismatch&) {
    fault = with_hint(fault_in_value(words));
  } catch (const CLI::ParseError& error) {
    fault = with_hint(error.what());
  }
  if (help_wanted()) return {};
  // A mistyped option is often the cause of the other fault.
  if (auto unknown = fault_in_rest()) return unknown;
  return fault;
}

/// An option lacks its value, or one that takes none has been given one. A value is whatever word
/// follows, so only the last word, or one that ends in '=', can lack it.
std::string Arguments::fault_in_value(const std::vector<std::string>& words) const {
  for (const std::string& word : words) {
    const std::size_t equals = word.find('=');
    const std::string name = word.substr(0, equals);
    const CLI::Option* option = app_->get_option_no_throw(name);
    if (option == nullptr || !word.starts_with('-')) continue;
    const bool takes_value = option->get_expected_max() > 0;
    if (!takes_value && equals != std::string::npos) return name + " takes no value";
    const bool lacks_value =
        equals == std::string::npos ? &word == &words.back() : equals + 1 == word.size();
    if (takes_value && lacks_value) return name + " needs a value";
  }
  return "an option lacks its value";
}

bool Arguments::help_wanted() const {
  // Not help_wanted_, which stays unset when another argument stops CLI11 first.
  return app_->count("--help") != 0;
}

std::optional<std::string> Arguments::fault_in_rest() const {
  const std::vector<std::string> rest = app_->remaining();
  if (rest.empty()) return {};
  const auto is_option = [](const std::string& word) { return word.starts_with('-'); };
  const auto unknown = std::find_if(rest.begin(), rest.end(), is_option);
  if (unknown == rest.end()) {
    return with_hint(fmt::format("unexpected argument '{}'", printable(rest.front())));
  }
  std::vector<std::string> known{"--help"};
  for (const Entry& entry : entries_) {
    if (entry.is_option()) known.push_back(name_in(entry.usage));
  }
  const std::string word = unknown->substr(0, unknown->find('='));
  const std::string what = fmt::format("unknown option '{}'", printable(word));
  const auto meant = closest_match(word, known);
  return meant ? fmt::format("{}; did you mean '{}'?", what, *meant) : with_hint(what);
}

std::string Arguments::with_hint(std::string_view what) const {
  return fmt::format("{}; see '{} --help'", what, command_);
}

std::vector<Arguments::Entry> Arguments::entries() const {
  std::vector<Entry> all = entries_;
  all.push_back({std::string(kHelpUsage), "shows this text"});
  return all;
}

}  // namespace lucena
