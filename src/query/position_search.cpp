// SPDX-License-Identifier: GPL-3.0-or-later
#include "query/position_search.h"

#include <algorithm>
#include <bit>
#include <mutex>

#include "base/simd.h"
#include "endgame/placement.h"
#include "endgame/position_image.h"
#include "query/line_counts.h"
#include "query/move_traits.h"
#include "solve/problem.h"

namespace lucena {
namespace {

/// Scores from `first` to `last` that will do, and nothing beyond them.
struct ScoreRun {
  MateScore first, last;
};

std::vector<ScoreRun> runs_of(const ByMateScore<bool>& scores) {
  std::vector<ScoreRun> runs;
  for (unsigned byte = 0; byte < scores.kCount; ++byte) {
    const MateScore score(byte);
    if (!scores[score]) continue;
    if (byte > 0 && scores[MateScore(byte - 1)]) {
      runs.back().last = score;
    } else {
      runs.push_back({score, score});
    }
  }
  return runs;
}

bool will_do_with_any(const std::vector<ScoreRun>& runs) {
  return runs.size() == 1 && runs[0].first == MateScore(0) && runs[0].last == kBestScore;
}

/// The sets that tell the positions of these runs: up to the end of each, less what comes before.
void add_sets(const std::vector<ScoreRun>& runs, Color side, std::vector<ValueSet>& sets) {
  if (will_do_with_any(runs)) return;
  for (const ScoreRun& run : runs) {
    if (run.last != kBestScore) sets.push_back({side, run.last});
    if (run.first != MateScore(0)) sets.push_back({side, MateScore(run.first.byte() - 1)});
  }
}

MoveFeatures features_in_word(const WordMove& move) {
  return {
      .mover = move.mover.type, .captures = move.captured.has_value(), .promoted = move.promoted};
}

/// The symmetries under which positions of an ending count as alike.
std::vector<Symmetry> symmetries_of(const Layout& layout) {
  std::vector<Symmetry> symmetries;
  const int count = layout.pawn_count() > 0 ? 2 : Symmetry::kCount;
  for (int code = 0; code < count; ++code) symmetries.push_back(Symmetry::from_code(code));
  return symmetries;
}

/// The moves of the line that a word is in, counted when first asked for. Words come in order.
class CountedLines {
 public:
  const LineCounts& line_of(const EndingMoves& moves, Color side, std::uint32_t skeleton,
                            std::uint32_t word) {
    Line& line = lines_[side];
    const Index first{skeleton, word & ~std::uint32_t{63}, 0};
    if (line.first == first) return *line.counts;
    if (!line.counts) line.counts.emplace(moves, 0);
    line.counts->count(skeleton, first.word);
    line.first = first;
    return *line.counts;
  }

 private:
  struct Line {
    std::optional<LineCounts> counts;
    std::optional<Index> first;
  };
  ByColor<Line> lines_;
};

class WordSearch {
 public:
  WordSearch(const Material& material, const Query& query, KnownValues& values)
      : material_(material), query_(query), values_(values) {}

  std::optional<TableFault> prepare();

  /// Calls visit(side, positions) for the words in which there is something.
  template <class Visit>
  void search(const Problem& problem, std::uint32_t skeleton, std::uint32_t word,
              CountedLines& lines, Visit&& visit) const;

  Position position_at(const Index& index, Color side) const;

 private:
  struct Run {
    const std::uint64_t* at_most = nullptr;  // null: all legal ones
    const std::uint64_t* less_than = nullptr;
  };

  const std::uint64_t* set(Color side, MateScore bar) const {
    return values_.words(material_, {side, bar});
  }
  std::uint64_t of_value(Color side, std::size_t place) const;
  std::uint64_t of_rule(Color side, std::size_t place) const;
  std::uint64_t of_men(Square white_king, const Squares& squares) const;
  std::uint64_t of_men(Square white_king, const Squares& squares, Symmetry symmetry) const;
  std::uint64_t zugzwangs(Color side, std::size_t place) const;
  std::uint64_t only_moves(Color side, std::uint32_t skeleton, std::uint32_t word,
                           CountedLines& lines) const;
  std::uint64_t only_moves_like(Color side, std::uint32_t skeleton, std::uint32_t word) const;
  bool is_first_of_pair(const Index& index) const;
  std::uint64_t first_of_pairs(std::uint64_t positions, std::uint32_t skeleton,
                               std::uint32_t word) const;

  const Material material_;
  const Query& query_;
  KnownValues& values_;
  const Layout* layout_ = nullptr;
  bool equal_sides_ = false;
  std::vector<Symmetry> symmetries_;
  ByColor<std::vector<Run>> runs_;
  ByColor<bool> any_value_{};
  ByColor<const std::uint64_t*> lost_{}, not_won_{};
  ByColor<const std::uint64_t*> lost_in_time_{}, not_won_in_time_{};
  ByColor<std::optional<EndingMoves>> moves_;
};

/// Everything that the query takes, at once for each side, since files are read only once then.
std::optional<TableFault> WordSearch::prepare() {
  ByColor<std::vector<ScoreRun>> runs;
  std::vector<ValueSet> sets;
  const MateScore kept = query_.only && !query_.only->wins ? kDraw : kBestLoss;
  for (const Color side : kColors) {
    if (query_.zugzwang) sets.insert(sets.end(), {{side, kBestLoss}, {side, kDraw}});
    if (!query_.wants(side)) continue;
    runs[side] = runs_of(query_.scores[side]);
    add_sets(runs[side], side, sets);
    if (query_.cursed) {
      for (const MateScore bar : {kBestLoss, kDraw}) {
        sets.insert(sets.end(), {{side, bar}, {side, bar, ValueRule::Within100}});
      }
    }
    if (query_.needs_move) sets.push_back({opposite(side), kBestLoss});
    if (query_.only) sets.push_back({opposite(side), kept});
  }
  if (auto fault = values_.prepare(material_, sets)) return fault;
  layout_ = &values_.layout(material_);
  equal_sides_ = material_ == material_.with_colors_swapped();
  symmetries_ = symmetries_of(*layout_);
  for (const Color side : kColors) {
    const bool both = query_.zugzwang;
    if (both || (query_.needs_move && query_.wants(opposite(side))))
      lost_[side] = set(side, kBestLoss);
    if (both) not_won_[side] = set(side, kDraw);
    if (!query_.wants(side)) continue;
    any_value_[side] = will_do_with_any(runs[side]);
    if (query_.cursed) {
      lost_[side] = set(side, kBestLoss);
      not_won_[side] = set(side, kDraw);
      lost_in_time_[side] = values_.words(material_, {side, kBestLoss, ValueRule::Within100});
      not_won_in_time_[side] = values_.words(material_, {side, kDraw, ValueRule::Within100});
    }
    for (const ScoreRun& run : runs[side]) {
      if (any_value_[side]) break;
      Run sets_of_run;
      if (run.last != kBestScore) sets_of_run.at_most = set(side, run.last);
      if (run.first != MateScore(0)) {
        sets_of_run.less_than = set(side, MateScore(run.first.byte() - 1));
      }
      runs_[side].push_back(sets_of_run);
    }
    if (!query_.only) continue;
    const std::array bars{kept};
    if (auto fault =
            EndingMoves::prepare_promotions(material_, side, ValueRule::NoClock, bars, values_))
      return fault;
    moves_[side].emplace(material_, side, ValueRule::NoClock, bars, values_);
  }
  return {};
}

std::uint64_t WordSearch::of_value(Color side, std::size_t place) const {
  if (any_value_[side]) return ~std::uint64_t{0};
  std::uint64_t found = 0;
  for (const Run& run : runs_[side]) {
    std::uint64_t here = run.at_most != nullptr ? run.at_most[place] : ~std::uint64_t{0};
    if (run.less_than != nullptr) here &= ~run.less_than[place];
    found |= here;
  }
  return found;
}

/// Wins and losses that come too late for the 50-move rule, or those that do not.
std::uint64_t WordSearch::of_rule(Color side, std::size_t place) const {
  const std::uint64_t late = (not_won_in_time_[side][place] & ~not_won_[side][place]) |
                             (lost_[side][place] & ~lost_in_time_[side][place]);
  const std::uint64_t drawn = not_won_[side][place] & ~lost_[side][place];
  return *query_.cursed ? late : ~(late | drawn);
}

/// The squares of the black king with which this image of the position has all men in their place.
std::uint64_t WordSearch::of_men(Square white_king, const Squares& squares,
                                 Symmetry symmetry) const {
  std::uint64_t black_king = ~std::uint64_t{0};
  for (const ManPlace& man : query_.men) {
    const Bitboard places(symmetry.inverse()(man.squares.bits()));
    if (man.piece == Piece{Color::Black, PieceType::King}) {
      black_king &= places.bits();
      continue;
    }
    bool there = man.piece.type == PieceType::King && places.contains(white_king);
    for (std::size_t i = 0; i < layout_->men().size(); ++i) {
      there |= layout_->men()[i] == man.piece && places.contains(Square(squares[i]));
    }
    if (!there) return 0;
  }
  return black_king;
}

std::uint64_t WordSearch::of_men(Square white_king, const Squares& squares) const {
  if (query_.men.empty()) return ~std::uint64_t{0};
  std::uint64_t found = 0;
  for (const Symmetry symmetry : symmetries_) found |= of_men(white_king, squares, symmetry);
  return found;
}

/// Of two positions that differ by an exchange of colours, the one with the smaller index.
bool WordSearch::is_first_of_pair(const Index& index) const {
  const auto position = Position::create(layout_->setup_at(index, Color::White).value());
  return index <= layout_->index_of(with_colors_swapped(position.value()));
}

std::uint64_t WordSearch::first_of_pairs(std::uint64_t positions, std::uint32_t skeleton,
                                         std::uint32_t word) const {
  std::uint64_t first = 0;
  for (const Square king : Bitboard(positions)) {
    if (is_first_of_pair({skeleton, word, king.byte()})) first |= std::uint64_t{1} << king.index();
  }
  return first;
}

/// The value for either side if it is to move: lost and lost, drawn and lost, lost and drawn. Where
/// no side is named, each is given once, as the census counts them: with the side to move that
/// loses, and White if either does. Positions in sets are legal, so that these are with both sides
/// to move.
std::uint64_t WordSearch::zugzwangs(Color side, std::size_t place) const {
  const Color other = opposite(side);
  const std::uint64_t loses = lost_[side][place], other_loses = lost_[other][place];
  const std::uint64_t draws = not_won_[side][place] & ~loses;
  const std::uint64_t other_draws = not_won_[other][place] & ~other_loses;
  const std::uint64_t both_lose = loses & other_loses;
  if (query_.side) return both_lose | (loses & other_draws) | (draws & other_loses);
  // With equal sides a position that Black wins is one that White wins with the colours swapped.
  if (side == Color::White) return both_lose | (equal_sides_ ? 0 : loses & other_draws);
  return loses & other_draws;
}

std::uint64_t WordSearch::only_moves(Color side, std::uint32_t skeleton, std::uint32_t word,
                                     CountedLines& lines) const {
  if (!query_.only->traits.empty()) return only_moves_like(side, skeleton, word);
  const LineCounts& counts = lines.line_of(*moves_[side], side, skeleton, word);
  return counts.some(word % 64) & ~counts.several(word % 64);
}

/// Two counters of one bit: some move keeps the result, another one does too.
std::uint64_t WordSearch::only_moves_like(Color side, std::uint32_t skeleton,
                                          std::uint32_t word) const {
  std::uint64_t some = 0, several = 0, wanted = 0;
  const EndingMoves& moves = *moves_[side];
  const auto& traits = query_.only->traits;
  moves.for_each(skeleton, word, [&](const WordMove& move, const EndingMoves::Reached& reached) {
    const std::uint64_t keeps = reached[0];
    several |= some & keeps;
    some |= keeps;
    if (keeps == 0) return;
    const TraitTest test = test_traits(traits, features_in_word(move));
    if (!test.possible) return;
    std::uint64_t fits = keeps;
    if (test.must_check || test.must_not_check) {
      const std::uint64_t checks = moves.checking(skeleton, word, move);
      if (test.must_check) fits &= checks;
      if (test.must_not_check) fits &= ~checks;
    }
    wanted |= fits;
  });
  return some & ~several & wanted;
}

/// What is quick to see comes first; moves are looked at only where something is left.
template <class Visit>
void WordSearch::search(const Problem& problem, std::uint32_t skeleton, std::uint32_t word,
                        CountedLines& lines, Visit&& visit) const {
  const std::uint64_t canonical = layout_->canonical_bits(skeleton, word);
  if (canonical == 0) return;
  const Squares squares = problem.squares(word);
  const Square white_king = problem.white_king(word);
  const std::uint64_t men = canonical & of_men(white_king, squares);
  if (men == 0) return;
  const WordSets known = word_sets(white_king, problem.men(), squares);
  const std::size_t place = std::size_t{skeleton} * layout_->words() + word;
  for (const Color side : kColors) {
    if (!query_.wants(side)) continue;
    std::uint64_t found = men & known.legal[side];
    if (found != 0) found &= of_value(side, place);
    if (found != 0 && query_.cursed) found &= of_rule(side, place);
    if (found != 0 && query_.needs_move) {
      found &= known.legal[opposite(side)] & ~lost_[opposite(side)][place];
    }
    if (found != 0 && query_.zugzwang) {
      found &= zugzwangs(side, place);
      if (equal_sides_ && !query_.side) {
        const std::uint64_t pairs = found & lost_[opposite(side)][place];
        found = (found & ~pairs) | first_of_pairs(pairs, skeleton, word);
      }
    }
    if (found != 0 && query_.only) found &= only_moves(side, skeleton, word, lines);
    if (found != 0) visit(side, found);
  }
}

/// The first image that has the men where they are asked for.
Position WordSearch::position_at(const Index& index, Color side) const {
  const Setup setup = layout_->setup_at(index, side).value();
  Squares squares = layout_->skeleton(index.skeleton);
  const Squares free = layout_->free_squares(index.word);
  std::copy_n(free.begin(), layout_->free_count(), squares.begin());
  const Square king = layout_->king_square(layout_->slot_of(index.word));
  for (const Symmetry symmetry : symmetries_) {
    if ((of_men(king, squares, symmetry) >> index.bit & 1) != 0) return image_of(setup, symmetry);
  }
  return image_of(setup, Symmetry());
}

struct FoundIndex {
  Index index;
  Color side;
};

/// What a part of the words holds.
struct Slice {
  std::uint64_t count = 0;
  std::vector<FoundIndex> found;
  bool done = false;
};

/// Puts slices together in their order. Those that lie behind enough others need not list anything,
/// so that no more is kept than a few slices hold beyond what is wanted.
class SliceJoiner {
 public:
  SliceJoiner(std::size_t slices, std::size_t most) : slices_(slices), most_(most) {}

  std::size_t most() const { return enough_ ? 0 : most_; }

  void take(std::size_t number, Slice slice) {
    const std::lock_guard lock(mutex_);
    slices_[number] = std::move(slice);
    slices_[number].done = true;
    for (; next_ < slices_.size() && slices_[next_].done; ++next_) {
      count_ += slices_[next_].count;
      for (const FoundIndex& found : slices_[next_].found) {
        if (found_.size() < most_) found_.push_back(found);
      }
      slices_[next_].found = {};
    }
    enough_ = found_.size() >= most_;
  }

  std::uint64_t count() const { return count_; }
  const std::vector<FoundIndex>& found() const { return found_; }

 private:
  std::vector<Slice> slices_;
  const std::size_t most_;
  std::mutex mutex_;
  std::atomic<bool> enough_{false};
  std::size_t next_ = 0;
  std::uint64_t count_ = 0;
  std::vector<FoundIndex> found_;
};

void note_found(Slice& slice, std::size_t most, const Index& word, Color side,
                std::uint64_t positions) {
  slice.count += std::popcount(positions);
  for (const Square king : Bitboard(positions)) {
    if (slice.found.size() >= most) return;
    slice.found.push_back({{word.skeleton, word.word, king.byte()}, side});
  }
}

TableFault search_interrupted() {
  return {TableError::Cancelled, "interrupted"};
}

}  // namespace

Result<FoundPositions, TableFault> search_positions(const Material& material, const Query& query,
                                                    std::size_t most, KnownValues& values,
                                                    ThreadPool& pool, SearchProgress& progress,
                                                    const std::atomic<bool>& cancelled) {
  WordSearch search(material, query, values);
  if (auto fault = search.prepare()) return *fault;
  if (cancelled) return search_interrupted();
  const Layout& layout = values.layout(material);
  const std::uint32_t slice_words = std::min(layout.words(), 1u << 12);
  const std::size_t in_skeleton = layout.words() / slice_words;
  SliceJoiner joiner(layout.skeleton_count() * in_skeleton, most);
  progress.words = std::uint64_t{layout.skeleton_count()} * layout.words();
  pool.for_each(layout.skeleton_count() * in_skeleton, [&](std::size_t number, unsigned) {
    if (cancelled) return;
    const std::uint32_t skeleton = number / in_skeleton, begin = number % in_skeleton * slice_words;
    const Problem problem(layout, skeleton);
    const std::size_t wanted = joiner.most();
    Slice slice;
    CountedLines lines;
    with_best_instructions([&] {
      for (std::uint32_t word = begin; word < begin + slice_words; ++word) {
        search.search(problem, skeleton, word, lines, [&](Color side, std::uint64_t positions) {
          note_found(slice, wanted, {skeleton, word, 0}, side, positions);
        });
      }
    });
    joiner.take(number, std::move(slice));
    progress.words_done += slice_words;
  });
  if (cancelled) return search_interrupted();
  FoundPositions found{joiner.count(), {}};
  for (const FoundIndex& here : joiner.found()) {
    found.positions.push_back(search.position_at(here.index, here.side));
  }
  return found;
}

}  // namespace lucena
