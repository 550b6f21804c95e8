// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <atomic>
#include <cstddef>
#include <map>
#include <memory>
#include <utility>
#include <vector>

#include "base/compressed.h"
#include "base/parallel.h"
#include "solve/ending_store.h"
#include "solve/exit_view.h"
#include "solve/table_exits.h"

namespace lucena {

/// A material with its colours as on the board, and the side whose move leads there or, for
/// promotions, whose pawn promotes. So ({KvKR}, Black) is what Black's captures of the last white
/// man but the king lead to in KRvKR.
using ViewKey = std::pair<Material, Color>;

/// The views that one ending's captures lead to.
std::vector<ViewKey> capture_views_of(const Material& material);
/// The views of one ending's promotions.
std::vector<ViewKey> promotion_views_of(const Material& material);
/// A way into an ending by promotion: of which ending of a plan, what that makes with its colours
/// as they were, and the man that a pawn becomes.
struct PromotionInto {
  Material from, result;
  Piece promoted;
};
std::vector<PromotionInto> promotions_into(const Material& material,
                                           const std::vector<Material>& plan);
/// The squares on which a white king may stand after a capture. Those of six men without pawns,
/// whose views are large, are laid out only where he can get to from the triangle.
enum class KingSquares : std::uint8_t { All, NearTriangle };
KingSquares king_squares_after_captures(const Material& material);
/// 64 bytes for the black king, times the squares of the white one, times 64 for each other man.
std::size_t capture_view_bytes(const Material& material, KingSquares kings = KingSquares::All);
/// The same, but for the man who promotes, who has four or eight squares only.
std::size_t promotion_view_bytes(const Material& material);

/// What captures into a material are worth, from its tables in the store.
std::unique_ptr<ExitView> lay_out_captures(const ViewKey& key, Reading reading,
                                           const EndingStore& store, ThreadPool& pool,
                                           const std::atomic<bool>& cancelled,
                                           KingSquares kings = KingSquares::All);

/// Keeps the views of an ongoing plan. Captures are laid out from the tables when first asked for
/// and can be dropped at any time. Promotions gather what up to four tables give while those are
/// at hand; when memory is short they wait compressed.
///
/// KRPvKR, for example: captures lead into KPvKR, KRvKR, KRPvK and, where the pawn takes the rook
/// and promotes, into KQRvK and the like, all of four men. Promotions lead into KQRvKR, KRRvKR,
/// KRBvKR and KRNvKR, which come earlier in the plan; each leaves its rows with the new piece on
/// the last rank here, and the best of the four is what is kept.
class ExitViews final : public ExitTargets {
 public:
  ExitViews(const EndingStore& store, ThreadPool& pool) : store_(store), pool_(pool) {}

  ExitSource captures_into(const Material& material, Color mover) override;
  ExitSource promotions_of(const Material& material, Color mover) override;

  /// Adds what the tables of an ending mean for the promotions of others, given by the ways into
  /// it; there may be no zeroing table. No more than `room` bytes are used if that can be helped.
  void keep_promotions(const std::vector<PromotionInto>& ways, const EndingTable& scores,
                       const EndingTable* zeroing, std::size_t room);

  /// Before an ending is solved: makes sure that its promotions are at hand, and drops and
  /// compresses what others need until all views, those this ending will ask for included, fit.
  /// Captures of others go first, since they can be laid out again; promotions of others are
  /// compressed if that is not enough.
  void prepare(const Material& material, std::size_t room);

  /// Drops all views of captures; they are laid out again when they are asked for.
  void forget_captures() { captures_.clear(); }

  /// After an ending is solved: nobody needs its promotions again.
  void forget_promotions(const Material& material);

  /// Once this flag is raised, everything returns soon and views may not be complete.
  void cancel_on(const std::atomic<bool>& flag) { cancelled_ = &flag; }

  std::size_t size_bytes() const;

 private:
  using Key = std::pair<ViewKey, Reading>;

  struct Promotions {
    std::unique_ptr<ExitView> view;  // null while compressed
    CompressedBytes compressed;
  };

  const ExitView* capture_view(const ViewKey& key, Reading reading);
  ExitView& unpacked(const Key& key, Promotions& promotions);
  void keep_promotions_for(const Material& consumer, const OrientedReader& reader, bool cursed,
                           Piece promoted);
  /// Compresses promotions, except some, until everything fits.
  void make_room(std::size_t room, const std::vector<ViewKey>& wanted);

  const EndingStore& store_;
  ThreadPool& pool_;
  std::atomic<bool> never_{false};
  const std::atomic<bool>* cancelled_ = &never_;
  std::map<Key, std::unique_ptr<ExitView>> captures_;
  KingSquares kings_ = KingSquares::All;  // in all views of captures that are here
  std::map<Key, Promotions> promotions_;
};

}  // namespace lucena
