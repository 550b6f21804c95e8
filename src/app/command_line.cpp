// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/command_line.h"

#include <fmt/format.h>

#include <algorithm>

#include "app/commands.h"
#include "app/device_choice.h"
#include "app/output.h"
#include "base/text.h"

namespace lucena {
namespace {

Command help_command();

/// What is beside the first column stands beneath where the first column is too wide.
std::string row_text(const Example& row, std::size_t column, std::size_t columns) {
  std::string text = "  " + row.line;
  if (row.line.size() > column) {
    text += "\n" + wrapped(row.meaning, columns, 6);
    return text;
  }
  const std::string meaning = wrapped(row.meaning, columns, column + 4);
  return text + meaning.substr(text.size());
}

/// Two columns under a heading, as wide as the terminal.
std::string section(std::string_view heading, const std::vector<Example>& rows) {
  constexpr std::size_t kWidestColumn = 30;
  std::size_t column = 0;
  for (const Example& row : rows) {
    if (row.line.size() <= kWidestColumn) column = std::max(column, row.line.size());
  }
  std::string text = bold(heading, stdout) + "\n";
  for (const Example& row : rows) text += row_text(row, column, text_width(stdout));
  return text;
}

/// Notes as wide as the terminal. Lines that begin with a blank are a table and stay as they are.
std::string notes_text(std::string_view notes) {
  std::string text, paragraph;
  const auto end_paragraph = [&] {
    if (!paragraph.empty()) text += wrapped(paragraph, text_width(stdout));
    paragraph.clear();
  };
  while (!notes.empty()) {
    const std::size_t end = std::min(notes.find('\n'), notes.size());
    const std::string_view line = notes.substr(0, end);
    notes.remove_prefix(std::min(end + 1, notes.size()));
    if (!line.empty() && line.front() != ' ') {
      paragraph += ' ' + std::string(line);
      continue;
    }
    end_paragraph();
    text += std::string(line) + "\n";
  }
  end_paragraph();
  return text;
}

std::string program_help() {
  std::vector<Example> examples, commands;
  for (const Command& command : all_commands()) {
    examples.push_back(command.examples.front());
    commands.push_back({command.name, command.summary});
  }
  return section("Examples:", examples) + "\n" + section("Commands:", commands) + "\n" +
         section("Options:", {{"-h, --help", "shows this text"},
                              {"--version", "shows the program's version"}}) +
         "\n" +
         notes_text(
             "A file that is there already is not replaced without --force; games are added "
             "to it. A file named - is standard output. 'lucena COMMAND --help' says more "
             "about a command.");
}

std::string command_help(const Command& command) {
  Arguments declared("lucena " + command.name);
  command.declare(declared);
  std::string usage = fmt::format("lucena {}", command.name);
  std::vector<Example> arguments, options;
  for (const Arguments::Entry& entry : declared.entries()) {
    (entry.is_option() ? options : arguments).push_back({entry.usage, entry.meaning});
    if (!entry.is_option()) usage += ' ' + entry.usage;
  }
  std::string text = section("Examples:", command.examples) + "\n";
  text += fmt::format("{} {} [options]\n", bold("Usage:", stdout), usage);
  text += wrapped(command.summary + ".", text_width(stdout), 2) + "\n";
  if (!arguments.empty()) text += section("Arguments:", arguments) + "\n";
  text += section("Options:", options);
  return command.notes.empty() ? text : text + "\n" + notes_text(command.notes);
}

const Command* find_command(const std::vector<Command>& commands, std::string_view name) {
  const auto found = std::find_if(commands.begin(), commands.end(),
                                  [&](const Command& command) { return command.name == name; });
  return found == commands.end() ? nullptr : &*found;
}

int refuse_unknown(std::string_view kind, const std::string& word,
                   const std::vector<std::string>& known) {
  const auto meant = closest_match(word, known);
  return refuse("lucena",
                fmt::format("unknown {} '{}'; {}", kind, printable(word),
                            meant ? fmt::format("did you mean '{}'?", *meant)
                                  : std::string("see 'lucena --help'")),
                kUsage);
}

int refuse_command(const std::string& word) {
  std::vector<std::string> names;
  for (const Command& command : all_commands()) names.push_back(command.name);
  return refuse_unknown("command", word, names);
}

int run_help(const std::string& name) {
  if (name.empty()) {
    write_output(program_help());
    return kSuccess;
  }
  const std::vector<Command> commands = all_commands();
  const Command* command = find_command(commands, name);
  if (command == nullptr) return refuse_command(name);
  write_output(command_help(*command));
  return kSuccess;
}

Command help_command() {
  const auto declare = [](Arguments& arguments) -> Command::Action {
    auto name = std::make_shared<std::string>();
    arguments.text("[COMMAND]", *name, "the command to explain, or none for a list of all");
    return [name] { return run_help(*name); };
  };
  return {"help",
          "Explains a command",
          {{"lucena help perft", "Lucena explains the command perft"},
           {"lucena help", "Lucena lists its commands"}},
          declare};
}

int run_command(const Command& command, const std::vector<std::string>& words) {
  const std::string called = "lucena " + command.name;
  Arguments arguments(called);
  const Command::Action action = command.declare(arguments);
  if (const auto fault = arguments.read(words)) return refuse(called, *fault, kUsage);
  return arguments.help_wanted() ? run_help(command.name) : action();
}

/// For the person who typed only the program's name.
std::string short_help() {
  return notes_text(
             "Lucena solves chess endings with up to six men exactly, and plays them "
             "perfectly. It is a chess engine, too.") +
         "\n" + section("Things to try:", first_steps()) + "\n" +
         notes_text("'lucena --help' lists all commands, 'lucena COMMAND --help' explains one.");
}

}  // namespace

std::vector<Command> all_commands() {
  return {play_command(),  train_command(),   probe_command(),  serve_command(),  solve_command(),
          stats_command(), longest_command(), search_command(), tables_command(), verify_command(),
          uci_command(),   match_command(),   review_command(), book_command(),   bench_command(),
          perft_command(), devices_command(), help_command()};
}

std::vector<Example> first_steps() {
  return {{"lucena play random win KQvK --side white", "you mate with the queen; Lucena defends"},
          {"lucena play", "Lucena asks what you want to play, and tells what it is worth"},
          {"lucena probe 8/8/8/8/8/2k5/8/K6R w - -", "Lucena tells who wins and grades every move"},
          {"lucena stats KPvK", "Lucena counts how often king and pawn beat a bare king"},
          {"lucena longest KBNvK", "Lucena shows from where that mate takes longest"}};
}

int run_command_line(const std::vector<std::string>& words) {
  if (words.empty()) {
    write_output(short_help());
    return kSuccess;
  }
  const std::string& first = words.front();
  if (first == "--version") {
    print("lucena {}\n", LUCENA_VERSION);
    for (const GpuInfo& gpu : find_gpus()) print("{}\n", gpu_text(gpu));
    return kSuccess;
  }
  const bool asks_for_help = first == "--help" || first == "-h";
  const std::string name = asks_for_help ? "help" : first;
  const std::vector<Command> commands = all_commands();
  if (const Command* command = find_command(commands, name)) {
    return run_command(*command, {words.begin() + 1, words.end()});
  }
  if (first.starts_with('-')) return refuse_unknown("option", first, {"--help", "--version"});
  return refuse_command(first);
}

}  // namespace lucena
