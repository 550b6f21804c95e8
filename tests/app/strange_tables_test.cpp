// SPDX-License-Identifier: GPL-3.0-or-later
// Tables that somebody else has written: every checksum is right, and what is in them is not.
#include <sys/stat.h>

#include <functional>

#include "app/command_test.h"
#include "census/statistics_bytes.h"
#include "endgame/layout.h"
#include "support/table_surgery.h"

namespace lucena {
namespace {

using test::Bytes;
using test::contains;
using test::Finished;
using test::lines_of;
using test::run;
using test::TableParts;

constexpr const char* kCastlingFen = "8/8/8/8/8/4k3/8/R3K3 w Q - 0 1";

/// KRvK, solved by an honest program, and changed by somebody.
class StrangeTable : public test::CommandTest {
 protected:
  StrangeTable() { EXPECT_EQ(run({"solve", "KRvK"}).status, 0); }

  void change(const std::function<void(TableParts&)>& operation, std::string_view name = kMate) {
    TableParts parts(test::read_bytes(path(name)));
    operation(parts);
    test::write_bytes(path(name), parts.file());
  }
  void change_section(SectionId id, const Bytes& bytes) {
    change([&](TableParts& parts) { parts.set_section(id, bytes); });
  }

  /// The command says in one line which file is damaged and what to do about it.
  void expect_refused(const std::vector<std::string>& words, std::string_view why,
                      std::string_view name = kMate) {
    const Finished finished = run(words);
    EXPECT_EQ(finished.status, 1) << finished.out;
    EXPECT_EQ(lines_of(finished.err).size(), 1u) << finished.err;
    EXPECT_TRUE(contains(finished.err, path(name).string() + " is ")) << finished.err;
    EXPECT_TRUE(contains(finished.err, why)) << finished.err;
    EXPECT_TRUE(finished.err.ends_with("; remove it, and it is solved again when needed\n"))
        << finished.err;
  }

  /// The command says which file is damaged, solves it again and replaces it.
  void expect_mended(const std::vector<std::string>& words, std::string_view why) {
    const Finished finished = run(words);
    EXPECT_EQ(finished.status, 0) << finished.err;
    EXPECT_TRUE(contains(finished.err, path(kMate).string() + " is damaged: ")) << finished.err;
    EXPECT_TRUE(contains(finished.err, why)) << finished.err;
    EXPECT_TRUE(contains(finished.err, "; it is solved again and replaced\n")) << finished.err;
    EXPECT_EQ(run({"tables", "--verify", "--sample", "0"}).status, 0);
  }

  static constexpr std::string_view kMate = "KRvK.mate";
};

/// A byte string behind its length.
void append(Bytes& bytes, const Bytes& part) {
  const std::uint64_t size = part.size();
  const auto length = bytes_of(size);
  bytes.insert(bytes.end(), length.begin(), length.end());
  bytes.insert(bytes.end(), part.begin(), part.end());
}

TEST_F(StrangeTable, MayListWhatIsNoPosition) {
  const Layout layout(Material::parse("KRvK").value());
  const Bytes two_men_on_a1 = to_bytes(std::vector<Index>{{0, 0, 20}}, layout);
  Bytes deepest;
  for (int list = 0; list < 4; ++list) append(deepest, two_men_on_a1);
  constexpr std::string_view kWhy = "a list of positions is not as long as the statistics say";
  change_section(SectionId::DeepestPositions, deepest);
  expect_refused({"tables", "--verify"}, "a list");
  expect_mended({"play", "hardest", "KRvK", "--side", "white"}, kWhy);
  change_section(SectionId::DeepestPositions, deepest);
  expect_mended({"longest", "KRvK"}, kWhy);
}

TEST_F(StrangeTable, MayListAsManyPositionsAsItShouldThatAreNone) {
  // The longest wins of the statistics, but from the first index on.
  TableParts parts(test::read_bytes(path(kMate)));
  const Layout layout(Material::parse("KRvK").value());
  Bytes whole = parts.section(SectionId::DeepestPositions), deepest;
  const auto length = structure_at<std::uint64_t>(whole);
  std::vector<Index> list =
      index_list_from_bytes(std::span(whole).subspan(8, length), layout).value();
  for (std::size_t i = 0; i < list.size(); ++i) {
    list[i] = {0, static_cast<std::uint32_t>(i / 64), static_cast<std::uint8_t>(i % 64)};
  }
  append(deepest, to_bytes(list, layout));
  const auto rest = std::span(whole).subspan(8 + length);
  deepest.insert(deepest.end(), rest.begin(), rest.end());
  change_section(SectionId::DeepestPositions, deepest);
  constexpr std::string_view kWhy = "a list holds what is no legal position";
  expect_mended({"play", "hardest", "KRvK", "--side", "white"}, kWhy);
  change_section(SectionId::DeepestPositions, deepest);
  expect_mended({"longest", "KRvK"}, kWhy);
}

TEST_F(StrangeTable, MayHaveTheStatisticsOfAnotherEnding) {
  EXPECT_EQ(run({"solve", "KQvK"}).status, 0);
  const TableParts other(test::read_bytes(path("KQvK.mate")));
  for (const std::string command : {"stats", "longest"}) {
    change_section(SectionId::Statistics, other.section(SectionId::Statistics));
    expect_mended({command, "KRvK"}, "its statistics are those of another ending");
  }
}

TEST_F(StrangeTable, MayAnnounceAMateThatNeverComes) {
  change([](TableParts& parts) {
    for (Bytes& packet : parts.packets) packet = {200};
  });
  const Finished stats = run({"stats", "KRvK"});
  EXPECT_EQ(stats.status, 0) << stats.err;
  EXPECT_TRUE(contains(stats.out, "...")) << stats.out;
  EXPECT_EQ(run({"probe", "--line", test::kRookFen}).status, 0);
  expect_refused({"tables", "--verify"}, " is a win in 111 plies there, but its moves make it a ");
  change(
      [](TableParts& parts) {
        for (Bytes& packet : parts.packets) packet = {17};
      },
      "KRvK.zeroing");
  // Nobody knows how good it is as long as the mate file is wrong.
  EXPECT_EQ(lines_of(run({"tables", "--verify"}).err).size(), 1u);
  EXPECT_EQ(run({"tables", "--remove", "KRvK"}).status, 0);
  EXPECT_EQ(run({"solve", "KRvK"}).status, 0);
  change(
      [](TableParts& parts) {
        for (Bytes& packet : parts.packets) packet = {17};
      },
      "KRvK.zeroing");
  expect_refused({"tables", "--verify"}, " is a win in 17 plies there, ", "KRvK.zeroing");
}

TEST_F(StrangeTable, MayHaveASectionThatUnpacksToGigabytes) {
  const auto blow_up = [](TableParts::Section& section) {
    section.bytes = std::uint64_t{4} << 30;
    section.stored = test::frame_of_zeros(section.bytes);
  };
  change([&](TableParts& parts) { blow_up(parts.sections.back()); });
  expect_refused({"tables", "--verify"}, "section 4: it is larger than it can be");
  expect_refused({"solve", "KRvK", "--castling"}, "section 4: it is larger than it can be");
  change([&](TableParts& parts) { blow_up(parts.sections.front()); });
  expect_refused({"tables", "--verify"}, "section 1: it is larger than it can be");
  const Finished uci =
      run({"uci"}, std::string("position fen ") + kCastlingFen + "\ngo depth 2\nisready\nquit\n");
  EXPECT_EQ(uci.status, 0) << uci.err;
  EXPECT_TRUE(contains(uci.out, "bestmove ")) << uci.out;
  expect_mended({"stats", "KRvK"}, "section 1: it is larger than it can be");
  change([&](TableParts& parts) { blow_up(parts.sections.back()); });
  expect_mended({"probe", kCastlingFen}, "section 4: it is larger than it can be");
}

TEST_F(StrangeTable, MayHaveACastlingSectionOfAnotherSize) {
  change_section(SectionId::Castling, Bytes(100));
  expect_refused({"tables", "--verify"}, "its castling section has the wrong size");
  expect_refused({"verify", "KRvK"}, "its castling section has the wrong size");
  expect_mended({"probe", kCastlingFen}, "its castling section has the wrong size");
}

TEST_F(StrangeTable, MayHaveWrongValuesWithCastlingRightsAlone) {
  TableParts parts(test::read_bytes(path(kMate)));
  change_section(SectionId::Castling, Bytes(parts.section(SectionId::Castling).size(), 250));
  expect_refused({"tables", "--verify"}, " - 0 1 is a win in 11 plies there, but ");
}

TEST_F(StrangeTable, MayMiscountItsPositions) {
  change([](TableParts& parts) { ++parts.header.positions; });
  expect_refused({"tables", "--verify"}, "it says that it has ");
}

TEST_F(StrangeTable, MayComeFromNoDate) {
  for (const std::uint64_t seconds : {~std::uint64_t{0}, std::uint64_t{1} << 55}) {
    change([&](TableParts& parts) { parts.header.created_seconds = seconds; });
    const Finished finished = run({"tables"});
    EXPECT_EQ(finished.status, 0) << finished.err;
    EXPECT_TRUE(contains(finished.out, "  no date\n")) << finished.out;
  }
}

/// It is named and left alone, and counts as missing: what needs the table is solved in memory.
TEST_F(StrangeTable, MayBeAPipe) {
  std::filesystem::remove(path(kMate));
  ASSERT_EQ(mkfifo(path(kMate).c_str(), 0600), 0);
  const auto expect = [&](const std::vector<std::string>& words, int status, std::string fault) {
    const Finished finished = run(words);
    EXPECT_EQ(finished.status, status) << finished.out;
    EXPECT_TRUE(contains(finished.err, fault + path(kMate).string())) << finished.err;
  };
  expect({"tables"}, 1, "cannot read ");
  expect({"tables", "--verify"}, 1, "cannot read ");
  expect({"probe", test::kRookFen}, 0, "cannot write ");
  expect({"stats", "KRvK"}, 0, "cannot write ");
  EXPECT_TRUE(std::filesystem::is_fifo(path(kMate)));
}

}  // namespace
}  // namespace lucena
