// `npm run test:live -- --comfyui URL [--record] [--start COMMAND] [name...]`: the suite that needs a real ComfyUI.
// `npm run test:live -- --python PATH`: the part that needs the official client instead (docs/live-testing.md).
import { spawn } from 'node:child_process';
import { parseArgs } from 'node:util';

const { values, positionals } = parseArgs({
  options: {
    comfyui: { type: 'string' },
    python: { type: 'string' },
    record: { type: 'boolean' },
    start: { type: 'string' },
  },
  allowPositionals: true,
});
const url = values.comfyui ?? process.env['FLOWDECK_LIVE_COMFYUI'];
if (!values.python && (!url || (!values.start && !(await answers(url))))) {
  console.error(
    url
      ? `No ComfyUI answers at ${url}: start it, and see docs/live-testing.md.`
      : 'Name a running ComfyUI: npm run test:live -- --comfyui http://127.0.0.1:8188',
  );
  process.exit(2);
}

const vitest = new URL('../node_modules/vitest/vitest.mjs', import.meta.url).pathname;
// Only the part on outages starts and kills a server of its own.
const part = values.python ? ['official-client'] : values.record ? ['record'] : values.start ? ['outages'] : [];
const filters = [...part, ...positionals];
const child = spawn(process.execPath, [vitest, 'run', '--config', 'vitest.live.config.ts', ...filters], {
  stdio: 'inherit',
  env: {
    ...process.env,
    ...(url ? { FLOWDECK_LIVE_COMFYUI: url.replace(/\/+$/, '') } : {}),
    ...(values.python ? { FLOWDECK_LIVE_PYTHON: values.python } : {}),
    ...(values.record ? { FLOWDECK_LIVE_RECORD: '1' } : {}),
    ...(values.start ? { FLOWDECK_LIVE_START: values.start } : {}),
  },
});
child.on('exit', (code) => process.exit(code ?? 1));

/** @param {string} address */
async function answers(address) {
  try {
    const response = await fetch(new URL('/system_stats', address), { signal: AbortSignal.timeout(5000) });
    return response.ok;
  } catch {
    return false;
  }
}
