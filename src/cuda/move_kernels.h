// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "cuda/on_device.h"
#include "cuda/problem_geometry.h"
#include "solve/moves.h"
#include "table/worth.h"

/// The moves inside a problem as kernels. A kernel is a struct with what it works on and a function
/// of the thread's number, which says what one thread does; whoever launches it calls that function
/// for all numbers below some count, in any order and many at a time. So the same kernel runs on a
/// GPU and, one number after the other, on the CPU.
///
/// All of them give what `Moves` gives: see there. Words and bits are those of Problem.
namespace lucena::on_device {

/// Positions that a turn brings together: a word for every index, all zero at first, and a list of
/// the words that somebody has added to. Without a counter (null) no list is kept. The counter goes
/// on where the list is full, and then the list is worth nothing.
struct Collector {
  std::uint64_t* words;
  std::uint32_t* list;
  std::uint32_t* count;
  std::uint32_t capacity;

  LUCENA_DEVICE void note(std::uint32_t word) const {
    const std::uint32_t place = next_place(*count);
    if (place < capacity) list[place] = word;
  }
  /// Whoever finds a word empty lists it.
  LUCENA_DEVICE void add(std::uint32_t word, std::uint64_t positions) const {
    if (positions == 0) return;
    const std::uint64_t before = atomic_or(words[word], positions);
    if (before == 0 && count != nullptr) note(word);
  }
};

/// Words that a kernel goes through: those of a list, one a thread, or all, eight a thread.
///
///     thread     0   1  ...  31      a warp reads 32 neighbouring words at a time, so that the
///     words      0   1       31      memory is read in whole lines; a thread has eight, so that
///               32  33       63      there is one addition to a common counter for 256 words
///               ..  ..       ..
///              224 225      255
struct WordRange {
  static constexpr std::uint32_t kWordsOfThread = 8;

  const std::uint32_t* list;  // null: all
  std::uint32_t count;        // of the list or of all

  std::uint64_t threads() const {
    if (list != nullptr) return count;
    constexpr std::uint32_t kWordsOfWarp = 32 * kWordsOfThread;
    return (std::uint64_t{count} + kWordsOfWarp - 1) / kWordsOfWarp * 32;
  }
  template <class Visit>
  LUCENA_DEVICE void for_words(std::uint64_t thread, Visit&& visit) const {
    if (list != nullptr) return visit(list[thread]);
    const std::uint64_t first = thread / 32 * 32 * kWordsOfThread + thread % 32;
    for (std::uint32_t i = 0; i < kWordsOfThread; ++i) {
      const std::uint64_t word = first + 32 * i;
      if (word < count) visit(static_cast<std::uint32_t>(word));
    }
  }
};

/// What is common to all kernels of moves: the problem, the rules, and whose moves.
struct Movers {
  ProblemGeometry problem;
  const BoardTables* board;
  Color mover;

  LUCENA_DEVICE bool black_king_moves() const {
    return mover == Color::Black && !problem.black_king_is_frozen;
  }
  LUCENA_DEVICE bool moves(int man) const { return problem.men[man].color == mover; }
  LUCENA_DEVICE bool is_slider(int man) const { return problem.men[man].type != PieceType::Knight; }
  /// The squares a free man can go to; the black king is in the way of none of them yet.
  LUCENA_DEVICE std::uint64_t targets(int man, int from, std::uint64_t occupied) const {
    return attacks(*board, problem.men[man], from, occupied) & ~occupied;
  }
};

/// Moves into a thin set. Since moves inside a problem can be taken back, each listed word brings
/// its positions to all words that a move of its men leads to.
///
///     thread i    owns word i of the list: it goes through all men of the mover and all squares
///                 that they reach, and adds the positions there. Several threads can add to one
///                 word, hence the atomic operation.
///
/// Only positions that are wanted are added, so that every word on the new list holds something
/// new. Reading what is wanted takes half of what an atomic operation takes.
struct ScatterMoves {
  Movers movers;
  const std::uint64_t* set;
  const std::uint32_t* list;
  const std::uint64_t* wanted;
  Collector found;

  LUCENA_DEVICE void operator()(std::uint64_t thread) const {
    const ProblemGeometry& problem = movers.problem;
    const std::uint32_t word = list[thread];
    const std::uint64_t positions = set[word];
    const std::uint64_t occupied = problem.occupied(word);
    if (movers.black_king_moves()) add(word, king_moves(positions));
    if (movers.mover == Color::White) scatter_white_king(word, positions, occupied);
    for (int man = 0; man < problem.free_count; ++man) {
      if (movers.moves(man)) scatter_man(man, word, positions, occupied);
    }
  }

  LUCENA_DEVICE void add(std::uint32_t word, std::uint64_t positions) const {
    found.add(word, positions & wanted[word]);
  }
  LUCENA_DEVICE void scatter_man(int man, std::uint32_t word, std::uint64_t positions,
                                 std::uint64_t occupied) const {
    const int shift = movers.problem.shift(man), from = movers.problem.square(word, man);
    const std::uint32_t rest = word - (std::uint32_t(from) << shift);
    std::uint64_t targets = movers.targets(man, from, occupied);
    for (; targets != 0; targets &= targets - 1) {
      const int to = lowest_one(targets);
      add(rest + (std::uint32_t(to) << shift), positions & ~movers.board->between[from][to]);
    }
  }
  /// A step leads to one of the indices that the position there has. Where the white king then
  /// stands on the diagonal there is a second one, the reflection, to which another step of a
  /// reflected word need not lead.
  LUCENA_DEVICE void scatter_white_king(std::uint32_t word, std::uint64_t positions,
                                        std::uint64_t occupied) const {
    const ProblemGeometry& problem = movers.problem;
    const int slot = problem.slot_of(word);
    for (int i = 0; i < problem.step_counts[slot]; ++i) {
      const ProblemGeometry::Step step = problem.steps[slot][i];
      if ((occupied >> step.square & 1) != 0) continue;
      const Symmetry symmetry = Symmetry::from_code(step.symmetry);
      const std::uint32_t there = problem.image(word, step.slot, symmetry);
      const std::uint64_t turned = symmetry(positions);
      add(there, turned);
      if (problem.is_reflected(step.slot)) {
        add(problem.image(there, step.slot, diagonal()), diagonal()(turned));
      }
    }
  }
};

/// Moves of kings and knights into a set with all its words; the result is written, not added.
///
///     thread i    owns word i of the result: it gathers what lies where its men can go
struct GatherLeaps {
  Movers movers;
  const std::uint64_t* set;
  std::uint64_t* result;

  LUCENA_DEVICE void operator()(std::uint64_t thread) const {
    const ProblemGeometry& problem = movers.problem;
    const auto word = static_cast<std::uint32_t>(thread);
    std::uint64_t found = movers.black_king_moves() ? king_moves(set[word]) : 0;
    if (movers.mover == Color::White) found |= from_white_king(word);
    for (int man = 0; man < problem.free_count; ++man) {
      if (!movers.moves(man) || movers.is_slider(man)) continue;
      const int shift = problem.shift(man), here = problem.square(word, man);
      const std::uint32_t rest = word - (std::uint32_t(here) << shift);
      std::uint64_t targets = movers.board->knight[here];
      for (; targets != 0; targets &= targets - 1) {
        found |= set[rest + (std::uint32_t(lowest_one(targets)) << shift)];
      }
    }
    result[word] = found;
  }

  LUCENA_DEVICE std::uint64_t from_white_king(std::uint32_t word) const {
    const ProblemGeometry& problem = movers.problem;
    const int slot = problem.slot_of(word);
    std::uint64_t found = 0;
    for (int i = 0; i < problem.step_counts[slot]; ++i) {
      const ProblemGeometry::Step step = problem.steps[slot][i];
      const Symmetry symmetry = Symmetry::from_code(step.symmetry);
      const std::uint64_t there = set[problem.image(word, step.slot, symmetry)];
      if (there != 0) found |= symmetry.inverse()(there);
    }
    return found;
  }
};

/// The four kinds of lines of the board, eight of each. A diagonal goes on at the other side of the
/// board where it leaves it, so that eight of eight squares each are all of them:
///
///     rising, line 1      b1 c2 d3 e4 f5 g6 h7 | a8
///     falling, line 1     b1 a2 | h3 g4 f5 e6 d7 c8
///
/// The bar is where it comes to the other side, and no man gets across.
enum class BoardLines : std::uint8_t { Files, Ranks, Rising, Falling };

LUCENA_DEVICE constexpr int square_of_line(BoardLines kind, int line, int i) {
  switch (kind) {
    case BoardLines::Files:
      return 8 * i + line;
    case BoardLines::Ranks:
      return 8 * line + i;
    case BoardLines::Rising:
      return 8 * i + ((line + i) & 7);
    case BoardLines::Falling:
      break;
  }
  return 8 * i + ((line - i) & 7);
}
/// Whether the bar is between squares i - 1 and i of a line.
LUCENA_DEVICE constexpr bool is_behind_bar(BoardLines kind, int line, int i) {
  if (kind == BoardLines::Rising) return line + i == 8;
  return kind == BoardLines::Falling && line - i == -1;
}

/// Moves of one rook, bishop or queen into a set with all its words; they are added to the result.
/// This one needs threads that work together: a block of 256 shares a tile of memory and goes
/// through it in phases. In each phase every thread does its part, and then all wait for each
/// other.
///
///     tile      32 placements of all other men, the columns, times 64 squares of the man
///     phase 0   nothing
///     phase 1   all words are read; a tile that is empty is left at that
///     phase 2   files, thread (l, c) owns file l of column c: it goes along both ways
///     phase 3   ranks, rising and falling diagonals, as far as the man goes there
///     last      what was found is written
///
/// So every word is read once and written once for all lines of a man. Columns are neighbours in
/// memory, or, where the man's square is the last digit, the squares of a column are.
///
/// Going along, what was met is carried on; it ends before a square where another man stands, and
/// loses the positions in which the black king stands on the square that it leaves:
///
///     square     c1      d1      e1       ...
///     met        w(c1)   w(d1)   w(e1)
///     carried    0       w(c1)   (w(c1) | w(d1)) - {kd1}
///
/// where w(c1) - {kc1} is w(c1): the man stands there, so the black king does not.
struct SweepLines {
  static constexpr int kThreads = 256, kColumns = 32;

  /// A column more than there are, so that threads that go down a column come to different banks of
  /// the memory.
  struct Tile {
    std::uint64_t words[64][kColumns + 1], found[64][kColumns + 1];
    std::uint64_t occupied[kColumns];
    bool holds_any;
  };

  Movers movers;
  int man;
  const std::uint64_t* set;
  std::uint64_t* result;

  std::uint64_t blocks() const {
    const std::uint64_t columns = movers.problem.words / 64;
    return (columns + kColumns - 1) / kColumns;
  }
  LUCENA_DEVICE int first_kind() const {
    return movers.problem.men[man].type == PieceType::Bishop ? 2 : 0;
  }
  LUCENA_DEVICE int kinds() const {
    return movers.problem.men[man].type == PieceType::Queen ? 4 : 2;
  }
  LUCENA_DEVICE int phases() const { return kinds() + 3; }

  LUCENA_DEVICE void operator()(int phase, std::uint64_t block, int thread, Tile& tile) const {
    if (phase == 0) {
      if (thread == 0) tile.holds_any = false;
    } else if (phase == 1) {
      read(block, thread, tile);
    } else if (!tile.holds_any) {
      return;
    } else if (phase == phases() - 1) {
      write(block, thread, tile);
    } else {
      sweep(phase - 2, thread, tile);
    }
  }

  /// The word of a column in which the man stands on a1.
  LUCENA_DEVICE std::uint64_t column_base(std::uint64_t block, int column) const {
    const int shift = movers.problem.shift(man);
    const std::uint64_t number = block * kColumns + column;
    const std::uint64_t inner = number & ((std::uint64_t{1} << shift) - 1);
    return (number >> shift) << (shift + 6) | inner;
  }
  /// Calls visit(word, square, column) for the eight words that this thread reads and writes, so
  /// that neighbouring threads have neighbouring words.
  template <class Visit>
  LUCENA_DEVICE void for_own_words(std::uint64_t block, int thread, Visit&& visit) const {
    const int shift = movers.problem.shift(man);
    for (int i = 0; i < 64 * kColumns / kThreads; ++i) {
      const int number = i * kThreads + thread;
      const int square = shift == 0 ? number % 64 : number / kColumns;
      const int column = shift == 0 ? number / 64 : number % kColumns;
      const std::uint64_t base = column_base(block, column);
      if (base < movers.problem.words) {
        visit(base + (std::uint64_t(square) << shift), square, column);
      }
    }
  }
  LUCENA_DEVICE void read(std::uint64_t block, int thread, Tile& tile) const {
    for_own_words(block, thread, [&](std::uint64_t word, int square, int column) {
      const std::uint64_t positions = set[word];
      tile.words[square][column] = positions;
      if (positions != 0) tile.holds_any = true;
    });
    if (thread >= kColumns) return;
    const std::uint64_t base = column_base(block, thread);
    if (base >= movers.problem.words) return;
    const auto word = static_cast<std::uint32_t>(base);
    tile.occupied[thread] = movers.problem.occupied_without(word, man);
  }
  LUCENA_DEVICE void write(std::uint64_t block, int thread, const Tile& tile) const {
    for_own_words(block, thread, [&](std::uint64_t word, int square, int column) {
      const std::uint64_t found = tile.found[square][column];
      if (found != 0 && (tile.occupied[column] >> square & 1) == 0) result[word] |= found;
    });
  }
  LUCENA_DEVICE void sweep(int number, int thread, Tile& tile) const {
    const int line = thread / kColumns, column = thread % kColumns;
    switch (static_cast<BoardLines>(first_kind() + number)) {
      case BoardLines::Files:
        return sweep_line<BoardLines::Files>(number == 0, line, column, tile);
      case BoardLines::Ranks:
        return sweep_line<BoardLines::Ranks>(number == 0, line, column, tile);
      case BoardLines::Rising:
        return sweep_line<BoardLines::Rising>(number == 0, line, column, tile);
      case BoardLines::Falling:
        return sweep_line<BoardLines::Falling>(number == 0, line, column, tile);
    }
  }
  /// The first kind of lines writes what it finds, the others add.
  template <BoardLines kind>
  LUCENA_DEVICE static void sweep_line(bool is_first, int line, int column, Tile& tile) {
    const std::uint64_t occupied = tile.occupied[column];
    std::uint64_t words[8], found[8], carried = 0;
    for (int i = 0; i < 8; ++i) words[i] = tile.words[square_of_line(kind, line, i)][column];
    for (int i = 0; i < 8; ++i) {
      if (is_behind_bar(kind, line, i)) carried = 0;
      found[i] = carried;
      carried = carry_on(carried | words[i], square_of_line(kind, line, i), occupied);
    }
    carried = 0;
    for (int i = 7; i >= 0; --i) {
      found[i] |= carried;
      carried = carry_on(carried | words[i], square_of_line(kind, line, i), occupied);
      if (is_behind_bar(kind, line, i)) carried = 0;
    }
    for (int i = 0; i < 8; ++i) {
      std::uint64_t& all = tile.found[square_of_line(kind, line, i)][column];
      all = is_first ? found[i] : all | found[i];
    }
  }
  /// What comes to the next square of what is on this one or has come this far.
  LUCENA_DEVICE static std::uint64_t carry_on(std::uint64_t positions, int square,
                                              std::uint64_t occupied) {
    const std::uint64_t here = std::uint64_t{1} << square;
    return (occupied & here) != 0 ? 0 : positions & ~here;
  }
};

/// Of the positions of a word, those from which no move leads into a set: see
/// Moves::without_move_into. Moves are looked up one after the other until no position is left.
LUCENA_DEVICE inline std::uint64_t without_move_into(const Movers& movers, const std::uint64_t* set,
                                                     std::uint32_t word, std::uint64_t positions) {
  const ProblemGeometry& problem = movers.problem;
  if (movers.black_king_moves()) positions &= ~king_moves(set[word]);
  const std::uint64_t occupied = problem.occupied(word);
  for (int man = 0; man < problem.free_count && positions != 0; ++man) {
    if (!movers.moves(man)) continue;
    const int shift = problem.shift(man), from = problem.square(word, man);
    const std::uint32_t rest = word - (std::uint32_t(from) << shift);
    std::uint64_t targets = movers.targets(man, from, occupied);
    for (; targets != 0 && positions != 0; targets &= targets - 1) {
      const int to = lowest_one(targets);
      positions &= ~set[rest + (std::uint32_t(to) << shift)] | movers.board->between[from][to];
    }
  }
  if (movers.mover == Color::Black) return positions;
  const int slot = problem.slot_of(word);
  for (int i = 0; i < problem.step_counts[slot] && positions != 0; ++i) {
    const ProblemGeometry::Step step = problem.steps[slot][i];
    if ((occupied >> step.square & 1) != 0) continue;
    const Symmetry symmetry = Symmetry::from_code(step.symmetry);
    const std::uint64_t there = set[problem.image(word, step.slot, symmetry)];
    if (there != 0) positions &= ~symmetry.inverse()(there);
  }
  return positions;
}

/// Leaves of the candidates those without a move into a set, and lists the words that still hold
/// some.
///
///     thread i    owns word i of the list of candidates
struct RefuteCandidates {
  Movers movers;
  const std::uint64_t* set;
  const std::uint32_t* list;
  Collector found;  // the candidates before, what is left afterwards

  LUCENA_DEVICE void operator()(std::uint64_t thread) const {
    const std::uint32_t word = list[thread];
    const std::uint64_t left = without_move_into(movers, set, word, found.words[word]);
    found.words[word] = left;
    if (left != 0) found.note(word);
  }
};

/// Leaves in all words what is also in `kept` and not in `dropped`, which may be null, and lists
/// the words that hold something.
///
///     thread    owns eight words of a WordRange
struct KeepOfAll {
  WordRange range;
  const std::uint64_t* kept;
  const std::uint64_t* dropped;
  Collector found;

  LUCENA_DEVICE void operator()(std::uint64_t thread) const {
    std::uint32_t words[WordRange::kWordsOfThread], held = 0;
    range.for_words(thread, [&](std::uint32_t word) {
      const std::uint64_t before = found.words[word];
      if (before == 0) return;
      std::uint64_t left = before & kept[word];
      if (dropped != nullptr) left &= ~dropped[word];
      if (left != before) found.words[word] = left;
      if (left != 0) words[held++] = word;
    });
    std::uint32_t place = next_places(*found.count, held);
    for (std::uint32_t i = 0; i < held; ++i, ++place) {
      if (place < found.capacity) found.list[place] = words[i];
    }
  }
};

/// Makes words zero.
struct ClearWords {
  std::uint64_t* words;
  const std::uint32_t* list;

  LUCENA_DEVICE void operator()(std::uint64_t thread) const { words[list[thread]] = 0; }
};

/// Sorts words that hold anything by their blocks, in two rounds: the first counts those of each
/// block, the second puts them where those of their block begin. See Problem for blocks.
///
///     thread    owns a word of the list, or eight of all
struct SortByBlock {
  WordRange range;
  const std::uint64_t* words;
  int block_shift;
  std::uint32_t* counters;   // by block: how many, or the place of the next one
  std::uint64_t* positions;  // sorted; null while they are counted
  std::uint16_t* offsets;    // of the words in their blocks

  LUCENA_DEVICE void operator()(std::uint64_t thread) const {
    range.for_words(thread, [&](std::uint32_t word) {
      const std::uint64_t here = words[word];
      if (here == 0) return;
      const std::uint32_t place = next_place_of(counters, word >> block_shift);
      if (positions == nullptr) return;
      positions[place] = here;
      offsets[place] = static_cast<std::uint16_t>(word & ((1u << block_shift) - 1));
    });
  }
};

/// Where what is decided is written down for each position: as the bytes of a table, as worths, or
/// nowhere.
struct DecidedValues {
  std::uint8_t* bytes = nullptr;
  Worth* worths = nullptr;

  LUCENA_DEVICE bool are_kept() const { return bytes != nullptr || worths != nullptr; }
};

/// What is decided at a turn: it is taken out of sets, counted, and written down.
///
///     thread    owns a word of the list, or eight of all
struct Settle {
  ProblemGeometry problem;
  WordRange range;
  const std::uint64_t* decided;
  std::uint64_t* taken_from[2];  // the second may be null
  DecidedValues values;
  std::uint8_t byte;  // what is written
  Worth worth;
  std::uint64_t* sum;

  LUCENA_DEVICE void operator()(std::uint64_t thread) const {
    std::uint32_t counted = 0;
    range.for_words(thread, [&](std::uint32_t word) {
      const std::uint64_t positions = decided[word];
      if (positions == 0) return;
      taken_from[0][word] &= ~positions;
      if (taken_from[1] != nullptr) taken_from[1][word] &= ~positions;
      counted += count_ones(positions & counted_bits(problem, word));
      if (!values.are_kept()) return;
      for (std::uint64_t rest = positions; rest != 0; rest &= rest - 1) {
        const std::uint64_t place = std::uint64_t{word} * 64 + lowest_one(rest);
        if (values.bytes != nullptr) values.bytes[place] = byte;
        if (values.worths != nullptr) values.worths[place] = worth;
      }
    });
    add_to_sum(*sum, counted);
  }
};

/// The events of a turn, as two arrays: positions of words.
struct EventSpan {
  const std::uint32_t* words;
  const std::uint64_t* positions;
};

/// What exits decide at a turn, added to what moves decide: wins of positions not won before.
///
///     thread i    owns event i; two events can be of one word
struct AddWinningExits {
  EventSpan events;
  const std::uint64_t* not_won;
  Collector found;

  LUCENA_DEVICE void operator()(std::uint64_t thread) const {
    const std::uint32_t word = events.words[thread];
    found.add(word, events.positions[thread] & not_won[word]);
  }
};

/// From this turn on all exits of these positions lose: they are ready, and candidates.
struct AddLosingExits {
  EventSpan events;
  const std::uint64_t* not_won;
  std::uint64_t* ready;
  Collector found;

  LUCENA_DEVICE void operator()(std::uint64_t thread) const {
    const std::uint32_t word = events.words[thread];
    const std::uint64_t positions = events.positions[thread] & not_won[word];
    if (positions == 0) return;
    atomic_or(ready[word], positions);
    found.add(word, positions);
  }
};

}  // namespace lucena::on_device
