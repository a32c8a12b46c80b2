// Finds the workflow in large files with the worker of the built console: a PNG of 20 MB, and an MP4 of 2 GB with its tags at the end.
import { closeSync, mkdtempSync, openSync, readdirSync, readFileSync, rmSync, writeFileSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { root } from '../../scripts/build/build-parts.mjs';
import { median } from '../figures.mjs';
import { peakGrowthMb } from '../meters/peak-memory.mjs';
import { withPage } from '../sessions/browser-session.mjs';
import { withGateway } from '../sessions/gateway-session.mjs';

const FIXTURES = path.join(root, 'src/domains/workflow-files/testing/fixtures');
const ROUNDS = 7;
const MEMORY_BAR_MB = 30;
const GROWTH = 'growth of all processes of the browser, worker included';

export const isOnDemand = true;

/** @param {import('../figures.mjs').Report} report */
export async function run(report) {
  const folder = mkdtempSync(path.join(tmpdir(), 'flowdeck-files-'));
  const files = [
    { name: 'first.png', bar: 150, says: 'workflow in a PNG of 20 MB', make: writePng },
    { name: 'last.png', bar: 150, says: 'workflow in a PNG of 20 MB, behind its pixels', make: writePngWithTextLast },
    { name: 'large.mp4', bar: 500, says: 'workflow in an MP4 of 2 GB, at its end', make: writeMp4 },
  ];
  const worker = readdirSync(path.join(root, 'dist/console/_app')).find((name) =>
    /^workflow-file-worker-.*\.js$/.test(name),
  );
  if (!worker) throw new Error('The built console has no worker for workflow files');
  try {
    await withGateway(['--engine', 'scripted'], ({ address }) =>
      withPage(
        async (page) => {
          await page.goto(`${address}/local/submit`);
          await page.evaluate(() => {
            const input = document.createElement('input');
            input.type = 'file';
            input.id = 'bench';
            document.body.append(input);
          });
          for (const { name, bar, says, make } of files) {
            const file = path.join(folder, name);
            make(file);
            await page.locator('#bench').setInputFiles(file);
            const read = (/** @type {number} */ rounds) =>
              page.evaluate(measureReads, { worker: `/_app/${worker}`, rounds });
            const growth = await peakGrowthMb(page, async () => void (await read(1)));
            const times = await read(ROUNDS);
            const readMs = await page.evaluate(measureTail);
            const slowest = Math.max(...times).toFixed(0);
            const note = `worker start included; slowest ${slowest} ms; reading 20 MB of it takes ${readMs.toFixed(0)} ms`;
            report({ name: says, value: median(times), unit: 'ms', bar, note });
            // A system that does not report peaks fails the bar.
            report({
              name: `${says}, memory`,
              value: growth ?? Number.NaN,
              unit: 'MB',
              bar: MEMORY_BAR_MB,
              note: GROWTH,
            });
          }
        },
        { bypassCSP: true },
      ),
    );
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

const PIXEL_CHUNKS = 2500;
const PIXEL_CHUNK_BYTES = 8192;

/** @param {string} file */
function writePng(file) {
  writeFileSync(file, largePng(false));
}

/** @param {string} file */
function writePngWithTextLast(file) {
  writeFileSync(file, largePng(true));
}

/** `comfyui-save-image.png` with more pixels, in chunks of 8 kB as libpng writes them. @param {boolean} isTextLast */
function largePng(isTextLast) {
  const png = readFileSync(path.join(FIXTURES, 'comfyui-save-image.png'));
  /** @type {{ type: string, bytes: Buffer }[]} */
  const chunks = [];
  for (let at = 8; at < png.length;) {
    const end = at + 12 + png.readUInt32BE(at);
    chunks.push({ type: png.toString('latin1', at + 4, at + 8), bytes: png.subarray(at, end) });
    at = end;
  }
  const pixels = Buffer.alloc(PIXEL_CHUNK_BYTES + 12, 0x5a);
  pixels.writeUInt32BE(PIXEL_CHUNK_BYTES, 0);
  pixels.write('IDAT', 4, 'latin1');
  const is = (/** @type {string} */ type) => chunks.filter((chunk) => chunk.type === type).map(({ bytes }) => bytes);
  const image = Array.from({ length: PIXEL_CHUNKS }, () => pixels);
  const texts = is('tEXt');
  const content = isTextLast ? [...image, ...texts] : [...texts, ...image];
  return Buffer.concat([png.subarray(0, 8), ...is('IHDR'), ...content, ...is('IEND')]);
}

const MEDIA_BYTES = 2 * 1024 ** 3;

/** `ffmpeg.mp4` with 2 GB of media data, which take no space on the disk. @param {string} file */
function writeMp4(file) {
  const mp4 = readFileSync(path.join(FIXTURES, 'ffmpeg.mp4'));
  const output = openSync(file, 'w');
  let position = 0;
  for (let at = 0; at < mp4.length; at += mp4.readUInt32BE(at)) {
    const box = mp4.subarray(at, at + mp4.readUInt32BE(at));
    if (box.toString('latin1', 4, 8) === 'mdat') {
      const header = Buffer.alloc(16);
      header.writeUInt32BE(1, 0);
      header.write('mdat', 4, 'latin1');
      header.writeBigUInt64BE(BigInt(MEDIA_BYTES), 8);
      writeSync(output, header, 0, header.length, position);
      position += MEDIA_BYTES;
    } else position += writeSync(output, box, 0, box.length, position);
  }
  closeSync(output);
}

/**
 * Runs in the page: milliseconds until the worker has found the workflow, for each round.
 * @param {{ worker: string, rounds: number }} how
 * @returns {Promise<number[]>}
 */
async function measureReads({ worker, rounds }) {
  const file = /** @type {HTMLInputElement | null} */ (document.querySelector('#bench'))?.files?.[0];
  if (!file) throw new Error('No file');
  const times = [];
  for (let round = 0; round < rounds; round += 1) {
    const startedAt = performance.now();
    const found = await new Promise((resolve, reject) => {
      const reader = new Worker(worker, { type: 'module' });
      reader.addEventListener('message', ({ data }) => {
        reader.terminate();
        resolve(data);
      });
      reader.addEventListener('error', () => reject(new Error('The worker did not start')));
      reader.postMessage({ file, name: file.name });
    });
    times.push(performance.now() - startedAt);
    if (found.kind !== 'workflow') throw new Error(`No workflow in ${file.name}: ${JSON.stringify(found)}`);
  }
  return times;
}

/** Runs in the page: milliseconds to read the last part of the file, up to 20 MB. @returns {Promise<number>} */
async function measureTail() {
  const file = /** @type {HTMLInputElement | null} */ (document.querySelector('#bench'))?.files?.[0];
  if (!file) throw new Error('No file');
  const readFrom = performance.now();
  await file.slice(-20_000_000).arrayBuffer();
  return performance.now() - readFrom;
}
