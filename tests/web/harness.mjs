// SPDX-License-Identifier: GPL-3.0-or-later
// A server of its own for each test file, a browser, and pages that tell when something is wrong
// with them: an error on the console, a request to another host, a breach of the content policy.
import assert from 'node:assert/strict';
import {spawn} from 'node:child_process';
import {once} from 'node:events';
import {mkdtemp, rm} from 'node:fs/promises';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {createInterface} from 'node:readline';
import {chromium} from 'playwright-core';

/// No wait is for ever; these are for a machine that is busy with other tests.
export const kPatience = 60_000;

export class Server {
  /// Serves a folder of tables that is empty at first and gone afterwards.
  static async start(program) {
    const server = new Server();
    server.tables = await mkdtemp(join(tmpdir(), 'lucena-web-'));
    server.child = spawn(
        program, ['serve', '--port', '0', '--tables', server.tables],
        {stdio: ['ignore', 'pipe', 'inherit']});
    const lines = createInterface({input: server.child.stdout});
    const [line] = await once(lines, 'line', {signal: AbortSignal.timeout(kPatience)});
    server.address = /http:\S+\//.exec(line)[0];
    return server;
  }

  async stop() {
    const ended = once(this.child, 'exit', {signal: AbortSignal.timeout(kPatience)});
    this.child.kill('SIGINT');
    const [status] = await ended.catch((fault) => {
      this.child.kill('SIGKILL');
      throw fault;
    });
    await rm(this.tables, {recursive: true, force: true});
    assert.equal(status, 0, 'the server ends in order');
  }
}

export function startBrowser() {
  // Root may not use the sandbox. Nothing but our own page is opened.
  return chromium.launch({
    executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
    args: ['--no-sandbox'],
    timeout: kPatience
  });
}

/// Opens a part of the page, such as #/board, has `act` do something with it, and fails if anything
/// went wrong meanwhile.
export async function onPage({browser, server, options = {}, allowed = []}, hash, act) {
  const context = await browser.newContext({viewport: {width: 1100, height: 900}, ...options});
  context.setDefaultTimeout(kPatience);
  const faults = [];
  await context.route('**', (route) => {
    const url = route.request().url();
    if (url.startsWith(server.address)) return route.continue();
    faults.push(`a request to ${url}`);
    return route.abort();
  });
  await context.exposeFunction(
      'tellBreach', (breach) => faults.push(`against the policy: ${breach}`));
  await context.addInitScript(
      () => document.addEventListener(
          'securitypolicyviolation',
          (event) => window.tellBreach(`${event.violatedDirective} ${event.blockedURI}`)));
  const page = await context.newPage();
  page.on('pageerror', (error) => faults.push(error.stack));
  page.on('console', (message) => {
    if (message.type() === 'error' && !allowed.some((text) => message.text().includes(text))) {
      faults.push(message.text());
    }
  });
  try {
    await page.goto(server.address + hash);
    await act(page);
  } catch (fault) {
    const text = await page.locator('main').innerText().catch(() => '');
    fault.message += `\nThe page says: ${text.slice(0, 600)}\nFaults: ${faults.join('\n')}`;
    throw fault;
  } finally {
    await context.close();
  }
  assert.deepEqual(faults, []);
}

/// Waits until the text of an element is as `pattern` says.
export async function expectText(page, selector, pattern) {
  await page.locator(selector).filter({hasText: pattern}).first().waitFor({state: 'attached'});
}

/// Where a square is on the page.
export async function squareCentre(page, square) {
  const box = await page.locator('.board .ground').boundingBox();
  const file = 'abcdefgh'.indexOf(square[0]), rank = Number(square[1]) - 1;
  return [box.x + (file + 0.5) * box.width / 8, box.y + (7.5 - rank) * box.height / 8];
}

/// Drags from a point to another as a hand does, in several steps.
export async function drag(page, [x1, y1], [x2, y2], whileHeld = async () => {}) {
  await page.mouse.move(x1, y1);
  await page.mouse.down();
  await page.mouse.move((x1 + x2) / 2, (y1 + y2) / 2, {steps: 3});
  await page.mouse.move(x2, y2, {steps: 3});
  await whileHeld();
  await page.mouse.up();
}

/// The same with a finger.
export async function touchDrag(page, [x1, y1], [x2, y2]) {
  const finger = await page.context().newCDPSession(page);
  const send = (type, points) =>
      finger.send('Input.dispatchTouchEvent', {type, touchPoints: points});
  await send('touchStart', [{x: x1, y: y1}]);
  for (let step = 1; step <= 6; ++step) {
    await send('touchMove', [{x: x1 + (x2 - x1) * step / 6, y: y1 + (y2 - y1) * step / 6}]);
  }
  await send('touchEnd', []);
  await finger.detach();
}

export async function dragMan(page, from, to, whileHeld) {
  await drag(page, await squareCentre(page, from), await squareCentre(page, to), whileHeld);
}

/// Waits until the position in the address is as `pattern` says.
export async function expectFen(page, pattern) {
  const fenOf = (url) =>
      decodeURIComponent(/fen=([^&]*)/.exec(url.href)?.[1] ?? '').replaceAll('_', ' ');
  await page.waitForURL((url) => pattern.test(fenOf(url)));
}
