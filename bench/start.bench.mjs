// How soon the gateway answers.
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { root } from '../scripts/build-parts.mjs';
import { spawnGateway } from '../scripts/gateway-process.mjs';
import { median } from './figures.mjs';

const ROUNDS = 5;

/** @param {import('./figures.mjs').Report} report */
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
  const answer = await fetch(`${gateway.address}/api/v2/health`);
  const ms = performance.now() - startedAt;
  await gateway.end('SIGTERM');
  return answer.status === 200 ? ms : Number.NaN;
}

/** @param {string[]} flags */
async function npmStart(flags) {
  const npm = spawn('npm', ['start', '--', ...flags], {
    cwd: root,
    stdio: ['ignore', 'pipe', 'ignore'],
    detached: true,
  });
  const ended = new Promise((resolve) => npm.once('close', resolve));
  const address = await new Promise((resolve) => {
    let printed = '';
    npm.stdout.on('data', (chunk) => {
      printed += chunk;
      const [, found] = /ready at (\S+)/.exec(printed) ?? [];
      if (found) resolve(found);
    });
    void ended.then(() => resolve(null));
  });
  return {
    address,
    end(/** @type {NodeJS.Signals} */ signal) {
      // The whole group, as Ctrl-C does it.
      if (npm.pid) process.kill(-npm.pid, signal);
      return ended;
    },
  };
}
