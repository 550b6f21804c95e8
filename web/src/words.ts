// SPDX-License-Identifier: GPL-3.0-or-later
import type {Outcome, Side, Value} from './api';
import type {Turn} from './setup';

/// 2 N - 1 plies with the winner to move and 2 N with the loser to move are N moves.
export const movesOf = (plies: number): number => Math.floor((plies + 1) / 2);

export const sideOf = (turn: Turn): Side => (turn === 'w' ? 'white' : 'black');
export const nameOf = (side: Side): string => (side === 'white' ? 'White' : 'Black');
const otherSide = (side: Side): Side => (side === 'white' ? 'black' : 'white');

/// Who wins if it is the turn of `turn`; a win that the 50-move rule spoils counts as one here.
export function winnerOf(outcome: Outcome, turn: Turn): Side|null {
  if (outcome === 'draw') return null;
  const mover = sideOf(turn);
  return outcome === 'win' || outcome === 'cursed-win' ? mover : otherSide(mover);
}

export const isSpoilt = (outcome: Outcome): boolean =>
    outcome === 'cursed-win' || outcome === 'blessed-loss';

/// "White mates in 12 moves", for a value of which it is `turn`'s turn.
export function valueInWords(value: Value, turn: Turn): string {
  const winner = winnerOf(value.outcome, turn);
  if (!winner || value.mate_plies === null) return 'drawn';
  const moves = movesOf(value.mate_plies);
  const soon = value.mate_plies === 0 ? 'has mated' : `mates in ${plural(moves, 'move')}`;
  const late = isSpoilt(value.outcome) ? ', too late for the 50-move rule' : '';
  return `${nameOf(winner)} ${soon}${late}`;
}

export function plural(count: number, noun: string): string {
  return `${count.toLocaleString('en')} ${noun}${count === 1 ? '' : 's'}`;
}

/// "less than a second", "40 seconds", "3 minutes": nobody needs it more exactly.
export function timeInWords(seconds: number): string {
  if (seconds < 1) return 'less than a second';
  if (seconds < 90) return plural(Math.round(seconds), 'second');
  if (seconds < 90 * 60) return plural(Math.round(seconds / 60), 'minute');
  return plural(Math.round(seconds / 3600), 'hour');
}

export function bytesInWords(bytes: number): string {
  if (bytes < 1000) return `${bytes} B`;
  if (bytes < 1e6) return `${(bytes / 1e3).toFixed(0)} kB`;
  return `${(bytes / 1e6).toFixed(1)} MB`;
}

export const percent = (share: number): string => `${(100 * share).toFixed(1)} %`;
