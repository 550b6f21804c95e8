// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "cuda/device_men.h"
#include "table/worth.h"

namespace lucena::on_device {

/// Where positions of a material, colours as they are on the board, find their values with one side
/// to move: in the table of an ending, which may hold it with colours exchanged and has its men in
/// an order of its own. See Orientation and Layout::locate().
struct StoredValues {
  /// Mate scores and, by another metric, plies beside them; or worths, where 0 is a draw.
  const std::uint8_t* scores = nullptr;
  const std::uint8_t* plies = nullptr;
  const Worth* worths = nullptr;
  /// By the pawns' squares, as Layout::skeleton_places(): twice the skeleton's number, and one more
  /// if the board is mirrored. Null without pawns.
  const std::uint32_t* skeletons = nullptr;
  /// The skeletons that are there.
  std::uint32_t first_skeleton = 0, skeleton_count = 0;
  std::uint8_t men_count = 0, free_count = 0;
  std::uint8_t man[kMaxOthers]{};  // who on the board stands in each place of the table's order
  bool is_swapped = false;
  bool is_drawn = false;  // bare kings, who have no table

  /// Whether positions with these pawns are there.
  LUCENA_DEVICE bool has_skeleton_of(const MenOnBoard& men) const {
    return has_values() && (skeletons == nullptr || skeleton_of(men) < skeleton_count);
  }

  /// What a position is worth to the side to move; nothing if it is not there.
  LUCENA_DEVICE Worth worth(const BoardTables& board, const MenOnBoard& men) const {
    if (is_drawn) return Worth::draw();
    const Place place = find(board, men);
    if (!place.is_there) return {};
    if (worths != nullptr) {
      const Worth kept = worths[place.number];
      return kept.exists() ? kept : Worth::draw();
    }
    const MateScore score(scores[place.number]);
    return plies == nullptr ? Worth::of(score) : Worth::of(score, plies[place.number]);
  }

 private:
  struct Place {
    bool is_there;
    std::uint64_t number;
  };

  /// With colours exchanged ranks are flipped, and the black king plays the white one's part.
  LUCENA_DEVICE Place find(const BoardTables& board, const MenOnBoard& men) const {
    if (!has_values()) return {false, 0};
    const Square first(men.king(is_swapped ? Color::Black : Color::White) ^ flip());
    const Square second(men.king(is_swapped ? Color::White : Color::Black) ^ flip());
    std::uint32_t skeleton = 0;
    Symmetry symmetry;
    int slot = 0;
    if (skeletons == nullptr) {
      symmetry = Symmetry::from_code(board.into_triangle[first.index()]);
      slot = board.triangle_slot[first.index()];
    } else {
      skeleton = skeleton_of(men);
      if (skeleton >= skeleton_count) return {false, 0};
      symmetry = Symmetry(skeletons[pawn_key(men)] % 2 != 0, false, false);
      slot = symmetry(first).index();
    }
    std::uint32_t word = slot;
    for (int i = 0; i < free_count; ++i) {
      word = word << 6 | symmetry(Square(men.square(man[i]) ^ flip())).byte();
    }
    const std::uint64_t words = std::uint64_t{skeleton} << (6 * free_count + 6);
    return {true, (words + word) * 64 + symmetry(second).index()};
  }
  LUCENA_DEVICE int flip() const { return is_swapped ? 56 : 0; }
  LUCENA_DEVICE bool has_values() const { return scores != nullptr || worths != nullptr; }
  /// Among those that are there; not less than their number if it is not.
  LUCENA_DEVICE std::uint32_t skeleton_of(const MenOnBoard& men) const {
    return skeletons[pawn_key(men)] / 2 - first_skeleton;
  }
  /// A digit to base 48 for each pawn: a2 is 0, h7 is 47.
  LUCENA_DEVICE std::uint32_t pawn_key(const MenOnBoard& men) const {
    constexpr int kPawnSquares = 48, kFirstPawnSquare = 8;
    std::uint32_t key = 0;
    for (int i = free_count; i < men_count; ++i) {
      key = key * kPawnSquares + ((men.square(man[i]) ^ flip()) - kFirstPawnSquare);
    }
    return key;
  }
};

}  // namespace lucena::on_device
