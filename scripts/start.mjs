// `npm start`: installs packages, builds what is stale, then runs the gateway in this process.
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { buildStaleParts, root } from './build/build-parts.mjs';
import { giveUp, installIfNeeded, requireNode } from './prepare.mjs';

requireNode();
installIfNeeded();
try {
  await buildStaleParts();
} catch (error) {
  giveUp(error instanceof Error ? error.message : String(error));
}
await import(pathToFileURL(path.join(root, 'dist/server/main.mjs')).href);
