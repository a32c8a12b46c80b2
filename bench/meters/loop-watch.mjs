// Monitors the event loop inside a gateway without code in the product, by a module that Node preloads.
import { mkdtempSync, readFileSync, existsSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { waitUntil } from '../sessions/gateway-session.mjs';

export function startLoopWatch() {
  const folder = mkdtempSync(path.join(tmpdir(), 'flowdeck-loop-'));
  const file = path.join(folder, 'delays.json');
  return {
    how: {
      nodeArgs: ['--import', fileURLToPath(new URL('loop-watch-inside.mjs', import.meta.url))],
      env: { BENCH_LOOP_FILE: file },
    },
    begin: (/** @type {number} */ pid) => process.kill(pid, 'SIGUSR2'),
    /** @param {number} pid @returns {Promise<{ p999: number, max: number }>} milliseconds */
    async end(pid) {
      process.kill(pid, 'SIGUSR2');
      await waitUntil(async () => existsSync(file), 5000);
      const delays = JSON.parse(readFileSync(file, 'utf8'));
      rmSync(folder, { recursive: true, force: true });
      return delays;
    },
  };
}
