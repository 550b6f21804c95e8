// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <algorithm>
#include <functional>
#include <string>
#include <vector>

#include "cuda/device_array.h"
#include "cuda/device_room.h"
#include "cuda/move_kernels.h"
#include "solve/decisions.h"
#include "solve/problem_solver.h"
#include "solve/value_bytes.h"

namespace lucena {

/// The level loop with all sets in the memory of a machine. It decides what LevelLoop decides, by
/// the same law; see there. Per side to move:
///
///     not_won       legal and not won so far
///     ready         neither won nor lost so far, and every exit is known to lose
///     won, lost     what the last level added: a word for every index, and a list of the words
///                   that hold anything, unless there are too many
///     newly_lost    what this level adds
///     events        what exits decide, sorted by turn
///
/// A turn of one side is a few kernels over all that may change. If the set it starts from is thin,
/// listed words are scattered; else every man's moves are one pass over all words.
///
///     wins      scatter lost, or all moves into it  ->  exits  ->  settle
///     losses    scatter won, or all moves into it   ->  exits  ->  refute  ->  settle
template <class Machine>
class DeviceLoop {
 public:
  template <class T>
  using Array = DeviceArray<T, Machine>;

  /// What a level adds.
  struct LevelWords {
    explicit LevelWords(Machine& machine) : words(machine), list(machine) {}

    void release() {
      words.release();
      list.release();
    }

    Array<std::uint64_t> words;
    Array<std::uint32_t> list;
    std::uint32_t count = 0;  // of words that hold anything
    bool is_listed = true;

    /// The words to look at, of so many.
    on_device::WordRange range(std::uint32_t all_words) const {
      if (is_listed) return {list.data(), count};
      return {nullptr, all_words};
    }
  };

  /// Those of one turn follow each other.
  struct Events {
    explicit Events(Machine& machine) : words(machine), positions(machine) {}

    Array<std::uint32_t> words;
    Array<std::uint64_t> positions;
    std::vector<std::uint32_t> begin;  // by the turn's number, and where the last turn ends

    std::uint32_t begin_of(Turn turn) const {
      return begin.empty() ? 0 : begin[std::min<std::size_t>(turn.number(), begin.size() - 1)];
    }
    std::uint32_t count_of(Turn turn) const {
      return begin_of(Turn::of_number(turn.number() + 1)) - begin_of(turn);
    }
    unsigned last_level() const {
      return begin.size() < 2 ? 0 : Turn::of_number(begin.size() - 2).level();
    }
  };

  struct Side {
    explicit Side(Machine& machine)
        : not_won(machine),
          ready(machine),
          won(machine),
          lost(machine),
          newly_lost(machine),
          events(machine) {}

    void release() {
      for (Array<std::uint64_t>* set : {&not_won, &ready, &events.positions}) set->release();
      for (LevelWords* set : {&won, &lost, &newly_lost}) set->release();
      events.words.release();
    }

    Array<std::uint64_t> not_won, ready;
    LevelWords won, lost, newly_lost;
    Events events;
    std::vector<std::uint64_t> decided;  // by the turn's number: how many positions that count
  };

  /// Where what is decided goes besides the counts.
  struct Receiver {
    unsigned max_level;
    ByColor<on_device::DecidedValues> values{};  // on the machine
    std::function<void(Color, Turn, const LevelWords&)> heard{};
    std::vector<Decisions*> kept{};  // what becomes of what was heard
  };

  explicit DeviceLoop(Machine& machine, ListLimits limits = {})
      : machine_(machine),
        limits_(limits),
        board_(machine),
        counters_(machine),
        candidates_(machine),
        reachable_(machine),
        sides_{Side(machine), Side(machine)} {
    const BoardTables tables = BoardTables::make();
    board_.make_room(1);
    board_.put({&tables, 1});
    counters_.make_room(1);
  }

  /// Makes room for a problem; nothing is decided. Whoever calls this then fills in not_won, ready
  /// and the events of both sides.
  void prepare(const ProblemGeometry& problem) {
    geometry_ = problem;
    const std::uint32_t words = problem.words;
    capacity_ = words / limits_.list_share;
    candidates_.make_room(capacity_);
    reachable_.make_room(words);
    for (Side& side : sides_) {
      side.not_won.make_room(words);
      side.ready.make_room(words);
      for (LevelWords* set : {&side.won, &side.lost, &side.newly_lost}) {
        set->words.make_room(words);
        set->list.make_room(capacity_);
        set->words.fill(0, words);
        set->count = 0;
        set->is_listed = true;
      }
      side.events.begin.clear();
      side.decided.clear();
    }
  }

  /// Gives back the memory of all problems so far.
  void release() {
    candidates_.release();
    reachable_.release();
    for (Side& side : sides_) side.release();
  }

  Side& side(Color color) { return sides_[static_cast<int>(color)]; }
  const ProblemGeometry& geometry() const { return *geometry_; }
  const BoardTables* board() const { return board_.data(); }

  /// Returns the deepest level at which anything was decided. See LevelLoop::run_levels.
  Result<unsigned, SolveFault> run(Metric metric, const Receiver& receiver,
                                   const SolveControl& control) {
    metric_ = metric;
    const unsigned last_event =
        std::max(sides_[0].events.last_level(), sides_[1].events.last_level());
    unsigned deepest = 0;
    bool added = true;
    for (unsigned level = 0; added || level <= last_event; ++level) {
      control.level.store(level, std::memory_order_relaxed);
      added = run_level(level, receiver);
      if (machine_.fault()) return *machine_.fault();
      for (const Decisions* kept : receiver.kept) {
        if (const auto lost = kept->fault()) return SolveFault{SolveError::Scratch, lost->message};
      }
      if (control.cancelled) return SolveFault{SolveError::Cancelled, "interrupted"};
      if (!added) continue;
      deepest = level;
      if (level > receiver.max_level) return too_many_levels(receiver.max_level);
    }
    return deepest;
  }

 private:
  /// What kernels add to, and the host reads.
  struct Counters {
    std::uint64_t positions;
    std::uint32_t listed;
  };

  /// Both turns of a level, unless parity rules one out. See LevelLoop::run_level.
  bool run_level(unsigned level, const Receiver& receiver) {
    const bool by_mate = metric_ == Metric::Mate, odd = level % 2 != 0;
    const bool loses = !by_mate || !odd, wins = !by_mate || odd;
    bool any = false;
    if (loses) any |= run_turn(Turn(level, false), receiver);
    if (wins) any |= run_turn(Turn(level, true), receiver);
    if (!loses) return any;
    for (Side& side : sides_) std::swap(side.lost, side.newly_lost);
    return any;
  }

  bool run_turn(Turn turn, const Receiver& receiver) {
    bool any = false;
    for (const Color us : kColors) {
      LevelWords& found = turn.wins() ? side(us).won : side(us).newly_lost;
      clear(found);
      if (turn.wins()) {
        find_wins(us, turn, found);
      } else {
        find_losses(us, turn, found);
      }
      settle(us, turn, found, receiver);
      any |= found.count > 0;
    }
    return any;
  }

  void find_wins(Color us, Turn turn, LevelWords& found) {
    Side& mine = side(us);
    const std::uint64_t* not_won = mine.not_won.data();
    bring_together(us, turn, side(opposite(us)).lost, not_won, collector(found.words, found.list),
                   [&](const on_device::EventSpan& events, const on_device::Collector& into) {
                     machine_.launch(mine.events.count_of(turn),
                                     on_device::AddWinningExits{events, not_won, into});
                   });
    read_count(found);
  }

  /// Few candidates are tested one by one, many all at once.
  void find_losses(Color us, Turn turn, LevelWords& found) {
    Side& mine = side(us);
    Side& theirs = side(opposite(us));
    bring_together(us, turn, theirs.won, mine.ready.data(), collector(found.words, candidates_),
                   [&](const on_device::EventSpan& events, const on_device::Collector& into) {
                     machine_.launch(mine.events.count_of(turn),
                                     on_device::AddLosingExits{events, mine.not_won.data(),
                                                               mine.ready.data(), into});
                   });
    read_count(found);
    if (found.count == 0) return;
    const std::uint32_t candidates = found.count;
    counters_.fill(0, 1);
    if (found.is_listed) {
      machine_.launch(candidates, on_device::RefuteCandidates{movers(us), theirs.not_won.data(),
                                                              candidates_.data(),
                                                              collector(found.words, found.list)});
    } else {
      all_moves_into(us, theirs.not_won.data(), reachable_.data());
      keep_of_all(mine.ready.data(), reachable_.data(), collector(found.words, found.list));
    }
    read_count(found);
  }

  /// What moves lead into the set and what exits decide at this turn, as far as it is wanted.
  template <class AddExits>
  void bring_together(Color us, Turn turn, const LevelWords& set, const std::uint64_t* wanted,
                      on_device::Collector found, AddExits&& add_exits) {
    counters_.fill(0, 1);
    const Events& events = side(us).events;
    const std::uint32_t begin = events.begin_of(turn);
    const on_device::EventSpan span{events.words.data() + begin, events.positions.data() + begin};
    const std::uint64_t plain_words = std::uint64_t{geometry_->words} * passes(us);
    if (set.is_listed && set.count <= plain_words / limits_.thin_share) {
      machine_.launch(set.count, on_device::ScatterMoves{movers(us), set.words.data(),
                                                         set.list.data(), wanted, found});
      add_exits(span, found);
      return;
    }
    all_moves_into(us, set.words.data(), found.words);
    on_device::Collector without_list = found;
    without_list.count = nullptr;
    add_exits(span, without_list);
    keep_of_all(wanted, nullptr, found);
  }

  /// How many plain passes over all words it takes to move all men, by experience. The white king
  /// has eight neighbours behind symmetries, and what a queen finds takes as much as two rooks'.
  int passes(Color us) const {
    int sum = us == Color::White ? 4 : 1;
    for (int man = 0; man < geometry_->free_count; ++man) {
      if (geometry_->men[man].color != us) continue;
      sum += geometry_->men[man].type == PieceType::Queen ? 2 : 1;
    }
    return sum;
  }

  /// Kings and knights first, since their kernel writes; the others add.
  void all_moves_into(Color us, const std::uint64_t* set, std::uint64_t* result) {
    const on_device::Movers moving = movers(us);
    machine_.launch(geometry_->words, on_device::GatherLeaps{moving, set, result});
    for (int man = 0; man < geometry_->free_count; ++man) {
      if (!moving.moves(man) || !moving.is_slider(man)) continue;
      const on_device::SweepLines kernel{moving, man, set, result};
      machine_.launch_tiles(kernel.blocks(), kernel);
    }
  }

  void keep_of_all(const std::uint64_t* kept, const std::uint64_t* dropped,
                   const on_device::Collector& found) {
    const on_device::WordRange all{nullptr, geometry_->words};
    machine_.launch(all.threads(), on_device::KeepOfAll{all, kept, dropped, found});
  }

  /// What is won is not ready any more, so that nobody tests it as a candidate.
  void settle(Color us, Turn turn, const LevelWords& found, const Receiver& receiver) {
    if (found.count == 0) return;
    Side& mine = side(us);
    const bool keeps = turn.level() <= receiver.max_level;
    const on_device::DecidedValues values =
        keeps ? receiver.values[us] : on_device::DecidedValues{};
    const std::uint8_t byte = values.bytes != nullptr ? ValueBytes::decided(metric_, turn) : 0;
    const Worth worth = values.worths != nullptr ? worth_of(turn) : Worth();
    counters_.fill(0, 1);
    const on_device::WordRange range = found.range(geometry_->words);
    std::uint64_t* const first = turn.wins() ? mine.not_won.data() : mine.ready.data();
    std::uint64_t* const second = turn.wins() ? mine.ready.data() : nullptr;
    machine_.launch(range.threads(), on_device::Settle{*geometry_,
                                                       range,
                                                       found.words.data(),
                                                       {first, second},
                                                       values,
                                                       byte,
                                                       worth,
                                                       &counters_.data()->positions});
    mine.decided.resize(turn.number() + 1);
    mine.decided[turn.number()] = read_counters().positions;
    if (keeps && receiver.heard) receiver.heard(us, turn, found);
  }

  void clear(LevelWords& set) {
    if (set.is_listed) {
      machine_.launch(set.count, on_device::ClearWords{set.words.data(), set.list.data()});
    } else {
      set.words.fill(0, geometry_->words);
    }
    set.count = 0;
    set.is_listed = true;
  }

  on_device::Movers movers(Color us) const { return {*geometry_, board_.data(), us}; }
  on_device::Collector collector(const Array<std::uint64_t>& words,
                                 const Array<std::uint32_t>& list) {
    return {words.data(), list.data(), &counters_.data()->listed, capacity_};
  }
  Counters read_counters() const {
    Counters counters{};
    counters_.get({&counters, 1});
    return counters;
  }
  void read_count(LevelWords& found) const {
    found.count = read_counters().listed;
    found.is_listed = found.count <= capacity_;
  }

  static Worth worth_of(Turn turn) {
    return turn.wins() ? Worth::win(turn.level()) : Worth::loss(turn.level());
  }

  static SolveFault too_many_levels(unsigned most) {
    return {SolveError::TooManyLevels,
            "something takes more than the " + std::to_string(most) + " plies that can be kept"};
  }

  Machine& machine_;
  const ListLimits limits_;
  Array<BoardTables> board_;
  Array<Counters> counters_;
  Array<std::uint32_t> candidates_;
  Array<std::uint64_t> reachable_;
  Side sides_[2];
  std::optional<ProblemGeometry> geometry_;
  std::uint32_t capacity_ = 0;  // of lists
  Metric metric_ = Metric::Mate;
};

}  // namespace lucena
