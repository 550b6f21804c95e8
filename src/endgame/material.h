// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <array>
#include <compare>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "chess/piece.h"
#include "chess/position.h"

namespace lucena {

enum class EndgameError { MaterialText, TooManyMen };
using EndgameFault = Error<EndgameError>;

/// Of an ending, kings included.
inline constexpr int kMaxMen = 6;
/// Endings with up to so many men are solved in memory, in seconds. Larger ones take minutes and
/// gigabytes on disk, which people are asked about first.
inline constexpr int kMaxMenInMemory = 5;
/// Men besides the two kings.
inline constexpr int kMaxOthers = kMaxMen - 2;

/// Which men are on the board, one king each. Black may be the stronger side; canonical() swaps
/// the colours if need be.
class Material {
 public:
  /// Bare kings.
  constexpr Material() = default;

  /// The canonical material of an ending as people write it, either side first: "KRPvKR", "KRPKR",
  /// "krpvkr", "KRP-KR", "KRP vs KR", "K+R+P v K+R".
  static Result<Material, EndgameFault> parse(std::string_view text);
  /// The same with White as the side that is written first.
  static Result<Material, EndgameFault> parse_as_written(std::string_view text);
  static Material of(const Position& position);

  constexpr int count(Color color, PieceType type) const { return counts_[color][type]; }
  int count(PieceType type) const { return count(Color::White, type) + count(Color::Black, type); }
  /// The number of men, kings included.
  int men() const;
  int men(Color color) const;
  bool has_pawns() const { return count(PieceType::Pawn) > 0; }

  Material with(Piece piece) const;
  Material without(Piece piece) const;
  Material with_colors_swapped() const;

  /// White is the stronger side: more men, or as many and the better ones.
  bool is_canonical() const;
  Material canonical() const { return is_canonical() ? *this : with_colors_swapped(); }

  /// The men besides the kings: White's before Black's, queens before rooks and so on, pawns last.
  std::vector<Piece> others() const;

  /// A number of its own for every material of up to fifteen men of a kind, which is more than
  /// eight pawns and their promotions can make of any. The lower three bits of the ten counts come
  /// first, White's pawns the highest, then all fourth bits:
  ///
  ///     39 ... 32  31 30  29 28 27   26 25 24  ...  14 13 12  ...  2 1 0
  ///     q Q ... n   p  P  pawns      knights        pawns          queens
  ///     (8 or more)       White's                   Black's
  ///
  /// so that materials of up to seven of a kind have keys below 2^30, the numbers that stand in
  /// table files.
  constexpr std::uint64_t key() const {
    std::uint64_t low_bits = 0, fourth_bits = 0;
    for (const Color color : kColors) {
      int place = color == Color::White ? 0 : 1;
      for (const PieceType type : kTypesInKey) {
        const std::uint64_t men = counts_[color][type];
        low_bits = low_bits << 3 | (men & 7);
        fourth_bits |= (men >> 3 & 1) << place;
        place += 2;
      }
    }
    return fourth_bits << 30 | low_bits;
  }

  /// "KRPvKR", White first.
  std::string name() const;

  friend bool operator==(const Material&, const Material&) = default;
  /// Some order, for containers.
  friend auto operator<=>(const Material&, const Material&) = default;

 private:
  /// All but kings, of which there is always one.
  static constexpr std::array kTypesInKey{PieceType::Pawn, PieceType::Knight, PieceType::Bishop,
                                          PieceType::Rook, PieceType::Queen};

  using Counts = ByPieceType<std::uint8_t>;
  static constexpr Counts kKingAlone{0, 0, 0, 0, 0, 1};

  ByColor<Counts> counts_{kKingAlone, kKingAlone};
};

/// Endings out of words, since one may be written in several: KBN, vs, K and KRvK are "KBN vs K"
/// and "KRvK". Whether they are endings is for Material::parse() to say.
std::vector<std::string> join_endings(const std::vector<std::string>& words);

/// What one capture or promotion can make of a material, colours as they are. A capture that
/// promotes is both.
std::vector<Material> successors(const Material& material);

/// The canonical materials with three to `men` men, every one after all that it can turn into.
std::vector<Material> all_materials(int men);

/// The given materials and all that they can turn into by captures and promotions, bare kings
/// excepted, in the order of all_materials().
std::vector<Material> closure(const std::vector<Material>& materials);

}  // namespace lucena
