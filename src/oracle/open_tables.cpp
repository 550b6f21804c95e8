// SPDX-License-Identifier: GPL-3.0-or-later
#include "oracle/open_tables.h"

#include <algorithm>
#include <cstdlib>

#include "base/input_file.h"
#include "oracle/castling_section.h"
#include "oracle/forecast.h"

namespace lucena {
namespace {

/// A variable that is empty counts as not set.
std::optional<std::filesystem::path> environment_path(const char* name) {
  const char* value = std::getenv(name);
  if (value == nullptr || *value == '\0') return {};
  return std::filesystem::path(value);
}

/// The XDG Base Directory Specification wants absolute paths: "if an implementation encounters a
/// relative path in any of these variables it should consider the path invalid and ignore it".
std::optional<std::filesystem::path> xdg_path(const char* name) {
  const auto path = environment_path(name);
  return path && path->is_absolute() ? path : std::nullopt;
}

}  // namespace

std::optional<std::filesystem::path> tables_folder(const std::optional<std::string>& asked_for) {
  if (asked_for) return std::filesystem::path(*asked_for);
  if (const auto folder = environment_path("LUCENA_TABLES")) return folder;
  if (const auto data = xdg_path("XDG_DATA_HOME")) return *data / "lucena";
  if (const auto home = environment_path("HOME")) return *home / ".local" / "share" / "lucena";
  return {};
}

/// All endings are numbered once and for all, under both of their names where the sides differ, so
/// that finding one is a single look into a map that never changes.
OpenTables::OpenTables(std::filesystem::path folder, std::size_t cache_bytes)
    : folder_(std::move(folder)), cache_(std::make_shared<PacketCache>(cache_bytes)) {
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

/// If somebody else has put a file into the folder meanwhile and it is open, that one stays.
std::optional<TableFault> OpenTables::keep(const Material& canonical_material, Metric metric,
                                           MappedFile bytes) {
  const Ending& ending = *ending_of(canonical_material);
  const std::lock_guard lock(mutex_);
  Slot& place = slot(ending, metric);
  if (place.owner) return {};
  auto table = TableFile::read(table_file_name(canonical_material, metric), std::move(bytes),
                               geometry_of(ending), metric, cache_);
  if (!table) return table.error();
  put(std::move(*table), place);
  place.is_in_memory = true;
  return {};
}

std::optional<TableFault> OpenTables::keep_part(
    const std::shared_ptr<const TableGeometry>& geometry,
    ByMetric<std::optional<MappedFile>> bytes) {
  SolvedPart part;
  for (std::uint32_t i = 0; i < geometry->skeletons(); ++i) {
    part.placements.insert(PawnPlacement::of(geometry->layout(), geometry->skeleton_at(i)));
  }
  for (const Metric metric : kMetrics) {
    if (!bytes[metric]) continue;
    auto table = TableFile::read(table_file_name(geometry->material(), metric),
                                 std::move(*bytes[metric]), geometry, metric, cache_);
    if (!table) return table.error();
    part.tables[metric] = std::move(*table);
  }
  parts_.add(geometry->material(), std::move(part));
  return {};
}

const OpenTables::Ending* OpenTables::ending_of(const Material& material) const {
  const auto found = endings_.find(material.key());
  return found == endings_.end() ? nullptr : &found->second;
}

bool OpenTables::has_file(const Slot& place, const std::filesystem::path& path) const {
  std::error_code ignored;
  return !place.is_given_up && std::filesystem::is_regular_file(path, ignored);
}

bool OpenTables::contains(const Material& canonical_material, Metric metric) const {
  const Ending* ending = ending_of(canonical_material);
  if (ending == nullptr) return false;
  const std::lock_guard lock(mutex_);
  const Slot& place = slot(*ending, metric);
  return place.is_in_memory ||
         has_file(place, folder_ / table_file_name(canonical_material, metric));
}

std::vector<std::string> OpenTables::obstacles() const {
  std::vector<std::string> sentences;
  for (const Material& material : all_materials(kMaxMen)) {
    for (const Metric metric : kMetrics) {
      const auto fault = other_than_file("read", folder_ / table_file_name(material, metric));
      if (fault) sentences.push_back(fault->message);
    }
  }
  return sentences;
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

TableFault OpenTables::noted(const Ending& ending, Metric metric, TableFault fault) const {
  std::optional<TableFault>& first = slot(ending, metric).fault;
  if (fault.code != TableError::NoTable && !first) first = fault;
  return fault;
}

void OpenTables::note_fault(const Ending& ending, Metric metric, const TableFault& fault) const {
  const std::lock_guard lock(mutex_);
  noted(ending, metric, fault);
}

std::vector<TableFault> OpenTables::faults() const {
  std::vector<TableFault> found;
  const std::lock_guard lock(mutex_);
  for (const Slot& place : slots_) {
    if (place.fault) found.push_back(*place.fault);
  }
  return found;
}

std::vector<TableFault> OpenTables::give_up_damaged() {
  std::vector<TableFault> found;
  const std::lock_guard lock(mutex_);
  for (const auto& [key, ending] : endings_) {
    if (is_large(ending.canonical)) continue;
    for (const Metric metric : kMetrics) {
      Slot& place = slot(ending, metric);
      if (!place.fault || place.fault->code != TableError::Damaged || place.is_in_memory) continue;
      found.push_back(*place.fault);
      let_go(place);
      place.is_given_up = true;
    }
  }
  return found;
}

/// With the mutex held.
void OpenTables::let_go(Slot& place) {
  place.table.store(nullptr, std::memory_order_release);
  given_up_.push_back(std::move(place.owner));
  for (auto& castling : place.castling) given_up_.push_back(std::move(castling));
  large_castling_.remove_if([&](const LargeCastling& kept) { return kept.slot == &place; });
  place.owner.reset();
  place.castling.clear();
  place.castling_is_read = false;
  place.fault.reset();
}

void OpenTables::note_replaced(const Material& canonical_material, Metric metric) {
  const std::lock_guard lock(mutex_);
  Slot& place = slot(*ending_of(canonical_material), metric);
  if (place.owner && !place.is_in_memory) let_go(place);
  place.is_given_up = false;
}

/// The release in put() and the acquire here make sure that whoever sees the pointer also sees the
/// table behind it.
Result<const TableFile*, TableFault> OpenTables::table(const Ending& ending, Metric metric) const {
  const TableFile* open_already = slot(ending, metric).table.load(std::memory_order_acquire);
  if (open_already != nullptr) return open_already;
  const std::lock_guard lock(mutex_);
  return open(ending, metric);
}

/// With the mutex held. It takes time to make and serves all metrics.
const std::shared_ptr<const TableGeometry>& OpenTables::geometry_of(const Ending& ending) const {
  std::shared_ptr<const TableGeometry>& geometry = geometries_[ending.number];
  if (!geometry) geometry = std::make_shared<const TableGeometry>(ending.canonical);
  return geometry;
}

const TableFile* OpenTables::put(std::shared_ptr<const TableFile> table, Slot& place) {
  place.owner = std::move(table);
  place.table.store(place.owner.get(), std::memory_order_release);
  return place.owner.get();
}

/// With the mutex held. A table that is not there may come later, so absence is not remembered.
/// What has its name and is no file is passed over, like a name that nobody has. The geometry waits
/// until there is a file at all.
Result<const TableFile*, TableFault> OpenTables::open(const Ending& ending, Metric metric) const {
  Slot& place = slot(ending, metric);
  if (place.owner) return place.owner.get();
  const std::string file_name = table_file_name(ending.canonical, metric);
  const TableFault no_table{TableError::NoTable, "there is no table " + file_name};
  const std::filesystem::path path = folder_ / file_name;
  if (!has_file(place, path)) return no_table;
  auto opened = TableFile::open(path, geometry_of(ending), metric, cache_);
  if (opened) return put(std::move(*opened), place);
  if (opened.error().code == TableError::NoTable) return no_table;
  return noted(ending, metric, opened.error());
}

/// With the mutex held. Read as a whole when first asked for, since these sections are small.
std::optional<TableFault> OpenTables::read_castling(const Ending& ending, Metric metric) const {
  const auto file = open(ending, metric);
  if (!file) return file.error();
  Slot& place = slot(ending, metric);
  if (place.castling_is_read || castling_endings(ending.canonical).empty()) return {};
  auto tables = read_castling_tables(**file);
  if (!tables) return noted(ending, metric, tables.error());
  place.castling = std::move(*tables);
  place.castling_is_read = true;
  return {};
}

/// With the mutex held. One of those that are kept, which is the latest then; null if none is it.
template <class IsWanted>
std::shared_ptr<const CastlingTable> OpenTables::kept_large_castling(
    const Slot& place, const IsWanted& is_wanted) const {
  const auto found = std::find_if(
      large_castling_.begin(), large_castling_.end(),
      [&](const LargeCastling& kept) { return kept.slot == &place && is_wanted(kept); });
  if (found == large_castling_.end()) return nullptr;
  large_castling_.splice(large_castling_.begin(), large_castling_, found);
  return large_castling_.front().table;
}

/// With six men a table takes 33.5 MB, and a position has moves that lead to ten others.
Result<std::shared_ptr<const CastlingTable>, TableFault> OpenTables::read_large_castling(
    const Ending& ending, Metric metric, std::size_t place) const {
  constexpr std::size_t kMost = 16;
  const Slot& here = slot(ending, metric);
  const auto is_there = [&](const LargeCastling& kept) { return kept.place == place; };
  if (auto kept = kept_large_castling(here, is_there)) return kept;
  const auto file = open(ending, metric);
  if (!file) return file.error();
  auto table = read_castling_table(**file, place);
  if (!table) return noted(ending, metric, table.error());
  large_castling_.push_front({&here, place, *table});
  if (large_castling_.size() > kMost) large_castling_.pop_back();
  return *table;
}

Result<std::vector<std::shared_ptr<const CastlingTable>>, TableFault> OpenTables::castling_tables(
    const Ending& ending, Metric metric) const {
  const std::lock_guard lock(mutex_);
  if (has_section_each(ending.canonical)) {
    std::vector<std::shared_ptr<const CastlingTable>> tables;
    for (std::size_t i = 0; i < castling_endings(ending.canonical).size(); ++i) {
      auto table = read_large_castling(ending, metric, i);
      if (!table) return table.error();
      tables.push_back(std::move(*table));
    }
    return tables;
  }
  if (auto fault = read_castling(ending, metric)) return *fault;
  return slot(ending, metric).castling;
}

Result<std::shared_ptr<const CastlingTable>, TableFault> OpenTables::castling_table(
    const Ending& ending, const CastlingEnding& rights, Metric metric) const {
  const std::lock_guard lock(mutex_);
  if (has_section_each(ending.canonical)) {
    // Those who ask for millions of positions find it here.
    const auto has_rights = [&](const LargeCastling& kept) {
      return kept.table->ending().key() == rights.key();
    };
    if (auto kept = kept_large_castling(slot(ending, metric), has_rights)) return kept;
    const std::vector<CastlingEnding> all = castling_endings(ending.canonical);
    for (std::size_t i = 0; i < all.size(); ++i) {
      if (all[i].key() == rights.key()) return read_large_castling(ending, metric, i);
    }
    return TableFault{TableError::NoTable, "nobody can castle like that"};
  }
  if (auto fault = read_castling(ending, metric)) return *fault;
  for (const auto& table : slot(ending, metric).castling) {
    if (table->ending().key() == rights.key()) return table;
  }
  return TableFault{TableError::NoTable, "nobody can castle like that"};
}

Result<EndingStore, TableFault> castling_store(const Material& material, const OpenTables& tables) {
  const auto castling = tables.castling_tables(*tables.ending_of(material), Metric::Mate);
  if (!castling) return castling.error();
  EndingStore store;
  for (const auto& table : *castling) store.add(table);
  return store;
}

}  // namespace lucena
