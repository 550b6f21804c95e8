// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <algorithm>
#include <cstdlib>
#include <memory>
#include <string_view>

#include "support/given.h"
#include "support/temporary_folder.h"
#include "table/packet_map.h"
#include "table/table_file.h"
#include "table/table_writer.h"

namespace lucena::test {

inline std::shared_ptr<const TableGeometry> geometry(std::string_view text) {
  return std::make_shared<TableGeometry>(material(text));
}

/// The squares of all men besides the kings.
inline Squares squares_at(const Layout& layout, std::uint32_t skeleton, std::uint32_t word) {
  Squares squares = layout.skeleton(skeleton);
  const Squares free = layout.free_squares(word);
  std::copy_n(free.begin(), layout.free_count(), squares.begin());
  return squares;
}

inline Square white_king_at(const Layout& layout, std::uint32_t word) {
  return layout.king_square(static_cast<int>(word >> (6 * layout.free_count())));
}

/// The black king's squares where the position is legal with White to move.
inline std::uint64_t legal_at(const Layout& layout, std::uint32_t skeleton, std::uint32_t word) {
  return stored_squares(white_king_at(layout, word), layout.men(),
                        squares_at(layout, skeleton, word));
}

/// Something that is the same for all images of a position, and otherwise about as irregular as
/// real values are.
inline std::uint8_t synthetic_value(const Layout& layout, const Index& index) {
  const auto mixed = [](int a, int b, int c) {
    const auto sum = static_cast<std::uint32_t>(a * 4096 + b * 64 + c) * 0x9e3779b1u;
    return sum >> 29;
  };
  const auto steps = [](Square a, Square b) {
    return std::max(std::abs(a.file() - b.file()), std::abs(a.rank() - b.rank()));
  };
  const Square white_king = white_king_at(layout, index.word), black_king(index.bit);
  const Squares squares = squares_at(layout, index.skeleton, index.word);
  std::uint32_t value = mixed(0, steps(white_king, black_king), 1);
  for (std::size_t i = 0; i < layout.men().size(); ++i) {
    const Square here(squares[i]);
    const Piece man = layout.men()[i];
    const int kind = 1 + static_cast<int>(man.type) + 6 * static_cast<int>(man.color);
    value += mixed(kind, steps(here, white_king), steps(here, black_king));
  }
  return static_cast<std::uint8_t>(value);
}

class SyntheticSource : public TableSource {
 public:
  explicit SyntheticSource(const Layout& layout) : layout_(layout) {}

  void row(std::uint32_t skeleton, std::uint32_t word, std::span<StoredValue, 64> values,
           std::uint64_t& matters) const override {
    matters = legal_at(layout_, skeleton, word);
    for (std::uint8_t bit = 0; bit < 64; ++bit) {
      values[bit] = synthetic_value(layout_, {skeleton, word, bit});
    }
  }

 private:
  const Layout& layout_;
};

/// Writes the synthetic table of a material.
inline Result<std::uint64_t, TableFault> write_synthetic(const std::filesystem::path& folder,
                                                         const TableGeometry& geometry,
                                                         std::vector<TableSection> sections = {},
                                                         unsigned threads = 2) {
  const SyntheticSource source(geometry.layout());
  const NewTable table{geometry, Metric::Mate, source, std::move(sections), true};
  ThreadPool pool(threads);
  const std::atomic<bool> cancelled{false};
  return write_table(folder, table, pool, cancelled);
}

inline std::filesystem::path path_in(const std::filesystem::path& folder,
                                     const TableGeometry& geometry) {
  return folder / table_file_name(geometry.material(), Metric::Mate);
}

/// Without a cache worth the name, so that every value comes from the file.
inline Result<std::shared_ptr<const TableFile>, TableFault> open_synthetic(
    const std::filesystem::path& folder, std::shared_ptr<const TableGeometry> geometry,
    std::size_t cache_bytes = 0) {
  const auto path = path_in(folder, *geometry);
  return TableFile::open(path, std::move(geometry), Metric::Mate,
                         std::make_shared<PacketCache>(cache_bytes));
}

}  // namespace lucena::test
