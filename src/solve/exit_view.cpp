// SPDX-License-Identifier: GPL-3.0-or-later
#include "solve/exit_view.h"

#include <algorithm>
#include <cstring>

#include "base/simd.h"
#include "solve/exit_worth.h"
#include "solve/word_sets.h"

namespace lucena {
namespace {

/// The byte of an exit into a position whose tables hold these. By mate, a position that is mated
/// (0) makes 255, one that is drawn 128, one that mates at once (255) 1.
template <Metric metric>
std::uint8_t exit_byte(std::uint8_t score, std::uint8_t plies) {
  return ExitWorth<metric>::of_position(MateScore(score), plies).before().byte();
}

}  // namespace

void OrientedReader::read(const EndingTable& table, Color side, const Squares& squares,
                          std::span<const Square> white_kings, KingMatrix& matrix) const {
  const Color stored_side = orientation_.as_stored(side);
  const auto rows = [&](const WordPlace& place) {
    return table.rows(stored_side, place.skeleton, place.word);
  };
  orientation_.read(squares, white_kings, rows, matrix);
}

void OrientedReader::read_scores(Color side, const Squares& squares,
                                 std::span<const Square> white_kings, KingMatrix& matrix) const {
  if (scores_ == nullptr) {
    for (ValueRow& row : matrix) row.fill(kDraw.byte());
  } else {
    read(*scores_, side, squares, white_kings, matrix);
  }
}

void OrientedReader::read_plies(Color side, const Squares& squares,
                                std::span<const Square> white_kings, KingMatrix& matrix) const {
  if (zeroing_ == nullptr) {
    for (ValueRow& row : matrix) row.fill(1);
  } else {
    read(*zeroing_, side, squares, white_kings, matrix);
  }
}

/// Mate scores of all these places of the kings become exits in place. Illegal positions are
/// drawn in tables; here they become "no such move", since no capture or promotion may leave the
/// own king in check.
void OrientedReader::read_exits(Reading reading, Color side, const Squares& squares,
                                std::span<const Square> white_kings, KingMatrix& matrix) const {
  read_scores(side, squares, white_kings, matrix);
  KingMatrix plies;
  const bool outcomes = reading == Reading::Outcomes;
  if (outcomes) read_plies(side, squares, white_kings, plies);
  for (const Square king : white_kings) {
    const WordSets sets = word_sets(king, men(), squares);
    const std::uint64_t legal = sets.legal[side];
    ValueRow& row = matrix[king.byte()];
    if (outcomes) {
      for (std::size_t b = 0; b < row.size(); ++b) {
        row[b] = exit_byte<Metric::Zeroing>(row[b], plies[king.byte()][b]);
      }
    } else {
      for (std::uint8_t& byte : row) byte = exit_byte<Metric::Mate>(byte, 0);
    }
    keep_bits(row.data(), legal);
  }
}

void OrientedReader::read_worths(Metric metric, Color side, const Squares& squares,
                                 std::span<const Square> white_kings,
                                 KingsMatrix<Worth>& matrix) const {
  KingMatrix scores, plies;
  read_scores(side, squares, white_kings, scores);
  if (metric != Metric::Mate) read_plies(side, squares, white_kings, plies);
  for (const Square king : white_kings) {
    const std::size_t k = king.byte();
    for (std::size_t b = 0; b < matrix[k].size(); ++b) {
      const MateScore score(scores[k][b]);
      matrix[k][b] = metric == Metric::Mate ? Worth::of(score) : Worth::of(score, plies[k][b]);
    }
  }
  turn_into_exits(metric, side, men(), squares, white_kings, matrix);
}

void turn_into_exits(Metric metric, Color side, std::span<const Piece> men, const Squares& squares,
                     std::span<const Square> white_kings, KingsMatrix<Worth>& matrix) {
  for (const Square king : white_kings) {
    const std::uint64_t legal = word_sets(king, men, squares).legal[side];
    auto& row = matrix[king.byte()];
    for (std::size_t b = 0; b < row.size(); ++b) {
      const bool is_legal = (legal >> b & 1) != 0;
      row[b] = is_legal ? worth_before(row[b], metric, MoveEffect::Conversion) : Worth();
    }
  }
}

ExitView::ExitView(std::vector<Square> first_squares, std::size_t men, Bitboard white_kings)
    : first_squares_(std::move(first_squares)), men_(std::max<std::size_t>(1, men)) {
  for (std::size_t i = 0; i < first_squares_.size(); ++i) {
    first_place_[first_squares_[i].byte()] = i;
  }
  for (const Square king : white_kings) {
    king_place_[king.byte()] = white_kings_.size();
    white_kings_.push_back(king);
  }
  bytes_ = Buffer<std::uint8_t>(size_bytes());
}

/// Where nothing is cursed, a win is a win in time and a loss one in time.
void ExitView::take_outcomes(const ExitView& scores) {
  for (std::size_t i = 0; i < bytes_.size(); ++i) {
    const ExitWorth<Metric::Mate> by_mate(scores.bytes_[i]);
    bytes_[i] = ExitWorth<Metric::Zeroing>::of_exit(by_mate).byte();
  }
}

/// Every task has placements of its own, and so bytes of its own.
void ExitView::improve(const OrientedReader& reader, Reading reading, std::size_t first_man,
                       Color side, ThreadPool& pool, const std::atomic<bool>& cancelled) {
  const std::vector<Piece>& men = reader.men();
  constexpr std::size_t kTask = 64;
  pool.for_each((tuples() + kTask - 1) / kTask, [&](std::size_t task, unsigned) {
    if (cancelled) return;
    KingMatrix matrix;
    const std::size_t end = std::min(tuples(), (task + 1) * kTask);
    for (std::size_t tuple = task * kTask; tuple < end; ++tuple) {
      // The digits of the tuple: the first man's place, then the other men in their order.
      Squares squares{};
      std::size_t rest = tuple;
      for (std::size_t i = std::min(men.size(), squares.size()); i-- > 0;) {
        if (i == first_man) continue;
        squares[i] = rest & 63;
        rest >>= 6;
      }
      if (!men.empty()) squares[first_man] = first_squares_[rest].byte();
      if (!is_possible(men, squares)) continue;
      with_best_instructions([&] {
        reader.read_exits(reading, side, squares, white_kings_, matrix);
        for (std::size_t king = 0; king < white_kings_.size(); ++king) {
          const ValueRow& in = matrix[white_kings_[king].byte()];
          std::uint8_t* out = bytes_.data() + place(king, tuple);
          for (std::size_t i = 0; i < in.size(); ++i) out[i] = std::max(out[i], in[i]);
        }
      });
    }
  });
}

}  // namespace lucena
