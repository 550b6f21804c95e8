// SPDX-License-Identifier: GPL-3.0-or-later
// Endings that are not solved yet are solved when a page needs them: at once with up to four men,
// which takes a second or two, and after a question with five.
import {api, messageOf, watchSolving, type SolveCost, type SolveState} from './api';
import {button, h} from './dom';
import {plural, timeInWords} from './words';

/// How far the solver is with an ending, as a bar and in words.
export class ProgressView {
  private readonly bar = h('progress', {max: 1, 'aria-label': 'solved so far'});
  private readonly words = h('p');
  // Read aloud at every tenth, since the words change five times a second.
  private readonly aloud = h('p', {class: 'unseen', role: 'status'});
  readonly node: HTMLElement;

  constructor(private readonly ending: string, giveUp: () => void) {
    this.node =
        h('div', {class: 'solving'}, h('h3', {}, `Solving ${ending}`), this.bar, this.words,
          this.aloud, button('Cancel', giveUp));
    this.words.textContent = 'It begins.';
  }

  show(state: SolveState): void {
    if (state.solving !== this.ending) {
      if (state.waiting.includes(this.ending)) {
        this.words.textContent = `It waits for ${state.solving ?? 'its turn'}.`;
      }
      return;
    }
    this.bar.value = state.share;
    const tenths = `${10 * Math.floor(10 * this.bar.value)} % of ${this.ending} done`;
    if (this.aloud.textContent !== tenths) this.aloud.textContent = tenths;
    if (!state.part) return;
    this.words.textContent = `${state.part}, ${state.place} of ${plural(state.parts, 'ending')}, ` +
        `${Math.floor(100 * state.share)} % done; about ${timeInWords(state.seconds_left)} left.`;
  }
}

export const isBusyWith = (state: SolveState, ending: string): boolean =>
    state.solving === ending || state.waiting.includes(ending);

/// Shows the progress of an ending that was asked for in `place`, and gives back why it ended
/// without having been solved; null if it was solved.
export async function followSolving(
    ending: string, place: HTMLElement, signal: AbortSignal): Promise<string|null> {
  const over = new AbortController();
  signal.addEventListener('abort', () => over.abort());
  const view = new ProgressView(ending, () => void api.giveUp(ending));
  place.replaceChildren(view.node);
  await new Promise<void>((resolve) => {
    over.signal.addEventListener('abort', () => resolve());
    watchSolving((state) => {
      view.show(state);
      if (!isBusyWith(state, ending)) over.abort();
    }, over.signal);
  });
  if (signal.aborted) return 'left';
  place.replaceChildren();
  const {solved, state} = await api.cost(ending);
  if (solved) return null;
  return state.last_end === 'cancelled' ? `${ending} was cancelled.` :
                                          state.last_end ?? 'It failed.';
}

/// What a solve takes: "about 12 minutes (5 endings)", or what six men take besides.
export const costInWords = ({text, seconds, endings}: SolveCost['cost']): string =>
    text ?? `about ${timeInWords(seconds)} (${plural(endings, 'ending')})`;

/// The person's consent to a long solve. Nothing if the page is left meanwhile.
function asked(ending: string, cost: SolveCost['cost'], place: HTMLElement): Promise<void> {
  return new Promise((resolve) => {
    place.replaceChildren(
        h('div', {class: 'solving'},
          h('p', {role: 'status'},
            `${ending} is not solved yet. That takes ${costInWords(cost)}, and is kept.`),
          button(`Solve ${ending}`, resolve)));
  });
}

export const menIn = (ending: string): number => ending.replace('v', '').length;

/// Has an ending solved unless it is, and tells in `place` how it goes. False if that came to
/// nothing, which `place` then explains.
export async function haveSolved(
    ending: string, place: HTMLElement, signal: AbortSignal): Promise<boolean> {
  try {
    const {solved, cost, state} = await api.cost(ending);
    if (solved) return true;
    if (cost.refused) {
      place.replaceChildren(h('p', {role: 'alert'}, cost.refused));
      return false;
    }
    if (menIn(ending) > 4 && !isBusyWith(state, ending)) await asked(ending, cost, place);
    await api.solve(ending);
    const why = await followSolving(ending, place, signal);
    if (why === null) return !signal.aborted;
    place.replaceChildren(h('p', {role: 'alert'}, why));
  } catch (fault) {
    place.replaceChildren(h('p', {role: 'alert'}, messageOf(fault)));
  }
  return false;
}
