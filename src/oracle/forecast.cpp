// SPDX-License-Identifier: GPL-3.0-or-later
#include "oracle/forecast.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "endgame/layout.h"

namespace lucena {
namespace {

/// CPU seconds for a unit of work_of(), files and statistics included: `solve --men 5` takes 1,820
/// for all 145 endings.
constexpr double kSecondsPerWork = 4.3e-6;

/// For an ending that does not fit into memory a word is twice as much work: KRRvKRB takes 1,100
/// CPU seconds and KRNvKNN 1,950, each with 168 million words. By mate alone it is half of it.
constexpr double kLargeWork = 2, kLargeWorkUnkept = 1;
/// With a GPU what is left for the processor to do takes longest: with 16 threads KRBvKRN takes 45
/// to 55 seconds.
constexpr double kAcceleratedWork = 1.1, kAcceleratedWorkUnkept = 0.3;
/// Of a word that is read: KQRvKR, KRRvKR, KRBvKR and KRNvKR are read in a third of the time that
/// it takes to solve and keep them. Large endings are not known better.
constexpr double kReadingWork = 0.35;

/// Bytes a word, where most is needed. Events and decisions by mate and zeroing distance of KRNvKNN
/// take 13.4 GB; events by mate alone of KQRvKQR, 3.7 GB. Pawns need decisions in any case: with
/// what waits of promotions, KQQRPvK takes 11.3 GB by mate, and is simple.
constexpr double kScratchPerWord = 80, kScratchPerWordUnkept = 22, kScratchPerWordAhead = 35;
/// What is left of promotions that wait once they are compressed, by one metric.
constexpr double kCompressed = 0.3;
/// Bytes of both tables a word.
constexpr double kTablesPerWord = 14;

/// How much of an ending is to be solved.
struct Extent {
  double words;
  bool is_whole;
};
Extent extent_of(const Material& material, const Reach* reach) {
  const Layout layout(material);
  const std::size_t skeletons =
      skeletons_within(layout, is_large(material) ? reach : nullptr).size();
  return {static_cast<double>(skeletons) * layout.words(), skeletons == layout.skeleton_count()};
}

/// One digit is more than anybody knows.
std::string size_text(std::uint64_t bytes) {
  constexpr double kGigabyte = 1 << 30;
  return fmt::format("{:.0f} GB", std::max(1.0, std::ceil(static_cast<double>(bytes) / kGigabyte)));
}

}  // namespace

std::string duration_text(double seconds) {
  const auto rounded = [](double number) { return std::max(1L, std::lround(number)); };
  const auto counted = [](long number, const char* unit) {
    return fmt::format("{} {}{}", number, unit, number == 1 ? "" : "s");
  };
  if (seconds < 90) return counted(rounded(seconds), "second");
  if (seconds < 90 * 60) return counted(rounded(seconds / 60), "minute");
  if (seconds < 48 * 3600) return counted(rounded(seconds / 3600), "hour");
  return counted(rounded(seconds / (24 * 3600)), "day");
}

double work_of(const Material& material, const Manner& manner) {
  const double words = extent_of(material, manner.reach).words;
  if (!is_large(material)) return words;
  const auto& accelerated = manner.accelerated;
  if (std::find(accelerated.begin(), accelerated.end(), material) != accelerated.end()) {
    return words * (manner.kept ? kAcceleratedWork : kAcceleratedWorkUnkept);
  }
  return words * (manner.kept ? kLargeWork : kLargeWorkUnkept);
}

double work_to_read(const Material& material, const Manner& manner) {
  return extent_of(material, manner.reach).words * kReadingWork;
}

double seconds_of(double work, unsigned threads) {
  return work * kSecondsPerWork / threads;
}

/// Endings follow each other, and each gives its scratch space back, but for the tables of parts
/// and for what waits for those that promote into it.
Forecast forecast_of(const EndingOrder& order, unsigned threads, const Manner& manner) {
  Forecast forecast;
  std::uint64_t parts = 0;
  for (std::size_t i = 0; i < order.endings.size(); ++i) {
    const Material& material = order.endings[i];
    if (order.is_read(i)) {
      forecast.seconds += seconds_of(work_to_read(material, manner), threads);
      continue;
    }
    const bool large = is_large(material);
    const auto [words, is_whole] = extent_of(material, manner.reach);
    forecast.seconds += seconds_of(work_of(material, manner), threads);
    const auto tables = static_cast<std::uint64_t>(manner.kept ? words * kTablesPerWord : 0);
    (is_whole ? forecast.table_bytes : parts) += tables;
    forecast.in_part |= !is_whole;
    if (!large) continue;
    forecast.large.push_back(material);
    const double unkept = material.has_pawns() ? kScratchPerWordAhead : kScratchPerWordUnkept;
    const double scratch = words * (manner.kept ? kScratchPerWord : unkept);
    forecast.scratch_bytes = std::max(forecast.scratch_bytes, static_cast<std::uint64_t>(scratch));
  }
  const double waiting = (manner.kept ? 2 : 1) * kCompressed *
                         static_cast<double>(waiting_promotions_bytes(order, manner.reach));
  forecast.scratch_bytes += parts + static_cast<std::uint64_t>(waiting);
  return forecast;
}

std::string text_of(const Forecast& forecast) {
  std::string text = fmt::format("about {}, {} of memory", duration_text(forecast.seconds),
                                 size_text(forecast.memory_bytes));
  if (forecast.table_bytes == 0) {
    return text + fmt::format(" and {} of scratch space", size_text(forecast.scratch_bytes));
  }
  return text + fmt::format(", {} of scratch space and {} of tables",
                            size_text(forecast.scratch_bytes), size_text(forecast.table_bytes));
}

}  // namespace lucena
