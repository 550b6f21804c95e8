// SPDX-License-Identifier: GPL-3.0-or-later
// A position while it is being set up: it need not be legal, since men come one by one. Whether it
// is, and what it is worth, only the server says.

export type Turn = 'w'|'b';

export interface Setup {
  men: Map<string, string>;  // square -> letter as in a FEN: 'e1' -> 'K'
  turn: Turn;
  castling: string;   // as in a FEN, '' for none
  enPassant: string;  // a square, '' for none
  clock: number;      // plies since the last capture or pawn move
  moveNumber: number;
}

const kFiles = 'abcdefgh';
export const kStartFen = '8/8/8/8/8/2k5/8/K6R w - - 0 1';

export const squareAt = (file: number, rank: number): string => `${kFiles[file]}${rank + 1}`;
export const fileOf = (square: string): number => kFiles.indexOf(square[0] ?? '');
export const rankOf = (square: string): number => Number(square[1]) - 1;
export const isWhite = (letter: string): boolean => letter === letter.toUpperCase();

/// Reads what the server or writeFen() has written.
export function parseFen(fen: string): Setup {
  const [placement = '', turn, castling = '-', enPassant = '-', clock = '0', moveNumber = '1'] =
      fen.split(/[ _]+/);
  return {
    men: menOf(placement),
    turn: turn === 'b' ? 'b' : 'w',
    castling: castling.replace('-', ''),
    enPassant: enPassant.replace('-', ''),
    clock: Number(clock),
    moveNumber: Number(moveNumber)
  };
}

/// The men of the first field of a FEN.
export function menOf(placement: string): Map<string, string> {
  const men = new Map<string, string>();
  placement.split('/').forEach((row, fromTop) => {
    let file = 0;
    for (const letter of row) {
      if (/\d/.test(letter))
        file += Number(letter);
      else
        men.set(squareAt(file++, 7 - fromTop), letter);
    }
  });
  return men;
}

function placementOf(men: Map<string, string>): string {
  const rows: string[] = [];
  for (let rank = 7; rank >= 0; --rank) {
    let row = '';
    for (let file = 0; file < 8; ++file) row += men.get(squareAt(file, rank)) ?? '1';
    rows.push(row.replace(/1+/g, (empty) => String(empty.length)));
  }
  return rows.join('/');
}

export function writeFen(setup: Setup): string {
  return [
    placementOf(setup.men), setup.turn, setup.castling || '-', setup.enPassant || '-', setup.clock,
    setup.moveNumber
  ].join(' ');
}

/// Moves every man; nothing if one would fall off the board. Rights and en passant, which rest on
/// where men stand, go.
function moved(setup: Setup, to: (file: number, rank: number) => [number, number]): Setup|null {
  const men = new Map<string, string>();
  for (const [square, letter] of setup.men) {
    const [file, rank] = to(fileOf(square), rankOf(square));
    if (file < 0 || file > 7 || rank < 0 || rank > 7) return null;
    men.set(squareAt(file, rank), letter);
  }
  return {...setup, men, castling: '', enPassant: ''};
}

export const mirrored = (setup: Setup): Setup|null =>
    moved(setup, (file, rank) => [7 - file, rank]);
export const flipped = (setup: Setup): Setup|null => moved(setup, (file, rank) => [file, 7 - rank]);
export const shifted = (setup: Setup, files: number, ranks: number): Setup|null =>
    moved(setup, (file, rank) => [file + files, rank + ranks]);

/// The same position with the sides exchanged: what was White's is Black's, seen from the other
/// side of the board.
export function coloursSwapped(setup: Setup): Setup {
  const swap = (letter: string): string =>
      isWhite(letter) ? letter.toLowerCase() : letter.toUpperCase();
  const men = new Map<string, string>();
  for (const [square, letter] of setup.men) {
    men.set(squareAt(fileOf(square), 7 - rankOf(square)), swap(letter));
  }
  const castling = [...setup.castling].map(swap).sort().join('');
  const enPassant =
      setup.enPassant && squareAt(fileOf(setup.enPassant), 7 - rankOf(setup.enPassant));
  return {...setup, men, castling, enPassant, turn: setup.turn === 'w' ? 'b' : 'w'};
}

const kHomes: Record<string, readonly [king: string, rook: string]> = {
  K: ['e1', 'h1'],
  Q: ['e1', 'a1'],
  k: ['e8', 'h8'],
  q: ['e8', 'a8'],
};

/// The rights that could be there, since king and rook are at home.
export function possibleCastling(setup: Setup): string[] {
  return Object.entries(kHomes)
      .filter(([right, [king, rook]]) => {
        const white = isWhite(right);
        return setup.men.get(king) === (white ? 'K' : 'k') &&
            setup.men.get(rook) === (white ? 'R' : 'r');
      })
      .map(([right]) => right);
}

/// Squares that a pawn may just have passed, beside a pawn that could capture it: with White to
/// move and pawns on e5 (White) and d5 (Black), d6.
export function possibleEnPassant(setup: Setup): string[] {
  const white = setup.turn === 'w';
  const [from, passed, to] = white ? [6, 5, 4] : [1, 2, 3];
  const squares: string[] = [];
  for (let file = 0; file < 8; ++file) {
    const hasMoved = setup.men.get(squareAt(file, to)) === (white ? 'p' : 'P') &&
        !setup.men.has(squareAt(file, passed)) && !setup.men.has(squareAt(file, from));
    const canCapture = [file - 1, file + 1].some(
        (beside) => setup.men.get(squareAt(beside, to)) === (white ? 'P' : 'p'));
    if (hasMoved && canCapture) squares.push(squareAt(file, passed));
  }
  return squares;
}

/// Takes away what cannot be: rights without king and rook at home, a passed square without pawns.
export function withoutImpossible(setup: Setup): Setup {
  const rights = possibleCastling(setup);
  const castling = [...setup.castling].filter((right) => rights.includes(right)).join('');
  const enPassant = possibleEnPassant(setup).includes(setup.enPassant) ? setup.enPassant : '';
  return {...setup, castling, enPassant};
}

const kOrder = 'KQRBNP';

/// "White: Ka1, Rh1. Black: Kc3. White to move." for whoever cannot see the board.
export function inWords(setup: Setup): string {
  const side = (white: boolean):
      string => [...setup.men]
                    .filter(([, letter]) => isWhite(letter) === white)
                    .sort(
                        ([, a], [, b]) =>
                            kOrder.indexOf(a.toUpperCase()) - kOrder.indexOf(b.toUpperCase()))
                    .map(([square,
                           letter]) => (/p/i.test(letter) ? '' : letter.toUpperCase()) + square)
                    .join(', ') ||
      'nothing';
  return `White: ${side(true)}. Black: ${side(false)}. ` +
      `${setup.turn === 'w' ? 'White' : 'Black'} to move.`;
}
