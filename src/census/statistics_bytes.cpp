// SPDX-License-Identifier: GPL-3.0-or-later
#include "census/statistics_bytes.h"

#include <algorithm>
#include <bit>
#include <string>

#include "chess/fen.h"

namespace lucena {
namespace {

constexpr std::uint64_t kVersion = 1;
/// Outcomes as they are written.
constexpr std::array kWrittenOutcomes{Outcome::Win, Outcome::CursedWin, Outcome::Draw,
                                      Outcome::BlessedLoss, Outcome::Loss};

/// 300 is 10'0101100 in binary and is written ac 02: the low seven bits with the top bit set, then
/// the rest. A number below 128 is one byte, and the greatest of 64 bits takes ten.
class Writer {
 public:
  void number(std::uint64_t value) {
    for (; value >= 128; value >>= 7) bytes_.push_back(value | 128);
    bytes_.push_back(value);
  }
  void text(std::string_view text) {
    number(text.size());
    bytes_.insert(bytes_.end(), text.begin(), text.end());
  }
  std::vector<std::uint8_t> take() { return std::move(bytes_); }

 private:
  std::vector<std::uint8_t> bytes_;
};

/// Once something is wrong, every further answer is 0 or nothing, and good() tells.
class Reader {
 public:
  explicit Reader(std::span<const std::uint8_t> bytes) : rest_(bytes) {}

  /// What count() believes from now on.
  void set_most(std::uint64_t most) { most_ = most; }

  bool good() const { return good_; }
  bool at_end() const { return rest_.empty(); }
  void fail() { good_ = false; }

  /// Nine bytes hold 63 bits, so of a tenth only the lowest bit may be set; anything else is
  /// damage.
  std::uint64_t number() {
    std::uint64_t value = 0;
    for (int shift = 0; good_; shift += 7) {
      if (rest_.empty() || shift > 63) break;
      const std::uint8_t byte = rest_.front();
      rest_ = rest_.subspan(1);
      if (shift == 63 && byte > 1) break;
      value |= std::uint64_t{byte & 127u} << shift;
      if (byte < 128) return value;
    }
    fail();
    return 0;
  }
  /// A number that may not be greater than this.
  std::uint64_t number_up_to(std::uint64_t largest) {
    const std::uint64_t value = number();
    if (value > largest) fail();
    return good_ ? value : 0;
  }
  /// How many positions there are of something.
  std::uint64_t count() { return number_up_to(most_); }
  std::string text(std::size_t longest) {
    const std::uint64_t size = number_up_to(longest);
    if (size > rest_.size()) fail();
    if (!good_) return {};
    const auto letters = rest_.first(size);
    rest_ = rest_.subspan(size);
    return std::string(letters.begin(), letters.end());
  }

 private:
  std::span<const std::uint8_t> rest_;
  std::uint64_t most_ = 0;
  bool good_ = true;
};

void write(Writer& writer, const ByColor<OutcomeCounts>& counts) {
  for (const OutcomeCounts& side : counts) {
    for (const Outcome outcome : kWrittenOutcomes) writer.number(side[outcome]);
  }
}

void read(Reader& reader, ByColor<OutcomeCounts>& counts) {
  for (OutcomeCounts& side : counts) {
    for (const Outcome outcome : kWrittenOutcomes) side[outcome] = reader.count();
  }
}

/// How many levels there are, then each.
void write(Writer& writer, const LevelCounts& levels) {
  writer.number(levels.size());
  for (const std::uint64_t count : levels) writer.number(count);
}

void read(Reader& reader, LevelCounts& levels) {
  const std::uint64_t size = reader.number_up_to(Worth::kMaxPlies + 1);
  for (std::size_t i = 0; i < size; ++i) levels.add(i, reader.count());
}

/// Calls visit(counter) for every counter, in the order of the file. One order for writing and
/// reading, so that they cannot disagree.
template <class Counts, class Visit>
void for_each_counter(Counts& counts, Visit&& visit) {
  if constexpr (requires { counts.by_kind; }) {
    for (auto& count : counts.by_kind) visit(count);
  } else {
    visit(counts.lost);
    visit(counts.stalemates);
    visit(counts.lost_at_once);
    visit(counts.lost_by_force);
    visit(counts.stalemate_traps);
    visit(counts.other_draws);
  }
}

template <class Counts>
void write_counters(Writer& writer, const Counts& counts) {
  for_each_counter(counts, [&](std::uint64_t value) { writer.number(value); });
}

template <class Counts>
void read_counters(Reader& reader, Counts& counts) {
  for_each_counter(counts, [&](std::uint64_t& value) { value = reader.count(); });
}

void write(Writer& writer, const Census& census) {
  for (const auto* counts : {&census.unique, &census.with_twins_apart, &census.placements}) {
    write(writer, *counts);
  }
  for (const auto* levels : {&census.unique_levels, &census.placement_levels}) {
    for (const LevelCounts& side : *levels) write(writer, side);
  }
  writer.number(census.unwon ? 1 : 0);
  if (!census.unwon) return;
  for (const auto* counts : {&census.unwon->unique, &census.unwon->placements}) {
    for (const UnwonCounts& side : *counts) write_counters(writer, side);
  }
}

/// Whether the levels add up to the wins and losses. Even levels are lost, odd ones won, so each
/// level belongs to one of two sums.
bool agree(const OutcomeCounts& counts, const LevelCounts& levels) {
  std::array<std::uint64_t, 2> sums{};
  for (std::size_t level = 0; level < levels.size(); ++level) sums[level % 2] += levels[level];
  return sums[0] == counts.lost() && sums[1] == counts.won();
}

/// Sums that do not agree are damage that no checksum found, or a fault of the program that wrote
/// them.
void read(Reader& reader, Census& census) {
  for (auto* counts : {&census.unique, &census.with_twins_apart, &census.placements}) {
    read(reader, *counts);
  }
  for (auto* levels : {&census.unique_levels, &census.placement_levels}) {
    for (LevelCounts& side : *levels) read(reader, side);
  }
  for (const Color side : kColors) {
    if (!agree(census.unique[side], census.unique_levels[side])) reader.fail();
    if (!agree(census.placements[side], census.placement_levels[side])) reader.fail();
  }
  if (reader.number_up_to(1) == 0) return;
  census.unwon.emplace();
  for (auto* counts : {&census.unwon->unique, &census.unwon->placements}) {
    for (UnwonCounts& side : *counts) read_counters(reader, side);
  }
}

/// Whether what the stronger side does not win has been split into its reasons, no more and no
/// less.
bool unwon_agrees(const ByColor<OutcomeCounts>& counts, const ByColor<UnwonCounts>& unwon,
                  Color stronger) {
  return std::all_of(kColors.begin(), kColors.end(), [&](Color side) {
    const OutcomeCounts& here = counts[side];
    const std::uint64_t lost = side == stronger ? here.lost() : here.won();
    return unwon[side].lost == lost && unwon[side].drawn() == here.drawn();
  });
}

bool unwon_agrees(const Census& census, std::optional<Color> stronger) {
  if (!census.unwon) return true;
  return stronger && unwon_agrees(census.unique, census.unwon->unique, *stronger) &&
         unwon_agrees(census.placements, census.unwon->placements, *stronger);
}

/// Whether the bishops' two classes add up to all positions.
bool bishops_agree(const Statistics& statistics) {
  if (statistics.bishops.has_value() != has_bishop_census(statistics.material)) return false;
  if (!statistics.bishops) return true;
  const auto adds_up = [&](auto member) {
    return std::all_of(kColors.begin(), kColors.end(), [&](Color side) {
      OutcomeCounts sum = (statistics.bishops->same.*member)[side];
      sum += (statistics.bishops->opposite.*member)[side];
      return sum == (statistics.all.*member)[side];
    });
  };
  return adds_up(&Census::unique) && adds_up(&Census::with_twins_apart) &&
         adds_up(&Census::placements);
}

/// Whether the longest of a side's wins, which are odd levels, or losses is where its levels end.
bool longest_agrees(const LevelCounts& levels, Color side, bool wins,
                    const std::optional<Deepest>& longest) {
  std::optional<unsigned> last;
  for (std::size_t level = wins ? 1 : 0; level < levels.size(); level += 2) {
    if (levels[level] > 0) last = level;
  }
  if (!longest) return !last;
  return last == longest->plies && longest->position.side_to_move() == side;
}

bool longest_agree(const Statistics& statistics) {
  return std::all_of(kColors.begin(), kColors.end(), [&](Color side) {
    const LevelCounts& levels = statistics.all.unique_levels[side];
    return longest_agrees(levels, side, true, statistics.longest_win[side]) &&
           longest_agrees(levels, side, false, statistics.longest_loss[side]);
  });
}

/// Whether every number that follows from others is what they make it.
bool is_consistent(const Statistics& statistics) {
  const auto stronger = stronger_side(statistics);
  const bool reasons_agree =
      unwon_agrees(statistics.all, stronger) &&
      (!statistics.bishops || (unwon_agrees(statistics.bishops->same, stronger) &&
                               unwon_agrees(statistics.bishops->opposite, stronger)));
  return bishops_agree(statistics) && longest_agree(statistics) && reasons_agree;
}

void write(Writer& writer, const DeepestBySide& deepest) {
  for (const std::optional<Deepest>& side : deepest) {
    writer.number(side ? side->plies + 1 : 0);
    if (side) writer.text(to_fen(side->position));
  }
}

/// A FEN can be any text once bytes are damaged, so it must be a legal position of this material.
void read(Reader& reader, const Material& material, DeepestBySide& deepest) {
  constexpr std::size_t kLongestFen = 100;
  for (std::optional<Deepest>& side : deepest) {
    const unsigned plies = reader.number_up_to(Worth::kMaxPlies + 1);
    if (plies == 0) continue;
    const auto position = parse_fen(reader.text(kLongestFen));
    if (position && Material::of(*position) == material) {
      side = Deepest{plies - 1, *position};
    } else {
      reader.fail();
    }
  }
}

/// A material of up to six men has at most four of a kind, three bits each. Undoes
/// Material::key(): White's pawns are the bits 29 to 27, Black's queens the bits 2 to 0. What is
/// left over, or is no canonical material, is no key.
std::optional<Material> material_of_key(std::uint64_t key) {
  Material material;
  for (const Color color : kColors) {
    for (std::size_t type = 0; type < 5; ++type) {
      const int shift = 27 - 3 * (static_cast<int>(color) * 5 + static_cast<int>(type));
      const auto count = static_cast<int>(key >> shift & 7);
      if (material.men() + count > kMaxMen) return {};
      for (int i = 0; i < count; ++i) {
        material = material.with({color, static_cast<PieceType>(type)});
      }
    }
  }
  if (material.key() != key || material.men() < 3 || !material.is_canonical()) return {};
  return material;
}

StatisticsFault damaged() {
  return {StatisticsError::Damaged, "the statistics are damaged"};
}

}  // namespace

std::vector<std::uint8_t> to_bytes(const Statistics& statistics) {
  Writer writer;
  writer.number(kVersion);
  writer.number(statistics.material.key());
  writer.number(statistics.has_zeroing ? 1 : 0);
  write(writer, statistics.all);
  writer.number(statistics.bishops ? 1 : 0);
  if (statistics.bishops) {
    write(writer, statistics.bishops->same);
    write(writer, statistics.bishops->opposite);
  }
  for (const auto* deepest : {&statistics.longest_win, &statistics.longest_loss,
                              &statistics.deepest_zeroing, &statistics.deepest_cursed}) {
    write(writer, *deepest);
  }
  write_counters(writer, statistics.unique_zugzwangs);
  write_counters(writer, statistics.placement_zugzwangs);
  return writer.take();
}

/// A version that is too new is no damage. Everything else that does not fit is, and so are bytes
/// left over.
Result<Statistics, StatisticsFault> statistics_from_bytes(std::span<const std::uint8_t> bytes) {
  Reader reader(bytes);
  const std::uint64_t version = reader.number();
  if (reader.good() && version > kVersion) {
    return StatisticsFault{StatisticsError::NewerVersion,
                           "the statistics are of a newer version of this program"};
  }
  const auto material = material_of_key(reader.number());
  if (!reader.good() || version != kVersion || !material) return damaged();
  // All men anywhere: no position can be counted more often.
  reader.set_most(std::uint64_t{1} << (6 * material->men()));
  Statistics statistics;
  statistics.material = *material;
  statistics.has_zeroing = reader.number_up_to(1) != 0;
  read(reader, statistics.all);
  if (reader.number_up_to(1) != 0) {
    statistics.bishops.emplace();
    read(reader, statistics.bishops->same);
    read(reader, statistics.bishops->opposite);
  }
  for (auto* deepest : {&statistics.longest_win, &statistics.longest_loss,
                        &statistics.deepest_zeroing, &statistics.deepest_cursed}) {
    read(reader, *material, *deepest);
  }
  read_counters(reader, statistics.unique_zugzwangs);
  read_counters(reader, statistics.placement_zugzwangs);
  if (!reader.good() || !reader.at_end() || !is_consistent(statistics)) return damaged();
  return statistics;
}

/// The indices 5, 9 and 300 become 3, 5, 4 and 291: how many, the first, then the differences.
/// Small ones take a byte.
std::vector<std::uint8_t> to_bytes(const std::vector<Index>& list, const Layout& layout) {
  Writer writer;
  writer.number(list.size());
  std::uint64_t before = 0;
  for (const Index& index : list) {
    const std::uint64_t number =
        (std::uint64_t{index.skeleton} * layout.words() + index.word) * 64 + index.bit;
    writer.number(number - before);
    before = number;
  }
  return writer.take();
}

/// How many there are, in ten bytes at most, and as many steps, none beyond the last position.
std::size_t most_list_bytes(std::size_t indices, const Layout& layout) {
  constexpr int kBitsPerByte = 7, kMostBytesOfANumber = 10;
  const std::uint64_t numbers = std::uint64_t{layout.skeleton_count()} * layout.words() * 64;
  const std::size_t step_bytes = (std::bit_width(numbers) + kBitsPerByte - 1) / kBitsPerByte;
  return kMostBytesOfANumber + std::min<std::uint64_t>(indices, numbers) * step_bytes;
}

/// Indices ascend, so that a step of 0 is damage for all but the first, and none may lead beyond
/// the last position.
Result<std::vector<Index>, StatisticsFault> index_list_from_bytes(
    std::span<const std::uint8_t> bytes, const Layout& layout) {
  Reader reader(bytes);
  // Every index takes a byte at least, so a damaged size asks for no more memory than that.
  const std::uint64_t size = reader.number_up_to(bytes.size());
  const std::uint64_t numbers = std::uint64_t{layout.skeleton_count()} * layout.words() * 64;
  std::vector<Index> list;
  list.reserve(size);
  std::uint64_t number = 0;
  for (std::uint64_t i = 0; i < size && reader.good(); ++i) {
    const std::uint64_t step = reader.number_up_to(numbers - 1 - number);
    if (i > 0 && step == 0) reader.fail();
    number += step;
    const std::uint64_t word = number / 64;
    Index& index = list.emplace_back();
    index.skeleton = word / layout.words();
    index.word = word % layout.words();
    index.bit = number % 64;
  }
  if (!reader.good() || !reader.at_end()) return damaged();
  return list;
}

}  // namespace lucena
