// SPDX-License-Identifier: GPL-3.0-or-later
// docs/JSON.md names the keys that come out, no more and no fewer.
#include <gtest/gtest.h>

#include <fstream>
#include <map>
#include <nlohmann/json.hpp>
#include <set>

#include "app/command_test.h"

namespace lucena {
namespace {

using test::contains;
using test::Finished;
using test::lines_of;
using test::run;

using Paths = std::set<std::string>;

/// The first "{a,b}" of a path replaced by each of its parts, and so on with what is left.
void expand(const std::string& path, Paths& expanded) {
  const std::size_t open = path.find('{');
  if (open == std::string::npos) {
    expanded.insert(path);
    return;
  }
  const std::size_t close = path.find('}', open);
  for (std::size_t begin = open + 1, end; begin <= close; begin = end + 1) {
    end = std::min(path.find(',', begin), close);
    expand(path.substr(0, open) + path.substr(begin, end - begin) + path.substr(close + 1),
           expanded);
  }
}

/// By command, "lucena probe": the keys in the first column of the tables under its heading.
std::map<std::string, Paths> documented() {
  std::map<std::string, Paths> commands;
  std::ifstream file(std::filesystem::path(LUCENA_TEST_DATA) / "../../docs/JSON.md");
  Paths* paths = nullptr;
  for (std::string line; std::getline(file, line);) {
    const std::size_t end = line.find(" --json`");
    if (line.starts_with("## `") && end != std::string::npos) {
      paths = &commands[line.substr(4, end - 4)];
    } else if (line.starts_with("| `") && paths != nullptr) {
      expand(line.substr(3, line.find('`', 3) - 3), *paths);
    }
  }
  return commands;
}

struct Found {
  Paths values;  // keys with a value
  Paths nulls;   // keys without, which may stand for whole objects
};

void walk(const nlohmann::json& value, const std::string& path, Found& found) {
  static const std::map<std::string, std::string> kPlaceholders{{"white", "SIDE"},
                                                                {"black", "SIDE"},
                                                                {"white_wins_or_draw", "KIND"},
                                                                {"black_wins_or_draw", "KIND"},
                                                                {"mover_loses", "KIND"}};
  if (value.is_object()) {
    for (const auto& [key, member] : value.items()) {
      const auto known = kPlaceholders.find(key);
      const std::string& name = known == kPlaceholders.end() ? key : known->second;
      walk(member, path.empty() ? name : path + "." + name, found);
    }
  } else if (value.is_array()) {
    if (value.empty()) found.nulls.insert(path + "[]");
    for (const auto& element : value) walk(element, path + "[]", found);
  } else {
    (value.is_null() ? found.nulls : found.values).insert(path);
  }
}

/// Whether a path, or an object that it is in, is among some others.
bool is_covered(const std::string& path, const Paths& others) {
  for (std::size_t end = path.size(); end != std::string::npos; end = path.rfind('.', end - 1)) {
    if (others.contains(path.substr(0, end))) return true;
    if (end == 0) break;
  }
  return false;
}

struct JsonRun {
  std::vector<std::string> words;
  std::string input;
};

/// What together prints every key.
const std::map<std::string, std::vector<JsonRun>> kRuns{
    {"lucena probe",
     {{{"probe", "--json", "--line", "--conversion", "Ke1 Rh1 / Ka8"}, ""},
      {{"probe", "--json", "8/8/3k4/8/3KP3/8/8/8 b"}, ""},
      {{"probe", "--json"}, "2k5/8/2KP4/8/8/8/8/8 w\nnonsense\n"}}},
    {"lucena longest",
     {{{"longest", "KRvK", "--json"}, ""}, {{"longest", "KRvK", "--json", "--exactly", "3"}, ""}}},
    {"lucena search", {{{"search", "KPvK", "zugzwang", "P:7", "--json"}, ""}}},
    {"lucena stats",
     {{{"stats", "KRvK", "--json", "--castling"}, ""},
      {{"stats", "KPvK", "--json", "--zugzwangs"}, ""},
      {{"stats", "KBBvK", "--json"}, ""}}},
    {"lucena solve", {{{"solve", "KRvK", "--json", "--castling"}, ""}}},
};

class JsonDocument : public test::CommandTest {};

TEST_F(JsonDocument, NamesTheKeysThatComeOut) {
  for (const auto& [command, paths] : documented()) {
    SCOPED_TRACE(command);
    ASSERT_TRUE(kRuns.contains(command)) << "no run shows its keys";
    Found found;
    for (const JsonRun& json_run : kRuns.at(command)) {
      const Finished finished = run(json_run.words, json_run.input);
      for (const std::string& line : lines_of(finished.out)) {
        walk(nlohmann::json::parse(line), "", found);
      }
    }
    for (const std::string& path : found.values) {
      EXPECT_TRUE(paths.contains(path)) << path << " is not explained";
    }
    Paths seen = found.values;
    seen.insert(found.nulls.begin(), found.nulls.end());
    for (const std::string& path : paths) {
      EXPECT_TRUE(is_covered(path, seen)) << path << " does not come out";
    }
  }
}

TEST_F(JsonDocument, KnowsEveryCommandThatPrintsJson) {
  const std::map<std::string, Paths> commands = documented();
  const std::string help = run({"--help"}).out;
  const std::string list = help.substr(help.find("Commands:\n"));
  unsigned printing = 0;
  for (const std::string& line : lines_of(list)) {
    if (!line.starts_with("  ")) continue;
    const std::string name = line.substr(2, line.find(' ', 2) - 2);
    if (name.starts_with('-') || !contains(run({name, "--help"}).out, "\n  --json")) continue;
    ++printing;
    EXPECT_TRUE(commands.contains("lucena " + name)) << name;
  }
  EXPECT_GE(printing, 4u) << list;
}

}  // namespace
}  // namespace lucena
