// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <array>
#include <atomic>
#include <filesystem>
#include <list>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

#include "oracle/solved_parts.h"
#include "solve/castling_table.h"
#include "solve/ending_store.h"
#include "table/table_file.h"

namespace lucena {

/// Where tables are kept: the folder that was asked for, else $LUCENA_TABLES, else the user's data
/// folder. Nothing if not even the user's home is known.
std::optional<std::filesystem::path> tables_folder(const std::optional<std::string>& asked_for);

/// The tables of a folder, each opened when first needed and open from then on, and tables in
/// memory. Any number of threads may ask.
class OpenTables {
 public:
  /// What a material on the board needs: its ending with the stronger side as White. KvKR on the
  /// board is the ending KRvK with colours swapped.
  struct Ending {
    Material canonical;
    bool swapped;      // the colours, to find it there
    bool equal_sides;  // swapping leads to the same men
    std::size_t number;
  };

  /// Unpacked packets are kept up to this size, for all files together.
  explicit OpenTables(std::filesystem::path folder, std::size_t cache_bytes);

  const std::filesystem::path& folder() const { return folder_; }

  /// Takes a table in that could not be written to the folder. Nothing, or what is wrong with it.
  std::optional<TableFault> keep(const Material& canonical_material, Metric metric,
                                 MappedFile bytes);

  /// Takes tables in that hold some skeletons of an ending. They count for nobody who asks for the
  /// ending.
  std::optional<TableFault> keep_part(const std::shared_ptr<const TableGeometry>& geometry,
                                      ByMetric<std::optional<MappedFile>> bytes);
  const SolvedParts& parts() const { return parts_; }

  /// Nothing for bare kings or too many men.
  const Ending* ending_of(const Material& material) const;

  /// Whether there is such a file, into which nobody has looked, or such a table in memory. A
  /// folder, pipe or device of its name is none.
  bool contains(const Material& canonical_material, Metric metric) const;

  /// What has the name of a table and is no file, so that the table counts as missing; as sentences
  /// for the person.
  std::vector<std::string> obstacles() const;

  /// The metrics by which there is no such file.
  std::vector<Metric> missing(const Material& canonical_material) const;

  /// Whether everything is there that answers questions about an ending: the files by mate and
  /// zeroing distance, and by conversion if that is wanted. Where files are, they are complete.
  bool has_ending(const Material& canonical_material, bool with_conversion = false) const;

  /// What was found wrong so far with tables that are there: the first fault of each.
  std::vector<TableFault> faults() const;
  /// Something is wrong with a table that is open.
  void note_fault(const Ending& ending, Metric metric, const TableFault& fault) const;

  /// Lets go of the tables of the folder that were found damaged, so that they count as missing
  /// until note_replaced(); returns what is wrong with them. Whoever still reads one may do so. Not
  /// those of large endings: to solve them again takes long, and is for somebody to decide.
  std::vector<TableFault> give_up_damaged();
  /// A new file has taken the place of one that was given up, or of one that is still open, which
  /// is let go like that.
  void note_replaced(const Material& canonical_material, Metric metric);

  /// The table, or why there is none.
  Result<const TableFile*, TableFault> table(const Ending& ending, Metric metric) const;

  /// The values with castling rights; none if nobody can castle.
  Result<std::vector<std::shared_ptr<const CastlingTable>>, TableFault> castling_tables(
      const Ending& ending, Metric metric) const;
  /// The values with these castling rights.
  Result<std::shared_ptr<const CastlingTable>, TableFault> castling_table(
      const Ending& ending, const CastlingEnding& rights, Metric metric) const;

 private:
  /// The pointer is for everybody, and no lock is needed to read it; the owner, or given_up_, keeps
  /// the file open behind it.
  struct Slot {
    std::atomic<const TableFile*> table{nullptr};
    std::shared_ptr<const TableFile> owner;
    std::vector<std::shared_ptr<const CastlingTable>> castling;
    bool castling_is_read = false;
    std::optional<TableFault> fault;  // the first one
    bool is_in_memory = false;
    bool is_given_up = false;  // the file is damaged and counts as missing
  };

  /// Castling tables of six men that were asked for last, the latest first.
  struct LargeCastling {
    const Slot* slot;
    std::size_t place;
    std::shared_ptr<const CastlingTable> table;
  };

  /// Ending by ending, with the metrics of each side by side: number * metrics + metric.
  Slot& slot(const Ending& ending, Metric metric) const {
    return slots_[ending.number * kMetrics.size() + static_cast<std::size_t>(metric)];
  }
  /// With the mutex held. That there is no table is nothing to remember.
  TableFault noted(const Ending& ending, Metric metric, TableFault fault) const;
  Result<const TableFile*, TableFault> open(const Ending& ending, Metric metric) const;
  const std::shared_ptr<const TableGeometry>& geometry_of(const Ending& ending) const;
  static const TableFile* put(std::shared_ptr<const TableFile> table, Slot& place);
  std::optional<TableFault> read_castling(const Ending& ending, Metric metric) const;
  template <class IsWanted>
  std::shared_ptr<const CastlingTable> kept_large_castling(const Slot& place,
                                                           const IsWanted& is_wanted) const;
  /// With the mutex held. One of an ending with six men, by its place among its castling endings.
  Result<std::shared_ptr<const CastlingTable>, TableFault> read_large_castling(
      const Ending& ending, Metric metric, std::size_t place) const;

  void let_go(Slot& place);
  /// With the mutex held. Whether there is a file that counts.
  bool has_file(const Slot& place, const std::filesystem::path& path) const;

  const std::filesystem::path folder_;
  std::shared_ptr<PacketCache> cache_;
  SolvedParts parts_;
  std::unordered_map<std::uint64_t, Ending> endings_;  // by key of the material on the board
  mutable std::mutex mutex_;                           // of everything in slots but the pointers
  mutable std::vector<std::shared_ptr<const TableGeometry>> geometries_;  // by ending
  mutable std::vector<Slot> slots_;                                       // by ending and metric
  mutable std::list<LargeCastling> large_castling_;
  // What was let go, for those who still read it.
  std::vector<std::shared_ptr<const void>> given_up_;
};

/// The castling tables of a canonical material, by mate.
Result<EndingStore, TableFault> castling_store(const Material& material, const OpenTables& tables);

}  // namespace lucena
