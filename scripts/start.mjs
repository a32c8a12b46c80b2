// `npm start`: everything a user needs. Installs, builds what is stale, then is the gateway, in this same process.
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { buildStaleParts, root } from './build-parts.mjs';
import { giveUp, installIfNeeded, requireNode } from './prepare.mjs';

requireNode();
installIfNeeded();
try {
  await buildStaleParts();
} catch (error) {
  giveUp(error instanceof Error ? error.message : String(error));
}
await import(pathToFileURL(path.join(root, 'dist/server/main.mjs')).href);
