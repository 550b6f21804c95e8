// SPDX-License-Identifier: GPL-3.0-or-later
// Laws: whatever is in a table file with right checksums, every command that reads it ends by
// itself, with the exit status 0 or 1, and takes little memory. A text is a file: its place below
// the folder of all tables, a line feed, and its bytes.
#include <fmt/format.h>
#include <sys/resource.h>

#include <cstdio>
#include <cstdlib>
#include <memory>

#include "app/command_line.h"
#include "fuzz/fuzzer.h"
#include "fuzz/table_mutator.h"
#include "support/temporary_folder.h"
#include "table/table_file.h"
#include "uci/protocol.h"

/// What the address sanitizer is told: that nobody needs 64 MB in one piece here, and not to keep
/// much of what was freed.
extern "C" const char* __asan_default_options() {
  return "max_allocation_size_mb=64:quarantine_size_mb=16:hard_rss_limit_mb=2048";
}

namespace lucena::test {
namespace {

using Words = std::vector<std::string>;

/// An ending that is asked about, in a folder with all that it can turn into.
struct Subject {
  std::string folder, ending;
  Words fens;
};
const std::vector<Subject> kSubjects{
    {"rook",
     "KRvK",
     {"8/8/8/8/8/2k5/8/K6R w - - 0 1", "8/8/4k3/8/8/8/8/R3K3 w Q - 3 1",
      "4k3/8/8/8/8/8/8/4K2R b K - 0 1", "r3k3/8/8/8/8/3K4/8/8 w q - 0 1"}},
    {"pawn",
     "KPvK",
     {"8/8/8/8/2k5/8/1P6/K7 w - - 0 1", "8/3k4/8/8/8/8/1P6/K7 b - - 60 1",
      "8/1P6/8/8/8/2k5/8/K7 w - - 0 1", "8/8/8/1r6/3k4/8/8/K7 b - - 0 1"}},
    {"bishops", "KBBvK", {"8/8/8/3k4/8/8/8/K1BB4 w - - 0 1", "8/8/8/3k4/8/8/2B5/K1B5 b - - 0 1"}},
    {"solving", "KPvK", {}}};

/// Without files of its own: it is solved from those of the others, and not kept.
bool is_solved(const Subject& subject) {
  return subject.fens.empty();
}

/// stdout and stderr, thrown away. The sanitizers write to the descriptor and are heard.
class Silence {
 public:
  Silence() { stdout = stderr = nowhere_.get(); }
  Silence(const Silence&) = delete;
  Silence& operator=(const Silence&) = delete;
  ~Silence() {
    stdout = out_;
    stderr = err_;
  }

 private:
  struct Close {
    void operator()(std::FILE* file) const { std::fclose(file); }
  };
  std::FILE* const out_ = stdout;
  std::FILE* const err_ = stderr;
  const std::unique_ptr<std::FILE, Close> nowhere_{std::fopen("/dev/null", "w")};
};

class Nobody final : public UciOutput {
 public:
  void write(std::string_view) override {}
};

/// The most that this process has ever had in memory.
std::size_t peak_bytes() {
  rusage usage{};
  getrusage(RUSAGE_SELF, &usage);
  return static_cast<std::size_t>(usage.ru_maxrss) * 1024;
}

/// A folder for each subject with its tables, and the files in it.
class Tables {
 public:
  struct File {
    std::size_t subject;
    std::string name;
    Bytes bytes;

    std::string ending() const { return name.substr(0, name.find('.')); }
  };

  Tables() {
    for (std::size_t i = 0; i < kSubjects.size(); ++i) {
      std::filesystem::create_directory(folder(i));
      run(i, {"solve", kSubjects[i].ending});
      run(i, {"solve", kSubjects[i].ending, "--metric", "conversion"});
      for (const Metric metric : kMetrics) {
        const auto material = Material::parse(kSubjects[i].ending);
        if (is_solved(kSubjects[i]))
          std::filesystem::remove(folder(i) / table_file_name(*material, metric));
      }
      for (const auto& entry : std::filesystem::directory_iterator(folder(i))) {
        files_.push_back({i, entry.path().filename().string(), read_bytes(entry.path())});
      }
    }
    std::sort(files_.begin(), files_.end(), [](const File& a, const File& b) {
      return std::tie(a.subject, a.name) < std::tie(b.subject, b.name);
    });
  }

  const std::vector<File>& files() const { return files_; }
  std::filesystem::path folder(std::size_t subject) const {
    return all_.path() / kSubjects[subject].folder;
  }
  std::filesystem::path path(std::string_view place) const { return all_.path() / place; }
  std::string place(const File& file) const {
    return kSubjects[file.subject].folder + "/" + file.name;
  }

  /// The exit status of a command.
  int run(std::size_t subject, const Words& words) const {
    setenv("LUCENA_TABLES", folder(subject).c_str(), 1);
    const Silence silence;
    return run_command_line(words);
  }

 private:
  const TemporaryFolder all_;
  std::vector<File> files_;
};

/// All commands that read tables, on one subject.
std::vector<Words> commands_on(const Subject& subject, const std::string& scratch) {
  const std::string& ending = subject.ending;
  if (is_solved(subject)) {
    return {{"solve", ending, "--castling", "--no-save", "--threads", "1"},
            {"solve", ending, "--metric", "conversion", "--no-save", "--threads", "1"}};
  }
  std::vector<Words> commands{{"tables"},
                              {"tables", "--verify", "--sample", "100"},
                              {"stats", ending, "--zugzwangs"},
                              {"stats", ending, "--json", "--zugzwangs"},
                              {"stats", ending, "--csv"},
                              {"stats", ending, "--svg", scratch},
                              {"longest", ending, "--list", "1000"},
                              {"play", "hardest", ending, "--side", "white", "--seed", "1"},
                              {"play", "random", "win", ending, "--side", "white", "--seed", "1"},
                              {"play", "random", "draw", ending, "--side", "white", "--seed", "1"},
                              {"solve", ending, "--castling", "--json", "--threads", "1"}};
  for (const std::string& fen : subject.fens) {
    commands.push_back({"probe", "--line", fen});
    commands.push_back({"probe", "--json", "--conversion", fen});
  }
  return commands;
}

/// What an engine does with the tables of a folder.
void ask_engine(const std::filesystem::path& folder, const Subject& subject) {
  Nobody nobody;
  UciProtocol protocol("Lucena", nobody);
  protocol.handle("setoption name LucenaTables value " + folder.string());
  for (const std::string& fen : subject.fens) {
    protocol.handle("position fen " + fen);
    protocol.handle("go depth 2");
    protocol.wait();
  }
  // Not in the tables, but captures lead there.
  protocol.handle("position fen 8/8/8/4k3/8/8/4p3/K1B4R w - - 0 1");
  protocol.handle("go depth 4");
  protocol.wait();
}

class Checker {
 public:
  explicit Checker(const Tables& tables) : tables_(tables) {
    for (std::size_t i = 0; i < kSubjects.size(); ++i) {
      use_all(i);
      if (law_) throw std::runtime_error("good tables: " + *law_);
    }
    most_bytes_ = peak_bytes() + kMoreBytes;
  }

  FuzzVerdict check(const std::string& text) {
    law_.reset();
    const std::size_t end = text.find('\n');
    const std::string place = text.substr(0, end);
    for (const Tables::File& file : tables_.files()) {
      if (tables_.place(file) != place) continue;
      strange_path_ = tables_.path(place);
      strange_bytes_ = {text.begin() + static_cast<std::ptrdiff_t>(end) + 1, text.end()};
      put_strange_file();
      const bool accepted = is_open(file);
      use_all(file.subject);
      if (is_looked_at_closely(file, text)) use_slowly(file);
      strange_path_.clear();
      write_bytes(tables_.path(place), file.bytes);
      return {.accepted = accepted, .broken_law = law_};
    }
    return {};
  }

 private:
  /// How much more than good tables any others may take.
  static constexpr std::size_t kMoreBytes = std::size_t{200} << 20;

  bool is_open(const Tables::File& file) const {
    const auto material = Material::parse(file.ending());
    for (const Metric metric : kMetrics) {
      if (file.name != table_file_name(*material, metric)) continue;
      return TableFile::open(tables_.path(tables_.place(file)), *material, metric,
                             std::make_shared<PacketCache>(0))
          .has_value();
    }
    return false;
  }

  /// Again before every command, since one that finds the file damaged replaces it.
  void put_strange_file() const {
    if (!strange_path_.empty()) write_bytes(strange_path_, strange_bytes_);
  }

  void use(std::size_t subject, const Words& words) {
    put_strange_file();
    const int status = tables_.run(subject, words);
    const std::string command = fmt::format("lucena {}", fmt::join(words, " "));
    note(status == 0 || status == 1, fmt::format("{} ends with {}", command, status));
    note_memory(command);
  }

  void use_all(std::size_t subject) {
    const std::string scratch = tables_.path("picture.svg").string();
    for (const Words& words : commands_on(kSubjects[subject], scratch)) use(subject, words);
    put_strange_file();
    ask_engine(tables_.folder(subject), kSubjects[subject]);
    note_memory("the engine");
  }

  /// What takes a hundred times as long as all the rest is done for a few files with three men,
  /// always the same ones.
  static bool is_looked_at_closely(const Tables::File& file, const std::string& text) {
    const auto* bytes = reinterpret_cast<const std::uint8_t*>(text.data());
    return file.ending().size() == 4 && checksum_of({bytes, text.size()}) % 32 == 0;
  }

  void use_slowly(const Tables::File& file) {
    if (is_solved(kSubjects[file.subject])) {
      use(file.subject, {"solve", "KRvKN", "--castling", "--no-save", "--threads", "1"});
    } else {
      use(file.subject, {"verify", file.ending(), "--threads", "1"});
    }
  }

  void note(bool law_holds, const std::string& law) {
    if (!law_holds && !law_) law_ = law;
  }
  void note_memory(const std::string& who) {
    const std::size_t peak = peak_bytes();
    note(peak <= most_bytes_, fmt::format("{} takes {} MB of memory", who, peak >> 20));
  }

  const Tables& tables_;
  std::filesystem::path strange_path_;  // of the file that is changed; empty if none is
  std::vector<std::uint8_t> strange_bytes_;
  std::size_t most_bytes_ = std::numeric_limits<std::size_t>::max();
  std::optional<std::string> law_;
};

FuzzLoop loop_of(std::uint64_t seed) {
  const auto tables = std::make_shared<Tables>();
  const auto checker = std::make_shared<Checker>(*tables);
  std::vector<Bytes> files;
  for (const Tables::File& file : tables->files()) files.push_back(file.bytes);
  const auto mutator = std::make_shared<TableMutator>(files, seed);
  const auto next = [tables, mutator] {
    const std::size_t file = mutator->below(tables->files().size());
    const Bytes bytes = mutator->next(file);
    return tables->place(tables->files()[file]) + '\n' + std::string(bytes.begin(), bytes.end());
  };
  return {.next = next,
          .check = [checker, tables](const std::string& text) { return checker->check(text); },
          .accepted = [](const std::string&) {}};
}

}  // namespace
}  // namespace lucena::test

int main(int argc, char** argv) {
  std::freopen("/dev/null", "r", stdin);
  return lucena::test::fuzz(argc, argv, lucena::test::loop_of);
}
