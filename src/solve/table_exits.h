// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <array>
#include <memory>
#include <type_traits>
#include <vector>

#include "solve/ahead_values.h"
#include "solve/ending_table.h"
#include "solve/exit_view.h"
#include "solve/exit_worth.h"
#include "solve/exits.h"
#include "solve/problem.h"
#include "solve/skeleton_view.h"

namespace lucena {

/// What moves into a material are worth. What they are worth by mate tells all metrics all they
/// need, except that the 50-move rule turns some wins into draws: where that happens there is a
/// second view.
struct ExitSource {
  const ExitView* scores = nullptr;
  const ExitView* outcomes = nullptr;  // null if no position is cursed
};

/// Where an ending finds what its exits lead to. `mover` is the side that makes the exit.
class ExitTargets {
 public:
  virtual ~ExitTargets() = default;

  /// Moves into a material with fewer men, men in the order of ordered_men().
  virtual ExitSource captures_into(const Material& material, Color mover) = 0;

  /// The best promotions of a pawn of the material on the board. The first man is the one that
  /// promotes, on its last square; the others follow in the order of ordered_men(). No views if
  /// promotions are no moves.
  virtual ExitSource promotions_of(const Material& material, Color mover) = 0;
};

/// The same for one problem of an ending whose values are on disk.
struct LargeTargets {
  ExitTargets& captures;  // of the only pawn
  const EndingStore& store;
  AheadValues& ahead;
  const Team& team;  // lays out what other captures lead to
  const std::atomic<bool>& cancelled;
};

/// Where an ending has its own values while it is solved, which its pawn moves lead to: in tables
/// in memory, or on disk, where nothing may count on them to fit a byte.
enum class Keeping : std::uint8_t { InMemory, OnDisk };

/// The exits of the problems of one ending, from the tables of the endings they lead to and from
/// the skeletons of this one that are further advanced.
template <Metric metric, Keeping keeping = Keeping::InMemory>
class TableExits final : public Exits {
 public:
  static constexpr bool kInMemory = keeping == Keeping::InMemory;
  using Exit = std::conditional_t<kInMemory, ExitWorth<metric>, ExitWorth<metric, false>>;
  using Row = ExitRow<Exit>;

  /// By mate score and by this metric, where pawn moves inside the ending lead to. By mate, both
  /// are the same.
  TableExits(const EndingTable& scores, const EndingTable& values, ExitTargets& targets)
      : TableExits(scores.layout(), {&scores, &values}, targets) {}
  /// Of an ending without pawns, which needs no values of its own.
  TableExits(const Layout& layout, ExitTargets& targets) : TableExits(layout, {}, targets) {}
  /// Of one problem with pawns whose values are on disk.
  TableExits(const Layout& layout, std::uint32_t skeleton, const LargeTargets& targets);

  void find(const Problem& problem, std::uint32_t first_word,
            std::span<const WordOfBothSides> legal, std::span<WordOfBothSides> without_exit,
            Events& events) const override;
  std::optional<FileFault> finished() const override;

  /// Whether captures or promotions lead to endings where the 50-move rule changes a result. By
  /// zeroing distance, and in memory alone.
  bool meets_cursed() const { return meets_cursed_; }

  /// The best exits of a word with this side to move; whether there is any. If not, the row holds
  /// anything.
  bool best_exits(const Problem& problem, std::uint32_t word, Color us, Row& row) const {
    Ahead ahead = look_ahead();
    return best_exits(problem, word, us, row, ahead);
  }

 private:
  /// By mate score and by the metric; none if there are no pawns.
  struct Tables {
    const EndingTable* scores = nullptr;
    const EndingTable* values = nullptr;
  };
  /// What pawn moves inside the ending lead to.
  using Ahead = std::conditional_t<kInMemory, Tables, AheadValues::Reader>;

  TableExits(const Layout& layout, const Tables& own, ExitTargets& targets);

  static constexpr std::size_t kNoMan = kMaxOthers;

  /// A view, and which of our men stands for each of its own.
  ///
  /// In KRPvKR, where the pawn is captured, the men of the view are those of KRvKR: man[0] is our R
  /// and man[1] our r, and nobody asks for the pawn's square.
  struct MappedView {
    const ExitView* view = nullptr;
    bool holds_outcomes = false;
    const SkeletonView* of_skeleton = nullptr;  // instead of the first
    std::array<std::uint8_t, kMaxOthers> man{};
    std::size_t men = 0;

    Squares mapped(const Squares& squares) const;
    /// What a byte of the view means.
    Exit meaning(std::uint8_t byte) const;
    /// Where the black king ends up on a square.
    Exit at(const Squares& squares, Square white_king, Square black_king) const;
  };

  /// Where the men stand in the positions of a word.
  struct Men {
    std::uint32_t word;
    Square white_king;
    Squares squares;
    std::uint64_t occupied;
  };

  /// The best exits of one side so far.
  struct Best {
    Row& exits;
    bool any = false;

    /// Takes the better exit everywhere except where the black king stands on one of `barred`.
    void improve(const MappedView& view, const Squares& squares, Square white_king,
                 std::uint64_t barred);
    void improve(const Row& row);
    /// Takes this exit, if it is better, where the black king stands on one of these squares.
    void improve_from(Bitboard black_king, Exit exit);

   private:
    template <class ExitAt>
    void improve_with(ExitAt&& exit_at, std::uint64_t barred);
  };

  MappedView view_of(const ExitSource& source);
  void map_men(const std::vector<Piece>& view_men, std::size_t victim, std::size_t promoted,
               MappedView& view) const;
  MappedView map_view(const ExitSource& source, const std::vector<Piece>& view_men,
                      std::size_t victim, std::size_t promoted);
  MappedView map_skeleton_view(const LargeTargets& targets, const Material& result,
                               std::size_t victim, std::size_t pawn = kNoMan,
                               std::optional<Piece> promoted = {});
  std::vector<Squares> placements_after_capture(const MappedView& view, std::size_t standing,
                                                Color us, bool promotes) const;
  Ahead look_ahead() const {
    if constexpr (kInMemory) {
      return own_;
    } else {
      return AheadValues::Reader(*ahead_);
    }
  }
  bool best_exits(const Problem& problem, std::uint32_t word, Color us, Row& row,
                  Ahead& ahead) const;
  void captures(const Men& men, Color us, std::size_t victim, Best& best) const;
  void capture_with(const Men& men, std::size_t mover, std::size_t victim, Best& best) const;
  void pawn_moves(const Men& men, std::size_t pawn, Ahead& ahead, Best& best) const;
  void promotion(const Men& men, std::size_t pawn, Square to, Ahead& ahead, Best& best) const;
  void push(const Men& men, std::size_t pawn, Square to, std::uint64_t empty, Ahead& ahead,
            Best& best) const;
  void read_ahead(Color side, const WordPlace& place, Ahead& ahead, Row& row) const;
  void allow_en_passant(const Men& after, std::size_t pawn, Square passed, Row& exits) const;
  [[gnu::noinline]] bool has_ordinary_move(const Men& men, Square black_king, Color us) const;
  bool is_pawn(std::size_t man) const { return men_[man].type == PieceType::Pawn; }

  const Layout& layout_;
  const std::vector<Piece>& men_;
  const Tables own_;
  bool meets_cursed_ = false;
  std::array<MappedView, kMaxOthers> capture_of_;  // by victim
  ByColor<MappedView> promotion_of_;               // the pawn itself comes first
  /// By pawn and victim: one view for each piece it can become.
  std::array<std::array<std::vector<MappedView>, kMaxOthers>, kMaxOthers> capture_promotions_;
  // On disk alone.
  AheadValues* const ahead_ = nullptr;
  const Squares skeleton_{};
  std::vector<std::unique_ptr<SkeletonView>> skeleton_views_;
};

extern template class TableExits<Metric::Mate>;
extern template class TableExits<Metric::Zeroing>;
extern template class TableExits<Metric::Conversion>;
extern template class TableExits<Metric::Mate, Keeping::OnDisk>;
extern template class TableExits<Metric::Zeroing, Keeping::OnDisk>;

}  // namespace lucena
