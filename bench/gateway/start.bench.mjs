// Time until the gateway responds.
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { root } from '../../scripts/build/build-parts.mjs';
import { spawnGateway } from '../../scripts/processes/gateway-process.mjs';
import { median } from '../figures.mjs';

const ROUNDS = 5;

/** @param {import('../figures.mjs').Report} report */
export async function run(report) {
  const folder = mkdtempSync(path.join(tmpdir(), 'flowdeck-bench-'));
  const flags = ['--port', '0', '--data-dir', folder];
  const direct = [];
  const byNpm = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    direct.push(await untilFirstResponse(() => spawnGateway(flags)));
    byNpm.push(await untilFirstResponse(() => npmStart(flags)));
  }
  rmSync(folder, { recursive: true, force: true });
  report({ name: 'gateway start to first 200', value: median(direct), unit: 'ms', bar: 1000 });
  report({ name: 'second npm start to first 200', value: median(byNpm), unit: 'ms', bar: 2000 });
}

/** @param {() => Promise<{ address: string | null, end: (signal: NodeJS.Signals) => Promise<unknown> }>} start */
async function untilFirstResponse(start) {
  const startedAt = performance.now();
  const gateway = await start();
  const response = await fetch(`${gateway.address}/api/v2/health`);
  const ms = performance.now() - startedAt;
  await gateway.end('SIGTERM');
  return response.status === 200 ? ms : Number.NaN;
}

/** @param {string[]} flags */
async function npmStart(flags) {
  const npm = spawn('npm', ['start', '--', ...flags], {
    cwd: root,
    stdio: ['ignore', 'pipe', 'ignore'],
    detached: true,
  });
  const finished = new Promise((resolve) => npm.once('close', resolve));
  const address = await new Promise((resolve) => {
    let printed = '';
    npm.stdout.on('data', (chunk) => {
      printed += chunk;
      const [, found] = /ready at (\S+)/.exec(printed) ?? [];
      if (found) resolve(found);
    });
    void finished.then(() => resolve(null));
  });
  return {
    address,
    end(/** @type {NodeJS.Signals} */ signal) {
      // Signals the whole process group, as Ctrl-C does.
      if (npm.pid) process.kill(-npm.pid, signal);
      return finished;
    },
  };
}
