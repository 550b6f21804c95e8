// SPDX-License-Identifier: GPL-3.0-or-later
#include "oracle/open_tables.h"

#include <algorithm>
#include <cstdlib>

#include "oracle/castling_section.h"

namespace lucena {
namespace {

/// A variable that is empty counts as not set, as the XDG specification wants it.
std::optional<std::filesystem::path> environment_path(const char* name) {
  const char* value = std::getenv(name);
  if (value == nullptr || *value == '\0') return {};
  return std::filesystem::path(value);
}

}  // namespace

std::optional<std::filesystem::path> tables_folder(const std::optional<std::string>& asked_for) {
  if (asked_for) return std::filesystem::path(*asked_for);
  if (const auto folder = environment_path("LUCENA_TABLES")) return folder;
  if (const auto data = environment_path("XDG_DATA_HOME")) return *data / "lucena";
  if (const auto home = environment_path("HOME")) return *home / ".local" / "share" / "lucena";
  return {};
}

/// All endings are numbered once and for all, under both of their names where the sides differ, so
/// that finding one is a single look into a map that never changes.
OpenTables::OpenTables(std::filesystem::path folder, std::size_t cache_bytes)
    : folders_{std::move(folder)}, cache_(std::make_shared<PacketCache>(cache_bytes)) {
  const std::vector<Material> all = all_materials(kMaxMen);
  for (std::size_t number = 0; number < all.size(); ++number) {
    const Material& material = all[number];
    const Material turned = material.with_colors_swapped();
    const bool equal_sides = turned == material;
    endings_.emplace(material.key(), Ending{material, false, equal_sides, number});
    if (!equal_sides) endings_.emplace(turned.key(), Ending{material, true, false, number});
  }
  geometries_.resize(all.size());
  slots_ = std::vector<Slot>(all.size() * kMetrics.size());
}

void OpenTables::add_folder(std::filesystem::path folder) {
  const std::lock_guard lock(mutex_);
  folders_.push_back(std::move(folder));
}

const OpenTables::Ending* OpenTables::ending_of(const Material& material) const {
  const auto found = endings_.find(material.key());
  return found == endings_.end() ? nullptr : &found->second;
}

bool OpenTables::contains(const Material& canonical_material, Metric metric) const {
  const std::string file_name = table_file_name(canonical_material, metric);
  const std::lock_guard lock(mutex_);
  return std::any_of(folders_.begin(), folders_.end(), [&](const std::filesystem::path& folder) {
    std::error_code ignored;
    return std::filesystem::exists(folder / file_name, ignored);
  });
}

std::vector<Metric> OpenTables::missing(const Material& canonical_material) const {
  std::vector<Metric> metrics;
  for (const Metric metric : kMetrics) {
    if (!contains(canonical_material, metric)) metrics.push_back(metric);
  }
  return metrics;
}

bool OpenTables::has_ending(const Material& canonical_material, bool with_conversion) const {
  return contains(canonical_material, Metric::Mate) &&
         contains(canonical_material, Metric::Zeroing) &&
         (!with_conversion || contains(canonical_material, Metric::Conversion));
}

/// The release in open() and the acquire here make sure that whoever sees the pointer also sees the
/// table behind it.
Result<const TableFile*, TableFault> OpenTables::table(const Ending& ending, Metric metric) const {
  const TableFile* open_already = slot(ending, metric).table.load(std::memory_order_acquire);
  if (open_already != nullptr) return open_already;
  const std::lock_guard lock(mutex_);
  return open(ending, metric);
}

/// With the mutex held. A table that is not there may come later, so absence is not remembered. The
/// first folder that has a sound file counts. If none has, damage is reported rather than absence.
/// The geometry takes time to make and serves all metrics, so it waits until there is a file at
/// all.
Result<const TableFile*, TableFault> OpenTables::open(const Ending& ending, Metric metric) const {
  Slot& place = slot(ending, metric);
  if (place.owner) return place.owner.get();
  const std::string file_name = table_file_name(ending.canonical, metric);
  TableFault fault{TableError::NoTable, "there is no table " + file_name};
  std::shared_ptr<const TableGeometry>& geometry = geometries_[ending.number];
  for (const std::filesystem::path& folder : folders_) {
    const std::filesystem::path path = folder / file_name;
    std::error_code ignored;
    if (!geometry && std::filesystem::exists(path, ignored)) {
      geometry = std::make_shared<const TableGeometry>(ending.canonical);
    }
    if (!geometry) continue;
    auto opened = TableFile::open(path, geometry, metric, cache_);
    if (opened) {
      place.owner = std::move(*opened);
      place.table.store(place.owner.get(), std::memory_order_release);
      return place.owner.get();
    }
    if (fault.code == TableError::NoTable && opened.error().code != TableError::NoTable) {
      fault = opened.error();
    }
  }
  return fault;
}

/// With the mutex held. Read as a whole when first asked for, since these sections are small.
std::optional<TableFault> OpenTables::read_castling(const Ending& ending, Metric metric) const {
  const auto file = open(ending, metric);
  if (!file) return file.error();
  Slot& place = slot(ending, metric);
  if (place.castling_is_read || castling_endings(ending.canonical).empty()) return {};
  auto tables = read_castling_tables(**file);
  if (!tables) return tables.error();
  place.castling = std::move(*tables);
  place.castling_is_read = true;
  return {};
}

Result<std::vector<std::shared_ptr<const CastlingTable>>, TableFault> OpenTables::castling_tables(
    const Ending& ending, Metric metric) const {
  const std::lock_guard lock(mutex_);
  if (auto fault = read_castling(ending, metric)) return *fault;
  return slot(ending, metric).castling;
}

Result<const CastlingTable*, TableFault> OpenTables::castling_table(const Ending& ending,
                                                                    const CastlingEnding& rights,
                                                                    Metric metric) const {
  const std::lock_guard lock(mutex_);
  if (auto fault = read_castling(ending, metric)) return *fault;
  for (const auto& table : slot(ending, metric).castling) {
    if (table->ending().key() == rights.key()) return table.get();
  }
  return TableFault{TableError::NoTable, "nobody can castle like that"};
}

}  // namespace lucena
