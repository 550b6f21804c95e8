// SPDX-License-Identifier: GPL-3.0-or-later
#include "solve/verifier.h"

#include <algorithm>
#include <random>
#include <vector>

#include "chess/legal_moves.h"

namespace lucena {
namespace {

/// Checks one position; a later contradiction does not replace an earlier one.
void check(const Position& position, Score stored, const EndingStore& store, VerifyReport& report) {
  ++report.positions;
  const auto computed = score_from_successors(position, store);
  assert(computed.has_value());
  if (*computed != stored && !report.first_contradiction) {
    report.first_contradiction = Contradiction{position, stored, *computed};
  }
}

void check_index(const EndingTable& table, const Index& index, Color side, const EndingStore& store,
                 VerifyReport& report) {
  const auto setup = table.layout().setup_at(index, side);
  if (!setup) return;
  const auto position = Position::create(*setup);
  if (position) check(*position, table.at(side, index), store, report);
}

/// The copies of a position, by symmetry or exchange of twins, have the same score.
void check_copy(const EndingTable& table, const Index& index, Color side, VerifyReport& report) {
  const auto setup = table.layout().setup_at(index, side);
  if (!setup) return;
  const auto position = Position::create(*setup);
  if (!position) return;
  const Score copy = table.at(side, index);
  const Score canonical = table.at(side, table.layout().index_of(*position));
  if (copy != canonical && !report.first_contradiction) {
    report.first_contradiction = Contradiction{*position, copy, canonical};
  }
}

VerifyReport joined(const std::vector<VerifyReport>& reports) {
  VerifyReport all;
  for (const VerifyReport& report : reports) {
    all.positions += report.positions;
    if (!all.first_contradiction) all.first_contradiction = report.first_contradiction;
  }
  return all;
}

}  // namespace

std::optional<Score> score_from_successors(const Position& position, const EndingStore& store) {
  const MoveList moves = legal_moves(position);
  if (moves.empty()) return position.in_check() ? Score{0} : kDraw;
  Score best = 0;
  for (const Move move : moves) {
    const auto after = store.score(position.after(move));
    if (!after) return {};
    best = std::max(best, score_before(*after));
  }
  return best;
}

VerifyReport verify_all(const EndingTable& table, const EndingStore& store, ThreadPool& pool,
                        const std::atomic<bool>& cancelled) {
  const Layout& layout = table.layout();
  const std::uint32_t slice = std::min<std::uint32_t>(layout.words(), 64);
  const std::size_t slices = layout.words() / slice;
  std::vector<VerifyReport> reports(layout.skeleton_count() * slices);
  pool.for_each(reports.size(), [&](std::size_t i, unsigned) {
    if (cancelled) return;
    const auto skeleton = static_cast<std::uint32_t>(i / slices);
    const auto begin = static_cast<std::uint32_t>(i % slices) * slice;
    for (std::uint32_t word = begin; word < begin + slice; ++word) {
      const std::uint64_t canonical = layout.canonical_bits(skeleton, word);
      for (int bit = 0; bit < Square::kCount; ++bit) {
        const Index index{skeleton, word, static_cast<std::uint8_t>(bit)};
        for (const Color side : kColors) {
          if ((canonical >> bit & 1) != 0) {
            check_index(table, index, side, store, reports[i]);
          } else {
            check_copy(table, index, side, reports[i]);
          }
        }
      }
    }
  });
  return joined(reports);
}

VerifyReport verify_sample(const EndingTable& table, const EndingStore& store,
                           std::uint64_t positions, std::uint64_t seed, ThreadPool& pool,
                           const std::atomic<bool>& cancelled) {
  // Slices of equal size, each with random numbers of its own, give the same positions whatever
  // the number of threads.
  constexpr std::uint64_t kSlice = 4096;
  const Layout& layout = table.layout();
  std::vector<VerifyReport> reports((positions + kSlice - 1) / kSlice);
  pool.for_each(reports.size(), [&](std::size_t i, unsigned) {
    std::mt19937_64 random(seed + i);
    const std::uint64_t wanted = std::min(kSlice, positions - i * kSlice);
    while (reports[i].positions < wanted && !cancelled) {
      const Index index{static_cast<std::uint32_t>(random() % layout.skeleton_count()),
                        static_cast<std::uint32_t>(random() % layout.words()),
                        static_cast<std::uint8_t>(random() % 64)};
      check_index(table, index, kColors[random() % 2], store, reports[i]);
    }
  });
  return joined(reports);
}

VerifyReport verify_castling(const Material& material, const EndingStore& store,
                             const std::atomic<bool>& cancelled) {
  VerifyReport report;
  for (const CastlingEnding& ending : castling_endings(material)) {
    store.castling_table(ending)->for_each([&](const Position& position, Score score) {
      if (!cancelled) check(position, score, store, report);
    });
  }
  return report;
}

}  // namespace lucena
