// `npm run build`: builds both parts and the gateway for tests, or with `--stale` only what changed.
import { buildStaleParts } from './build/build-parts.mjs';
import { giveUp, installIfNeeded, requireNode } from './prepare.mjs';

requireNode();
installIfNeeded();
try {
  await buildStaleParts({ force: !process.argv.includes('--stale'), forTests: true });
} catch (error) {
  giveUp(error instanceof Error ? error.message : String(error));
}
