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
  const auto wrong = [&](std::string_view why) {
    return EndgameFault{EndgameError::MaterialText,
                        fmt::format("'{}' is no ending such as KRPvKR: {}", printable(text), why)};
  };
  const auto too_many = [&] {
    return EndgameFault{EndgameError::TooManyMen,
                        fmt::format("'{}' has more than {} men", printable(text), kMaxMen)};
  };
  Material material;
  int kings = 0;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char c = to_upper(text[i]);
    if (c == 'K') {
      if (++kings > 2) return wrong("it has more than two kings");
      continue;
    }
    if (kings == 0) return wrong("it does not start with a king");
    if (c == 'V') {
      const bool king_follows = i + 1 < text.size() && (text[i + 1] == 'K' || text[i + 1] == 'k');
      if (!king_follows) return wrong("no king after the v");
      if (kings == 2) return wrong("one side has two kings");
      continue;
    }
    const auto type = parse_piece_type(c);
    if (!type) return wrong(fmt::format("'{}' is no man", printable(text[i])));
    material = material.with({kings == 1 ? Color::White : Color::Black, *type});
    if (material.men() > 32) return too_many();  // before a count overflows
  }
  if (kings != 2) return wrong("it has no two kings");
  if (material.men() > kMaxMen) return too_many();
  return material.canonical();
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
