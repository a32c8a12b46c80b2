// `npm run bench`: runs every bench, or those that are named, and prints one line a figure.
import { readdirSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { buildStaleParts, root } from '../scripts/build-parts.mjs';
import { installIfNeeded, requireNode } from '../scripts/prepare.mjs';
import { reportLine, isOver } from './figures.mjs';

requireNode();
installIfNeeded();
await buildStaleParts();

const asked = process.argv.slice(2);
const names = readdirSync(path.join(root, 'bench'))
  .filter((file) => file.endsWith('.bench.mjs'))
  .map((file) => file.replace('.bench.mjs', ''))
  .filter((name) => asked.length === 0 || asked.includes(name));

let figures = 0;
let over = 0;
for (const name of names) {
  const { run } = await import(pathToFileURL(path.join(root, 'bench', `${name}.bench.mjs`)).href);
  try {
    await run((/** @type {import('./figures.mjs').Figure} */ figure) => {
      figures += 1;
      if (isOver(figure)) over += 1;
      console.log(reportLine(figure));
    });
  } catch (error) {
    over += 1;
    console.log(`${name}: not measured: ${error instanceof Error ? error.message : String(error)}`);
  }
}
console.log(`${figures} figures, ${over} over their bar or not measured`);
process.exitCode = figures > 0 && over === 0 ? 0 : 1;
