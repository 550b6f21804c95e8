// SPDX-License-Identifier: GPL-3.0-or-later
#include <gtest/gtest.h>

#include <bit>
#include <fstream>
#include <functional>
#include <set>

#include "support/given.h"
#include "support/random_positions.h"
#include "support/synthetic_table.h"
#include "support/table_surgery.h"
#include "table/format.h"

namespace lucena {
namespace {

using test::Bytes;
using test::geometry;
using test::open_synthetic;
using test::synthetic_value;
using test::TableParts;
using test::TemporaryFolder;

const Bytes kStatistics{3, 1, 4, 1, 5, 9, 2, 6};

/// A table that can be damaged and read again. What it reads is one position of every packet and
/// one section, which is all that checks are about.
class Patient {
 public:
  explicit Patient(std::string_view name) : shape_(geometry(name)) {
    EXPECT_TRUE(test::write_synthetic(
        folder_.path(), *shape_,
        {{SectionId::Statistics, kStatistics}, {SectionId::DeepestPositions, Bytes(1000, 7)}}));
    path_ = test::path_in(folder_.path(), *shape_);
    whole_ = test::read_bytes(path_);
    for (std::uint32_t packet = 0; packet < shape_->packets(); ++packet) {
      if (const auto sample = sample_of(packet)) samples_.push_back({packet, *sample});
    }
  }

  const Bytes& whole() const { return whole_; }
  TableHeader header() const { return structure_at<TableHeader>(whole_); }
  PacketEntry entry(std::uint32_t packet) const {
    return structure_at<PacketEntry>(
        std::span(whole_).subspan(header().index_offset + packet * sizeof(PacketEntry)));
  }

  struct Finding {
    std::string at_opening;                 // empty if it could be opened
    std::set<std::uint32_t> packet_faults;  // those whose value could not be read
    unsigned section_faults = 0;
    bool verified = false;
  };

  /// Reads a damaged copy.
  Finding examine(const Bytes& bytes) {
    test::write_bytes(path_, bytes);
    const Finding finding = examine_file({});
    test::write_bytes(path_, whole_);
    return finding;
  }

  /// Reads the table with one byte changed in place. `only_packet` limits what is read, for speed.
  Finding examine_with(std::size_t offset, std::uint8_t difference,
                       std::optional<std::uint32_t> only_packet = {}) {
    const std::uint8_t here = whole_[offset];
    write_byte(offset, here ^ difference);
    const Finding finding = examine_file(only_packet);
    write_byte(offset, here);
    return finding;
  }

 private:
  void write_byte(std::size_t offset, int byte) const {
    std::fstream file(path_, std::ios::binary | std::ios::in | std::ios::out);
    file.seekp(static_cast<std::streamoff>(offset)).put(static_cast<char>(byte));
    ASSERT_TRUE(file.flush());
  }

  /// Wrong values are failures here and now.
  Finding examine_file(std::optional<std::uint32_t> only_packet) const {
    Finding finding;
    const auto table = open_synthetic(folder_.path(), shape_);
    if (!table) {
      finding.at_opening = table.error().message;
      EXPECT_TRUE(finding.at_opening.starts_with(path_.string()));
      return finding;
    }
    for (const auto& [packet, index] : samples_) {
      if (only_packet && packet != *only_packet) continue;
      const auto value = (*table)->value(index);
      if (value) {
        EXPECT_EQ(*value, synthetic_value(shape_->layout(), index)) << packet;
        continue;
      }
      EXPECT_EQ(value.error().code, TableError::Damaged);
      EXPECT_TRUE(value.error().message.starts_with(path_.string() + " is damaged: packet " +
                                                    std::to_string(packet) + ": "))
          << value.error().message;
      finding.packet_faults.insert(packet);
    }
    const auto statistics = (*table)->section(SectionId::Statistics, kStatistics.size());
    EXPECT_TRUE(!statistics || *statistics == kStatistics);
    const auto deepest = (*table)->section(SectionId::DeepestPositions, 1000);
    EXPECT_TRUE(!deepest || *deepest == Bytes(1000, 7));
    finding.section_faults = !statistics + !deepest;
    if (!only_packet) {
      ThreadPool pool(1);
      finding.verified = !(*table)->verify(pool, test::kNever);
    }
    return finding;
  }

  std::optional<Index> sample_of(std::uint32_t packet) const {
    for (std::uint32_t i = 0; i < shape_->rows_of_packet(packet); ++i) {
      Index index = shape_->index_at(packet * TableGeometry::kPacketRows + i);
      const std::uint64_t legal = test::legal_at(shape_->layout(), index.skeleton, index.word);
      if (legal == 0) continue;
      index.bit = static_cast<std::uint8_t>(std::countr_zero(legal));
      return index;
    }
    return {};
  }

  TemporaryFolder folder_;
  std::shared_ptr<const TableGeometry> shape_;
  std::filesystem::path path_;
  Bytes whole_;
  std::vector<std::pair<std::uint32_t, Index>> samples_;
};

TEST(Damage, ToAnyByteIsFoundWhereItIs) {
  Patient patient("KRvK");
  EXPECT_TRUE(patient.examine(patient.whole()).verified);
  const TableHeader header = patient.header();
  for (std::size_t offset = 0; offset < patient.whole().size(); ++offset) {
    const auto finding = patient.examine_with(offset, static_cast<std::uint8_t>(1 + offset % 255));
    EXPECT_FALSE(finding.verified) << offset;
    const bool in_values = offset >= sizeof(TableHeader) && offset < header.index_offset;
    ASSERT_EQ(finding.at_opening.empty(), in_values) << offset << ' ' << finding.at_opening;
    const bool in_packets = in_values && offset < header.sections_offset;
    EXPECT_EQ(finding.packet_faults.size(), in_packets ? 1u : 0u) << offset;
    EXPECT_EQ(finding.section_faults, in_values && !in_packets ? 1u : 0u) << offset;
  }
}

TEST(Damage, ToRandomBytesOfALargerTableIsFound) {
  Patient patient("KRvKP");
  const TableHeader header = patient.header();
  test::Random random(1);
  for (int i = 0; i < 10'000; ++i) {
    const std::size_t offset = test::below(patient.whole().size(), random);
    const auto difference = static_cast<std::uint8_t>(1 + test::below(255, random));
    std::uint32_t packet = 0;
    while (packet + 1 < header.packets && patient.entry(packet).end_offset <= offset) ++packet;
    const auto finding = patient.examine_with(offset, difference, packet);
    const bool in_packets = offset >= sizeof(TableHeader) && offset < header.sections_offset;
    ASSERT_EQ(finding.packet_faults.contains(packet), in_packets) << offset;
    ASSERT_TRUE(in_packets || !finding.at_opening.empty() || finding.section_faults == 1) << offset;
  }
}

TEST(Damage, ByTruncationIsFoundAtOpening) {
  Patient patient("KPvK");
  const TableHeader header = patient.header();
  std::vector<std::uint64_t> ends{0, 1, 8, 16, sizeof(TableHeader) - 1, sizeof(TableHeader)};
  for (std::uint32_t packet = 0; packet < header.packets; ++packet) {
    ends.push_back(patient.entry(packet).end_offset);
    ends.push_back(header.index_offset + packet * sizeof(PacketEntry));
  }
  ends.push_back(header.index_offset);
  for (std::uint32_t section = 0; section < header.sections; ++section) {
    ends.push_back(header.file_bytes - (section + 1) * sizeof(SectionEntry));
  }
  ends.push_back(header.file_bytes - 1);
  for (const std::uint64_t end : ends) {
    Bytes bytes = patient.whole();
    bytes.resize(end);
    EXPECT_FALSE(patient.examine(bytes).at_opening.empty()) << end;
  }
  Bytes longer = patient.whole();
  longer.push_back(0);
  EXPECT_FALSE(patient.examine(longer).at_opening.empty());
}

TEST(Damage, ThatChecksumsWouldMissDoesNotCrash) {
  Patient patient("KRvK");
  const TableHeader whole = patient.header();
  const auto with_header = [&](const std::function<void(TableHeader&)>& change) {
    TableHeader header = whole;
    change(header);
    header.header_checksum = header_checksum(header);
    Bytes bytes = patient.whole();
    const auto changed = bytes_of(header);
    std::copy(changed.begin(), changed.end(), bytes.begin());
    return patient.examine(bytes).at_opening;
  };
  constexpr auto kHuge = ~std::uint64_t{0};
  EXPECT_TRUE(with_header([](TableHeader&) {}).empty());
  EXPECT_FALSE(with_header([&](TableHeader& h) { h.sections_offset = kHuge; }).empty());
  EXPECT_FALSE(with_header([&](TableHeader& h) { h.index_offset = kHuge; }).empty());
  EXPECT_FALSE(with_header([&](TableHeader& h) { h.index_offset -= 40; }).empty());
  EXPECT_FALSE(with_header([&](TableHeader& h) { h.packets = ~0u; }).empty());
  EXPECT_FALSE(with_header([&](TableHeader& h) { h.sections = ~0u; }).empty());
  EXPECT_FALSE(with_header([&](TableHeader& h) { h.rows = 1; }).empty());
  EXPECT_FALSE(with_header([&](TableHeader& h) { h.rows_per_packet = 0; }).empty());
  EXPECT_FALSE(with_header([&](TableHeader& h) { h.metric = 77; }).empty());
  EXPECT_FALSE(with_header([&](TableHeader& h) { h.material.fill('K'); }).empty());
  EXPECT_FALSE(with_header([&](TableHeader& h) { h.material.fill('\0'); }).empty());
  EXPECT_FALSE(with_header([&](TableHeader& h) { h.material.back() = 'x'; }).empty());
  EXPECT_FALSE(with_header([&](TableHeader& h) { h.material[0] = 'k'; }).empty());
  EXPECT_FALSE(with_header([&](TableHeader& h) { h.positions = h.rows * 64 + 1; }).empty());
  EXPECT_FALSE(with_header([&](TableHeader& h) { h.flags |= 2; }).empty());
  EXPECT_FALSE(with_header([&](TableHeader& h) { h.zero_1 = 1; }).empty());
  EXPECT_FALSE(with_header([&](TableHeader& h) { h.zero_2 = 1; }).empty());
}

TEST(Damage, ThatChecksumsWouldMissIsFoundInTheParts) {
  Patient patient("KRvK");
  const auto with_parts = [&](const std::function<void(TableParts&)>& change) {
    TableParts parts(patient.whole());
    change(parts);
    return patient.examine(parts.file());
  };
  EXPECT_TRUE(with_parts([](TableParts&) {}).verified);
  const auto twice = with_parts([](TableParts& p) { p.sections[1].id = p.sections[0].id; });
  EXPECT_FALSE(twice.at_opening.empty());
  EXPECT_FALSE(with_parts([](TableParts& p) {
                 std::swap(p.sections[0], p.sections[1]);
               }).at_opening.empty());
  EXPECT_FALSE(with_parts([](TableParts& p) { p.packets[1].clear(); }).at_opening.empty());
  EXPECT_FALSE(with_parts([](TableParts& p) { p.packets.pop_back(); }).at_opening.empty());
  EXPECT_FALSE(with_parts([](TableParts& p) { --p.header.positions; }).verified);
  const auto too_large = with_parts([](TableParts& p) {
    p.sections[0].bytes = std::uint64_t{1} << 40;
    p.sections[0].stored = test::frame_of_zeros(1u << 20);
  });
  EXPECT_EQ(too_large.section_faults, 1u);
  const auto other_size =
      with_parts([](TableParts& p) { p.packets[0] = test::frame_of_zeros(1u << 20); });
  EXPECT_EQ(other_size.packet_faults, std::set<std::uint32_t>{0});
}

TEST(Damage, ToTheOffsetsOfPacketsIsFoundAtOpening) {
  Patient patient("KRvK");
  ASSERT_GT(patient.header().packets, 1u);
  for (const std::uint64_t end :
       {std::uint64_t{0}, std::uint64_t{5}, ~std::uint64_t{0}, patient.entry(1).end_offset}) {
    Bytes bytes = patient.whole();
    std::memcpy(bytes.data() + patient.header().index_offset, &end, sizeof end);
    test::mend_checksums(bytes);
    EXPECT_FALSE(patient.examine(bytes).at_opening.empty()) << end;
  }
}

}  // namespace
}  // namespace lucena
