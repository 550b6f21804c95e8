// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>

#include "base/text.h"
#include "report/stats_output.h"

namespace lucena {
namespace {

constexpr double kWidth = 960, kHeight = 480;
constexpr double kLeft = 96, kRight = 24, kTop = 72, kBottom = 64;
constexpr ByColor<std::string_view> kColours{"#4a7ab5", "#c46a3b"};  // by side to move

/// The least of 1, 2, 5, 10, 20, 50, ... that divides a range into no more than so many parts.
std::uint64_t nice_step(std::uint64_t range, std::uint64_t parts) {
  std::uint64_t power = 1;
  while (10 * power * parts <= range) power *= 10;
  for (const std::uint64_t factor : {1, 2, 5}) {
    if (factor * power * parts >= range) return factor * power;
  }
  return 10 * power;
}

std::string text_at(double x, double y, std::string_view anchor, std::string_view content,
                    int size = 12) {
  return fmt::format(R"(<text x="{:.1f}" y="{:.1f}" text-anchor="{}" font-size="{}">{}</text>)"
                     "\n",
                     x, y, anchor, size, content);
}

/// The bars of both sides to move, side by side by the moves it takes, and the axes.
class Chart {
 public:
  explicit Chart(const Census& census) {
    for (const Color side : kColors) {
      const LevelCounts& levels = census.unique_levels[side];
      for (unsigned plies = 0; plies < levels.size(); ++plies) {
        if (levels[plies] == 0) continue;
        counts_.resize(std::max<std::size_t>(counts_.size(), moves_of(plies) + 1));
        counts_[moves_of(plies)][side] += levels[plies];
        last_ = std::max(last_, moves_of(plies));
      }
    }
    for (const auto& [white, black] : counts_) largest_ = std::max({largest_, white, black});
  }

  std::string axes() const {
    std::string svg;
    const std::uint64_t counts_step = nice_step(largest_, 6);
    for (std::uint64_t count = 0; count <= largest_; count += counts_step) {
      svg += fmt::format(R"(<line x1="{:.1f}" y1="{:.1f}" x2="{:.1f}" y2="{:.1f}" stroke="#ddd"/>)"
                         "\n",
                         kLeft, y_of(count), kWidth - kRight, y_of(count));
      svg += text_at(kLeft - 8, y_of(count) + 4, "end", with_thousands(count));
    }
    const std::uint64_t moves_step = nice_step(last_, 20);
    for (std::uint64_t moves = 0; moves <= last_; moves += moves_step) {
      svg += text_at(x_of(moves) + slot_width() / 2, kHeight - kBottom + 18, "middle",
                     fmt::format("{}", moves));
    }
    return svg + text_at((kLeft + kWidth - kRight) / 2, kHeight - 16, "middle", "moves to mate");
  }

  /// White's to the left of Black's, each from the bottom.
  std::string bars() const {
    std::string svg;
    const double width = slot_width() * 0.45;
    for (std::size_t moves = 0; moves <= last_; ++moves) {
      for (const Color side : kColors) {
        const std::uint64_t count = counts_[moves][side];
        if (count == 0) continue;
        svg += fmt::format(
            R"(<rect x="{:.2f}" y="{:.2f}" width="{:.2f}" height="{:.2f}" fill="{}">)"
            "<title>{}, {} to move: {}</title></rect>\n",
            x_of(moves) + (side == Color::White ? 0 : width), y_of(count), width,
            y_of(0) - y_of(count), kColours[side], moves_text(static_cast<unsigned>(moves)),
            name(side), with_thousands(count));
      }
    }
    return svg;
  }

 private:
  double slot_width() const { return (kWidth - kLeft - kRight) / (last_ + 1); }
  double x_of(std::uint64_t moves) const { return kLeft + moves * slot_width(); }
  double y_of(std::uint64_t count) const {
    const double share = largest_ == 0 ? 0 : 1.0 * count / largest_;
    return kHeight - kBottom - share * (kHeight - kTop - kBottom);
  }

  std::vector<ByColor<std::uint64_t>> counts_{1};  // by moves, then side to move
  std::uint64_t largest_ = 0;
  unsigned last_ = 0;
};

}  // namespace

std::string stats_svg(const EndingReport& report) {
  const Chart chart(report.statistics.all);
  std::string svg(kSvgBeginning);
  svg += fmt::format(
      R"(<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {0} {1}" width="{0}" height="{1}" )"
      R"(font-family="sans-serif">)"
      "\n<title>{2}: moves to mate</title>\n"
      R"(<rect width="{0}" height="{1}" fill="white"/>)"
      "\n",
      kWidth, kHeight, report.material().name());
  svg +=
      text_at(kLeft, 28, "start",
              fmt::format("{}: unique positions by moves to mate", report.material().name()), 18);
  for (const Color side : kColors) {
    const double x = kLeft + (side == Color::White ? 0 : 140);
    svg += fmt::format(R"(<rect x="{}" y="40" width="12" height="12" fill="{}"/>)"
                       "\n",
                       x, kColours[side]);
    svg += text_at(x + 18, 50, "start", fmt::format("{} to move", name(side)));
  }
  return svg + chart.axes() + chart.bars() + "</svg>\n";
}

}  // namespace lucena
