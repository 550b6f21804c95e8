// SPDX-License-Identifier: GPL-3.0-or-later
// A position, what it is worth, and what each move is worth.
import {api, messageOf, type GradedMove, type Heat, type Probe, type Step} from './api';
import {BoardView} from './board_view';
import {button, copyable, h, labelled, scrollWithin, select} from './dom';
import {moveField, movesTable} from './moves_view';
import {positionField} from './position_field';
import {fenOf, linkTo, setAddress, type Page} from './route';
import {kStartFen, parseFen, withoutImpossible, writeFen, type Setup} from './setup';
import {Palette, conditions, manInWords, transformations} from './set_up_panel';
import {haveSolved} from './solving';
import {stepButtons, stepByArrows, stepList, type Stepper} from './steps';
import {valueInWords} from './words';

type Mode = 'arrange'|'move';

class BoardPage {
  private readonly board = new BoardView({
    onMove: (move) => this.make(move),
    onArrange: (men) => this.arranged(men),
    onTouch: (square) => this.touched(square),
    onPoint: (square) => this.tellHeat(square),
  });
  private readonly palette = new Palette(this.board);
  private readonly verdict = h('div', {class: 'verdict', 'aria-live': 'polite'});
  private readonly solving = h('div');
  private readonly moves = h('div', {class: 'scrolled'});
  private readonly conditions = h('div');
  private readonly heatChoice = h('div', {class: 'row'});
  private readonly heatWords = h('p', {class: 'heat-words'});
  private readonly steps = h('div', {class: 'line'});
  private readonly pgn = h('div');
  private readonly playLink = h('a', {class: 'button'}, 'Play this');
  private readonly field: ReturnType<typeof positionField>;

  private mode: Mode = 'arrange';
  private setup: Setup;
  private game: Step[] = [];  // moves from `first` on, made or from the best line
  private first: string;
  private at = 0;  // how many of them are on the board
  private probe: Probe|null = null;
  private question = new AbortController();
  private heatSquare: string|null = null;  // of the man whose map stays
  private heat: Heat|null = null;

  constructor(root: HTMLElement, fen: string, private readonly signal: AbortSignal) {
    this.setup = parseFen(fen);
    this.first = fen;
    this.field = positionField(signal, (found) => this.begin(parseFen(found)));
    root.append(
        h('div', {class: 'two three'},
          h('section', {'aria-label': 'Board'}, this.modeChoice(), this.board.node,
            this.palette.node),
          h('section', {'aria-label': 'What it is worth'}, h('h1', {class: 'unseen'}, 'Board'),
            this.verdict, this.solving,
            moveField(() => this.probe?.moves ?? [], (move) => this.make(move)), this.moves,
            this.lineTools(), this.steps, this.pgn),
          h('section', {'aria-label': 'Setting up'}, this.setUpTools())));
    stepByArrows(() => this.stepper(), signal);
    this.begin(this.setup);
  }

  private modeChoice(): HTMLElement {
    const choice = (mode: Mode, text: string): HTMLElement => {
      const input = h(
          'input', {type: 'radio', name: 'mode', value: mode, onchange: () => this.setMode(mode)});
      input.checked = mode === this.mode;
      return h('label', {}, input, text);
    };
    return h(
        'div', {class: 'modes', role: 'radiogroup', 'aria-label': 'What dragging does'},
        choice('arrange', 'Set up'), choice('move', 'Make moves'));
  }

  private setUpTools(): HTMLElement {
    const events = {
      change: (setup: Setup) => this.begin(setup),
      say: (fault: string) => this.say([fault])
    };
    return h(
        'div', {}, this.field.node, this.conditions, transformations(() => this.setup, events),
        h('div', {class: 'row'}, button('Turn the board', () => this.turn()), this.playLink),
        this.heatChoice, this.heatWords);
  }

  private lineTools(): HTMLElement {
    return h(
        'div', {class: 'row', role: 'group', 'aria-label': 'Best line'},
        button('Best line', () => void this.showLine()), ...stepButtons(() => this.stepper()));
  }

  private stepper(): Stepper {
    return {at: this.at, last: this.game.length, go: (at) => this.go(at)};
  }

  private setMode(mode: Mode): void {
    this.mode = mode;
    for (const input of document.querySelectorAll<HTMLInputElement>('input[name=mode]')) {
      input.checked = input.value === mode;
    }
    this.palette.node.hidden = mode !== 'arrange';
    this.showBoard();
  }

  private turn(): void { this.board.turnTo(this.board.side === 'white' ? 'black' : 'white'); }

  /// A new position, which no moves have led to.
  private begin(setup: Setup): void {
    this.setup = withoutImpossible(setup);
    this.first = writeFen(this.setup);
    this.game = [];
    this.at = 0;
    this.pgn.replaceChildren();
    this.look();
  }

  private arranged(men: Map<string, string>): void {
    this.followHeat(men);
    this.begin({...this.setup, men});
  }

  private make(move: GradedMove): void {
    this.game = [...this.game.slice(0, this.at), move];
    this.pgn.replaceChildren();
    if (this.mode !== 'move') this.setMode('move');
    this.go(this.at + 1);
  }

  /// Goes to the position after so many moves.
  private go(at: number): void {
    if (at < 0 || at > this.game.length || (at === this.at && at === 0)) return;
    const men = this.setup.men;
    this.at = at;
    this.setup = parseFen(this.game[at - 1]?.fen ?? this.first);
    if (this.mode !== 'move') this.setMode('move');
    if (this.heatSquare && men.get(this.heatSquare) !== this.setup.men.get(this.heatSquare)) {
      this.followHeat(this.setup.men, men);
    }
    this.look();
  }

  /// Shows the position and asks what it is worth.
  private look(): void {
    const fen = writeFen(this.setup);
    this.probe = null;
    setAddress(linkTo('board', fen));
    this.field.show(fen);
    this.playLink.setAttribute('href', linkTo('play', fen));
    this.conditions.replaceChildren(conditions(this.setup, (setup) => this.begin(setup)));
    this.showBoard();
    this.showSteps();
    this.showHeatChoice();
    void this.ask(fen);
  }

  private showBoard(): void {
    if (this.mode === 'arrange') return this.board.arrange(this.setup);
    const last = this.game[this.at - 1]?.uci;
    const check = this.probe?.check ?? false;
    this.board.play(writeFen(this.setup), this.probe?.moves ?? [], last ? {last, check} : {check});
  }

  /// The answer to the position that is on the board when it comes, and to no older one.
  private async ask(fen: string): Promise<void> {
    this.question.abort();
    const question = this.question = new AbortController();
    const over = AbortSignal.any([question.signal, this.signal]);
    this.solving.replaceChildren();
    try {
      let probe = await api.probe(fen, over);
      if (!probe.solved && probe.ending) {
        this.show(probe, fen);
        if (!await haveSolved(probe.ending, this.solving, over)) return;
        probe = await api.probe(fen, over);
      }
      this.show(probe, fen);
      await this.updateHeat();
    } catch (fault) {
      if (over.aborted) return;
      this.moves.replaceChildren();
      this.board.showHeat(null);
      this.say([messageOf(fault)]);
    }
  }

  private say(sentences: string[]): void {
    this.verdict.replaceChildren(...sentences.map((text) => h('p', {}, text)));
  }

  private show(probe: Probe, fen: string): void {
    this.probe = probe;
    const unsolved = probe.ending ? [`${probe.ending} is not solved yet.`] :
                                    ['Endings have six men at most; these are the legal moves.'];
    this.say(probe.sentences ?? unsolved);
    this.moves.replaceChildren(movesTable(probe.moves, parseFen(fen).turn, {
      choose: (move) => this.make(move),
      consider: (move) => this.board.point(move ? [move.uci] : []),
    }));
    if (this.mode === 'move') this.showBoard();
  }

  private async showLine(): Promise<void> {
    try {
      const line = await api.line(writeFen(this.setup));
      this.game = [...this.game.slice(0, this.at), ...line.moves];
      this.showSteps();
      this.pgn.replaceChildren(copyable('PGN', line.pgn));
    } catch (fault) {
      this.say([messageOf(fault)]);
    }
  }

  /// The moves so far and those of the line, each leading to its position.
  private showSteps(): void {
    const moves = this.game.map(({san}) => ({text: san}));
    this.steps.replaceChildren(...stepList(this.first, moves, this.at, (at) => this.go(at)));
    scrollWithin(this.steps, this.steps.querySelector('[aria-current]'));
  }

  // The heat map: of the man that is touched while setting up, or of one that is chosen to stay.

  private showHeatChoice(): void {
    const men = [...this.setup.men].map(
        ([square, letter]) => [square, `${manInWords(letter)} ${square}`] as [string, string]);
    if (this.heatSquare && !this.setup.men.has(this.heatSquare)) this.heatSquare = null;
    this.heatChoice.replaceChildren(
        labelled('Heat map of', select([['', 'no man'], ...men], (square) => {
                   this.heatSquare = square || null;
                   void this.updateHeat();
                 }, this.heatSquare ?? '')));
  }

  private touched(square: string): void {
    if (this.mode !== 'arrange' || this.palette.place(square)) return;
    if (this.setup.men.has(square)) void this.loadHeat(square);
  }

  private async loadHeat(square: string): Promise<void> {
    const fen = writeFen(this.setup);
    const heat = await api.heat(fen, square).catch(() => null);
    if (this.signal.aborted || fen !== writeFen(this.setup)) return;
    this.heat = heat;
    this.board.showHeat(heat);
  }

  private async updateHeat(): Promise<void> {
    this.heat = null;
    if (this.heatSquare)
      await this.loadHeat(this.heatSquare);
    else
      this.board.showHeat(null);
    this.tellHeat(null);
  }

  /// The chosen man may have gone elsewhere: to the square that has him now and had not before.
  private followHeat(after: Map<string, string>, before = this.setup.men): void {
    const man = this.heatSquare && before.get(this.heatSquare);
    if (!man || after.get(this.heatSquare!) === man) return;
    const now = [...after].find(([square, letter]) => letter === man && before.get(square) !== man);
    this.heatSquare = now?.[0] ?? null;
  }

  /// What the position would be worth with the man on the square under the pointer.
  private tellHeat(square: string|null): void {
    const value = square && this.heat?.squares[square];
    this.heatWords.textContent = value ?
        `${manInWords(this.heat!.man)} on ${square}: ${valueInWords(value, this.setup.turn)}.` :
        '';
  }
}

export const boardPage: Page = (root, parameters, signal) => {
  new BoardPage(root, fenOf(parameters) ?? kStartFen, signal);
};
