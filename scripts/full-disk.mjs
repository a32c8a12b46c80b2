// `node scripts/full-disk.mjs`: runs the built gateway on a small disk that is really full. Linux and root only, since it mounts a
// tmpfs; `npm run build` first. Prints what each request got, and fails if one got something else.
import { execFileSync } from 'node:child_process';
import { closeSync, mkdtempSync, openSync, rmSync, statfsSync, statSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { spawnGateway } from './processes/gateway-process.mjs';

const SIZE_MB = Number(process.argv[2] ?? 200);
const MEGABYTE = 1024 ** 2;
const DISK_FULL = /The disk is full/;

const folder = mkdtempSync(path.join(tmpdir(), 'flowdeck-full-'));
const ballast = path.join(folder, 'ballast');
const dataDir = ['--data-dir', path.join(folder, 'data')];
const flags = [...dataDir, '--port', '0', '--engine', 'embedded'];
let failures = 0;

execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${SIZE_MB}m,mode=700`, 'tmpfs', folder]);
let gateway = await start();
try {
  const uploads = [];
  for (let n = 0; n < 12; n += 1) uploads.push((await upload(200_000)).body.id);
  const jobs = [];
  for (let n = 0; n < 20; n += 1) jobs.push((await send('POST', '/api/v2/jobs', { workflow: drawing(n) })).body.id);
  for (const id of jobs)
    await until('job', async () => (await send('GET', `/api/v2/jobs/${id}`)).body.status, 'succeeded');
  // The reserve is filled in steps, so that a start does not wait for it.
  await until('reserve', async () => sizeMb('data/reserve'), Math.min(32, Math.floor(SIZE_MB / 20)), 40_000);

  fill();
  await rejectsWrites('on the full disk');
  await deletes(uploads.splice(0, 3), jobs.splice(0, 5), 'on the full disk');
  fill();
  for (const signal of ['SIGTERM', 'SIGKILL']) {
    await gateway.end(/** @type {NodeJS.Signals} */ (signal));
    fill();
    gateway = await start();
    await rejectsWrites(`after a start on it (${signal})`);
    await deletes(uploads.splice(0, 2), jobs.splice(0, 3), `after a start on it (${signal})`);
  }
  rmSync(ballast, { force: true });
  const freed = performance.now();
  await until('health', async () => (await send('GET', '/api/v2/health')).body.status, 'healthy', 30_000);
  console.log(`healthy ${Math.round(performance.now() - freed)} ms after space was freed`);
  check('upload', (await upload(200_000)).status, 201);
  check('submission', (await send('POST', '/api/v2/jobs', { workflow: drawing(99) })).status, 201);
  check('jobs left', (await send('GET', '/api/v2/jobs?limit=50')).body.jobs.length, jobs.length + 1);
  await gateway.end('SIGTERM');
  const verified = await spawnGateway(['verify', ...dataDir]);
  const { code, stdout } = await verified.ended;
  check('verify', code, 0);
  console.log(stdout.trim());
} finally {
  await gateway.end('SIGKILL');
  execFileSync('umount', ['--lazy', folder]);
  rmSync(folder, { recursive: true, force: true });
}
console.log(failures === 0 ? 'As expected' : `${failures} unexpected`);
process.exitCode = failures === 0 ? 0 : 1;

async function start() {
  const began = performance.now();
  const started = await spawnGateway(flags);
  if (started.address === null) throw new Error(`Does not start: ${started.printed().stderr.trim()}`);
  console.log(`started in ${Math.round(performance.now() - began)} ms, ${freeKb()} kB free`);
  return started;
}

/** @param {string} when */
async function rejectsWrites(when) {
  console.log(`\n${when}, ${freeKb()} kB free, reserve ${sizeMb('data/reserve')} MB`);
  const { body: health } = await send('GET', '/api/v2/health');
  check('health', health.status, 'degraded');
  check('its problem', DISK_FULL.test(health.problem), true);
  const { body: status } = await send('GET', '/console/status');
  check('status', DISK_FULL.test(status.storage.problem), true);
  expectFull('submission', await send('POST', '/api/v2/jobs', { workflow: drawing(7) }), 500);
  expectFull('upload', await upload(200_000), 500);
  expectFull('model call', await send('POST', '/v2/models/flowdeck/digest', { text: 'a' }), 503);
  check('list', (await send('GET', '/api/v2/jobs?limit=50')).status, 200);
  const [job] = (await send('GET', '/api/v2/jobs?limit=1')).body.jobs;
  const content = await fetch(job.outputs[0].url);
  check('download', (await content.arrayBuffer()).byteLength, job.outputs[0].size_bytes);
}

/**
 * @param {readonly string[]} uploads
 * @param {readonly string[]} jobs
 * @param {string} when
 */
async function deletes(uploads, jobs, when) {
  const before = freeKb();
  for (const id of uploads)
    check(`delete an upload ${when}`, (await send('DELETE', `/api/v2/assets/${id}`)).status, 204);
  const deleted = await send('POST', '/console/jobs/delete', { ids: jobs });
  check(`delete jobs ${when}`, deleted.body.deleted?.length, jobs.length);
  const emptied = await send('POST', '/console/storage/empty-trash');
  check(`empty the trash ${when}`, emptied.body.deleted_jobs?.length, 0);
  console.log(`free: ${before} kB before, ${freeKb()} kB after, reserve ${sizeMb('data/reserve')} MB`);
}

/** Fills the disk to the last byte, as another program would. */
function fill() {
  const file = openSync(ballast, 'a');
  const chunk = Buffer.alloc(64 * 1024, 1);
  for (let size = chunk.byteLength; size >= 1;) {
    try {
      writeSync(file, chunk, 0, size);
    } catch {
      size = Math.floor(size / 2);
    }
  }
  closeSync(file);
}

/**
 * @param {string} what
 * @param {{ status: number, body: any }} answer
 * @param {number} status
 */
function expectFull(what, answer, status) {
  const message = answer.body?.error?.message ?? answer.body?.detail ?? JSON.stringify(answer.body);
  console.log(`${what}: ${answer.status} ${message}`);
  if (answer.status !== status || !DISK_FULL.test(message)) failures += 1;
}

/**
 * @param {string} what
 * @param {unknown} found
 * @param {unknown} expected
 */
function check(what, found, expected) {
  if (found === expected) return;
  failures += 1;
  console.log(`UNEXPECTED ${what}: ${String(found)} instead of ${String(expected)}`);
}

/**
 * @param {string} method
 * @param {string} where
 * @param {object} [json]
 * @returns {Promise<{ status: number, body: any }>}
 */
async function send(method, where, json) {
  const init = json ? { headers: { 'content-type': 'application/json' }, body: JSON.stringify(json) } : {};
  const response = await fetch(`${gateway.address}${where}`, { method, ...init });
  const text = await response.text();
  return { status: response.status, body: text === '' ? null : JSON.parse(text) };
}

/** @param {number} bytes */
async function upload(bytes) {
  const form = new FormData();
  form.set('content_type', 'application/octet-stream');
  form.set('file_path', 'a.bin');
  form.set('file', new Blob([crypto.getRandomValues(new Uint8Array(65536)), new Uint8Array(bytes - 65536)]), 'a.bin');
  const response = await fetch(`${gateway.address}/api/v2/assets`, { method: 'POST', body: form });
  return { status: response.status, body: /** @type {any} */ (await response.json()) };
}

/**
 * @param {string} what
 * @param {() => Promise<unknown>} look
 * @param {unknown} wanted
 */
async function until(what, look, wanted, limitMs = 20_000) {
  const deadline = performance.now() + limitMs;
  for (;;) {
    const found = await look();
    if (found === wanted) return;
    if (performance.now() > deadline) throw new Error(`${what} is ${String(found)}`);
    await setTimeout(100);
  }
}

function freeKb() {
  const { bavail, bsize } = statfsSync(folder);
  return Math.round((bavail * bsize) / 1024);
}

/** @param {string} name */
function sizeMb(name) {
  const { size = 0 } = statSync(path.join(folder, name), { throwIfNoEntry: false }) ?? {};
  return Math.floor(size / MEGABYTE);
}

/** @param {number} seed */
function drawing(seed) {
  return {
    5: {
      class_type: 'FlowdeckReactionDiffusion',
      inputs: { seed, width: 256, height: 256, steps: 20, feed: 0.0545, kill: 0.062, scale: 1, palette: 'coral' },
    },
    9: { class_type: 'SaveImage', inputs: { images: ['5', 0], filename_prefix: `full-${seed}` } },
  };
}
