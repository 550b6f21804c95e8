// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/evaluation.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/simd.h"
#include "engine/known_endings.h"
#include "engine/weights.h"

namespace lucena {
namespace {

constexpr std::size_t at(Color color) {
  return static_cast<std::size_t>(color);
}
constexpr std::size_t at(PieceType type) {
  return static_cast<std::size_t>(type);
}

/// How much of the middle game is left: 24 with all pieces, 0 with pawns alone.
constexpr int kWholePhase = 24;
int phase_of(const Position& position) {
  const int phase =
      position.men_of(PieceType::Knight).count() + position.men_of(PieceType::Bishop).count() +
      2 * position.men_of(PieceType::Rook).count() + 4 * position.men_of(PieceType::Queen).count();
  return std::min(phase, kWholePhase);
}

/// The parts that `eval` shows.
struct Parts {
  std::array<Tapered, 2> material, mobility, pieces, passed, threats, king;
  Tapered structure;
};

/// One evaluation. Attacks are gathered while the pieces are looked at, and used afterwards.
class Evaluation {
 public:
  Evaluation(const Position& position, const PawnStructure& structure)
      : position_(position), structure_(structure), occupied_(position.occupied()) {}

  /// From White's point of view.
  Tapered value() {
    prepare<Color::White>();
    prepare<Color::Black>();
    men<Color::White>();
    men<Color::Black>();
    passed_pawns<Color::White>();
    passed_pawns<Color::Black>();
    threats<Color::White>();
    threats<Color::Black>();
    king<Color::White>();
    king<Color::Black>();
    parts_.structure = structure_.value;
    Tapered sum = structure_.value;
    for (const auto* part : {&parts_.material, &parts_.mobility, &parts_.pieces, &parts_.passed,
                             &parts_.threats, &parts_.king}) {
      sum += (*part)[0] - (*part)[1];
    }
    return sum;
  }
  const Parts& parts() const { return parts_; }

 private:
  Bitboard men_of(Color color, PieceType type) const { return position_.men_of(color, type); }

  template <Color us>
  static constexpr int rank_of(Square square) {
    return us == Color::White ? square.rank() : 7 - square.rank();
  }
  template <Color us>
  static Bitboard in_front(Square square) {
    const std::uint64_t file = file_squares(square.file()).bits();
    if constexpr (us == Color::White) {
      return Bitboard(file & ~std::uint64_t{0} << 8 << (square.index() & 56));
    } else {
      return Bitboard(file & ((std::uint64_t{1} << (square.index() & 56)) - 1));
    }
  }

  template <Color us>
  void prepare() {
    constexpr Color them = opposite(us);
    const Bitboard pawns = men_of(us, PieceType::Pawn);
    const Bitboard enemy_pawns = men_of(them, PieceType::Pawn);
    const Square king = position_.king(us);
    by_pawn_[at(us)] = pawn_attack_squares<us>(pawns);
    attacked_[at(us)] = by_pawn_[at(us)] | king_attacks(king);
    attacked_twice_[at(us)] = by_pawn_[at(us)] & king_attacks(king);
    const Bitboard blocked = pawns & (us == Color::White ? shift<Direction::South>(occupied_)
                                                         : shift<Direction::North>(occupied_));
    mobility_area_[at(us)] = ~(pawn_attack_squares<them>(enemy_pawns) | blocked | Bitboard(king));
    // The king's surroundings, and a rank further where attacks come from.
    const Bitboard ring = king_attacks(king) | Bitboard(king);
    king_zone_[at(us)] =
        ring | (us == Color::White ? shift<Direction::North>(ring) : shift<Direction::South>(ring));
  }

  template <Color us>
  void place(PieceType type, Square square) {
    const int file = std::min(square.file(), 7 - square.file());
    parts_.material[at(us)] +=
        kWeights.material[at(type)] +
        kWeights.squares[at(type)][static_cast<std::size_t>(rank_of<us>(square) * 4 + file)];
  }

  template <Color us>
  void men() {
    for (const Square square : men_of(us, PieceType::Pawn)) place<us>(PieceType::Pawn, square);
    place<us>(PieceType::King, position_.king(us));
    pieces<us, PieceType::Knight>(kWeights.knight_mobility);
    pieces<us, PieceType::Bishop>(kWeights.bishop_mobility);
    pieces<us, PieceType::Rook>(kWeights.rook_mobility);
    pieces<us, PieceType::Queen>(kWeights.queen_mobility);
    if (men_of(us, PieceType::Bishop).more_than_one()) {
      parts_.pieces[at(us)] += kWeights.bishop_pair;
    }
    const auto pawns = static_cast<std::size_t>(men_of(us, PieceType::Pawn).count());
    parts_.pieces[at(us)] +=
        men_of(us, PieceType::Knight).count() * kWeights.knight_with_pawns[pawns] +
        men_of(us, PieceType::Rook).count() * kWeights.rook_with_pawns[pawns];
    space<us>();
  }

  /// Squares for one's own men: in the middle, not attacked by pawns, not taken by own pawns.
  template <Color us>
  void space() {
    constexpr Bitboard kFiles =
        file_squares(2) | file_squares(3) | file_squares(4) | file_squares(5);
    constexpr Bitboard kRanks = us == Color::White
                                    ? rank_squares(1) | rank_squares(2) | rank_squares(3)
                                    : rank_squares(6) | rank_squares(5) | rank_squares(4);
    const Bitboard free =
        (kFiles & kRanks) - men_of(us, PieceType::Pawn) - by_pawn_[at(opposite(us))];
    parts_.pieces[at(us)] += free.count() * kWeights.space;
  }

  /// Men in a battery see through each other.
  template <Color us, PieceType type>
  Bitboard attacks_from(Square square) const {
    const Bitboard queens = position_.men_of(PieceType::Queen);
    if constexpr (type == PieceType::Bishop) return bishop_attacks(square, occupied_ - queens);
    if constexpr (type == PieceType::Rook) {
      return rook_attacks(square, occupied_ - queens - men_of(us, PieceType::Rook));
    }
    return piece_attacks(type, square, occupied_);
  }

  template <Color us, PieceType type, std::size_t size>
  void pieces(const TaperedRow<size>& mobility) {
    constexpr Color them = opposite(us);
    for (const Square square : men_of(us, type)) {
      place<us>(type, square);
      const Bitboard targets = attacks_from<us, type>(square);
      attacked_twice_[at(us)] |= attacked_[at(us)] & targets;
      attacked_[at(us)] |= targets;
      by_type_[at(us)][at(type)] |= targets;
      parts_.mobility[at(us)] +=
          mobility[static_cast<std::size_t>((targets & mobility_area_[at(us)]).count())];
      const Bitboard aimed = targets & king_zone_[at(them)];
      if (!aimed.empty()) {
        attack_units_[at(us)] += kAttackUnits[at(type)] + aimed.more_than_one();
      }
      if constexpr (type == PieceType::Rook) rook<us>(square);
      if constexpr (type == PieceType::Bishop || type == PieceType::Knight) {
        minor<us, type>(square);
      }
    }
  }

  template <Color us>
  void rook(Square square) {
    const Bitboard file = file_squares(square.file());
    Tapered& value = parts_.pieces[at(us)];
    if ((file & men_of(us, PieceType::Pawn)).empty()) {
      value += (file & men_of(opposite(us), PieceType::Pawn)).empty()
                   ? kWeights.rook_on_open_file
                   : kWeights.rook_on_half_open_file;
    }
    if (!(in_front<us>(square) & structure_.passed[at(us)]).empty()) {
      value += kWeights.rook_behind_passed_pawn;
    }
  }

  template <Color us, PieceType type>
  void minor(Square square) {
    Tapered& value = parts_.pieces[at(us)];
    const bool outpost = by_pawn_[at(us)].contains(square) &&
                         !structure_.attack_spans[at(opposite(us))].contains(square) &&
                         rank_of<us>(square) >= 3;
    if (outpost) {
      value += type == PieceType::Knight ? kWeights.knight_outpost : kWeights.bishop_outpost;
    }
    const Square ahead(square.index() + (us == Color::White ? 8 : -8) * (rank_of<us>(square) < 7));
    if (men_of(us, PieceType::Pawn).contains(ahead)) value += kWeights.minor_behind_pawn;
    if constexpr (type == PieceType::Bishop) {
      constexpr Bitboard kLightSquares(0x55aa55aa55aa55aa);
      const Bitboard same = square.is_light() ? kLightSquares : ~kLightSquares;
      value += (men_of(us, PieceType::Pawn) & same).count() * kWeights.bishop_blocked_by_pawn;
    }
  }

  static int distance(Square a, Square b) {
    return std::max(std::abs(a.file() - b.file()), std::abs(a.rank() - b.rank()));
  }

  template <Color us>
  void passed_pawns() {
    constexpr Color them = opposite(us);
    constexpr int kForward = us == Color::White ? 8 : -8;
    Tapered& value = parts_.passed[at(us)];
    for (const Square square : structure_.passed[at(us)]) {
      const auto rank = static_cast<std::size_t>(rank_of<us>(square));
      const Square next(square.index() + kForward);
      value += kWeights.passed_pawn[rank];
      if (by_pawn_[at(us)].contains(square)) value += kWeights.guarded_passed_pawn[rank];
      if (rank >= 3) {
        value +=
            kWeights.passed_own_king[static_cast<std::size_t>(distance(next, position_.king(us)))];
        value +=
            kWeights
                .passed_enemy_king[static_cast<std::size_t>(distance(next, position_.king(them)))];
      }
      if (occupied_.contains(next)) {
        value += kWeights.passed_and_stoppable[rank];
      } else if ((in_front<us>(square) & (attacked_[at(them)] | occupied_)).empty()) {
        value += kWeights.passed_with_free_way[rank];
      }
    }
  }

  template <Color us>
  void threats() {
    constexpr Color them = opposite(us);
    Tapered& value = parts_.threats[at(us)];
    const Bitboard enemy = position_.men_of(them) - position_.men_of(PieceType::King);
    for (const Square square : enemy& by_pawn_[at(us)]) {
      value += kWeights.attacked_by_pawn[at(position_.type_at(square))];
    }
    const Bitboard minor =
        by_type_[at(us)][at(PieceType::Knight)] | by_type_[at(us)][at(PieceType::Bishop)];
    for (const Square square : enemy& minor) {
      if (by_pawn_[at(them)].contains(square) && is_minor_or_pawn(square)) continue;
      value += kWeights.attacked_by_minor[at(position_.type_at(square))];
    }
    for (const Square square : enemy& by_type_[at(us)][at(PieceType::Rook)]) {
      if (by_pawn_[at(them)].contains(square) && position_.type_at(square) != PieceType::Queen) {
        continue;
      }
      value += kWeights.attacked_by_rook[at(position_.type_at(square))];
    }
    value += ((enemy & attacked_[at(us)]) - attacked_[at(them)]).count() * kWeights.hanging;
    const Bitboard contested = (attacked_[at(us)] & attacked_[at(them)]) - by_pawn_[at(them)];
    value += contested.count() * kWeights.contested;
    const Bitboard pieces = enemy - men_of(them, PieceType::Pawn);
    const Bitboard pushed = pawn_attack_squares<us>(safe_pushes<us>()) & pieces;
    value += (pushed - by_pawn_[at(us)]).count() * kWeights.push_threat;
  }

  /// Where pawns can go without being lost.
  template <Color us>
  Bitboard safe_pushes() const {
    constexpr Color them = opposite(us);
    const auto forward = [](Bitboard set) {
      return us == Color::White ? shift<Direction::North>(set) : shift<Direction::South>(set);
    };
    const Bitboard once = forward(men_of(us, PieceType::Pawn)) - occupied_;
    const Bitboard twice = forward(once & rank_squares(us == Color::White ? 2 : 5)) - occupied_;
    const Bitboard lost = by_pawn_[at(them)] | (attacked_[at(them)] - attacked_[at(us)]);
    return (once | twice) - lost;
  }

  bool is_minor_or_pawn(Square square) const {
    return position_.type_at(square) <= PieceType::Bishop;
  }

  template <Color us>
  void king() {
    const Square king = position_.king(us);
    const int first = std::clamp(king.file() - 1, 0, 5);
    for (int file = first; file < first + 3; ++file) shelter<us>(king, file);
    const int units =
        std::min(danger_units<us>(king), static_cast<int>(kWeights.king_danger.size()) - 1);
    parts_.king[at(us)] += kWeights.king_danger[static_cast<std::size_t>(units)];
    const Bitboard weak =
        (king_zone_[at(us)] & attacked_[at(opposite(us))]) - attacked_twice_[at(us)];
    parts_.king[at(us)] += weak.count() * kWeights.weak_near_king;
  }

  /// Pawns on a file beside or in front of the king.
  template <Color us>
  void shelter(Square king, int file) {
    Tapered& value = parts_.king[at(us)];
    const Bitboard squares = file_squares(file);
    const Bitboard own = squares & men_of(us, PieceType::Pawn);
    const Bitboard enemy = squares & men_of(opposite(us), PieceType::Pawn);
    const int king_rank = rank_of<us>(king);
    const auto steps_ahead = [&](Bitboard pawns) {
      int nearest = 8;
      for (const Square pawn : pawns) {
        const int ahead = rank_of<us>(pawn) - king_rank;
        if (ahead >= 0) nearest = std::min(nearest, ahead);
      }
      return nearest;
    };
    const int own_ahead = steps_ahead(own), enemy_ahead = steps_ahead(enemy);
    value += kWeights.shield[own_ahead <= 3 ? static_cast<std::size_t>(std::max(own_ahead, 1)) : 0];
    if (enemy_ahead <= 3) {
      value += kWeights.storm[static_cast<std::size_t>(std::max(enemy_ahead, 1) - 1)];
    }
    if (file == king.file() && own.empty()) {
      value += enemy.empty() ? kWeights.king_on_open_file : kWeights.king_on_half_open_file;
    }
  }

  template <Color us>
  int danger_units(Square king) const {
    constexpr Color them = opposite(us);
    int units = attack_units_[at(them)];
    const Bitboard enemy = position_.men_of(them);
    const Bitboard weak = attacked_[at(them)] - attacked_twice_[at(us)];
    const Bitboard safe =
        ~enemy & (~attacked_[at(us)] | (weak & attacked_twice_[at(them)] & king_attacks(king)));
    const auto checks = [&](Bitboard lines, PieceType type) {
      if (!(lines & safe & by_type_[at(them)][at(type)]).empty())
        units += kSafeCheckUnits[at(type)];
    };
    const Bitboard straight = rook_attacks(king, occupied_);
    const Bitboard diagonal = bishop_attacks(king, occupied_);
    checks(knight_attacks(king), PieceType::Knight);
    checks(diagonal, PieceType::Bishop);
    checks(straight, PieceType::Rook);
    checks(straight | diagonal, PieceType::Queen);
    return men_of(them, PieceType::Queen).empty() ? units / 2 : units;
  }

  const Position& position_;
  const PawnStructure& structure_;
  const Bitboard occupied_;
  std::array<Bitboard, 2> by_pawn_, attacked_, attacked_twice_, mobility_area_, king_zone_;
  std::array<std::array<Bitboard, 6>, 2> by_type_;
  std::array<int, 2> attack_units_{};
  Parts parts_;
};

Value mean(Tapered value, int phase, int scale) {
  return (value.middle_game * phase + value.ending * scale / kWholeScale * (kWholePhase - phase)) /
         kWholePhase;
}

[[gnu::always_inline]] inline Tapered value_of(const Position& position,
                                               const PawnStructure& structure) {
  return Evaluation(position, structure).value();
}

// Twice, as in perft.cpp: the second time for processors that count bits in one instruction.
[[gnu::flatten]] Tapered value_plainly(const Position& position, const PawnStructure& structure) {
  return value_of(position, structure);
}
[[gnu::flatten, gnu::target("arch=x86-64-v3")]] Tapered value_with_avx2(
    const Position& position, const PawnStructure& structure) {
  return value_of(position, structure);
}

}  // namespace

Evaluator::Evaluator() : avx2_(simd_level() >= Simd::Avx2) {}

Value Evaluator::evaluate(const Position& position) {
  if (const auto known = known_ending(position)) return *known;
  const PawnStructure& structure = pawns_.find(position);
  Tapered value = avx2_ ? value_with_avx2(position, structure) : value_plainly(position, structure);
  const bool white = position.side_to_move() == Color::White;
  value += white ? kWeights.tempo : -1 * kWeights.tempo;
  const Color stronger = value.ending > 0 ? Color::White : Color::Black;
  const Value sum = mean(value, phase_of(position), ending_scale(position, stronger));
  return std::clamp(white ? sum : -sum, -kLargestEvaluation, kLargestEvaluation);
}

std::string Evaluator::explain(const Position& position) {
  Evaluation evaluation(position, pawns_.find(position));
  evaluation.value();
  const Parts& parts = evaluation.parts();
  const auto pawns_of = [](int centipawns) { return centipawns / 100.0; };
  std::string text = fmt::format("{:<16}{:>16}{:>18}\n{:<16}{:>8}{:>8}{:>10}{:>8}\n", "", "White",
                                 "Black", "pawns", "middle", "ending", "middle", "ending");
  const auto line = [&](std::string_view name, const std::array<Tapered, 2>& part) {
    text += fmt::format("{:<16}{:>8.2f}{:>8.2f}{:>10.2f}{:>8.2f}\n", name,
                        pawns_of(part[0].middle_game), pawns_of(part[0].ending),
                        pawns_of(part[1].middle_game), pawns_of(part[1].ending));
  };
  line("men on squares", parts.material);
  line("mobility", parts.mobility);
  line("pieces", parts.pieces);
  line("passed pawns", parts.passed);
  line("threats", parts.threats);
  line("king safety", parts.king);
  text += fmt::format("{:<16}{:>8.2f}{:>8.2f}  (White minus Black)\n", "pawn structure",
                      pawns_of(parts.structure.middle_game), pawns_of(parts.structure.ending));
  const Value value = position.in_check() ? 0 : evaluate(position);
  const Value white = position.side_to_move() == Color::White ? value : -value;
  text += position.in_check() ? std::string("none: the king is in check\n")
                              : fmt::format("evaluation: {:+.2f} for White\n", pawns_of(white));
  return text;
}

}  // namespace lucena
