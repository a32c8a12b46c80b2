// `npm run test:live -- --comfyui URL [--record] [--start COMMAND] [name...]`: the suite that needs a real ComfyUI. With two
// `--comfyui` (and `--start`) options it also runs tests that need two. `npm run test:live -- --python PATH`: the part that needs
// the official client instead (docs/live-testing.md).
import { spawn } from 'node:child_process';
import { parseArgs } from 'node:util';
import { buildStaleParts } from './build/build-parts.mjs';
import { giveUp } from './prepare.mjs';

const { values, positionals } = parseArgs({
  options: {
    comfyui: { type: 'string', multiple: true },
    python: { type: 'string' },
    record: { type: 'boolean' },
    start: { type: 'string', multiple: true },
  },
  allowPositionals: true,
});
const { comfyui, python, record, start } = values;
const named = comfyui ?? process.env['FLOWDECK_LIVE_COMFYUI']?.split(' ') ?? [];
const urls = named.map((url) => url.replace(/\/+$/, ''));
if (!python && urls.length === 0) {
  giveUp('Name a running ComfyUI: npm run test:live -- --comfyui http://127.0.0.1:8188');
}
if (start && start.length !== urls.length) giveUp('Give one --start for each --comfyui, in the same order.');
if (!python && !start) {
  for (const url of urls) {
    if (!(await responses(url))) giveUp(`No ComfyUI responds at ${url}: start it, and see docs/live-testing.md.`);
  }
}
// Tests with two of them use the built gateway.
if (urls.length > 1) await buildStaleParts({ forTests: true });

const vitest = new URL('../node_modules/vitest/vitest.mjs', import.meta.url).pathname;
const child = spawn(process.execPath, [vitest, 'run', '--config', 'vitest.live.config.ts', ...filters()], {
  stdio: 'inherit',
  env: {
    ...process.env,
    ...(urls.length > 0 ? { FLOWDECK_LIVE_COMFYUI: urls.join(' ') } : {}),
    ...(python ? { FLOWDECK_LIVE_PYTHON: python } : {}),
    ...(record ? { FLOWDECK_LIVE_RECORD: '1' } : {}),
    ...(start ? { FLOWDECK_LIVE_START: JSON.stringify(start) } : {}),
  },
});
child.on('exit', (code) => process.exit(code ?? 1));

function filters() {
  if (positionals.length > 0) return positionals;
  if (python) return ['official-'];
  if (record) return ['record'];
  // Only these suites start and kill servers.
  return start ? ['outages', 'two-engines'] : [];
}

/** @param {string} address */
async function responses(address) {
  try {
    const response = await fetch(new URL('/system_stats', address), { signal: AbortSignal.timeout(5000) });
    return response.ok;
  } catch {
    return false;
  }
}
