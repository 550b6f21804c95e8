// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <algorithm>
#include <array>

#include "chess/position.h"
#include "engine/known_endings.h"
#include "engine/pawn_structure.h"
#include "engine/weights.h"

namespace lucena {

/// The wing a king stands on: 1 for the files a to d, whose board is turned. With White's king on
/// b1 the board is mirrored, so that a shield on a2, b2 and c2 counts like one on h2, g2 and f2 in
/// front of a king on g1.
constexpr std::size_t wing_of(Square king) {
  return king.file() < 4 ? 1 : 0;
}

/// What a man of White is worth where it stands, by the wings of its own king and of the enemy's.
constexpr Tapered place_value(std::size_t wing, std::size_t enemy_wing, PieceType type,
                              Square square) {
  return kWeights.material[type] +
         kWeights.squares[type][wing == 1 ? square.flip_files() : square] +
         kWeights.facing_squares[type][enemy_wing == 1 ? square.flip_files() : square];
}

/// By type and square, as White sees it.
using PlaceValues = ByPieceType<BySquare<Tapered>>;
/// By the wings of one's own king and of the enemy's.
inline constexpr std::array<std::array<PlaceValues, 2>, 2> kPlaceValues = [] {
  std::array<std::array<PlaceValues, 2>, 2> values{};
  for (const std::size_t wing : {0, 1}) {
    for (const std::size_t enemy_wing : {0, 1}) {
      for (const PieceType type : kPieceTypes) {
        for (const Square square : kAllSquares) {
          values[wing][enemy_wing][type][square] = place_value(wing, enemy_wing, type, square);
        }
      }
    }
  }
  return values;
}();

/// The parts that `eval` shows. Before the mean of middle game and ending is taken; hundredths of a
/// pawn.
struct EvaluationParts {
  ByColor<Tapered> material, mobility, pieces, passed, threats, king;
  Tapered structure;
};

/// One evaluation. Attacks are gathered while the pieces are looked at, and used afterwards.
class EvaluationTerms {
 public:
  EvaluationTerms(const Position& position, const PawnStructure& structure)
      : position_(position), structure_(structure), occupied_(position.occupied()) {}

  /// From White's point of view. The order matters: prepare() first for both sides, men() before
  /// whatever asks who attacks what.
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
      sum += (*part)[Color::White] - (*part)[Color::Black];
    }
    return sum;
  }
  const EvaluationParts& parts() const { return parts_; }

 private:
  Bitboard men_of(Color color, PieceType type) const { return position_.men_of(color, type); }
  Bitboard attacks_by(Color color, PieceType type) const { return by_type_[color][type]; }

  /// From the side's own point of view: 0 is its back rank.
  template <Color us>
  static constexpr int rank_of(Square square) {
    return us == Color::White ? square.rank() : 7 - square.rank();
  }
  /// The squares of the file ahead. `index & 56` is the first square of the rank; eight more is the
  /// first of the next one. That is two shifts, since on the last rank one by 64 would be
  /// undefined. Above e4 on the e-file are e5 to e8; for Black, below e5 are e4 to e1.
  template <Color us>
  static Bitboard in_front(Square square) {
    const std::uint64_t file = file_squares(square.file()).bits();
    if constexpr (us == Color::White) {
      return Bitboard(file & ~std::uint64_t{0} << 8 << (square.index() & 56));
    } else {
      return Bitboard(file & ((std::uint64_t{1} << (square.index() & 56)) - 1));
    }
  }

  /// What all terms need before any piece is looked at. A man is mobile where no enemy pawn guards
  /// and no pawn of its own is stuck.
  ///
  ///     8   . . . . . . . .       White's king on g1
  ///     3   . . . . . z z z
  ///     2   . . . . . z z z       z: its zone, the squares around it ...
  ///     1   . . . . . z z z       ... and a rank further
  ///         a b c d e f g h
  template <Color us>
  void prepare() {
    constexpr Color them = opposite(us);
    const Bitboard pawns = men_of(us, PieceType::Pawn);
    const Bitboard enemy_pawns = men_of(them, PieceType::Pawn);
    const Square king = position_.king(us);
    by_pawn_[us] = pawn_attack_squares<us>(pawns);
    attacked_[us] = by_pawn_[us] | king_attacks(king);
    attacked_twice_[us] = by_pawn_[us] & king_attacks(king);
    const Bitboard blocked = pawns & forward<them>(occupied_);
    mobility_area_[us] = ~(pawn_attack_squares<them>(enemy_pawns) | blocked | Bitboard(king));
    // The king's surroundings, and a rank further where attacks come from.
    const Bitboard ring = king_attacks(king) | Bitboard(king);
    king_zone_[us] = ring | forward<us>(ring);
    for (const PieceType type : kPieceTypes) counts_[us][type] = men_of(us, type).count();
    places_[us] = &kPlaceValues[wing_of(king)][wing_of(position_.king(them))];
  }

  /// The tables are White's, so that Black's men are looked up as if the board were turned.
  template <Color us>
  void place(PieceType type, Square square) {
    const Square seen = us == Color::White ? square : square.flip_ranks();
    parts_.material[us] += (*places_[us])[type][seen];
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
      parts_.pieces[us] += kWeights.bishop_pair;
    }
    pairs<us>();
    space<us>();
  }

  /// Some men get on well with each other, some do well against certain others: products of their
  /// numbers, own ones in the order PP NP NN BP BN BB and so on, facing ones NP BP BN and so on.
  /// Two bishops and five pawns against a rook count BP ten times, BB four times, PP 25 times,
  /// since a man also pairs with itself.
  template <Color us>
  void pairs() {
    constexpr std::size_t kTypes = kPieceTypes.size() - 1;  // all but kings
    const auto& own = counts_[us].elements;
    const auto& enemy = counts_[opposite(us)].elements;
    std::size_t pair = 0, facing = 0;
    Tapered value;
    for (std::size_t first = 0; first < kTypes; ++first) {
      for (std::size_t second = 0; second < first; ++second) {
        value += own[first] * own[second] * kWeights.own_pairs[pair++];
        value += own[first] * enemy[second] * kWeights.facing_pairs[facing++];
      }
      value += own[first] * own[first] * kWeights.own_pairs[pair++];
    }
    parts_.pieces[us] += value;
  }

  /// Squares for one's own men: in the middle, not attacked by pawns, not taken by own pawns. At
  /// most 4 * 3 = 12 squares.
  template <Color us>
  void space() {
    constexpr Bitboard kFiles =
        file_squares(2) | file_squares(3) | file_squares(4) | file_squares(5);
    constexpr Bitboard kRanks = us == Color::White
                                    ? rank_squares(1) | rank_squares(2) | rank_squares(3)
                                    : rank_squares(6) | rank_squares(5) | rank_squares(4);
    const Bitboard free = (kFiles & kRanks) - men_of(us, PieceType::Pawn) - by_pawn_[opposite(us)];
    parts_.pieces[us] += free.count() * kWeights.space;
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

  /// All that is looked at piece by piece. Attacks are noted for the terms that come afterwards:
  /// what is attacked at all, what twice, what by which type. Mobility is a table and no product,
  /// since the first squares are worth more than the last.
  template <Color us, PieceType type, std::size_t size>
  void pieces(const TaperedRow<size>& mobility) {
    constexpr Color them = opposite(us);
    for (const Square square : men_of(us, type)) {
      place<us>(type, square);
      const Bitboard targets = attacks_from<us, type>(square);
      attacked_twice_[us] |= attacked_[us] & targets;
      attacked_[us] |= targets;
      by_type_[us][type] |= targets;
      parts_.mobility[us] += mobility[(targets & mobility_area_[us]).count()];
      if (!(targets & king_zone_[them]).empty()) {
        const Bitboard beside = targets & king_attacks(position_.king(them));
        danger_to_enemy_[us] += kDanger.attacker[type] + beside.count() * kDanger.attack;
      }
      parts_.pieces[us] +=
          kWeights.own_king_distance[type][king_distance(square, position_.king(us))] +
          kWeights.enemy_king_distance[type][king_distance(square, position_.king(them))];
      if constexpr (type == PieceType::Rook) rook<us>(square);
      if constexpr (type == PieceType::Bishop || type == PieceType::Knight) {
        minor<us, type>(square);
      }
    }
  }

  /// Rooks want files without own pawns, better still without any, and passed pawns in front of
  /// them. An open file has no pawns at all, a half-open one only the enemy's.
  template <Color us>
  void rook(Square square) {
    const Bitboard file = file_squares(square.file());
    Tapered& value = parts_.pieces[us];
    if ((file & men_of(us, PieceType::Pawn)).empty()) {
      value += (file & men_of(opposite(us), PieceType::Pawn)).empty()
                   ? kWeights.rook_on_open_file
                   : kWeights.rook_on_half_open_file;
    }
    if (!(in_front<us>(square) & structure_.passed[us]).empty()) {
      value += kWeights.rook_behind_passed_pawn;
    }
    if (!(file & men_of(opposite(us), PieceType::Queen)).empty()) {
      value += kWeights.rook_facing_queen;
    }
  }

  /// An outpost is on the fourth rank or beyond, guarded by a pawn, and out of reach for enemy
  /// pawns for ever.
  template <Color us, PieceType type>
  void minor(Square square) {
    Tapered& value = parts_.pieces[us];
    const bool outpost = by_pawn_[us].contains(square) &&
                         !structure_.attack_spans[opposite(us)].contains(square) &&
                         rank_of<us>(square) >= 3;
    if (outpost) {
      value += type == PieceType::Knight ? kWeights.knight_outpost : kWeights.bishop_outpost;
    }
    if (!(forward<us>(Bitboard(square)) & men_of(us, PieceType::Pawn)).empty()) {
      value += kWeights.minor_behind_pawn;
    }
    if constexpr (type == PieceType::Bishop) bishop<us>(square);
  }

  /// A bishop is as good as the squares of its colour are free: own pawns on them are in its way,
  /// and from a long diagonal that no pawn blocks it sees two squares of the centre.
  template <Color us>
  void bishop(Square square) {
    Tapered& value = parts_.pieces[us];
    const Bitboard same = square.is_light() ? kLightSquares : ~kLightSquares;
    value += (men_of(us, PieceType::Pawn) & same).count() * kWeights.bishop_blocked_by_pawn;
    constexpr Bitboard kCentre =
        (file_squares(3) | file_squares(4)) & (rank_squares(3) | rank_squares(4));
    const Bitboard seen = bishop_attacks(square, position_.men_of(PieceType::Pawn));
    if ((seen & kCentre).more_than_one()) value += kWeights.bishop_on_long_diagonal;
  }

  /// Passed pawns count by rank, and by what stands in their way: a man, an attack on the next
  /// square or on any further one. From the fourth rank on the kings' distances to the square in
  /// front count as well, the more the further the pawn is. On the fifth rank (4 from 0) the kings'
  /// distances count twice.
  template <Color us>
  void passed_pawns() {
    constexpr Color them = opposite(us);
    constexpr int kForward = us == Color::White ? 8 : -8;
    Tapered& value = parts_.passed[us];
    for (const Square square : structure_.passed[us]) {
      const int rank = rank_of<us>(square);
      const Square next(square.index() + kForward);
      value += kWeights.passed_pawn[rank];
      if (by_pawn_[us].contains(square)) value += kWeights.guarded_passed_pawn[rank];
      if (const int ranks = rank - 2; ranks > 0) {
        value += ranks * kWeights.passed_own_king[king_distance(next, position_.king(us))];
        value += ranks * kWeights.passed_enemy_king[king_distance(next, position_.king(them))];
      }
      if (occupied_.contains(next)) {
        value += kWeights.passed_and_blocked[rank];
        continue;
      }
      if (!attacked_[them].contains(next)) value += kWeights.passed_with_safe_step[rank];
      if ((in_front<us>(square) & (attacked_[them] | occupied_)).empty()) {
        value += kWeights.passed_with_free_way[rank];
      }
      if (is_unstoppable<us>(square)) value += kWeights.unstoppable_pawn;
    }
  }

  /// Whether nobody but the enemy king could stop a passed pawn, and it comes too late: it is not
  /// in the square that has the pawn's way as its side. A pawn on its second rank has a double
  /// step, so it needs as long as one on the third. Whoever is to move is a step ahead. A pawn on
  /// a5 needs three steps to a8. With White to move the enemy king on e5 is four from a8, one too
  /// many; with Black to move it gets there in time.
  template <Color us>
  bool is_unstoppable(Square pawn) const {
    constexpr Color them = opposite(us);
    const Bitboard pieces = position_.men_of(them) - men_of(them, PieceType::Pawn);
    if (pieces.more_than_one() || !(in_front<us>(pawn) & occupied_).empty()) return false;
    const Square goal(pawn.file(), us == Color::White ? 7 : 0);
    const int steps = std::min(7 - rank_of<us>(pawn), 5);
    const int late = position_.side_to_move() == them ? 1 : 0;
    return king_distance(position_.king(them), goal) - late > steps;
  }

  /// Who is attacked by something lesser, or by anything and not guarded. A guarded pawn or minor
  /// piece need not fear a minor piece, and nobody but the queen a rook. `turn` is 1 for the side
  /// to move, whose threats are about to be carried out.
  template <Color us>
  void threats() {
    constexpr Color them = opposite(us);
    const std::size_t turn = position_.side_to_move() == us ? 1 : 0;
    Tapered& value = parts_.threats[us];
    const Bitboard enemy = position_.men_of(them) - position_.men_of(PieceType::King);
    for (const Square square : enemy& by_pawn_[us]) {
      value += kWeights.attacked_by_pawn[turn][position_.type_at(square)];
    }
    const Bitboard minor = attacks_by(us, PieceType::Knight) | attacks_by(us, PieceType::Bishop);
    for (const Square square : enemy& minor) {
      if (by_pawn_[them].contains(square) && is_minor_or_pawn(square)) continue;
      value += kWeights.attacked_by_minor[turn][position_.type_at(square)];
    }
    for (const Square square : enemy& attacks_by(us, PieceType::Rook)) {
      if (by_pawn_[them].contains(square) && position_.type_at(square) != PieceType::Queen) {
        continue;
      }
      value += kWeights.attacked_by_rook[turn][position_.type_at(square)];
    }
    const Bitboard loose = enemy - attacked_[them];
    if (!(loose & king_attacks(position_.king(us))).empty())
      value += kWeights.attacked_by_king[turn];
    value += (loose & attacked_[us]).count() * kWeights.hanging[turn];
    const Bitboard contested = (attacked_[us] & attacked_[them]) - by_pawn_[them];
    value += contested.count() * kWeights.contested;
    const Bitboard pieces = enemy - men_of(them, PieceType::Pawn);
    const Bitboard pushed = pawn_attack_squares<us>(safe_pushes<us>()) & pieces;
    value += (pushed - by_pawn_[us]).count() * kWeights.push_threat[turn];
    threats_to_queen<us>();
  }

  /// Squares from where an enemy queen could be attacked next.
  template <Color us>
  void threats_to_queen() {
    constexpr Color them = opposite(us);
    const Bitboard queens = men_of(them, PieceType::Queen);
    if (queens.empty() || queens.more_than_one()) return;
    const Square queen = queens.first();
    const Bitboard guarded = by_pawn_[them] | attacked_twice_[them];
    const Bitboard safe = mobility_area_[us] - position_.men_of(us) - guarded;
    const Bitboard knights = attacks_by(us, PieceType::Knight) & knight_attacks(queen);
    const Bitboard sliders =
        (attacks_by(us, PieceType::Bishop) & bishop_attacks(queen, occupied_)) |
        (attacks_by(us, PieceType::Rook) & rook_attacks(queen, occupied_));
    parts_.threats[us] += (knights & safe).count() * kWeights.knight_near_queen;
    parts_.threats[us] += (sliders & safe).count() * kWeights.slider_near_queen;
  }

  /// Where pawns can go without being lost. The double step goes over the third rank, which has to
  /// be free.
  template <Color us>
  Bitboard safe_pushes() const {
    constexpr Color them = opposite(us);
    const Bitboard once = forward<us>(men_of(us, PieceType::Pawn)) - occupied_;
    const Bitboard twice = forward<us>(once & rank_squares(us == Color::White ? 2 : 5)) - occupied_;
    const Bitboard lost = by_pawn_[them] | (attacked_[them] - attacked_[us]);
    return (once | twice) - lost;
  }

  bool is_minor_or_pawn(Square square) const {
    return position_.type_at(square) <= PieceType::Bishop;
  }

  /// Shelter and danger. Danger counts by its square in the middle game, since attackers help each
  /// other and one alone does little: 1000 of it is 122 centipawns, 2000 is 488.
  template <Color us>
  void king() {
    const Square king = position_.king(us);
    const int first = std::clamp(king.file() - 1, 0, 5);
    Tapered shelter;
    for (int file = first; file < first + 3; ++file) shelter += shelter_on<us>(king, file);
    const Bitboard files = file_squares(first) | file_squares(first + 1) | file_squares(first + 2);
    if ((files & position_.men_of(PieceType::Pawn)).empty()) {
      shelter += kWeights.king_far_from_pawns;
    }
    const int danger = std::max(danger_to<us>(king, shelter), 0);
    parts_.king[us] += shelter;
    parts_.king[us] -=
        Tapered{danger * danger / DangerWeights::kSquareUnit, danger / DangerWeights::kPlainUnit};
  }

  /// Pawns on a file beside or in front of the king: the own one that shields him, and the enemy's
  /// that storms and is harmless where it has run into the shield. Pawns that the king has left
  /// behind are no shield and no storm: only those beside or ahead count.
  template <Color us>
  Tapered shelter_on(Square king, int file) const {
    constexpr int kNone = 7;
    const Bitboard squares = file_squares(file);
    const Bitboard own = squares & men_of(us, PieceType::Pawn);
    const Bitboard enemy = squares & men_of(opposite(us), PieceType::Pawn);
    const int king_rank = rank_of<us>(king);
    const auto ranks_ahead = [&](Bitboard pawns) {
      int nearest = kNone;
      for (const Square pawn : pawns) {
        const int ahead = rank_of<us>(pawn) - king_rank;
        if (ahead >= 0) nearest = std::min(nearest, ahead);
      }
      return nearest;
    };
    const int own_ahead = ranks_ahead(own), enemy_ahead = ranks_ahead(enemy);
    const bool on_file = file == king.file();
    Tapered value =
        (on_file ? kWeights.shield_on_king_file : kWeights.shield_beside_king)[own_ahead];
    const bool stopped = enemy_ahead != kNone && enemy_ahead == own_ahead + 1;
    value += (stopped ? kWeights.blocked_storm : kWeights.storm)[enemy_ahead];
    if (on_file && own.empty()) {
      value += enemy.empty() ? kWeights.king_on_open_file : kWeights.king_on_half_open_file;
    }
    return value;
  }

  /// Squares next to the king are weak where the enemy attacks and only the king or the queen
  /// guards, if anybody. The sum may be negative, for a good shelter and the lack of a queen make
  /// up for a lot; then there is no danger.
  template <Color us>
  int danger_to(Square king, Tapered shelter) const {
    constexpr Color them = opposite(us);
    const Bitboard beside = king_attacks(king);
    const Bitboard barely_guarded = attacked_[them] - attacked_twice_[us];
    const Bitboard weak =
        barely_guarded & (~attacked_[us] | beside | attacks_by(us, PieceType::Queen));
    int danger = kDanger.always + danger_to_enemy_[them];
    danger += (beside & weak).count() * kDanger.weak_square;
    danger += checks_on<us>(king, weak);
    danger += pinned_to<us>(king).count() * kDanger.pinned;
    danger += camp_danger<us>(king);
    danger += shelter.middle_game() * kDanger.shelter / 16;
    if (men_of(them, PieceType::Queen).empty()) danger += kDanger.no_queen;
    if (position_.side_to_move() == them) danger += kDanger.enemy_turn;
    return danger;
  }

  /// Checks that the enemy could give next. Safe is where we do not guard, or where we hardly do
  /// and he attacks twice. Our own queens do not count as cover: they would have to leave.
  template <Color us>
  int checks_on(Square king, Bitboard weak) const {
    constexpr Color them = opposite(us);
    const Bitboard safe =
        ~position_.men_of(them) & (~attacked_[us] | (weak & attacked_twice_[them]));
    const Bitboard straight = rook_attacks(king, occupied_ - men_of(us, PieceType::Queen));
    const Bitboard diagonal = bishop_attacks(king, occupied_ - men_of(us, PieceType::Queen));
    int danger = 0;
    Bitboard unsafe;
    const auto look = [&](Bitboard lines, PieceType type) {
      const Bitboard checks = lines & attacks_by(them, type);
      if (!(checks & safe).empty()) {
        danger += kDanger.safe_check[type];
      } else {
        unsafe |= checks;
      }
    };
    look(knight_attacks(king), PieceType::Knight);
    look(diagonal, PieceType::Bishop);
    look(straight, PieceType::Rook);
    look(straight | diagonal, PieceType::Queen);
    return danger + (unsafe - position_.men_of(them)).count() * kDanger.unsafe_check;
  }

  /// Men that would uncover a check if they went away, of either colour.
  template <Color us>
  Bitboard pinned_to(Square king) const {
    constexpr Color them = opposite(us);
    const Bitboard queens = men_of(them, PieceType::Queen);
    const Bitboard snipers =
        (bishop_attacks(king, Bitboard()) & (men_of(them, PieceType::Bishop) | queens)) |
        (rook_attacks(king, Bitboard()) & (men_of(them, PieceType::Rook) | queens));
    Bitboard pinned;
    for (const Square sniper : snipers) {
      const Bitboard between = squares_between(king, sniper) & occupied_;
      if (!between.more_than_one()) pinned |= between;
    }
    return pinned;
  }

  /// Attacks and guards on the king's side of the board, on the four files around it: a to d for a
  /// king on a to c, c to f in the middle, e to h for f to h, and five ranks deep.
  template <Color us>
  int camp_danger(Square king) const {
    constexpr Color them = opposite(us);
    constexpr std::uint64_t kOwnRanks =
        us == Color::White ? 0x000000ffffffffffu : 0xffffffffff000000u;
    constexpr std::uint64_t kFourFiles = 0x0f0f0f0f0f0f0f0fu;
    const int first = king.file() < 3 ? 0 : king.file() > 4 ? 4 : 2;
    const Bitboard camp(kFourFiles << first & kOwnRanks);
    const Bitboard attacked = camp & attacked_[them];
    const int attacks = attacked.count() + (attacked & attacked_twice_[them]).count();
    return attacks * kDanger.camp_attack + (camp & attacked_[us]).count() * kDanger.camp_guard;
  }

  const Position& position_;
  const PawnStructure& structure_;
  const Bitboard occupied_;
  ByColor<Bitboard> by_pawn_, attacked_, attacked_twice_, mobility_area_, king_zone_;
  ByColor<ByPieceType<Bitboard>> by_type_;
  ByColor<ByPieceType<int>> counts_;
  ByColor<int> danger_to_enemy_;
  ByColor<const PlaceValues*> places_;
  EvaluationParts parts_;
};

}  // namespace lucena
