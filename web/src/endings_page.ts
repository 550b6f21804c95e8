// SPDX-License-Identifier: GPL-3.0-or-later
import {api, type EndingRow, type Shares, type Side} from './api';
import {h, labelled, select} from './dom';
import type {Page} from './route';
import {bytesInWords, percent} from './words';

interface Column {
  title: string;
  value: (row: EndingRow, side: Side) => number | string
}

const longest = ({longest_mate_moves: most}: EndingRow): number =>
    most ? Math.max(most.white ?? 0, most.black ?? 0) : -1;

const kColumns: Column[] = [
  {title: 'Ending', value: ({ending}) => ending},
  {title: 'Men', value: ({men}) => men},
  {
    title: 'White wins, draws, Black wins',
    value: ({shares}, side) => shares?.[side].white_wins ?? -1
  },
  {title: 'Longest mate', value: longest},
  {title: 'Zugzwangs', value: ({zugzwangs}) => zugzwangs ?? -1},
  {title: 'On disk', value: ({bytes}) => bytes ?? -1},
];

/// Three parts of a bar, and the same as text.
export function sharesBar(shares: Shares): HTMLElement {
  const part = (name: string, share: number): HTMLElement => {
    const piece = h('span', {class: name});
    piece.style.flexGrow = String(share);
    return piece;
  };
  const words = `White wins ${percent(shares.white_wins)}, draws ${percent(shares.draws)}, ` +
      `Black wins ${percent(shares.black_wins)}`;
  return h(
      'div', {class: 'bar', role: 'img', 'aria-label': words, title: words},
      part('win-white', shares.white_wins), part('draw', shares.draws),
      part('win-black', shares.black_wins));
}

function tableRow(row: EndingRow, side: Side): HTMLElement {
  const name = h('th', {scope: 'row'}, h('a', {href: `#/ending?name=${row.ending}`}, row.ending));
  const men = h('td', {class: 'number'}, String(row.men));
  if (!row.solved) {
    return h(
        'tr', {class: 'unsolved'}, name, men,
        h('td', {colspan: 4}, h('a', {href: `#/solve?ending=${row.ending}`}, 'not solved')));
  }
  const most = longest(row);
  return h(
      'tr', {}, name, men, h('td', {}, row.shares ? sharesBar(row.shares[side]) : ''),
      h('td', {class: 'number'}, most > 0 ? String(most) : '–'),
      h('td', {class: 'number'}, (row.zugzwangs ?? 0).toLocaleString('en')),
      h('td', {class: 'number'}, bytesInWords(row.bytes ?? 0)));
}

class EndingsPage {
  private side: Side = 'white';
  private men = '';
  private filter = '';
  private column = 1;
  private ascending = true;
  private readonly place = h('div', {class: 'scrolled-wide'});
  private readonly count = h('p', {role: 'status'});

  constructor(root: HTMLElement, private readonly rows: EndingRow[]) {
    const filter = h('input', {
      type: 'search',
      size: 10,
      placeholder: 'KRP',
      oninput: () => {
        this.filter = filter.value.toUpperCase();
        this.show();
      }
    });
    root.append(
        h('h1', {}, 'Endings'),
        h('div', {class: 'row'}, labelled('Name has', filter),
          labelled(
              'Men',
              select(
                  [['', 'all'], ['3', '3'], ['4', '4'], ['5', '5'], ['6', '6']],
                  (men) => {
                    this.men = men;
                    this.show();
                  })),
          labelled(
              'To move',
              select(
                  [['white', 'White'], ['black', 'Black']],
                  (side) => {
                    this.side = side as Side;
                    this.show();
                  }))),
        this.count, this.place);
    this.show();
  }

  private chosen(): EndingRow[] {
    const {value} = kColumns[this.column]!;
    const sign = this.ascending ? 1 : -1;
    const order = (a: EndingRow, b: EndingRow): number => {
      const [left, right] = [value(a, this.side), value(b, this.side)];
      return sign * (left < right ? -1 : left > right ? 1 : 0);
    };
    return this.rows
        .filter(
            ({ending, men}) => ending.toUpperCase().includes(this.filter) &&
                (!this.men || men === Number(this.men)))
        .sort(order);
  }

  /// A heading sorts by its column, and the other way when it is chosen again. Numbers begin with
  /// the greatest.
  private heading({title}: Column, index: number): HTMLElement {
    const sorted = index === this.column ? (this.ascending ? 'ascending' : 'descending') : null;
    const sort = (): void => {
      this.ascending = index === this.column ? !this.ascending : index < 2;
      this.column = index;
      this.show();
      this.place.querySelectorAll('button')[index]?.focus();
    };
    const mark = sorted ? (this.ascending ? ' ▲' : ' ▼') : '';
    return h(
        'th',
        {scope: 'col', 'aria-sort': sorted, class: index === 0 || index === 2 ? null : 'number'},
        h('button', {type: 'button', onclick: sort}, title, mark));
  }

  private show(): void {
    const rows = this.chosen();
    const solved = rows.filter((row) => row.solved).length;
    this.count.textContent = `${rows.length} endings, ${solved} of them solved.`;
    this.place.replaceChildren(
        h('table', {class: 'endings'},
          h('thead', {},
            h('tr', {}, ...kColumns.map((column, index) => this.heading(column, index)))),
          h('tbody', {}, ...rows.map((row) => tableRow(row, this.side)))));
  }
}

export const endingsPage: Page = async (root, _parameters, signal) => {
  const {endings} = await api.endings();
  if (!signal.aborted) new EndingsPage(root, endings);
};
