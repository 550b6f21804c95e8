// SPDX-License-Identifier: GPL-3.0-or-later
// Laws: a game that is read is read back, the same, from what write_pgn() writes of it; and any
// text that parse_move() accepts is a legal move.
#include <algorithm>
#include <string>

#include "chess/legal_moves.h"
#include "chess/move_text.h"
#include "chess/pgn.h"
#include "fuzz/fuzzer.h"
#include "support/random_pgn.h"

namespace lucena::test {
namespace {

FuzzVerdict broken(std::string law) {
  return {.accepted = true, .broken_law = std::move(law)};
}

FuzzVerdict check_game(const PgnGame& game) {
  const std::string text = write_pgn(game);
  PgnReader reader(text);
  const auto back = reader.next();
  if (!back) return broken("a written game has gone");
  if (!*back) return broken("a written game is faulty: " + back->error().message());
  PgnGame expected = game;
  expected.tags = export_tags(game);
  if (**back != expected) return broken("a game differs when read back");
  if (reader.next()) return broken("one game has become two");
  if (write_pgn(**back) != text) return broken("a game is written differently the second time");
  return {.accepted = true};
}

/// The pieces of the text as a person's moves, in the positions of a game.
FuzzVerdict check_typed(const std::string& text, const PgnGame& game) {
  constexpr std::size_t kLength = 7;
  Position position = game.start;
  for (std::size_t at = 0; at + kLength < text.size() && at / kLength < game.moves.size();
       at += kLength) {
    const auto typed = parse_move(position, std::string_view(text).substr(at, kLength));
    const MoveList legal = legal_moves(position);
    if (typed && std::find(legal.begin(), legal.end(), *typed) == legal.end()) {
      return broken("an illegal move is accepted: " + to_uci(*typed));
    }
    if (!typed && typed.error().message.empty()) return broken("a refusal gives no reason");
    position.make(game.moves[at / kLength].move);
  }
  return {};
}

FuzzVerdict check(const std::string& text) {
  FuzzVerdict verdict;
  PgnReader reader(text);
  std::size_t lines = 1, last_line = 0;
  for (const char c : text) lines += c == '\n' || c == '\r';
  while (const auto game = reader.next()) {
    if (!*game) {
      const PgnFault& fault = game->error();
      if (fault.fault.message.empty()) return broken("a fault gives no reason");
      const bool in_order = fault.game_line <= fault.line && last_line <= fault.game_line;
      if (!in_order || fault.line > lines) return broken("a fault is in no line of the text");
      last_line = fault.game_line;
      continue;
    }
    verdict.accepted = true;
    const FuzzVerdict same = check_game(**game);
    if (same.broken_law) return same;
    const FuzzVerdict typed = check_typed(text, **game);
    if (typed.broken_law) return typed;
  }
  return verdict;
}

FuzzTarget target() {
  FuzzTarget target{
      .corpus =
          {"[Event \"a\"]\n[White \"b \\\"c\\\" \\\\\"]\n[Result \"1-0\"]\n\n"
           "1. e4 e5 2. Nf3 $1 Nc6 {c} (2... d6!? 3. d4 (3. Bc4 Be7) 3... f5) 3. Bb5 a6 1-0\n\n",
           "\xEF\xBB\xBF% x\r\n1. d4 d5 ; rest\r\n2. c4 dxc4 3. e4 b5 4. a4 c6 5. axb5 *\r\n",
           "[SetUp \"1\"]\n[FEN \"8/4P1k1/8/8/8/8/3p4/6K1 b - - 0 70\"]\n\n"
           "70... d1=Q+ 71. Kg2 Qd5+ {x} 72. Kg1 (72. Kh2) 72... Qc5+ 0-1\n",
           "1.e4 d5 2.e5 f5 3.exf6 e.p. Nxf6 4.Nf3 g6 5.Be2 Bg7 6.O-O 0-0 1/2-1/2",
           "{only a comment} *", "[Event \"x\"]\n*\n[Event \"y\"]\n1. f3 e5 2. g4 Qh4# 0-1"},
      .tokens = {"(",
                 ")",
                 "{",
                 "}",
                 ";",
                 "\n",
                 "\r\n",
                 "%",
                 "\n%",
                 "[",
                 "]",
                 "\"",
                 "\\",
                 "$",
                 "$12",
                 "!",
                 "??",
                 "*",
                 "1-0",
                 "1/2-1/2",
                 " ",
                 "1.",
                 "...",
                 "e4",
                 "Nf3",
                 "exd5",
                 "O-O",
                 "0-0-0",
                 "e8=Q",
                 "Kd2",
                 "Qh4#",
                 "--",
                 "Z0",
                 "<>",
                 "e.p.",
                 "(1. e4",
                 ")*",
                 "{a}",
                 "[A \"b\"]",
                 "[FEN \"4k3/8/8/8/8/8/4P3/4K3 w - - 0 1\"]",
                 "1... {a} ",
                 "\t",
                 "[Result \"0-1\"]\n",
                 "({x})",
                 "(1. a3 {y} (1. b3)) {z}",
                 "{%x\n%y}"},
      .check = check};
  RandomPgn random(1);
  for (int i = 0; i < 20; ++i) {
    const std::string text = write_pgn(random.game());
    if (text.size() < 2500) target.corpus.push_back(text);
  }
  return target;
}

}  // namespace
}  // namespace lucena::test

int main(int argc, char** argv) {
  return lucena::test::fuzz(argc, argv, lucena::test::target());
}
