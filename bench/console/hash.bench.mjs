// Compares the hash worker of the built console with the browser's own read speed for the same file, in the same run.
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { root } from '../../scripts/build/build-parts.mjs';
import { withPage } from '../sessions/browser-session.mjs';
import { median } from '../figures.mjs';
import { withGateway } from '../sessions/gateway-session.mjs';

const FILE_MB = 512;
const ROUNDS = 5;
const BAR_MB_PER_S = 300;

/** @param {import('../figures.mjs').Report} report */
export async function run(report) {
  const folder = mkdtempSync(path.join(tmpdir(), 'flowdeck-hash-'));
  const file = path.join(folder, 'bytes.bin');
  writeFileSync(file, Buffer.alloc(FILE_MB * 1024 * 1024, 'flowdeck'));
  const worker = readdirSync(path.join(root, 'dist/console/_app')).find((name) => /^hash-worker-.*\.js$/.test(name));
  if (!worker) throw new Error('The built console has no hash worker');
  try {
    await withGateway(['--engine', 'scripted'], ({ address }) =>
      withPage(
        async (page) => {
          // A page of the console's origin: the worker is the unmodified built one.
          await page.goto(`${address}/local/submit`);
          await page.evaluate(() => {
            const input = document.createElement('input');
            input.type = 'file';
            input.id = 'bench';
            document.body.append(input);
          });
          await page.locator('#bench').setInputFiles(file);
          const rates = await page.evaluate(measureRates, { worker: `/_app/${worker}`, rounds: ROUNDS });
          const hashing = median(rates.map(({ hash }) => hash));
          const result = median(rates.map(({ read }) => read));
          // Limits are upper bounds, so the rate is reported as time per gigabyte.
          report({
            name: 'hashing a gigabyte in the browser',
            value: 1000 / hashing,
            unit: 's',
            bar: 1000 / BAR_MB_PER_S,
            note: `${hashing.toFixed(0)} MB/s; reading alone ${result.toFixed(0)} MB/s, ratio ${(hashing / result).toFixed(2)}`,
          });
        },
        { bypassCSP: true },
      ),
    );
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/**
 * Runs in the page.
 * @param {{ worker: string, rounds: number }} how
 * @returns {Promise<{ hash: number, read: number }[]>}
 */
async function measureRates({ worker, rounds }) {
  const file = /** @type {HTMLInputElement | null} */ (document.querySelector('#bench'))?.files?.[0];
  if (!file) throw new Error('No file');
  const mb = file.size / 1e6;
  const rates = [];
  for (let round = 0; round < rounds; round += 1) {
    const readFrom = performance.now();
    const reader = file.stream().getReader({ mode: 'byob' });
    let buffer = new ArrayBuffer(4 * 1024 * 1024);
    for (;;) {
      const { done, value } = await reader.read(new Uint8Array(buffer));
      if (done) break;
      buffer = value.buffer;
    }
    const read = mb / ((performance.now() - readFrom) / 1000);
    const hashFrom = performance.now();
    await new Promise((resolve, reject) => {
      const hasher = new Worker(worker, { type: 'module' });
      hasher.addEventListener('message', ({ data }) => {
        if (data.kind === 'done') resolve(data.digest);
        else if (data.kind === 'failed') reject(new Error(data.message));
      });
      hasher.addEventListener('error', () => reject(new Error('The worker did not start')));
      hasher.postMessage({ file });
    });
    rates.push({ read, hash: mb / ((performance.now() - hashFrom) / 1000) });
  }
  return rates;
}
