// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace lucena {

/// What is kept about a table as a whole; the numbers are those of docs/FORMAT.md. What the bytes
/// mean is for those who write and read them to know. Numbers that are not here may stand in a
/// file, and are passed over.
enum class SectionId : std::uint32_t {
  Statistics = 1,
  DeepestPositions = 2,
  Zugzwangs = 3,
  Castling = 4,
  /// With six men the positions of each set of castling rights, by its place among them, have a
  /// section of their own: this number and those that follow.
  FirstOfRights = 16,
};

constexpr SectionId section_of_rights(std::size_t place) {
  return SectionId(static_cast<std::uint32_t>(SectionId::FirstOfRights) + place);
}

struct TableSection {
  SectionId id;
  std::vector<std::uint8_t> bytes;
};

}  // namespace lucena
