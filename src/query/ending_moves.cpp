// SPDX-License-Identifier: GPL-3.0-or-later
#include "query/ending_moves.h"

#include <algorithm>
#include <cassert>

#include "chess/legal_moves.h"
#include "solve/value_row.h"

namespace lucena {
namespace {

/// What a promotion makes of a material; the pawn may capture.
Material promoted_material(const Material& material, Color us, PieceType type,
                           std::optional<Piece> victim) {
  const Material rest = victim ? material.without(*victim) : material;
  return rest.without({us, PieceType::Pawn}).with({us, type});
}

/// The least that a move is worth to whoever makes it, as a view keeps it, if the opponent is left
/// with at most this score. Views are of fewer than five men, where nothing takes 254 plies.
std::uint8_t least_in_view(MateScore bar) {
  if (bar == kBestLoss) return 129;
  return score_before(bar).byte();
}

/// Of each row of a view, in their order, the values that are at least this: an eighth of a byte
/// instead of one, so that what is looked up again and again stays in the cache.
std::vector<std::uint64_t> bits_of_view(const ExitView& view, int men, std::uint8_t least) {
  std::vector<std::uint64_t> bits(std::size_t{Square::kCount} << 6 * men);
  const std::uint8_t* row = view.row(Squares{}, Square(0));
  for (std::uint64_t& word : bits) {
    word = row_bits(row, [&](Sixteen part) { return part >= least; });
    row += sizeof(ValueRow);
  }
  return bits;
}

}  // namespace

std::optional<TableFault> EndingMoves::prepare_promotions(const Material& material, Color us,
                                                          ValueRule rule,
                                                          std::span<const MateScore> bars,
                                                          KnownValues& values) {
  if (material.count(us, PieceType::Pawn) == 0) return {};
  std::vector<ValueSet> sets;
  for (const MateScore bar : bars) sets.push_back({opposite(us), bar, rule});
  std::vector<std::optional<Piece>> victims{std::nullopt};
  for (const Piece man : material.others()) {
    if (man.color != us && man.type != PieceType::Pawn) victims.emplace_back(man);
  }
  for (const auto& victim : victims) {
    for (const PieceType type : kPromotionTypes) {
      const EndingPart part{promoted_material(material, us, type, victim), Piece{us, type}};
      if (!part.material.is_canonical()) continue;
      if (auto fault = values.prepare(part, sets)) return fault;
    }
  }
  return {};
}

EndingMoves::EndingMoves(const EndingPart& part, Color us, ValueRule rule,
                         std::span<const MateScore> bars, KnownValues& values)
    : layout_(values.layout(part)),
      men_(layout_.men()),
      us_(us),
      bar_count_(bars.size()),
      bars_{kDraw, kDraw, kDraw, kDraw} {
  assert(bar_count_ <= kMostBars);
  const Color them = opposite(us);
  const Material& material = part.material;
  for (std::size_t k = 0; k < bar_count_; ++k) {
    bars_[k] = bars[k];
    const bool clock = rule != ValueRule::NoClock;
    sets_[k] = values.words(part, {them, bars[k], clock ? ValueRule::Within99 : rule});
    pawn_sets_[k] = values.words(part, {them, bars[k], rule});
  }
  const bool promotes = material.count(us, PieceType::Pawn) > 0;
  const auto add_promotions = [&](std::size_t victim, std::optional<Piece> captured) {
    for (const PieceType type : kPromotionTypes) {
      const Material result = promoted_material(material, us, type, captured);
      Promotion promotion{type, ordered_men(result)};
      if (!result.is_canonical()) {
        promotion.view = values.moves_into(result, us);
      } else {
        const EndingPart reached{result, Piece{us, type}};
        promotion.layout = &values.layout(reached);
        for (std::size_t k = 0; k < bar_count_; ++k) {
          promotion.sets[k] = values.words(reached, {them, bars[k], rule});
        }
      }
      promotions_[victim].push_back(std::move(promotion));
    }
  };
  if (promotes) add_promotions(kNobody, {});
  for (std::size_t victim = 0; victim < men_.size(); ++victim) {
    if (men_[victim].color == us) continue;
    const Material rest = material.without(men_[victim]);
    for (std::size_t k = 0; k < bar_count_; ++k) {
      captures_[victim][k] =
          bits_of_view(*values.moves_into(rest, us), rest.men() - 2, least_in_view(bars[k]));
    }
    if (promotes && !is_pawn(victim)) add_promotions(victim, men_[victim]);
  }
  const Piece our_pawn{us, PieceType::Pawn};
  if (promotes && material.count(them, PieceType::Pawn) > 0) {
    victims_captures_ = values.moves_into(material.without(our_pawn), them);
  }
}

EndingMoves::Men EndingMoves::men_at(std::uint32_t skeleton, std::uint32_t word) const {
  Men men{layout_.king_square(layout_.slot_of(word)), layout_.skeleton(skeleton), 0};
  const Squares free = layout_.free_squares(word);
  std::copy_n(free.begin(), layout_.free_count(), men.squares.begin());
  men.occupied = occupied_squares(men.white_king, men.squares, men_.size());
  return men;
}

std::size_t EndingMoves::man_on(const Men& men, Square square) const {
  for (std::size_t man = 0; man < men_.size(); ++man) {
    if (men.squares[man] == square.byte()) return man;
  }
  return kNobody;
}

/// The bit of a black king's square is its image, so that what is found there is turned back.
EndingMoves::Reached EndingMoves::at(const Layout& layout, const Sets& sets, Square king,
                                     const Squares& squares) const {
  const WordPlace place = layout.locate(king, squares);
  const Symmetry back = place.symmetry.inverse();
  const std::size_t word = std::size_t{place.skeleton} * layout.words() + place.word;
  Reached reached{};
  for (std::size_t k = 0; k < bar_count_; ++k) reached[k] = back(sets[k][word]);
  return reached;
}

EndingMoves::Reached EndingMoves::in_view(const std::uint8_t* row) const {
  Reached reached{};
  for (std::size_t k = 0; k < bar_count_; ++k) {
    const std::uint8_t least = least_in_view(bars_[k]);
    reached[k] = row_bits(row, [&](Sixteen part) { return part >= least; });
  }
  return reached;
}

/// Each man of the new ending takes the first of ours of his kind that nobody has taken yet.
EndingMoves::Reached EndingMoves::after_promotion(const Promotion& promotion, const Men& men,
                                                  std::size_t pawn, std::size_t victim) const {
  Squares squares{};
  unsigned taken = 1u << victim;
  for (std::size_t i = 0; i < promotion.men.size(); ++i) {
    for (std::size_t man = 0; man < men_.size(); ++man) {
      const Piece now = man == pawn ? Piece{us_, promotion.type} : men_[man];
      if ((taken >> man & 1) != 0 || now != promotion.men[i]) continue;
      squares[i] = men.squares[man];
      taken |= 1u << man;
      break;
    }
  }
  if (promotion.view != nullptr) return in_view(promotion.view->row(squares, men.white_king));
  return at(*promotion.layout, promotion.sets, men.white_king, squares);
}

/// After a double step the opponent may also take the pawn in passing, and must if he has no other
/// move. So he is left at most t if what he has otherwise and the captures are at most t, or, where
/// he would be stalemated, if the captures alone are. A pawn on either side may capture.
void EndingMoves::allow_en_passant(const Men& after, std::size_t pawn, Square passed,
                                   Reached& reached) const {
  const Piece their_pawn{opposite(us_), PieceType::Pawn};
  std::uint64_t legal = 0;
  Reached more{};
  for (std::size_t capturer = 0; capturer < men_.size(); ++capturer) {
    if (men_[capturer] != their_pawn) continue;
    if (!pawn_attacks(their_pawn.color, Square(after.squares[capturer])).contains(passed)) continue;
    Squares rest{};
    for (std::size_t man = 0, next = 0; man < men_.size(); ++man) {
      if (man == pawn) continue;
      rest[next++] = man == capturer ? passed.byte() : after.squares[man];
    }
    const std::uint8_t* row = victims_captures_->row(rest, after.white_king);
    legal |= row_bits(row, [](Sixteen part) { return part != 0; });
    for (std::size_t k = 0; k < bar_count_; ++k) {
      more[k] |= row_bits(row, [&](Sixteen part) { return part > bars_[k].byte(); });
    }
  }
  for (std::size_t k = 0; k < bar_count_; ++k) {
    if (bars_[k] < kDraw) {
      for (const Square king : Bitboard(legal & ~more[k] & ~reached[k])) {
        if (!is_stalemate(after, king, their_pawn.color)) continue;
        reached[k] |= std::uint64_t{1} << king.index();
      }
    }
    reached[k] &= ~more[k];
  }
}

bool EndingMoves::is_stalemate(const Men& men, Square black_king, Color side) const {
  if (Bitboard(men.occupied).contains(black_king)) return false;
  Setup setup;
  setup.side_to_move = side;
  setup[men.white_king] = Piece{Color::White, PieceType::King};
  setup[black_king] = Piece{Color::Black, PieceType::King};
  for (std::size_t man = 0; man < men_.size(); ++man) setup[Square(men.squares[man])] = men_[man];
  const auto position = Position::create(setup);
  return position && !position->in_check() && !has_legal_move(*position);
}

/// Squares of the black king, not in check, with which Black has a move for certain: some other man
/// of his does not see the king, so that he is not pinned, and has two squares to go to, of which
/// the king can stand on one alone.
std::uint64_t EndingMoves::surely_movable(const Men& men) const {
  std::uint64_t kings = 0;
  std::uint64_t ours = 0;
  for (std::size_t man = 0; man < men_.size(); ++man) {
    if (men_[man].color == us_) ours |= std::uint64_t{1} << men.squares[man];
  }
  for (std::size_t man = 0; man < men_.size(); ++man) {
    if (us_ != Color::Black || men_[man].color != us_ || is_pawn(man)) continue;
    const Square from(men.squares[man]);
    const Bitboard occupied(men.occupied);
    const std::uint64_t targets = piece_attacks(men_[man].type, from, occupied).bits() & ~ours;
    if (std::popcount(targets) < 2) continue;
    kings |= ~queen_attacks(from, occupied).bits();
  }
  return kings;
}

std::uint64_t EndingMoves::stalemates(std::uint32_t skeleton, std::uint32_t word,
                                      std::uint64_t kings) const {
  const Men men = men_at(skeleton, word);
  std::uint64_t found = 0;
  kings &= ~surely_movable(men);
  for (const Square king : Bitboard(kings)) {
    if (is_stalemate(men, king, us_)) found |= std::uint64_t{1} << king.index();
  }
  return found;
}

std::uint64_t EndingMoves::checking(std::uint32_t skeleton, std::uint32_t word,
                                    const WordMove& move) const {
  const Men before = men_at(skeleton, word);
  Square king = before.white_king;
  const bool king_moves = move.mover.type == PieceType::King;
  if (king_moves && us_ == Color::White) king = move.to;
  std::vector<Piece> men;
  Squares squares{};
  for (std::size_t man = 0; man < men_.size(); ++man) {
    const Square here(before.squares[man]);
    if (move.captured && here == move.to) continue;
    const bool moves = !king_moves && here == move.from;
    squares[men.size()] = (moves ? move.to : here).byte();
    men.push_back(moves && move.promoted ? Piece{us_, *move.promoted} : men_[man]);
  }
  const std::uint64_t after = word_sets(king, men, squares).in_check[opposite(us_)];
  if (!king_moves || us_ == Color::White) return after;
  if (!move.captured) return before_step(after, move.king_step);
  return Bitboard(after).contains(move.to) ? king_attacks(move.to).bits() : 0;
}

}  // namespace lucena
