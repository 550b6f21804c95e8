// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <memory>
#include <set>

#include "app/commands.h"
#include "app/date_text.h"
#include "app/interrupt.h"
#include "app/oracle_setup.h"
#include "app/output.h"
#include "app/status_line.h"
#include "base/memory.h"
#include "base/text.h"
#include "oracle/table_check.h"

namespace lucena {
namespace {

constexpr std::string_view kTablesCommand = "lucena tables";

struct TablesOptions {
  std::optional<std::string> folder;
  std::optional<std::string> remove;
  bool verify = false;
  std::uint64_t sample = 2'000;
};

struct FoundTable {
  std::filesystem::path path;
  Material material;  // by its name, like the metric
  Metric metric;
};

/// What looks like a table, in the order of endings.
std::vector<FoundTable> find_tables(const std::filesystem::path& folder) {
  std::vector<FoundTable> found;
  for (const Material& material : all_materials(kMaxMen)) {
    for (const Metric metric : kMetrics) {
      const std::filesystem::path path = folder / table_file_name(material, metric);
      std::error_code ignored;
      if (std::filesystem::exists(path, ignored)) found.push_back({path, material, metric});
    }
  }
  return found;
}

/// What its header says, if that is what its name says.
Result<TableInfo, TableFault> read_info(const FoundTable& table) {
  const auto info = read_table_info(table.path);
  if (!info) return info.error();
  if (info->material == table.material && info->metric == table.metric) return *info;
  return TableFault{TableError::WrongTable,
                    fmt::format("{} holds the table {}", table.path.string(),
                                table_file_name(info->material, info->metric))};
}

int list_tables(const std::filesystem::path& folder) {
  const std::vector<FoundTable> found = find_tables(folder);
  ByMetric<std::uint64_t> bytes, files;
  int status = kSuccess;
  for (const FoundTable& table : found) {
    const auto read = read_info(table);
    if (!read) {
      complain(kTablesCommand, read.error().message);
      status = kFailure;
      continue;
    }
    const TableInfo& info = *read;
    bytes[info.metric] += info.size_bytes;
    ++files[info.metric];
    print("{:8}  {:10}  {:>9}  {}\n", info.material.name(), name(info.metric),
          format_size(info.size_bytes), date_and_time(info.created_seconds));
  }
  std::uint64_t all_bytes = 0, all_files = 0;
  for (const Metric metric : kMetrics) {
    all_bytes += bytes[metric];
    all_files += files[metric];
    if (files[metric] == 0) continue;
    print("{} by {}: {} ({} bytes)\n", files[metric], name(metric), format_size(bytes[metric]),
          with_thousands(bytes[metric]));
  }
  print("{} in {}: {} ({} bytes)\n", counted(all_files, "table"), folder.string(),
        format_size(all_bytes), with_thousands(all_bytes));
  return status;
}

/// Checks files, each by itself and then in the company of the others. They come in the order of
/// endings, what an ending can turn into before it and its mate file first: whatever rests on a
/// file that is wrong is not blamed for it.
class TableVerifier {
 public:
  TableVerifier(const std::filesystem::path& folder, std::uint64_t sample,
                const std::atomic<bool>& cancelled)
      : tables_(folder, kCacheBytes), sample_(sample), cancelled_(cancelled) {}

  unsigned threads() const { return pool_.threads(); }
  std::optional<TableFault> verify(const FoundTable& found) {
    auto fault = fault_in(found);
    if (fault) wrong_.insert(found.material);
    return fault;
  }

 private:
  static constexpr std::size_t kCacheBytes = std::size_t{1} << 28;

  std::optional<TableFault> fault_in(const FoundTable& found) {
    const auto table = TableFile::open(found.path, found.material, found.metric, no_cache_);
    if (!table) return table.error();
    if (auto fault = check_table(**table, pool_, cancelled_)) return fault;
    const std::vector<Material> grounds = closure({found.material});
    const auto is_wrong = [&](const Material& ground) { return wrong_.contains(ground); };
    if (std::any_of(grounds.begin(), grounds.end(), is_wrong)) return {};
    return spot_check_table(**table, tables_, prober_, sample_, cancelled_);
  }

  ThreadPool pool_{hardware_threads()};
  const std::shared_ptr<PacketCache> no_cache_ = std::make_shared<PacketCache>(0);
  const OpenTables tables_;
  const Prober prober_{tables_};
  const std::uint64_t sample_;
  const std::atomic<bool>& cancelled_;
  std::set<Material> wrong_;  // endings with a file that is damaged or wrong
};

int verify_tables(const std::filesystem::path& folder, std::uint64_t sample) {
  const InterruptGuard guard;
  TableVerifier verifier(folder, sample, guard.interrupted());
  tell_fewer_threads(kTablesCommand, verifier.threads(), hardware_threads());
  unsigned good = 0, bad = 0;
  StatusLine status;
  for (const FoundTable& table : find_tables(folder)) {
    status.show(fmt::format("checking {}", table_file_name(table.material, table.metric)));
    const std::optional<TableFault> fault = verifier.verify(table);
    if (guard.interrupted()) {
      return refuse(kTablesCommand, "interrupted", guard.exit_status());
    }
    status.wipe();
    if (fault) complain(kTablesCommand, fault->message);
    ++(fault ? bad : good);
  }
  print("{} whole, {} damaged\n", counted(good, "table"), bad);
  return bad == 0 ? kSuccess : kFailure;
}

int remove_tables(const std::filesystem::path& folder, const std::string& text) {
  const auto material = Material::parse(text);
  if (!material) return refuse(kTablesCommand, material.error().message, kUsage);
  unsigned removed = 0;
  // The mate file first: where it is, the others are.
  for (const Metric metric : kMetrics) {
    const std::filesystem::path path = folder / table_file_name(material->canonical(), metric);
    std::error_code fault;
    if (std::filesystem::remove(path, fault)) ++removed;
    if (fault) {
      return refuse(kTablesCommand,
                    fmt::format("{} cannot be removed: {}", path.string(), fault.message()),
                    kFailure);
    }
  }
  if (removed == 0) {
    return refuse(
        kTablesCommand,
        fmt::format("there is no table of {} in {}", material->canonical().name(), folder.string()),
        kFailure);
  }
  print("removed {} of {}\n", counted(removed, "file"), material->canonical().name());
  return kSuccess;
}

int run_tables(const TablesOptions& options) {
  const auto folder = chosen_folder(options.folder);
  if (!folder) return refuse(kTablesCommand, folder.error());
  tell_if_nowhere(kTablesCommand, *folder);
  if (options.remove) return remove_tables(*folder, *options.remove);
  return options.verify ? verify_tables(*folder, options.sample) : list_tables(*folder);
}

}  // namespace

Command tables_command() {
  const auto declare = [](Arguments& arguments) -> Command::Action {
    auto options = std::make_shared<TablesOptions>();
    arguments.flag("--verify", options->verify,
                   "reads every packet and checks it, and a sample of values");
    arguments.number("--sample N", options->sample, {0, 1'000'000'000},
                     "how many random positions of each file --verify holds against their moves");
    arguments.text("--remove MATERIAL", options->remove, "removes the tables of an ending");
    declare_tables(arguments, options->folder);
    return [options] { return run_tables(*options); };
  };
  return {"tables",
          "Lists the tables on disk, checks or removes them",
          {{"lucena tables", "Lucena lists the tables it keeps, with sizes and dates"},
           {"lucena tables --verify", "Lucena checks all of them, and a sample of values"},
           {"lucena tables --remove KRPvKR", "Lucena removes the tables of an ending"}},
          declare};
}

}  // namespace lucena
