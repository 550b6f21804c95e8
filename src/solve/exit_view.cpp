// SPDX-License-Identifier: GPL-3.0-or-later
#include "solve/exit_view.h"

#include <algorithm>
#include <cstring>

#include "base/simd.h"
#include "solve/exit_worth.h"
#include "solve/word_sets.h"

namespace lucena {
namespace {

/// No two men on one square, no pawn on the first or last rank.
bool is_possible(const std::vector<Piece>& men, const Squares& squares) {
  for (std::size_t i = 0; i < men.size(); ++i) {
    const int rank = squares[i] >> 3;
    if (men[i].type == PieceType::Pawn && (rank == 0 || rank == 7)) return false;
    for (std::size_t j = i + 1; j < men.size(); ++j) {
      if (squares[i] == squares[j]) return false;
    }
  }
  return true;
}

/// The byte of an exit into a position whose tables hold these. By mate, a position that is mated
/// (0) makes 255, one that is drawn 128, one that mates at once (255) 1.
template <Metric metric>
std::uint8_t exit_byte(std::uint8_t score, std::uint8_t plies) {
  return ExitWorth<metric>::of_position(MateScore(score), plies).before().byte();
}

}  // namespace

/// Matches the men here with those of the table one by one, in any order among twins.
OrientedReader::OrientedReader(const EndingTable* scores, const EndingTable* zeroing,
                               const Material& material)
    : scores_(scores),
      zeroing_(zeroing),
      men_(ordered_men(material)),
      swapped_(!material.is_canonical()) {
  if (scores_ == nullptr) return;
  assert(scores_->material() == material.canonical());
  const std::vector<Piece>& stored = scores_->layout().men();
  std::vector<bool> taken(stored.size(), false);
  for (std::size_t i = 0; i < men_.size(); ++i) {
    const Piece wanted{swapped_ ? opposite(men_[i].color) : men_[i].color, men_[i].type};
    for (std::size_t j = 0; j < stored.size(); ++j) {
      if (taken[j] || stored[j] != wanted) continue;
      taken[j] = true;
      stored_place_[i] = j;
      break;
    }
  }
}

/// The place has a symmetry of its own, in which the black king's squares are numbered.
void OrientedReader::read_straight(const EndingTable& table, Color side, const Squares& squares,
                                   std::span<const Square> white_kings, KingMatrix& matrix) const {
  Squares stored{};
  for (std::size_t i = 0; i < men_.size(); ++i) stored[stored_place_[i]] = squares[i];
  for (const Square king : white_kings) {
    const WordPlace place = table.layout().locate(king, stored);
    const std::uint8_t* values = table.rows(side, place.skeleton, place.word);
    ValueRow& out = matrix[king.byte()];
    if (place.symmetry.is_identity()) {
      std::memcpy(out.data(), values, out.size());
      continue;
    }
    for (int b = 0; b < Square::kCount; ++b) out[b] = values[place.symmetry(Square(b)).index()];
  }
}

/// With colours swapped and ranks flipped, the black king plays the white one's part: each row of
/// the table is spread over the rows of all his squares here.
void OrientedReader::read_swapped(const EndingTable& table, Color side, const Squares& squares,
                                  std::span<const Square> white_kings, KingMatrix& matrix) const {
  Squares stored{};
  for (std::size_t i = 0; i < men_.size(); ++i) {
    stored[stored_place_[i]] = Square(squares[i]).flip_ranks().byte();
  }
  for (int b = 0; b < Square::kCount; ++b) {
    const WordPlace place = table.layout().locate(Square(b).flip_ranks(), stored);
    const std::uint8_t* values = table.rows(opposite(side), place.skeleton, place.word);
    for (const Square king : white_kings) {
      matrix[king.byte()][b] = values[place.symmetry(king.flip_ranks()).index()];
    }
  }
}

void OrientedReader::read(const EndingTable& table, Color side, const Squares& squares,
                          std::span<const Square> white_kings, KingMatrix& matrix) const {
  if (swapped_) {
    read_swapped(table, side, squares, white_kings, matrix);
  } else {
    read_straight(table, side, squares, white_kings, matrix);
  }
}

/// Mate scores of all these places of the kings become exits in place. Illegal positions are
/// drawn in tables; here they become "no such move", since no capture or promotion may leave the
/// own king in check.
void OrientedReader::read_exits(Reading reading, Color side, const Squares& squares,
                                std::span<const Square> white_kings, KingMatrix& matrix) const {
  if (scores_ == nullptr) {
    for (ValueRow& row : matrix) row.fill(kDraw.byte());
  } else {
    read(*scores_, side, squares, white_kings, matrix);
  }
  KingMatrix plies;
  const bool outcomes = reading == Reading::Outcomes && scores_ != nullptr;
  if (outcomes && zeroing_ != nullptr) {
    read(*zeroing_, side, squares, white_kings, plies);
  } else if (outcomes) {
    for (ValueRow& row : plies) row.fill(1);  // nothing is cursed: every win is in time
  }
  for (const Square king : white_kings) {
    const WordSets sets = word_sets(king, men_, squares);
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
