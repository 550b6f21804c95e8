// SPDX-License-Identifier: GPL-3.0-or-later
#include "solve/kept_promotions.h"

#include <algorithm>
#include <mutex>

#include "base/simd.h"
#include "solve/exit_view.h"
#include "solve/exit_views.h"
#include "solve/worth_bytes.h"

namespace lucena {
namespace {

constexpr Symmetry kMirror(true, false, false);
constexpr std::uint64_t kEdge = 0xff818181818181ff;

/// Eight squares, or four if a single pawn is kept on the files a to d.
std::vector<Square> last_squares(Color color, int files) {
  std::vector<Square> squares;
  for (int file = 0; file < files; ++file)
    squares.emplace_back(file, color == Color::White ? 7 : 0);
  return squares;
}

Bitboard images_of(Square square) {
  Bitboard images;
  for (int code = 0; code < Symmetry::kCount; ++code) {
    images |= Bitboard(Symmetry::from_code(code)(square));
  }
  return images;
}

bool is_pawn(Piece man) {
  return man.type == PieceType::Pawn;
}

/// Men of the ending with the pawn after a promotion: the new man, the free men, the other pawns.
std::vector<Piece> men_after(const PromotionInto& into) {
  std::vector<Piece> men{into.promoted};
  std::vector<Piece> before = ordered_men(into.from);
  before.erase(
      std::find(before.begin(), before.end(), Piece{into.promoted.color, PieceType::Pawn}));
  men.insert(men.end(), before.begin(), before.end());
  return men;
}

/// Takes what one kind of promotion needs from the values of an ending. The new man is on his
/// last rank there, or without pawns anywhere at the edge, since symmetries take him there.
///
/// Both kings range over the board, but what is kept has the white one as its first digit, or if
/// colours are swapped the black one. So a part of the ending must be at hand that holds all places
/// of the kings: with pawns a skeleton; without, all words whose first man stands on squares that
/// symmetries take into each other, at most a tenth of it.
class PromotionKeeper {
 public:
  PromotionKeeper(const PromotionInto& into, const Layout& source, PromotedValues& values,
                  const Reach* reach, Metric metric, ScratchFile& file,
                  const std::atomic<bool>& cancelled)
      : into_(into),
        source_(source),
        values_(values),
        reach_(reach),
        metric_(metric),
        file_(file),
        cancelled_(cancelled),
        orientation_(into.result, source),
        men_(men_after(into)),
        places_(places_in(orientation_.men(), men_)),
        side_(opposite(into.promoted.color)) {
    for (const Piece man : men_) free_count_ += !is_pawn(man);
    --free_count_;
  }

  std::optional<SolveFault> keep(const Team& team, KeptPromotions::Kept& kept) {
    const std::vector<std::uint32_t> skeletons = skeletons_within(source_, reach_);
    if (source_.pawn_count() == 0) {
      keep_pawnless(team, kept);
    } else if (source_.pawn_count() == 1) {
      for (const std::uint32_t skeleton : skeletons) keep_skeleton(skeleton, team, kept);
    } else {
      team.for_each(skeletons.size(),
                    [&](std::size_t i, unsigned) { keep_skeleton(skeletons[i], Team(), kept); });
    }
    return fault_;
  }

 private:
  /// Where the man number i of men_ is among those of the source.
  std::size_t stored(std::size_t i) const { return orientation_.stored_place(places_[i]); }
  /// Where the pawn can get to that promotes, on so many files from the left, past the other pawns.
  std::vector<Square> squares_to_keep(int files, const PawnSets& others) const {
    const Color color = into_.promoted.color;
    std::vector<Square> squares = last_squares(color, files);
    std::erase_if(squares, [&](Square to) {
      const Square before(to.index() + (color == Color::White ? -8 : 8));
      PawnSets pawns = others;
      pawns[color] |= Bitboard(before).bits();
      return reach_ != nullptr && !reach_->contains(PawnPlacement::of(into_.from, pawns));
    });
    return squares;
  }
  bool is_stopped() {
    const std::lock_guard lock(mutex_);
    return cancelled_ || fault_;
  }
  void note(const SolveFault& fault) {
    const std::lock_guard lock(mutex_);
    if (!fault_) fault_ = fault;
  }
  /// A part of the ending; null after a fault.
  std::unique_ptr<const PromotedPart> part(std::uint32_t skeleton,
                                           const std::vector<Bitboard>& squares, const Team& team) {
    auto part = values_.part(skeleton, squares, orientation_.as_stored(side_), team, cancelled_);
    if (part) return std::move(*part);
    note(part.error());
    return nullptr;
  }

  /// All places of the kings for one of the other men, given by their squares in the order of men_.
  void read(const PromotedPart& part, const Squares& squares, KingsMatrix<Worth>& matrix) const {
    Squares there{};
    for (std::size_t i = 0; i < men_.size(); ++i) there[places_[i]] = squares[i];
    if (!is_possible(orientation_.men(), there)) {
      for (auto& row : matrix) row.fill(Worth());
      return;
    }
    PromotedPart::Row room;
    with_best_instructions([&] {
      orientation_.read(
          there, kings_, [&](const WordPlace& place) { return part.row(place.word, room); },
          matrix);
      turn_into_exits(metric_, side_, orientation_.men(), there, kings_, matrix);
    });
  }

  /// The rows of men who are placed as given, except that the free men in `moving` go through the
  /// board, the last of them fastest: 64 kings one after the other.
  std::vector<Worth> rows_of(const PromotedPart& part, Squares squares,
                             const std::vector<std::size_t>& moving) const {
    const std::size_t tuples = std::size_t{1} << (6 * moving.size());
    std::vector<Worth> rows(Square::kCount * tuples * Square::kCount);
    KingsMatrix<Worth> matrix;
    for (std::size_t tuple = 0; tuple < tuples && !cancelled_; ++tuple) {
      std::size_t rest = tuple;
      for (std::size_t i = moving.size(); i-- > 0; rest >>= 6) squares[moving[i]] = rest & 63;
      read(part, squares, matrix);
      for (std::size_t king = 0; king < matrix.size(); ++king) {
        std::copy_n(matrix[king].begin(), Square::kCount,
                    rows.data() + (king * tuples + tuple) * Square::kCount);
      }
    }
    return rows;
  }

  void put(std::span<const Worth> rows, ScratchFile::Piece& place) {
    const auto piece = file_.put(worths_to_bytes(rows));
    if (!piece) return note({SolveError::Scratch, piece.error().message});
    place = *piece;
  }

  void keep_pawnless(const Team& team, KeptPromotions::Kept& kept);
  void keep_round(Bitboard first_man, const Team& team, KeptPromotions::Kept& kept);
  void keep_leads(const PromotedPart& part, Square to, std::uint8_t lead,
                  KeptPromotions::Kept& kept);
  void keep_skeleton(std::uint32_t skeleton, const Team& team, KeptPromotions::Kept& kept);

  const PromotionInto& into_;
  const Layout& source_;
  PromotedValues& values_;
  const Reach* const reach_;  // all if there is none
  const Metric metric_;
  ScratchFile& file_;
  const std::atomic<bool>& cancelled_;
  const Orientation orientation_;
  const std::vector<Piece> men_;
  const std::vector<std::size_t> places_;  // of men_ in orientation_.men()
  const Color side_;                       // to move after the promotion
  const std::vector<Square> kings_ = whole_board();
  std::size_t free_count_ = 0;  // of the ending with the pawn
  std::mutex mutex_;
  std::optional<SolveFault> fault_;
};

/// The free man who is the first in the source tells pieces apart; if that is the new man, any will
/// do. Room for all pieces is made beforehand, so that threads can fill it.
void PromotionKeeper::keep_pawnless(const Team& team, KeptPromotions::Kept& kept) {
  if (free_count_ > 0) {
    kept.lead = 0;
    for (std::size_t i = 0; i < free_count_; ++i) {
      if (stored(1 + i) == 0) kept.lead = i;
    }
  }
  const std::vector<Square> last = squares_to_keep(4, {});
  if (last.empty()) return;
  for (const Square to : last) {
    for (std::uint32_t king = 0; king < Square::kCount; ++king) {
      const PromotionPlace place{into_.promoted.color, to, {}};
      kept.units[{place, king}].resize(kept.lead ? Square::kCount : 1);
    }
  }
  for (const Square square : kTriangle) keep_round(images_of(square), team, kept);
}

void PromotionKeeper::keep_round(Bitboard first_man, const Team& team, KeptPromotions::Kept& kept) {
  const bool new_man_is_first = stored(0) == 0;
  std::vector<Bitboard> squares(source_.free_count(), kAllSquares);
  squares[stored(0)] = Bitboard(kEdge);
  squares[0] = Bitboard(squares[0].bits() & first_man.bits());
  if (squares[0].empty() || is_stopped()) return;
  const auto here = part(0, squares, team);
  if (!here) return;
  struct Task {
    Square to;
    std::uint8_t lead;
  };
  std::vector<Task> tasks;
  for (const Square to : squares_to_keep(4, {})) {
    if (new_man_is_first && !first_man.contains(to)) continue;
    if (!kept.lead) tasks.push_back({to, 0});
    if (!kept.lead) continue;
    for (const Square lead : new_man_is_first ? kAllSquares : first_man) {
      tasks.push_back({to, lead.byte()});
    }
  }
  team.for_each(tasks.size(), [&](std::size_t i, unsigned) {
    if (!is_stopped()) keep_leads(*here, tasks[i].to, tasks[i].lead, kept);
  });
}

void PromotionKeeper::keep_leads(const PromotedPart& part, Square to, std::uint8_t lead,
                                 KeptPromotions::Kept& kept) {
  Squares squares{};
  squares[0] = to.byte();
  if (kept.lead) squares[1 + *kept.lead] = lead;
  std::vector<std::size_t> moving;
  for (std::size_t i = 0; i < free_count_; ++i) {
    if (i != kept.lead) moving.push_back(1 + i);
  }
  const std::vector<Worth> rows = rows_of(part, squares, moving);
  const std::size_t of_a_king = rows.size() / Square::kCount;
  for (std::uint32_t king = 0; king < Square::kCount; ++king) {
    const PromotionPlace place{into_.promoted.color, to, {}};
    put(std::span(rows).subspan(king * of_a_king, of_a_king), kept.units.at({place, king})[lead]);
  }
}

/// One piece for all places of the kings and free men.
void PromotionKeeper::keep_skeleton(std::uint32_t skeleton, const Team& team,
                                    KeptPromotions::Kept& kept) {
  if (is_stopped()) return;
  Squares squares{};
  PawnSets others{};
  std::vector<std::size_t> moving;
  for (std::size_t i = 1; i < men_.size(); ++i) {
    if (!is_pawn(men_[i])) {
      moving.push_back(i);
      continue;
    }
    const Square pawn = orientation_.as_stored(Square(source_.skeleton(skeleton)[stored(i)]));
    squares[i] = pawn.byte();
    others[men_[i].color] |= Bitboard(pawn).bits();
  }
  const std::vector<Square> last = squares_to_keep(8, others);
  if (last.empty()) return;
  std::vector<Bitboard> allowed(source_.free_count(), kAllSquares);
  allowed[stored(0)] = {};
  for (const Square to : last) allowed[stored(0)] |= Bitboard(orientation_.as_stored(to));
  const auto values = part(skeleton, allowed, team);
  if (!values) return;
  team.for_each(last.size(), [&](std::size_t i, unsigned) {
    if (is_stopped()) return;
    Squares here = squares;
    here[0] = last[i].byte();
    ScratchFile::Piece piece;
    put(rows_of(*values, here, moving), piece);
    const PromotionPlace place{into_.promoted.color, last[i], others};
    const std::lock_guard lock(mutex_);
    kept.units[{place, 0}] = {piece};
  });
  if (const auto fault = values->fault()) note({SolveError::Scratch, fault->message});
}

/// What a promotion is worth by zeroing distance where nothing behind it is cursed, by what it is
/// worth by mate.
Worth zeroing_worth_of(Worth by_mate) {
  if (!by_mate.exists() || by_mate.is_draw()) return by_mate;
  return by_mate.is_win() ? Worth::win(1) : Worth::loss(1);
}

/// Puts rows of a piece where they belong in a unit, if they are better.
void improve(std::span<Worth> unit, std::size_t word, const Worth* row, std::size_t flip) {
  Worth* here = unit.data() + word * Square::kCount;
  for (std::size_t b = 0; b < Square::kCount; ++b) here[b] = std::max(here[b], row[b ^ flip]);
}

/// The word of a unit whose lead man, of `free_count`, stands on a square, by its number among the
/// words that have him there: his digit comes in between.
std::size_t with_lead(std::size_t number, std::size_t square, std::size_t lead, int free_count) {
  const std::size_t shift = 6 * (free_count - 1 - lead);
  const std::size_t below = number & ((std::size_t{1} << shift) - 1);
  return (number >> shift << 6 | square) << shift | below;
}

FileFault missing(const Material& material) {
  return {FileError::Failed, "what " + material.name() +
                                 " promotes into was not solved before it: the plan is at fault"};
}

}  // namespace

std::optional<SolveFault> KeptPromotions::keep(std::span<const PromotionInto> ways,
                                               const Layout& layout, PromotedValues& values,
                                               Metric metric, const Team& team,
                                               const std::atomic<bool>& cancelled) {
  for (const PromotionInto& into : ways) {
    const auto file = file_of(into.from);
    if (!file) return SolveFault{SolveError::Scratch, file.error().message};
    Kept& kept = kept_[{into.from, into.promoted.type, metric}][into.promoted.color];
    PromotionKeeper keeper(into, layout, values, reach_.get(), metric, **file, cancelled);
    if (auto fault = keeper.keep(team, kept)) return fault;
  }
  return {};
}

void KeptPromotions::note_never_cursed(std::span<const PromotionInto> ways) {
  for (const auto& [from, result, promoted] : ways) {
    kept_[{from, promoted.type, Metric::Mate}][promoted.color].is_never_cursed = true;
  }
}

void KeptPromotions::forget(const Material& material) {
  std::erase_if(kept_, [&](const auto& entry) { return std::get<0>(entry.first) == material; });
  files_.erase(material);
}

std::uint64_t KeptPromotions::size_bytes() const {
  std::uint64_t sum = 0;
  for (const auto& [material, file] : files_) sum += file.size_bytes();
  return sum;
}

Result<ScratchFile*, FileFault> KeptPromotions::file_of(const Material& material) {
  auto found = files_.find(material);
  if (found == files_.end()) {
    auto file = ScratchFile::create(folder_);
    if (!file) return file.error();
    found = files_.emplace(material, std::move(*file)).first;
  }
  return &found->second;
}

std::optional<FileFault> KeptPromotions::read(const Layout& layout, Metric metric,
                                              const PromotionPlace& place, std::uint32_t unit,
                                              std::span<Worth> worths) const {
  std::fill(worths.begin(), worths.end(), Worth());
  for (const PieceType type : kPromotionTypes) {
    const Kept* kept = kept_by(layout.material(), type, metric, place.mover);
    if (kept == nullptr) return missing(layout.material());
    if (auto fault = merge(layout, *kept, metric, place, unit, worths)) return fault;
  }
  return {};
}

auto KeptPromotions::kept_by(const Material& material, PieceType type, Metric metric,
                             Color mover) const -> const Kept* {
  const auto by_mate = kept_.find({material, type, Metric::Mate});
  if (by_mate != kept_.end() && by_mate->second[mover].is_never_cursed) {
    return &by_mate->second[mover];
  }
  const auto found = kept_.find({material, type, metric});
  return found == kept_.end() ? nullptr : &found->second[mover];
}

/// Of two skeletons that mirror each other one is kept. To mirror a word is to turn the bits of the
/// file in each of its digits.
std::optional<FileFault> KeptPromotions::merge(const Layout& layout, const Kept& kept,
                                               Metric metric, const PromotionPlace& place,
                                               std::uint32_t unit, std::span<Worth> worths) const {
  constexpr std::uint32_t kFiles = 07'07'07'07'07;
  auto found = kept.units.find({place, unit});
  const bool mirrored = found == kept.units.end();
  if (mirrored) {
    const PromotionPlace turned{
        place.mover,
        kMirror(place.to),
        {kMirror(place.others[Color::White]), kMirror(place.others[Color::Black])}};
    found = kept.units.find({turned, unit});
  }
  if (found == kept.units.end()) return missing(layout.material());
  const std::size_t words = worths.size() / Square::kCount;
  const std::size_t count = words / found->second.size();
  std::vector<std::uint8_t> bytes;
  std::vector<Worth> rows(count * Square::kCount);
  for (std::size_t lead = 0; lead < found->second.size(); ++lead) {
    if (auto fault = files_.at(layout.material()).get(found->second[lead], bytes)) return fault;
    worths_from_bytes(bytes, rows);
    if (metric == Metric::Zeroing && kept.is_never_cursed) {
      std::transform(rows.begin(), rows.end(), rows.begin(), zeroing_worth_of);
    }
    for (std::size_t i = 0; i < count; ++i) {
      const std::size_t word = kept.lead ? with_lead(i, lead, *kept.lead, layout.free_count())
                                         : i ^ (mirrored ? kFiles & (words - 1) : 0);
      improve(worths, word, rows.data() + i * Square::kCount, mirrored ? 7 : 0);
    }
  }
  return {};
}

}  // namespace lucena
