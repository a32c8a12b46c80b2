// Cost of a large upload for the gateway: memory, and time compared with writing the same bytes to the same disk.
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { randomFillSync } from 'node:crypto';
import { sized } from '../figures.mjs';
import { memoryMb, pause, withGateway } from '../sessions/gateway-session.mjs';

const MEGABYTE = 1024 ** 2;
const SIZE_MB = sized(256, 1024);
const WARM_UP_MB = 16;
/** Lets the garbage collector finish with earlier work. */
const SETTLE_MS = 1000;

const BOUNDARY = 'flowdeck-bench';
const HEAD = Buffer.from(
  [
    ...[
      ['content_type', 'application/octet-stream'],
      ['file_path', 'large.bin'],
    ].map(([name, value]) => `--${BOUNDARY}\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`),
    `--${BOUNDARY}\r\ncontent-disposition: form-data; name="file"; filename="large.bin"\r\n\r\n`,
  ].join(''),
);
const TAIL = Buffer.from(`\r\n--${BOUNDARY}--\r\n`);

/** @param {import('../figures.mjs').Report} report */
export async function run(report) {
  const chunk = randomFillSync(Buffer.alloc(MEGABYTE));
  const diskMbS = await diskRate(chunk);
  await withGateway([], async ({ address, pid }) => {
    // The first upload also loads code, which must not count.
    await upload(address, WARM_UP_MB, chunk);
    await pause(SETTLE_MS);
    const before = memoryMb(pid);
    let highest = before;
    const watch = setInterval(() => (highest = Math.max(highest, memoryMb(pid))), 20);
    const startedAt = performance.now();
    await upload(address, SIZE_MB, chunk).finally(() => clearInterval(watch));
    const seconds = (performance.now() - startedAt) / 1000;
    const note = `from ${before.toFixed(0)} MB`;
    report({
      name: `gateway memory while ${SIZE_MB} MB are uploaded`,
      value: highest - before,
      unit: 'MB',
      bar: 100,
      note,
    });
    const beside = `hashed, on disk and synced; writing alone ${diskMbS.toFixed(0)} MB/s`;
    report({ name: `upload rate of ${SIZE_MB} MB on loopback`, value: SIZE_MB / seconds, unit: 'MB/s', note: beside });
  });
}

/** @param {string} address @param {number} megabytes @param {Buffer} chunk */
async function upload(address, megabytes, chunk) {
  const sending = request(new URL('/api/v2/assets', address), {
    method: 'POST',
    headers: {
      'content-type': `multipart/form-data; boundary=${BOUNDARY}`,
      'content-length': HEAD.length + megabytes * MEGABYTE + TAIL.length,
    },
  });
  const answered = once(sending, 'response');
  sending.write(HEAD);
  for (let sent = 0; sent < megabytes; sent += 1) {
    // Each megabyte begins with its number, so that no two are equal.
    chunk.writeUInt32LE(sent + megabytes * 10_000);
    if (!sending.write(Buffer.from(chunk))) await once(sending, 'drain');
  }
  sending.end(TAIL);
  const [response] = await answered;
  response.resume();
  if (response.statusCode !== 201) throw new Error(`The upload responded with ${response.statusCode}`);
}

/** Measures writing in the chunk size of an upload, including sync. @param {Buffer} chunk */
async function diskRate(chunk) {
  const folder = mkdtempSync(path.join(tmpdir(), 'flowdeck-bench-'));
  try {
    const startedAt = performance.now();
    const file = await open(path.join(folder, 'large.bin'), 'wx');
    const piece = chunk.subarray(0, 64 * 1024);
    for (let written = 0; written < SIZE_MB * MEGABYTE; written += piece.length) await file.write(piece);
    await file.sync();
    await file.close();
    return SIZE_MB / ((performance.now() - startedAt) / 1000);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
