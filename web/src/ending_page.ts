// SPDX-License-Identifier: GPL-3.0-or-later
import {api, type OutcomeCounts, type Shares, type Side, type Stats} from './api';
import {miniBoard} from './board_view';
import {h} from './dom';
import {sharesBar} from './endings_page';
import {gallery} from './gallery';
import {histogram} from './graphs';
import type {Page} from './route';
import {haveSolved} from './solving';
import {movesOf, nameOf, plural} from './words';

const kSides: Side[] = ['white', 'black'];

/// Wins that the 50-move rule spoils are draws in games, and drawn here.
function sharesOf(counts: OutcomeCounts, side: Side): Shares {
  const legal = Math.max(1, counts.legal);
  const [won, lost] = [counts.win / legal, counts.loss / legal];
  return {
    white_wins: side === 'white' ? won : lost,
    draws: 1 - won - lost,
    black_wins: side === 'white' ? lost : won
  };
}

function outcomes(stats: Stats): HTMLElement {
  const number = (value: number): HTMLElement =>
      h('td', {class: 'number'}, value.toLocaleString('en'));
  const row = (side: Side): HTMLElement => {
    const counts = stats.unique[side];
    return h(
        'tr', {}, h('th', {scope: 'row'}, nameOf(side)),
        h('td', {}, sharesBar(sharesOf(counts, side))), number(counts.win),
        number(counts.cursed_win), number(counts.draw), number(counts.blessed_loss),
        number(counts.loss));
  };
  const titles = ['To move', 'Shares', 'Wins', 'Cursed wins', 'Draws', 'Blessed losses', 'Losses'];
  return h(
      'div', {class: 'scrolled-wide'},
      h('table', {class: 'outcomes'},
        h('caption', {},
          'Positions, those alike by symmetry counted once. Cursed wins and blessed losses ' +
              'take too long for the 50-move rule.'),
        h('thead', {},
          h('tr', {},
            ...titles.map(
                (title, index) =>
                    h('th', {scope: 'col', class: index > 1 ? 'number' : null}, title)))),
        h('tbody', {}, ...kSides.map(row))));
}

function titled(title: string, fens: string[]): HTMLElement|null {
  return fens.length === 0 ? null : h('section', {}, h('h2', {}, title), gallery(fens));
}

const kKinds: Record<string, string> = {
  white_wins_or_draw: 'White wins if Black is to move, else it is a draw',
  black_wins_or_draw: 'Black wins if White is to move, else it is a draw',
  mover_loses: 'whoever is to move loses',
};

function longestMates(stats: Stats): (HTMLElement|null)[] {
  return kSides.map((side) => {
    const longest = stats.longest[side];
    return longest &&
        titled(`${nameOf(side)}'s longest mates: ${plural(longest.mate_moves, 'move')}`,
               stats.longest_fens[side]);
  });
}

function zugzwangs(stats: Stats): (HTMLElement|null)[] {
  return Object.entries(stats.zugzwang_fens)
      .map(
          ([kind, fens]) => titled(
              `Mutual zugzwang, ${kKinds[kind] ?? kind}: ${fens.length.toLocaleString('en')}`,
              fens));
}

/// The way to a capture or pawn move that takes longest, where that is too long for the rule.
function cursed(stats: Stats): (HTMLElement|null)[] {
  return kSides.map((side) => {
    const longest = stats.zeroing_max[side].cursed_win;
    return longest &&
        h('section', {}, h('h2', {}, `${nameOf(side)}'s wins that the 50-move rule spoils`),
          h('p', {},
            `The longest takes ${
                plural(movesOf(longest.plies), 'move')} to a capture or pawn move.`),
          h('div', {class: 'gallery'}, miniBoard(longest.fen)));
  });
}

function show(root: HTMLElement, stats: Stats): void {
  const parts = [
    h('p', {class: 'conclusion'}, stats.conclusion),
    h('p', {class: 'row'},
      h('a', {class: 'button', href: '#/train?ending=' + stats.material}, 'Practise it'), ' ',
      h('a', {class: 'button', href: '#/search?ending=' + stats.material}, 'Search it')),
    outcomes(stats),
    h('div', {class: 'histograms'},
      ...kSides.map((side) => histogram(stats.mate_plies.unique[side], side))),
    ...longestMates(stats),
    ...cursed(stats),
    ...zugzwangs(stats),
  ];
  root.append(...parts.filter((part): part is HTMLElement => part !== null));
}

export const endingPage: Page = async (root, parameters, signal) => {
  const {ending: name} = await api.cost(parameters.get('name') ?? 'KRvK');
  const place = h('div');
  root.append(h('h1', {}, name), place);
  if (!await haveSolved(name, place, signal)) return;
  const stats = await api.stats(name);
  if (!signal.aborted) show(root, stats);
};
