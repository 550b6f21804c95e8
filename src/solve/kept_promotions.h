// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <atomic>
#include <compare>
#include <filesystem>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <tuple>
#include <vector>

#include "base/scratch_file.h"
#include "base/team.h"
#include "endgame/reach.h"
#include "solve/promoted_values.h"
#include "table/worth.h"

namespace lucena {

/// A promotion, as far as men are concerned who stand still: whose, where, and the other pawns.
struct PromotionPlace {
  Color mover;
  Square to;
  PawnSets others;

  friend auto operator<=>(const PromotionPlace&, const PromotionPlace&) = default;
};

struct PromotionInto;

/// What promotions are worth in endings whose values are on disk. When an ending is solved that
/// others promote into, or is there already, its positions with the new man on his last rank are
/// taken from its decisions or files and put into a file as the others will ask for them: by place
/// of the promotion, in the order of the words of the ending that has the pawn.
///
///     KRBvKRP     promotes into KRBvKRQ, KRBvKRR, KRBvKRB and KRBvKRN: four squares of the
///                 new man, 64 of the white king and 64 * 64 * 64 rows of 64 worths each
///
/// What is kept of the four is compared when it is read. Each ending with the pawn has a file of
/// its own, which goes when that ending is solved.
class KeptPromotions {
 public:
  /// With a reach, only what that contains is taken and kept.
  explicit KeptPromotions(std::shared_ptr<const Reach> reach = nullptr)
      : reach_(std::move(reach)) {}

  void keep_in(std::filesystem::path folder) { folder_ = std::move(folder); }

  /// Takes what an ending means to others by a metric, given by the ways into it. When cancelled it
  /// stops early.
  std::optional<SolveFault> keep(std::span<const PromotionInto> ways, const Layout& layout,
                                 PromotedValues& values, Metric metric, const Team& team,
                                 const std::atomic<bool>& cancelled);
  /// Instead of zeroing distances of an ending in which nothing is cursed: what it means by mate
  /// tells all that promotions need.
  void note_never_cursed(std::span<const PromotionInto> ways);
  /// Nobody needs the promotions of this ending again. Their room on disk is given back.
  void forget(const Material& material);
  std::uint64_t size_bytes() const;

  /// What is read at a time is a unit: so many words of the ending with the pawn, those of a white
  /// king if it has a single pawn, or all.
  static std::uint32_t unit_words(const Layout& layout) {
    return layout.pawn_count() > 1 ? layout.words() : layout.words() / Square::kCount;
  }
  /// What the promotions are worth to the mover in the words of a unit, 64 of a word.
  std::optional<FileFault> read(const Layout& layout, Metric metric, const PromotionPlace& place,
                                std::uint32_t unit, std::span<Worth> worths) const;

  /// Where the pieces of a unit are that one kind of man has left.
  struct Kept {
    using UnitKey = std::pair<PromotionPlace, std::uint32_t>;

    /// The free man whose squares tell the pieces of a unit apart, if there are several.
    std::optional<std::size_t> lead;
    std::map<UnitKey, std::vector<ScratchFile::Piece>> units;
    /// Of what is kept by mate: it stands for zeroing distances, too.
    bool is_never_cursed = false;
  };

 private:
  /// The file of an ending with the pawn, made when it is first needed.
  Result<ScratchFile*, FileFault> file_of(const Material& material);
  /// What a kind of man has left by a metric, or by mate where that is enough; null if nothing.
  const Kept* kept_by(const Material& material, PieceType type, Metric metric, Color mover) const;
  std::optional<FileFault> merge(const Layout& layout, const Kept& kept, Metric metric,
                                 const PromotionPlace& place, std::uint32_t unit,
                                 std::span<Worth> worths) const;

  using Key = std::tuple<Material, PieceType, Metric>;

  std::shared_ptr<const Reach> reach_;
  std::filesystem::path folder_;
  std::map<Material, ScratchFile> files_;  // by the ending with the pawn
  std::map<Key, ByColor<Kept>> kept_;  // by the ending with the pawn, what it becomes, and its side
};

}  // namespace lucena
