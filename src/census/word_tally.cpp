// SPDX-License-Identifier: GPL-3.0-or-later
#include "census/word_tally.h"

#include <bit>

#include "base/simd.h"
#include "endgame/placement.h"
#include "solve/problem.h"
#include "solve/value_row.h"
#include "solve/word_sets.h"

namespace lucena {
namespace {

constexpr std::uint64_t kEverySquare = ~std::uint64_t{0};
/// a1 to h8.
constexpr std::uint64_t kDiagonalSquares = 0x8040201008040201;

std::uint64_t size(std::uint64_t set) {
  return std::popcount(set);
}

/// The squares whose value is too long for the 50-move rule, in a row of zeroing distances.
std::uint64_t cursed_bits(const std::uint8_t* row) {
  return row_bits(row, [](Sixteen part) { return part > std::uint8_t{kClockLimit}; });
}

/// What a row of mate scores says.
struct RowSets {
  std::uint64_t wins, draws, losses;
  explicit RowSets(const std::uint8_t* row)
      : draws(equal_bits(row, kDraw)), losses(loss_bits(row)) {
    wins = ~(draws | losses);
  }
};

/// A row takes one of three ways: all drawn, which is a count of bits; all squares canonical, a
/// whole row into the histogram; or else position by position.
class Counter {
 public:
  Counter(const EndingTable& scores, const EndingTable* zeroing)
      : scores_(scores),
        zeroing_(zeroing),
        cursed_(zeroing != nullptr && zeroing->has_cursed()),
        zugzwangs_(scores.layout()),
        bishops_(scores.material(), scores.layout().men()) {}

  void count(const Problem& problem, std::uint32_t skeleton, std::uint32_t word);
  WordsTally finish();

 private:
  void count_row(Color side, std::size_t bishops, const CanonicalBits& canonical,
                 std::uint64_t legal, const RowSets& sets, std::uint32_t skeleton,
                 std::uint32_t word);
  static void count_bits(KindTally& tally, Color side, const std::uint8_t* row, std::uint64_t bits);

  const EndingTable& scores_;
  const EndingTable* zeroing_;
  const bool cursed_;
  const ZugzwangFinder zugzwangs_;
  const BishopClassifier bishops_;
  /// Whole rows, illegal positions included: they are drawn.
  std::array<ByColor<ScoreHistogram>, kBishopClasses> whole_rows_{};
  std::array<ByColor<std::uint64_t>, kBishopClasses> illegal_{};
  WordsTally tally_;
};

void Counter::count_bits(KindTally& tally, Color side, const std::uint8_t* row,
                         std::uint64_t bits) {
  for (; bits != 0; bits &= bits - 1) {
    ++tally.scores[side][MateScore(row[std::countr_zero(bits)])];
  }
}

/// Illegal positions are drawn in tables, so that a whole row counts them as draws; finish() takes
/// as many off.
void Counter::count_row(Color side, std::size_t bishops, const CanonicalBits& canonical,
                        std::uint64_t legal, const RowSets& sets, std::uint32_t skeleton,
                        std::uint32_t word) {
  const std::uint8_t* row = scores_.rows(side, skeleton, word);
  Tally& tally = tally_.classes[bishops];
  KindTally& ordinary = tally[PositionKind::Ordinary];
  KindTally& special = tally[canonical.special_kind];
  if (sets.draws == kEverySquare) {
    ordinary.scores[side][kDraw] += size(legal & canonical.ordinary);
    special.scores[side][kDraw] += size(legal & canonical.special);
    return;
  }
  if (canonical.ordinary == kEverySquare) {
    whole_rows_[bishops][side].add(row);
    illegal_[bishops][side] += size(~legal);
  } else {
    count_bits(ordinary, side, row, legal & canonical.ordinary);
    count_bits(special, side, row, legal & canonical.special);
  }
  if (zeroing_ == nullptr) return;
  // Where images of canonical positions are looked at too, they have the same distances.
  const std::uint8_t* plies = zeroing_->rows(side, skeleton, word);
  tally_.zeroing[side].add(row, plies);
  if (!cursed_) return;
  if (const std::uint64_t cursed = cursed_bits(plies); cursed != 0) {
    ordinary.cursed_wins[side] += size(cursed & sets.wins & canonical.ordinary);
    ordinary.blessed_losses[side] += size(cursed & sets.losses & canonical.ordinary);
    special.cursed_wins[side] += size(cursed & sets.wins & canonical.special);
    special.blessed_losses[side] += size(cursed & sets.losses & canonical.special);
  }
}

void Counter::count(const Problem& problem, std::uint32_t skeleton, std::uint32_t word) {
  const CanonicalBits canonical = canonical_bits_by_kind(scores_.layout(), skeleton, word);
  if (canonical.all() == 0) return;
  const Squares squares = problem.squares(word);
  const WordSets sets = word_sets(problem.white_king(word), problem.men(), squares);
  if ((sets.legal[Color::White] | sets.legal[Color::Black]) == 0) return;
  const std::size_t bishops = bishops_.splits() ? bishops_.class_of(squares) : 0;
  const RowSets white(scores_.rows(Color::White, skeleton, word));
  const RowSets black(scores_.rows(Color::Black, skeleton, word));
  count_row(Color::White, bishops, canonical, sets.legal[Color::White], white, skeleton, word);
  count_row(Color::Black, bishops, canonical, sets.legal[Color::Black], black, skeleton, word);
  const WordResults results{sets.legal, {white.draws, black.draws}, {white.losses, black.losses}};
  zugzwangs_.find(skeleton, word, results, canonical, tally_.zugzwangs);
}

/// The histograms are 32 bits wide, a slice has far fewer positions.
WordsTally Counter::finish() {
  for (std::size_t bishops = 0; bishops < kBishopClasses; ++bishops) {
    KindTally& ordinary = tally_.classes[bishops][PositionKind::Ordinary];
    for (const Color side : kColors) {
      for (unsigned byte = 0; byte < ordinary.scores[side].kCount; ++byte) {
        const MateScore score(byte);
        ordinary.scores[side][score] += whole_rows_[bishops][side].count(score);
      }
      ordinary.scores[side][kDraw] -= illegal_[bishops][side];
    }
  }
  return std::move(tally_);
}

}  // namespace

ZugzwangFinder::ZugzwangFinder(const Layout& layout)
    : layout_(layout), equal_sides_(layout.material() == layout.material().with_colors_swapped()) {}

/// Of two positions that differ by an exchange of colours, whether this one has the smaller index.
bool ZugzwangFinder::is_first_of_pair(const Index& index) const {
  const auto position = Position::create(layout_.setup_at(index, Color::White).value());
  return index <= layout_.index_of(with_colors_swapped(position.value()));
}

/// What is worse for whoever is to move, both sides to move being legal:
///
///     White to move   Black to move   kind
///     drawn           lost            WhiteWinsOrDraw
///     lost            drawn           BlackWinsOrDraw
///     lost            lost            MoverLoses
///
/// With equal sides the second kind is the first with the colours swapped, and of the third each
/// position and its image are one.
void ZugzwangFinder::find(std::uint32_t skeleton, std::uint32_t word, const WordResults& results,
                          const CanonicalBits& canonical, std::vector<Zugzwang>& found) const {
  const auto& [white_draws, black_draws] = results.draws;
  const auto& [white_losses, black_losses] = results.losses;
  const std::uint64_t both_legal =
      results.legal[Color::White] & results.legal[Color::Black] & canonical.all();
  std::uint64_t positions =
      ((white_draws & black_losses) | (white_losses & (black_draws | black_losses))) & both_legal;
  for (; positions != 0; positions &= positions - 1) {
    const std::uint8_t bit = std::countr_zero(positions);
    const bool white_loses = (white_losses >> bit & 1) != 0;
    const bool black_loses = (black_losses >> bit & 1) != 0;
    const Zugzwang here{{skeleton, word, bit},
                        white_loses && black_loses ? ZugzwangKind::MoverLoses
                        : white_loses              ? ZugzwangKind::BlackWinsOrDraw
                                                   : ZugzwangKind::WhiteWinsOrDraw,
                        (canonical.special >> bit & 1) != 0};
    const bool is_second =
        here.kind == ZugzwangKind::BlackWinsOrDraw ||
        (here.kind == ZugzwangKind::MoverLoses && equal_sides_ && !is_first_of_pair(here.index));
    if (!equal_sides_ || !is_second) found.push_back(here);
  }
}

/// A man who is off the diagonal and still in a position that is its own reflection has a twin on
/// the other side.
CanonicalBits canonical_bits_by_kind(const Layout& layout, std::uint32_t skeleton,
                                     std::uint32_t word) {
  CanonicalBits bits;
  const std::uint64_t all = layout.canonical_bits(skeleton, word);
  // Half a word is canonical where the reflection leads to the same word.
  const bool half = all != 0 && all != kEverySquare;
  bits.special = half ? all & kDiagonalSquares : 0;
  bits.ordinary = all & ~bits.special;
  if (!half) return bits;
  const Squares squares = layout.free_squares(word);
  for (int man = 0; man < layout.free_count(); ++man) {
    const std::uint64_t here = std::uint64_t{1} << squares[man];
    if ((kDiagonalSquares & here) == 0) bits.special_kind = PositionKind::TwinsSwapped;
  }
  return bits;
}

PositionWeights position_weights(const Material& material) {
  std::uint64_t orders = 1;
  for (const Color color : kColors) {
    for (const PieceType type : kPieceTypes) {
      for (int i = 2; i <= material.count(color, type); ++i) orders *= i;
    }
  }
  // Where the reflection exchanges twins, it makes the same of two orders.
  return {material.has_pawns() ? ByPositionKind<std::uint64_t>{2, 2, 2}
                               : ByPositionKind<std::uint64_t>{8, 4, 4},
          {orders, orders / 2, orders}};
}

KindTally& KindTally::operator+=(const KindTally& other) {
  for (const Color side : kColors) {
    for (unsigned byte = 0; byte < scores[side].kCount; ++byte) {
      scores[side][MateScore(byte)] += other.scores[side][MateScore(byte)];
    }
    cursed_wins[side] += other.cursed_wins[side];
    blessed_losses[side] += other.blessed_losses[side];
  }
  return *this;
}

/// KBBvKB looks at White's bishops, KBvKB at both, KBvKN at a single one, which splits nothing.
BishopClassifier::BishopClassifier(const Material& material, const std::vector<Piece>& men) {
  const auto of = [&](Color color) { return material.count(color, PieceType::Bishop); };
  const bool one_each = of(Color::White) == 1 && of(Color::Black) == 1;
  const Color more = of(Color::White) >= of(Color::Black) ? Color::White : Color::Black;
  for (std::size_t man = 0; man < men.size(); ++man) {
    if (men[man].type != PieceType::Bishop) continue;
    if (one_each || men[man].color == more) bishops_.push_back(man);
  }
}

/// The range may begin in one skeleton and end in another; each has a geometry of its own.
WordsTally tally_words(const EndingTable& scores, const EndingTable* zeroing, std::uint64_t begin,
                       std::uint64_t end) {
  const Layout& layout = scores.layout();
  Counter counter(scores, zeroing);
  while (begin < end) {
    const std::uint32_t skeleton = begin / layout.words();
    const std::uint64_t first = std::uint64_t{skeleton} * layout.words();
    const std::uint64_t last = std::min(end - first, std::uint64_t{layout.words()});
    const Problem problem(layout, skeleton);
    with_best_instructions([&] {
      for (std::uint64_t word = begin - first; word < last; ++word) {
        counter.count(problem, skeleton, word);
      }
    });
    begin = first + last;
  }
  return counter.finish();
}

}  // namespace lucena
