// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/book.h"

#include <fmt/format.h>

#include <algorithm>
#include <tuple>

#include "chess/legal_moves.h"
#include "engine/polyglot_key.h"

namespace lucena {
namespace {

/// The format is big-endian throughout: key (8 bytes), move (2), weight (2), learning data (4),
/// which nobody uses.
template <class T>
T read_big_endian(std::span<const std::uint8_t> bytes) {
  T value = 0;
  for (const std::uint8_t byte : bytes.first(sizeof value)) {
    value = static_cast<T>(value << 8 | byte);
  }
  return value;
}

/// The highest byte first, of the lowest `count` bytes.
void append_big_endian(std::vector<std::uint8_t>& bytes, std::uint64_t value, unsigned count) {
  for (unsigned i = count; i-- > 0;) bytes.push_back(static_cast<std::uint8_t>(value >> (8 * i)));
}

std::uint64_t key_at(std::span<const std::uint8_t> bytes, std::size_t entry) {
  return read_big_endian<std::uint64_t>(bytes.subspan(entry * PolyglotBook::kEntryBytes));
}

/// The king's move onto its rook's square, as Polyglot writes castling.
std::optional<Move> castling_onto_rook(Move move) {
  if (move.kind() != MoveKind::Castling) return {};
  const int rook_file = move.to().file() == 6 ? 7 : 0;
  return Move(move.from(), Square(rook_file, move.to().rank()));
}

/// 2 for a win, 1 for a draw or an open game, 0 for a loss.
std::uint32_t points_for(const PgnGame& game, Color mover) {
  if (game.result == GameResult::Draw || game.result == GameResult::Open) return 1;
  return (game.result == GameResult::WhiteWins) == (mover == Color::White) ? 2 : 0;
}

}  // namespace

/// From the lowest bit: to 6, from 6, promotion 3 (none 0, knight 1, bishop 2, rook 3, queen 4),
/// which are the numbers of PieceType.
std::uint16_t to_polyglot(Move move) {
  const Move written = castling_onto_rook(move).value_or(move);
  int promoted = 0;
  if (move.kind() == MoveKind::Promotion) promoted = static_cast<int>(move.promoted());
  return static_cast<std::uint16_t>(written.to().index() | written.from().index() << 6 |
                                    promoted << 12);
}

/// Bits can mean a move that is not legal, by accident or damage; only legal moves are compared, so
/// that nothing else can come out.
std::optional<Move> from_polyglot(const Position& position, std::uint16_t bits) {
  for (const Move move : legal_moves(position)) {
    if (to_polyglot(move) == bits) return move;
    const bool kings_own_move =
        move.kind() == MoveKind::Castling && bits == to_polyglot(Move(move.from(), move.to()));
    if (kings_own_move) return move;
  }
  return {};
}

/// A search by halving would silently miss moves in a file that is not sorted. Looking at every key
/// means to read the whole file, which is done only for small ones. Of a large one places all over
/// it are looked at: a file that is no book at all is found out, and nothing waits for a disk.
std::optional<std::size_t> PolyglotBook::entry_out_of_order() const {
  constexpr std::size_t kFewEntries = std::size_t{1} << 16;  // a megabyte
  constexpr std::size_t kPlaces = 64;
  const auto bytes = file_.bytes();
  const std::size_t step = entry_count() <= kFewEntries ? 1 : entry_count() / kPlaces;
  for (std::size_t entry = 1; entry < entry_count(); entry += step) {
    const std::size_t before = entry - std::min(entry, step);
    if (key_at(bytes, entry - 1) > key_at(bytes, entry)) return entry;
    if (key_at(bytes, before) > key_at(bytes, entry - 1)) return entry - 1;
  }
  return {};
}

Result<PolyglotBook, BookFault> PolyglotBook::open(const std::filesystem::path& path) {
  auto file = MappedFile::open(path);
  if (!file) return BookFault{BookError::Unreadable, file.error().message};
  file->expect_jumps();
  PolyglotBook book(std::move(*file));
  const std::size_t size_bytes = book.file_.bytes().size();
  if (size_bytes % kEntryBytes != 0) {
    return BookFault{BookError::Damaged,
                     fmt::format("{} is no Polyglot book, or cut off: {} bytes are not a multiple "
                                 "of {}",
                                 path.string(), size_bytes, kEntryBytes)};
  }
  if (const auto entry = book.entry_out_of_order()) {
    return BookFault{BookError::Damaged,
                     fmt::format("{} is no Polyglot book, or damaged: entry {} is out of order",
                                 path.string(), *entry + 1)};
  }
  return book;
}

std::vector<BookMove> PolyglotBook::moves(const Position& position) const {
  const auto bytes = file_.bytes();
  const std::uint64_t key = polyglot_key(position);
  std::size_t low = 0, high = entry_count();  // the first entry that is not before the key
  while (low < high) {
    const std::size_t middle = low + (high - low) / 2;
    if (key_at(bytes, middle) < key) {
      low = middle + 1;
    } else {
      high = middle;
    }
  }
  // More than the moves of any position, should a file repeat one key for ever.
  constexpr std::size_t kMostEntries = 1000;
  const std::size_t end = low + std::min(kMostEntries, entry_count() - low);
  std::vector<BookMove> moves;
  for (; low < end && key_at(bytes, low) == key; ++low) {
    const auto entry = bytes.subspan(low * kEntryBytes, kEntryBytes);
    const auto bits = read_big_endian<std::uint16_t>(entry.subspan(8));
    const auto weight = read_big_endian<std::uint16_t>(entry.subspan(10));
    const auto move = from_polyglot(position, bits);
    if (move) moves.push_back({*move, weight});
  }
  std::stable_sort(moves.begin(), moves.end(),
                   [](const BookMove& a, const BookMove& b) { return a.weight > b.weight; });
  return moves;
}

/// A ticket is drawn from as many as all weights together, and each move has as many as its weight.
/// With weights 5, 3 and 2 the tickets 0 to 4 are the first move's, 5 to 7 the second's, 8 and 9
/// the third's.
std::optional<Move> PolyglotBook::choose(const Position& position, std::mt19937_64& random,
                                         BookChoice choice) const {
  const std::vector<BookMove> candidates = moves(position);
  std::uint64_t total = 0;
  for (const BookMove& candidate : candidates) total += candidate.weight;
  if (total == 0) return {};
  if (choice == BookChoice::Best) return candidates.front().move;
  // A remainder, unlike a distribution of the library's, is the same everywhere.
  std::uint64_t ticket = random() % total;
  for (const BookMove& candidate : candidates) {
    if (ticket < candidate.weight) return candidate.move;
    ticket -= candidate.weight;
  }
  return {};
}

void BookBuilder::add(const PgnGame& game, std::size_t plies) {
  Position position = game.start;
  for (std::size_t ply = 0; ply < std::min(plies, game.moves.size()); ++ply) {
    const Move move = game.moves[ply].move;
    tallies_.push_back(
        {polyglot_key(position), to_polyglot(move), 1, points_for(game, position.side_to_move())});
    position.make(move);
  }
  // Merging whenever there are twice as many costs little time and bounds the memory.
  constexpr std::size_t kFew = std::size_t{1} << 16;
  if (tallies_.size() < 2 * std::max(merged_, kFew)) return;
  merge(tallies_);
  merged_ = tallies_.size();
}

/// Equal ones are neighbours after sorting, and are written over the front of the same vector.
void BookBuilder::merge(std::vector<Tally>& tallies) {
  std::sort(tallies.begin(), tallies.end(), [](const Tally& a, const Tally& b) {
    return std::tie(a.key, a.move) < std::tie(b.key, b.move);
  });
  std::size_t count = 0;
  for (const Tally& tally : tallies) {
    const bool known =
        count > 0 && tallies[count - 1].key == tally.key && tallies[count - 1].move == tally.move;
    if (known) {
      tallies[count - 1].games += tally.games;
      tallies[count - 1].points += tally.points;
    } else {
      tallies[count++] = tally;
    }
  }
  tallies.resize(count);
}

/// Sorted by key, as readers look by halving, and within a position by points. Weights have 16
/// bits: if the best move has more points, all of the position are scaled so that it has 65535.
std::vector<std::uint8_t> BookBuilder::bytes(std::uint64_t least_games) const {
  constexpr std::uint64_t kGreatestWeight = 65535;
  std::vector<Tally> tallies = tallies_;
  merge(tallies);
  std::erase_if(tallies,
                [&](const Tally& tally) { return tally.games < least_games || tally.points == 0; });
  std::stable_sort(tallies.begin(), tallies.end(), [](const Tally& a, const Tally& b) {
    return a.key != b.key ? a.key < b.key : a.points > b.points;
  });
  std::vector<std::uint8_t> bytes;
  std::uint64_t most = kGreatestWeight;
  for (std::size_t i = 0; i < tallies.size(); ++i) {
    const Tally& tally = tallies[i];
    const bool first = i == 0 || tallies[i - 1].key != tally.key;
    if (first) most = std::max<std::uint64_t>(kGreatestWeight, tally.points);
    append_big_endian(bytes, tally.key, 8);
    append_big_endian(bytes, tally.move, 2);
    append_big_endian(bytes, std::max<std::uint64_t>(1, tally.points * kGreatestWeight / most), 2);
    append_big_endian(bytes, 0, 4);
  }
  return bytes;
}

}  // namespace lucena
