// SPDX-License-Identifier: GPL-3.0-or-later
import type {Side} from './api';
import {h, svg} from './dom';
import {nameOf, plural} from './words';

/// How far from mate a game was after a ply, in moves; null for a draw.
export interface Point {
  moves: number|null;
  winner: Side|null;
  label: string
}

const kWidth = 320, kHeight = 110, kBottom = 14;

/// The distance to mate over a game: a column for each ply, as high as the mate is far; White's
/// wins go up from the middle line and Black's down, and a dot on it is a draw.
export function distanceGraph(
    points: Point[], current: number, pick: (index: number) => void): SVGElement {
  const most = Math.max(5, ...points.map(({moves}) => moves ?? 0));
  const width = kWidth / Math.max(20, points.length);
  const middle = kHeight / 2;
  const column = ({moves, winner, label}: Point, index: number): SVGElement => {
    const height = winner ? 3 + (moves ?? 0) / most * (middle - 6) : 3;
    const y = winner === 'white' ? middle - height : winner === 'black' ? middle : middle - 1.5;
    return svg(
        'g', {class: index === current ? 'current' : null, onclick: () => pick(index)},
        svg('rect', {x: index * width, y: 0, width, height: kHeight, class: 'behind'}),
        svg('rect', {
          x: index * width + 0.5,
          y,
          width: Math.max(1, width - 1),
          height,
          class: winner ? `win-${winner}` : 'draw'
        }),
        svg('title', {}, label));
  };
  return svg(
      'svg', {
        class: 'graph',
        viewBox: `0 0 ${kWidth} ${kHeight}`,
        role: 'img',
        'aria-label': `Distance to mate over ${plural(points.length, 'position')}`
      },
      svg('line', {x1: 0, x2: kWidth, y1: middle, y2: middle}), ...points.map(column));
}

/// How many positions are how many moves from mate: `counts` by plies with `side` to move.
export function histogram(counts: number[], side: Side): HTMLElement {
  const other: Side = side === 'white' ? 'black' : 'white';
  const most = Math.max(1, ...counts);
  const width = kWidth / Math.max(12, Math.ceil(counts.length / 2) + 1);
  const bars = counts.map((count, plies) => {
    const wins = plies % 2 === 1;
    const moves = Math.ceil(plies / 2);
    const height = count ? Math.max(1, count / most * (kHeight - kBottom)) : 0;
    const winner = wins ? side : other;
    const words = plies === 0 ? `${nameOf(side)} is mated` : `${nameOf(winner)} mates in ${moves}`;
    return svg(
        'g', {}, svg('rect', {
          x: moves * width + (wins ? 0 : width / 2),
          y: kHeight - kBottom - height,
          width: width / 2,
          height,
          class: `win-${winner}`
        }),
        svg('title', {}, `${words}: ${plural(count, 'position')}`));
  });
  const last = Math.ceil((counts.length - 1) / 2);
  const ticks = [...new Set([0, Math.round(last / 2), last])].map(
      (moves) => svg(
          'text',
          {x: Math.min((moves + 0.5) * width, kWidth - 8), y: kHeight - 2, 'text-anchor': 'middle'},
          String(moves)));
  const tall = counts.indexOf(most);
  return h(
      'figure', {},
      svg('svg', {
        class: 'graph histogram',
        viewBox: `0 0 ${kWidth} ${kHeight}`,
        role: 'img',
        'aria-label':
            `Positions by moves to mate with ${nameOf(side)} to move; up to ${last} moves, ` +
            `most of them ${Math.ceil(tall / 2)} moves away`
      },
          ...bars, ...ticks),
      h('figcaption', {}, `${nameOf(side)} to move: positions by moves to mate`));
}
