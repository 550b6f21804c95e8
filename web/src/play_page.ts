// SPDX-License-Identifier: GPL-3.0-or-later
import {messageOf, type Side} from './api';
import {h, labelled, select, button} from './dom';
import {GameView, type Opponent} from './game_view';
import {positionField} from './position_field';
import {fenOf, linkTo, setAddress, type Page} from './route';
import {openQuestions} from './set_up_panel';
import {inWords, parseFen, writeFen, type Setup} from './setup';

class PlayPage {
  private wanted = 'win';
  private side: Side|undefined;
  private opponent: Opponent['kind'] = 'perfect';
  private elo = 1400;
  private readonly place = h('div');
  private readonly form: HTMLDetailsElement;
  private readonly field: ReturnType<typeof positionField>;

  constructor(root: HTMLElement, private readonly signal: AbortSignal) {
    this.field = positionField(signal, (fen) => this.prepare(parseFen(fen)), () => this.wanted);
    this.form =
        h('details', {open: true, class: 'panel'}, h('summary', {}, 'New game'), this.choices(),
          this.field.node);
    root.append(h('h1', {}, 'Play'), this.form, this.place);
  }

  private choices(): HTMLElement {
    const elo = h('input', {
      type: 'number',
      min: 1000,
      max: 2600,
      step: 100,
      value: this.elo,
      onchange: () => {
        this.elo = Number(elo.value);
      }
    });
    const strength = labelled('Elo', elo);
    strength.hidden = true;
    return h(
        'div', {class: 'row'},
        labelled(
            'Of an ending, a position that is',
            select(
                [['win', 'won'], ['any', 'any'], ['draw', 'drawn'], ['hardest', 'the hardest']],
                (value) => {
                  this.wanted = value;
                },
                this.wanted)),
        labelled(
            'You play',
            select(
                [['', 'who wins, or is to move'], ['white', 'White'], ['black', 'Black']],
                (value) => {
                  this.side = (value || undefined) as Side | undefined;
                })),
        labelled(
            'Against',
            select(
                [['perfect', 'perfection'], ['human', 'somebody weaker'], ['random', 'chance']],
                (value) => {
                  this.opponent = value as Opponent['kind'];
                  strength.hidden = value !== 'human';
                })),
        strength);
  }

  /// Asks for what men at home leave open, and begins otherwise.
  prepare(setup: Setup): void {
    this.field.show(writeFen(setup));
    const questions = openQuestions(setup, (changed) => this.prepare(changed));
    if (questions.length === 0) return this.start(writeFen(setup));
    this.place.replaceChildren(
        h('div', {class: 'panel'}, h('p', {}, inWords(setup)),
          h('fieldset', {}, h('legend', {}, 'Which of these is still possible?'), ...questions),
          button('Start', () => this.start(writeFen(setup)))));
  }

  private start(fen: string): void {
    setAddress(linkTo('play', fen));
    this.form.open = false;
    const elo = this.opponent === 'human' ? {elo: this.elo} : {};
    const game = new GameView({
      fen,
      opponent: {kind: this.opponent, ...elo},
      signal: this.signal,
      ...(this.side ? {side: this.side} : {})
    });
    this.place.replaceChildren(game.node);
    game.start().catch((fault) => {
      if (!this.signal.aborted)
        this.place.replaceChildren(h('p', {role: 'alert'}, messageOf(fault)));
    });
  }
}

export const playPage: Page = (root, parameters, signal) => {
  const page = new PlayPage(root, signal);
  const fen = fenOf(parameters);
  if (fen) page.prepare(parseFen(fen));
};
