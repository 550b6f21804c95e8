// SPDX-License-Identifier: GPL-3.0-or-later
// A game of a person against the server, from a given position.
import {api, messageOf, type GradedMove, type Probe, type Side} from './api';
import {BoardView} from './board_view';
import {button, copyable, h, scrollWithin} from './dom';
import {Game} from './game';
import {distanceGraph} from './graphs';
import {moveField} from './moves_view';
import {linkTo} from './route';
import {haveSolved} from './solving';
import {parseFen} from './setup';
import {isSpoilt, nameOf, plural, winnerOf} from './words';

export interface Opponent {
  kind: 'perfect'|'human'|'random';
  elo?: number
}

export interface GameOptions {
  fen: string;
  side?: Side;  // the person's; whoever wins, or is to move in a draw, if it is left out
  opponent: Opponent;
  signal: AbortSignal;
  /// Called after every ply; a sentence ends the game, as an exercise that is over does.
  judge?: (game: Game, you: Side, helped: boolean) => Promise<string|null>;
  /// Whether what the position is worth is told all the time, or only at the end.
  silent?: boolean;
}

export const opponentName = ({kind, elo}: Opponent): string => kind === 'human' ?
    `Lucena, Elo ${elo}` :
    kind === 'random' ? 'Lucena at random' :
                        'Lucena';

/// Who wins under the 50-move rule.
function winnerIn({outcome, fen}: Probe): Side|null {
  return outcome && !isSpoilt(outcome) ? winnerOf(outcome, parseFen(fen).turn) : null;
}

export class GameView {
  readonly node: HTMLElement;
  private readonly board = new BoardView({onMove: (move) => void this.make(move)});
  private readonly verdict = h('div', {class: 'verdict', 'aria-live': 'polite'});
  private readonly solving = h('div');
  private readonly record = h('ol', {class: 'record', 'aria-label': 'Moves and remarks'});
  private readonly graph = h('div', {class: 'graph-place'});
  private readonly out = h('div');
  private readonly boardLink = h('a', {class: 'button'}, 'On the board');
  private game: Game|null = null;
  private you: Side = 'white';
  private helped = false;
  private over: string|null = null;
  private busy = false;  // while an answer of the server is under way

  constructor(private readonly options: GameOptions) {
    this.node =
        h('div', {class: 'two three'},
          h('section', {'aria-label': 'Board'}, this.board.node,
            moveField(
                () => (this.isYourTurn() ? this.game!.probe.moves : []),
                (move) => void this.make(move))),
          h('section', {'aria-label': 'The game'}, this.verdict, this.solving, this.record,
            this.graph, this.out),
          h('section', {'aria-label': 'Help'}, this.tools()));
  }

  private tools(): HTMLElement {
    return h(
        'div', {class: 'row'}, button('Hint', () => this.hint()),
        button('Take back', () => this.takeBack()),
        button(
            'Turn the board',
            () => this.board.turnTo(this.board.side === 'white' ? 'black' : 'white')),
        button('PGN', () => this.showPgn()), this.boardLink);
  }

  /// False if the ending was not to be solved.
  async start(): Promise<boolean> {
    const {fen, side, signal} = this.options;
    let probe = await api.probe(fen, signal);
    if (!probe.ending) throw new Error('Endings have six men at most.');
    this.board.play(probe.fen, []);
    if (!probe.solved) {
      if (!await haveSolved(probe.ending, this.solving, signal)) return false;
      probe = await api.probe(fen, signal);
    }
    this.game = new Game(probe);
    this.you = side ?? winnerIn(probe) ?? this.game.turn;
    this.board.turnTo(this.you);
    this.say(`You play ${nameOf(this.you)}. ${this.options.silent ? '' : this.worth()}`);
    this.show();
    await this.goOn();
    return true;
  }

  private worth(): string { return this.game?.probe.sentences?.[0] ?? ''; }

  private isYourTurn(): boolean {
    return !!this.game && !this.over && !this.busy && this.game.turn === this.you;
  }

  private say(text: string, more: HTMLElement|null = null): void {
    this.verdict.replaceChildren(h('p', {}, text));
    if (more) this.verdict.append(more);
  }

  private show(): void {
    const game = this.game!;
    const more = {check: game.probe.check, ...(game.last ? {last: game.last} : {})};
    this.board.play(game.fen, this.isYourTurn() ? game.probe.moves : [], more);
    this.boardLink.setAttribute('href', linkTo('board', game.fen));
    this.record.replaceChildren(...this.recordLines());
    scrollWithin(this.record, this.record.lastElementChild);
    this.out.replaceChildren();
    if (this.options.silent && !this.over) return this.graph.replaceChildren();
    this.graph.replaceChildren(distanceGraph(game.points(), game.plies.length, () => {}));
  }

  private * recordLines(): Generator<HTMLElement> {
    const game = this.game!;
    for (const [index, {san, remark}] of game.plies.entries()) {
      const [, turn, , , , number] = game.probes[index]!.fen.split(' ');
      yield h(
          'li', {}, `${number}${turn === 'w' ? '.' : '...'} ${san}`,
          remark ? h('span', {class: 'remark'}, ` ${remark}`) : null);
    }
  }

  /// What the person plays; then the opponent, unless that was the end.
  private async make(move: GradedMove): Promise<void> {
    if (!this.isYourTurn()) return;
    await this.guarded(async () => {
      const game = this.game!;
      const {remark} = await api.remark(game.history, move.uci);
      game.add({uci: move.uci, san: move.san, remark}, await this.probed(move.fen));
      this.say(remark ?? `${move.san}: nothing was lost.`);
    });
    await this.goOn();
  }

  private async reply(): Promise<void> {
    const {kind, elo} = this.options.opponent;
    await this.guarded(async () => {
      const game = this.game!;
      const {uci, san, fen} = await api.move(game.history, kind, elo);
      game.add({uci, san, remark: null}, await this.probed(fen));
      this.verdict.append(
          h('p', {}, `Lucena plays ${san}. `, this.options.silent ? '' : this.worth()));
    });
  }

  /// Captures and promotions lead to endings that were solved with this one.
  private probed(fen: string): ReturnType<typeof api.probe> {
    return api.probe(fen, this.options.signal);
  }

  private async guarded(work: () => Promise<void>): Promise<void> {
    this.busy = true;
    try {
      await work();
      await this.judge();
    } catch (fault) {
      if (!this.options.signal.aborted) this.say(messageOf(fault));
      this.over ??= '*';
    }
    this.busy = false;
    this.show();
  }

  private async judge(): Promise<void> {
    const game = this.game!;
    const words = await this.options.judge?.(game, this.you, this.helped);
    const end = game.end();
    if (!words && !end) return;
    this.over = end?.result ?? '*';
    this.verdict.append(h('p', {class: 'end'}, words ?? `${end!.words} ${this.summary()}`));
  }

  private async goOn(): Promise<void> {
    const game = this.game!;
    const end = game.end();
    if (end && !this.over) {
      this.over = end.result;
      this.verdict.append(h('p', {class: 'end'}, end.words));
    }
    if (!this.over && game.turn !== this.you) await this.reply();
  }

  private summary(): string {
    const game = this.game!;
    const yours = game.plies.filter((_, index) => this.turnOf(index) === this.you);
    const spotless = yours.filter(({remark}) => remark === null).length;
    return `${spotless} of your ${plural(yours.length, 'move')} could not be bettered.`;
  }

  private turnOf(ply: number): Side {
    return this.game!.probes[ply]!.fen.split(' ')[1] === 'w' ? 'white' : 'black';
  }

  private hint(): void {
    if (!this.isYourTurn()) return;
    const best = this.game!.probe.moves.filter(({best}) => best);
    this.helped = true;
    this.board.point(best.slice(0, 3).map(({uci}) => uci), 'blue');
    this.say(`Best: ${best.map(({san}) => san).join(', ')}.`);
  }

  /// Back to the person's move before.
  private takeBack(): void {
    const game = this.game;
    if (!game || this.busy || game.plies.length === 0) return;
    if (game.plies.length === 1 && game.turn === this.you) return;
    this.helped = true;
    this.over = null;
    do game.takeBack();
    while (game.turn !== this.you && game.plies.length > 0);
    this.say(`Taken back. ${this.options.silent ? '' : this.worth()}`);
    this.show();
    if (game.turn !== this.you) void this.goOn();
  }

  private showPgn(): void {
    if (!this.game) return;
    this.out.replaceChildren(
        copyable('PGN', this.game.pgn(this.you, opponentName(this.options.opponent))));
  }
}
