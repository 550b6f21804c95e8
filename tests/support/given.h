// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <atomic>
#include <string_view>
#include <vector>

#include "chess/fen.h"
#include "endgame/material.h"

namespace lucena::test {

/// What a test takes for granted; texts that cannot be read end it.

/// For work that nobody interrupts.
inline const std::atomic<bool> kNever{false};

inline Position position(std::string_view fen) {
  return parse_fen(fen).value();
}

inline Material material(std::string_view text) {
  return Material::parse(text).value();
}

inline std::vector<Material> materials(const std::vector<std::string_view>& texts) {
  std::vector<Material> result;
  for (const std::string_view text : texts) result.push_back(material(text));
  return result;
}

inline Position without_rights(const Position& position) {
  Setup setup = position.setup();
  setup.castling = {};
  return Position::create(setup).value();
}

}  // namespace lucena::test
