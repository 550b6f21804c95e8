// SPDX-License-Identifier: GPL-3.0-or-later
// The positions of an ending that meet conditions.
import {api, ApiError, messageOf, type Found, type Search} from './api';
import {button, h, labelled, select} from './dom';
import {endingField} from './ending_field';
import {gallery} from './gallery';
import {setAddress, type Page} from './route';
import {choiceOf, flagOf, manPlace, mateRange, onlyMove, type WordControl, type Words} from './search_words';
import {haveSolved, menIn} from './solving';
import {plural} from './words';

const kMost = 240;  // positions to look at
const kWait = 500;  // milliseconds between two questions whether it is our turn

const pause = (milliseconds: number): Promise<void> =>
    new Promise((resolve) => setTimeout(resolve, milliseconds));

class SearchPage {
  private readonly ending = endingField(() => true);
  private readonly condition = h('input', {
    type: 'text',
    id: 'condition-field',
    autocomplete: 'off',
    autocapitalize: 'off',
    spellcheck: 'false',
    placeholder: 'white only-move=quiet k:e4',
    oninput: () => this.showControls()
  });
  private readonly words: Words = {
    get: () => this.condition.value.split(/\s+/).filter((word) => word),
    set:
        (words) => {
          this.condition.value = words.join(' ');
          this.showControls();
        }
  };
  private readonly controls: WordControl[] = [
    choiceOf(this.words, 'To move', [['', 'either side'], ['white', 'White'], ['black', 'Black']]),
    choiceOf(
        this.words, 'Result',
        [
          ['', 'any'], ['white-wins', 'White wins'], ['black-wins', 'Black wins'],
          ['drawn', 'drawn'], ['won', 'who is to move wins'], ['lost', 'who is to move loses']
        ]),
    mateRange(this.words),
    choiceOf(
        this.words, '50-move rule',
        [['', 'of no matter'], ['in-time', 'in time for it'], ['cursed', 'too late for it']]),
    onlyMove(this.words),
    manPlace(this.words, () => this.ending.input.value),
    flagOf(this.words, 'zugzwang', 'mutual zugzwang'),
    flagOf(this.words, 'needs-move', 'won only with the move'),
  ];
  private readonly sort = select(
      [
        ['index', 'as they come'], ['shortest', 'shortest mates first'],
        ['longest', 'longest first']
      ],
      () => {});
  private readonly part = select(
      [
        ['ordinary', 'without castling rights'], ['castling', 'with castling rights'],
        ['en-passant', 'with a capture en passant']
      ],
      () => {});
  private readonly busy = h('div');
  private readonly count = h('h2', {role: 'status', tabindex: '-1', class: 'count'});
  private readonly results = h('div');
  private question = new AbortController();

  constructor(root: HTMLElement, private readonly signal: AbortSignal) {
    const form =
        h('form', {class: 'finder', 'aria-label': 'What to look for'},
          h('div', {class: 'row'}, this.ending.node, labelled('Positions', this.part),
            labelled('Order', this.sort)),
          h('div', {class: 'row'}, ...this.controls.map(({node}) => node)),
          h('div', {class: 'row'},
            h('label', {class: 'field wide'}, h('span', {}, 'Conditions, of which all must hold'),
              this.condition),
            h('button', {class: 'main'}, 'Search')),
          this.help());
    form.addEventListener('submit', (event) => {
      event.preventDefault();
      void this.search();
    });
    this.ending.input.addEventListener('input', () => this.showControls());
    root.append(h('h1', {}, 'Search'), form, this.busy, this.count, this.results);
  }

  /// Fetched when somebody wants to read it.
  private help(): HTMLElement {
    const text = h('pre', {tabindex: '0'});
    const fetchText = (): void => {
      if (text.textContent) return;
      void api.conditions().then(
          ({help}) => text.replaceChildren(help),
          (fault) => text.replaceChildren(messageOf(fault)));
    };
    return h('details', {class: 'panel', ontoggle: fetchText}, h('summary', {}, 'All words'), text);
  }

  begin(search: Partial<Search>): void {
    this.ending.input.value = search.ending ?? '';
    this.condition.value = search.condition ?? '';
    this.sort.value = search.sort ?? 'index';
    this.part.value = search.part ?? 'ordinary';
    this.showControls();
  }

  private showControls(): void {
    for (const {show} of this.controls) show();
  }

  private asked(ending: string): Search {
    return {
      ending,
      condition: this.words.get().join(' '),
      sort: this.sort.value,
      part: this.part.value
    };
  }

  /// A search ends when another one begins.
  async search(): Promise<void> {
    this.question.abort();
    this.question = new AbortController();
    const over = AbortSignal.any([this.question.signal, this.signal]);
    this.results.replaceChildren();
    this.count.replaceChildren();
    try {
      const {ending} = await api.cost(this.ending.input.value || 'KPvK');
      this.ending.input.value = ending;
      this.showControls();
      const search = this.asked(ending);
      setAddress(`#/search?${new URLSearchParams({...search})}`);
      // With six men nothing can be searched, solved or not, as the server will say.
      if (menIn(ending) < 6 && !await haveSolved(ending, this.busy, over)) return;
      this.show(await this.found(search, over));
    } catch (fault) {
      if (over.aborted) return;
      this.count.replaceChildren();
      this.results.replaceChildren(h('p', {class: 'fault', role: 'alert'}, messageOf(fault)));
    } finally {
      if (!over.aborted) this.busy.replaceChildren();
    }
  }

  /// The server does one search at a time.
  private async found(search: Search, over: AbortSignal): Promise<Found> {
    const words = h('p', {role: 'status'}, `Searching ${search.ending}.`);
    this.busy.replaceChildren(
        h('div', {class: 'solving'}, h('progress', {'aria-label': 'searching'}), words,
          button('Stop', () => this.stop())));
    for (;;) {
      try {
        return await api.search(search, kMost, over);
      } catch (fault) {
        if (!(fault instanceof ApiError) || fault.status !== 429) throw fault;
        words.textContent = 'Another search is under way; this one waits for it.';
        await pause(kWait);
      }
    }
  }

  private stop(): void {
    this.question.abort();
    this.busy.replaceChildren();
    this.count.textContent = 'Stopped.';
  }

  private show({count, fens}: Found): void {
    const some = fens.length < count ? `, of which these are ${fens.length}` : '';
    this.count.textContent =
        count === 0 ? 'No such position.' : `${plural(count, 'position')}${some}`;
    if (fens.length) this.results.replaceChildren(gallery(fens));
    // On a phone the form fills the screen.
    if (this.count.getBoundingClientRect().top > innerHeight - 150) this.count.scrollIntoView();
  }
}

export const searchPage: Page = (root, parameters, signal) => {
  const page = new SearchPage(root, signal);
  page.begin(Object.fromEntries(parameters));
  if (parameters.has('condition')) void page.search();
};
