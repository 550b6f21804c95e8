// SPDX-License-Identifier: GPL-3.0-or-later
// The board: chessground, with what a page here needs beside it: promotions, a heat map, arrows,
// and the position as text for whoever does not see it.
import {Chessground} from 'chessground';
import type {Api} from 'chessground/api';
import type {Color, Dests, Key, MouchEvent, Piece, Role} from 'chessground/types';
import type {GradedMove, Heat, Value} from './api';
import {button, h} from './dom';
import {inWords, isWhite, parseFen, squareAt, writeFen, menOf, type Setup} from './setup';
import {isSpoilt, movesOf, sideOf, winnerOf} from './words';

const kRoles: Record<string, Role> = {
  k: 'king',
  q: 'queen',
  r: 'rook',
  b: 'bishop',
  n: 'knight',
  p: 'pawn',
};

export const pieceOf = (letter: string): Piece =>
    ({role: kRoles[letter.toLowerCase()] ?? 'pawn', color: isWhite(letter) ? 'white' : 'black'});

export interface BoardEvents {
  /// A legal move was made on the board.
  onMove?: (move: GradedMove) => void;
  /// A man was moved, put on the board or taken off while setting up.
  onArrange?: (men: Map<string, string>) => void;
  /// A square was touched.
  onTouch?: (square: string) => void;
  /// The pointer is over a square, or has left the board.
  onPoint?: (square: string|null) => void;
}

export class BoardView {
  readonly node: HTMLElement;
  private readonly ground: Api;
  private readonly heatLayer = h('div', {class: 'heat', 'aria-hidden': 'true'});
  private readonly text = h('p', {class: 'unseen'});
  private moves: GradedMove[] = [];
  private heat: Heat|null = null;
  private turn: 'w'|'b' = 'w';
  private arranging = false;
  private showAgain = (): void => {};

  constructor(private readonly events: BoardEvents) {
    const place = h('div', {class: 'ground'});
    const frame = h('div', {class: 'frame'}, place, this.heatLayer);
    this.node = h('div', {class: 'board'}, frame, this.text);
    this.ground = Chessground(place, {
      animation: {enabled: !matchMedia('(prefers-reduced-motion: reduce)').matches, duration: 150},
      premovable: {enabled: false},
      drawable: {enabled: false, visible: true},
      draggable: {showGhost: true},
      events: {
        select: (key) => this.events.onTouch?.(key),
        change: () => this.arranged(),
      },
      movable: {events: {after: (from, to) => void this.moved(from, to)}},
    });
    frame.addEventListener('pointermove', (event) => this.pointed(event));
    frame.addEventListener('pointerleave', () => this.events.onPoint?.(null));
    // The size of the board is known only once it is on the page.
    new ResizeObserver(() => this.ground.redrawAll()).observe(frame);
  }

  /// Shows a position in which men can be put anywhere.
  arrange(setup: Setup): void {
    this.arranging = false;  // what follows is no act of the person
    this.moves = [];
    this.show(setup, {});
    this.ground.set({
      autoCastle: false,
      movable: {free: true, color: 'both', showDests: false},
      draggable: {deleteOnDropOff: true},
    });
    this.arranging = true;
  }

  /// Shows a position in which the moves given can be made, and no others.
  play(fen: string, moves: GradedMove[], more: {last?: string; check?: boolean} = {}): void {
    this.showAgain = () => this.play(fen, moves, more);
    this.arranging = false;
    this.moves = moves;
    this.show(parseFen(fen), more);
    this.ground.set({
      autoCastle: true,
      movable: {
        free: false,
        color: moves.length ? this.ground.state.turnColor : undefined,
        dests: destinations(moves),
        showDests: true
      },
      draggable: {deleteOnDropOff: false},
    });
  }

  private show(setup: Setup, {last, check = false}: {last?: string; check?: boolean}): void {
    this.turn = setup.turn;
    this.ground.set({
      fen: writeFen(setup).split(' ')[0]!,
      turnColor: sideOf(setup.turn),
      check,
      lastMove: last ? [last.slice(0, 2) as Key, last.slice(2, 4) as Key] : [],
      selected: undefined,
    } as Parameters<Api['set']>[0]);
    if (!last) this.ground.state.lastMove = undefined;
    this.text.textContent = inWords(setup);
    this.point([]);
  }

  get side(): Color { return this.ground.state.orientation; }
  turnTo(side: Color): void {
    this.ground.set({orientation: side});
    this.showHeat(this.heat);
  }

  /// Arrows for moves such as e2e4.
  point(moves: string[], brush = 'green'): void {
    this.ground.setAutoShapes(
        moves.map((uci) => ({orig: uci.slice(0, 2) as Key, dest: uci.slice(2, 4) as Key, brush})));
  }

  /// A man from elsewhere is being dragged onto the board.
  dragNew(letter: string, event: MouchEvent): void {
    this.ground.dragNewPiece(pieceOf(letter), event, true);
  }

  put(square: string, letter: string|null): void {
    this.ground.selectSquare(null);
    this.ground.setPieces(new Map([[square as Key, letter ? pieceOf(letter) : undefined]]));
    this.arranged();
  }

  cancel(): void { this.ground.cancelMove(); }

  /// Colours every square by what the position is worth with the chosen man there.
  showHeat(heat: Heat|null): void {
    this.heat = heat;
    this.heatLayer.replaceChildren();
    if (!heat) return;
    for (let row = 0; row < 8; ++row) {
      for (let column = 0; column < 8; ++column) {
        const white = this.side === 'white';
        const square = squareAt(white ? column : 7 - column, white ? 7 - row : row);
        this.heatLayer.append(heatCell(square, heat, this.turn));
      }
    }
  }

  /// After a man was moved, put or removed by hand.
  private arranged(): void {
    if (!this.arranging) return;
    this.events.onArrange?.(menOf(this.ground.getFen()));
  }

  private async moved(from: string, to: string): Promise<void> {
    if (this.arranging) return;
    const fitting = this.moves.filter(({uci}) => uci.startsWith(from + to));
    const move = fitting.length > 1 ? await askPromotion(fitting) : fitting[0];
    if (move)
      this.events.onMove?.(move);
    else
      this.showAgain();
  }

  private pointed(event: PointerEvent): void {
    this.events.onPoint?.(this.ground.getKeyAtDomPos([event.clientX, event.clientY]) ?? null);
  }
}

function destinations(moves: GradedMove[]): Dests {
  const dests: Dests = new Map();
  for (const {uci} of moves) {
    const from = uci.slice(0, 2) as Key;
    dests.set(from, [...(dests.get(from) ?? []), uci.slice(2, 4) as Key]);
  }
  return dests;
}

/// win-white, draw, spoilt-black and so on: the classes that the style sheet colours.
export function outcomeClass(value: Partial<Value>, turn: 'w'|'b'): string {
  if (!value.outcome) return 'unknown';
  const winner = winnerOf(value.outcome, turn);
  return winner ? `${isSpoilt(value.outcome) ? 'spoilt' : 'win'}-${winner}` : 'draw';
}

function heatCell(square: string, heat: Heat, turn: 'w'|'b'): HTMLElement {
  const value = heat.squares[square];
  if (!value) return h('span', {'data-square': square});
  const text = value.mate_plies === null ? '=' : String(movesOf(value.mate_plies));
  return h('span', {'data-square': square, class: outcomeClass(value, turn)}, text);
}

const kPromotions: Record<string, string> = {
  q: 'Queen',
  r: 'Rook',
  b: 'Bishop',
  n: 'Knight'
};

/// Which of several promotions on one square is meant; nothing if none.
function askPromotion(moves: GradedMove[]): Promise<GradedMove|undefined> {
  return new Promise((resolve) => {
    let chosen: GradedMove|undefined;
    const dialog = h('dialog', {'aria-label': 'Promote to'}, h('p', {}, 'Promote to'));
    for (const [letter, name] of Object.entries(kPromotions)) {
      const move = moves.find(({uci}) => uci[4] === letter);
      if (!move) continue;
      dialog.append(button(name, () => {
        chosen = move;
        dialog.close();
      }));
    }
    dialog.addEventListener('close', () => {
      dialog.remove();
      resolve(chosen);
    });
    document.body.append(dialog);
    dialog.showModal();
  });
}

/// A small board that leads to the big one.
export function miniBoard(fen: string, caption?: string): HTMLElement {
  const place = h('div', {class: 'ground'});
  const setup = parseFen(fen);
  const link =
      h('a', {
        class: 'mini',
        href: `#/board?fen=${fen.replaceAll(' ', '_')}`,
        'aria-label': inWords(setup)
      },
        h('div', {class: 'frame'}, place),
        h('span', {}, caption ?? (setup.turn === 'w' ? 'White to move' : 'Black to move')));
  Chessground(place, {
    fen: fen.split(' ')[0]!,
    viewOnly: true,
    coordinates: false,
    drawable: {enabled: false, visible: false}
  });
  return link;
}
