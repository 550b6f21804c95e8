// SPDX-License-Identifier: GPL-3.0-or-later
// Laws: a FEN that is accepted is read back from what to_fen() writes, and in such a position every
// legal move leads to a position that create() accepts too, with the key it should have.
#include <string>

#include "chess/fen.h"
#include "chess/legal_moves.h"
#include "chess/move_text.h"
#include "fuzz/fuzzer.h"

namespace lucena::test {
namespace {

FuzzVerdict broken(std::string law) {
  return {.accepted = true, .broken_law = std::move(law)};
}

FuzzVerdict check_move(const Position& position, Move move) {
  const Position next = position.after(move);
  if (next.key() != next.computed_key()) return broken("a key is not as computed");
  const auto again = Position::create(next.setup());
  if (!again) return broken("a move leads to no position: " + again.error().message);
  if (*again != next) return broken("a position differs from its setup");
  const auto parsed = parse_move(position, to_san(position, move));
  if (!parsed || *parsed != move) return broken("a move is not read back from its SAN");
  return {};
}

FuzzVerdict check(const std::string& text) {
  const auto record = parse_epd(text);
  const auto position = parse_fen(text);
  if (!position) return {};
  const bool epd = text.find(';') != std::string::npos;
  if (epd && (!record || record->position != *position)) return broken("EPD and FEN disagree");
  const std::string fen = to_fen(*position);
  const auto back = parse_fen(fen);
  if (!back || *back != *position) return broken("a position is not read back from its FEN");
  if (to_fen(*back) != fen) return broken("a FEN changes when read and written");
  if (position->key() != position->computed_key()) return broken("a key is not as computed");
  const MoveList moves = legal_moves(*position);
  if (moves.size() != count_legal_moves(*position)) return broken("moves are miscounted");
  for (const Move move : moves) {
    const FuzzVerdict verdict = check_move(*position, move);
    if (verdict.broken_law) return broken(*verdict.broken_law + ": " + to_uci(move));
  }
  return {.accepted = true};
}

const FuzzTarget kTarget{
    .corpus = {"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
               "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
               "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
               "rnbqkbnr/ppp1p1pp/8/3pPp2/8/8/PPPP1PPP/RNBQKBNR w KQkq d6 0 3",
               "8/8/8/8/k2pP2R/8/8/4K3 b - e3 0 1", "3r4/4P1k1/8/8/8/8/3p4/4K3 w - - 99 150",
               "4k3/8/8/8/8/8/8/4K2R b K -",
               "r3k2r/8/8/8/8/8/8/R3K2R b KQkq - bm O-O \"x;y\"; hmvc 12; fmvn 7;",
               "qqqqkqqq/8/8/8/8/8/8/QQQQKQQQ w - - 0 1",
               "k7/8/8/8/8/8/8/K1B1N2b w - - 65535 65535"},
    .tokens = {"/",   "8",    "1",    "k",      "K",      "Q",   "p",    "P",       " w ",  " b ",
               " - ", "KQkq", "-",    "e3",     "d6",     "a6",  " 0 1", " 65536 ", ";",    "\"",
               " ",   "\t",   "hmvc", "fmvn 1", "bm e4;", "ppp", "R",    "4k3/",    "8/8",  "/8/8",
               "Kq",  "9",    "-1",   "0x10",   "00001",  "h3",  "2pP2", "r3k2r",   "R3K2R"},
    .check = check};

}  // namespace
}  // namespace lucena::test

int main(int argc, char** argv) {
  return lucena::test::fuzz(argc, argv, lucena::test::kTarget);
}
