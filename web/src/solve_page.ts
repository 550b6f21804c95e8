// SPDX-License-Identifier: GPL-3.0-or-later
import {api, messageOf, watchSolving, type SolveState} from './api';
import {button, h} from './dom';
import {endingField} from './ending_field';
import type {Page} from './route';
import {costInWords, ProgressView} from './solving';

class SolvePage {
  private readonly ending = endingField(({solved}) => !solved);
  private readonly cost = h('div', {'aria-live': 'polite', class: 'cost'});
  private readonly progress = h('div');
  private readonly waiting = h('div');
  private readonly last = h('p', {role: 'status', class: 'last'});
  private view: {ending: string; progress: ProgressView}|null = null;

  constructor(root: HTMLElement, signal: AbortSignal) {
    const form = h('form', {class: 'row'}, this.ending.node, h('button', {}, 'What does it cost?'));
    form.addEventListener('submit', (event) => {
      event.preventDefault();
      void this.ask(this.ending.input.value);
    });
    root.append(
        h('h1', {}, 'Solve'),
        h('p', {},
          'What is solved once is kept. Smaller endings that it can turn into are solved with it.'),
        form, this.cost, this.progress, this.waiting, this.last);
    watchSolving((state) => this.show(state), signal);
  }

  async ask(text: string): Promise<void> {
    this.ending.input.value = text;
    try {
      const {ending, solved, cost} = await api.cost(text);
      if (solved) {
        this.cost.replaceChildren(
            h('p', {}, `${ending} is solved: `,
              h('a', {href: `#/ending?name=${ending}`}, 'what there is to know of it')));
        return;
      }
      if (cost.refused) {
        this.cost.replaceChildren(h('p', {class: 'fault'}, cost.refused));
        return;
      }
      this.cost.replaceChildren(
          h('p', {}, `${ending} takes ${costInWords(cost)}.`),
          button(`Solve ${ending}`, () => void this.start(ending)));
    } catch (fault) {
      this.cost.replaceChildren(h('p', {class: 'fault'}, messageOf(fault)));
    }
  }

  private async start(ending: string): Promise<void> {
    try {
      await api.solve(ending);
      this.cost.replaceChildren();
    } catch (fault) {
      this.cost.replaceChildren(h('p', {class: 'fault'}, messageOf(fault)));
    }
  }

  private show(state: SolveState): void {
    this.showProgress(state);
    this.waiting.replaceChildren(...state.waiting.map(
        (ending) =>
            h('p', {}, `${ending} waits. `,
              button(`Cancel ${ending}`, () => void api.giveUp(ending)))));
    if (!state.last) return;
    const end = {done: 'is solved', cancelled: 'was cancelled'}[state.last_end ?? ''];
    this.last.replaceChildren(
        h('a', {href: `#/ending?name=${state.last}`}, state.last),
        ` ${end ?? `failed: ${state.last_end}`}.`);
  }

  private showProgress(state: SolveState): void {
    const ending = state.solving;
    if (!ending) {
      this.view = null;
      return this.progress.replaceChildren();
    }
    if (this.view?.ending !== ending) {
      this.view = {ending, progress: new ProgressView(ending, () => void api.giveUp(ending))};
      this.progress.replaceChildren(this.view.progress.node);
    }
    this.view.progress.show(state);
  }
}

export const solvePage: Page = (root, parameters, signal) => {
  const page = new SolvePage(root, signal);
  const ending = parameters.get('ending');
  if (ending) void page.ask(ending);
};
