// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string_view>

#include "base/ascii.h"
#include "base/by_enum.h"

namespace lucena {

enum class Color : std::uint8_t { White, Black };
inline constexpr std::array kColors{Color::White, Color::Black};

/// One element for each colour.
template <class T>
using ByColor = ByEnum<Color, T, kColors.size()>;

constexpr Color opposite(Color color) {
  return color == Color::White ? Color::Black : Color::White;
}
constexpr std::string_view name(Color color) {
  return color == Color::White ? "White" : "Black";
}

/// In ascending order of worth, as people count it: static exchange
/// looks for the least man by counting up.
enum class PieceType : std::uint8_t { Pawn, Knight, Bishop, Rook, Queen, King };
inline constexpr std::array kPieceTypes{PieceType::Pawn, PieceType::Knight, PieceType::Bishop,
                                        PieceType::Rook, PieceType::Queen,  PieceType::King};

/// One element for each type.
template <class T>
using ByPieceType = ByEnum<PieceType, T, kPieceTypes.size()>;

/// What a pawn can become.
inline constexpr std::array kPromotionTypes{PieceType::Queen, PieceType::Rook, PieceType::Bishop,
                                            PieceType::Knight};

constexpr std::string_view name(PieceType type) {
  constexpr ByPieceType<std::string_view> kNames{"pawn", "knight", "bishop",
                                                 "rook", "queen",  "king"};
  return kNames[type];
}
/// P, N, B, R, Q or K.
constexpr char letter(PieceType type) {
  constexpr ByPieceType<char> kLetters{'P', 'N', 'B', 'R', 'Q', 'K'};
  return kLetters[type];
}

/// The piece type of an upper-case letter. Nothing for every other character, lower case included.
constexpr std::optional<PieceType> parse_piece_type(char upper_case) {
  for (const PieceType type : kPieceTypes) {
    if (letter(type) == upper_case) return type;
  }
  return {};
}

struct Piece {
  Color color;
  PieceType type;
  friend constexpr bool operator==(Piece, Piece) = default;
};

/// As in a FEN: upper case for White, lower case for Black.
constexpr char letter(Piece piece) {
  const char upper = letter(piece.type);
  return piece.color == Color::White ? upper : to_lower(upper);
}
constexpr std::optional<Piece> parse_piece(char fen_letter) {
  const auto type = parse_piece_type(to_upper(fen_letter));
  if (!type) return {};
  return Piece{is_lower(fen_letter) ? Color::Black : Color::White, *type};
}

}  // namespace lucena
