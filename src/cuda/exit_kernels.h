// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "cuda/on_device.h"
#include "cuda/problem_geometry.h"
#include "solve/exit_worth.h"

/// The exits of endings without pawns by mate and by zeroing distance as kernels: what TableExits
/// does, with everything in the device's memory; and how exits of any ending become events. See
/// move_kernels.h for what a kernel is.
namespace lucena::on_device {

/// The eight bytes of a row that belong to one rank of the black king, and the bits of a word that
/// do.
LUCENA_DEVICE inline std::uint64_t rank_of_row(const std::uint8_t* row, int rank) {
  return reinterpret_cast<const std::uint64_t*>(row)[rank];
}
LUCENA_DEVICE constexpr std::uint64_t rank_of_set(std::uint64_t set, int rank) {
  return set >> (8 * rank) & 255;
}

/// The legal positions of all words, and those in check.
///
///     thread i    owns word i
struct FindLegal {
  ProblemGeometry problem;
  const BoardTables* board;
  std::uint64_t* legal[2];     // by side to move
  std::uint64_t* in_check[2];  // by side to move
  std::uint64_t* sums[2];      // the positions that count, by side to move

  LUCENA_DEVICE void operator()(std::uint64_t thread) const {
    const auto word = static_cast<std::uint32_t>(thread);
    const LegalSets sets = legal_sets(*board, problem, word);
    const std::uint64_t counted = counted_bits(problem, word);
    for (int side = 0; side < 2; ++side) {
      legal[side][word] = sets.legal[side];
      in_check[side][word] = sets.in_check[side];
      add_to_sum(*sums[side], count_ones(sets.legal[side] & counted));
    }
  }
};

/// What captures into an ending are worth to whoever makes them, a byte a position: as ExitView,
/// but with the white king in the triangle alone. It is laid out from the ending's table, which may
/// hold it with colours exchanged.
///
///     thread    owns one word and one rank of the black king: eight bytes. The eight threads of a
///               word write its 64 bytes side by side.
template <Metric metric>
struct LayOutCaptures {
  ProblemGeometry problem;  // the ending as it is on the board
  const BoardTables* board;
  Color side;  // to move after the capture
  /// Mate scores and, by zeroing distance, plies, for the side that is to move in the table; null:
  /// bare kings.
  const std::uint8_t* scores;
  const std::uint8_t* plies;
  bool is_swapped;
  std::uint8_t stored_place[kMaxOthers];  // of each man in the table's order
  std::uint8_t* view;

  std::uint64_t threads() const { return std::uint64_t{problem.words} * 8; }

  LUCENA_DEVICE void operator()(std::uint64_t thread) const {
    const auto word = static_cast<std::uint32_t>(thread / 8);
    const int rank = static_cast<int>(thread % 8);
    const std::uint64_t legal =
        rank_of_set(legal_sets(*board, problem, word).legal[static_cast<int>(side)], rank);
    std::uint64_t bytes = 0;
    for (int file = 0; file < 8; ++file) {
      if ((legal >> file & 1) == 0) continue;
      bytes |= std::uint64_t{exit_into(word, 8 * rank + file).byte()} << (8 * file);
    }
    reinterpret_cast<std::uint64_t*>(view)[thread] = bytes;
  }

  LUCENA_DEVICE ExitWorth<metric> exit_into(std::uint32_t word, int black_king) const {
    if (scores == nullptr) return ExitWorth<metric>::draw();
    const std::uint64_t place = stored_at(word, black_king);
    const unsigned distance = plies == nullptr ? 0 : plies[place];
    return ExitWorth<metric>::of_position(MateScore(scores[place]), distance).before();
  }
  /// With colours exchanged ranks are flipped, and the black king plays the white one's part.
  LUCENA_DEVICE std::uint64_t stored_at(std::uint32_t word, int black_king) const {
    const int white_king = problem.king_squares[problem.slot_of(word)];
    const int flip = is_swapped ? 56 : 0;
    const Square first((is_swapped ? black_king : white_king) ^ flip);
    const Square second((is_swapped ? white_king : black_king) ^ flip);
    const Symmetry symmetry = Symmetry::from_code(board->into_triangle[first.index()]);
    std::uint32_t place = std::uint32_t{board->triangle_slot[first.index()]}
                          << (6 * problem.free_count);
    for (int man = 0; man < problem.free_count; ++man) {
      const Square square(problem.square(word, man) ^ flip);
      place |= std::uint32_t{symmetry(square).byte()} << problem.shift(stored_place[man]);
    }
    return std::uint64_t{place} * 64 + symmetry(second).index();
  }
};

/// The best captures of all words with one side to move: a byte a legal position, 0 without any.
/// What stands for other positions means nothing.
///
///     thread    owns one word and one rank of the black king: eight bytes, of which it takes the
///               greater of two rows at a time. The eight threads of a word take the same way.
struct FindCaptures {
  ProblemGeometry problem;
  const BoardTables* board;
  Color side;
  const std::uint8_t* views[kMaxOthers];  // by the man who is captured
  const std::uint64_t* legal;
  std::uint8_t* rows;

  std::uint64_t threads() const { return std::uint64_t{problem.words} * 8; }

  LUCENA_DEVICE void operator()(std::uint64_t thread) const {
    const auto word = static_cast<std::uint32_t>(thread / 8);
    const int rank = static_cast<int>(thread % 8);
    if (legal[word] == 0) return;
    const std::uint64_t occupied = problem.occupied(word);
    std::uint64_t best = 0;
    for (int victim = 0; victim < problem.free_count; ++victim) {
      if (problem.men[victim].color == side) continue;
      const std::uint64_t king = side == Color::White ? with_white_king(word, victim, rank)
                                                      : with_black_king(word, victim, rank);
      best = max_of_bytes(best, king);
      for (int man = 0; man < problem.free_count; ++man) {
        if (problem.men[man].color != side) continue;
        best = max_of_bytes(best, with_man(word, man, victim, occupied, rank));
      }
    }
    reinterpret_cast<std::uint64_t*>(rows)[thread] = best;
  }

  /// The word of the ending without the victim, one man having moved to a square.
  LUCENA_DEVICE std::uint64_t word_without(std::uint32_t word, int slot, int victim, int moved,
                                           int to, Symmetry symmetry) const {
    std::uint32_t rest = slot;
    for (int man = 0; man < problem.free_count; ++man) {
      if (man == victim) continue;
      const Square square(man == moved ? to : problem.square(word, man));
      rest = rest << 6 | symmetry(square).byte();
    }
    return rest;
  }
  LUCENA_DEVICE const std::uint8_t* row_without(std::uint32_t word, int victim, int moved,
                                                int to) const {
    return views[victim] +
           64 * word_without(word, problem.slot_of(word), victim, moved, to, Symmetry());
  }
  /// The black king is in the way where he stands between.
  LUCENA_DEVICE std::uint64_t with_man(std::uint32_t word, int man, int victim,
                                       std::uint64_t occupied, int rank) const {
    const int from = problem.square(word, man), to = problem.square(word, victim);
    if ((board->reach[from][to] & bit_of(problem.men[man].type)) == 0) return 0;
    const std::uint64_t between =
        problem.men[man].type == PieceType::Knight ? 0 : board->between[from][to];
    if ((between & occupied) != 0) return 0;
    const std::uint64_t row = rank_of_row(row_without(word, victim, man, to), rank);
    return row & ~bytes_of_bits(rank_of_set(between, rank));
  }
  /// He stands on the victim's square afterwards, which a symmetry takes into the triangle.
  LUCENA_DEVICE std::uint64_t with_white_king(std::uint32_t word, int victim, int rank) const {
    const int from = problem.king_squares[problem.slot_of(word)];
    const Square to(problem.square(word, victim));
    if ((board->king[from] >> to.index() & 1) == 0) return 0;
    const Symmetry symmetry = Symmetry::from_code(board->into_triangle[to.index()]);
    const int slot = board->triangle_slot[to.index()];
    const std::uint8_t* row =
        views[victim] + 64 * word_without(word, slot, victim, -1, 0, symmetry);
    if (symmetry.is_identity()) return rank_of_row(row, rank);
    std::uint64_t bytes = 0;
    for (int file = 0; file < 8; ++file) {
      bytes |= std::uint64_t{row[symmetry(Square(file, rank)).index()]} << (8 * file);
    }
    return bytes;
  }
  /// From any neighbour square he comes to the same.
  LUCENA_DEVICE std::uint64_t with_black_king(std::uint32_t word, int victim, int rank) const {
    const int to = problem.square(word, victim);
    const std::uint64_t from = rank_of_set(board->king[to], rank);
    if (from == 0) return 0;
    const std::uint8_t exit = row_without(word, victim, -1, 0)[to];
    return eight_times(exit) & bytes_of_bits(from);
  }
};

/// The exits of all words, a byte each.
template <Metric metric>
struct ByteRows {
  using Exit = ExitWorth<metric>;
  /// Scores have levels up to kMaxLevel and exits one more; two turns each.
  static constexpr std::uint32_t kTurns = 2 * (kMaxLevel + 2);

  const std::uint8_t* rows;

  LUCENA_DEVICE Exit at(std::uint32_t word, int bit) const {
    return Exit(rows[std::uint64_t{word} * 64 + bit]);
  }
  /// A row as a thread has it in registers.
  struct Row {
    std::uint64_t ranks[8];

    /// The positions whose exit is worth this.
    LUCENA_DEVICE std::uint64_t equal_bits(Exit exit) const {
      std::uint64_t equal = 0;
      for (int rank = 0; rank < 8; ++rank) {
        equal |= bits_of_bytes(ranks[rank], exit.byte()) << (8 * rank);
      }
      return equal;
    }
  };
  LUCENA_DEVICE const Row& row(std::uint32_t word) const {
    return reinterpret_cast<const Row*>(rows)[word];
  }
};

/// The same with two bytes each, for levels above 254.
template <Metric metric>
struct WorthRows {
  using Exit = ExitWorth<metric, false>;
  static constexpr std::uint32_t kTurns = 2 * (Worth::kMaxPlies + 1);

  const Worth* rows;

  LUCENA_DEVICE Exit at(std::uint32_t word, int bit) const {
    return Exit(rows[std::uint64_t{word} * 64 + bit]);
  }
  struct Row {
    std::uint64_t halves[16];  // of ranks

    LUCENA_DEVICE std::uint64_t equal_bits(Exit exit) const {
      std::uint64_t equal = 0;
      for (int half = 0; half < 16; ++half) {
        equal |= bits_of_numbers(halves[half], exit.worth().bits()) << (4 * half);
      }
      return equal;
    }
  };
  LUCENA_DEVICE const Row& row(std::uint32_t word) const {
    return reinterpret_cast<const Row*>(rows)[word];
  }
};

/// How many counters the events of a turn have.
inline constexpr std::uint32_t kCountersOfTurn = 64;

/// Sorts the exits of all words into events, in two rounds: the first counts the events of each
/// turn, the second puts them where those of their turn begin. Positions in check without an exit
/// are events of turn 0: mated, if no other move is left. See add_row_events().
///
///     thread i    owns word i, its row of 64 exits, and its events
///
/// There are a hundred million events of some turns, and threads that all add to one counter wait
/// for each other. So a turn has several counters, and which of them a thread adds to depends on
/// its number. The order within a turn makes no difference.
template <class Rows>
struct SortExits {
  using Exit = typename Rows::Exit;

  Rows rows;
  const std::uint64_t* legal;
  const std::uint64_t* in_check;
  std::uint32_t* counters;      // by turn, several each: how many, or the place of the next one
  std::uint32_t* words;         // of the events; null while they are counted
  std::uint64_t* positions;     // of the events
  std::uint64_t* without_exit;  // written in the second round; may be in_check itself

  LUCENA_DEVICE void operator()(std::uint64_t thread) const {
    const auto word = static_cast<std::uint32_t>(thread);
    const std::uint64_t here = legal[word];
    const std::uint64_t none = here != 0 ? add_events(word, here) : 0;
    if (words != nullptr) without_exit[word] = none;
  }

 private:
  /// The positions without any exit.
  LUCENA_DEVICE std::uint64_t add_events(std::uint32_t word, std::uint64_t here) const {
    const typename Rows::Row row = rows.row(word);
    const std::uint64_t none = here & row.equal_bits(Exit());
    add(word, in_check[word] & none, Turn(0, false));
    std::uint64_t rest = here & ~none;
    if (rest != 0) rest &= ~row.equal_bits(Exit::draw());
    while (rest != 0) {
      const Exit worth = rows.at(word, lowest_one(rest));
      const std::uint64_t same = rest & row.equal_bits(worth);
      add(word, same, worth.turn());
      rest &= ~same;
    }
    return none;
  }
  LUCENA_DEVICE void add(std::uint32_t word, std::uint64_t decided, Turn turn) const {
    if (decided == 0) return;
    const std::uint32_t counter = turn.number() * kCountersOfTurn + word / 256 % kCountersOfTurn;
    const std::uint32_t place = next_place_of(counters, counter);
    if (words == nullptr) return;
    words[place] = word;
    positions[place] = decided;
  }
};

}  // namespace lucena::on_device
