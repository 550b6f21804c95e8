// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <array>
#include <cstdint>

#include "base/by_enum.h"

namespace lucena {

/// Mutual zugzwangs are positions that are worse for whoever is to move than if the other side
/// were, by mate score: the 50-move rule is ignored. If both sides have the same men, two positions
/// that differ only by an exchange of colours count as one, the one that White wins if only one
/// side can.
///
///     Kc6 Pd6, kc8       WhiteWinsOrDraw: Black to move loses by Kd8 d7 Ke7 Kc7, White to move
///                        draws, since d7+ Kd8 Kd6 is stalemate
///     Kd5 Pe4, kf4 pe5   MoverLoses: whoever moves leaves his pawn
enum class ZugzwangKind : std::uint8_t {
  WhiteWinsOrDraw,  // White wins if Black is to move, else it is a draw
  BlackWinsOrDraw,
  MoverLoses,  // whoever is to move
};

inline constexpr std::array kZugzwangKinds{ZugzwangKind::WhiteWinsOrDraw,
                                           ZugzwangKind::BlackWinsOrDraw, ZugzwangKind::MoverLoses};

/// One element for each kind.
template <class T>
using ByZugzwangKind = ByEnum<ZugzwangKind, T, kZugzwangKinds.size()>;

}  // namespace lucena
