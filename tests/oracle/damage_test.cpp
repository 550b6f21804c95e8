// SPDX-License-Identifier: GPL-3.0-or-later
// Tables with a wrong byte, as whoever asks the oracle meets them.
#include <gtest/gtest.h>

#include <fstream>

#include "census/statistics_bytes.h"
#include "chess/fen.h"
#include "chess/move_text.h"
#include "oracle/kept_statistics.h"
#include "oracle/oracle.h"
#include "support/effort.h"
#include "support/random_positions.h"
#include "support/solved.h"
#include "support/temporary_folder.h"

namespace lucena {
namespace {

/// Everything an answer says.
std::string text_of(const Answer& answer) {
  const auto worth = [](Worth value) {
    return std::to_string(value.is_win()) + std::to_string(value.is_loss()) +
           std::to_string(value.plies()) + ' ';
  };
  std::string text = std::string(name(answer.outcome)) + ' ';
  text += worth(answer.mate) + worth(answer.zeroing);
  for (const GradedMove& move : answer.moves) {
    text += to_uci(move.move) + ' ' + std::string(name(move.outcome)) + ' ';
    text += worth(move.mate) + worth(move.zeroing) + std::to_string(move.drawing_replies);
    text += move.best ? "* " : " ";
  }
  return text;
}

/// An ending on disk, positions all over its table, and the right answers.
class Witness {
 public:
  Witness(std::string_view ending, int questions) : material_(test::material(ending)) {
    Oracle oracle(options());
    EXPECT_FALSE(oracle.prepare(material_));
    const Layout layout(material_);
    test::Random random(7);
    while (static_cast<int>(questions_.size()) < questions) {
      const Index index{static_cast<std::uint32_t>(test::below(layout.skeleton_count(), random)),
                        static_cast<std::uint32_t>(test::below(layout.words(), random)),
                        static_cast<std::uint8_t>(test::below(64, random))};
      const auto setup = layout.setup_at(index, kColors[questions_.size() % 2]);
      if (!setup) continue;
      if (const auto position = Position::create(*setup)) add(*position, oracle);
    }
    if (material_.count(PieceType::Rook) > 0) {
      add(parse_fen("8/2k5/8/8/8/8/8/R3K3 w Q - 0 1").value(), oracle);
      add(parse_fen("8/6k1/8/8/8/8/8/4K2R b K - 0 1").value(), oracle);
    }
    figures_ = read_figures(oracle).value();
  }

  std::filesystem::path path(Metric metric) const {
    return folder_.path() / table_file_name(material_, metric);
  }

  /// Asks everything of the folder as it is; returns how many questions got no answer.
  int examine(const std::filesystem::path& damaged) const {
    int faults = 0;
    const auto blames_the_file = [&](const std::string& message) {
      ++faults;
      return message.find(damaged.string()) != std::string::npos;
    };
    Oracle oracle(options());
    for (const auto& [position, right] : questions_) {
      const auto answer = oracle.answer(position);
      if (answer) {
        EXPECT_EQ(text_of(*answer), right) << to_fen(position);
      } else {
        EXPECT_EQ(answer.error().code, OracleError::Table);
        EXPECT_TRUE(blames_the_file(answer.error().message)) << answer.error().message;
      }
    }
    const auto figures = read_figures(oracle);
    if (figures) {
      EXPECT_EQ(*figures, figures_);
    } else {
      EXPECT_TRUE(blames_the_file(figures.error().message)) << figures.error().message;
    }
    return faults;
  }

 private:
  Oracle::Options options() const { return {.folder = folder_.path(), .threads = 1}; }

  void add(const Position& position, Oracle& oracle) {
    questions_.emplace_back(position, text_of(oracle.answer(position).value()));
  }

  /// The statistics and all lists of positions, as bytes.
  Result<std::vector<std::uint8_t>, TableFault> read_figures(const Oracle& oracle) const {
    const OpenTables& tables = oracle.tables();
    const auto table = tables.table(*tables.ending_of(material_), Metric::Mate);
    if (!table) return table.error();
    const auto statistics = read_statistics(**table);
    if (!statistics) return statistics.error();
    const auto lists = read_position_lists(**table);
    if (!lists) return lists.error();
    std::vector<std::uint8_t> bytes;
    for (const TableSection& section :
         statistics_sections({*statistics, *lists}, (*table)->geometry().layout())) {
      bytes.insert(bytes.end(), section.bytes.begin(), section.bytes.end());
    }
    return bytes;
  }

  const test::TemporaryFolder folder_;
  const Material material_;
  std::vector<std::pair<Position, std::string>> questions_;
  std::vector<std::uint8_t> figures_;
};

/// One byte of each seven is changed, of each 21 in a sample, and all bytes of the header.
void expect_no_wrong_answer(std::string_view ending, int questions) {
  const Witness witness(ending, questions);
  for (const Metric metric : {Metric::Mate, Metric::Zeroing}) {
    const std::filesystem::path path = witness.path(metric);
    SCOPED_TRACE(path);
    EXPECT_EQ(witness.examine(path), 0);
    const std::vector<std::uint8_t> whole = test::read_bytes(path);
    std::fstream file(path, std::ios::binary | std::ios::in | std::ios::out);
    const auto put = [&](std::size_t offset, std::uint8_t byte) {
      file.seekp(static_cast<std::streamoff>(offset)).put(static_cast<char>(byte)).flush();
      ASSERT_TRUE(file);
    };
    int noticed = 0, damages = 0;
    const std::size_t step = test::by_effort(21, 7);
    for (std::size_t offset = 0; offset < whole.size(); offset += offset < 128 ? 1 : step) {
      put(offset, whole[offset] ^ static_cast<std::uint8_t>(1 + offset % 255));
      noticed += witness.examine(path) > 0 ? 1 : 0;
      put(offset, whole[offset]);
      ++damages;
      if (testing::Test::HasFailure()) return;
    }
    EXPECT_GT(noticed, damages / 3);
  }
}

TEST(Damage, OfARookEndingNeverGivesAWrongAnswer) {
  expect_no_wrong_answer("KRvK", 12);
}

TEST(Damage, OfAPawnEndingNeverGivesAWrongAnswer) {
  expect_no_wrong_answer("KPvK", 12);
}

}  // namespace
}  // namespace lucena
