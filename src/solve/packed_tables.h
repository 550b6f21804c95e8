// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "base/parallel.h"
#include "base/scratch_file.h"
#include "solve/ending_table.h"
#include "table/metric.h"

namespace lucena {

/// Tables that wait on disk until an ending with more men needs them, and come back as far as it
/// does.
///
/// KRBvKRP captures into twelve endings with five men, whose tables by two metrics take 11 GB. Of
/// each it needs one side to move, and of those with a pawn for each problem two or three
/// skeletons.
class PackedTables {
 public:
  void keep_in(ScratchFile& file) { file_ = &file; }

  /// Puts a table away; it stays where it is, too.
  std::optional<FileFault> pack(const EndingTable& table, Metric metric, ThreadPool& pool);
  void remove(const Material& material, Metric metric);

  /// The table with the values of these skeletons for a side to move; what else it holds may be
  /// anything. Null if it was not put away. After a fault the values are anything, too. Any number
  /// of threads may ask.
  std::shared_ptr<const EndingTable> bring(const Material& material, Metric metric, Color side,
                                           std::span<const std::uint32_t> skeletons);
  /// What was brought goes when the last one who holds it lets go.
  void let_go();

  bool has_cursed(const Material& material) const;
  /// The first fault of bring().
  std::optional<FileFault> fault() const;

 private:
  /// Parts of the rows of a side to move that come back one by one.
  static constexpr std::size_t kSliceBytes = std::size_t{1} << 20;

  struct Packed {
    bool has_cursed = false;
    ByColor<std::vector<ScratchFile::Piece>> slices{};
    std::shared_ptr<EndingTable> brought{};
    ByColor<std::vector<bool>> is_here{};  // by slice of what was brought
  };
  using Key = std::pair<Material, Metric>;

  static std::span<std::uint8_t> slice(EndingTable& table, Color side, std::size_t number);
  void bring_slice(Packed& packed, Color side, std::size_t number);

  ScratchFile* file_ = nullptr;
  mutable std::mutex mutex_;
  std::map<Key, Packed> tables_;
  std::optional<FileFault> fault_;
};

}  // namespace lucena
