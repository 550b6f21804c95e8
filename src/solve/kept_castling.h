// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <filesystem>
#include <map>
#include <memory>
#include <optional>
#include <utility>

#include "base/scratch_file.h"
#include "solve/castling_table.h"
#include "table/metric.h"

namespace lucena {

/// Castling tables of large endings that wait on disk for those that promote into them, in a file
/// for each ending. A table of an ending with six men takes 33.5 MB in memory.
class KeptCastling {
 public:
  void keep_in(std::filesystem::path folder) { folder_ = std::move(folder); }

  std::optional<FileFault> keep(const CastlingTable& table, Metric metric);
  /// A table that is kept; null if it is not.
  Result<std::shared_ptr<const CastlingTable>, FileFault> bring(const CastlingEnding& ending,
                                                                Metric metric) const;
  /// Nobody needs those of other endings again: forgets all but what is_wanted(canonical material).
  template <class IsWanted>
  void forget_unless(IsWanted&& is_wanted) {
    std::erase_if(endings_, [&](const auto& entry) { return !is_wanted(entry.first); });
  }
  std::uint64_t size_bytes() const;

 private:
  struct Kept {
    ByColor<ScratchFile::Piece> values{}, high_values{};
    bool is_wide = false;
  };
  struct Ending {
    ScratchFile file;
    std::map<std::pair<std::uint64_t, Metric>, Kept> tables{};  // by key of the castling ending
  };

  std::filesystem::path folder_;
  std::map<Material, Ending> endings_;  // by canonical material
};

}  // namespace lucena
