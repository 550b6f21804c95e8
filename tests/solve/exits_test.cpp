// SPDX-License-Identifier: GPL-3.0-or-later
#include "solve/exits.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstring>
#include <limits>
#include <map>
#include <type_traits>

#include "chess/fen.h"
#include "chess/legal_moves.h"
#include "endgame/placement.h"
#include "solve/ahead_values.h"
#include "solve/castling_exits.h"
#include "solve/exit_views.h"
#include "solve/noted_exits.h"
#include "solve/word_sets.h"
#include "support/effort.h"
#include "support/random_positions.h"
#include "support/slow_exits.h"
#include "support/solved.h"
#include "support/temporary_folder.h"

namespace lucena {
namespace {

// An exit by one metric is none by another, and none of them is a score.
template <Metric metric>
constexpr bool kIsOneByteOfItsOwn =
    sizeof(ExitWorth<metric>) == 1 && std::is_trivially_copyable_v<ExitWorth<metric>> &&
    !std::is_convertible_v<std::uint8_t, ExitWorth<metric>> &&
    !std::is_constructible_v<ExitWorth<metric>, MateScore> &&
    !std::is_constructible_v<ExitWorth<metric>, ZeroingPlies> &&
    !std::is_constructible_v<MateScore, ExitWorth<metric>>;
static_assert(kIsOneByteOfItsOwn<Metric::Mate> && kIsOneByteOfItsOwn<Metric::Zeroing>);
static_assert(!std::is_constructible_v<ExitWorth<Metric::Zeroing>, ExitWorth<Metric::Mate>>);
static_assert(!std::is_constructible_v<ExitWorth<Metric::Mate>, ExitWorth<Metric::Zeroing>>);

constexpr std::size_t kNoLimit = std::numeric_limits<std::size_t>::max();

/// What the events and the set of positions without exit say of each square of the black king.
std::array<Worth, 64> worth_by_square(const std::vector<ExitEvent>& events,
                                      std::uint64_t without_exit) {
  std::array<Worth, 64> worth;
  worth.fill(Worth::draw());
  for (const Square square : Bitboard(without_exit)) {
    worth[static_cast<std::size_t>(square.index())] = Worth();
  }
  for (const ExitEvent& event : events) {
    for (const Square square : Bitboard(event.positions)) {
      Worth& here = worth[static_cast<std::size_t>(square.index())];
      EXPECT_TRUE(here.is_draw()) << "decided twice";
      here = event.turn.wins() ? Worth::win(event.turn.level()) : Worth::loss(event.turn.level());
    }
  }
  return worth;
}

/// How many positions of the interesting kinds were compared.
struct Coverage {
  int positions = 0, without_exit = 0, wins = 0, losses = 0;
  unsigned deepest = 0;
};

/// Compares the exits of all legal positions of a word; position_at(bit, side) gives each, or none
/// if it is to be left out.
template <class PositionAt>
void expect_slow_exits(const Exits& exits, Metric metric, const Problem& problem,
                       std::uint32_t word, const PositionValues& values, PositionAt&& position_at,
                       Coverage& coverage) {
  const WordSets sets = word_sets(problem.white_king(word), problem.men(), problem.squares(word));
  Exits::WordOfBothSides legal{}, without_exit{};
  for (const Color side : kColors) legal[side] = sets.legal[side] & problem.black_king_squares();
  Exits::Events events;
  exits.find(problem, word, {&legal, 1}, {&without_exit, 1}, events);
  for (const Color side : kColors) {
    const auto found = worth_by_square(events[side], without_exit[side]);
    for (const Square black_king : Bitboard(legal[side])) {
      const std::optional<Position> position = position_at(black_king, side);
      if (!position) continue;
      const Worth expected = test::slow_best_exit(*position, metric, values);
      ASSERT_EQ(found[static_cast<std::size_t>(black_king.index())], expected) << to_fen(*position);
      ++coverage.positions;
      coverage.without_exit += !expected.exists();
      coverage.wins += expected.is_win();
      coverage.losses += expected.is_loss();
      if (expected.exists()) coverage.deepest = std::max(coverage.deepest, expected.plies());
    }
  }
}

/// An ending all of whose successors are solved, and what its exits are made of.
template <Metric metric = Metric::Mate>
class SolvedEnding {
 public:
  explicit SolvedEnding(std::string_view name, std::size_t room = kNoLimit)
      : material_(test::material(name)),
        plan_(closure({material_})),
        store_(test::all_of_four_men()),
        views_(store_, pool_) {
    for (const Material& other : plan_) {
      if (other == material_) continue;
      views_.keep_promotions(promotions_into(other, plan_), *store_.table(other),
                             store_.table(other, Metric::Zeroing).get(), room);
    }
    views_.prepare(material_, room);
    table_ = store_.table(material_);
    if (!table_) table_ = std::make_shared<const EndingTable>(material_);
    values_ = store_.table(material_, metric);
    if (!values_) values_ = table_;
    exits_ = std::make_unique<TableExits<metric>>(*table_, *values_, views_);
  }

  const Layout& layout() const { return table_->layout(); }
  const ExitViews& views() const { return views_; }

  void check(std::uint32_t skeleton, std::uint32_t word, Coverage& coverage) const {
    check(*exits_, metric, skeleton, word, coverage);
  }

  void check(const Exits& exits, Metric by, std::uint32_t skeleton, std::uint32_t word,
             Coverage& coverage) const {
    const Problem problem(layout(), skeleton);
    const auto position_at = [&](Square black_king, Color side) {
      const Index index{skeleton, word, static_cast<std::uint8_t>(black_king.index())};
      return Position::create(layout().setup_at(index, side).value()).value();
    };
    expect_slow_exits(exits, by, problem, word, store_, position_at, coverage);
  }

  Coverage check_random_words(int words) const {
    Coverage coverage;
    for_random_words(words, [&](std::uint32_t skeleton, std::uint32_t word) {
      check(skeleton, word, coverage);
    });
    return coverage;
  }

  /// The exits by zeroing distance, from notes about those by mate.
  Coverage check_notes_of_random_words(int words) const {
    Coverage coverage;
    ExitNotes notes;
    const NotingExits noting(*exits_, notes);
    const ExitsFromNotes from_notes(notes, Turn(1, true), Turn(1, false));
    for_random_words(words, [&](std::uint32_t skeleton, std::uint32_t word) {
      const Problem problem(layout(), skeleton);
      notes.make_room(problem.words());
      const WordSets sets =
          word_sets(problem.white_king(word), problem.men(), problem.squares(word));
      Exits::WordOfBothSides without_exit{};
      Exits::Events events;
      noting.find(problem, word, {&sets.legal, 1}, {&without_exit, 1}, events);
      check(from_notes, Metric::Zeroing, skeleton, word, coverage);
    });
    return coverage;
  }

 private:
  template <class Work>
  void for_random_words(int words, Work&& work) const {
    test::Random random(1);
    for (int i = 0; i < words && !testing::Test::HasFatalFailure(); ++i) {
      const std::uint64_t skeleton = test::below(layout().skeleton_count(), random);
      const std::uint64_t word = test::below(layout().words(), random);
      work(static_cast<std::uint32_t>(skeleton), static_cast<std::uint32_t>(word));
    }
  }

  Material material_;
  std::vector<Material> plan_;
  const EndingStore& store_;
  ThreadPool pool_{2};
  ExitViews views_;
  std::shared_ptr<const EndingTable> table_, values_;
  std::unique_ptr<TableExits<metric>> exits_;
};

TEST(Exits, ByCaptureAreThoseOfTheMoveGenerator) {
  for (const std::string_view name : {"KRvK", "KQvKR", "KRvKN", "KBNvK", "KQQvK"}) {
    SCOPED_TRACE(name);
    const Coverage coverage = SolvedEnding<>(name).check_random_words(600);
    EXPECT_GT(coverage.positions, 20'000);
    EXPECT_GT(coverage.without_exit, 1000);
  }
}

TEST(Exits, OfFiveMenAreThoseOfTheMoveGenerator) {
  for (const std::string_view name : {"KRBvKR", "KNNvKQ", "KBNvKN", "KQQvKQ"}) {
    SCOPED_TRACE(name);
    const Coverage coverage = SolvedEnding<>(name).check_random_words(600);
    EXPECT_GT(coverage.wins, 500);
  }
}

TEST(Exits, ByPawnMoveAndPromotionAreThoseOfTheMoveGenerator) {
  for (const std::string_view name : {"KPvK", "KRvKP", "KPPvK", "KRPvK", "KBvKP", "KPvKP"}) {
    SCOPED_TRACE(name);
    const Coverage coverage = SolvedEnding<>(name).check_random_words(900);
    EXPECT_GT(coverage.positions, 20'000);
    EXPECT_GT(coverage.wins, 3000);
  }
}

TEST(Exits, ByOtherMetricsAreThoseOfTheMoveGenerator) {
  for (const std::string_view name : {"KQvKR", "KRvKP", "KPPvK", "KPvKP"}) {
    SCOPED_TRACE(name);
    const Coverage zeroing = SolvedEnding<Metric::Zeroing>(name).check_random_words(600);
    EXPECT_GT(zeroing.wins, 1000);
    const Coverage conversion = SolvedEnding<Metric::Conversion>(name).check_random_words(600);
    EXPECT_GT(conversion.wins, 1000);
  }
}

TEST(Exits, ByZeroingDistanceFollowFromNotesAboutMate) {
  for (const std::string_view name : {"KQvKR", "KRvKP", "KPPvK", "KPvKP"}) {
    SCOPED_TRACE(name);
    const Coverage coverage = SolvedEnding<>(name).check_notes_of_random_words(600);
    EXPECT_GT(coverage.wins, 1000);
    EXPECT_GT(coverage.without_exit, 1000);
  }
}

/// Whether one pawn can make a double step and be captured by the other in passing.
bool allows_en_passant(const Layout& layout, std::uint32_t skeleton) {
  const Square white(layout.skeleton(skeleton)[0]), black(layout.skeleton(skeleton)[1]);
  const bool next_to_each_other = std::abs(white.file() - black.file()) == 1;
  return next_to_each_other &&
         ((white.rank() == 1 && black.rank() == 3) || (white.rank() == 4 && black.rank() == 6));
}

TEST(Exits, ByDoubleStepAllowForTheCaptureInPassing) {
  const SolvedEnding<> ending("KPvKP");
  ASSERT_EQ(letter(ending.layout().men()[0]), 'P');
  Coverage coverage;
  int skeletons = 0;
  for (std::uint32_t skeleton = 0; skeleton < ending.layout().skeleton_count(); ++skeleton) {
    if (!allows_en_passant(ending.layout(), skeleton)) continue;
    ++skeletons;
    for (std::uint32_t word = 0; word < ending.layout().words(); ++word) {
      ending.check(skeleton, word, coverage);
      ASSERT_FALSE(HasFatalFailure());
    }
  }
  // Seven pairs of neighbouring files, either pawn on the left, either colour to step, and of two
  // that mirror each other one.
  EXPECT_EQ(skeletons, 14);
  EXPECT_GT(coverage.losses, 1000);
}

/// Captures as they are, but no promotions: the endings they lead to need not be solved.
class CapturesOnly final : public ExitTargets {
 public:
  ExitSource captures_into(const Material& material, Color mover) override {
    return views_.captures_into(material, mover);
  }
  ExitSource promotions_of(const Material& material, Color mover) override {
    const auto men = static_cast<std::size_t>(material.men()) - 2;
    const int rank = mover == Color::White ? 7 : 0;
    std::vector<Square> squares;
    for (int file = 0; file < 8; ++file) squares.emplace_back(file, rank);
    return {promotions_.emplace_back(std::make_unique<ExitView>(squares, men)).get()};
  }

 private:
  ThreadPool pool_{1};
  ExitViews views_{test::all_of_four_men(), pool_};
  std::vector<std::unique_ptr<ExitView>> promotions_;
};

TEST(Exits, KnowThatACaptureInPassingCanBeForced) {
  // After e4 Black has no move but fxe3; without it he would be stalemated.
  const Position position = parse_fen("8/8/8/8/5p2/5K2/4P1R1/7k w - - 0 1").value();
  const Position after = position.after(Move("e2"_sq, "e4"_sq));
  ASSERT_EQ(legal_moves(after).size(), 1u);
  ASSERT_EQ(legal_moves(after)[0].kind(), MoveKind::EnPassant);
  const EndingStore& store = test::all_of_four_men();
  const MateScore forced = score_before(store.score(after.after(legal_moves(after)[0])).value());
  ASSERT_TRUE(is_loss(forced));
  EXPECT_EQ(store.score(after), forced);

  // Of KRPvKP only what this word asks for is filled in: a stalemate, and what might be any draw.
  EndingTable table(test::material("KRPvKP"));
  const Layout& layout = table.layout();
  for (const std::string_view fen :
       {"8/8/8/8/4Pp2/5K2/6R1/7k b - - 0 1", "8/8/8/8/5p2/4PK2/6R1/7k b - - 0 1"}) {
    const Index index = layout.index_of(parse_fen(fen).value());
    std::fill_n(table.rows(Color::Black, index.skeleton, index.word), 64, kDraw.byte());
  }
  CapturesOnly targets;
  const TableExits<Metric::Mate> exits(table, table, targets);
  const Index index = layout.index_of(position);
  const Problem problem(layout, index.skeleton);
  const Exits::WordOfBothSides legal{std::uint64_t{1} << index.bit, 0};
  Exits::WordOfBothSides without_exit{};
  Exits::Events events;
  exits.find(problem, index.word, {&legal, 1}, {&without_exit, 1}, events);
  EXPECT_EQ(worth_by_square(events[Color::White], without_exit[Color::White])[index.bit],
            Worth::of(score_before(forced)));
}

/// An ending with six men that nobody has solved: its values, and those of the endings that
/// captures lead to, are anything, far distances among them.
class RandomEnding final : public LargeEnding, public PositionValues {
 public:
  RandomEnding(std::string_view name, ScratchFile& file)
      : layout_(test::material(name)), file_(file) {
    for (const Piece victim : layout_.men()) {
      const Material rest = layout_.material().without(victim).canonical();
      if (!store_.table(rest)) store_.add(test::random_table(rest, random_));
    }
  }

  Decisions& begin(Metric, std::uint32_t, const Problem&) override { std::abort(); }
  std::optional<FileFault> end(Metric, std::uint32_t) override { return {}; }
  const DecisionLog* log(Metric, std::uint32_t skeleton) const override {
    auto& log = logs_[skeleton];
    if (!log) log = random_log(skeleton);
    return log.get();
  }

  const Layout& layout() const { return layout_; }
  const EndingStore& store() const { return store_; }

 protected:
  Result<Worth, TableFault> ordinary_worth(const Position& position, Metric metric,
                                           Worth) const override {
    if (position.occupied().count() < 6) return store_.worth(position, metric);
    const Placement placement = placement_of(position, false);
    const WordPlace place =
        layout_.locate(placement.white_king, squares_of(placement, layout_.men()));
    std::vector<Worth> worths(layout_.words() * 64);
    if (log(metric, place.skeleton)->read(position.side_to_move(), 0, worths)) std::abort();
    return worths[place.word * 64 + place.symmetry(placement.black_king).byte()];
  }
  Result<bool, TableFault> is_never_cursed(const Position&) const override { return false; }

 private:
  /// A third of the positions is drawn.
  std::unique_ptr<DecisionLog> random_log(std::uint32_t skeleton) const {
    const Problem problem(layout_, skeleton);
    auto log = std::make_unique<DecisionLog>(problem, file_);
    BlockCollector positions;
    positions.set_size(problem.block_words());
    for (const Color side : kColors) {
      for (std::uint32_t block = 0; block < problem.blocks(); ++block) {
        std::uint64_t left = random_() | random_();
        for (; left != 0; positions.clear()) {
          const std::uint64_t some = left & random_();
          if (some == 0) continue;
          positions.add(0, some);
          const auto level = static_cast<unsigned>(test::below(900, random_));
          log->decide(side, block, Turn(level, level % 2 != 0), positions);
          left &= ~some;
        }
      }
    }
    if (log->finish()) std::abort();
    return log;
  }

  const Layout layout_;
  ScratchFile& file_;
  mutable test::Random random_{7};
  EndingStore store_;
  mutable std::map<std::uint32_t, std::unique_ptr<DecisionLog>> logs_;
};

/// Nothing that the endings below ask for.
class NoTargets final : public ExitTargets {
 public:
  ExitSource captures_into(const Material&, Color) override { std::abort(); }
  ExitSource promotions_of(const Material&, Color) override { std::abort(); }
};

TEST(Exits, OfSixMenWithPawnsAreThoseOfTheMoveGenerator) {
  for (const std::string_view name : {"KPPvKPP", "KPPPvKP"}) {
    SCOPED_TRACE(name);
    const test::TemporaryFolder folder;
    ScratchFile file = std::move(ScratchFile::create(folder.path())).value();
    const RandomEnding ending(name, file);
    const Layout& layout = ending.layout();
    const KeptPromotions none;
    NoTargets no_targets;
    Coverage coverage;
    test::Random random(3);
    for (int left = test::by_effort(20, 40); left > 0;) {
      const auto skeleton =
          static_cast<std::uint32_t>(test::below(layout.skeleton_count(), random));
      bool promotes = false;
      for (std::size_t i = 0; i < layout.men().size(); ++i) {
        const Square pawn(layout.skeleton(skeleton)[i]);
        promotes |= pawn_steps(layout.men()[i].color, pawn) == 5;
      }
      if (promotes) continue;
      --left;
      AheadValues ahead(layout, Metric::Mate, ending, none, 1);
      const TableExits<Metric::Mate, Keeping::OnDisk> exits(
          layout, skeleton, {no_targets, ending.store(), ahead, Team(), test::kNever});
      const Problem problem(layout, skeleton);
      for (std::uint32_t word = 0; word < layout.words(); word += 5) {
        const auto position_at = [&](Square black_king, Color side) {
          const Index index{skeleton, word, black_king.byte()};
          const auto position = Position::create(layout.setup_at(index, side).value()).value();
          return test::may_force_en_passant(position) ? std::nullopt : std::optional(position);
        };
        expect_slow_exits(exits, Metric::Mate, problem, word, ending, position_at, coverage);
        ASSERT_FALSE(HasFatalFailure());
      }
      ASSERT_FALSE(exits.finished());
    }
    EXPECT_GT(coverage.positions, 20'000);
    EXPECT_GT(coverage.wins, 10'000);
    EXPECT_GT(coverage.deepest, 254u);
  }
}

TEST(Exits, AreTheSameWhenMemoryIsShort) {
  for (const std::string_view name : {"KPvKP", "KPPvK"}) {
    SCOPED_TRACE(name);
    const SolvedEnding<> ending(name, 0);
    const SolvedEnding<> generous(name);
    EXPECT_LT(ending.views().size_bytes(), generous.views().size_bytes());
    EXPECT_GT(ending.check_random_words(300).wins, 1000);
  }
}

TEST(Exits, OfCastlingRightsAreThoseOfTheMoveGenerator) {
  const EndingStore& store = test::all_of_four_men();
  for (const std::string_view name : {"KRvK", "KRvKR", "KRRvK", "KQvKR", "KRPvK", "KRvKP"}) {
    SCOPED_TRACE(name);
    Coverage coverage;
    for (const CastlingEnding& ending : castling_endings(test::material(name))) {
      const auto table = store.castling_table(ending);
      for (std::size_t i = 0; i < table->skeletons().size(); i += 5) {
        const std::uint32_t skeleton = table->skeletons()[i];
        const Problem problem = table->problem(skeleton);
        const CastlingExits exits(*table, Metric::Mate, store, skeleton);
        for (std::uint32_t word = 0; word < problem.words(); ++word) {
          const auto position_at = [&](Square black_king, Color side) {
            return table->position_at(skeleton, word, black_king, side).value();
          };
          expect_slow_exits(exits, Metric::Mate, problem, word, store, position_at, coverage);
          ASSERT_FALSE(HasFatalFailure());
        }
      }
    }
    EXPECT_GT(coverage.wins, 80);
  }
}

TEST(ExitView, OfOutcomesNeedsNoZeroingTableWhereNothingIsCursed) {
  const EndingStore& store = test::all_of_four_men();
  ThreadPool pool(2);
  const std::atomic<bool> never{false};
  for (const std::string_view name : {"KQvKR", "KRvKP"}) {
    const Material material = test::material(name);
    const auto scores = store.table(material), zeroing = store.table(material, Metric::Zeroing);
    ASSERT_FALSE(zeroing->has_cursed());
    std::vector<Square> squares;
    for (int i = 0; i < Square::kCount; ++i) squares.emplace_back(i);
    ExitView with(squares, 2), without(squares, 2);
    for (const auto& [view, table] : {std::pair(&with, zeroing.get()), {&without, nullptr}}) {
      const OrientedReader reader(scores.get(), table, material);
      view->improve(reader, Reading::Outcomes, 0, Color::Black, pool, never);
    }
    EXPECT_TRUE(std::equal(with.bytes().begin(), with.bytes().end(), without.bytes().begin()));
  }
}

TEST(ExitViews, KeepNoPromotionsOnceCancelled) {
  const auto solver = test::solved(test::materials({"KQvK"}), {});
  const auto table = solver->store().table(test::material("KQvK"));
  for (const bool cancelled : {false, true}) {
    const std::atomic<bool> flag{cancelled};
    ExitViews views(solver->store(), solver->pool());
    views.cancel_on(flag);
    views.keep_promotions(promotions_into(test::material("KQvK"), test::materials({"KPvK"})),
                          *table, nullptr, std::size_t{1} << 30);
    EXPECT_EQ(views.size_bytes() == 0, cancelled);
  }
}

}  // namespace
}  // namespace lucena
