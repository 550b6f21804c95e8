// SPDX-License-Identifier: GPL-3.0-or-later
import {miniBoard} from './board_view';
import {button, h} from './dom';

/// Boards that lead to the positions, a dozen at a time.
export function gallery(fens: string[]): HTMLElement {
  const kAtATime = 12;
  const boards = h('div', {class: 'gallery'});
  let shown = 0;
  const more = button('More', () => {
    const added = fens.slice(shown, shown + kAtATime).map((fen) => miniBoard(fen));
    boards.append(...added);
    if (shown > 0) added[0]?.focus();  // the button may be gone, and the focus with it
    shown += kAtATime;
    more.hidden = shown >= fens.length;
  });
  more.click();
  return h('div', {}, boards, more);
}
