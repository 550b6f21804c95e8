// SPDX-License-Identifier: GPL-3.0-or-later
#include "query/conditions.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <functional>

#include "base/text.h"

namespace lucena {
namespace {

using QueryProblem = std::optional<QueryFault>;

QueryFault bad_condition(std::string message) {
  return {QueryError::Condition, std::move(message)};
}

/// Keeps the scores for which the test holds, with either side to move.
template <class Test>
void keep_scores(Query& query, Test&& test) {
  for (const Color side : kColors) {
    for (unsigned byte = 0; byte < ByMateScore<bool>::kCount; ++byte) {
      const MateScore score(byte);
      if (!test(side, score)) query.scores[side][score] = false;
    }
  }
}

void keep_winner(Query& query, Color winner) {
  keep_scores(query, [&](Color side, MateScore score) {
    return side == winner ? is_win(score) : is_loss(score);
  });
}

QueryProblem choose_side(Query& query, Color side) {
  if (query.side && *query.side != side) {
    return bad_condition("only one side is to move: white or black, not both");
  }
  query.side = side;
  return {};
}

QueryProblem choose_rule(Query& query, bool cursed) {
  if (query.cursed && *query.cursed != cursed) {
    return bad_condition("a win is either in time for the 50-move rule or cursed, not both");
  }
  query.cursed = cursed;
  keep_scores(query, [](Color, MateScore score) { return score != kDraw; });
  return {};
}

/// A condition without a value.
struct PlainCondition {
  std::string_view name;
  std::function<QueryProblem(Query&)> apply;
};

const std::vector<PlainCondition>& plain_conditions() {
  const auto scores = [](auto test) {
    return [test](Query& query) -> QueryProblem {
      keep_scores(query, [&](Color, MateScore score) { return test(score); });
      return {};
    };
  };
  const auto winner = [](Color color) {
    return [color](Query& query) -> QueryProblem {
      keep_winner(query, color);
      return {};
    };
  };
  static const std::vector<PlainCondition> kConditions{
      {"white", [](Query& query) { return choose_side(query, Color::White); }},
      {"black", [](Query& query) { return choose_side(query, Color::Black); }},
      {"won", scores([](MateScore score) { return is_win(score); })},
      {"lost", scores([](MateScore score) { return is_loss(score); })},
      {"drawn", scores([](MateScore score) { return score == kDraw; })},
      {"white-wins", winner(Color::White)},
      {"black-wins", winner(Color::Black)},
      {"stronger-wins", winner(Color::White)},
      {"weaker-wins", winner(Color::Black)},
      {"cursed", [](Query& query) { return choose_rule(query, true); }},
      {"in-time", [](Query& query) { return choose_rule(query, false); }},
      {"zugzwang",
       [](Query& query) -> QueryProblem {
         query.zugzwang = true;
         return {};
       }},
      {"needs-move",
       [](Query& query) -> QueryProblem {
         query.needs_move = true;
         keep_scores(query, [](Color, MateScore score) { return is_win(score); });
         return {};
       }},
  };
  return kConditions;
}

struct NamedTrait {
  std::string_view name;
  MoveTrait trait;
};
constexpr std::array kTraits{
    NamedTrait{"quiet", MoveTrait::Quiet},
    NamedTrait{"capture", MoveTrait::Capture},
    NamedTrait{"check", MoveTrait::Check},
    NamedTrait{"promotion", MoveTrait::Promotion},
    NamedTrait{"underpromotion", MoveTrait::Underpromotion},
    NamedTrait{"queen", MoveTrait::ToQueen},
    NamedTrait{"rook", MoveTrait::ToRook},
    NamedTrait{"bishop", MoveTrait::ToBishop},
    NamedTrait{"knight", MoveTrait::ToKnight},
    NamedTrait{"pawn", MoveTrait::PawnMove},
    NamedTrait{"king", MoveTrait::KingMove},
    NamedTrait{"castling", MoveTrait::Castling},
    NamedTrait{"en-passant", MoveTrait::EnPassant},
};

std::vector<std::string> split(std::string_view text, char separator) {
  std::vector<std::string> parts;
  for (std::size_t begin = 0;;) {
    const std::size_t end = std::min(text.find(separator, begin), text.size());
    parts.emplace_back(text.substr(begin, end - begin));
    if (end == text.size()) return parts;
    begin = end + 1;
  }
}

std::string suggestion(std::string_view word, const std::vector<std::string>& candidates) {
  const auto close = closest_match(word, candidates);
  return close ? fmt::format("; did you mean '{}'?", *close) : std::string();
}

QueryProblem read_only_move(Query& query, std::string_view word, bool wins,
                            std::optional<std::string_view> kinds) {
  if (query.only) return bad_condition("only one of only-move and only-draw can be asked for");
  query.only = OnlyMove{wins};
  keep_scores(query, [&](Color, MateScore score) { return wins ? is_win(score) : score == kDraw; });
  if (!kinds) return {};
  for (const std::string& kind : split(*kinds, ',')) {
    const auto known = std::find_if(kTraits.begin(), kTraits.end(), [&](const NamedTrait& named) {
      return named.name == lower_case(kind);
    });
    if (known == kTraits.end()) {
      std::vector<std::string> names;
      for (const NamedTrait& named : kTraits) names.emplace_back(named.name);
      const std::string close = suggestion(lower_case(kind), names);
      return bad_condition(fmt::format("{} can be {}, not '{}'{}", word, joined(names, " or "),
                                       printable(kind), close));
    }
    query.only->traits.push_back(known->trait);
  }
  return {};
}

/// "12", "8-12", "8-" and "-12", in moves of whoever mates: 2 N - 1 plies to move, 2 N otherwise.
QueryProblem read_mate(Query& query, std::string_view text) {
  constexpr unsigned kMost = kMaxLevel / 2;
  const auto fault = [&] {
    return bad_condition(fmt::format(
        "mate must be a number of moves or a range, such as mate=12, mate=8-12, mate=20- or "
        "mate=-5, up to {}, not '{}'",
        kMost, printable(text)));
  };
  const std::size_t dash = text.find('-');
  const std::string_view first = text.substr(0, dash);
  const std::string_view last = dash == std::string_view::npos ? first : text.substr(dash + 1);
  if (first.empty() && last.empty()) return fault();
  const auto smallest = first.empty() ? 0u : parse_number<unsigned>(first, kMost);
  const auto largest = last.empty() ? kMost : parse_number<unsigned>(last, kMost);
  if (!smallest || !largest) return fault();
  if (*smallest > *largest) {
    return bad_condition(fmt::format("mate={} has the greater number first; write mate={}-{}",
                                     printable(text), *largest, *smallest));
  }
  keep_scores(query, [&](Color, MateScore score) {
    const auto plies = level_of_score(score);
    return plies && *smallest <= (*plies + 1) / 2 && (*plies + 1) / 2 <= *largest;
  });
  return {};
}

/// One of the ends of a range: a file, a rank or a square, as a rectangle of the board.
struct Rectangle {
  int first_file = 0, last_file = 7, first_rank = 0, last_rank = 7;
};

std::optional<Rectangle> read_corner(std::string_view text) {
  Rectangle part;
  if (!text.empty() && 'a' <= text.front() && text.front() <= 'h') {
    part.first_file = part.last_file = text.front() - 'a';
    text.remove_prefix(1);
    if (text.empty()) return part;
  }
  if (text.size() != 1 || text.front() < '1' || text.front() > '8') return {};
  part.first_rank = part.last_rank = text.front() - '1';
  return part;
}

/// "a", "7", "d4", "a-c", "2-4", "a2-c4", "edge", "corner", "light" or "dark".
std::optional<Bitboard> read_area(std::string_view text) {
  const auto where = [](auto test) {
    std::uint64_t squares = 0;
    for (int i = 0; i < Square::kCount; ++i) {
      if (test(Square(i).file(), Square(i).rank())) squares |= std::uint64_t{1} << i;
    }
    return Bitboard(squares);
  };
  const auto edge = [](int line) { return line == 0 || line == 7; };
  if (text == "edge") return where([&](int file, int rank) { return edge(file) || edge(rank); });
  if (text == "corner") return where([&](int file, int rank) { return edge(file) && edge(rank); });
  if (text == "light") return where([](int file, int rank) { return (file + rank) % 2 != 0; });
  if (text == "dark") return where([](int file, int rank) { return (file + rank) % 2 == 0; });
  const std::size_t dash = text.find('-');
  const auto first = read_corner(text.substr(0, dash));
  const auto last = dash == std::string_view::npos ? first : read_corner(text.substr(dash + 1));
  if (!first || !last || (dash != std::string_view::npos && text.size() != 2 * dash + 1)) return {};
  const auto files = std::minmax(first->first_file, last->last_file);
  const auto ranks = std::minmax(first->first_rank, last->last_rank);
  return where([&](int file, int rank) {
    return files.first <= file && file <= files.second && ranks.first <= rank &&
           rank <= ranks.second;
  });
}

QueryProblem read_man(Query& query, const Material& material, std::string_view man,
                      std::string_view places) {
  const auto piece = man.size() == 1 ? parse_piece(man.front()) : std::nullopt;
  if (!piece) {
    return bad_condition(
        fmt::format("'{}' is no man: write KQRBNP for White's and kqrbnp for Black's, such as P:a "
                    "or k:edge",
                    printable(man)));
  }
  if (piece->type != PieceType::King && material.count(piece->color, piece->type) == 0) {
    return bad_condition(fmt::format("{} has no {} in {}; capitals are White's men",
                                     name(piece->color), name(piece->type), material.name()));
  }
  Bitboard squares;
  for (const std::string& place : split(places, ',')) {
    const auto area = read_area(lower_case(place));
    if (!area) {
      return bad_condition(fmt::format(
          "'{}' is no place: write a file (a), a rank (7), a square (d4), a range of these (a-c, "
          "2-4, a2-c4), edge, corner, light or dark, or several with commas",
          printable(place)));
    }
    squares |= *area;
  }
  query.men.push_back({*piece, squares});
  return {};
}

QueryProblem unknown_condition(std::string_view word) {
  std::vector<std::string> names{"mate", "only-move", "only-draw"};
  for (const PlainCondition& plain : plain_conditions()) names.emplace_back(plain.name);
  const std::string_view name = word.substr(0, word.find_first_of("=:"));
  return bad_condition(fmt::format("unknown condition '{}'{}", printable(word),
                                   suggestion(lower_case(name), names)));
}

QueryProblem read_condition(Query& query, const Material& material, std::string_view word) {
  if (const std::size_t colon = word.find(':'); colon != std::string_view::npos) {
    return read_man(query, material, word.substr(0, colon), word.substr(colon + 1));
  }
  const std::size_t sign = word.find('=');
  const std::string name = lower_case(word.substr(0, sign));
  const bool has_value = sign != std::string_view::npos;
  const std::string_view value = has_value ? word.substr(sign + 1) : std::string_view();
  if (name == "mate") {
    if (has_value) return read_mate(query, value);
    return bad_condition("mate needs a number of moves, such as mate=12 or mate=8-12");
  }
  if (name == "only-move" || name == "only-draw") {
    return read_only_move(query, name, name == "only-move",
                          has_value ? std::optional(value) : std::nullopt);
  }
  for (const PlainCondition& plain : plain_conditions()) {
    if (plain.name != name) continue;
    if (!has_value) return plain.apply(query);
    return bad_condition(fmt::format("{} takes no value", name));
  }
  return unknown_condition(word);
}

}  // namespace

Query::Query() {
  for (const Color color : kColors) scores[color].elements.fill(true);
}

Result<Query, QueryFault> parse_query(const Material& material,
                                      const std::vector<std::string>& words) {
  if (material.men() > kMaxMenInMemory) {
    return QueryFault{
        QueryError::TooManyMen,
        fmt::format("{} is too large: endings with up to five men are searched", material.name())};
  }
  Query query;
  for (const std::string& word : words) {
    if (auto fault = read_condition(query, material, word)) return *fault;
  }
  return query;
}

std::string_view condition_help() {
  return "Conditions, of which all must hold:\n"
         "  white, black         who is to move\n"
         "  won, drawn, lost     for the side to move, the 50-move rule ignored\n"
         "  white-wins, black-wins\n"
         "                       whoever is to move; stronger-wins and weaker-wins are the\n"
         "                       same, since White is the stronger side\n"
         "  mate=N               whoever mates does so with his Nth move; ranges are\n"
         "                       mate=8-12, mate=20- and mate=-5\n"
         "  cursed, in-time      won or lost, but too late for the 50-move rule, or in\n"
         "                       time for it, the clock at 0\n"
         "  only-move            exactly one move wins, and there may be no other move\n"
         "  only-draw            exactly one move holds the draw\n"
         "  only-move=KIND,KIND  the same, and that move is all of these: quiet (no\n"
         "                       capture, promotion or check), capture, check, promotion,\n"
         "                       underpromotion, queen, rook, bishop, knight (promotion to\n"
         "                       it), pawn, king (a move of it), castling, en-passant\n"
         "  zugzwang             mutual: either side would rather not be to move. Each is\n"
         "                       given once, with the loser to move, as stats counts them;\n"
         "                       with white or black named, all with that side to move\n"
         "  needs-move           won, but not if it were the other side's move\n"
         "  P:PLACE, k:PLACE     such a man is there, capitals are White's: a file (P:a),\n"
         "                       a rank (P:7), a square (K:d4), a range of these (P:a-c,\n"
         "                       P:2-4, K:a1-c3), edge, corner, light, dark; several\n"
         "                       places with commas (k:a8,h8)\n";
}

}  // namespace lucena
