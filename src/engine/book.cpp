// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/book.h"

#include <fmt/format.h>

#include <algorithm>

#include "chess/legal_moves.h"
#include "engine/polyglot_key.h"

namespace lucena {
namespace {

/// The format is big-endian throughout: key (8 bytes), move (2), weight (2), learning data (4),
/// which nobody uses.
std::uint64_t read_big_endian(std::span<const std::uint8_t> bytes) {
  std::uint64_t value = 0;
  for (const std::uint8_t byte : bytes) value = value << 8 | byte;
  return value;
}

void append_big_endian(std::vector<std::uint8_t>& bytes, std::uint64_t value, unsigned count) {
  for (unsigned i = count; i-- > 0;) bytes.push_back(static_cast<std::uint8_t>(value >> (8 * i)));
}

std::uint64_t key_at(std::span<const std::uint8_t> bytes, std::size_t entry) {
  return read_big_endian(bytes.subspan(entry * PolyglotBook::kEntryBytes, 8));
}

/// The king's move onto its rook's square, as Polyglot writes castling.
std::optional<Move> castling_onto_rook(Move move) {
  if (move.kind() != MoveKind::Castling) return {};
  const int rook_file = move.to().file() == 6 ? 7 : 0;
  return Move(move.from(), Square(rook_file, move.to().rank()));
}

std::uint64_t points_for(const PgnGame& game, Color mover) {
  if (game.result == GameResult::Draw || game.result == GameResult::Open) return 1;
  return (game.result == GameResult::WhiteWins) == (mover == Color::White) ? 2 : 0;
}

}  // namespace

std::uint16_t to_polyglot(Move move) {
  const Move written = castling_onto_rook(move).value_or(move);
  unsigned promoted = 0;
  if (move.kind() == MoveKind::Promotion) promoted = static_cast<unsigned>(move.promoted());
  return static_cast<std::uint16_t>(static_cast<unsigned>(written.to().index()) |
                                    static_cast<unsigned>(written.from().index()) << 6 |
                                    promoted << 12);
}

std::optional<Move> from_polyglot(const Position& position, std::uint16_t bits) {
  for (const Move move : legal_moves(position)) {
    if (to_polyglot(move) == bits) return move;
    const bool kings_own_move =
        move.kind() == MoveKind::Castling && bits == to_polyglot(Move(move.from(), move.to()));
    if (kings_own_move) return move;
  }
  return {};
}

Result<PolyglotBook, BookFault> PolyglotBook::open(const std::filesystem::path& path) {
  auto file = MappedFile::open(path);
  if (!file) return BookFault{BookError::Unreadable, file.error().message};
  PolyglotBook book(std::move(*file));
  const auto bytes = book.file_.bytes();
  if (bytes.size() % kEntryBytes != 0) {
    return BookFault{BookError::Damaged,
                     fmt::format("{} is no Polyglot book, or cut off: {} bytes are not a multiple "
                                 "of {}",
                                 path.string(), bytes.size(), kEntryBytes)};
  }
  for (std::size_t entry = 1; entry < book.entry_count(); ++entry) {
    if (key_at(bytes, entry - 1) <= key_at(bytes, entry)) continue;
    return BookFault{BookError::Damaged,
                     fmt::format("{} is no Polyglot book, or damaged: entry {} is out of order",
                                 path.string(), entry + 1)};
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
  std::vector<BookMove> moves;
  for (; low < entry_count() && key_at(bytes, low) == key; ++low) {
    const auto entry = bytes.subspan(low * kEntryBytes, kEntryBytes);
    const auto bits = static_cast<std::uint16_t>(read_big_endian(entry.subspan(8, 2)));
    const auto weight = static_cast<unsigned>(read_big_endian(entry.subspan(10, 2)));
    const auto move = from_polyglot(position, bits);
    if (move) moves.push_back({*move, weight});
  }
  std::stable_sort(moves.begin(), moves.end(),
                   [](const BookMove& a, const BookMove& b) { return a.weight > b.weight; });
  return moves;
}

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
    Tally& tally = positions_[polyglot_key(position)][to_polyglot(move)];
    ++tally.games;
    tally.points += points_for(game, position.side_to_move());
    position.make(move);
  }
}

std::vector<std::uint8_t> BookBuilder::bytes(std::uint64_t least_games) const {
  constexpr std::uint64_t kGreatestWeight = 65535;
  std::vector<std::uint8_t> bytes;
  for (const auto& [key, moves] : positions_) {
    std::vector<std::pair<std::uint64_t, std::uint16_t>> kept;  // points, move
    for (const auto& [move, tally] : moves) {
      if (tally.games >= least_games && tally.points > 0) kept.emplace_back(tally.points, move);
    }
    std::stable_sort(kept.begin(), kept.end(),
                     [](const auto& a, const auto& b) { return a.first > b.first; });
    for (const auto& [points, move] : kept) {
      const std::uint64_t most = std::max(kGreatestWeight, kept.front().first);
      append_big_endian(bytes, key, 8);
      append_big_endian(bytes, move, 2);
      append_big_endian(bytes, std::max<std::uint64_t>(1, points * kGreatestWeight / most), 2);
      append_big_endian(bytes, 0, 4);
    }
  }
  return bytes;
}

}  // namespace lucena
