// SPDX-License-Identifier: GPL-3.0-or-later
// A game as it is kept here: positions, moves and what was said about them. Which moves are legal
// and where they lead is in the answers of the server.
import type {History, Probe, Side} from './api';
import type {Point} from './graphs';
import {parseFen} from './setup';
import {moveNumbers} from './steps';
import {movesOf, nameOf, sideOf, valueInWords, winnerOf} from './words';

export interface Ply {
  uci: string;
  san: string;
  remark: string|null
}

/// How a game is over: "1-0" and why.
export interface GameEnd {
  result: string;
  words: string
}

/// Positions are the same if men, side to move, rights and the passed square are.
const withoutCounters = (fen: string): string => fen.split(' ').slice(0, 4).join(' ');

export class Game {
  readonly plies: Ply[] = [];
  readonly probes: Probe[];

  constructor(first: Probe) { this.probes = [first]; }

  get probe(): Probe { return this.probes[this.probes.length - 1]!; }
  get fen(): string { return this.probe.fen; }
  get turn(): Side { return sideOf(parseFen(this.fen).turn); }
  get last(): string|undefined { return this.plies[this.plies.length - 1]?.uci; }

  /// What can be repeated: all since the last capture or pawn move.
  get history(): History {
    const count = Math.min(parseFen(this.fen).clock, this.plies.length);
    const begin = this.plies.length - count;
    return {
      fen: this.probes[begin]!.fen,
      moves: this.plies.slice(begin).map(({uci}) => uci).join(',')
    };
  }

  add(ply: Ply, after: Probe): void {
    this.plies.push(ply);
    this.probes.push(after);
  }

  takeBack(): void {
    this.plies.pop();
    if (this.probes.length > 1) this.probes.pop();
  }

  /// Nothing while it goes on.
  end(): GameEnd|null {
    const {moves, check, insufficient_material} = this.probe;
    if (moves.length === 0 && check) {
      const winner: Side = this.turn === 'white' ? 'black' : 'white';
      return {
        result: winner === 'white' ? '1-0' : '0-1',
        words: `Mate: ${nameOf(winner)} has won.`
      };
    }
    const draw = (words: string): GameEnd => ({result: '1/2-1/2', words});
    if (moves.length === 0) return draw('Stalemate: a draw.');
    if (insufficient_material) return draw('Nobody can mate any more: a draw.');
    if (parseFen(this.fen).clock >= 100)
      return draw('50 moves without a capture or pawn move: a draw.');
    const here = withoutCounters(this.fen);
    const times = this.probes.filter(({fen}) => withoutCounters(fen) === here).length;
    return times >= 3 ? draw('The position has come for the third time: a draw.') : null;
  }

  points(): Point[] {
    return this.probes.map((probe, index) => {
      const {turn} = parseFen(probe.fen);
      const move = this.plies[index - 1]?.san ?? 'at the beginning';
      if (!probe.outcome) return {moves: null, winner: null, label: move};
      const value = {
        outcome: probe.outcome,
        mate_plies: probe.mate_plies ?? null,
        zeroing_plies: null
      };
      return {
        moves: value.mate_plies === null ? null : movesOf(value.mate_plies),
        winner: winnerOf(value.outcome, turn),
        label: `${move}: ${valueInWords(value, turn)}`
      };
    });
  }

  /// The moves with their numbers, and what was said about them in braces.
  pgn(you: Side, opponent: string): string {
    const first = this.probes[0]!.fen;
    const result = this.end()?.result ?? '*';
    const players = you === 'white' ? ['You', opponent] : [opponent, 'You'];
    const tags = [
      ['Event', 'Lucena'], ['Site', '?'], ['Date', dateTag()], ['Round', '-'],
      ['White', players[0]], ['Black', players[1]], ['Result', result], ['SetUp', '1'],
      ['FEN', first]
    ];
    const head = tags.map(([name, value]) => `[${name} "${value}"]`).join('\n');
    return `${head}\n\n${[...this.movetext(first), result].join(' ')}\n`;
  }

  private movetext(first: string): string[] {
    const numbers = moveNumbers(first, this.plies.length);
    return this.plies.map(
        ({san, remark}, index) => `${numbers[index]}${san}${remark ? ` {${remark}}` : ''}`);
  }
}

/// Today as in "2026.01.31".
function dateTag(): string {
  const now = new Date();
  const two = (number: number): string => String(number).padStart(2, '0');
  return `${now.getFullYear()}.${two(now.getMonth() + 1)}.${two(now.getDate())}`;
}
