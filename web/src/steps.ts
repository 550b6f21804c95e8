// SPDX-License-Identifier: GPL-3.0-or-later
// Going through moves one by one: their numbers, the buttons, the arrow keys.
import {button, h} from './dom';
import {parseFen} from './setup';

/// What stands before each of so many moves from a position: "1. ", "", "2. "; or with Black to
/// move "1... ", "2. ", "".
export function moveNumbers(fen: string, count: number): string[] {
  const {moveNumber, turn} = parseFen(fen);
  const offset = turn === 'w' ? 0 : 1;
  return Array.from({length: count}, (_, index) => {
    const number = moveNumber + Math.floor((index + offset) / 2);
    if ((index + offset) % 2 === 0) return `${number}. `;
    return index === 0 ? `${number}... ` : '';
  });
}

/// Something that shows the position after `at` of `last` moves.
export interface Stepper {
  at: number;
  last: number;
  go: (at: number) => void
}

export function stepButtons(stepper: () => Stepper): HTMLButtonElement[] {
  const step = (text: string, name: string, to: (now: Stepper) => number): HTMLButtonElement =>
      button(text, () => stepper().go(to(stepper())), {'aria-label': name});
  return [
    step('|◀', 'To the beginning', () => 0), step('◀', 'One back', ({at}) => at - 1),
    step('▶', 'One on', ({at}) => at + 1), step('▶|', 'To the end', ({last}) => last)
  ];
}

/// The arrow keys do the same, except where they move a cursor.
export function stepByArrows(stepper: () => Stepper, signal: AbortSignal): void {
  document.addEventListener('keydown', ({key, target}) => {
    const way = {ArrowLeft: -1, ArrowRight: 1}[key];
    if (!way || (target instanceof HTMLElement && target.matches('input, textarea, select')))
      return;
    stepper().go(stepper().at + way);
  }, {signal});
}

/// A list of moves, each leading to the position after it.
export function stepList(
    fen: string, moves: {text: string; attributes?: Record<string, string|null>}[], at: number,
    go: (at: number) => void): (HTMLElement|string)[] {
  const numbers = moveNumbers(fen, moves.length);
  return moves.flatMap(
      ({text, attributes}, index) =>
          [numbers[index]!,
           h('button', {
             type: 'button',
             onclick: () => go(index + 1),
             'aria-current': index + 1 === at ? 'step' : null,
             ...attributes,
           },
             text),
           ' ']);
}
