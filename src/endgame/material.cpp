// SPDX-License-Identifier: GPL-3.0-or-later
#include "endgame/material.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>
#include <tuple>

#include "base/ascii.h"
#include "base/text.h"

namespace lucena {
namespace {

/// The order in which men are named, the best first.
constexpr std::array kNamingOrder{PieceType::Queen, PieceType::Rook, PieceType::Bishop,
                                  PieceType::Knight, PieceType::Pawn};

/// What people write between the sides, the longer of two that begin alike first.
constexpr std::array<std::string_view, 6> kSeparators{"versus", "vs.", "vs", "v.", "v", "-"};

/// How long the separator is that a text begins with; 0 if it begins with none.
std::size_t separator_length(std::string_view text) {
  for (const std::string_view separator : kSeparators) {
    if (equal_without_case(text.substr(0, separator.size()), separator)) return separator.size();
  }
  return 0;
}

/// "K+B+N v K" as "KBNvK".
std::string without_joints(std::string_view text) {
  std::string joined;
  for (const char c : text) {
    if (c != ' ' && c != '+') joined += c;
  }
  return joined;
}

/// Whether a word asks for another one: "+", "vs", "KBN-".
bool ends_open(std::string_view word) {
  if (word.ends_with('+')) return true;
  return std::any_of(kSeparators.begin(), kSeparators.end(), [&](std::string_view separator) {
    const std::size_t begin = word.size() - std::min(word.size(), separator.size());
    return equal_without_case(word.substr(begin), separator);
  });
}

/// Fewer men first, then fewer pawns; within that, some fixed order. A capture leads to fewer men
/// and a promotion to fewer pawns, so whatever a material can turn into comes before it.
auto solving_order(const Material& material) {
  return std::tuple(material.men(), material.count(PieceType::Pawn), material.men(Color::Black),
                    material);
}

void sort_for_solving(std::vector<Material>& materials) {
  std::sort(materials.begin(), materials.end(), [](const Material& a, const Material& b) {
    return solving_order(a) < solving_order(b);
  });
}

/// Everything that comes of adding men one by one. The same material is found in many orders, and
/// with the colours swapped; the set keeps it once.
void collect(const Material& material, int men_left, std::set<Material>& found) {
  if (material.men() > 2) found.insert(material.canonical());
  if (men_left == 0) return;
  for (const Color color : kColors) {
    for (const PieceType type : kNamingOrder) {
      collect(material.with({color, type}), men_left - 1, found);
    }
  }
}

}  // namespace

Result<Material, EndgameFault> Material::parse(std::string_view text) {
  const auto written = parse_as_written(text);
  if (!written) return written.error();
  return written->canonical();
}

Result<Material, EndgameFault> Material::parse_as_written(std::string_view text) {
  const auto wrong = [&](std::string_view why) {
    return EndgameFault{EndgameError::MaterialText,
                        fmt::format("'{}' is no ending such as KRPvKR: {}", printable(text), why)};
  };
  const auto too_many = [&] {
    return EndgameFault{EndgameError::TooManyMen,
                        fmt::format("'{}' has more than {} men", printable(text), kMaxMen)};
  };
  const std::string joined = without_joints(text);
  Material material;
  int kings = 0;
  for (std::string_view rest = joined; !rest.empty();) {
    const char first = rest.front();
    const std::size_t separator = separator_length(rest);
    rest.remove_prefix(std::max<std::size_t>(separator, 1));
    if (to_upper(first) == 'K') {
      if (++kings > 2) return wrong("it has more than two kings");
      continue;
    }
    if (kings == 0) return wrong("it does not start with a king");
    if (separator > 0) {
      const bool king_follows = !rest.empty() && to_upper(rest.front()) == 'K';
      if (!king_follows) return wrong(fmt::format("no king after the {}", to_lower(first)));
      if (kings == 2) return wrong("one side has two kings");
      continue;
    }
    const auto type = parse_piece_type(to_upper(first));
    if (!type) return wrong(fmt::format("'{}' is no man", printable(first)));
    material = material.with({kings == 1 ? Color::White : Color::Black, *type});
    if (material.men() > 32) return too_many();  // before a count overflows
  }
  if (kings != 2) return wrong("it has no two kings");
  if (material.men() > kMaxMen) return too_many();
  return material;
}

Material Material::of(const Position& position) {
  Material material;
  for (const Color color : kColors) {
    for (const PieceType type : kPieceTypes) {
      material.counts_[color][type] =
          static_cast<std::uint8_t>(position.men_of(color, type).count());
    }
  }
  return material;
}

int Material::men(Color color) const {
  int sum = 0;
  for (const PieceType type : kPieceTypes) sum += count(color, type);
  return sum;
}

int Material::men() const {
  return men(Color::White) + men(Color::Black);
}

Material Material::with(Piece piece) const {
  Material result = *this;
  ++result.counts_[piece.color][piece.type];
  return result;
}

Material Material::without(Piece piece) const {
  assert(count(piece.color, piece.type) > 0);
  Material result = *this;
  --result.counts_[piece.color][piece.type];
  return result;
}

Material Material::with_colors_swapped() const {
  Material result = *this;
  std::swap(result.counts_[Color::White], result.counts_[Color::Black]);
  return result;
}

/// More men first, then more queens, more rooks and so on: KNNvKP although the knights cannot win,
/// and KBBvKR, but KRvKB. With equal sides both ways are canonical.
bool Material::is_canonical() const {
  const auto strength = [&](Color color) {
    std::array<int, 1 + kNamingOrder.size()> key{men(color)};
    for (std::size_t i = 0; i < kNamingOrder.size(); ++i) {
      key[i + 1] = count(color, kNamingOrder[i]);
    }
    return key;
  };
  return strength(Color::White) >= strength(Color::Black);
}

std::vector<Piece> Material::others() const {
  std::vector<Piece> pieces;
  for (const Color color : kColors) {
    for (const PieceType type : kNamingOrder) {
      for (int i = 0; i < count(color, type); ++i) pieces.push_back({color, type});
    }
  }
  return pieces;
}

std::string Material::name() const {
  std::string text = "K";
  Color color = Color::White;
  for (const Piece piece : others()) {
    if (piece.color != color) text += "vK";
    color = piece.color;
    text += letter(piece.type);
  }
  return color == Color::White ? text + "vK" : text;
}

/// A word belongs to the ending before it if that lacks its second king or ends openly, or if the
/// word begins with what stands between sides or men.
std::vector<std::string> join_endings(const std::vector<std::string>& words) {
  std::vector<std::string> endings;
  for (const std::string& word : words) {
    const std::string before = endings.empty() ? "" : lower_case(endings.back());
    const bool lacks_king = std::count(before.begin(), before.end(), 'k') == 1;
    const bool goes_on = word.starts_with('+') || separator_length(word) > 0;
    if (!endings.empty() && (lacks_king || goes_on || ends_open(before))) {
      endings.back() += ' ' + word;
    } else {
      endings.push_back(word);
    }
  }
  return endings;
}

/// KRPvKR has KPvKR, KRvKR and KRPvK by captures and KQRvKR, KRRvKR, KRBvKR and KRNvKR by
/// promotion. A pawn that takes the rook and promotes makes KQRvK, which is a successor of KRPvK.
std::vector<Material> successors(const Material& material) {
  std::vector<Material> results;
  for (const Piece piece : material.others()) {
    const Material rest = material.without(piece);
    results.push_back(rest);
    if (piece.type != PieceType::Pawn) continue;
    for (const PieceType type : kPromotionTypes) results.push_back(rest.with({piece.color, type}));
  }
  return results;
}

std::vector<Material> all_materials(int men) {
  std::set<Material> found;
  collect(Material(), men - 2, found);
  std::vector<Material> materials(found.begin(), found.end());
  sort_for_solving(materials);
  return materials;
}

/// Follows captures and promotions until nothing new turns up. Both make progress, so there is an
/// end: fewer men, or fewer pawns.
std::vector<Material> closure(const std::vector<Material>& materials) {
  std::set<Material> found;
  std::vector<Material> waiting;
  const auto visit = [&](const Material& material) {
    const Material canonical = material.canonical();
    if (canonical.men() > 2 && found.insert(canonical).second) waiting.push_back(canonical);
  };
  for (const Material& material : materials) visit(material);
  while (!waiting.empty()) {
    const Material next = waiting.back();
    waiting.pop_back();
    for (const Material& result : successors(next)) visit(result);
  }
  std::vector<Material> sorted(found.begin(), found.end());
  sort_for_solving(sorted);
  return sorted;
}

}  // namespace lucena
