// SPDX-License-Identifier: GPL-3.0-or-later
// node screenshots.mjs PROGRAM FOLDER: the pictures of the README, from the page as it is. Endings
// that are missing are solved on the way.
import {join} from 'node:path';

import {expectText, onPage, Server, startBrowser} from './harness.mjs';

const [program, folder] = process.argv.slice(2);
const server = await Server.start(program);
const browser = await startBrowser();

async function shoot(name, hash, options, act) {
  await onPage(
      {browser, server, options: {reducedMotion: 'reduce', ...options}}, hash, async (page) => {
        await act(page);
        await page.evaluate(() => {
          document.activeElement.blur();
          scrollTo(0, 0);
        });
        await page.screenshot({path: join(folder, `${name}.png`), animations: 'disabled'});
      });
}

/// Plays best moves, but the slowest win at the third.
async function playSome(page, moves) {
  for (let move = 1; move <= moves; ++move) {
    const link = await page.getByRole('link', {name: 'On the board'}).getAttribute('href');
    const probe = await (await fetch(`${server.address}api/probe?${link.split('?')[1]}`)).json();
    const wins = probe.moves.filter(({outcome}) => outcome === 'win');
    await page.fill('#move-field', wins.at(move === 3 ? -1 : 0).uci);
    await page.keyboard.press('Enter');
    await page.locator(`.record li:nth-child(${2 * move})`).waitFor();
  }
}

const desktop = {
  viewport: {width: 900, height: 640}
};

try {
  await shoot('board', '#/board?fen=8/8/8/8/3kr3/8/1Q6/K7_b_-_-_0_1', desktop, async (page) => {
    await expectText(page, '.verdict', /wins|Drawn/);
    await page.getByLabel('Heat map of').selectOption('e4');
    await page.locator('.heat .draw, .heat .win-white').first().waitFor();
  });
  await shoot('play', '#/play?fen=8/8/8/4k3/8/8/8/K2B1N2_w_-_-_0_1', desktop, async (page) => {
    await expectText(page, '.verdict', /You play White/);
    await playSome(page, 5);
  });
  await shoot('ending', '#/ending?name=KQvKR', {...desktop, colorScheme: 'dark'}, async (page) => {
    await page.locator('.gallery a').first().waitFor();
  });
  await shoot(
      'phone', '#/train', {viewport: {width: 360, height: 760}, isMobile: true, hasTouch: true},
      async (page) => {
        await page.locator('[data-lesson=opposition]').click();
        await expectText(page, '.verdict', /You play White/);
      });
} finally {
  await browser.close();
  await server.stop();
}
