// `npm run bench`: runs the benches of what users notice, or the named ones, and prints one line per figure. With `--full` it measures
// larger files, more rounds and more profiles, and runs all benches (`isOnDemand`).
import { readdirSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { buildStaleParts, root } from '../scripts/build/build-parts.mjs';
import { installIfNeeded, requireNode } from '../scripts/prepare.mjs';
import { isFull, reportLine, isOver } from './figures.mjs';

requireNode();
installIfNeeded();
await buildStaleParts({ forTests: true });

const requests = process.argv.slice(2).filter((argument) => argument !== '--full');
const benches = readdirSync(path.join(root, 'bench'), { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('.bench.mjs'))
  .map((file) => ({ name: path.basename(file, '.bench.mjs'), file: path.join(root, 'bench', file) }))
  .filter(({ name }) => requests.length === 0 || requests.includes(name))
  .toSorted((a, b) => (a.name < b.name ? -1 : 1));

/** @type {string[]} */
const skipped = [];
let stats = 0;
let over = 0;
for (const { name, file } of benches) {
  const { run, isOnDemand = false } = await import(pathToFileURL(file).href);
  if (isOnDemand && !isFull && requests.length === 0) {
    skipped.push(name);
    continue;
  }
  try {
    await run((/** @type {import('./figures.mjs').Figure} */ figure) => {
      stats += 1;
      if (isOver(figure)) over += 1;
      console.log(reportLine(figure));
    });
  } catch (error) {
    over += 1;
    console.log(`${name}: not measured: ${error instanceof Error ? error.message : String(error)}`);
  }
}
if (skipped.length > 0) console.log(`run by name or with --full: ${skipped.join(', ')}`);
console.log(`${stats} figures, ${over} over their bar or not measured`);
process.exitCode = stats > 0 && over === 0 ? 0 : 1;
