// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "chess/position.h"
#include "endgame/symmetry.h"

namespace lucena {

/// The position seen through a symmetry that keeps it legal: without castling rights, and without
/// pawns or by the left-right mirror.
inline Position image_of(const Setup& setup, Symmetry symmetry) {
  Setup image = setup;
  image.board = {};
  for (int i = 0; i < Square::kCount; ++i) image[symmetry(Square(i))] = setup[Square(i)];
  if (setup.en_passant) image.en_passant = symmetry(*setup.en_passant);
  return Position::create(image).value();
}

}  // namespace lucena
