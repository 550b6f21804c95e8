// SPDX-License-Identifier: GPL-3.0-or-later
// node build.mjs FOLDER: writes the page into FOLDER, which the server reads when it starts: one
// script, one style sheet with the men as data: addresses, the HTML and the icon. Nothing in it
// leads to another host.
import {build} from 'esbuild';
import {cp, mkdir} from 'node:fs/promises';
import {dirname, join} from 'node:path';
import {fileURLToPath} from 'node:url';

const here = dirname(fileURLToPath(import.meta.url));
const folder = process.argv[2];
if (!folder) throw new Error('usage: node build.mjs FOLDER');

await mkdir(folder, {recursive: true});
await build({
  absWorkingDir: here,
  entryPoints: {page: 'src/main.ts', style: 'page/style.css'},
  outdir: folder,
  bundle: true,
  minify: true,
  format: 'esm',
  target: ['es2022'],
  legalComments: 'linked',
  loader: {'.svg': 'dataurl'},
  logLevel: 'warning',
});
for (const file of ['icon.svg', 'index.html']) {
  await cp(join(here, 'page', file), join(folder, file));
}
