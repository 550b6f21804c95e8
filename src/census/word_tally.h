// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstring>
#include <vector>

#include "base/by_enum.h"
#include "census/zugzwang.h"
#include "endgame/layout.h"
#include "solve/ending_table.h"
#include "solve/value_row.h"

namespace lucena {

/// What a canonical position maps to itself by, which decides how many placements and how many
/// orders of twins it stands for. Only a reflection in the diagonal leaves both kings where they
/// are, so only endings without pawns have more than one kind.
///
///     Ordinary        Ka1 Rd3, kh8
///     TwinsSwapped    Ka1 Na2 Nb1, kh8
///     OnDiagonal      Ka1 Rd4, kh8
enum class PositionKind : std::uint8_t {
  Ordinary,
  TwinsSwapped,  // the reflection exchanges twins
  OnDiagonal,    // the reflection moves no man
};
inline constexpr std::array kPositionKinds{PositionKind::Ordinary, PositionKind::TwinsSwapped,
                                           PositionKind::OnDiagonal};

/// One element for each kind.
template <class T>
using ByPositionKind = ByEnum<PositionKind, T, kPositionKinds.size()>;

/// The canonical positions of a word by kind; at most one kind besides the ordinary one.
struct CanonicalBits {
  std::uint64_t ordinary = 0, special = 0;
  PositionKind special_kind = PositionKind::OnDiagonal;

  std::uint64_t all() const { return ordinary | special; }
};
/// Only a white king on the diagonal, with the other men on it or exchanged by the reflection,
/// leaves half a word canonical: then the eight squares of the black king on the diagonal are
/// special, those below it ordinary.
CanonicalBits canonical_bits_by_kind(const Layout& layout, std::uint32_t skeleton,
                                     std::uint32_t word);

/// How many positions of another convention one canonical position stands for, by kind.
struct PositionWeights {
  ByPositionKind<std::uint64_t> placements, twin_orders;
};

/// By kind, where the black king is on the diagonal too unless it is Ordinary:
///
///     kind            placements    orders of one pair of twins
///     Ordinary        8 (2)         2
///     TwinsSwapped    4             1     Ka1, Na2 and Nb1: the reflection is the other order
///     OnDiagonal      4             2     Ka1, Nb2 and Nc3: each order is its own reflection
///
/// The 2 in brackets is with pawns; then there is no other kind. Three identical men have six
/// orders, of which a reflection that exchanges two of them joins pairs: 6 / 2.
PositionWeights position_weights(const Material& material);

/// How often each score occurs in rows of mate scores. Neighbours are often equal, and four tables
/// spare each the wait for the other. Byte i of a row goes to table i modulo 4: of four neighbours
/// with one score, each increments a counter of its own, and none has to wait until the one before
/// is written.
class ScoreHistogram {
 public:
  void add(const std::uint8_t* row) {
    for (int i = 0; i < Square::kCount; i += 8) {
      std::uint64_t eight;
      std::memcpy(&eight, row + i, 8);
      for (std::size_t table = 0; table < 8; ++table) {
        ++tables_[table % 4][eight >> (8 * table) & 255];
      }
    }
  }
  std::uint64_t count(MateScore score) const {
    std::uint64_t sum = 0;
    for (const auto& table : tables_) sum += table[score.byte()];
    return sum;
  }

 private:
  std::array<std::array<std::uint32_t, 256>, 4> tables_{};
};

/// The greatest zeroing distances of rows, by result for the side to move: of all of them, and of
/// those within the 50-move rule. Sixteen positions at a time, and the maximum of the sixteen at
/// the end only.
class ZeroingMaxima {
 public:
  /// A row of mate scores, and the row of zeroing distances of the same positions.
  void add(const std::uint8_t* scores, const std::uint8_t* plies) {
    for (int i = 0; i < Square::kCount; i += 16) {
      // Losses are the bytes whose top bit is not set; a draw has distance 0. A comparison is ff
      // or 00, so that "and" keeps the distances for which it holds.
      const Sixteen lost = Sixteen(load_sixteen(scores + i) < 128);
      const Sixteen distance = load_sixteen(plies + i);
      const Sixteen in_time = distance & Sixteen(distance <= std::uint8_t{kClockLimit});
      const std::array sides{lost, ~lost};
      for (std::size_t wins = 0; wins < 2; ++wins) {
        raise(any_[wins], distance & sides[wins]);
        raise(in_time_[wins], in_time & sides[wins]);
      }
    }
  }
  ZeroingPlies any(bool wins) const { return greatest(any_[wins ? 1 : 0]); }
  ZeroingPlies in_time(bool wins) const { return greatest(in_time_[wins ? 1 : 0]); }

 private:
  static void raise(Sixteen& greatest, Sixteen found) {
    greatest = found > greatest ? found : greatest;
  }
  static ZeroingPlies greatest(Sixteen bytes) {
    std::uint8_t greatest = 0;
    for (int i = 0; i < 16; ++i) greatest = std::max<std::uint8_t>(greatest, bytes[i]);
    return ZeroingPlies(greatest);
  }

  Sixteen any_[2]{}, in_time_[2]{};
};

/// Positions of one kind, by side to move. Cursed wins are among the scores as well; the score does
/// not tell them.
struct KindTally {
  ByColor<ByMateScore<std::uint64_t>> scores{};
  ByColor<std::uint64_t> cursed_wins{}, blessed_losses{};

  KindTally& operator+=(const KindTally& other);
};

using Tally = ByPositionKind<KindTally>;

/// Bishops all on one colour, or not; the first also for endings where that is not asked.
inline constexpr std::size_t kBishopClasses = 2;
using ClassTallies = std::array<Tally, kBishopClasses>;

/// The index is that of the men; who is to move is what the kind is about.
struct Zugzwang {
  Index index;
  ZugzwangKind kind;
  bool special;  // stands for half as many placements
};

/// The positions of a word by result, a set for each side to move; what is not legal may be in any.
struct WordResults {
  ByColor<std::uint64_t> legal, draws, losses;
};

/// Finds mutual zugzwangs among the canonical positions of words.
class ZugzwangFinder {
 public:
  explicit ZugzwangFinder(const Layout& layout);

  void find(std::uint32_t skeleton, std::uint32_t word, const WordResults& results,
            const CanonicalBits& canonical, std::vector<Zugzwang>& found) const;

 private:
  bool is_first_of_pair(const Index& index) const;

  const Layout& layout_;
  const bool equal_sides_;
};

/// What a range of words holds.
struct WordsTally {
  ClassTallies classes{};
  ByColor<ZeroingMaxima> zeroing;  // by side to move
  std::vector<Zugzwang> zugzwangs;
};

/// Counts the canonical positions of consecutive words, both sides to move; the words of all
/// skeletons are numbered through. There may be no zeroing table.
WordsTally tally_words(const EndingTable& scores, const EndingTable* zeroing, std::uint64_t begin,
                       std::uint64_t end);

/// Which class of ClassTallies the bishops of a word put it into.
class BishopClassifier {
 public:
  explicit BishopClassifier(const Material& material, const std::vector<Piece>& men);

  /// One bishop is always on squares of one colour.
  bool splits() const { return bishops_.size() > 1; }
  std::size_t class_of(const Squares& squares) const {
    for (const std::size_t man : bishops_) {
      if (is_light(squares[man]) != is_light(squares[bishops_.front()])) return 1;
    }
    return 0;
  }

 private:
  /// The lowest bit of the file against the lowest bit of the rank: b1 is 1 against 0, light.
  static bool is_light(std::uint8_t square) { return ((square ^ square >> 3) & 1) != 0; }

  std::vector<std::size_t> bishops_;  // places among the men
};

}  // namespace lucena
