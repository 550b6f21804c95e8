// SPDX-License-Identifier: GPL-3.0-or-later
#include "query/special_search.h"

#include <array>
#include <mutex>

#include "census/castling_summary.h"
#include "chess/legal_moves.h"
#include "endgame/position_image.h"
#include "oracle/position_facts.h"
#include "query/move_traits.h"

namespace lucena {
namespace {

MoveFeatures features_of(const Position& position, Move move) {
  MoveFeatures features{.mover = position.type_at(move.from())};
  features.en_passant = move.kind() == MoveKind::EnPassant;
  features.castles = move.kind() == MoveKind::Castling;
  features.captures = features.en_passant || position.piece_at(move.to()).has_value();
  if (move.kind() == MoveKind::Promotion) features.promoted = move.promoted();
  return features;
}

bool has_traits(const std::vector<MoveTrait>& traits, const Position& position, Move move) {
  const TraitTest test = test_traits(traits, features_of(position, move));
  if (!test.possible || (!test.must_check && !test.must_not_check)) return test.possible;
  const bool checks = position.after(move).in_check();
  return (checks || !test.must_check) && (!checks || !test.must_not_check);
}

/// Positions that may do, tested many at a time and kept in their order.
class Sieve {
 public:
  Sieve(const PositionTest& test, std::size_t most, ThreadPool& pool)
      : test_(test), most_(most), pool_(pool) {}

  /// The score if it is known.
  void add(const Position& position, std::optional<MateScore> score) {
    candidates_.push_back({position, score});
    if (candidates_.size() == kBatch) flush();
  }

  void flush() {
    std::vector<std::uint8_t> meets(candidates_.size());
    std::mutex mutex;
    pool_.for_each(candidates_.size(), [&](std::size_t i, unsigned) {
      const auto answer = ask(candidates_[i]);
      if (answer) {
        meets[i] = *answer ? 1 : 0;
        return;
      }
      const std::lock_guard lock(mutex);
      fault_ = answer.error();
    });
    for (std::size_t i = 0; i < candidates_.size(); ++i) {
      if (meets[i] == 0) continue;
      ++found_.count;
      if (found_.positions.size() < most_) found_.positions.push_back(candidates_[i].position);
    }
    candidates_.clear();
  }

  bool has_failed() const { return fault_.has_value(); }

  Result<FoundPositions, TableFault> finish(bool complete) {
    flush();
    if (fault_) return *fault_;
    if (!complete) return TableFault{TableError::Cancelled, "interrupted"};
    return std::move(found_);
  }

 private:
  struct Candidate {
    Position position;
    std::optional<MateScore> score;
  };
  static constexpr std::size_t kBatch = 1u << 14;

  Result<bool, TableFault> ask(const Candidate& candidate) const {
    if (candidate.score) return test_.meets(candidate.position, *candidate.score);
    const auto score = test_.score_of(candidate.position);
    if (!score) return score.error();
    return test_.meets(candidate.position, *score);
  }

  const PositionTest& test_;
  const std::size_t most_;
  ThreadPool& pool_;
  std::vector<Candidate> candidates_;
  std::optional<TableFault> fault_;
  FoundPositions found_;
};

/// The squares that a pawn of the side that is not to move may just have passed: between its first
/// square and where it stands, with a pawn of the other side next to it.
///
///     5   . . P p . . . .      White to move: the black pawn may come from d7, and passed d6
std::vector<Square> passed_squares(const Setup& setup) {
  const Color us = setup.side_to_move;
  const Piece ours{us, PieceType::Pawn}, theirs{opposite(us), PieceType::Pawn};
  const int rank = us == Color::White ? 4 : 3, forward = us == Color::White ? 1 : -1;
  std::vector<Square> passed;
  for (int file = 0; file < 8; ++file) {
    if (setup[Square(file, rank)] != theirs) continue;
    const bool left = file > 0 && setup[Square(file - 1, rank)] == ours;
    const bool right = file < 7 && setup[Square(file + 1, rank)] == ours;
    if (left || right) passed.emplace_back(file, rank + forward);
  }
  return passed;
}

/// Whether some pawns of a skeleton stand like that, whoever is to move.
bool may_pass(const Layout& layout, std::uint32_t skeleton) {
  Setup pawns;
  for (std::size_t man = layout.free_men().size(); man < layout.men().size(); ++man) {
    pawns[Square(layout.skeleton(skeleton)[man])] = layout.men()[man];
  }
  for (const Color side : kColors) {
    pawns.side_to_move = side;
    if (!passed_squares(pawns).empty()) return true;
  }
  return false;
}

}  // namespace

bool PositionTest::has_men(const Position& position) const {
  for (const ManPlace& man : query_.men) {
    if ((position.men_of(man.piece.color, man.piece.type) & man.squares).empty()) return false;
  }
  return true;
}

Result<MateScore, TableFault> PositionTest::score_of(const Position& position) const {
  const auto worth = values_.worth(position, Metric::Mate);
  if (!worth) return worth.error();
  return worth->is_draw() ? kDraw : score_of_level(worth->plies());
}

Result<bool, TableFault> PositionTest::meets(const Position& position, MateScore score) const {
  const Color side = position.side_to_move();
  if (!query_.wants(side) || !query_.scores[side][score] || !has_men(position)) return false;
  if (query_.zugzwang) {
    const auto zugzwang = is_zugzwang(position, score);
    if (!zugzwang || !*zugzwang) return zugzwang;
  }
  if (query_.needs_move) {
    const auto needs = needs_move(position);
    if (!needs || !*needs) return needs;
  }
  if (query_.cursed) {
    const auto zeroing = values_.worth(position, Metric::Zeroing);
    if (!zeroing) return zeroing.error();
    if ((zeroing->plies() > kClockLimit) != *query_.cursed) return false;
  }
  if (!query_.only) return true;
  return has_only_move(position);
}

/// Given once where no side is named: with the loser to move, and White if both lose.
Result<bool, TableFault> PositionTest::is_zugzwang(const Position& position,
                                                   MateScore score) const {
  const auto other = with_other_side_to_move(position);
  if (!other) return false;
  const auto others = score_of(*other);
  if (!others) return others.error();
  const bool white = position.side_to_move() == Color::White;
  const auto kind = white ? zugzwang_kind(Worth::of(score), Worth::of(*others))
                          : zugzwang_kind(Worth::of(*others), Worth::of(score));
  if (!kind) return false;
  if (query_.side) return true;
  return is_loss(score) && (white || *kind != ZugzwangKind::MoverLoses);
}

Result<bool, TableFault> PositionTest::needs_move(const Position& position) const {
  const auto other = with_other_side_to_move(position);
  if (!other) return false;
  const auto score = score_of(*other);
  if (!score) return score.error();
  return !is_loss(*score);
}

/// Moves of the kind that is asked for come first, since most positions have none that will do.
Result<bool, TableFault> PositionTest::has_only_move(const Position& position) const {
  const auto& traits = query_.only->traits;
  unsigned keeping = 0;
  for (const bool of_kind : {true, false}) {
    for (const Move move : legal_moves(position)) {
      if (has_traits(traits, position, move) != of_kind) continue;
      const auto worth = values_.worth_of_move(position, move, Metric::Mate);
      if (!worth) return worth.error();
      if (query_.only->wins ? !worth->is_win() : worth->is_loss()) continue;
      if (++keeping > 1) return false;
    }
    if (keeping == 0) return false;
  }
  return true;
}

Result<FoundPositions, TableFault> search_castling(const Material& material, const Query& query,
                                                   std::size_t most, const EndingStore& store,
                                                   const PositionValues& values, ThreadPool& pool,
                                                   const std::atomic<bool>& cancelled) {
  const PositionTest test(query, values);
  Sieve sieve(test, most, pool);
  const bool complete = for_each_castling_position(
      material, store, query.scores, cancelled,
      [&](const Position& position, MateScore score) { sieve.add(position, score); });
  return sieve.finish(complete);
}

Result<FoundPositions, TableFault> search_en_passant(const Material& material, const Query& query,
                                                     std::size_t most, const PositionValues& values,
                                                     ThreadPool& pool, SearchProgress& progress,
                                                     const std::atomic<bool>& cancelled) {
  const PositionTest test(query, values);
  Sieve sieve(test, most, pool);
  const Layout layout(material);
  progress.words = std::uint64_t{layout.skeleton_count()} * layout.words();
  const auto look_at = [&](const Index& index, Color side) {
    auto setup = layout.setup_at(index, side);
    if (!setup) return;
    for (const Square passed : passed_squares(*setup)) {
      setup->en_passant = passed;
      const auto position = Position::create(*setup);
      if (!position || !position->can_capture_en_passant()) continue;
      // Men are looked for in both images; the one that has them is shown.
      const Position mirrored = image_of(*setup, Symmetry(true, false, false));
      const bool mirror = !test.has_men(*position) && test.has_men(mirrored);
      sieve.add(mirror ? mirrored : *position, {});
    }
  };
  for (std::uint32_t skeleton = 0; skeleton < layout.skeleton_count(); ++skeleton) {
    progress.words_done = std::uint64_t{skeleton} * layout.words();
    if (!may_pass(layout, skeleton)) continue;
    for (std::uint32_t word = 0; word < layout.words(); ++word) {
      if (cancelled || sieve.has_failed()) return sieve.finish(false);
      for (const Square king : Bitboard(layout.canonical_bits(skeleton, word))) {
        for (const Color side : kColors) {
          if (query.wants(side)) look_at({skeleton, word, king.byte()}, side);
        }
      }
    }
  }
  return sieve.finish(true);
}

}  // namespace lucena
