// SPDX-License-Identifier: GPL-3.0-or-later
// What belongs to a position beside the men, and the men to put on the board.
import {button, checkbox, h, labelled, select} from './dom';

import {coloursSwapped, flipped, mirrored, possibleCastling, possibleEnPassant, shifted, type Setup, type Turn} from './setup';
import type {BoardView} from './board_view';

export interface SetUpEvents {
  /// The position was changed here.
  change: (setup: Setup) => void;
  say: (fault: string) => void;
}

const kMen = 'KQRBNPkqrbnp';
const kNames: Record<string, string> = {
  k: 'king',
  q: 'queen',
  r: 'rook',
  b: 'bishop',
  n: 'knight',
  p: 'pawn',
};
export const manInWords = (letter: string): string =>
    `${letter === letter.toUpperCase() ? 'white' : 'black'} ${kNames[letter.toLowerCase()]}`;

/// The men beside the board. One is dragged onto it, or chosen by a click, after which every square
/// that is touched gets one; "remove" empties squares in the same way.
export class Palette {
  readonly node =
      h('div', {class: 'palette cg-wrap', role: 'group', 'aria-label': 'Men to put on the board'});
  private chosen: string|null = null;  // a letter, or '' for removing

  constructor(private readonly board: BoardView) {
    for (const letter of kMen) this.node.append(this.man(letter));
    this.node.append(this.item('', 'remove', h('span', {class: 'trash'}, '✕')));
  }

  /// Puts the chosen man on a square; false if none is chosen.
  place(square: string): boolean {
    if (this.chosen === null) return false;
    this.board.put(square, this.chosen || null);
    return true;
  }

  private man(letter: string): HTMLElement {
    const [colour, role] = manInWords(letter).split(' ');
    const picture = document.createElement('piece');
    picture.className = `${colour} ${role}`;
    const item = this.item(letter, manInWords(letter), picture);
    item.dataset['man'] = letter;
    const drag = (event: MouseEvent|TouchEvent): void => {
      if (event instanceof MouseEvent && event.button !== 0) return;
      this.board.dragNew(letter, event);
    };
    item.addEventListener('mousedown', drag);
    item.addEventListener('touchstart', drag, {passive: false});
    // A drag takes the click from a finger, so that one that has not moved away is a click.
    item.addEventListener('touchend', (event) => {
      const {clientX: x, clientY: y} = event.changedTouches[0]!;
      const {left, right, top, bottom} = item.getBoundingClientRect();
      if (x < left || x > right || y < top || y > bottom) return;
      event.preventDefault();
      this.choose(letter, item);
    });
    return item;
  }

  private item(letter: string, name: string, picture: HTMLElement): HTMLButtonElement {
    const item =
        h('button', {type: 'button', 'aria-label': name, title: name, 'aria-pressed': 'false'},
          picture);
    item.addEventListener('click', () => this.choose(letter, item));
    return item;
  }

  private choose(letter: string, item: HTMLElement): void {
    this.chosen = this.chosen === letter ? null : letter;
    for (const each of this.node.children) {
      each.setAttribute('aria-pressed', String(each === item && this.chosen !== null));
    }
  }
}

const kRights: Record<string, string> = {
  K: 'White O-O',
  Q: 'White O-O-O',
  k: 'Black O-O',
  q: 'Black O-O-O',
};

/// Castling rights and the passed square, where the men leave them possible.
export function openQuestions(setup: Setup, change: (setup: Setup) => void): HTMLElement[] {
  const questions: HTMLElement[] = [];
  for (const right of possibleCastling(setup)) {
    questions.push(checkbox(kRights[right]!, (checked) => {
      const rights =
          [...'KQkq'].filter((each) => (each === right ? checked : setup.castling.includes(each)));
      change({...setup, castling: rights.join('')});
    }, setup.castling.includes(right)));
  }
  const passed = possibleEnPassant(setup);
  if (passed.length) {
    const choices =
        [['', 'none'], ...passed.map((square) => [square, square])] as [string, string][];
    questions.push(labelled(
        'En passant',
        select(choices, (enPassant) => change({...setup, enPassant}), setup.enPassant)));
  }
  return questions;
}

/// Side to move, rights, en passant, clock.
export function conditions(setup: Setup, change: (setup: Setup) => void): HTMLElement {
  const clock = h('input', {
    type: 'number',
    min: 0,
    max: 150,
    value: setup.clock,
    title: 'plies since the last capture or pawn move',
    onchange: () =>
        change({...setup, clock: Math.max(0, Math.min(150, Math.round(Number(clock.value))))})
  });
  return h(
      'div', {class: 'row conditions'},
      labelled(
          'To move',
          select(
              [['w', 'White'], ['b', 'Black']],
              (turn) => change({...setup, turn: turn as Turn, enPassant: ''}), setup.turn)),
      ...openQuestions(setup, change), labelled('50-move clock', clock));
}

/// Mirror, flip, shift and swap.
export function transformations(setup: () => Setup, events: SetUpEvents): HTMLElement {
  const apply = (change: (setup: Setup) => Setup | null): void => {
    const changed = change(setup());
    if (changed)
      events.change(changed);
    else
      events.say('A man would fall off the board.');
  };
  const item = (text: string, name: string, change: (setup: Setup) => Setup | null): HTMLElement =>
      button(text, () => apply(change), {'aria-label': name, title: name});
  return h(
      'div', {class: 'row', role: 'group', 'aria-label': 'Move all men'},
      item('⇄', 'Mirror left and right', mirrored), item('⇅', 'Flip top and bottom', flipped),
      item('◐', 'Swap the colours', coloursSwapped),
      item('←', 'Shift left', (it) => shifted(it, -1, 0)),
      item('→', 'Shift right', (it) => shifted(it, 1, 0)),
      item('↑', 'Shift up', (it) => shifted(it, 0, 1)),
      item('↓', 'Shift down', (it) => shifted(it, 0, -1)),
      item(
          'Clear', 'Only kings',
          (it) => ({
            ...it,
            castling: '',
            enPassant: '',
            men: new Map([...it.men].filter(([, letter]) => /k/i.test(letter)))
          })));
}
