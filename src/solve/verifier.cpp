// SPDX-License-Identifier: GPL-3.0-or-later
#include "solve/verifier.h"

#include <algorithm>
#include <random>
#include <span>
#include <vector>

#include "chess/legal_moves.h"

namespace lucena {
namespace {

/// The tables under test.
struct Tables {
  const EndingStore& store;
  Metric metric;
  std::shared_ptr<const EndingTable> scores, values;

  Tables(const Material& material, Metric wanted, const EndingStore& all)
      : store(all),
        metric(wanted),
        scores(all.table(material)),
        values(all.table(material, wanted)) {}

  const Layout& layout() const { return scores->layout(); }
  Worth at(Color side, const Index& index) const {
    const MateScore score(scores->at(side, index));
    return metric == Metric::Mate ? Worth::of(score) : Worth::of(score, values->at(side, index));
  }
};

/// Checks one position; a later contradiction does not replace an earlier one.
void check(const Position& position, Worth stored, Metric metric, const PositionValues& values,
           VerifyReport& report) {
  ++report.positions;
  const auto obeys = obeys_moves(position, stored, metric, values);
  if (obeys && *obeys) return;
  const auto computed = worth_from_moves(position, metric, values);
  if (!obeys || !computed) {
    if (!report.fault) report.fault = obeys ? computed.error() : obeys.error();
  } else if (!report.first_contradiction) {
    report.first_contradiction = Contradiction{position, stored, *computed};
  }
}

/// Indices with two men on one square or with the wrong king in check stand for no position.
void check_index(const Tables& tables, const Index& index, Color side, VerifyReport& report) {
  const auto setup = tables.layout().setup_at(index, side);
  if (!setup) return;
  const auto position = Position::create(*setup);
  if (position) check(*position, tables.at(side, index), tables.metric, tables.store, report);
}

/// The copies of a position, by symmetry or exchange of twins, have the same value.
void check_copy(const Tables& tables, const Index& index, Color side, VerifyReport& report) {
  const auto setup = tables.layout().setup_at(index, side);
  if (!setup) return;
  const auto position = Position::create(*setup);
  if (!position) return;
  const Worth copy = tables.at(side, index);
  const Worth canonical = tables.at(side, tables.layout().index_of(*position));
  if (copy != canonical && !report.first_contradiction) {
    report.first_contradiction = Contradiction{*position, copy, canonical};
  }
}

/// Checks a position whose value ought to be known.
void check_stored(const Position& position, Metric metric, const PositionValues& values,
                  VerifyReport& report) {
  const auto stored = values.worth(position, metric);
  if (stored) return check(position, *stored, metric, values, report);
  ++report.positions;
  if (!report.fault) report.fault = stored.error();
}

/// Checks a position whose value may be known or not.
void check_if_known(const Position& position, Metric metric, const PositionValues& values,
                    VerifyReport& report) {
  const auto stored = values.worth(position, metric);
  if (!stored) return;
  VerifyReport here;
  check(position, *stored, metric, values, here);
  if (here.fault) return;
  ++report.positions;
  if (!report.first_contradiction) report.first_contradiction = here.first_contradiction;
}

/// Checks what draw(random) finds in so many tries, which may be nothing.
template <class Draw>
VerifyReport check_drawn(const Draw& draw, Metric metric, const PositionValues& values,
                         std::uint64_t throws, std::uint64_t seed,
                         const std::atomic<bool>& cancelled) {
  std::mt19937_64 random(seed);
  VerifyReport report;
  for (std::uint64_t i = 0; i < throws && !cancelled; ++i) {
    if (const auto position = draw(random)) check_if_known(*position, metric, values, report);
  }
  return report;
}

Index random_index(const Layout& layout, std::mt19937_64& random) {
  Index index;
  index.skeleton = random() % layout.skeleton_count();
  index.word = random() % layout.words();
  index.bit = random() % Square::kCount;
  return index;
}

std::optional<Position> white_to_move(const Layout& layout, const Index& index) {
  const auto setup = layout.setup_at(index, Color::White);
  if (!setup) return {};
  const auto position = Position::create(*setup);
  return position ? std::optional(*position) : std::nullopt;
}

/// One position of a castling table, or two men on one square.
struct CastlingPlace {
  std::uint32_t skeleton, word;
  Square black_king;
  Color side;
};

CastlingPlace random_place(const CastlingTable& table, std::mt19937_64& random) {
  const std::uint32_t skeleton = table.skeletons()[random() % table.skeletons().size()];
  const std::uint32_t word = random() % table.problem(skeleton).words();
  const Square black_king(static_cast<int>(random() % Square::kCount));
  return {skeleton, word, black_king, kColors[random() % 2]};
}

std::optional<Position> position_at(const CastlingTable& table, const CastlingPlace& place) {
  const auto position = table.position_at(place.skeleton, place.word, place.black_king, place.side);
  return position ? std::optional(*position) : std::nullopt;
}

/// Random words in groups that have White's men in common: his moves lead from all of them to the
/// same placements of his men, and Black's replies from there to positions that lie close together
/// in a file. So what is unpacked for one position serves the next ones; one by one, packets would
/// be all that takes time. Black's free men are the lowest digits of a word.
class WordGroup {
 public:
  /// Of a sample of so many positions.
  WordGroup(std::span<const Piece> free_men, std::uint32_t first_word, std::uint64_t positions)
      : positions_(positions),
        first_word_(first_word),
        black_men_(std::count_if(free_men.begin(), free_men.end(),
                                 [](Piece man) { return man.color == Color::Black; })) {}

  /// The more men Black has, the more positions there are: to draw one twice would tell nothing.
  /// Small samples have small groups, so that there are many of them all the same.
  std::uint64_t size() const {
    const std::uint64_t most = std::uint64_t{16} << (2 * std::min<std::ptrdiff_t>(black_men_, 2));
    return std::clamp<std::uint64_t>(positions_ / 64, 1, most);
  }

  std::uint32_t draw(std::mt19937_64& random) const {
    const std::uint32_t black_squares = (std::uint32_t{1} << (6 * black_men_)) - 1;
    return (first_word_ & ~black_squares) | (random() & black_squares);
  }

 private:
  std::uint64_t positions_;
  std::uint32_t first_word_;
  std::ptrdiff_t black_men_;
};

/// In the order of the slices, so that it does not depend on which thread was faster.
VerifyReport joined(const std::vector<VerifyReport>& reports) {
  VerifyReport all;
  for (const VerifyReport& report : reports) all.add(report);
  return all;
}

/// Calls check_some(random, wanted, report), which may find nothing to check, until so many
/// positions are checked. Slices of equal size, each with random numbers of its own, give the same
/// positions whatever the number of threads.
template <class CheckSome>
VerifyReport sample(const CheckSome& check_some, std::uint64_t positions, std::uint64_t seed,
                    ThreadPool& pool, const std::atomic<bool>& cancelled) {
  std::vector<VerifyReport> reports((positions + kSampleSlice - 1) / kSampleSlice);
  pool.for_each(reports.size(), [&](std::size_t i, unsigned) {
    std::mt19937_64 random(seed + i);
    const std::uint64_t wanted = std::min(kSampleSlice, positions - i * kSampleSlice);
    while (reports[i].positions < wanted && !cancelled) check_some(random, wanted, reports[i]);
  });
  return joined(reports);
}

}  // namespace

void VerifyReport::add(const VerifyReport& later) {
  positions += later.positions;
  if (!first_contradiction) first_contradiction = later.first_contradiction;
  if (!fault) fault = later.fault;
}

/// Every index is looked at: a canonical one is recomputed from its moves, a copy compared with the
/// canonical one. So each row of a table is known to be right, not only those that a file keeps.
VerifyReport verify_all(const Material& material, Metric metric, const EndingStore& store,
                        ThreadPool& pool, const std::atomic<bool>& cancelled) {
  const Tables tables(material, metric, store);
  const Layout& layout = tables.layout();
  const std::uint32_t slice = std::min<std::uint32_t>(layout.words(), 64);
  const std::size_t slices = layout.words() / slice;
  std::vector<VerifyReport> reports(layout.skeleton_count() * slices);
  pool.for_each(reports.size(), [&](std::size_t i, unsigned) {
    if (cancelled) return;
    const std::uint32_t skeleton = i / slices;
    const std::uint32_t begin = i % slices * slice;
    for (std::uint32_t word = begin; word < begin + slice; ++word) {
      const std::uint64_t canonical = layout.canonical_bits(skeleton, word);
      for (std::uint8_t bit = 0; bit < Square::kCount; ++bit) {
        const Index index{skeleton, word, bit};
        for (const Color side : kColors) {
          if ((canonical >> bit & 1) != 0) {
            check_index(tables, index, side, reports[i]);
          } else {
            check_copy(tables, index, side, reports[i]);
          }
        }
      }
    }
  });
  return joined(reports);
}

VerifyReport verify_sample(const Material& material, Metric metric, const EndingStore& store,
                           std::uint64_t positions, std::uint64_t seed, ThreadPool& pool,
                           const std::atomic<bool>& cancelled) {
  const Tables tables(material, metric, store);
  const auto check_one = [&](std::mt19937_64& random, std::uint64_t, VerifyReport& report) {
    const Index index = random_index(tables.layout(), random);
    check_index(tables, index, kColors[random() % 2], report);
  };
  return sample(check_one, positions, seed, pool, cancelled);
}

VerifyReport verify_sample(const Layout& layout, Metric metric, const PositionValues& values,
                           std::uint64_t positions, std::uint64_t seed, ThreadPool& pool,
                           const std::atomic<bool>& cancelled) {
  const auto check_group = [&](std::mt19937_64& random, std::uint64_t wanted,
                               VerifyReport& report) {
    Index index = random_index(layout, random);
    const WordGroup group(layout.free_men(), index.word, positions);
    for (std::uint64_t i = 0; i < group.size() && report.positions < wanted; ++i) {
      index.word = group.draw(random);
      index.bit = random() % Square::kCount;
      const auto position = white_to_move(layout, index);
      if (position) check_stored(*position, metric, values, report);
    }
  };
  return sample(check_group, positions, seed, pool, cancelled);
}

VerifyReport verify_sample(const CastlingTable& table, Metric metric, const PositionValues& values,
                           std::uint64_t positions, std::uint64_t seed, ThreadPool& pool,
                           const std::atomic<bool>& cancelled) {
  const std::span free_men(table.men().data(), table.free_count());
  const auto check_group = [&](std::mt19937_64& random, std::uint64_t wanted,
                               VerifyReport& report) {
    CastlingPlace place = random_place(table, random);
    const WordGroup group(free_men, place.word, positions);
    for (std::uint64_t i = 0; i < group.size() && report.positions < wanted; ++i) {
      place.word = group.draw(random);
      place.black_king = Square(static_cast<int>(random() % Square::kCount));
      place.side = kColors[random() % 2];
      const auto position = position_at(table, place);
      if (position) check_stored(*position, metric, values, report);
    }
  };
  return sample(check_group, positions, seed, pool, cancelled);
}

VerifyReport verify_castling(const Material& material, Metric metric, const EndingStore& store,
                             const std::atomic<bool>& cancelled) {
  VerifyReport report;
  for (const CastlingEnding& ending : castling_endings(material)) {
    store.castling_table(ending, metric)->for_each([&](const Position& position, StoredValue) {
      if (cancelled) return;
      check(position, *store.castling_worth(position, metric), metric, store, report);
    });
  }
  return report;
}

VerifyReport spot_check(const Layout& layout, Metric metric, const PositionValues& values,
                        std::uint64_t throws, std::uint64_t seed,
                        const std::atomic<bool>& cancelled) {
  const auto draw = [&](std::mt19937_64& random) {
    return white_to_move(layout, random_index(layout, random));
  };
  return check_drawn(draw, metric, values, throws, seed, cancelled);
}

VerifyReport spot_check(const CastlingTable& table, Metric metric, const PositionValues& values,
                        std::uint64_t throws, std::uint64_t seed,
                        const std::atomic<bool>& cancelled) {
  const auto draw = [&](std::mt19937_64& random) {
    return position_at(table, random_place(table, random));
  };
  return check_drawn(draw, metric, values, throws, seed, cancelled);
}

}  // namespace lucena
