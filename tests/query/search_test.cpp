// SPDX-License-Identifier: GPL-3.0-or-later
// What a search finds, against every placement of the men looked at one by one.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <map>
#include <set>

#include "base/text.h"
#include "chess/fen.h"
#include "chess/legal_moves.h"
#include "endgame/placement.h"
#include "endgame/position_image.h"
#include "query/position_search.h"
#include "query/smaller_endings.h"
#include "query/special_search.h"
#include "support/effort.h"
#include "support/given.h"
#include "support/table_folder.h"

namespace lucena {
namespace {

using test::all_of_four_men;
using test::kNever;

std::vector<std::string> words_of(std::string_view text) {
  std::vector<std::string> words;
  for (const std::string_view word : split_words(text)) words.emplace_back(word);
  return words;
}

Query query_of(const Material& material, std::string_view text) {
  const auto query = parse_query(material, words_of(text));
  EXPECT_TRUE(query) << text << ": " << query.error().message;
  return *query;
}

/// The men of an image, letters and squares in order, and who is to move.
std::string men_text(const Position& position, Symmetry symmetry) {
  std::string text;
  for (const Color color : kColors) {
    for (const PieceType type : kPieceTypes) {
      const std::uint64_t squares = symmetry(position.men_of(color, type).bits());
      for (const Square square : Bitboard(squares)) {
        text += letter(Piece{color, type});
        text += static_cast<char>('0' + square.index());
      }
    }
  }
  return text + letter(Piece{position.side_to_move(), PieceType::King});
}

std::vector<Symmetry> symmetries(const Position& position) {
  const bool pawns = !position.men_of(PieceType::Pawn).empty();
  std::vector<Symmetry> all;
  for (int code = 0; code < (pawns ? 2 : Symmetry::kCount); ++code) {
    all.push_back(Symmetry::from_code(code));
  }
  return all;
}

/// The least text among the images of a position, the same for all that are alike.
std::string class_of(const Position& position) {
  std::string least;
  for (const Symmetry symmetry : symmetries(position)) {
    const std::string text = men_text(position, symmetry);
    if (least.empty() || text < least) least = text;
  }
  return least;
}

/// Calls visit(position) for every legal placement of the men, with either side to move, and with
/// the kings on these squares.
template <class Visit>
void for_each_placement(const Material& material, Bitboard white_king, Bitboard black_king,
                        Visit&& visit) {
  std::vector<Piece> men{{Color::White, PieceType::King}, {Color::Black, PieceType::King}};
  for (const Piece piece : material.others()) men.push_back(piece);
  const std::uint64_t all = std::uint64_t{1} << (6 * men.size());
  const auto square = [](std::uint64_t number, std::size_t man) {
    return Square(static_cast<int>(number >> (6 * man) & 63));
  };
  for (std::uint64_t number = 0; number < all; ++number) {
    if (!white_king.contains(square(number, 0)) || !black_king.contains(square(number, 1)))
      continue;
    for (const Color side : kColors) {
      Setup setup;
      setup.side_to_move = side;
      bool possible = true;
      for (std::size_t i = 0; i < men.size() && possible; ++i) {
        possible = !setup[square(number, i)];
        setup[square(number, i)] = men[i];
      }
      if (!possible) continue;
      const auto position = Position::create(setup);
      if (position) visit(*position);
    }
  }
}

MateScore score(const Position& position) {
  return *all_of_four_men().score(position);
}

/// All that conditions are about, found with the ordinary move generator.
struct Facts {
  explicit Facts(const Position& of) : position(of), value(score(of)) {
    for (const Move move : legal_moves(of)) {
      const MateScore after = score(of.after(move));
      const bool keeps = is_win(value) ? is_loss(after) : value == kDraw && after == kDraw;
      if (keeps) keeping.push_back(move);
    }
    Setup setup = of.setup();
    setup.side_to_move = opposite(setup.side_to_move);
    if (const auto other_side = Position::create(setup)) other = score(*other_side);
    if (const auto plies = level_of_score(value)) moves = (*plies + 1) / 2;
  }

  bool white_to_move() const { return position.side_to_move() == Color::White; }
  bool wins(Color color) const {
    return position.side_to_move() == color ? is_win(value) : is_loss(value);
  }

  Position position;
  MateScore value;
  std::optional<MateScore> other{};  // with the other side to move
  std::optional<unsigned> moves{};   // to mate
  std::vector<Move> keeping{};       // the win or the draw
};

bool is_quiet(const Position& position, Move move) {
  return move.kind() == MoveKind::Ordinary && !position.piece_at(move.to()) &&
         !position.after(move).in_check();
}

using SlowTest = std::function<bool(const Facts&)>;

SlowTest only_move(bool wins, std::function<bool(const Position&, Move)> is_kind) {
  return [=](const Facts& facts) {
    return (wins ? is_win(facts.value) : facts.value == kDraw) && facts.keeping.size() == 1 &&
           is_kind(facts.position, facts.keeping[0]);
  };
}

/// Whether any image has the kings where they are asked for: K:f-h,a1 k:edge.
bool has_kings_in_place(const Facts& facts) {
  for (const Symmetry symmetry : symmetries(facts.position)) {
    const Square white = symmetry(facts.position.king(Color::White));
    const Square black = symmetry(facts.position.king(Color::Black));
    const bool edge = black.file() % 7 == 0 || black.rank() % 7 == 0;
    if ((white.file() >= 5 || white.index() == 0) && edge) return true;
  }
  return false;
}

/// Conditions, and what they mean.
const std::map<std::string, SlowTest>& conditions() {
  static const auto kAny = [](const Position&, Move) { return true; };
  static const std::map<std::string, SlowTest> kConditions{
      {"white", [](const Facts& f) { return f.white_to_move(); }},
      {"black drawn", [](const Facts& f) { return !f.white_to_move() && f.value == kDraw; }},
      {"won", [](const Facts& f) { return is_win(f.value); }},
      {"lost", [](const Facts& f) { return is_loss(f.value); }},
      {"white-wins", [](const Facts& f) { return f.wins(Color::White); }},
      {"weaker-wins mate=-9", [](const Facts& f) { return f.wins(Color::Black) && f.moves <= 9u; }},
      {"mate=0", [](const Facts& f) { return f.moves == 0u; }},
      {"mate=5-7", [](const Facts& f) { return f.moves >= 5u && f.moves <= 7u; }},
      {"zugzwang white",
       [](const Facts& f) {
         return f.white_to_move() && f.other && !is_win(f.value) && !is_win(*f.other) &&
                (is_loss(f.value) || is_loss(*f.other));
       }},
      {"needs-move",
       [](const Facts& f) { return is_win(f.value) && f.other && !is_loss(*f.other); }},
      {"only-move", only_move(true, kAny)},
      {"only-draw", only_move(false, kAny)},
      {"only-move=quiet", only_move(true, is_quiet)},
      {"only-move=check",
       only_move(true, [](const Position& p, Move move) { return p.after(move).in_check(); })},
      {"only-draw=capture,king", only_move(false,
                                           [](const Position& p, Move move) {
                                             return p.piece_at(move.to()) &&
                                                    p.type_at(move.from()) == PieceType::King;
                                           })},
      {"only-move=underpromotion", only_move(true,
                                             [](const Position&, Move move) {
                                               return move.kind() == MoveKind::Promotion &&
                                                      move.promoted() != PieceType::Queen;
                                             })},
      {"only-move=pawn",
       only_move(true, [](const Position& p,
                          Move move) { return p.type_at(move.from()) == PieceType::Pawn; })},
      {"won K:f-h,a1 k:edge",
       [](const Facts& f) { return is_win(f.value) && has_kings_in_place(f); }},
  };
  return kConditions;
}

/// The classes that a search finds; each comes once.
std::set<std::string> found_classes(const FoundPositions& found) {
  std::set<std::string> classes;
  for (const Position& position : found.positions) {
    EXPECT_TRUE(classes.insert(class_of(position)).second) << to_fen(position) << " comes twice";
  }
  EXPECT_EQ(found.count, found.positions.size());
  return classes;
}

constexpr std::size_t kNoLimit = ~std::size_t{0};

/// Every condition at once, so that each placement is made only once; of all that are alike the
/// first is looked at. The kings may be kept to some squares.
void expect_as_slow(const Material& material, KnownValues& values, ThreadPool& pool,
                    const std::string& kings = {}, Bitboard white_king = ~Bitboard(),
                    Bitboard black_king = ~Bitboard()) {
  SCOPED_TRACE(material.name());
  std::map<std::string, std::set<std::string>> fast;
  std::map<std::string, std::size_t> slow;
  for (const auto& [text, test] : conditions()) {
    SearchProgress progress;
    const Query query = query_of(material, text + kings);
    const auto found = search_positions(material, query, kNoLimit, values, pool, progress, kNever);
    ASSERT_TRUE(found) << found.error().message;
    fast[text] = found_classes(*found);
  }
  std::set<std::string> seen;
  for_each_placement(material, white_king, black_king, [&](const Position& position) {
    const std::string name = class_of(position);
    if (!seen.insert(name).second) return;
    const Facts facts(position);
    for (const auto& [text, test] : conditions()) {
      if (text.find("K:") != std::string::npos && !kings.empty()) continue;
      const bool expected = test(facts);
      slow[text] += expected ? 1 : 0;
      if (fast[text].contains(name) == expected) continue;
      ADD_FAILURE() << text << ": " << to_fen(position) << (expected ? " is missing" : " is wrong");
    }
  });
  for (const auto& [text, count] : slow) EXPECT_EQ(fast[text].size(), count) << text;
}

EndingStore with_fewer_men(const Material& material) {
  EndingStore store = all_of_four_men();
  for (const Material& other : all_materials(4)) {
    if (other.men() >= material.men()) store.remove(other);
  }
  return store;
}

/// Where the kings stand, in words of a query and as squares.
struct Kings {
  std::string text;
  Bitboard white, black;
};

/// Three men completely; of four men those with the kings on a few squares, since a slow search of
/// everything would take hours.
TEST(Search, FindsWhatASlowSearchFinds) {
  ThreadPool pool(hardware_threads());
  const OpenTables tables(test::small_tables(), 0);
  KnownValues values(all_of_four_men(), tables, pool, kNever);
  const std::vector<Kings> apart{{" K:b5 k:d6", Bitboard("b5"_sq), Bitboard("d6"_sq)}};
  std::vector<Kings> anywhere = apart;
  anywhere.push_back({" K:2 k:c", rank_squares(1), file_squares(2)});
  anywhere.push_back({" K:f6 k:8", Bitboard("f6"_sq), rank_squares(7)});
  const auto some = test::materials({"KPvK", "KRvK", "KQvKR", "KPvKP", "KRvKP", "KRPvK"});
  for (const Material& material : test::by_effort(some, all_materials(4))) {
    if (material.men() == 3) {
      expect_as_slow(material, values, pool);
      continue;
    }
    for (const Kings& kings : test::by_effort(apart, anywhere)) {
      expect_as_slow(material, values, pool, kings.text, kings.white, kings.black);
    }
  }
}

/// Where the ending itself is not in memory, as with five men: sets come from the file, and those
/// with Black to move from his moves.
TEST(Search, FindsTheSameFromFilesAlone) {
  ThreadPool pool(hardware_threads());
  const OpenTables tables(test::small_tables(), 0);
  for (const std::string_view text : {"KPvK", "KRPvK", "KPPvK", "KQvKR", "KNNvK"}) {
    const Material material = test::material(text);
    KnownValues values(all_of_four_men(), tables, pool, kNever);
    KnownValues from_files(with_fewer_men(material), tables, pool, kNever);
    for (const auto& [condition, test] : conditions()) {
      SearchProgress progress;
      const Query query = query_of(material, condition);
      const auto a = search_positions(material, query, 1000, values, pool, progress, kNever);
      const auto b = search_positions(material, query, 1000, from_files, pool, progress, kNever);
      ASSERT_TRUE(a && b);
      EXPECT_EQ(a->count, b->count) << text << " " << condition;
      ASSERT_EQ(a->positions.size(), b->positions.size());
      for (std::size_t i = 0; i < a->positions.size(); ++i) {
        EXPECT_EQ(to_fen(a->positions[i]), to_fen(b->positions[i])) << condition;
      }
    }
  }
}

}  // namespace
}  // namespace lucena
