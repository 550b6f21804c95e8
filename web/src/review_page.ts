// SPDX-License-Identifier: GPL-3.0-or-later
// Games of others, step by step, with what the tables say as soon as few enough men are left.
import {api, messageOf, type ReviewedGame, type ReviewedPly} from './api';
import {BoardView} from './board_view';
import {button, h, labelled, scrollWithin, select} from './dom';
import {distanceGraph, type Point} from './graphs';
import {linkTo, type Page} from './route';
import {parseFen} from './setup';
import {stepButtons, stepByArrows, stepList, type Stepper} from './steps';
import {movesOf, plural, valueInWords, winnerOf} from './words';

const kMostBytes = 256 * 1024;

function wordsOn(ply: ReviewedPly): string {
  if (!ply.known || !ply.outcome) return 'The tables do not know this position.';
  const value = {outcome: ply.outcome, mate_plies: ply.mate_plies ?? null, zeroing_plies: null};
  const words = valueInWords(value, parseFen(ply.fen).turn);
  return `${words[0]!.toUpperCase()}${words.slice(1)}.`;
}

function pointOf(ply: ReviewedPly): Point {
  const known = ply.known && ply.outcome;
  return {
    moves: known && ply.mate_plies != null ? movesOf(ply.mate_plies) : null,
    winner: known ? winnerOf(ply.outcome!, parseFen(ply.fen).turn) : null,
    label: `${ply.san}: ${wordsOn(ply)}`
  };
}

/// "White – Black, 1-0", as far as it is known.
function titleOf({tags}: ReviewedGame): string {
  return `${tags['White'] ?? '?'} – ${tags['Black'] ?? '?'}, ${tags['Result'] ?? '*'}`;
}

class GameReview {
  readonly node: HTMLElement;
  private readonly board = new BoardView({});
  private readonly words = h('div', {class: 'verdict', 'aria-live': 'polite'});
  private readonly moves = h('div', {class: 'line'});
  private readonly graph = h('div', {class: 'graph-place'});
  private readonly boardLink = h('a', {class: 'button'}, 'On the board');
  private at = 0;

  constructor(private readonly game: ReviewedGame, signal: AbortSignal) {
    const changes = game.plies.filter(({changes_result}) => changes_result).length;
    this.node = h(
        'div', {class: 'two'}, h('section', {'aria-label': 'Board'}, this.board.node, this.tools()),
        h('section', {'aria-label': 'The game'}, h('h2', {}, titleOf(game)),
          h('p', {}, `The result was thrown away ${plural(changes, 'time')}.`), this.words,
          this.graph, this.moves));
    stepByArrows(() => this.stepper(), signal);
    const change = game.plies.findIndex(({changes_result}) => changes_result);
    const known = game.plies.findIndex(({known}) => known);
    this.go(Math.max(0, change >= 0 ? change + 1 : known + 1));
  }

  private tools(): HTMLElement {
    return h(
        'div', {class: 'row'}, ...stepButtons(() => this.stepper()),
        button('Next mistake', () => this.nextMistake()), this.boardLink);
  }

  private nextMistake(): void {
    const after =
        this.game.plies.findIndex(({changes_result}, index) => changes_result && index >= this.at);
    if (after >= 0) this.go(after + 1);
  }

  private stepper(): Stepper {
    return {at: this.at, last: this.game.plies.length, go: (at) => this.go(at)};
  }

  private go(at: number): void {
    if (at < 0 || at > this.game.plies.length) return;
    this.at = at;
    const ply = this.game.plies[at - 1];
    const fen = ply?.fen ?? this.game.fen;
    this.board.play(fen, [], ply ? {last: ply.uci} : {});
    this.boardLink.setAttribute('href', linkTo('board', fen));
    this.words.replaceChildren(
        h('p', {}, ply ? `${ply.san}. ${wordsOn(ply)}` : 'The game begins.'),
        ply?.remark ? h('p', {class: 'remark'}, ply.remark) : '');
    this.graph.replaceChildren(
        distanceGraph(this.game.plies.map(pointOf), at - 1, (index) => this.go(index + 1)));
    this.showMoves();
  }

  private showMoves(): void {
    const moves =
        this.game.plies.map(({san, changes_result, remark}) => ({
                              text: san +
                                  (changes_result ? '??' :
                                       remark     ? '?' :
                                                    ''),
                              attributes: {class: changes_result ? 'mistake' : null, title: remark},
                            }));
    this.moves.replaceChildren(...stepList(this.game.fen, moves, this.at, (at) => this.go(at)));
    scrollWithin(this.moves, this.moves.querySelector('[aria-current]'));
  }
}

class ReviewPage {
  private readonly text = h('textarea', {
    id: 'pgn-field',
    rows: 6,
    spellcheck: 'false',
    placeholder: 'Paste games in PGN here, or drop a file'
  });
  private readonly fault = h('p', {class: 'fault', role: 'alert'});
  private readonly place = h('div');
  private readonly form: HTMLDetailsElement;
  private listening = new AbortController();

  constructor(root: HTMLElement, private readonly signal: AbortSignal) {
    const file = h('input', {
      type: 'file',
      accept: '.pgn,text/plain',
      'aria-label': 'A file of games',
      onchange: () => void this.read(file.files?.[0])
    });
    this.form =
        h('details', {open: true, class: 'panel'}, h('summary', {}, 'Games'),
          h('label', {class: 'field wide'}, h('span', {}, 'PGN'), this.text),
          h('div', {class: 'row'}, file, button('Review', () => void this.review())));
    root.append(h('h1', {}, 'Review'), this.form, this.fault, this.place);
    root.addEventListener('dragover', (event) => event.preventDefault(), {signal});
    root.addEventListener('drop', (event) => {
      if (!event.dataTransfer?.files.length) return;
      event.preventDefault();
      void this.read(event.dataTransfer.files[0]);
    }, {signal});
    signal.addEventListener('abort', () => this.listening.abort());
  }

  private async read(file: File|undefined): Promise<void> {
    if (!file) return;
    if (file.size > kMostBytes) {
      this.fault.textContent = 'That is too much: 256 kB at most. `lucena review` takes any size.';
      return;
    }
    this.text.value = await file.text();
    await this.review();
  }

  private async review(): Promise<void> {
    this.fault.textContent = '';
    try {
      const {games} = await api.review(this.text.value);
      if (!this.signal.aborted) this.showGames(games);
    } catch (fault) {
      this.fault.textContent = messageOf(fault);
    }
  }

  private showGames(games: ReviewedGame[]): void {
    if (games.length === 0) {
      this.fault.textContent = 'There is no game in it.';
      return;
    }
    this.form.open = false;
    const place = h('div');
    const open = (index: string): void => {
      this.listening.abort();
      this.listening = new AbortController();
      place.replaceChildren(new GameReview(games[Number(index)]!, this.listening.signal).node);
    };
    const choices =
        games.map((game, index) => [String(index), `${index + 1}: ${titleOf(game)}`] as const);
    this.place.replaceChildren(
        ...(games.length > 1 ? [labelled('Game', select(choices, open))] : []), place);
    open('0');
  }
}

export const reviewPage: Page = (root, _parameters, signal) => {
  new ReviewPage(root, signal);
};
