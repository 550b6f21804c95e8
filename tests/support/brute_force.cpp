// SPDX-License-Identifier: GPL-3.0-or-later
#include "support/brute_force.h"

#include <algorithm>
#include <cassert>
#include <compare>
#include <cstdint>
#include <cstring>
#include <utility>
#include <vector>

#include "chess/legal_moves.h"

namespace lucena::test {
namespace {

/// Positions of one ending are numbered. Plain positions, those without castling rights and en
/// passant, have the squares of their men and the side to move as digits:
///
///     black king | white king | second other man | first other man | side to move
///       6 bits       6 bits          6 bits            6 bits           1 bit
///
/// with fewer digits for fewer men. The other positions follow in the order of their keys.
using Number = std::uint32_t;

/// A position in full: the plain number of its men and side, four bits of castling rights, and four
/// bits for the file of a legal en passant capture plus 1.
using Key = std::uint64_t;

Key key_of(Number plain, CastlingRights castling, std::optional<Square> en_passant) {
  const int file = en_passant ? en_passant->file() + 1 : 0;
  return Key{plain} << 8 | castling.bits() << 4 | static_cast<unsigned>(file);
}
Number plain_part(Key key) {
  return static_cast<Number>(key >> 8);
}
constexpr Color side_to_move(Number plain) {
  return (plain & 1) == 0 ? Color::White : Color::Black;
}
constexpr std::size_t shift_of(std::size_t man) {
  return 1 + 6 * man;
}
constexpr Square square_of(Number plain, std::size_t man) {
  return Square(static_cast<int>(plain >> shift_of(man) & 63));
}

/// Levels are bytes: no mate with four men takes as many plies.
constexpr std::uint8_t kIllegal = 255;
constexpr std::uint8_t kDraw = 254;

bool is_plain(const Position& position) {
  return position.castling().empty() && !position.can_capture_en_passant();
}

/// The right to castle with this rook, if king and rook are at home.
CastlingRights right_to_castle(Square king, Square rook, Color color) {
  for (const CastlingSide side : kCastlingSides) {
    const CastlingPath path = castling_path(color, side);
    if (king == path.king_from && rook == path.rook_from) return CastlingRights(color, side);
  }
  return {};
}

/// Whether the move changes the men: another ending.
bool changes_material(const Position& position, Move move) {
  return move.kind() == MoveKind::Promotion || move.kind() == MoveKind::EnPassant ||
         position.occupied().contains(move.to());
}

/// A move within an ending from or to a position that is not plain.
struct RareMove {
  Number to, from;
  friend auto operator<=>(const RareMove&, const RareMove&) = default;
};

}  // namespace

class BruteForce::Ending {
 public:
  using ExitLevel = std::function<std::optional<unsigned>(const Position&)>;

  /// Asks exit_level for the positions of other endings.
  Ending(const Material& material, const ExitLevel& exit_level);

  const Material& material() const { return material_; }

  /// The position may have the material's colours swapped.
  std::optional<unsigned> level(const Position& position, bool colors_swapped) const {
    return level(number_of(position, colors_swapped));
  }
  std::optional<unsigned> level(Number number) const {
    assert(levels_[number] != kIllegal);
    if (levels_[number] == kDraw) return {};
    return levels_[number];
  }

  /// Calls visit(number, position, its legal moves).
  template <class Action>
  void for_each(Action visit) const;

 private:
  std::size_t men() const { return men_.size(); }
  std::size_t king_of(Color color) const { return men() - (color == Color::White ? 2 : 1); }
  /// The other two men, if they are alike, in the order of their squares.
  Number in_order(Number plain) const {
    const Number first = plain >> shift_of(0) & 63, second = plain >> shift_of(1) & 63;
    if (!has_twins_ || first < second) return plain;
    return plain ^ (first ^ second) << shift_of(0) ^ (first ^ second) << shift_of(1);
  }
  /// A man's move, or its way back, changes one digit and the side to move.
  Number with_man_moved(Number plain, std::size_t man, Square to) const {
    const auto change = static_cast<Number>(square_of(plain, man).index() ^ to.index());
    return in_order(plain ^ change << shift_of(man) ^ 1);
  }
  std::size_t man_on(Number plain, Square square) const;
  Number plain_number_of(const Position& position, bool swap_colors) const;
  Number number_of(const Position& position, bool swap_colors) const;

  bool may_be_legal(Number plain) const;
  std::optional<Position> create(Key key) const;
  void add_states(Number plain);

  struct Work;
  void list_moves(Number number, const Position& position, const MoveList& moves,
                  const ExitLevel& exit_level, Work& work);
  void solve(Work& work);
  void conclude(Number before, std::uint8_t level, Work& work);

  Material material_;
  std::vector<Piece> men_;  // the other men, the white king, the black king
  bool has_twins_ = false;  // two other men, and they are alike
  Number plain_count_ = 0;
  std::vector<Key> states_;  // all positions that are not plain, in ascending order
  std::vector<std::uint8_t> levels_;
};

/// What a walk through the legal moves of all positions leaves for the solving.
struct BruteForce::Ending::Work {
  Work(std::size_t men, std::size_t plain, std::size_t all) : unrefuted(all), longest_exit(all) {
    came_from.assign(men, std::vector<Bitboard>(plain / 2));
  }

  /// Levels are still to be gone through up to the highest that is noted.
  void note(std::uint8_t level) {
    if (level != kDraw) last_level = std::max(last_level, level);
  }

  std::uint8_t last_level = 0;
  /// How many moves are not known to lose.
  std::vector<std::uint8_t> unrefuted;
  /// The longest level among the moves to other endings that lose.
  std::vector<std::uint8_t> longest_exit;
  /// For each man and each plain position, with its last digit dropped, since the man has just
  /// moved: the squares it can have come from.
  std::vector<std::vector<Bitboard>> came_from;
  std::vector<RareMove> rare_moves;
};

BruteForce::Ending::Ending(const Material& material, const ExitLevel& exit_level)
    : material_(material), men_(material.others()) {
  assert(men() <= 2);
  has_twins_ = men() == 2 && men_[0] == men_[1];
  for (const Color color : kColors) men_.push_back({color, PieceType::King});
  plain_count_ = Number{2} << 6 * men();
  for (Number plain = 0; plain < plain_count_; ++plain) add_states(plain);
  levels_.assign(plain_count_ + states_.size(), kIllegal);

  Work work(men(), plain_count_, levels_.size());
  for_each([&](Number number, const Position& position, const MoveList& moves) {
    list_moves(number, position, moves, exit_level, work);
  });
  std::sort(work.rare_moves.begin(), work.rare_moves.end());
  solve(work);
}

std::size_t BruteForce::Ending::man_on(Number plain, Square square) const {
  std::size_t man = 0;
  while (square_of(plain, man) != square) ++man;
  assert(man < men());
  return man;
}

Number BruteForce::Ending::plain_number_of(const Position& position, bool swap_colors) const {
  Number number = (position.side_to_move() == Color::Black) != swap_colors;
  Bitboard counted;
  for (std::size_t man = 0; man < men(); ++man) {
    const auto [color, type] = men_[man];
    const Bitboard alike = position.men_of(swap_colors ? opposite(color) : color, type);
    const Square square = (alike - counted).first();
    counted |= Bitboard(square);
    const int digit = (swap_colors ? square.flip_ranks() : square).index();
    number |= static_cast<Number>(digit) << shift_of(man);
  }
  return in_order(number);
}

Number BruteForce::Ending::number_of(const Position& position, bool swap_colors) const {
  const Number plain = plain_number_of(position, swap_colors);
  if (is_plain(position)) return plain;
  const unsigned bits = position.castling().bits();
  const CastlingRights castling(swap_colors ? (bits & 3) << 2 | bits >> 2 : bits);
  const auto en_passant = position.can_capture_en_passant() ? position.en_passant() : std::nullopt;
  const Key key = key_of(plain, castling, en_passant);
  const auto found = std::lower_bound(states_.begin(), states_.end(), key);
  assert(found != states_.end() && *found == key);
  return plain_count_ + static_cast<Number>(found - states_.begin());
}

/// False only for what Position::create rejects, and for alike men in the wrong order. It spares
/// the time that Position::create takes to say why.
bool BruteForce::Ending::may_be_legal(Number plain) const {
  if (in_order(plain) != plain) return false;
  Bitboard occupied;
  for (std::size_t man = 0; man < men(); ++man) {
    const Square square = square_of(plain, man);
    if (occupied.contains(square)) return false;
    occupied |= Bitboard(square);
  }
  const Color side = side_to_move(plain);
  const Square waiting_king = square_of(plain, king_of(opposite(side)));
  for (std::size_t man = 0; man < men(); ++man) {
    const Piece piece = men_[man];
    const Square square = square_of(plain, man);
    const bool pawn = piece.type == PieceType::Pawn;
    if (pawn && (square.rank() == 0 || square.rank() == 7)) return false;
    if (piece.color != side) continue;
    const Bitboard attacked =
        pawn ? pawn_attacks(side, square) : piece_attacks(piece.type, square, occupied);
    if (attacked.contains(waiting_king)) return false;
  }
  return true;
}

std::optional<Position> BruteForce::Ending::create(Key key) const {
  const Number plain = plain_part(key);
  Setup setup;
  for (std::size_t man = 0; man < men(); ++man) setup[square_of(plain, man)] = men_[man];
  setup.side_to_move = side_to_move(plain);
  setup.castling = CastlingRights(static_cast<unsigned>(key >> 4 & 15));
  if (const int file = static_cast<int>(key & 15) - 1; file >= 0) {
    setup.en_passant = Square(file, setup.side_to_move == Color::White ? 5 : 2);
  }
  const auto position = Position::create(setup);
  if (!position) return {};
  return *position;
}

/// Appends the positions that differ from a plain one in castling rights and en passant.
void BruteForce::Ending::add_states(Number plain) {
  CastlingRights possible;
  Bitboard capturing_pawns, double_steps;
  for (std::size_t man = 0; man < men(); ++man) {
    const auto [color, type] = men_[man];
    const Square square = square_of(plain, man);
    if (type == PieceType::Rook) {
      possible = possible | right_to_castle(square_of(plain, king_of(color)), square, color);
    } else if (type == PieceType::Pawn && color == side_to_move(plain)) {
      capturing_pawns |= Bitboard(square);
    } else if (type == PieceType::Pawn && square.rank() == (color == Color::White ? 3 : 4)) {
      double_steps |= Bitboard(square);
    }
  }
  if (capturing_pawns.empty()) double_steps = {};
  if ((possible.empty() && double_steps.empty()) || !may_be_legal(plain)) return;
  for (unsigned bits = 0; bits < 16; ++bits) {
    const CastlingRights castling(bits);
    if (!possible.contains(castling)) continue;
    if (!castling.empty()) states_.push_back(key_of(plain, castling, {}));
    for (const Square double_step : double_steps) {
      const Key key = key_of(plain, castling, double_step);
      const auto position = create(key);
      if (position && position->can_capture_en_passant()) states_.push_back(key);
    }
  }
}

/// Most plain positions are reached from others with the same kings' squares by moves, which are
/// much cheaper than Position::create. To that end pawns start on their home ranks: the digits of
/// black ones run backwards.
template <class Action>
void BruteForce::Ending::for_each(Action visit) const {
  std::vector<bool> seen(plain_count_);
  std::vector<std::pair<Number, Position>> waiting;
  Number backwards = 0;
  for (std::size_t man = 0; man < men(); ++man) {
    const bool black_pawn = men_[man] == Piece{Color::Black, PieceType::Pawn};
    if (black_pawn) backwards |= Number{63} << shift_of(man);
  }
  for (Number i = 0; i < plain_count_; ++i) {
    const Number start = i ^ backwards;
    if (seen[start] || !may_be_legal(start)) continue;
    seen[start] = true;
    if (const auto position = create(key_of(start, {}, {}))) waiting.emplace_back(start, *position);
    while (!waiting.empty()) {
      const auto [number, position] = waiting.back();
      waiting.pop_back();
      const MoveList moves = legal_moves(position);
      visit(number, position, moves);
      const Square king = square_of(number, king_of(side_to_move(number)));
      std::size_t man = 0;
      for (const Move move : moves) {
        if (move.from() == king || changes_material(position, move)) continue;
        if (square_of(number, man) != move.from()) man = man_on(number, move.from());
        const Number next = with_man_moved(number, man, move.to());
        if (seen[next]) continue;
        waiting.emplace_back(next, position).second.make(move);
        seen[next] = is_plain(waiting.back().second);
        if (!seen[next]) waiting.pop_back();
      }
    }
  }
  for (std::size_t i = 0; i < states_.size(); ++i) {
    const Position position = create(states_[i]).value();
    visit(plain_count_ + static_cast<Number>(i), position, legal_moves(position));
  }
}

void BruteForce::Ending::list_moves(Number number, const Position& position, const MoveList& moves,
                                    const ExitLevel& exit_level, Work& work) {
  const bool plain = number < plain_count_;
  std::uint8_t& level = levels_[number];
  std::uint8_t& unrefuted = work.unrefuted[number];
  std::uint8_t& longest_exit = work.longest_exit[number];
  level = kDraw;
  std::size_t man = 0;
  for (const Move move : moves) {
    if (changes_material(position, move)) {
      const auto exit = exit_level(position.after(move));
      const bool loses = exit && *exit % 2 == 1, wins = exit && *exit % 2 == 0;
      unrefuted += !loses;
      if (loses) longest_exit = std::max(longest_exit, static_cast<std::uint8_t>(*exit));
      if (wins) level = std::min(level, static_cast<std::uint8_t>(*exit + 1));
      continue;
    }
    ++unrefuted;
    const bool pawn = position.men_of(PieceType::Pawn).contains(move.from());
    if (plain && (!pawn || is_plain(position.after(move)))) {
      if (square_of(number, man) != move.from()) man = man_on(number, move.from());
      const Number next = with_man_moved(number, man, move.to());
      const std::size_t man_there = has_twins_ ? man_on(next, move.to()) : man;
      work.came_from[man_there][next / 2] |= Bitboard(move.from());
    } else {
      work.rare_moves.push_back({number_of(position.after(move), false), number});
    }
  }
  if (moves.empty() && position.in_check()) level = 0;
  if (!moves.empty() && unrefuted == 0) level = static_cast<std::uint8_t>(longest_exit + 1);
  work.note(level);
}

/// Level by level. Whatever is concluded from a position is at least a ply longer than it, so that
/// the levels are final once the loop comes to them.
void BruteForce::Ending::solve(Work& work) {
  const auto end = static_cast<Number>(levels_.size());
  const auto find = [&](std::uint8_t level, Number start) {
    const auto found = std::memchr(levels_.data() + start, level, end - start);
    if (!found) return end;
    return static_cast<Number>(static_cast<const std::uint8_t*>(found) - levels_.data());
  };
  for (std::uint8_t level = 0; level <= work.last_level; ++level) {
    auto rare = work.rare_moves.begin();
    for (Number number = find(level, 0); number < end; number = find(level, number + 1)) {
      for (std::size_t man = 0; man < men() && number < plain_count_; ++man) {
        if (men_[man].color == side_to_move(number)) continue;
        for (const Square from : work.came_from[man][number / 2]) {
          conclude(with_man_moved(number, man, from), level, work);
        }
      }
      while (rare != work.rare_moves.end() && rare->to < number) ++rare;
      for (; rare != work.rare_moves.end() && rare->to == number; ++rare) {
        conclude(rare->from, level, work);
      }
    }
  }
}

/// Won if some move reaches a loss; lost if there is a move and every move reaches a win.
void BruteForce::Ending::conclude(Number before, std::uint8_t level, Work& work) {
  assert(levels_[before] != kIllegal);
  const auto conclusion = static_cast<std::uint8_t>(level + 1);
  if (level % 2 == 0) {
    levels_[before] = std::min(levels_[before], conclusion);
  } else if (--work.unrefuted[before] == 0) {
    levels_[before] =
        std::max(conclusion, static_cast<std::uint8_t>(work.longest_exit[before] + 1));
  }
  work.note(levels_[before]);
}

BruteForce::BruteForce(const Material& material) : material_(material) {
  solve(material);
}

void BruteForce::solve(const Material& material) {
  if (endings_.contains(material)) return;
  for (const Piece piece : material.others()) {
    const Material rest = material.without(piece);
    solve(rest.canonical());
    if (piece.type != PieceType::Pawn) continue;
    for (const PieceType type :
         {PieceType::Knight, PieceType::Bishop, PieceType::Rook, PieceType::Queen}) {
      solve(rest.with({piece.color, type}).canonical());
    }
  }
  const auto exit_level = [&](const Position& position) { return level(position); };
  const auto ending = std::make_shared<const Ending>(material, exit_level);
  endings_.emplace(material, ending);
  endings_.emplace(material.with_colors_swapped(), ending);
}

std::optional<unsigned> BruteForce::level(const Position& position) const {
  const Material material = Material::of(position);
  const Ending& ending = *endings_.at(material);
  return ending.level(position, material != ending.material());
}

void BruteForce::for_each(const Material& material, const Visit& visit) const {
  const Ending& ending = *endings_.at(material);
  assert(ending.material() == material);
  ending.for_each([&](Number number, const Position& position, const MoveList&) {
    visit(position, ending.level(number));
  });
}

const BruteForce& brute_force_of(std::string_view name) {
  static std::map<Material, BruteForce> solutions;
  const Material material = Material::parse(name).value();
  return solutions.try_emplace(material, material).first->second;
}

}  // namespace lucena::test
