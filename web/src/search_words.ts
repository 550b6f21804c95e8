// SPDX-License-Identifier: GPL-3.0-or-later
// Conditions of a search as controls. The words are all there is to know: a control shows what they
// say of its subject and changes those of its own, so that it does not matter whether somebody
// types or chooses.
import {checkbox, h, labelled, select, type Choice} from './dom';

/// Words such as "white" and "mate=8-12", and who changes them.
export interface Words {
  get: () => string[];
  set: (words: string[]) => void;
}

export interface WordControl {
  node: HTMLElement;
  /// Shows what the words say by now.
  show: () => void;
}

/// Replaces the words that are `mine` by one, or by none if it is empty.
function replaceOwn(words: Words, mine: (word: string) => boolean, by: string): void {
  const others = words.get().filter((word) => !mine(word));
  words.set(by ? [...others, by] : others);
}

/// One word of several, or none of them.
export function choiceOf(words: Words, label: string, choices: readonly Choice[]): WordControl {
  const mine = (word: string): boolean => choices.some(([value]) => value === word);
  const list = select(choices, (value) => replaceOwn(words, mine, value));
  const show = (): void => {
    list.value = words.get().find(mine) ?? '';
  };
  return {node: labelled(label, list), show};
}

export function flagOf(words: Words, word: string, label: string): WordControl {
  const node =
      checkbox(label, (checked) => replaceOwn(words, (each) => each === word, checked ? word : ''));
  const box = node.querySelector('input')!;
  const show = (): void => {
    box.checked = words.get().includes(word);
  };
  return {node, show};
}

/// "mate=8-12", "mate=8-", "mate=-12", "mate=8".
export function mateRange(words: Words): WordControl {
  const mine = (word: string): boolean => word.startsWith('mate=');
  const field = (): HTMLInputElement =>
      h('input', {type: 'number', min: 0, max: 127, onchange: () => write()});
  const [least, most] = [field(), field()];
  const write = (): void => {
    const [from, to] = [least.value, most.value];
    const range = from === to ? from : `${from}-${to}`;
    replaceOwn(words, mine, range ? `mate=${range}` : '');
  };
  const show = (): void => {
    const [from = '', to = from] = words.get().find(mine)?.slice('mate='.length).split('-') ?? [];
    least.value = from;
    most.value = to;
  };
  return {
    node: h('span', {class: 'row'}, labelled('Mate in, from', least), labelled('to moves', most)),
    show
  };
}

const kKinds: readonly Choice[] = [
  ['', 'any move'], ['quiet', 'a quiet move'], ['capture', 'a capture'], ['check', 'a check'],
  ['promotion', 'a promotion'], ['underpromotion', 'an underpromotion'],
  ['knight', 'a promotion to a knight'], ['pawn', 'a move of a pawn'],
  ['king', 'a move of the king'], ['castling', 'castling'], ['en-passant', 'en passant']
];

/// "only-move", "only-draw=king".
export function onlyMove(words: Words): WordControl {
  const mine = (word: string): boolean => /^only-(move|draw)(=|$)/.test(word);
  const write = (): void => replaceOwn(
      words, mine, what.value && (kind.value ? `${what.value}=${kind.value}` : what.value));
  const what =
      select([['', 'of no matter'], ['only-move', 'wins'], ['only-draw', 'holds the draw']], write);
  const kind = select(kKinds, write);
  const kindField = labelled('and is', kind);
  const show = (): void => {
    const [name = '', kinds = ''] = words.get().find(mine)?.split('=') ?? [];
    what.value = name;
    kind.value = kinds;  // several kinds are for those who type
    kindField.hidden = !name;
  };
  return {node: h('span', {class: 'row'}, labelled('Exactly one move', what), kindField), show};
}

const kMen: Record<string, string> = {
  K: 'king',
  Q: 'queen',
  R: 'rook',
  B: 'bishop',
  N: 'knight',
  P: 'pawn'
};

/// The men of an ending such as KRPvKR, each kind once: [K, white king] ... [r, black rook].
function menIn(ending: string): Choice[] {
  const [white = '', black = ''] = ending.toUpperCase().split('V');
  const known = (side: string): string[] => [...new Set(side)].filter((letter) => letter in kMen);
  return [
    ...known(white).map((letter): Choice => [letter, `white ${kMen[letter]}`]),
    ...known(black).map((letter): Choice => [letter.toLowerCase(), `black ${kMen[letter]}`])
  ];
}

/// "P:a": a man and a place, added to the words by a button.
export function manPlace(words: Words, ending: () => string): WordControl {
  const man = select([], () => {});
  const place = h('input', {
    type: 'text',
    size: 8,
    autocomplete: 'off',
    spellcheck: 'false',
    placeholder: 'a-c, 7, edge',
    title: 'a file, a rank, a square, a range of these, edge, corner, light or dark'
  });
  const add = (): void => {
    const where = place.value.replaceAll(' ', '');
    if (where) words.set([...words.get(), `${man.value}:${where}`]);
    place.value = '';
  };
  place.addEventListener('keydown', (event) => {
    if (event.key !== 'Enter' || !place.value) return;
    event.preventDefault();  // the place first, then the search
    add();
  });
  const show = (): void => {
    const chosen = man.value;
    man.replaceChildren(...menIn(ending()).map(([value, text]) => h('option', {value}, text)));
    if ([...man.options].some(({value}) => value === chosen)) man.value = chosen;
  };
  return {
    node:
        h('span', {class: 'row'}, labelled('The', man), labelled('stands on', place),
          h('button', {type: 'button', onclick: add}, 'Add')),
    show
  };
}
