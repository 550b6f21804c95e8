// SPDX-License-Identifier: GPL-3.0-or-later
#include "solve/given_up_rights.h"

#include <algorithm>
#include <atomic>
#include <bit>
#include <mutex>

#include "endgame/placement.h"
#include "solve/orientation.h"

namespace lucena {

/// The king's steps, castling, and the rook's moves as far as his king and the edge.
GivenUpRight::GivenUpRight(const CastlingTable& table) : table_(&table) {
  for (auto& of_king : placements_) of_king.fill(kNone);
  const bool king_side = table.ending().rights.has(Color::White, CastlingSide::King);
  const CastlingPath path =
      castling_path(Color::White, king_side ? CastlingSide::King : CastlingSide::Queen);
  for (const Square king : king_attacks(path.king_from)) add_placement(king, path.rook_from);
  add_placement(path.king_to, path.rook_to);
  const Bitboard moves = piece_attacks(PieceType::Rook, path.rook_from, Bitboard(path.king_from));
  for (const Square rook : moves - Bitboard(path.king_from)) add_placement(path.king_from, rook);
  worths_ = Buffer<Worth>(place(count_, 0));
}

void GivenUpRight::add_placement(Square king, Square rook) {
  placements_[king.byte()][rook.byte()] = static_cast<std::uint8_t>(count_++);
  kings_[rook.byte()] |= Bitboard(king).bits();
}

/// Pawns that are twins stand in ascending order here; of free men all orders are kept.
std::size_t GivenUpRight::number_of(Squares squares) const {
  const std::vector<Piece>& men = table_->men();
  for (std::size_t i = table_->first_pawn(); i + 1 < men.size(); ++i) {
    for (std::size_t j = i + 1; j < men.size(); ++j) {
      if (men[i] == men[j] && squares[i] > squares[j]) std::swap(squares[i], squares[j]);
    }
  }
  std::size_t number = 0;
  for (std::size_t i = table_->first_pawn(); i < men.size(); ++i) number = number << 6 | squares[i];
  for (std::size_t i = 0; i < table_->free_count(); ++i) number = number << 6 | squares[i];
  return number;
}

/// Whoever is not to move has moved, and is White in the table.
std::optional<Worth> GivenUpRight::find(const Position& position) const {
  const Placement men = placement_of(position, position.side_to_move() == Color::White);
  for (const Square rook : men.men_of({Color::White, PieceType::Rook})) {
    const auto here = placement(men.white_king, rook);
    if (!here) continue;
    Squares squares{};
    std::uint64_t taken = Bitboard(rook).bits();
    for (std::size_t i = 0; i < table_->men().size(); ++i) {
      if (is_rook(i)) continue;
      const Square square = (men.men_of(table_->men()[i]) - Bitboard(taken)).first();
      squares[i] = square.byte();
      taken |= Bitboard(square).bits();
    }
    const Worth worth = row(*here, number_of(squares))[men.black_king.index()];
    return worth.exists() ? worth : Worth::draw();
  }
  return {};
}

/// Finds the positions of one right among the decisions of an ending.
class GivenUpReader {
 public:
  GivenUpReader(GivenUpRight& right, const Layout& layout)
      : right_(right), layout_(layout), swapped_(right.ending().material != layout.material()) {
    std::vector<Piece> men = right.table_->men();
    // The rook comes first: of twins, the first one in the ending is the one that has moved.
    std::rotate(men.begin(), men.begin() + right.table_->free_count(),
                men.begin() + right.table_->free_count() + 1);
    if (swapped_) {
      for (Piece& man : men) man.color = opposite(man.color);
    }
    places_ = places_in(layout.men(), men);
    for (int code = 0; code < Symmetry::kCount; ++code) {
      const Symmetry symmetry = Symmetry::from_code(code);
      const bool allowed = layout.pawn_count() == 0 || code < 2;  // pawns go up the board
      if (allowed) symmetries_.push_back(symmetry);
    }
    for (int slot = 0; slot < layout.king_slots(); ++slot) {
      for (const Square rook : kAllSquares) wanted_[slot][rook.byte()] = wanted(slot, rook);
    }
  }

  /// The side to move in the ending: Black in the table.
  Color side() const { return swapped_ ? Color::White : Color::Black; }
  /// Whether some positions of a word may belong here; of most words none does.
  bool matters(std::uint32_t word, std::uint64_t positions) const {
    const std::uint32_t rook = word >> layout_.shift(static_cast<int>(places_[0])) & 63;
    return (positions & wanted_[layout_.slot_of(word)][rook]) != 0;
  }

  /// Keeps what belongs here of some positions of a word.
  void take(std::uint32_t skeleton, std::uint32_t word, std::uint64_t positions, Worth worth) {
    Squares stored = layout_.skeleton(skeleton);
    const Squares free = layout_.free_squares(word);
    std::copy_n(free.begin(), layout_.free_count(), stored.begin());
    const Square king = layout_.king_square(layout_.slot_of(word));
    for (const Symmetry symmetry : symmetries_) {
      const Square rook = turned(Square(stored[places_[0]]), symmetry);
      if (right_.kings_[rook.byte()] == 0) continue;
      if (swapped_) {
        take_swapped(stored, symmetry, king, positions, worth);
      } else {
        take_straight(stored, symmetry, king, positions, worth);
      }
    }
  }

 private:
  /// The squares of the ending's black king where a symmetry takes king and rook to a placement, by
  /// its rook and the white king's slot. With colours as they are, all or none.
  std::uint64_t wanted(int slot, Square rook) const {
    std::uint64_t squares = 0;
    for (const Symmetry symmetry : symmetries_) {
      const Bitboard kings(right_.kings_[turned(rook, symmetry).byte()]);
      if (!swapped_) {
        if (kings.contains(symmetry(layout_.king_square(slot)))) return ~std::uint64_t{0};
        continue;
      }
      for (const Square king : kings) {
        squares |= Bitboard(symmetry.inverse()(king.flip_ranks())).bits();
      }
    }
    return squares;
  }

  /// From a square of the ending to one of the table.
  Square turned(Square square, Symmetry symmetry) const {
    const Square image = symmetry(square);
    return swapped_ ? image.flip_ranks() : image;
  }

  /// The number of the men in the table, by their squares in the ending.
  std::size_t number_of(const Squares& stored, Symmetry symmetry) const {
    Squares squares{};
    std::size_t next = 1;
    for (std::size_t i = 0; i < places_.size(); ++i) {
      if (right_.is_rook(i)) continue;
      squares[i] = turned(Square(stored[places_[next++]]), symmetry).byte();
    }
    return right_.number_of(squares);
  }

  Worth* row(Square king, Square rook, std::size_t number) {
    const auto placement = right_.placement(king, rook);
    return right_.worths_.data() + right_.place(*placement, number);
  }

  /// A position can be in several words, which other threads may have; all say the same.
  static void put(Worth& place, Worth worth) {
    std::atomic_ref(place).store(worth, std::memory_order_relaxed);
  }

  void take_straight(const Squares& stored, Symmetry symmetry, Square king, std::uint64_t positions,
                     Worth worth) {
    const Square rook = turned(Square(stored[places_[0]]), symmetry), here = symmetry(king);
    if (!right_.placement(here, rook)) return;
    Worth* worths = row(here, rook, number_of(stored, symmetry));
    for (const Square black_king : Bitboard(positions)) {
      put(worths[symmetry(black_king).index()], worth);
    }
  }

  /// The black king of the ending is the white one of the table, and the other way round.
  void take_swapped(const Squares& stored, Symmetry symmetry, Square king, std::uint64_t positions,
                    Worth worth) {
    const Square rook = turned(Square(stored[places_[0]]), symmetry);
    std::optional<std::size_t> number;
    for (const Square here : Bitboard(right_.kings_[rook.byte()])) {
      if (!Bitboard(positions).contains(symmetry.inverse()(here.flip_ranks()))) continue;
      if (!number) number = number_of(stored, symmetry);
      put(row(here, rook, *number)[turned(king, symmetry).index()], worth);
    }
  }

  GivenUpRight& right_;
  const Layout& layout_;
  const bool swapped_;
  std::vector<std::size_t> places_;  // in the ending, of the rook and then of the others
  std::vector<Symmetry> symmetries_;
  std::array<std::array<std::uint64_t, Square::kCount>, Square::kCount> wanted_{};
};

std::optional<FileFault> read_given_up(std::span<GivenUpRight> rights, const Layout& layout,
                                       const LargeEnding& ending, Metric metric, const Team& team,
                                       const std::atomic<bool>& cancelled) {
  ByColor<std::vector<GivenUpReader>> readers;  // by side to move in the ending
  for (GivenUpRight& right : rights) {
    GivenUpReader reader(right, layout);
    readers[reader.side()].push_back(std::move(reader));
  }
  const std::uint32_t batches = ending.log(metric, 0)->batches();
  std::mutex mutex;
  std::optional<FileFault> first;
  team.for_each(std::size_t{layout.skeleton_count()} * batches, [&](std::size_t i, unsigned) {
    const auto skeleton = static_cast<std::uint32_t>(i / batches);
    const auto batch = static_cast<std::uint32_t>(i % batches);
    const DecisionLog& log = *ending.log(metric, skeleton);
    for (const Color side : kColors) {
      if (cancelled || readers[side].empty()) continue;
      auto fault =
          log.for_each(side, batch, [&](Turn turn, std::uint32_t word, std::uint64_t positions) {
            for (GivenUpReader& reader : readers[side]) {
              if (!reader.matters(word, positions)) continue;
              reader.take(skeleton, word, positions, worth_of(turn));
            }
          });
      if (!fault) continue;
      const std::lock_guard lock(mutex);
      if (!first) first = std::move(fault);
    }
  });
  return first;
}

}  // namespace lucena
