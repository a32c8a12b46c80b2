// Compares the hash worker of the built console, with and without vector instructions, with the browser's own reading of the same
// file in the same run.
import { appendFileSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { root } from '../../scripts/build/build-parts.mjs';
import { withPage } from '../sessions/browser-session.mjs';
import { median, sized } from '../figures.mjs';
import { withGateway } from '../sessions/gateway-session.mjs';

const FILE_MIB = sized(256, 1024);
const ROUNDS = 5;
const BAR_MB_PER_S = 300;
/** Time to hash a file, compared with the time to read it. */
const RATIO_BAR = 1.3;

/** @param {import('../figures.mjs').Report} report */
export async function run(report) {
  const folder = mkdtempSync(path.join(tmpdir(), 'flowdeck-hash-'));
  const file = path.join(folder, 'bytes.bin');
  const part = Buffer.alloc(64 * 1024 * 1024, 'flowdeck');
  for (let written = 0; written < FILE_MIB * 1024 * 1024; written += part.byteLength) appendFileSync(file, part);
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
          const rounds = await page.evaluate(measureSeconds, { worker: `/_app/${worker}`, rounds: ROUNDS });
          const gigabytes = (FILE_MIB * 1024 * 1024) / 1e9;
          /** @param {(round: Round) => number} seconds */
          const rate = (seconds) => `${((1000 * gigabytes) / median(rounds.map(seconds))).toFixed(0)} MB/s`;
          const reading = `reading alone ${rate(({ read }) => read)}`;
          // Limits are upper bounds, so the rate is reported as time per gigabyte.
          report({
            name: 'hashing a gigabyte in the browser',
            value: median(rounds.map(({ hash }) => hash)) / gigabytes,
            unit: 's',
            bar: 1000 / BAR_MB_PER_S,
            note: `${rate(({ hash }) => hash)}; ${reading}`,
          });
          report({
            name: 'hashing compared with reading',
            value: median(rounds.map(({ hash, read }) => hash / read)),
            unit: 'x',
            bar: RATIO_BAR,
            note: `each round: ${rounds.map(({ hash, read }) => (hash / read).toFixed(2)).join(' ')}`,
          });
          report({
            name: 'hashing without vector instructions',
            value: median(rounds.map(({ plain, read }) => plain / read)),
            unit: 'x',
            note: `${rate(({ plain }) => plain)}; ${reading}`,
          });
        },
        { bypassCSP: true },
      ),
    );
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** @typedef {{ read: number, hash: number, plain: number }} Round seconds; `plain` without vector instructions */

/**
 * Runs in the page.
 * @param {{ worker: string, rounds: number }} how
 * @returns {Promise<Round[]>}
 */
async function measureSeconds({ worker, rounds }) {
  const file = /** @type {HTMLInputElement | null} */ (document.querySelector('#bench'))?.files?.[0];
  if (!file) throw new Error('No file');

  const read = async () => {
    const reader = file.stream().getReader({ mode: 'byob' });
    let buffer = new ArrayBuffer(4 * 1024 * 1024);
    for (;;) {
      const { done, value } = await reader.read(new Uint8Array(buffer));
      if (done) return;
      buffer = value.buffer;
    }
  };
  /** @param {boolean} simd @returns {Promise<string>} */
  const hash = (simd) =>
    new Promise((resolve, reject) => {
      const hasher = new Worker(worker, { type: 'module' });
      hasher.addEventListener('message', ({ data }) => {
        if (data.kind === 'done') resolve(data.digest);
        else if (data.kind === 'failed') reject(new Error(data.message));
        if (data.kind !== 'progress') hasher.terminate();
      });
      hasher.addEventListener('error', () => reject(new Error('The worker did not start')));
      hasher.postMessage({ file, simd });
    });
  /** @template T @param {() => Promise<T>} work @returns {Promise<[number, T]>} */
  const time = async (work) => {
    const from = performance.now();
    const result = await work();
    return [(performance.now() - from) / 1000, result];
  };

  const measured = [];
  for (let round = 0; round < rounds; round += 1) {
    const [readSeconds] = await time(read);
    const [hashSeconds, digest] = await time(() => hash(true));
    const [plainSeconds, plainDigest] = await time(() => hash(false));
    if (digest !== plainDigest) throw new Error('The two ways return different hashes');
    measured.push({ read: readSeconds, hash: hashSeconds, plain: plainSeconds });
  }
  return measured;
}
