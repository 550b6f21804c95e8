// SPDX-License-Identifier: GPL-3.0-or-later
// One page whose parts are told apart by what stands behind the # of the address:
// #/board?fen=8/8/8/8/8/2k5/8/K6R_w_-_-_0_1. Links carry positions that way.
import {messageOf} from './api';
import {boardPage} from './board_page';
import {h} from './dom';
import {endingPage} from './ending_page';
import {endingsPage} from './endings_page';
import {playPage} from './play_page';
import {reviewPage} from './review_page';

import type {Page} from './route';
import {searchPage} from './search_page';
import {solvePage} from './solve_page';
import {trainPage} from './train_page';

const kPages: Record < string, {
  title: string;
  page: Page;
  nav?: string
}
> = {
  board: {title: 'Board', page: boardPage},
  play: {title: 'Play', page: playPage},
  train: {title: 'Train', page: trainPage},
  endings: {title: 'Endings', page: endingsPage},
  ending: {title: 'Ending', page: endingPage, nav: 'endings'},
  search: {title: 'Search', page: searchPage},
  solve: {title: 'Solve', page: solvePage},
  review: {title: 'Review', page: reviewPage},
};

const main = document.querySelector('main')!;
let leaving = new AbortController();

function markNavigation(name: string): void {
  for (const link of document.querySelectorAll('nav a')) {
    if (link.getAttribute('href') === `#/${name}`)
      link.setAttribute('aria-current', 'page');
    else
      link.removeAttribute('aria-current');
  }
}

async function open(): Promise<void> {
  const [path = '', query = ''] = location.hash.replace(/^#\/?/, '').split('?');
  const name = path in kPages ? path : 'board';
  const {title, page, nav} = kPages[name]!;
  leaving.abort();
  leaving = new AbortController();
  document.title = `${title} – Lucena`;
  markNavigation(nav ?? name);
  main.dataset['page'] = name;
  main.replaceChildren();
  try {
    await page(main, new URLSearchParams(query), leaving.signal);
  } catch (fault) {
    if (!leaving.signal.aborted) main.append(h('p', {role: 'alert'}, messageOf(fault)));
  }
}

// #main is where "Skip to the page" leads, and no page of its own.
window.addEventListener('hashchange', () => {
  if (location.hash !== '#main')
    void open();
  else
    main.focus();
});
void open();
performance.mark('interactive');  // a test holds it against 300 ms
