// `npm run build:static`: builds the console as a folder for any static host; `--demo` includes the gateway.
import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { root } from './build/build-parts.mjs';
import { giveUp, installIfNeeded, requireNode } from './prepare.mjs';

requireNode();
const { demo, base, 'out-dir': outDir } = readArguments();
installIfNeeded();
const built = spawnSync(
  process.execPath,
  [
    path.join(root, 'node_modules/vite/bin/vite.js'),
    'build',
    '--mode',
    demo ? 'demo' : 'static',
    '--base',
    base,
    // `--emptyOutDir` also empties folders outside the project, so that no files of an earlier build remain.
    '--outDir',
    path.resolve(outDir),
    '--emptyOutDir',
    '--logLevel',
    'error',
  ],
  { cwd: root, stdio: ['ignore', 2, 2] },
);
if (built.status !== 0) giveUp('The static build failed');
process.stderr.write(`${path.relative(process.cwd(), path.resolve(outDir))} is ready for a static host at ${base}\n`);

function readArguments() {
  try {
    const { values } = parseArgs({
      options: {
        demo: { type: 'boolean', default: false },
        base: { type: 'string', default: '/' },
        'out-dir': { type: 'string', default: path.join(root, 'dist/static') },
      },
    });
    if (!/^\/(?:[\w.~-]+\/)*$/.test(values.base)) giveUp('--base must be a path such as / or /flowdeck/');
    return values;
  } catch (error) {
    return giveUp(error instanceof Error ? error.message : String(error));
  }
}
