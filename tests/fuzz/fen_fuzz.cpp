// SPDX-License-Identifier: GPL-3.0-or-later
// Laws: a position that is accepted, as a FEN or man by man, is read back from what to_fen() writes
// and from the list of its men, and every legal move leads to a position that create() accepts too,
// with the key it should have.
#include <string>

#include "chess/fen.h"
#include "chess/legal_moves.h"
#include "chess/move_text.h"
#include "chess/written_position.h"
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

/// "Ke1 Ra1 / Ke8 w castling=Q ep=-".
std::string men_text(const Position& position) {
  std::string text;
  for (const Color color : kColors) {
    for (const Square square : position.men_of(color)) {
      text += letter(position.type_at(square)) + square.name() + ' ';
    }
    if (color == Color::White) text += "/ ";
  }
  text += position.side_to_move() == Color::White ? "w" : "black";
  return text + " castling=" + castling_letters(position.castling()) +
         " ep=" + (position.en_passant() ? position.en_passant()->name() : "-");
}

std::optional<FuzzVerdict> check_men(const Position& position) {
  const auto men = parse_written_position(men_text(position));
  if (!men || !men->is_complete()) return broken("men are not read back: " + men_text(position));
  Setup setup = men->setup;
  setup.halfmove_clock = position.halfmove_clock();
  setup.fullmove_number = position.fullmove_number();
  const auto again = Position::create(setup);
  if (!again || *again != position) return broken("men differ: " + men_text(position));
  return {};
}

/// The position of a text, by the stricter reader if it takes it.
std::optional<Position> read(const std::string& text) {
  if (auto position = parse_fen(text)) return *position;
  const auto written = parse_written_position(text);
  if (!written) return {};
  const auto position = Position::create(written->setup);
  if (!position) return {};
  return *position;
}

FuzzVerdict check(const std::string& text) {
  const auto record = parse_epd(text);
  const auto strict = parse_fen(text);
  const bool epd = text.find(';') != std::string::npos;
  if (epd && strict && (!record || record->position != *strict)) {
    return broken("EPD and FEN disagree");
  }
  // An underscore is a blank to the more lenient reader.
  if (strict && text.find('_') == std::string::npos) {
    const auto written = parse_written_position(text);
    if (!written || Position::create(written->setup).value() != *strict) {
      return broken("a FEN is read in two ways");
    }
  }
  const std::optional<Position> position = read(text);
  if (!position) return {};
  if (const auto verdict = check_men(*position)) return *verdict;
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
               "k7/8/8/8/8/8/8/K1B1N2b w - - 65535 65535", "Ke1 Ra1 h2 / Ke8 d5 w castling=Q",
               "x.K(5,1), x.R(1,1) y.K(5,8) b", "'8/8/8/8/8/2k5/8/K6R_w_-'", "startpos"},
    .tokens = {"/",    "8",     "1",     "k",    "K",    "Q",      "p",         "P",     " w ",
               " b ",  " - ",   "KQkq",  "-",    "e3",   "d6",     "a6",        " 0 1",  " 65536 ",
               ";",    "\"",    " ",     "\t",   "hmvc", "fmvn 1", "bm e4;",    "ppp",   "R",
               "4k3/", "8/8",   "/8/8",  "Kq",   "9",    "-1",     "0x10",      "00001", "h3",
               "2pP2", "r3k2r", "R3K2R", " / ",  "Ke1 ", "Ke8 ",   "castling=", "ep=",   "x.",
               "y.",   "(5,1)", "_",     "black"},
    .check = check};

}  // namespace
}  // namespace lucena::test

int main(int argc, char** argv) {
  return lucena::test::fuzz(argc, argv, lucena::test::kTarget);
}
