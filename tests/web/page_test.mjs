// SPDX-License-Identifier: GPL-3.0-or-later
// node page_test.mjs PROGRAM: the page of `lucena serve`, as a person uses it in a browser.
import assert from 'node:assert/strict';
import {after, before, test} from 'node:test';
import {gzipSync} from 'node:zlib';

import {drag, dragMan, expectFen, expectText, kPatience, onPage, Server, squareCentre, startBrowser, touchDrag} from './harness.mjs';

const program = process.argv[2];
const rook = '#/board?fen=8/8/8/8/8/2k5/8/K6R_w_-_-_0_1';
let server, browser;

before(async () => {
  server = await Server.start(program);
  browser = await startBrowser();
}, {timeout: kPatience});
after(async () => {
  await browser?.close();
  await server?.stop();
}, {timeout: kPatience});

/// A test of one part of the page, with limits on its time.
function pageTest(name, hash, act, more = {}) {
  test(name, {timeout: 2 * kPatience}, () => onPage({browser, server, ...more}, hash, act));
}

/// From an empty folder: the first test has an ending solved that nobody has asked for before.
pageTest('solves with progress from an empty folder', '#/solve', async (page) => {
  await page.fill('#ending-field', 'KPvKP');
  await page.keyboard.press('Enter');
  await expectText(page, '.cost', /KPvKP takes about .* \(\d+ endings\)\./);
  const shares = page.evaluate(
      () => new Promise((resolve) => {
        const seen = [];
        new MutationObserver(() => {
          const share = document.querySelector('progress')?.value;
          if (share !== undefined && share !== seen.at(-1)) seen.push(share);
          if (document.querySelector('.last')?.textContent.includes('solved')) resolve(seen);
        }).observe(document.body, {childList: true, subtree: true, characterData: true});
      }));
  await page.getByRole('button', {name: 'Solve KPvKP'}).click();
  const seen = (await shares).filter((share) => share > 0);
  assert.ok(seen.length >= 2, `the bar moves: ${seen}`);
  assert.deepEqual(seen, [...seen].sort((a, b) => a - b), 'and only forwards');
  await expectText(page, '.last', /KPvKP is solved/);
});

pageTest(
    'an ending with five men is asked for first, and can be cancelled', '#/ending?name=KRPvKR',
    async (page) => {
      await expectText(page, '.solving', /KRPvKR is not solved yet. That takes about/);
      await page.getByRole('button', {name: 'Solve KRPvKR'}).click();
      await page.getByRole('button', {name: 'Cancel'}).click();
      await expectText(page, 'main', /KRPvKR was cancelled/);
    });

pageTest('tells what a position is worth', rook, async (page) => {
  await expectText(page, '.verdict', /White wins: mate in 14 moves/);
  const first = page.locator('.moves tbody tr').first();
  assert.match(await first.innerText(), /Rd1\s+best\s+White wins\s+14\s+27/);
  await page.locator('[data-uci=h1h4]').hover();
  await page.locator('.cg-shapes g').first().waitFor({state: 'attached'});
  await page.getByRole('button', {name: 'Best line'}).click();
  await expectText(page, '.copyable', /Copy PGN/);
  assert.match(await page.locator('.copyable textarea').inputValue(), /1\. Rd1 .*#/s);
  await page.getByRole('button', {name: 'One on'}).click();
  await expectText(page, '.verdict', /White wins: mate in 13 moves/);
  await expectFen(page, / b - - 1 1$/);
});

pageTest('a position is set up by dragging', rook, async (page) => {
  await expectText(page, '.verdict', /mate in 14/);
  const queen = await page.locator('.palette [data-man=Q]').boundingBox();
  await drag(
      page, [queen.x + queen.width / 2, queen.y + queen.height / 2],
      await squareCentre(page, 'd5'));
  await expectFen(page, /^8\/8\/8\/3Q4\/8\/2k5\/8\/K6R w/);
  await expectText(page, '.verdict', /White wins: mate in [2-5] moves/);
  const [x, y] = await squareCentre(page, 'h1');
  await drag(page, [x, y], [x + 200, y - 20]);  // off the board
  await expectFen(page, /^8\/8\/8\/3Q4\/8\/2k5\/8\/K7 w/);
  await dragMan(page, 'c3', 'a2');  // beside the other king
  await page.locator('.verdict').filter({hasText: /king/i}).waitFor();
  await dragMan(page, 'a2', 'h8');
  await expectFen(page, /^7k\/8\/8\/3Q4\/8\/8\/8\/K7 w/);
  await expectText(page, '.verdict', /White wins/);
  await page.getByRole('button', {name: 'Swap the colours'}).click();
  await expectFen(page, /^k7\/8\/8\/8\/3q4\/8\/8\/7K b/);
  await expectText(page, '.verdict', /Black wins/);
}, {allowed: ['400']});

pageTest('the heat map follows a man', rook, async (page) => {
  await expectText(page, '.verdict', /mate in 14/);
  await page.getByLabel('Heat map of').selectOption('h1');
  const cell = (square) => page.locator(`.heat [data-square=${square}]`);
  await cell('d1').filter({hasText: '13'}).waitFor();
  assert.equal(await cell('c1').innerText(), '', 'no rook gives check out of turn');
  assert.match(await cell('b2').getAttribute('class'), /win-white/);
  await dragMan(
      page, 'h1', 'd1',
      () => expectText(page, '.heat-words', /white rook on d1: White mates in 13 moves/));
  await expectText(page, '.verdict', /mate in 13 moves/);
  await cell('h1').filter({hasText: '14'}).waitFor();
});

pageTest(
    'a missing ending with four men is solved at once',
    '#/board?fen=8/8/8/8/8/2KBN3/8/k7_w_-_-_0_1', async (page) => {
      await expectText(page, '.verdict', /White wins: mate in \d+ moves/);
    });

pageTest('what is no position is refused in words', rook, async (page) => {
  await page.fill('#position-field', 'nonsense 123');
  await page.keyboard.press('Enter');
  await page.locator('.position .fault').filter({hasText: /\w/}).waitFor();
  await page.fill('#position-field', 'Ke1 Ra1 Rh1 / Ke8 b');
  await page.keyboard.press('Enter');
  await page.getByLabel('White O-O-O').check();
  await page.waitForURL(/_b_Q_/);
}, {allowed: ['400']});

pageTest(
    'en passant is asked for where pawns allow it', '#/board?fen=4k3/8/8/3pP3/8/8/8/4K3_w_-_-_0_1',
    async (page) => {
      await expectText(page, '.verdict', /White wins|Drawn/);
      assert.equal(await page.locator('[data-uci=e5d6]').count(), 0);
      await page.getByLabel('En passant').selectOption('d6');
      await page.locator('[data-uci=e5d6]').waitFor();
    });

async function typeMove(page, text) {
  await page.fill('#move-field', text);
  await page.keyboard.press('Enter');
}

/// Plays the best move until the game is over, by choosing the hint's.
async function playToTheEnd(page) {
  for (let move = 0; move < 12; ++move) {
    await page.getByRole('button', {name: 'Hint'}).click();
    const said = await page.locator('.verdict p').filter({hasText: /^Best:/}).innerText();
    const best = /Best: ([^,.]+)/.exec(said)[1];
    const before = await page.locator('.record li').count();
    await typeMove(page, best);
    const over = page.locator('.verdict .end');
    await page.locator(`.record li:nth-child(${before + 2})`).or(over).first().waitFor({
      state: 'attached'
    });
    if (await over.count()) return over.innerText();
  }
  throw new Error('no mate within twelve moves');
}

pageTest('king and queen mate', '#/play?fen=8/8/8/4k3/8/8/8/K6Q_w_-_-_0_1', async (page) => {
  await expectText(page, '.verdict', /You play White/);
  assert.match(await playToTheEnd(page), /Mate: White has won/);
  await page.getByRole('button', {name: 'PGN'}).click();
  assert.match(await page.locator('.copyable textarea').inputValue(), /\[FEN "8\/8.*# 1-0/s);
  assert.ok(await page.locator('.graph rect.win-white').count() > 5);
});

pageTest(
    'a mistake is remarked on and taken back', '#/play?fen=8/8/8/4k3/8/8/8/K6Q_w_-_-_0_1',
    async (page) => {
      await expectText(page, '.verdict', /You play White/);
      await dragMan(page, 'h1', 'e4');  // the king takes her
      await expectText(page, '.record .remark', /draw/);
      await expectText(page, '.verdict', /Lucena plays Kxe4/);
      await page.getByRole('button', {name: 'Take back'}).click();
      await expectText(page, '.verdict', /Taken back. White wins/);
      assert.equal(await page.locator('.record li').count(), 0);
    });

pageTest('statistics of an ending', '#/endings', async (page) => {
  await expectText(page, 'main', /145 endings/);
  await page.getByRole('button', {name: 'Longest mate'}).click();
  assert.match(await page.locator('.endings tbody tr').first().innerText(), /KRvKP\s+4\s+43/);
  await page.getByLabel('Name has').fill('KPvK');
  await page.getByRole('link', {name: 'KPvK', exact: true}).click();
  await expectText(page, '.conclusion', /White wins/);
  assert.equal(await page.locator('.histogram').count(), 2);
  await page.getByRole('heading', {name: /White's longest mates: 28 moves/}).waitFor();
  await page.getByRole('heading', {name: /Mutual zugzwang.*: 80/}).waitFor();
  await page.locator('.gallery a').first().click();
  await expectText(page, '.verdict', /White wins: mate in 28 moves/);
});

/// 8/k1P5/2K5/8/8/8/8/8: a queen is stalemate, a rook mates.
pageTest('a lesson is solved, then failed, and its progress kept', '#/train', async (page) => {
  await page.locator('[data-lesson=underpromotion]').click();
  await expectText(page, '.goal', /Goal: Mate in at most 2 moves/);
  await expectText(page, '.verdict', /You play White/);
  await dragMan(page, 'c7', 'c8');
  await page.getByRole('button', {name: 'Rook'}).click();
  await expectText(page, '.verdict', /Lucena plays Ka6/);
  await typeMove(page, 'ra8');
  await expectText(page, '.verdict .end', /Solved\. It comes again in 1 day/);
  await page.getByRole('button', {name: 'Again'}).click();
  await expectText(page, '.verdict', /You play White/);
  await typeMove(page, 'c8Q');
  await expectText(page, '.verdict .end', /Not reached\. First mistake: /);
  await page.reload();
  await expectText(page, '.lessons li:has([data-lesson=underpromotion])', /solved 1 of 2/);
});

pageTest('a won position of an ending, which the person wins', '#/play', async (page) => {
  await page.fill('#position-field', 'kq v k');
  await page.keyboard.press('Enter');
  await expectText(page, '.verdict', /You play White. White wins: mate in \d+ moves?/);
});

pageTest('positions of an ending by difficulty', '#/train?ending=KRvK', async (page) => {
  await page.getByLabel('Difficulty').selectOption('6');
  await page.getByRole('button', {name: 'Give me a position'}).click();
  await expectText(page, '.goal', /Win. So far 0 of 0 here/);
  await expectText(page, '.verdict', /You play White. White wins: mate in 1[456] moves/);
});

pageTest('against somebody weaker, castling rights asked for', '#/play', async (page) => {
  await page.getByLabel('Against').selectOption('human');
  await page.getByLabel('Elo').fill('1200');
  await page.fill('#position-field', 'Ke1 Ra1 / Ke5 w');
  await page.keyboard.press('Enter');
  await page.getByLabel('White O-O-O').check();
  await page.getByRole('button', {name: 'Start'}).click();
  await expectText(page, '.verdict', /You play White. White wins/);
  await typeMove(page, '0-0-0');
  await expectText(page, '.verdict', /Lucena plays K/);
  await page.getByRole('button', {name: 'PGN'}).click();
  assert.match(await page.locator('.copyable textarea').inputValue(), /Elo 1200.*1\. O-O-O.* K/s);
});

const kGame = `[White "Anna"]
[Black "Bert"]
[Result "1/2-1/2"]
[SetUp "1"]
[FEN "8/8/8/4k3/8/8/8/K6Q w - - 0 1"]

1. Qe4+ Kxe4 1/2-1/2
`;

pageTest('a game is reviewed', '#/review', async (page) => {
  await page.fill('#pgn-field', kGame);
  await page.getByRole('button', {name: 'Review'}).click();
  await expectText(page, 'main', /Anna – Bert/);
  await expectText(page, '.verdict', /Qe4\+\. Drawn/);
  assert.equal(await page.locator('.line .mistake').innerText(), 'Qe4+??');
  await page.keyboard.press('ArrowRight');
  await expectText(page, '.verdict', /Kxe4/);
});

pageTest('by keyboard alone', rook, async (page) => {
  await expectText(page, '.verdict', /mate in 14/);
  /// Presses Tab until something is in focus.
  const tabTo = async (selector) => {
    for (let times = 0; times < 80; ++times) {
      await page.keyboard.press('Tab');
      if (await page.evaluate((wanted) => document.activeElement?.matches(wanted), selector))
        return;
    }
    throw new Error(`Tab never comes to ${selector}`);
  };
  await tabTo('#position-field');
  await page.keyboard.press('Control+A');
  await page.keyboard.type('Ka1 Qh1 / Ke5 w');
  await page.keyboard.press('Enter');
  await expectText(page, '.verdict', /White wins: mate in \d/);
  await tabTo('#move-field');
  await page.keyboard.type('Qe4');
  await page.keyboard.press('Enter');
  await expectText(page, '.verdict', /Drawn/);
  await tabTo('.moves button');
  await page.keyboard.press('Enter');  // the king takes her
  await page.waitForURL(/4k3/);
  assert.match(
      await page.locator('.board .unseen').innerText(), /White: Ka1. Black: Ke4. White to move./);
});

/// By controls, by words, and both.
pageTest('positions are searched for by conditions', '#/search', async (page) => {
  await page.fill('#ending-field', 'kp v k');
  const control = (name) => page.locator('.finder label', {hasText: name}).locator('select');
  await control(/^To move/).selectOption('white');
  await control(/^Exactly one move/).selectOption('only-move');
  await control(/^and is/).selectOption('underpromotion');
  const words = page.locator('#condition-field');
  assert.equal(await words.inputValue(), 'white only-move=underpromotion');
  await words.press('Enter');
  await expectText(page, '.count', /^\d+ positions?$/);
  const all = parseInt(await page.locator('.count').innerText(), 10);
  const command =
      `${server.address}api/search?ending=KPvK&condition=white+only-move=underpromotion`;
  assert.equal(all, (await (await fetch(command)).json()).count);
  assert.equal(await page.locator('.gallery a').count(), Math.min(all, 12));
  await control(/^The/).selectOption('P');
  await page.getByLabel('stands on').fill('b');
  await page.keyboard.press('Enter');
  assert.equal(await words.inputValue(), 'white only-move=underpromotion P:b');
  await page.getByRole('button', {name: 'Search', exact: true}).click();
  await page.waitForURL(/P%3Ab/);
  await expectText(page, '.count', /^\d+ positions?$/);
  assert.ok(parseInt(await page.locator('.count').innerText(), 10) < all);
  // What is typed shows in the controls.
  await words.fill('zugzwang mate=8-12 black nonsense');
  assert.ok(await page.getByLabel('mutual zugzwang').isChecked());
  assert.equal(await page.getByLabel('to moves').inputValue(), '12');
  assert.equal(await control(/^To move/).inputValue(), 'black');
  await words.press('Enter');
  await expectText(page, '[role=alert]', /unknown condition 'nonsense'/);
  await words.fill('zugzwang');
  await words.press('Enter');
  await expectText(page, '.count', /^80 positions$/);
  await page.getByRole('button', {name: 'More'}).click();
  assert.equal(await page.locator('.gallery a').count(), 24);
  await page.locator('.gallery a').first().click();
  await expectText(page, '.verdict', /Drawn|wins/);
}, {allowed: ['400']});

const kPhone = {
  viewport: {width: 360, height: 740},
  hasTouch: true,
  isMobile: true
};

pageTest('men are dragged with a finger', rook, async (page) => {
  await expectText(page, '.verdict', /mate in 14/);
  const queen = page.locator('.palette [data-man=Q]');
  await queen.scrollIntoViewIfNeeded();
  const box = await queen.boundingBox();
  const from = [box.x + box.width / 2, box.y + box.height / 2];
  await touchDrag(page, from, await squareCentre(page, 'd5'));
  await expectFen(page, /^8\/8\/8\/3Q4\/8\/2k5\/8\/K6R w/);
  await expectText(page, '.verdict', /White wins: mate in [2-5] moves/);
  await touchDrag(page, await squareCentre(page, 'd5'), await squareCentre(page, 'e2'));
  await expectFen(page, /^8\/8\/8\/8\/8\/2k5\/4Q3\/K6R w/);
  assert.equal(await page.evaluate(() => scrollX), 0, 'the page stays where it is');
  // A man is chosen by a tap and put by another one, and taken off in the same way.
  await page.locator('.palette [data-man=R]').tap();
  await page.touchscreen.tap(...await squareCentre(page, 'h8'));
  await expectFen(page, /^7R\/8\/8\/8\/8\/2k5\/4Q3\/K6R w/);
  await page.getByRole('button', {name: 'remove'}).tap();
  await page.touchscreen.tap(...await squareCentre(page, 'h8'));
  await page.touchscreen.tap(...await squareCentre(page, 'e2'));
  await expectFen(page, /^8\/8\/8\/8\/8\/2k5\/8\/K6R w/);
  // And moves are made.
  await page.getByLabel('Make moves').tap();
  await touchDrag(page, await squareCentre(page, 'h1'), await squareCentre(page, 'd1'));
  await expectFen(page, /K2R4 b/);
  await expectText(page, '.verdict', /White wins: mate in 13 moves/);
}, {options: kPhone});

pageTest('a game is played by taps', '#/play?fen=8/8/8/4k3/8/8/8/K6Q_w_-_-_0_1', async (page) => {
  await expectText(page, '.verdict', /You play White/);
  await page.touchscreen.tap(...await squareCentre(page, 'h1'));
  await page.touchscreen.tap(...await squareCentre(page, 'h4'));
  await expectText(page, '.verdict', /Lucena plays K/);
  assert.match(await page.locator('.record li').first().innerText(), /Qh4/);
}, {options: kPhone});

pageTest('fits a phone', rook, async (page) => {
  await expectText(page, '.verdict', /mate in 14/);
  for (const hash
           of ['#/board', '#/play', '#/train', '#/endings', '#/ending?name=KPvK',
               '#/search?ending=KPvK&condition=zugzwang', '#/solve', '#/review']) {
    await page.goto(server.address + hash);
    await page.locator('main > *').first().waitFor();
    const width = await page.evaluate(() => document.documentElement.scrollWidth);
    assert.ok(width <= 360, `${hash} is ${width} px wide`);
  }
}, {options: kPhone});

pageTest('is dark where the system is', '#/board', async (page) => {
  const brightness = await page.evaluate(
      () => getComputedStyle(document.body).backgroundColor.match(/\d+/g).map(Number));
  assert.ok(Math.max(...brightness) < 60, `background ${brightness}`);
}, {options: {colorScheme: 'dark'}});

pageTest('is small and quick', '#/board', async (page) => {
  const sizes = await Promise.all(['page.js', 'style.css'].map(
      async (name) => gzipSync(await (await fetch(server.address + name)).text()).length));
  assert.ok(sizes[0] + sizes[1] <= 150_000, `${sizes} bytes compressed`);
  const times = [];
  for (let load = 0; load < 5; ++load) {
    await page.reload();
    times.push(await page.evaluate(() => performance.getEntriesByName('interactive')[0].startTime));
  }
  const least = Math.min(...times);  // the others waited for other tests
  assert.ok(least <= 300, `interactive after ${times} ms`);
  console.log(
      `# ${sizes[0] + sizes[1]} bytes compressed, interactive after ${Math.round(least)} ms`);
});
