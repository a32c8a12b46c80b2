// Backups beside a running gateway: how much longer jobs take meanwhile, and how long a second backup takes beside the first.
import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { sized } from '../figures.mjs';
import { waitUntilDone, withGateway } from '../sessions/gateway-session.mjs';
import { GATEWAY_SCRIPT } from '../../scripts/processes/gateway-process.mjs';

const FILES = sized(100, 1000);
const FILE_BYTES = 500_000;
const JOBS = sized(120, 300);
const ROUNDS = sized(5, 8);
const SIDE = 512;

/** @typedef {import('../sessions/gateway-session.mjs').Session} Session */

export const isOnDemand = true;

/** @param {import('../figures.mjs').Report} report */
export async function run(report) {
  const folder = mkdtempSync(path.join(tmpdir(), 'flowdeck-backup-bench-'));
  const dataFolder = path.join(folder, 'data');
  try {
    await withGateway(
      ['--engine', 'embedded'],
      async (session) => {
        await fill(session.address);
        const backups = new Backups(dataFolder, folder);
        await compareJobs(report, session, backups);
        await compareBackups(report, session, backups);
      },
      { dataFolder },
    );
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** @param {import('../figures.mjs').Report} report @param {Session} session @param {Backups} backups */
async function compareJobs(report, session, backups) {
  await jobs(session);
  /** @type {number[]} */
  const alone = [];
  /** @type {number[]} */
  const beside = [];
  // Alternates, so that other load affects both.
  for (let round = 0; round < ROUNDS; round += 1) {
    alone.push(await jobs(session));
    const running = backups.keepRunning();
    beside.push(await jobs(session));
    await running.stop();
  }
  if (backups.copied === 0) throw new Error('No backup copied anything while jobs ran');
  const rate = (/** @type {number} */ ms) => ((JOBS / ms) * 60_000).toFixed(0);
  // The fastest of each, since other load only slows them down.
  const [fastest, fastestAlone] = [Math.min(...beside), Math.min(...alone)];
  report({
    name: 'time of jobs beside whole backups, to without',
    value: fastest / fastestAlone,
    unit: 'times',
    // A tenth fewer jobs.
    bar: 1 / 0.9,
    note: `${rate(fastest)} jobs/min beside ${rate(fastestAlone)}, ${backups.copied} files copied`,
  });
}

/** @param {import('../figures.mjs').Report} report @param {Session} session @param {Backups} backups */
async function compareBackups(report, session, backups) {
  const to = backups.newFolder();
  const first = await backups.make(to);
  await jobs(session);
  const second = await backups.make(to);
  report({
    name: 'time of a second backup, to the first',
    value: second / first,
    unit: 'times',
    bar: 0.5,
    note: `${second.toFixed(0)} ms beside ${first.toFixed(0)} ms, ${FILES} files of ${FILE_BYTES / 1000} kB, ${JOBS} new`,
  });
}

let color = 0;

/** Runs jobs whose results are all new. @param {Session} session @returns {Promise<number>} milliseconds */
async function jobs({ ask }) {
  const startedAt = performance.now();
  for (let each = 0; each < JOBS; each += 1) {
    color += 1;
    const { status, text } = await ask('POST', '/api/v2/jobs', { workflow: frame(color) });
    if (status !== 201) throw new Error(`A job was refused: ${text}`);
  }
  await waitUntilDone(ask, 600_000);
  return performance.now() - startedAt;
}

/** @param {number} color */
function frame(color) {
  return {
    1: { class_type: 'EmptyImage', inputs: { width: SIDE, height: SIDE, batch_size: 1, color } },
    2: { class_type: 'ImageBlur', inputs: { image: ['1', 0], blur_radius: 3, sigma: 1.5 } },
    3: { class_type: 'SaveImage', inputs: { images: ['2', 0], filename_prefix: 'bench' } },
  };
}

/** @param {string} address */
async function fill(address) {
  for (let each = 0; each < FILES; each += 1) {
    const form = new FormData();
    form.set('content_type', 'application/octet-stream');
    form.set('file_path', 'a.bin');
    form.set('file', new Blob([randomBytes(FILE_BYTES)]), 'a.bin');
    const { status } = await fetch(`${address}/api/v2/assets`, { method: 'POST', body: form });
    if (status !== 201) throw new Error(`An upload got ${status}`);
  }
}

class Backups {
  /** Files that the backups have copied while jobs ran. */
  copied = 0;
  #dataDir;
  #base;
  #folders = 0;

  /** @param {string} dataDir @param {string} base folder for the backups */
  constructor(dataDir, base) {
    this.#dataDir = dataDir;
    this.#base = base;
  }

  newFolder() {
    this.#folders += 1;
    return path.join(this.#base, `backups-${this.#folders}`);
  }

  /** @param {string} to @returns {Promise<number>} milliseconds */
  async make(to) {
    const startedAt = performance.now();
    const [code] = await once(this.#spawn(to), 'close');
    if (code !== 0) throw new Error(`A backup ended with ${code}`);
    return performance.now() - startedAt;
  }

  /** Makes one whole backup after another, each into a new folder. */
  keepRunning() {
    /** @type {import('node:child_process').ChildProcess | null} */
    let child = null;
    const stopped = new AbortController();
    const loop = async () => {
      while (!stopped.signal.aborted) {
        const to = this.newFolder();
        child = this.#spawn(to);
        const [code] = await once(child, 'close');
        this.copied += filesIn(path.join(to, 'files'));
        if (code !== 0 && !stopped.signal.aborted) throw new Error(`A backup ended with ${code}`);
        rmSync(to, { recursive: true, force: true });
      }
    };
    const running = loop();
    running.catch(() => {});
    return {
      stop: async () => {
        stopped.abort();
        child?.kill();
        await running;
      },
    };
  }

  /** @param {string} to */
  #spawn(to) {
    const flags = ['backup', '--data-dir', this.#dataDir, '--to', to];
    return spawn(process.execPath, [GATEWAY_SCRIPT, ...flags], { stdio: 'ignore' });
  }
}

/** @param {string} folder */
function filesIn(folder) {
  if (!existsSync(folder)) return 0;
  return readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) => /\b[0-9a-f]{64}$/.test(name))
    .length;
}
