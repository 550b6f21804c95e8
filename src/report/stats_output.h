// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <limits>
#include <string>
#include <string_view>
#include <vector>

#include "console/move_review.h"
#include "report/ending_report.h"

namespace lucena {

/// What to say of all that is known.
struct StatsForm {
  std::size_t width = 80;  // of the text, in characters
  bool zugzwangs = false;  // lists them
  /// So many of each kind at most, in JSON.
  std::size_t most_zugzwangs = std::numeric_limits<std::size_t>::max();
};

/// One object on one line.
std::string stats_json(const EndingReport& report, const StatsForm& form);
/// One row for each distance that occurs.
std::string stats_csv(const EndingReport& report);
/// How every picture begins, so that one can be told from files that others made.
inline constexpr std::string_view kSvgBeginning = "<!-- Made by lucena stats. -->\n";
/// A picture of the mate distances.
std::string stats_svg(const EndingReport& report);

/// What it comes to, sentence by sentence: whether the stronger side wins, and why not always.
std::vector<std::string> conclusion(const Statistics& statistics);
/// The same for the positions of a census, such as those with bishops of one colour.
std::vector<std::string> conclusion(const Census& census, std::optional<Color> stronger);

/// What such a mutual zugzwang means.
std::string_view meaning(ZugzwangKind kind);
/// The same for programs.
inline constexpr ByZugzwangKind<std::string_view> kZugzwangNames{
    "white_wins_or_draw", "black_wins_or_draw", "mover_loses"};

}  // namespace lucena
