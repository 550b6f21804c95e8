// SPDX-License-Identifier: GPL-3.0-or-later
// Campaigns with endings that do not fit into memory, on a small scale: three men do, four do not.
#include "oracle/campaign.h"

#include <gtest/gtest.h>

#include <map>

#include "census/castling_summary.h"
#include "chess/fen.h"
#include "oracle/ending_writer.h"
#include "oracle/kept_statistics.h"
#include "oracle/prober.h"
#include "solve/level_loop.h"
#include "support/effort.h"
#include "support/given.h"
#include "support/random_positions.h"
#include "support/solved.h"
#include "support/table_folder.h"

namespace lucena {
namespace {

using test::material;

CampaignOptions small_scale(const std::vector<std::string_view>& wanted) {
  CampaignOptions options;
  options.wanted = test::materials(wanted);
  options.threads = 2;
  options.men_in_memory = 3;
  return options;
}

std::vector<std::string> names(const std::vector<Material>& materials) {
  std::vector<std::string> result;
  for (const Material& each : materials) result.push_back(each.name());
  return result;
}

/// How many of some endings have four men.
std::size_t large_ones(const std::vector<std::string>& names) {
  return std::count_if(names.begin(), names.end(),
                       [](const std::string& name) { return name.size() == 5; });
}

/// Remembers what it was told.
class Listener final : public CampaignObserver {
 public:
  void begin(const Solver&, const CampaignPlan& plan) override { endings_ = plan.endings; }
  void next(std::size_t place, bool is_read) override {
    if (!is_read) solved.push_back(endings_[place].name());
  }
  void doing(const std::string& what) override { deeds.push_back(what); }
  void warn(const std::string& message) override { warnings.push_back(message); }
  bool finished(const FinishedEnding& ending) override {
    order.push_back(ending.material.name());
    if (ending.statistics == nullptr) return true;
    statistics.emplace(ending.material, ending.statistics->statistics);
    if (with_castling) {
      castling.emplace(ending.material,
                       *summarize_castling(ending.material, *ending.castling, test::kNever));
    }
    return true;
  }

  std::vector<std::string> deeds, order, solved, warnings;
  std::map<Material, Statistics> statistics;
  bool with_castling = false;
  std::map<Material, CastlingSummary> castling;

 private:
  std::vector<Material> endings_;
};

TEST(LargeEndings, HaveWhatTheyNeedBroughtInRightBeforeThem) {
  const auto plan = CampaignPlan::make(small_scale({"KQvKR", "KRvKB"}));
  ASSERT_TRUE(plan) << plan.error().message;
  EXPECT_EQ(names(plan->all), (std::vector<std::string>{"KQvK", "KRvK", "KBvK", "KQvKR", "KRvKB"}));
  EXPECT_EQ(names(plan->endings),
            (std::vector<std::string>{"KQvK", "KRvK", "KBvK", "KQvKR", "KRvK", "KBvK", "KRvKB"}));
  EXPECT_EQ(plan->on_disk, std::vector<bool>(7, false)) << "nowhere to keep them";
  EXPECT_EQ(plan->turns, (std::vector<std::optional<std::size_t>>{0, 1, 2, 3, 6}));
  EXPECT_EQ(plan->last_use, (std::vector<std::size_t>{3, 3, 2, 3, 6, 6, 6}));
}

TEST(LargeEndings, AreCountedWithoutFiles) {
  const test::TemporaryFolder scratch;
  CampaignOptions options = small_scale({"KQvKR", "KBNvK", "KRvKP"});
  options.scratch_folder = scratch.path();
  const auto plan = CampaignPlan::make(options);
  ASSERT_TRUE(plan);
  Listener listener;
  const auto fault = carry_out(*plan, options, listener, test::kNever);
  ASSERT_FALSE(fault) << fault->message;
  EXPECT_EQ(listener.order, names(plan->all));
  for (const std::string_view name : {"KQvKR", "KBNvK", "KNvK", "KRvKP"}) {
    ThreadPool pool(1);
    const Statistics expected = gather_statistics(*test::all_of_four_men().table(material(name)),
                                                  nullptr, pool, test::kNever)
                                    .statistics;
    const Statistics& found = listener.statistics.at(material(name));
    EXPECT_EQ(found.all, expected.all);
    EXPECT_EQ(found.longest_win, expected.longest_win);
    EXPECT_EQ(found.longest_loss, expected.longest_loss);
  }
}

/// Has room for everything, and breaks down as soon as there is something to do.
class BrokenAccelerator final : public Accelerator {
 public:
  explicit BrokenAccelerator(std::vector<Material>& asked) : asked_(asked) {}

  std::optional<SolveFault> lacks_room(const Material&, std::size_t) override { return {}; }
  std::optional<SolveFault> lacks_room(std::uint32_t) override { return {}; }
  std::optional<SolveFault> solve_into(const Material& material, std::span<const Metric>,
                                       LargeEnding&, const Team&, const SolveControl&) override {
    asked_.push_back(material);
    return SolveFault{SolveError::Device, "it is broken"};
  }
  Result<ByMetric<unsigned>, SolveFault> fill(const ByMetric<EndingTable*>& tables,
                                              const SolveControl&) override {
    asked_.push_back(tables[Metric::Mate]->layout().material());
    return SolveFault{SolveError::Device, "it is broken"};
  }
  std::unique_ptr<ProblemSolver> make_solver(const Team& team) override {
    return std::make_unique<LevelLoop>(team);
  }

 private:
  std::vector<Material>& asked_;
};

/// Each ending is asked for once, and the next one all the same.
TEST(LargeEndings, AreSolvedByTheProcessorWhereAnAcceleratorBreaksDown) {
  for (const bool insisted_on : {false, true}) {
    const test::TemporaryFolder scratch;
    CampaignOptions options = small_scale({"KQvKR"});
    options.scratch_folder = scratch.path();
    std::vector<Material> asked;
    options.acceleration = {[&] { return std::make_shared<BrokenAccelerator>(asked); },
                            insisted_on};
    const auto plan = CampaignPlan::make(options);
    ASSERT_TRUE(plan) << plan.error().message;
    Listener listener;
    const auto fault = carry_out(*plan, options, listener, test::kNever);
    ASSERT_EQ(fault.has_value(), insisted_on);
    if (insisted_on) {
      EXPECT_EQ(fault->code, CampaignError::Device);
      EXPECT_TRUE(listener.warnings.empty());
      EXPECT_EQ(asked.size(), 1u);
    } else {
      EXPECT_EQ(listener.order.back(), "KQvKR");
      EXPECT_EQ(asked, test::materials({"KQvK", "KRvK", "KQvKR"}));
      ASSERT_EQ(listener.warnings.size(), asked.size());
      EXPECT_EQ(listener.warnings.back(), "KQvKR: it is broken; the processor solves it instead");
    }
  }
}

/// The tables of a folder answer as the solved ones do.
void expect_right_values(const OpenTables& tables, const Material& ending) {
  SCOPED_TRACE(ending.name());
  const Prober prober(tables);
  const Layout layout(ending);
  test::Random random(7);
  for (int positions = 0; positions < 5'000;) {
    const Index index{static_cast<std::uint32_t>(test::below(layout.skeleton_count(), random)),
                      static_cast<std::uint32_t>(test::below(layout.words(), random)),
                      static_cast<std::uint8_t>(test::below(Square::kCount, random))};
    const auto setup = layout.setup_at(index, kColors[test::below(2, random)]);
    const auto position = setup ? Position::create(*setup) : Position::create(Setup());
    if (!position) continue;
    ++positions;
    for (const Metric metric : {Metric::Mate, Metric::Zeroing}) {
      const auto worth = prober.worth(*position, metric);
      ASSERT_TRUE(worth) << worth.error().message;
      ASSERT_EQ(*worth, *test::all_of_four_men().worth(*position, metric)) << to_fen(*position);
    }
  }
}

/// A campaign that keeps everything in a folder.
std::optional<CampaignFault> solve_into(const std::filesystem::path& folder,
                                        const OpenTables& tables, CampaignOptions options,
                                        Listener& listener) {
  options.tables = &tables;
  options.zeroing = true;
  options.scratch_folder = folder;
  options.keep = [&](const Material& solved, const EndingStore& store,
                     std::vector<TableSection> sections,
                     ThreadPool& pool) -> std::optional<CampaignFault> {
    const auto written = write_ending(folder, solved, store, tables.missing(solved),
                                      std::move(sections), pool, test::kNever);
    EXPECT_TRUE(written);
    return {};
  };
  options.keep_streamed = [&](const StreamedEnding& ending, std::vector<TableSection> sections,
                              ThreadPool& pool) -> std::optional<CampaignFault> {
    EXPECT_TRUE(ending.write(folder, std::move(sections), pool, test::kNever));
    return {};
  };
  const auto plan = CampaignPlan::make(options);
  if (!plan) return plan.error();
  return carry_out(*plan, options, listener, test::kNever);
}

TEST(LargeEndings, AreWrittenAndReadFromDiskTheNextTime) {
  const test::TemporaryFolder folder;
  const OpenTables tables(folder.path(), 1 << 20);
  Listener first, second;
  using Names = std::vector<std::string_view>;
  CampaignOptions options = small_scale(test::by_effort<Names>(
      {"KQvKR", "KNNvK", "KRvKP"}, {"KQvKR", "KRvKB", "KNNvK", "KRvKP", "KPvKP"}));
  options.promotions_wait = 1;
  auto fault = solve_into(folder.path(), tables, options, first);
  ASSERT_FALSE(fault) << fault->message;
  EXPECT_EQ(first.deeds.size(), 2 * large_ones(first.order));
  for (const Material& ending : options.wanted) {
    expect_right_values(tables, ending);
    const auto file = tables.table(*tables.ending_of(ending), Metric::Mate);
    ASSERT_TRUE(file);
    const auto kept = read_statistics(**file);
    ASSERT_TRUE(kept) << kept.error().message;
    EXPECT_EQ(*kept, first.statistics.at(ending));
  }
  fault = solve_into(folder.path(), tables, options, second);
  ASSERT_FALSE(fault);
  EXPECT_TRUE(second.statistics.empty()) << "nothing was solved again";
  EXPECT_EQ(second.order, first.order);
}

/// Has room for single problems alone, and solves them as the processor does.
class NarrowAccelerator final : public Accelerator {
 public:
  std::optional<SolveFault> lacks_room(const Material&, std::size_t) override {
    return SolveFault{SolveError::Device, "there is no room"};
  }
  std::optional<SolveFault> lacks_room(std::uint32_t) override { return {}; }
  std::optional<SolveFault> solve_into(const Material&, std::span<const Metric>, LargeEnding&,
                                       const Team&, const SolveControl&) override {
    return SolveFault{SolveError::Device, "nobody has asked for room"};
  }
  Result<ByMetric<unsigned>, SolveFault> fill(const ByMetric<EndingTable*>&,
                                              const SolveControl&) override {
    return SolveFault{SolveError::Device, "nobody has asked for room"};
  }
  std::unique_ptr<ProblemSolver> make_solver(const Team& team) override {
    return std::make_unique<LevelLoop>(team);
  }
};

/// With an accelerator the processor writes one ending while the next is solved. What that reads
/// must have been written: KRvKP is told what it promotes into by files, of which the last was
/// solved right before it.
TEST(LargeEndings, AreWrittenWhileAnAcceleratorSolvesTheNext) {
  const test::TemporaryFolder folder;
  const OpenTables tables(folder.path(), 1 << 20);
  CampaignOptions options = small_scale({"KQvKR", "KRvKP"});
  options.promotions_wait = 0;
  options.acceleration.find = [] { return std::make_shared<NarrowAccelerator>(); };
  options.scratch_folder = folder.path();
  Listener listener;
  const auto fault = solve_into(folder.path(), tables, options, listener);
  ASSERT_FALSE(fault) << fault->message;
  EXPECT_EQ(listener.warnings, std::vector<std::string>{"KQvKR and 3 more are left to the "
                                                        "processor: there is no room"});
  for (const std::string& deed : listener.deeds) {
    EXPECT_EQ(deed, "counting and writing") << "what the next one waits for, if at all";
  }
  EXPECT_EQ(listener.order,
            (std::vector<std::string>{"KQvK", "KRvK", "KBvK", "KNvK", "KPvK", "KQvKR", "KRvKR",
                                      "KRvKB", "KRvKN", "KRvKP"}));
  for (const std::string& ending : listener.order) expect_right_values(tables, material(ending));
}

/// Not after hours of solving what it needs.
TEST(LargeEndings, AreRefusedBeforehandWhereAnAcceleratorIsInsistedOn) {
  const auto refusal = [](CampaignOptions options, std::shared_ptr<Accelerator> accelerator) {
    options.acceleration = {[&] { return accelerator; }, true};
    const auto plan = CampaignPlan::make(options);
    if (plan) return std::string("none");
    EXPECT_EQ(plan.error().code, CampaignError::Device);
    return plan.error().message;
  };
  EXPECT_EQ(refusal(small_scale({"KRvKP"}), std::make_shared<NarrowAccelerator>()),
            "KQvKR: there is no room; --device auto leaves it to the processor");
  std::vector<Material> asked;
  const auto roomy = std::make_shared<BrokenAccelerator>(asked);
  CampaignOptions options = small_scale({"KPvKP"});
  EXPECT_EQ(refusal(options, roomy), "none");
  options.reach = std::make_shared<Reach>(*parse_fen("8/8/8/3k4/3P2p1/8/8/3K4 w - - 0 1"));
  EXPECT_EQ(refusal(options, roomy),
            "KPvKP: the GPU solves an ending with several pawns as a whole, and this is a part of "
            "one; --device auto leaves it to the processor");
}

/// Copies the files of all endings with up to four men, but for some.
void copy_small_tables(const std::filesystem::path& folder, const std::vector<Material>& but) {
  for (const Material& each : all_materials(4)) {
    if (std::find(but.begin(), but.end(), each) != but.end()) continue;
    for (const Metric metric : {Metric::Mate, Metric::Zeroing}) {
      const std::string name = table_file_name(each, metric);
      std::filesystem::copy(test::small_tables() / name, folder / name);
    }
  }
}

/// All positions with castling rights.
void expect_right_castling(const OpenTables& tables, const Material& ending) {
  SCOPED_TRACE(ending.name());
  const Prober prober(tables);
  const EndingStore& store = test::all_of_four_men();
  for (const CastlingEnding& rights : castling_endings(ending)) {
    store.castling_table(rights)->for_each([&](const Position& position, StoredValue) {
      for (const Metric metric : {Metric::Mate, Metric::Zeroing}) {
        const auto worth = prober.worth(position, metric);
        ASSERT_TRUE(worth) << worth.error().message;
        ASSERT_EQ(*worth, *store.worth(position, metric)) << to_fen(position);
      }
    });
  }
}

/// Either side promotes, and what comes of it is kept either way round, with twins, equal sides and
/// castling rights. KRvKB is read twice, for two endings.
TEST(LargeEndings, ReadWhatTheyPromoteInto) {
  using Names = std::vector<std::string_view>;
  const std::vector<Material> pawns = test::materials(test::by_effort<Names>(
      {"KRvKP", "KBvKP", "KRPvK"},
      {"KQvKP", "KRvKP", "KBvKP", "KNvKP", "KQPvK", "KRPvK", "KBPvK", "KNPvK", "KPvKP", "KPPvK"}));
  const test::TemporaryFolder folder;
  copy_small_tables(folder.path(), pawns);
  const OpenTables tables(folder.path(), 1 << 20);
  CampaignOptions options = small_scale({});
  options.wanted = pawns;
  options.castling = true;
  options.promotions_wait = 1;
  Listener listener;
  const auto fault = solve_into(folder.path(), tables, options, listener);
  ASSERT_FALSE(fault) << fault->message;
  std::vector<std::string> expected = names(pawns);
  std::sort(expected.begin(), expected.end());
  std::sort(listener.solved.begin(), listener.solved.end());
  EXPECT_EQ(listener.solved, expected);
  for (const Material& ending : pawns) {
    expect_right_values(tables, ending);
    expect_right_castling(tables, ending);
  }
}

/// What waits for promotions takes room, so that it is read anew for endings that come much later.
/// No tables are read here, and none solved.
TEST(LargeEndings, HaveWhatTheyPromoteIntoNearThem) {
  const test::TemporaryFolder folder;
  const std::vector<Material> pawns =
      test::materials({"KQvKP", "KRvKP", "KBvKP", "KNvKP", "KQPvK", "KRPvK", "KBPvK", "KNPvK"});
  copy_small_tables(folder.path(), pawns);
  const OpenTables tables(folder.path(), 0);
  CampaignOptions options = small_scale({});
  options.wanted = pawns;
  options.tables = &tables;
  options.promotions_wait = 2;
  const auto plan = CampaignPlan::make(options);
  ASSERT_TRUE(plan) << plan.error().message;
  std::size_t solved = 0, read = 0;
  for (std::size_t i = 0; i < plan->endings.size(); ++i) {
    const Material& ending = plan->endings[i];
    if (ending.men() < 4) continue;
    EXPECT_EQ(plan->on_disk[i], !ending.has_pawns()) << ending.name();
    ++(plan->on_disk[i] ? read : solved);
    if (plan->on_disk[i]) continue;
    for (const PieceType type : kPromotionTypes) {
      const Color side =
          ending.count(Color::White, PieceType::Pawn) > 0 ? Color::White : Color::Black;
      const Material promoted =
          ending.without({side, PieceType::Pawn}).with({side, type}).canonical();
      const auto here =
          plan->endings.rbegin() + static_cast<std::ptrdiff_t>(plan->endings.size() - i);
      const auto last = std::find(here, plan->endings.rend(), promoted);
      ASSERT_NE(last, plan->endings.rend()) << promoted.name();
      EXPECT_LT(std::count_if(
                    here, last,
                    [](const Material& since) { return since.men() == 4 && since.has_pawns(); }),
                2)
          << promoted.name() << " for " << ending.name();
    }
  }
  EXPECT_EQ(solved, pawns.size());
  EXPECT_GT(read, 20u) << "there are 20 endings without pawns, and some come twice";
}

/// Whatever is read for an ending that is solved waits until then, however long that takes; and to
/// read an ending takes what Black's pawns become, not White's. Of KPPvKP all but itself is there.
/// It turns into KQPvKP, for which KQPvKQ is read, but not KQQvKQ. No tables are read here, and
/// none solved.
TEST(LargeEndings, HaveNothingReadTwiceForOneOfThem) {
  const test::TemporaryFolder folder;
  const Material last = material("KPPvKP");
  for (const Material& each : closure({last})) {
    for (const Metric metric : {Metric::Mate, Metric::Zeroing}) {
      if (each != last) test::write_bytes(folder.path() / table_file_name(each, metric), {});
    }
  }
  const OpenTables tables(folder.path(), 0);
  CampaignOptions options = small_scale({"KPPvKP"});
  options.men_in_memory = 4;
  options.tables = &tables;
  options.promotions_wait = 1;
  const auto plan = CampaignPlan::make(options);
  ASSERT_TRUE(plan) << plan.error().message;
  std::map<Material, unsigned> times;
  for (const Material& ending : plan->endings) {
    if (options.is_large(ending)) ++times[ending];
  }
  EXPECT_EQ(plan->endings.back(), last);
  EXPECT_EQ(times.size(), 1u + 4 + 4 + 16) << "KPPvKP, KQPvKP, KPPvKQ, KQPvKQ and their like";
  EXPECT_FALSE(times.contains(material("KQQvKQ")));
  for (const auto& [ending, count] : times) EXPECT_EQ(count, 1u) << ending.name();
}

/// What a pawn becomes that has another one beside it: of either side, and of both.
TEST(LargeEndings, ReadWhatHasPawnsItself) {
  using Names = std::vector<std::string_view>;
  for (const std::string_view name : test::by_effort<Names>({"KPvKP"}, {"KPvKP", "KPPvK"})) {
    const test::TemporaryFolder folder;
    copy_small_tables(folder.path(), {material(name)});
    const OpenTables tables(folder.path(), 1 << 20);
    Listener listener;
    const auto fault = solve_into(folder.path(), tables, small_scale({name}), listener);
    ASSERT_FALSE(fault) << fault->message;
    EXPECT_EQ(listener.solved, std::vector<std::string>{std::string(name)});
    expect_right_values(tables, material(name));
  }
}

/// Like a campaign that has been interrupted before the last ending.
TEST(LargeEndings, HaveTheSameFilesWhateverWasThereBefore) {
  const test::TemporaryFolder folder;
  const Material last = material("KRvKP");
  CampaignOptions options = small_scale({"KRvKP"});
  options.castling = true;
  const auto solve = [&](Listener& listener) {
    const OpenTables tables(folder.path(), 0);
    const auto fault = solve_into(folder.path(), tables, options, listener);
    ASSERT_FALSE(fault) << fault->message;
  };
  Listener first, second;
  solve(first);
  std::map<std::string, std::vector<std::uint8_t>> before;
  for (const std::string& name : folder.names())
    before[name] = test::contents(folder.path() / name);
  for (const Metric metric : {Metric::Mate, Metric::Zeroing}) {
    ASSERT_TRUE(std::filesystem::remove(folder.path() / table_file_name(last, metric)));
  }
  solve(second);
  EXPECT_EQ(second.solved, std::vector<std::string>{"KRvKP"});
  for (const auto& [name, bytes] : before) {
    EXPECT_EQ(test::contents(folder.path() / name), bytes) << name;
  }
}

/// The fault names the file, and nothing is written.
TEST(LargeEndings, NoticeDamageToWhatTheyPromoteInto) {
  const std::vector<Material> pawns = test::materials({"KRvKP"});
  for (const std::string damaged : {"KQvKR.mate", "KRvKN.mate"}) {
    const test::TemporaryFolder folder;
    copy_small_tables(folder.path(), pawns);
    auto bytes = test::read_bytes(folder.path() / damaged);
    bytes[bytes.size() / 2] ^= 4;
    test::write_bytes(folder.path() / damaged, bytes);
    const OpenTables tables(folder.path(), 0);
    Listener listener;
    const auto fault = solve_into(folder.path(), tables, small_scale({"KRvKP"}), listener);
    ASSERT_TRUE(fault);
    EXPECT_EQ(fault->code, CampaignError::Table);
    EXPECT_NE(fault->message.find(damaged + " is damaged"), std::string::npos) << fault->message;
    EXPECT_TRUE(listener.statistics.empty());
    EXPECT_EQ(tables.faults().size(), 1u);
  }
}

/// What has gone from the folder is solved with the rest read from there.
TEST(LargeEndings, ReadWhatTheyNeed) {
  const test::TemporaryFolder folder;
  const CampaignOptions options = small_scale({"KQvKR"});
  Listener first, second;
  {
    const OpenTables tables(folder.path(), 0);
    ASSERT_FALSE(solve_into(folder.path(), tables, options, first));
  }
  const auto path = folder.path() / table_file_name(material("KQvKR"), Metric::Mate);
  const auto before = test::read_bytes(path);
  std::filesystem::remove(path);
  const OpenTables tables(folder.path(), 0);
  ASSERT_FALSE(solve_into(folder.path(), tables, options, second));
  EXPECT_EQ(second.statistics.size(), 1u);
  EXPECT_EQ(test::read_bytes(path).size(), before.size());
  expect_right_values(tables, material("KQvKR"));
}

/// Both sides' rights, those of the weaker side, and pawns that promote beside them. What was
/// counted is what the tables in memory come to.
TEST(LargeEndings, HaveCastlingRights) {
  const test::TemporaryFolder folder;
  const OpenTables tables(folder.path(), 1 << 20);
  Listener listener;
  listener.with_castling = true;
  CampaignOptions options = small_scale({"KRvKR", "KQvKR", "KRvKP"});
  options.castling = true;
  const auto fault = solve_into(folder.path(), tables, options, listener);
  ASSERT_FALSE(fault) << fault->message;
  const EndingStore& store = test::all_of_four_men();
  for (const Material& ending : options.wanted) {
    SCOPED_TRACE(ending.name());
    expect_right_castling(tables, ending);
    const auto expected = summarize_castling(ending, store, test::kNever);
    const CastlingSummary& counted = listener.castling.at(ending);
    for (const Color side : kColors) {
      EXPECT_EQ(counted.positions[side], expected->positions[side]);
      EXPECT_EQ(counted.longest_win[side]->plies, expected->longest_win[side]->plies);
    }
  }
}

/// Nobody keeps anything.
TEST(LargeEndings, AreCountedWithCastlingRightsWithoutFiles) {
  const test::TemporaryFolder scratch;
  CampaignOptions options = small_scale({"KRvKB"});
  options.scratch_folder = scratch.path();
  options.castling = true;
  const auto plan = CampaignPlan::make(options);
  ASSERT_TRUE(plan);
  Listener listener;
  listener.with_castling = true;
  ASSERT_FALSE(carry_out(*plan, options, listener, test::kNever));
  const auto expected =
      summarize_castling(material("KRvKB"), test::all_of_four_men(), test::kNever);
  EXPECT_EQ(listener.castling.at(material("KRvKB")).positions[Color::White],
            expected->positions[Color::White]);
}

TEST(LargeEndings, StopWhenTheyAreCancelled) {
  const std::atomic<bool> cancelled{true};
  const test::TemporaryFolder scratch;
  CampaignOptions options = small_scale({"KQvKR"});
  options.scratch_folder = scratch.path();
  const auto plan = CampaignPlan::make(options);
  Listener listener;
  const auto fault = carry_out(*plan, options, listener, cancelled);
  ASSERT_TRUE(fault);
  EXPECT_EQ(fault->code, CampaignError::Cancelled);
}

TEST(LargeEndings, NeedAFolderToWaitIn) {
  const test::TemporaryFolder scratch;
  CampaignOptions options = small_scale({"KQvKR"});
  options.scratch_folder = scratch.path() / "nowhere";
  const auto plan = CampaignPlan::make(options);
  Listener listener;
  const auto fault = carry_out(*plan, options, listener, test::kNever);
  ASSERT_TRUE(fault);
  EXPECT_EQ(fault->code, CampaignError::Scratch);
  EXPECT_NE(fault->message.find("nowhere"), std::string::npos) << fault->message;
}

TEST(LargeEndings, AreRefusedWhereNobodyCanSolveThem) {
  const auto fault_of = [](const CampaignOptions& options) {
    const auto plan = CampaignPlan::make(options);
    EXPECT_FALSE(plan);
    EXPECT_EQ(plan.error().code, CampaignError::NotSupported);
    return plan.error().message;
  };
  CampaignOptions options = small_scale({"KQvKR"});
  options.conversion = {material("KQvKR")};
  EXPECT_EQ(fault_of(options), "KQvKR: six men are not solved by conversion");
  options.values_in_memory = true;
  EXPECT_EQ(fault_of(options), "KQvKR: six men do not fit into memory");
}

}  // namespace
}  // namespace lucena
