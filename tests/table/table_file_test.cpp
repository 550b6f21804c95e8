// SPDX-License-Identifier: GPL-3.0-or-later
#include "table/table_file.h"

#include <gtest/gtest.h>
#include <sys/resource.h>
#include <unistd.h>

#include <bit>
#include <csignal>
#include <thread>

#include "support/given.h"
#include "support/random_positions.h"
#include "support/synthetic_table.h"
#include "table/format.h"
#include "table/mate_score.h"

namespace lucena {
namespace {

using test::geometry;
using test::material;
using test::open_synthetic;
using test::synthetic_value;
using test::TemporaryFolder;
using test::write_synthetic;

/// Every legal position by every index it has.
void expect_all_values(const TableFile& table) {
  const Layout& layout = table.geometry().layout();
  for (std::uint32_t skeleton = 0; skeleton < layout.skeleton_count(); ++skeleton) {
    for (std::uint32_t word = 0; word < layout.words(); ++word) {
      std::uint64_t legal = test::legal_at(layout, skeleton, word);
      for (; legal != 0; legal &= legal - 1) {
        const Index index{skeleton, word, static_cast<std::uint8_t>(std::countr_zero(legal))};
        const auto value = table.value(index);
        ASSERT_TRUE(value) << value.error().message;
        ASSERT_EQ(*value, synthetic_value(layout, index)) << skeleton << ' ' << word;
      }
    }
  }
}

/// As many random legal positions; the same ones for the same seed.
void expect_random_values(const TableFile& table, int count, std::uint64_t seed) {
  const Layout& layout = table.geometry().layout();
  test::Random random(seed);
  while (count > 0) {
    const Index index{static_cast<std::uint32_t>(test::below(layout.skeleton_count(), random)),
                      static_cast<std::uint32_t>(test::below(layout.words(), random)),
                      static_cast<std::uint8_t>(test::below(64, random))};
    const std::uint64_t legal = test::legal_at(layout, index.skeleton, index.word);
    if ((legal >> index.bit & 1) == 0) continue;
    const auto value = table.value(index);
    ASSERT_TRUE(value) << value.error().message;
    ASSERT_EQ(*value, synthetic_value(layout, index));
    --count;
  }
}

TEST(TableFile, GivesBackEveryValueOfThreeMen) {
  const TemporaryFolder folder;
  for (const Material& each : all_materials(3)) {
    const auto shape = std::make_shared<TableGeometry>(each);
    const auto size = write_synthetic(folder.path(), *shape);
    ASSERT_TRUE(size) << size.error().message;
    EXPECT_EQ(*size, std::filesystem::file_size(test::path_in(folder.path(), *shape)));
    const auto table = open_synthetic(folder.path(), shape, 1 << 20);
    ASSERT_TRUE(table) << table.error().message;
    expect_all_values(**table);
  }
  EXPECT_EQ(folder.names(), (std::vector<std::string>{"KBvK.mate", "KNvK.mate", "KPvK.mate",
                                                      "KQvK.mate", "KRvK.mate"}));
}

TEST(TableFile, GivesBackRandomValuesOfFourMen) {
  const TemporaryFolder folder;
  for (const std::string_view name : {"KQvKR", "KNNvK", "KBvKP", "KPPvK"}) {
    const auto shape = geometry(name);
    ASSERT_TRUE(write_synthetic(folder.path(), *shape));
    const auto table = open_synthetic(folder.path(), shape, 1 << 20);
    ASSERT_TRUE(table);
    expect_random_values(**table, 1000, 1);
  }
}

TEST(TableFile, SaysInItsHeaderWhatItIs) {
  const TemporaryFolder folder;
  const auto shape = geometry("KRvK");
  const auto size = write_synthetic(folder.path(), *shape);
  const auto info = read_table_info(test::path_in(folder.path(), *shape));
  ASSERT_TRUE(info);
  EXPECT_EQ(info->material, material("KRvK"));
  EXPECT_EQ(info->metric, Metric::Mate);
  EXPECT_TRUE(info->nothing_is_cursed);
  EXPECT_GT(info->created_seconds, 1'700'000'000u);
  EXPECT_EQ(info->packets, 3u);
  EXPECT_EQ(info->size_bytes, *size);
  std::uint64_t stored = 0;
  for (std::uint32_t row = 0; row < shape->rows(); ++row) {
    const Index index = shape->index_at(row);
    stored += static_cast<unsigned>(
        std::popcount(test::legal_at(shape->layout(), index.skeleton, index.word)));
  }
  EXPECT_EQ(info->positions, stored);
}

TEST(TableFile, OfVersionOneCanAlwaysBeRead) {
  const auto shape = geometry("KQvK");
  const auto table =
      TableFile::open(std::filesystem::path(LUCENA_TEST_DATA) / "version_1" / "KQvK.mate", shape,
                      Metric::Mate, std::make_shared<PacketCache>(1 << 20));
  ASSERT_TRUE(table) << table.error().message;
  ThreadPool pool(1);
  EXPECT_FALSE((*table)->verify(pool, test::kNever));
  const Layout& layout = shape->layout();
  unsigned longest = 0, draws = 0;
  for (std::uint32_t word = 0; word < layout.words(); ++word) {
    std::uint64_t legal = test::legal_at(layout, 0, word) & layout.canonical_bits(0, word);
    for (; legal != 0; legal &= legal - 1) {
      const auto bit = static_cast<std::uint8_t>(std::countr_zero(legal));
      const MateScore score((*table)->value({0, word, bit}).value());
      const auto level = level_of_score(score);
      if (level) longest = std::max(longest, *level);
      draws += !level;
    }
  }
  EXPECT_EQ(longest, 19u);  // mate in ten
  EXPECT_EQ(draws, 0u);
}

TEST(TableFile, KeepsSections) {
  const TemporaryFolder folder;
  const auto shape = geometry("KRvK");
  std::vector<std::uint8_t> numbers(100'000);
  for (std::size_t i = 0; i < numbers.size(); ++i) numbers[i] = static_cast<std::uint8_t>(i * i);
  ASSERT_TRUE(write_synthetic(folder.path(), *shape,
                              {{SectionId::Zugzwangs, numbers}, {SectionId::Statistics, {}}}));
  const auto table = open_synthetic(folder.path(), shape, 1 << 20);
  ASSERT_TRUE(table) << table.error().message;
  EXPECT_TRUE((*table)->has_section(SectionId::Zugzwangs));
  EXPECT_EQ((*table)->section(SectionId::Zugzwangs, numbers.size()).value(), numbers);
  EXPECT_FALSE((*table)->section(SectionId::Zugzwangs, numbers.size() - 1));
  EXPECT_TRUE((*table)->section(SectionId::Statistics, 0).value().empty());
  EXPECT_FALSE((*table)->has_section(SectionId::Castling));
  EXPECT_FALSE((*table)->section(SectionId::Castling, 0));
  expect_all_values(**table);
}

/// Draws everywhere, or nothing that anybody will ask for.
class EvenSource : public TableSource {
 public:
  explicit EvenSource(bool matters) : matters_(matters) {}
  void row(std::uint32_t, std::uint32_t, std::span<StoredValue, 64> values,
           std::uint64_t& matters) const override {
    std::fill(values.begin(), values.end(), kDraw.byte());
    matters = matters_ ? ~std::uint64_t{0} : 0;
  }

 private:
  bool matters_;
};

TEST(TableFile, TakesOneByteForAPacketOfEqualValues) {
  const TemporaryFolder folder;
  const auto shape = geometry("KBvKN");
  ThreadPool pool(1);
  for (const bool matters : {true, false}) {
    const EvenSource source(matters);
    const auto size =
        write_table(folder.path(), {*shape, Metric::Mate, source, {}}, pool, test::kNever);
    EXPECT_EQ(size.value(), sizeof(TableHeader) + shape->packets() * (sizeof(PacketEntry) + 1));
    const auto table = open_synthetic(folder.path(), shape);
    ASSERT_TRUE(table);
    EXPECT_FALSE((*table)->verify(pool, test::kNever));
    EXPECT_EQ((*table)->value(shape->index_at(100)).value(), matters ? kDraw.byte() : 0);
  }
}

/// The synthetic values, of which only every third one matters.
class SparseSource : public TableSource {
 public:
  explicit SparseSource(const Layout& layout) : dense_(layout) {}
  static constexpr std::uint64_t kThirds = 0x9249249249249249;
  void row(std::uint32_t skeleton, std::uint32_t word, std::span<StoredValue, 64> values,
           std::uint64_t& matters) const override {
    dense_.row(skeleton, word, values, matters);
    matters &= kThirds;
  }

 private:
  test::SyntheticSource dense_;
};

TEST(TableFile, IsSmallerIfNotAllValuesMatterAndKeepsThoseThatDo) {
  const TemporaryFolder folder;
  const auto shape = geometry("KRvKN");
  const Layout& layout = shape->layout();
  ThreadPool pool(2);
  const auto all = write_synthetic(folder.path(), *shape);
  const auto some = write_table(folder.path(), {*shape, Metric::Mate, SparseSource(layout), {}},
                                pool, test::kNever);
  EXPECT_LT(*some, *all * 3 / 4);
  const auto table = open_synthetic(folder.path(), shape, 1 << 20);
  for (std::uint32_t row = 0; row < shape->rows(); row += 5) {
    Index index = shape->index_at(row);
    std::uint64_t asked =
        test::legal_at(layout, index.skeleton, index.word) & SparseSource::kThirds;
    for (; asked != 0; asked &= asked - 1) {
      index.bit = static_cast<std::uint8_t>(std::countr_zero(asked));
      ASSERT_EQ((*table)->value(index).value(), synthetic_value(layout, index));
    }
  }
}

TEST(TableFile, TellsWhyItCannotBeOpened) {
  const TemporaryFolder folder;
  const auto rook = geometry("KRvK");
  const auto path = test::path_in(folder.path(), *rook);
  const auto open = [&](std::string_view name, Metric metric) {
    return TableFile::open(path, material(name), metric, std::make_shared<PacketCache>(0));
  };
  EXPECT_EQ(open("KRvK", Metric::Mate).error().code, TableError::NoTable);
  EXPECT_EQ(read_table_info(path).error().code, TableError::NoTable);
  ASSERT_TRUE(write_synthetic(folder.path(), *rook));
  EXPECT_TRUE(open("KRvK", Metric::Mate));
  EXPECT_EQ(open("KQvK", Metric::Mate).error().code, TableError::WrongTable);
  EXPECT_EQ(open("KQvK", Metric::Mate).error().message,
            path.string() + " holds the table KRvK.mate, not KQvK.mate");
  EXPECT_EQ(open("KRvK", Metric::Zeroing).error().code, TableError::WrongTable);

  const auto bytes = test::read_bytes(path);
  const auto with_byte = [&](std::size_t offset, std::uint8_t value) {
    auto changed = bytes;
    changed[offset] = value;
    test::write_bytes(path, changed);
    return open("KRvK", Metric::Mate).error();
  };
  const TableFault future = with_byte(8, 3);
  EXPECT_EQ(future.code, TableError::WrongVersion);
  EXPECT_EQ(
      future.message,
      path.string() + " has version 3 of the table format, this program reads versions 1 and 2");
  EXPECT_EQ(with_byte(0, 'X').code, TableError::Damaged);
  EXPECT_EQ(with_byte(13, 0).code, TableError::Damaged);
  auto foreign = bytes;
  std::reverse(foreign.begin() + 8, foreign.begin() + 12);
  std::reverse(foreign.begin() + 12, foreign.begin() + 16);
  test::write_bytes(path, foreign);
  const auto other_order = open("KRvK", Metric::Mate);
  EXPECT_EQ(other_order.error().code, TableError::WrongVersion);
  EXPECT_EQ(other_order.error().message,
            path.string() + " has the bytes of its numbers in the other order");
  EXPECT_EQ(TableFile::open(folder.path(), rook, Metric::Mate, std::make_shared<PacketCache>(0))
                .error()
                .code,
            TableError::ReadFailed);
}

/// As somebody who may not do everything, for as long as it lives.
class OrdinaryUser {
 public:
  OrdinaryUser() {
    if (geteuid() == 0 && seteuid(65534) != 0) throw std::runtime_error("seteuid");
  }
  OrdinaryUser(const OrdinaryUser&) = delete;
  OrdinaryUser& operator=(const OrdinaryUser&) = delete;
  ~OrdinaryUser() {
    if (getuid() == 0 && seteuid(0) != 0) std::terminate();
  }
};

TEST(WriteTable, SaysThatAFolderIsReadOnly) {
  const TemporaryFolder folder;
  const auto shape = geometry("KRvK");
  using std::filesystem::perms;
  std::filesystem::permissions(folder.path(), perms(0555));
  const OrdinaryUser user;
  const auto size = write_synthetic(folder.path(), *shape, {}, 1);
  ASSERT_FALSE(size);
  EXPECT_EQ(size.error().code, TableError::WriteFailed);
  EXPECT_EQ(size.error().message, "cannot write " + test::path_in(folder.path(), *shape).string() +
                                      ": Permission denied");
}

/// No file can grow beyond a limit, for as long as it lives.
class SmallFilesOnly {
 public:
  explicit SmallFilesOnly(rlim_t bytes) : old_handler_(std::signal(SIGXFSZ, SIG_IGN)) {
    getrlimit(RLIMIT_FSIZE, &old_);
    const rlimit small{bytes, old_.rlim_max};
    setrlimit(RLIMIT_FSIZE, &small);
  }
  SmallFilesOnly(const SmallFilesOnly&) = delete;
  SmallFilesOnly& operator=(const SmallFilesOnly&) = delete;
  ~SmallFilesOnly() {
    setrlimit(RLIMIT_FSIZE, &old_);
    std::signal(SIGXFSZ, old_handler_);
  }

 private:
  rlimit old_{};
  void (*old_handler_)(int);
};

TEST(WriteTable, LeavesNothingBehindWhereverTheDiskIsFull) {
  const TemporaryFolder folder;
  const auto shape = geometry("KRvK");
  const std::vector<TableSection> sections{{SectionId::Statistics, {1, 2, 3}}};
  const auto whole = write_synthetic(folder.path(), *shape, sections);
  const auto path = test::path_in(folder.path(), *shape);
  std::filesystem::remove(path);
  for (std::uint64_t room = 0; room < *whole; room += 1 + room / 8) {
    std::optional<Result<std::uint64_t, TableFault>> size;
    {
      const SmallFilesOnly limit(room);
      size = write_synthetic(folder.path(), *shape, sections, 1);
    }
    ASSERT_FALSE(*size) << room;
    EXPECT_EQ(size->error().code, TableError::WriteFailed);
    EXPECT_EQ(size->error().message, "cannot write " + path.string() + ": File too large");
    EXPECT_TRUE(folder.names().empty());
  }
}

TEST(WriteTable, KeepsTheOldTableIfTheNewOneFails) {
  const TemporaryFolder folder;
  const auto shape = geometry("KRvK");
  ASSERT_TRUE(write_synthetic(folder.path(), *shape));
  {
    const SmallFilesOnly limit(100);
    EXPECT_FALSE(write_synthetic(folder.path(), *shape, {}, 1));
  }
  expect_random_values(**open_synthetic(folder.path(), shape), 100, 1);
}

TEST(WriteTable, GivesUpWhenCancelled) {
  const TemporaryFolder folder;
  const auto shape = geometry("KQvKR");
  const test::SyntheticSource source(shape->layout());
  ThreadPool pool(1);
  const std::atomic<bool> cancelled{true};
  const auto size = write_table(folder.path(), {*shape, Metric::Mate, source, {}}, pool, cancelled);
  ASSERT_FALSE(size);
  EXPECT_EQ(size.error().code, TableError::Cancelled);
  EXPECT_TRUE(folder.names().empty());
}

class ThrowingSource : public TableSource {
  void row(std::uint32_t, std::uint32_t, std::span<StoredValue, 64>,
           std::uint64_t&) const override {
    throw std::runtime_error("no values");
  }
};

TEST(WriteTable, LeavesNothingBehindIfTheSourceThrows) {
  const TemporaryFolder folder;
  const auto shape = geometry("KRvK");
  ThreadPool pool(2);
  EXPECT_THROW((void)write_table(folder.path(), {*shape, Metric::Mate, ThrowingSource(), {}}, pool,
                                 test::kNever),
               std::runtime_error);
  EXPECT_TRUE(folder.names().empty());
}

TEST(Parallel, WritersOfOneTableDoNotHarmEachOtherOrReaders) {
  const TemporaryFolder folder;
  const auto shape = geometry("KPvK");
  ASSERT_TRUE(write_synthetic(folder.path(), *shape, {}, 1));
  std::vector<std::jthread> threads;
  for (int i = 0; i < 3; ++i) {
    threads.emplace_back([&] {
      for (int j = 0; j < 3; ++j) EXPECT_TRUE(write_synthetic(folder.path(), *shape, {}, 1));
    });
  }
  threads.emplace_back([&] {
    for (int j = 0; j < 20; ++j) {
      const auto table = open_synthetic(folder.path(), shape);
      ASSERT_TRUE(table) << table.error().message;
      expect_random_values(**table, 20, static_cast<std::uint64_t>(j));
    }
  });
  threads.clear();
  EXPECT_EQ(folder.names(), std::vector<std::string>{"KPvK.mate"});
}

TEST(Parallel, ReadersShareASmallCache) {
  const TemporaryFolder folder;
  const auto shape = geometry("KPvK");
  ASSERT_TRUE(write_synthetic(folder.path(), *shape));
  // Room for two packets of six.
  const auto cache = std::make_shared<PacketCache>(24 << 10);
  const auto table =
      TableFile::open(test::path_in(folder.path(), *shape), shape, Metric::Mate, cache);
  ASSERT_TRUE(table);
  std::vector<std::jthread> threads;
  for (std::uint64_t seed = 0; seed < 4; ++seed) {
    threads.emplace_back([&, seed] { expect_random_values(**table, 1000, seed); });
  }
  threads.clear();
  EXPECT_GT(cache->size_bytes(), 0u);
  EXPECT_LE(cache->size_bytes(), std::size_t{24} << 10);
}

TEST(PacketCache, ForgetsWhatWasNotAskedForLongest) {
  const auto shape = geometry("KRvK");
  const std::vector<std::uint8_t> bytes{7};
  const auto packet = std::make_shared<const Packet>(*Packet::decode(*shape, 0, bytes));
  PacketCache cache(3 * (packet->size_bytes() + 128) + 10);
  const std::uint32_t file = cache.new_file();
  EXPECT_NE(file, cache.new_file());
  for (std::uint32_t number = 0; number < 3; ++number) {
    EXPECT_FALSE(cache.find({file, number}));
    EXPECT_EQ(cache.insert({file, number}, packet), packet);
  }
  const auto same = std::make_shared<const Packet>(*Packet::decode(*shape, 0, bytes));
  EXPECT_EQ(cache.insert({file, 0}, same), packet);
  EXPECT_TRUE(cache.find({file, 0}));
  cache.insert({file, 3}, packet);
  EXPECT_TRUE(cache.find({file, 0}));
  EXPECT_FALSE(cache.find({file, 1}));
  EXPECT_TRUE(cache.find({file, 2}));
  EXPECT_FALSE(cache.find({file + 1, 2}));
}

}  // namespace
}  // namespace lucena
