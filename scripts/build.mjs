// `npm run build`: builds both parts and the gateway for tests, with `--stale` only what
// changed, and with `--product` only the stale parts that `npm pack` takes.
import { buildStaleParts } from './build/build-parts.mjs';
import { giveUp, installIfNeeded, requireNode } from './prepare.mjs';

requireNode();
installIfNeeded();
try {
  const isProduct = process.argv.includes('--product');
  await buildStaleParts({ force: !isProduct && !process.argv.includes('--stale'), forTests: !isProduct });
} catch (error) {
  giveUp(error instanceof Error ? error.message : String(error));
}
