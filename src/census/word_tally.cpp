// SPDX-License-Identifier: GPL-3.0-or-later
#include "census/word_tally.h"

#include <bit>

#include "base/simd.h"
#include "endgame/placement.h"
#include "solve/problem.h"
#include "solve/score_row.h"
#include "solve/word_sets.h"

namespace lucena {
namespace {

constexpr std::uint64_t kEverySquare = ~std::uint64_t{0};
/// a1 to h8.
constexpr std::uint64_t kDiagonalSquares = 0x8040201008040201;

std::uint64_t size(std::uint64_t set) {
  return static_cast<std::uint64_t>(std::popcount(set));
}

/// The squares whose zeroing distance is too long for the 50-move rule.
std::uint64_t cursed_bits(const ZeroingPlies* row) {
  const __m128i limit = _mm_set1_epi8(kClockLimit);
  return ~row_bits(row,
                   [&](__m128i part) { return _mm_cmpeq_epi8(_mm_min_epu8(part, limit), part); });
}

struct RowSets {
  std::uint64_t wins, draws, losses;
  explicit RowSets(const Score* row) : draws(equal_bits(row, kDraw)), losses(loss_bits(row)) {
    wins = ~(draws | losses);
  }
};

class Counter {
 public:
  Counter(const EndingTable& scores, const EndingTable* zeroing)
      : scores_(scores),
        zeroing_(zeroing),
        cursed_(zeroing != nullptr && zeroing->has_cursed()),
        equal_sides_(scores.material() == scores.material().with_colors_swapped()),
        bishops_(scores.material(), scores.layout().men()) {}

  void count(const Problem& problem, std::uint32_t skeleton, std::uint32_t word);
  WordsTally finish();

 private:
  void count_row(Color side, std::size_t bishops, const CanonicalBits& canonical,
                 std::uint64_t legal, const RowSets& sets, std::uint32_t skeleton,
                 std::uint32_t word);
  static void count_bits(KindTally& tally, std::size_t side, const Score* row, std::uint64_t bits);
  void note_zugzwangs(std::uint64_t positions, const RowSets& white, const RowSets& black,
                      const CanonicalBits& canonical, std::uint32_t skeleton, std::uint32_t word);
  bool is_first_of_pair(const Index& index) const;

  const EndingTable& scores_;
  const EndingTable* zeroing_;
  const bool cursed_, equal_sides_;
  const BishopClassifier bishops_;
  /// Whole rows, illegal positions included: they are drawn.
  std::array<std::array<ScoreHistogram, 2>, kBishopClasses> whole_rows_{};
  std::array<std::array<std::uint64_t, 2>, kBishopClasses> illegal_{};
  WordsTally tally_;
};

void Counter::count_bits(KindTally& tally, std::size_t side, const Score* row, std::uint64_t bits) {
  for (; bits != 0; bits &= bits - 1) ++tally.scores[side][row[std::countr_zero(bits)]];
}

void Counter::count_row(Color side, std::size_t bishops, const CanonicalBits& canonical,
                        std::uint64_t legal, const RowSets& sets, std::uint32_t skeleton,
                        std::uint32_t word) {
  const auto s = static_cast<std::size_t>(side);
  const Score* row = scores_.rows(side, skeleton, word);
  Tally& tally = tally_.classes[bishops];
  KindTally& ordinary = tally[static_cast<std::size_t>(PositionKind::Ordinary)];
  KindTally& special = tally[static_cast<std::size_t>(canonical.special_kind)];
  if (sets.draws == kEverySquare) {
    ordinary.scores[s][kDraw] += size(legal & canonical.ordinary);
    special.scores[s][kDraw] += size(legal & canonical.special);
    return;
  }
  if (canonical.ordinary == kEverySquare) {
    whole_rows_[bishops][s].add(row);
    illegal_[bishops][s] += size(~legal);
  } else {
    count_bits(ordinary, s, row, legal & canonical.ordinary);
    count_bits(special, s, row, legal & canonical.special);
  }
  if (zeroing_ == nullptr) return;
  // Where images of canonical positions are looked at too, they have the same distances.
  const ZeroingPlies* plies = zeroing_->rows(side, skeleton, word);
  tally_.zeroing[s].add(row, plies);
  if (!cursed_) return;
  if (const std::uint64_t cursed = cursed_bits(plies); cursed != 0) {
    ordinary.cursed_wins[s] += size(cursed & sets.wins & canonical.ordinary);
    ordinary.blessed_losses[s] += size(cursed & sets.losses & canonical.ordinary);
    special.cursed_wins[s] += size(cursed & sets.wins & canonical.special);
    special.blessed_losses[s] += size(cursed & sets.losses & canonical.special);
  }
}

/// Of two positions that differ by an exchange of colours, whether this one has the smaller index.
bool Counter::is_first_of_pair(const Index& index) const {
  const Layout& layout = scores_.layout();
  const auto position = Position::create(layout.setup_at(index, Color::White).value());
  return index <= layout.index_of(with_colors_swapped(position.value()));
}

void Counter::note_zugzwangs(std::uint64_t positions, const RowSets& white, const RowSets& black,
                             const CanonicalBits& canonical, std::uint32_t skeleton,
                             std::uint32_t word) {
  for (; positions != 0; positions &= positions - 1) {
    const int bit = std::countr_zero(positions);
    const bool white_loses = (white.losses >> bit & 1) != 0;
    const bool black_loses = (black.losses >> bit & 1) != 0;
    const Zugzwang found{{skeleton, word, static_cast<std::uint8_t>(bit)},
                         white_loses && black_loses ? ZugzwangKind::MoverLoses
                         : white_loses              ? ZugzwangKind::BlackWinsOrDraw
                                                    : ZugzwangKind::WhiteWinsOrDraw,
                         (canonical.special >> bit & 1) != 0};
    const bool is_second =
        found.kind == ZugzwangKind::BlackWinsOrDraw ||
        (found.kind == ZugzwangKind::MoverLoses && equal_sides_ && !is_first_of_pair(found.index));
    if (equal_sides_ && is_second) continue;
    tally_.zugzwangs.push_back(found);
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
  const std::uint64_t worse_for_mover =
      (white.draws & black.losses) | (white.losses & (black.draws | black.losses));
  const std::uint64_t both_legal =
      sets.legal[Color::White] & sets.legal[Color::Black] & canonical.all();
  if ((worse_for_mover & both_legal) == 0) return;
  note_zugzwangs(worse_for_mover & both_legal, white, black, canonical, skeleton, word);
}

WordsTally Counter::finish() {
  for (std::size_t bishops = 0; bishops < kBishopClasses; ++bishops) {
    KindTally& ordinary = tally_.classes[bishops][static_cast<std::size_t>(PositionKind::Ordinary)];
    for (std::size_t s = 0; s < 2; ++s) {
      for (std::size_t score = 0; score < 256; ++score) {
        ordinary.scores[s][score] += whole_rows_[bishops][s].count(static_cast<Score>(score));
      }
      ordinary.scores[s][kDraw] -= illegal_[bishops][s];
    }
  }
  return std::move(tally_);
}

}  // namespace

CanonicalBits canonical_bits_by_kind(const Layout& layout, std::uint32_t skeleton,
                                     std::uint32_t word) {
  CanonicalBits bits;
  const std::uint64_t all = layout.canonical_bits(skeleton, word);
  // Half a row is canonical where the reflection leads to the same word.
  const bool half = all != 0 && all != kEverySquare;
  bits.special = half ? all & kDiagonalSquares : 0;
  bits.ordinary = all & ~bits.special;
  if (!half) return bits;
  const Squares squares = layout.free_squares(word);
  for (int man = 0; man < layout.free_count(); ++man) {
    const std::uint64_t here = std::uint64_t{1} << squares[static_cast<std::size_t>(man)];
    if ((kDiagonalSquares & here) == 0) bits.special_kind = PositionKind::TwinsSwapped;
  }
  return bits;
}

KindTally& KindTally::operator+=(const KindTally& other) {
  for (std::size_t s = 0; s < 2; ++s) {
    for (std::size_t i = 0; i < scores[s].size(); ++i) scores[s][i] += other.scores[s][i];
    cursed_wins[s] += other.cursed_wins[s];
    blessed_losses[s] += other.blessed_losses[s];
  }
  return *this;
}

BishopClassifier::BishopClassifier(const Material& material, const std::vector<Piece>& men) {
  const auto of = [&](Color color) { return material.count(color, PieceType::Bishop); };
  const bool one_each = of(Color::White) == 1 && of(Color::Black) == 1;
  const Color more = of(Color::White) >= of(Color::Black) ? Color::White : Color::Black;
  for (std::size_t man = 0; man < men.size(); ++man) {
    if (men[man].type != PieceType::Bishop) continue;
    if (one_each || men[man].color == more) bishops_.push_back(man);
  }
}

WordsTally tally_words(const EndingTable& scores, const EndingTable* zeroing, std::uint64_t begin,
                       std::uint64_t end) {
  const Layout& layout = scores.layout();
  Counter counter(scores, zeroing);
  while (begin < end) {
    const auto skeleton = static_cast<std::uint32_t>(begin / layout.words());
    const std::uint64_t first = std::uint64_t{skeleton} * layout.words();
    const auto last =
        static_cast<std::uint32_t>(std::min(end - first, std::uint64_t{layout.words()}));
    const Problem problem(layout, skeleton);
    with_best_instructions([&] {
      for (auto word = static_cast<std::uint32_t>(begin - first); word < last; ++word) {
        counter.count(problem, skeleton, word);
      }
    });
    begin = first + last;
  }
  return counter.finish();
}

}  // namespace lucena
