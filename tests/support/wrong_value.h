// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <algorithm>
#include <memory>

#include "solve/ending_store.h"

namespace lucena::test {

/// What a table of a metric keeps of a position that is not drawn.
inline std::uint8_t byte_of(Worth worth, Metric metric) {
  if (metric == Metric::Mate) return score_of_level(worth.plies()).byte();
  return static_cast<std::uint8_t>(worth.plies());
}

/// The same tables but for the value at one index of an ending.
inline EndingStore with_wrong_value(const EndingStore& store, const Material& material,
                                    Metric metric, Color side, const Index& index,
                                    std::uint8_t value) {
  const auto right = store.table(material, metric);
  const auto wrong = std::make_shared<EndingTable>(material);
  const std::size_t bytes =
      std::size_t{right->layout().skeleton_count()} * right->layout().words() * Square::kCount;
  for (const Color color : kColors) {
    std::copy_n(right->rows(color, 0), bytes, wrong->rows(color, 0));
  }
  wrong->set_has_cursed(right->has_cursed());
  wrong->rows(side, index.skeleton, index.word)[index.bit] = value;
  EndingStore all = store;
  all.add(wrong, metric);
  return all;
}

/// The same tables but for the value of one position with castling rights, which has the colours as
/// its table has them.
inline EndingStore with_wrong_value(const EndingStore& store, const Position& position,
                                    Metric metric, std::uint8_t value) {
  const CastlingEnding ending = CastlingEnding::of(Material::of(position), position.castling());
  const auto wrong = std::make_shared<CastlingTable>(*store.castling_table(ending, metric));
  for (const std::uint32_t skeleton : wrong->skeletons()) {
    wrong->for_each_row(
        skeleton, [&](std::uint32_t word, Color side, std::uint64_t legal, const std::uint8_t*) {
          for (const Square king : Bitboard(legal)) {
            if (wrong->position_at(skeleton, word, king, side).value() != position) continue;
            const auto place = std::size_t{word} * Square::kCount + king.byte();
            wrong->rows(side, skeleton)[place] = value;
          }
        });
  }
  EndingStore all = store;
  all.add(wrong, metric);
  return all;
}

}  // namespace lucena::test
