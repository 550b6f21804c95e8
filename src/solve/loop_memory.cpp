// SPDX-License-Identifier: GPL-3.0-or-later
#include "solve/loop_memory.h"

#include <algorithm>
#include <map>

#include "solve/ahead_values.h"
#include "solve/ending_table.h"
#include "solve/exit_views.h"
#include "solve/noted_exits.h"
#include "solve/solver_crew.h"

namespace lucena {
namespace {

/// The sets and lists of a loop for one problem of this ending, by experience, and its notes.
///
/// KRBvKR has 10 * 64 * 64 * 64 words, which makes 461 MB at 128 + 48 bytes each.
std::size_t loop_bytes(const Layout& layout) {
  constexpr std::size_t kBytesPerWord = 128 + sizeof(ExitNotes::Word);
  return layout.words() * kBytesPerWord;
}

}  // namespace

std::size_t large_loop_bytes(const Layout& layout, bool zeroing, unsigned threads,
                             bool accelerated) {
  std::size_t words_bytes = std::size_t{layout.words()} * (zeroing ? 76 : 70);
  if (layout.pawn_count() == 0) return words_bytes;
  if (accelerated && layout.pawn_count() == 1) {
    constexpr std::size_t kEventsOfWord = 16, kBytesOfEvent = 12;
    words_bytes += layout.words() * kEventsOfWord * kBytesOfEvent * 3 / 2;
  }
  constexpr std::size_t kViewsOfSixMen = std::size_t{4} << 30;
  std::size_t views = kViewsOfSixMen >> 6 * (kMaxMen - layout.material().men());
  if (layout.pawn_count() > 1) {
    std::size_t tables = 0;
    for (const auto& [after, mover] : capture_views_of(layout.material())) {
      tables += EndingTable::size_bytes(Layout(after.canonical())) / kColors.size();
    }
    views = std::max(views, tables + AheadValues::at_hand_bytes(2));
  }
  const std::size_t of_more_threads =
      AheadValues::at_hand_bytes(std::max(threads, 2u)) - AheadValues::at_hand_bytes(2);
  return words_bytes + views + (zeroing ? 2 : 1) * of_more_threads;
}

std::size_t all_loops_bytes(const Solver::Options& options, const std::vector<Material>& plan) {
  const unsigned threads = options.threads;
  struct Loops {
    std::size_t count = 0, bytes_each = 0;
  };
  std::map<SolverCrew::Sharing, Loops> by_sharing;
  for (const Material& material : plan) {
    const bool in_pieces = material.count(PieceType::Pawn) > 1;
    const bool large = material.men() > options.men_in_memory;
    if (large && !in_pieces) continue;
    const Layout layout(material);
    const auto skeletons = skeletons_within(layout, large ? options.reach.get() : nullptr);
    for (std::size_t begin = 0; begin < skeletons.size();) {
      const std::size_t end = SolverCrew::end_of_wave(layout, skeletons, begin);
      Loops& loops = by_sharing[SolverCrew::sharing_of(end - begin, threads)];
      loops.count = std::max(loops.count, SolverCrew::at_a_time(end - begin, threads));
      loops.bytes_each = std::max(loops.bytes_each, loop_bytes(layout));
      begin = end;
    }
  }
  std::size_t sum = 0;
  for (const auto& [sharing, loops] : by_sharing) sum += loops.count * loops.bytes_each;
  return sum;
}

}  // namespace lucena
