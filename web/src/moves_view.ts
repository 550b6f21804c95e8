// SPDX-License-Identifier: GPL-3.0-or-later
// The moves of a position: a list to choose from, and a field to type them into.
import type {GradedMove} from './api';
import {h} from './dom';
import {outcomeClass} from './board_view';
import type {Turn} from './setup';
import {movesOf, nameOf, winnerOf, isSpoilt} from './words';

export interface MoveEvents {
  choose: (move: GradedMove) => void;
  /// The move that is looked at, nothing when none is any more.
  consider: (move: GradedMove|null) => void;
}

/// The result in a word or two, seen from the board: "White wins", "draw".
function result(move: GradedMove, turn: Turn): string {
  if (!move.outcome) return '';
  const winner = winnerOf(move.outcome, turn);
  if (!winner) return 'draw';
  return `${nameOf(winner)} wins${isSpoilt(move.outcome) ? ', too late' : ''}`;
}

const plies = (value: number|null|undefined): string => (value == null ? '' : String(value));

function row(move: GradedMove, turn: Turn, events: MoveEvents): HTMLElement {
  const consider = (): void => events.consider(move);
  const leave = (): void => events.consider(null);
  const choose =
      h('button', {
        type: 'button',
        class: 'move',
        onclick: () => events.choose(move),
        onfocus: consider,
        onblur: leave,
        'data-uci': move.uci
      },
        move.san);
  const mate = move.mate_plies == null ? '' : String(movesOf(move.mate_plies));
  return h(
      'tr', {class: outcomeClass(move, turn), onmouseenter: consider, onmouseleave: leave},
      h('td', {}, choose,
        move.best ? h('span', {class: 'best', title: 'as good as any'}, ' best') : null),
      h('td', {}, result(move, turn)), h('td', {class: 'number'}, mate),
      h('td', {class: 'number'}, plies(move.zeroing_plies)));
}

/// Every move, graded, the best first. The arrow keys go up and down.
export function movesTable(moves: GradedMove[], turn: Turn, events: MoveEvents): HTMLElement {
  if (moves.length === 0) return h('p', {}, 'There is no move.');
  const body = h('tbody', {}, ...moves.map((move) => row(move, turn, events)));
  body.addEventListener('keydown', (event) => {
    const step = {ArrowDown: 1, ArrowUp: -1}[event.key];
    if (!step) return;
    const buttons = [...body.querySelectorAll('button')];
    const here = buttons.indexOf(document.activeElement as HTMLButtonElement);
    buttons[here + step]?.focus();
    event.preventDefault();
  });
  return h(
      'table', {class: 'moves'}, h('caption', {class: 'unseen'}, 'Every move, the best first'),
      h('thead', {},
        h('tr', {}, h('th', {scope: 'col'}, 'Move'), h('th', {scope: 'col'}, 'Result'),
          h('th', {scope: 'col', class: 'number', title: 'moves until mate'}, 'Mate'),
          h('th',
            {scope: 'col', class: 'number', title: 'plies until a capture, a pawn move or mate'},
            'Zeroing'))),
      body);
}

/// Without what people leave out: captures, checks, hyphens, and 0 for O in castling.
const bare = (text: string): string =>
    text.replace(/[+#x=:\-\s!?]/g, '').replace(/^0/, 'O').replaceAll('0', 'O');

/// The move that a text means, or why there is none. "bc4" is the pawn's before it is the bishop's.
export function readMove(text: string, moves: GradedMove[]): GradedMove|string {
  const typed = bare(text);
  if (!typed) return 'Type a move such as Ra5 or a1a5.';
  const like = (fits: (name: string) => boolean): GradedMove[] =>
      moves.filter(({san, uci}) => fits(bare(san)) || fits(uci));
  const exact = like((name) => name === typed);
  const found = exact.length ? exact : like((name) => name.toLowerCase() === typed.toLowerCase());
  if (found.length === 1) return found[0]!;
  if (found.length > 1) return `${text} can be ${found.map(({san}) => san).join(' or ')}.`;
  const begun = like((name) => name.toLowerCase().startsWith(typed.toLowerCase()));
  return begun.length ? `${text} is not enough: ${begun.map(({san}) => san).join(', ')}?` :
                        `${text} is no legal move here.`;
}

/// A field for moves; `moves` tells those of the moment.
export function moveField(
    moves: () => GradedMove[], choose: (move: GradedMove) => void): HTMLElement {
  const input = h('input', {
    type: 'text',
    id: 'move-field',
    autocomplete: 'off',
    autocapitalize: 'off',
    spellcheck: 'false',
    size: 8,
    placeholder: 'Ra5'
  });
  const names = h('datalist', {id: 'legal-moves'});
  input.setAttribute('list', names.id);
  // In the order of the alphabet, which gives no hint.
  input.addEventListener(
      'focus',
      () => names.replaceChildren(
          ...moves().map(({san}) => san).sort().map((value) => h('option', {value}))));
  const reply = h('span', {role: 'alert', class: 'fault'});
  const form =
      h('form', {class: 'row'}, h('label', {class: 'field'}, h('span', {}, 'Type a move'), input),
        names, h('button', {}, 'Move'), reply);
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    const read = readMove(input.value, moves());
    reply.textContent = typeof read === 'string' ? read : '';
    if (typeof read === 'string') return;
    input.value = '';
    choose(read);
  });
  return form;
}
