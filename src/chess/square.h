// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <array>
#include <cassert>
#include <compare>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace lucena {

/// One of the 64 squares. Files and ranks count from 0: e4 is file 4, rank 3, index 8 * 3 + 4 = 28,
/// in bits 011'100: the rank before the file.
class Square {
 public:
  static constexpr int kCount = 64;

  constexpr explicit Square(int index) : index_(static_cast<std::uint8_t>(index)) {
    assert(0 <= index && index < kCount);
  }
  constexpr Square(int file, int rank) : Square(rank * 8 + file) { assert(0 <= file && file < 8); }

  /// "e4". Nothing else is a square, not even "E4".
  static constexpr std::optional<Square> parse(std::string_view text) {
    if (text.size() != 2) return {};
    const int file = text[0] - 'a', rank = text[1] - '1';
    if (file < 0 || file > 7 || rank < 0 || rank > 7) return {};
    return Square(file, rank);
  }

  constexpr int index() const { return index_; }
  /// The same in one byte, for those who keep many.
  constexpr std::uint8_t byte() const { return index_; }
  constexpr int file() const { return index_ & 7; }
  constexpr int rank() const { return index_ >> 3; }
  /// a1 is dark, and every step to the side, up or down changes the colour. e4 has file 4 and rank
  /// 3: 100 ^ 011 ends in 1, so it is light.
  constexpr bool is_light() const { return ((file() ^ rank()) & 1) != 0; }

  /// The square as seen from the other side of the board: e4 becomes e5. To turn all three bits of
  /// the rank round is to take it from 7.
  constexpr Square flip_ranks() const { return Square(index_ ^ 56); }
  /// The square in a left-right mirror: e4 becomes d4. The exclusive or with 7 turns all bits of
  /// the file round: 100 becomes 011.
  constexpr Square flip_files() const { return Square(index_ ^ 7); }

  constexpr char file_letter() const { return static_cast<char>('a' + file()); }
  constexpr char rank_digit() const { return static_cast<char>('1' + rank()); }
  std::string name() const { return {file_letter(), rank_digit()}; }

  friend constexpr auto operator<=>(Square, Square) = default;

 private:
  std::uint8_t index_;
};

/// One element for each square, from a1 to h8.
template <class T>
struct BySquare {
  std::array<T, Square::kCount> elements{};

  constexpr T& operator[](Square square) { return elements[square.byte()]; }
  constexpr const T& operator[](Square square) const { return elements[square.byte()]; }

  static constexpr std::size_t size() { return Square::kCount; }
  constexpr auto begin() { return elements.begin(); }
  constexpr auto end() { return elements.end(); }
  constexpr auto begin() const { return elements.begin(); }
  constexpr auto end() const { return elements.end(); }

  friend constexpr bool operator==(const BySquare&, const BySquare&) = default;
};

/// "e4"_sq, checked by the compiler.
consteval Square operator""_sq(const char* text, std::size_t length) {
  return Square::parse({text, length}).value();
}

}  // namespace lucena
