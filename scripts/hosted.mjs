// `node scripts/hosted.mjs managed router '{"kind":"serverless","mount":"/deployment/blue"}'`: runs hosted surfaces on loopback
// for tests and development, one per argument: a kind, or options as JSON (`ServedOptions` in server/testing/serve-hosted.ts).
// Prints one line of JSON for each, then "ready".
import path from 'node:path';
import { root } from './build/build-parts.mjs';
import { loadSource } from './load-source.mjs';

const KINDS = ['managed', 'serverless', 'router'];

/** @param {string} argument @returns {{ kind: string }} */
function optionsOf(argument) {
  const options = argument.startsWith('{') ? JSON.parse(argument) : { kind: argument };
  if (!KINDS.includes(options.kind)) throw new Error(`${options.kind} is not one of ${KINDS.join(', ')}`);
  return options;
}

const requests = process.argv.slice(2).map(optionsOf);
if (requests.length === 0) throw new Error(`Name a kind: ${KINDS.join(', ')}`);
const engineScript = process.env['FLOWDECK_ENGINE_SCRIPT'] ?? path.join(root, 'dist/server/embedded-engine.mjs');
const { serveHosted } = await loadSource('server/testing/serve-hosted.ts');

/** @type {{ served: object, close: () => Promise<void> }[]} */
const open = [];
for (const options of requests) open.push(await serveHosted(options, engineScript));
for (const { served } of open) console.log(JSON.stringify(served));
console.log('ready');

let isStopping = false;
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
  process.on(signal, () => {
    if (isStopping) return;
    isStopping = true;
    void Promise.all(open.map(({ close }) => close())).finally(() => process.exit(0));
  });
}
