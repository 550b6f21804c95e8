// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <array>
#include <vector>

#include "solve/ending_table.h"
#include "solve/exit_view.h"
#include "solve/exits.h"
#include "solve/problem.h"

namespace lucena {

/// Where an ending finds what its exits lead to. `mover` is the side that makes the exit.
class ExitTargets {
 public:
  virtual ~ExitTargets() = default;

  /// Moves into a material with fewer men, men in the order of ordered_men().
  virtual const ExitView& captures_into(const Material& material, Color mover) = 0;

  /// The best promotions of a pawn of the material on the board. The first man is the one that
  /// promotes, on its last square; the others follow in the order of ordered_men().
  virtual const ExitView& promotions_of(const Material& material, Color mover) = 0;
};

/// The exits of the problems of one ending, from the tables of the endings they lead to and from
/// the skeletons of this one that are further advanced.
class TableExits {
 public:
  TableExits(const EndingTable& table, ExitTargets& targets);

  /// As Exits::best_exits, for a problem of this ending.
  std::array<bool, 2> best_exits(const Problem& problem, std::uint32_t word,
                                 const std::array<std::uint64_t, 2>& legal,
                                 std::array<ScoreRow, 2>& scores) const;

 private:
  /// A view, and which of our men stands for each of its own.
  struct MappedView {
    const ExitView* view = nullptr;
    std::array<std::uint8_t, kMaxOthers> man{};
    std::size_t men = 0;

    const Score* row(const Squares& squares, Square white_king) const;
  };

  struct Word {
    Square white_king;
    Squares squares;
    std::uint64_t occupied;
  };

  /// The best exits of one side so far.
  struct Best {
    ScoreRow& scores;
    bool any = false;

    /// Takes the better score everywhere except where the black king stands on one of `barred`.
    void improve(const Score* row, std::uint64_t barred);
    /// Takes this score, if it is better, where the black king stands on one of these squares.
    void improve_from(Bitboard black_king, Score score);
  };

  MappedView map_view(const ExitView& view, const std::vector<Piece>& view_men, std::size_t victim,
                      std::size_t promoted) const;
  void captures(const Word& word, Color us, std::size_t victim, Best& best) const;
  void capture_with(const Word& word, std::size_t mover, std::size_t victim, Best& best) const;
  void pawn_moves(const Word& word, std::size_t pawn, Best& best) const;
  void promotion(const Word& word, std::size_t pawn, Square to, Best& best) const;
  void push(const Word& word, std::size_t pawn, Square to, std::uint64_t empty, Best& best) const;
  void allow_en_passant(const Word& after, std::size_t pawn, Square passed, ScoreRow& scores) const;
  bool has_ordinary_move(const Word& word, Square black_king, Color us) const;
  bool is_pawn(std::size_t man) const { return men_[man].type == PieceType::Pawn; }

  const EndingTable& table_;
  const std::vector<Piece>& men_;
  std::array<MappedView, kMaxOthers> capture_of_;  // by victim
  std::array<MappedView, 2> promotion_of_;         // by colour; the pawn itself comes first
  /// By pawn and victim: one view for each piece it can become.
  std::array<std::array<std::vector<MappedView>, kMaxOthers>, kMaxOthers> capture_promotions_;
};

/// The exits of one problem.
class ProblemExits final : public Exits {
 public:
  ProblemExits(const TableExits& exits, const Problem& problem)
      : exits_(exits), problem_(problem) {}

  std::array<bool, 2> best_exits(std::uint32_t word, const std::array<std::uint64_t, 2>& legal,
                                 std::array<ScoreRow, 2>& scores) const override {
    return exits_.best_exits(problem_, word, legal, scores);
  }

 private:
  const TableExits& exits_;
  const Problem& problem_;
};

}  // namespace lucena
