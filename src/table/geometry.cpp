// SPDX-License-Identifier: GPL-3.0-or-later
#include "table/geometry.h"

#include <algorithm>
#include <array>
#include <numeric>
#include <utility>

namespace lucena {
namespace {

constexpr std::uint32_t kReflected = ~std::uint32_t{0};
constexpr Symmetry kDiagonal(false, false, true);

/// How many ways there are to put so many identical men on 64 squares.
constexpr std::array<std::uint32_t, 5> kGroupBases{1, 64, 64 * 63 / 2, 64 * 63 * 62 / 6,
                                                   64 * 63 * 62 / 6 * 61 / 4};

/// Squares in the order a1 b1 a2 b2, c1 d1 c2 d2, a3 b3 a4 b4 and so on: quarters of the board,
/// quarters of quarters, squares. Each four of them are neighbours. The bits of the file and of
/// the rank alternate:
///
///     number    r2 f2 r1 f1 r0 f0
///     square    r2 r1 r0 f2 f1 f0
///
/// Number 12, 001100, is c3: r1 and f1 are set, so rank and file are both 010, the third.
constexpr std::uint32_t square_by_quarters(std::uint32_t number) {
  return (number & 1) | (number >> 1 & 1) << 3 | (number >> 2 & 1) << 1 | (number >> 3 & 1) << 4 |
         (number >> 4 & 1) << 2 | (number >> 5 & 1) << 5;
}

struct QuarterOrder {
  std::array<std::uint8_t, 64> square, number;
};
constexpr QuarterOrder kQuarterOrder = [] {
  QuarterOrder order{};
  for (std::uint32_t number = 0; number < 64; ++number) {
    const std::uint32_t square = square_by_quarters(number);
    order.square[number] = static_cast<std::uint8_t>(square);
    order.number[square] = static_cast<std::uint8_t>(number);
  }
  return order;
}();

/// The squares of up to four identical men, ascending.
using GroupSquares = std::array<std::uint8_t, kMaxOthers>;

/// All of a size in the order of their digits: the last square is the most significant. For two men
/// that is {0,1}, {0,2}, {1,2}, {0,3}, {1,3}, {2,3}, {0,4} and so on.
std::vector<GroupSquares> make_groups(std::size_t size) {
  std::vector<GroupSquares> all;
  all.reserve(kGroupBases[size]);
  if (size == 0) return {GroupSquares{}};
  const std::vector<GroupSquares> smaller = make_groups(size - 1);
  for (std::uint8_t last = 0; last < 64; ++last) {
    // The groups of one man less, as far as all of their men come before the last one.
    for (GroupSquares group : smaller) {
      if (size > 1 && group[size - 2] >= last) break;
      group[size - 1] = last;
      all.push_back(group);
    }
  }
  return all;
}

/// All squares of all digits, computed once: to find them from a digit alone would take a search.
const std::vector<GroupSquares>& groups_of(std::size_t size) {
  static const std::array kGroups{make_groups(1), make_groups(2), make_groups(3)};
  if (size <= kGroups.size()) return kGroups[size - 1];
  static const std::vector<GroupSquares> kGroupsOfFour = make_groups(4);  // 2.5 MB, seldom needed
  return kGroupsOfFour;
}

Squares reflected(const Squares& squares, std::size_t count) {
  Squares image = squares;
  for (std::size_t i = 0; i < count; ++i) image[i] = kDiagonal(Square(squares[i])).byte();
  return image;
}

}  // namespace

TableGeometry::TableGeometry(const Material& canonical_material)
    : TableGeometry(canonical_material, {}) {}

/// Without any it has all.
TableGeometry::TableGeometry(const Material& canonical_material, std::vector<std::uint32_t> some)
    : layout_(canonical_material), skeletons_(std::move(some)) {
  if (skeletons_.empty()) {
    skeletons_.resize(layout_.skeleton_count());
    std::iota(skeletons_.begin(), skeletons_.end(), 0);
  }
  const auto free = layout_.free_men();
  has_black_piece_ = !free.empty() && free.back().color == Color::Black;
  choose_digits();
  if (layout_.pawn_count() == 0) number_leads();
  const bool has_lead = layout_.pawn_count() == 0;
  rows_ = has_lead ? static_cast<std::uint32_t>(lead_keys_.size()) : skeletons();
  for (const Digit& digit : digits_) rows_ *= digit.base;
}

/// The digits of some materials, the most significant first; a lead is in brackets:
///
///     KRvKR     [white king, R], r
///     KBBvKN    [white king, BB], n
///     KRBvKR    [white king, R], B, r      the first two groups have changed places
///     KRPvKR    skeleton, R, white king, r
///     KRBvKRN   [white king, R], B, r, n   with six men nobody changes places
///     KNNPvK    skeleton, NN, white king
void TableGeometry::choose_digits() {
  const auto free = layout_.free_men();
  std::vector<Group> groups;
  for (std::size_t i = 0; i < free.size();) {
    std::size_t end = i;
    while (end < free.size() && free[end] == free[i]) ++end;
    groups.push_back({i, end - i, kGroupBases[end - i]});
    i = end;
  }
  const std::uint32_t slots = layout_.king_slots();
  const Digit king{true, {}, slots, false};
  if (layout_.pawn_count() == 0) {
    assert(!groups.empty());
    if (groups.size() == 3 && free.size() == 3) std::swap(groups[0], groups[1]);
    lead_ = groups.front();
    groups.erase(groups.begin());
  }
  for (const Group& group : groups) digits_.push_back({false, group, group.base, false});
  if (layout_.pawn_count() > 0) {
    const bool before_last = !groups.empty() && groups.back().size == 1;
    digits_.insert(digits_.end() - (before_last ? 1 : 0), king);
  }
  // Packets hold four values of the last but one digit.
  if (digits_.size() < 2) return;
  Digit& next_to_last = digits_[digits_.size() - 2];
  next_to_last.by_quarters = next_to_last.base == Square::kCount;
}

/// KRvKR: the last free man. KNNPvK: the white king. KBBvKN: the knight; KRvK, whose one digit is
/// the lead: mixed.
TableGeometry::Fastest TableGeometry::fastest() const {
  if (digits_.empty()) return Fastest::Mixed;  // some squares of the lead are left out
  if (digits_.back().is_king) return Fastest::WhiteKing;
  return digits_.back().group.size == 1 ? Fastest::LastFreeMan : Fastest::Mixed;
}

/// Keys have gaps where reflections are left out; lead_numbers_ numbers what remains.
std::uint32_t TableGeometry::lead_key(std::uint32_t slot, const Squares& squares) const {
  return slot * lead_.base + digit_of(lead_, squares);
}

void TableGeometry::number_leads() {
  // Where the white king is on the diagonal, one of a group and its reflection will do. A single
  // man has 28 squares above the diagonal that are left out for four of the ten slots: 640 - 112 =
  // 528 leads remain, which are the rows of KRvK.
  std::vector<bool> is_reflected(lead_.base);
  for (std::uint32_t digit = 0; digit < lead_.base; ++digit) {
    Squares squares{};
    put(lead_, digit, squares);
    is_reflected[digit] = digit_of(lead_, reflected(squares, layout_.free_men().size())) < digit;
  }
  lead_numbers_.assign(kTriangleSize * lead_.base, kReflected);
  lead_keys_.reserve(lead_numbers_.size());
  for (int slot = 0; slot < kTriangleSize; ++slot) {
    const Square king = layout_.king_square(slot);
    const bool on_diagonal = king.file() == king.rank();
    for (std::uint32_t digit = 0; digit < lead_.base; ++digit) {
      if (on_diagonal && is_reflected[digit]) continue;
      const std::uint32_t key = slot * lead_.base + digit;
      lead_numbers_[key] = static_cast<std::uint32_t>(lead_keys_.size());
      lead_keys_.push_back(key);
    }
  }
}

/// The place of a set of squares a < b < c < d among all of its size, if the greatest square counts
/// first: before it come all pairs below b, b (b - 1) / 2 of them, all triples below c, and so on.
///
///     {0,1,2}  0      {0,1,3}  0 + 0 + 1      {0,2,3}  0 + 1 + 1      {1,2,3}  1 + 1 + 1
///
/// The men may come in any order.
std::uint32_t TableGeometry::digit_of(const Group& group, const Squares& squares) const {
  std::uint32_t a = squares[group.first];
  if (group.size == 1) return a;
  std::uint32_t b = squares[group.first + 1];
  if (a > b) std::swap(a, b);
  assert(a != b);
  if (group.size == 2) return a + b * (b - 1) / 2;
  std::uint32_t c = squares[group.first + 2];
  if (b > c) std::swap(b, c);
  if (a > b) std::swap(a, b);
  assert(a != b && b != c);
  const auto of_three = [](std::uint32_t x, std::uint32_t y, std::uint32_t z) {
    return x + y * (y - 1) / 2 + z * (z - 1) * (z - 2) / 6;
  };
  if (group.size == 3) return of_three(a, b, c);
  std::uint32_t d = squares[group.first + 3];
  if (c > d) std::swap(c, d);
  if (b > c) std::swap(b, c);
  if (a > b) std::swap(a, b);
  assert(a != b && b != c && c != d);
  return of_three(a, b, c) + d * (d - 1) * (d - 2) / 6 * (d - 3) / 4;
}

/// Undoes digit_of(), with the men in ascending order.
void TableGeometry::put(const Group& group, std::uint32_t digit, Squares& squares) const {
  if (group.size == 1) {
    squares[group.first] = static_cast<std::uint8_t>(digit);
    return;
  }
  const GroupSquares& members = groups_of(group.size)[digit];
  std::copy_n(members.begin(), group.size, squares.begin() + group.first);
}

std::uint32_t TableGeometry::rows_of_packet(std::uint32_t packet) const {
  return std::min(kPacketRows, rows_ - packet * kPacketRows);
}

/// With all of them it is the number itself, which is what almost everybody asks for.
std::uint32_t TableGeometry::place_of_skeleton(std::uint32_t skeleton) const {
  if (skeletons() == layout_.skeleton_count()) return skeleton;
  const auto found = std::lower_bound(skeletons_.begin(), skeletons_.end(), skeleton);
  assert(found != skeletons_.end() && *found == skeleton);
  return static_cast<std::uint32_t>(found - skeletons_.begin());
}

/// Horner's rule: each digit is added to what comes before it times its own base. men_of_row()
/// takes the digits off again from the other end.
TablePlace TableGeometry::place_of(const Index& index) const {
  Squares squares = layout_.free_squares(index.word);
  const std::uint32_t slot = layout_.slot_of(index.word);
  TablePlace place{place_of_skeleton(index.skeleton), index.bit};
  if (layout_.pawn_count() == 0) {
    place.row = lead_numbers_[lead_key(slot, squares)];
    if (place.row == kReflected) {
      squares = reflected(squares, layout_.free_men().size());
      place.row = lead_numbers_[lead_key(slot, squares)];
      place.bit = kDiagonal(Square(index.bit)).byte();
    }
  }
  for (const Digit& digit : digits_) {
    const std::uint32_t here = digit.is_king ? slot : digit_of(digit.group, squares);
    place.row = place.row * digit.base + (digit.by_quarters ? kQuarterOrder.number[here] : here);
  }
  return place;
}

/// Division takes the digits off, the last one first. Row 20451 of KRvKR is 35, the black rook's
/// square, and then lead 319.
RowMen TableGeometry::men_of_row(std::uint32_t row) const {
  RowMen men{};
  Squares squares{};
  for (auto digit = digits_.rbegin(); digit != digits_.rend(); ++digit) {
    std::uint32_t here = row % digit->base;
    if (digit->by_quarters) here = kQuarterOrder.square[here];
    row /= digit->base;
    if (digit->is_king) {
      men.king_slot = static_cast<int>(here);
    } else {
      put(digit->group, here, squares);
    }
  }
  if (layout_.pawn_count() == 0) {
    const std::uint32_t key = lead_keys_[row];
    men.king_slot = static_cast<int>(key / lead_.base);
    put(lead_, key % lead_.base, squares);
  } else {
    men.skeleton = skeleton_at(row);
  }
  men.squares = layout_.skeleton(men.skeleton);
  std::copy_n(squares.begin(), layout_.free_count(), men.squares.begin());
  return men;
}

/// The number of a word as Layout has it: slot, then six bits for each free man.
Index TableGeometry::index_at(std::uint32_t row) const {
  const RowMen men = men_of_row(row);
  std::uint32_t word = men.king_slot;
  for (std::size_t i = 0; i < layout_.free_men().size(); ++i) word = word << 6 | men.squares[i];
  return {men.skeleton, word, 0};
}

}  // namespace lucena
