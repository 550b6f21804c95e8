// SPDX-License-Identifier: GPL-3.0-or-later
#include "table/geometry.h"

#include <gtest/gtest.h>

#include <memory>
#include <set>

#include "support/random_positions.h"
#include "support/synthetic_table.h"
#include "table/packet.h"
#include "table/packet_map.h"

namespace lucena {
namespace {

using test::material;

/// Of every kind: groups of one to four, in every place, with and without pawns and black men.
constexpr std::string_view kKinds[] = {
    "KRvK",    "KPvK",    "KQvKR",   "KBBvK",   "KRvKP",   "KPvKP",   "KPPvK",   "KQRvKB",
    "KRBNvK",  "KQQvKR",  "KRRBvK",  "KQRRvK",  "KNNNvK",  "KRPvKR",  "KRBvKP",  "KNNvKP",
    "KRBPvK",  "KQQPvK",  "KRPvKP",  "KPPvKR",  "KRPPvK",  "KPPvKP",  "KPPPvK",  "KRBvKRN",
    "KQQvKQQ", "KNNNNvK", "KBBBvKN", "KQRRNvK", "KRBPvKN", "KRPvKRP", "KNNvKNP", "KRPPvKP"};

void expect_same_place(const TableGeometry& geometry, std::uint32_t row, std::uint8_t bit) {
  Index index = geometry.index_at(row);
  index.bit = bit;
  ASSERT_EQ(geometry.place_of(index), (TablePlace{row, bit})) << geometry.material().name();
}

TEST(TableGeometry, FindsEveryRowOfSmallEndingsWhereItIs) {
  for (const Material& each : all_materials(4)) {
    const TableGeometry geometry(each);
    const std::uint32_t step = each.men() == 3 ? 1 : 7;
    for (std::uint32_t row = 0; row < geometry.rows(); row += step) {
      expect_same_place(geometry, row, static_cast<std::uint8_t>(row % 64));
    }
  }
}

TEST(TableGeometry, FindsRandomRowsWhereTheyAre) {
  test::Random random(1);
  for (const std::string_view name : kKinds) {
    const TableGeometry geometry(test::material(name));
    for (int i = 0; i < 3000; ++i) {
      expect_same_place(geometry, static_cast<std::uint32_t>(test::below(geometry.rows(), random)),
                        static_cast<std::uint8_t>(test::below(64, random)));
    }
    expect_same_place(geometry, geometry.rows() - 1, 63);
  }
}

/// The numbering goes through the skeletons that it has, and is otherwise that of all.
TEST(TableGeometry, CanHaveSomeSkeletonsAlone) {
  for (const std::string_view name : {"KPvK", "KPvKP", "KRvKP", "KRPvKR"}) {
    const TableGeometry whole(material(name));
    const TableGeometry part(material(name), {1, 4, 17});
    EXPECT_EQ(part.rows(), whole.rows() / whole.skeletons() * 3);
    for (std::uint32_t row = 0; row < part.rows(); row += 5) {
      expect_same_place(part, row, static_cast<std::uint8_t>(row % 64));
      const Index index = part.index_at(row);
      const std::uint32_t of_skeleton = whole.rows() / whole.skeletons();
      EXPECT_EQ(index.skeleton, part.skeleton_at(row / of_skeleton));
      EXPECT_EQ(whole.place_of(index).row, index.skeleton * of_skeleton + row % of_skeleton);
    }
  }
}

/// A legal position of either side to move at an index.
std::optional<Position> position_at(const Layout& layout, const Index& index) {
  for (const Color side : kColors) {
    const auto setup = layout.setup_at(index, side);
    if (!setup) return {};
    if (const auto position = Position::create(*setup)) return *position;
  }
  return {};
}

TEST(TableGeometry, KeepsAnImageOfEveryPosition) {
  test::Random random(2);
  for (const std::string_view name : kKinds) {
    const TableGeometry geometry(test::material(name));
    const Layout& layout = geometry.layout();
    for (int i = 0; i < 2000; ++i) {
      const Index index{static_cast<std::uint32_t>(test::below(layout.skeleton_count(), random)),
                        static_cast<std::uint32_t>(test::below(layout.words(), random)),
                        static_cast<std::uint8_t>(test::below(64, random))};
      const auto position = position_at(layout, index);
      if (!position) continue;
      const TablePlace place = geometry.place_of(index);
      ASSERT_LT(place.row, geometry.rows());
      Index kept = geometry.index_at(place.row);
      kept.bit = place.bit;
      const auto image = position_at(layout, kept);
      ASSERT_TRUE(image);
      ASSERT_EQ(layout.index_of(*image), layout.index_of(*position)) << name;
    }
  }
}

TEST(TableGeometry, LeavesOutTwinsInAnotherOrderAndReflections) {
  const auto rows = [](std::string_view name) { return TableGeometry(material(name)).rows(); };
  // Six white kings off the diagonal with 64 squares each, four on it with 36.
  EXPECT_EQ(rows("KRvK"), 528u);
  EXPECT_EQ(rows("KQRvKR"), 528u * 64 * 64);
  EXPECT_EQ(rows("KPvK"), 24u * 64);
  EXPECT_EQ(rows("KRPvKR"), 24u * 64 * 64 * 64);
  EXPECT_EQ(rows("KNNvKP"), 24u * 2016 * 64);
  const auto rows_of_six = [](std::string_view name) {
    return TableGeometry(test::material(name)).rows();
  };
  EXPECT_EQ(rows_of_six("KRBvKRN"), 528u * 64 * 64 * 64);
  EXPECT_EQ(rows_of_six("KRBPvKN"), 24u * 64 * 64 * 64 * 64);
  // Of 2016 pairs, 28 and 28 on the diagonal are their own reflections.
  EXPECT_EQ(rows("KBBvK"), 6u * 2016 + 4 * (2016 + 56) / 2);
}

TEST(TableGeometry, KeepsTheQuietMovesOfBlackInOnePacket) {
  test::Random random(3);
  for (const std::string_view name : {"KQvKR", "KQRvKB", "KQQvKR", "KRPvKR", "KPPvKN"}) {
    const TableGeometry geometry(test::material(name));
    ASSERT_TRUE(geometry.has_black_piece());
    for (int i = 0; i < 1000; ++i) {
      const auto row = static_cast<std::uint32_t>(test::below(geometry.rows(), random));
      Index index = geometry.index_at(row);
      index.word = (index.word & ~63u) | static_cast<std::uint32_t>(test::below(64, random));
      index.bit = static_cast<std::uint8_t>(test::below(64, random));
      const TablePlace after = geometry.place_of(index);
      ASSERT_EQ(TableGeometry::packet_of(after.row), TableGeometry::packet_of(row)) << name;
      ASSERT_EQ(after.bit, index.bit);
    }
  }
}

TEST(TableGeometry, IsAsTheFormatSays) {
  const auto place = [](std::string_view name, const Index& index) {
    return TableGeometry(material(name)).place_of(index);
  };
  // KRvK: white king b1, the second of the triangle, after the 36 rows of a1; rook a1; king h8.
  EXPECT_EQ(place("KRvK", {0, 64, 63}), (TablePlace{36, 63}));
  // White king a1, rook a2 is rook b1 in the mirror; kings at b8 and h2.
  EXPECT_EQ(place("KRvK", {0, 8, 57}), (TablePlace{1, 15}));
  // KQRvKR: the rook comes first among the men, the queen is in the lead; rook b2 is number 3.
  EXPECT_EQ(place("KQRvKR", {0, 9u << 12 | 5u << 6 | 7, 20}),
            (TablePlace{(5 * 64 + 3) * 64 + 7, 20}));
  // KRPvKR: white rook c1, white king d4, whose bits of rank and file, 011 and 011, give 001111,
  // and black rook h8.
  EXPECT_EQ(place("KRPvKR", {23, 27u << 12 | 2u << 6 | 63, 1}),
            (TablePlace{((23 * 64 + 2) * 64 + 15) * 64 + 63, 1}));
  // KNNvKP: knights b1 and c1 in either order make the digit 1 + C(2,2).
  EXPECT_EQ(place("KNNvKP", {4, 30u << 12 | 2u << 6 | 1, 50}),
            (TablePlace{(4 * 2016 + 2) * 64 + 30, 50}));
}

/// Whoever writes a table with six men has the rows of one square of the first man at a time.
TEST(TableGeometry, OfSixMenGoesFromLeadToLead) {
  test::Random random(5);
  for (const std::string_view name : {"KRBvKRN", "KQQvKQQ", "KNNNNvK", "KBBBvKN", "KQRRNvK"}) {
    const TableGeometry geometry(test::material(name));
    const Layout& layout = geometry.layout();
    // The white king's slot and the greatest square of the first group.
    const auto lead = [&](std::uint32_t row) {
      const RowMen men = geometry.men_of_row(row);
      std::uint32_t greatest = 0;
      for (std::size_t i = 0; i < layout.men().size(); ++i) {
        if (layout.men()[i] == layout.men()[0]) {
          greatest = std::max<std::uint32_t>(greatest, men.squares[i]);
        }
      }
      return static_cast<std::uint32_t>(men.king_slot) * 64 + greatest;
    };
    for (int i = 0; i < 3000; ++i) {
      const auto row = static_cast<std::uint32_t>(test::below(geometry.rows() - 1, random));
      const auto later =
          row + 1 + static_cast<std::uint32_t>(test::below(geometry.rows() - 1 - row, random));
      ASSERT_LE(lead(row), lead(row + 1)) << name;
      ASSERT_LE(lead(row), lead(later)) << name;
    }
  }
}

TEST(StoredSquares, AreThoseOfLegalPositionsWithWhiteToMove) {
  test::Random random(4);
  for (const std::string_view name : kKinds) {
    const Layout layout(test::material(name));
    for (int i = 0; i < 200; ++i) {
      const auto skeleton =
          static_cast<std::uint32_t>(test::below(layout.skeleton_count(), random));
      const auto word = static_cast<std::uint32_t>(test::below(layout.words(), random));
      const std::uint64_t stored = test::legal_at(layout, skeleton, word);
      for (std::uint8_t bit = 0; bit < 64; ++bit) {
        const auto setup = layout.setup_at({skeleton, word, bit}, Color::White);
        const bool legal = setup && Position::create(*setup);
        ASSERT_EQ((stored >> bit & 1) != 0, legal) << name << ' ' << word << ' ' << int{bit};
      }
    }
  }
}

TEST(PacketMap, HoldsTheStoredPositionsOfItsRowsInOrder) {
  test::Random random(5);
  for (const std::string_view name : kKinds) {
    const TableGeometry geometry(test::material(name));
    const Layout& layout = geometry.layout();
    for (int i = 0; i < 6; ++i) {
      const auto packet = i == 0
                              ? geometry.packets() - 1
                              : static_cast<std::uint32_t>(test::below(geometry.packets(), random));
      const PacketMap map(geometry, packet);
      std::size_t stored = 0;
      for (std::uint32_t row = 0; row < TableGeometry::kPacketRows; ++row) {
        std::uint64_t expected = 0;
        if (row < geometry.rows_of_packet(packet)) {
          const Index index = geometry.index_at(packet * TableGeometry::kPacketRows + row);
          expected = test::legal_at(layout, index.skeleton, index.word);
        }
        for (unsigned bit = 0; bit < 64; ++bit) {
          ASSERT_EQ(map.contains(row, bit), (expected >> bit & 1) != 0) << name << ' ' << row;
          stored += map.contains(row, bit);
        }
      }
      ASSERT_EQ(map.size(), stored);
      std::size_t place = 0;
      map.for_each([&](std::uint32_t row, unsigned bit) {
        EXPECT_TRUE(map.contains(row, bit));
        EXPECT_EQ(map.place_of(row, bit), place++);
      });
      ASSERT_EQ(place, stored) << name;
    }
  }
}

/// Values as far away as KRNvKNN has them, in some packets only.
TEST(Packet, HoldsValuesOfTwoBytesWithSixMen) {
  const TableGeometry geometry(test::material("KRNvKNN")), small(material("KRBvKN"));
  test::Random random(6);
  PacketEncoder encoder;
  const auto rows = std::make_unique<PacketRows>();
  for (const StoredValue most : {200, 255, 256, 600, 1000}) {
    for (auto& row : rows->values) {
      for (StoredValue& value : row)
        value = static_cast<StoredValue>(test::below(most + 1u, random));
    }
    rows->values[0].fill(most);
    rows->matters.fill(~std::uint64_t{0});
    const std::uint32_t number = 1000;
    const auto encoded = encoder.encode(geometry, number, *rows);
    const auto packet = Packet::decode(geometry, number, encoded.bytes);
    ASSERT_TRUE(packet);
    std::size_t visited = 0;
    packet->for_each(TableGeometry::kPacketRows,
                     [&](std::uint32_t row, unsigned bit, StoredValue value) {
                       EXPECT_EQ(value, rows->values[row][bit]);
                       EXPECT_EQ(packet->value(row, bit), value);
                       ++visited;
                     });
    EXPECT_EQ(visited, encoded.positions);
    EXPECT_EQ(packet->positions(), encoded.positions);
  }
  // With five men two bytes mean nothing.
  const auto wide = encoder.encode(small, 1000, *rows);
  EXPECT_FALSE(Packet::decode(small, 1000, wide.bytes));
}

TEST(Packet, OfOneValueAloneTakesAsManyBytesAsTheValue) {
  const TableGeometry geometry(test::material("KRNvKNN")), small(material("KRBvKN"));
  PacketEncoder encoder;
  const auto rows = std::make_unique<PacketRows>();
  for (const StoredValue value : {7, 300}) {
    for (auto& row : rows->values) row.fill(value);
    rows->matters.fill(~std::uint64_t{0});
    const auto encoded = encoder.encode(geometry, 1000, *rows);
    EXPECT_EQ(encoded.bytes.size(), value < 256 ? 1u : 2u);
    EXPECT_EQ(Packet::decode(geometry, 1000, encoded.bytes)->value(3, 9), value);
    EXPECT_EQ(Packet::decode(small, 0, encoded.bytes).has_value(), value < 256);
  }
}

}  // namespace
}  // namespace lucena
