// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <utility>

#include "base/scratch_file.h"
#include "solve/castling_table.h"
#include "table/metric.h"

namespace lucena {

/// Castling tables of large endings that wait on disk for those that promote into them. A table of
/// an ending with six men takes 33.5 MB in memory.
class KeptCastling {
 public:
  void keep_in(ScratchFile& file) { file_ = &file; }

  std::optional<FileFault> keep(const CastlingTable& table, Metric metric);
  /// A table that is kept; null if it is not.
  Result<std::shared_ptr<const CastlingTable>, FileFault> bring(const CastlingEnding& ending,
                                                                Metric metric) const;

 private:
  struct Kept {
    ByColor<ScratchFile::Piece> values{}, high_values{};
    bool is_wide = false;
  };

  ScratchFile* file_ = nullptr;
  std::map<std::pair<std::uint64_t, Metric>, Kept> kept_;  // by the ending's key
};

}  // namespace lucena
