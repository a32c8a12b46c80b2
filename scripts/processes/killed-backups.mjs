// Kills backups of a running gateway, and checks what each finished one restores: for the e2e tests and `scripts/backup-kills.mjs`.
import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { setTimeout } from 'node:timers/promises';
import { GATEWAY_SCRIPT, spawnGateway } from './gateway-process.mjs';

/** Kept at most, so that some kills hit the removal of older ones. */
const KEPT = 2;
const UPLOADS = 4;
/** Files at a time, so that a comparison takes no longer after many backups; deleted ones that are compared. */
const MAX_FILES = 12;
/** Between changes: a busy gateway would only make the tests longer. */
const PAUSE_MS = 30;
/** A backup that was killed may have taken longer than the one before. */
const GROWTH = 1.2;
const MAX_BYTES = 100_000;

/**
 * @typedef {Map<string, Buffer>} Files content by asset id
 *
 * @typedef {object} Acknowledged what a gateway had acknowledged when a backup began
 * @property {Files} files
 * @property {Set<string>} deleted ids of assets that must not be there
 *
 * @typedef {object} KilledBackups
 * @property {number} finished backups that were finished, before they were killed or while they removed older ones
 * @property {number} unfinished backups that a kill interrupted
 * @property {number} restored backups that were restored and compared
 */

/**
 * Starts backups while files are uploaded and deleted, kills each at a moment, and compares each finished one with what the gateway
 * had acknowledged when it began.
 * @param {readonly number[]} moments of the kills, as parts of the time that the backup takes, estimated by those before
 * @param {{ checkEach: boolean }} how `checkEach`: compares all finished backups after each kill, not only at the end
 * @returns {Promise<KilledBackups>} @throws if a backup is wrong
 */
export async function killBackups(moments, { checkEach }) {
  const base = mkdtempSync(path.join(tmpdir(), 'flowdeck-killed-'));
  const dataDir = path.join(base, 'data');
  const to = path.join(base, 'backups');
  const gateway = await spawnGateway(['--port', '0', '--engine', 'embedded', '--data-dir', dataDir]);
  try {
    if (gateway.address === null) throw new Error(`The gateway did not start: ${(await gateway.ended).stderr}`);
    const user = new User(gateway.address);
    /** @type {Map<string, Acknowledged>} by the name of the backup */
    const expected = new Map();
    const figures = { finished: 0, unfinished: 0, restored: 0 };
    const order = ['backup', '--data-dir', dataDir, '--to', to, '--keep', String(KEPT)];
    const check = async () => {
      for (const name of finishedIn(to)) {
        const acknowledged = expected.get(name);
        if (!acknowledged) throw new Error(`The backup ${name} is not one of this test`);
        await compare(name, acknowledged, { to, dataDir: path.join(base, 'restored') });
        figures.restored += 1;
      }
      for (const name of unfinishedIn(to)) await refused(name, { to, dataDir: path.join(base, 'refused') });
    };
    /** @param {number | null} killMs */
    const backUp = async (killMs) => {
      await user.upload(UPLOADS);
      for (let n = 0; n < UPLOADS; n += 1) await user.deleteOldest();
      const acknowledged = user.acknowledged();
      const before = new Set(finishedIn(to));
      const backup = await spawnBackup(order, killMs, user);
      const made = finishedIn(to).filter((name) => !before.has(name));
      for (const name of made) expected.set(name, user.settled(acknowledged));
      return { ...backup, isFinished: made.length > 0 };
    };
    const first = await backUp(null);
    succeeded(first);
    // Backups take longer the more there is, and the more is deleted meanwhile.
    let expectedMs = first.ms;
    for (const moment of moments) {
      const { isFinished, signal, ms } = await backUp(moment * expectedMs);
      expectedMs = signal === null ? ms : expectedMs * (isFinished ? 1 : GROWTH);
      figures[isFinished ? 'finished' : 'unfinished'] += 1;
      if (checkEach) await check();
    }
    succeeded(await backUp(null));
    if (unfinishedIn(to).length > 0) throw new Error('An unfinished backup was not removed by the next one');
    await check();
    return figures;
  } finally {
    await gateway.end('SIGKILL');
    rmSync(base, { recursive: true, force: true });
  }
}

/** Uploads and deletes files, and remembers what was acknowledged. */
class User {
  /** @type {Files} */
  #files = new Map();
  /** @type {Set<string>} */
  #deleted = new Set();
  #address;

  /** @param {string} address */
  constructor(address) {
    this.#address = address;
  }

  /** @param {number} count */
  async upload(count) {
    for (let n = 0; n < count; n += 1) {
      const bytes = randomBytes(1 + Math.floor(Math.random() * MAX_BYTES));
      const form = new FormData();
      form.set('content_type', 'application/octet-stream');
      form.set('file_path', 'a.bin');
      form.set('file', new Blob([bytes]), 'a.bin');
      const response = await fetch(`${this.#address}/api/v2/assets`, { method: 'POST', body: form });
      if (response.status !== 201) throw new Error(`An upload got ${response.status}`);
      const { id } = /** @type {{ id: string }} */ (await response.json());
      this.#files.set(id, bytes);
    }
  }

  /** Deletes the oldest file if there are many. */
  async deleteOldest() {
    const [id] = this.#files.keys();
    if (id === undefined || this.#files.size <= MAX_FILES) return;
    this.#files.delete(id);
    const { status } = await fetch(`${this.#address}/api/v2/assets/${id}`, { method: 'DELETE' });
    if (status !== 204) throw new Error(`A deletion got ${status}`);
    this.#deleted.add(id);
  }

  /** @returns {Acknowledged} */
  acknowledged() {
    return { files: new Map(this.#files), deleted: new Set([...this.#deleted].slice(-MAX_FILES)) };
  }

  /** Without what was deleted since: a backup may have been made before or after. @param {Acknowledged} earlier */
  settled({ files, deleted }) {
    return { files: new Map([...files].filter(([id]) => this.#files.has(id))), deleted };
  }
}

/**
 * Runs a backup while files are uploaded and deleted.
 * @param {readonly string[]} order @param {number | null} killMs `null`: it is not killed @param {User} user
 * @returns {Promise<import('./gateway-process.mjs').GatewayEnd & { ms: number }>}
 */
async function spawnBackup(order, killMs, user) {
  const ended = new AbortController();
  const changes = (async () => {
    while (!ended.signal.aborted) {
      await user.upload(1);
      await user.deleteOldest();
      await setTimeout(PAUSE_MS);
    }
  })();
  try {
    const startedAt = performance.now();
    const child = spawn(process.execPath, [GATEWAY_SCRIPT, ...order], { stdio: ['ignore', 'pipe', 'pipe'] });
    const [stdout, stderr] = [text(child.stdout), text(child.stderr)];
    const closed = once(child, 'close');
    if (killMs !== null) void setTimeout(killMs, undefined, { ref: false }).then(() => child.kill('SIGKILL'));
    const [code, signal] = await closed;
    const ms = performance.now() - startedAt;
    return { code, signal, ms, stdout: await stdout, stderr: await stderr };
  } finally {
    ended.abort();
    await changes;
  }
}

/** @param {import('./gateway-process.mjs').GatewayEnd} end */
function succeeded({ code, stdout, stderr }) {
  if (code !== 0) throw new Error(`A backup ended with ${code}: ${stdout}${stderr}`);
}

/** @param {string} to */
function finishedIn(to) {
  return namesIn(to).filter((name) => existsSync(path.join(to, 'backups', name, 'manifest.json')));
}

/** @param {string} to */
function unfinishedIn(to) {
  return namesIn(to).filter((name) => !existsSync(path.join(to, 'backups', name, 'manifest.json')));
}

/** @param {string} to */
function namesIn(to) {
  const folder = path.join(to, 'backups');
  return existsSync(folder) ? readdirSync(folder).sort() : [];
}

/**
 * Restores a backup, verifies the folder, and compares what a gateway serves from it.
 * @param {string} name @param {Acknowledged} acknowledged @param {{ to: string, dataDir: string }} folders
 */
async function compare(name, { files, deleted }, { to, dataDir }) {
  rmSync(dataDir, { recursive: true, force: true });
  const run = async (/** @type {string[]} */ ...args) => (await spawnGateway([...args, '--data-dir', dataDir])).ended;
  succeeded(await run('restore', '--from', to, '--backup', name));
  succeeded(await run('verify'));
  const gateway = await spawnGateway(['--port', '0', '--engine', 'embedded', '--data-dir', dataDir]);
  try {
    if (gateway.address === null) throw new Error(`The backup ${name} does not start: ${(await gateway.ended).stderr}`);
    for (const [id, bytes] of files) {
      const response = await fetch(`${gateway.address}/api/v2/assets/${id}/content`);
      const found = Buffer.from(await response.arrayBuffer());
      if (response.status !== 200 || !found.equals(bytes)) {
        throw new Error(`In the backup ${name}, the asset ${id} got ${response.status}, and ${found.length} bytes`);
      }
    }
    for (const id of deleted) {
      const { status } = await fetch(`${gateway.address}/api/v2/assets/${id}`);
      if (status !== 404) throw new Error(`In the backup ${name}, the deleted asset ${id} got ${status}`);
    }
  } finally {
    await gateway.end('SIGKILL');
  }
}

/** @param {string} name @param {{ to: string, dataDir: string }} folders */
async function refused(name, { to, dataDir }) {
  const { code, stderr } = await (
    await spawnGateway(['restore', '--from', to, '--backup', name, '--data-dir', dataDir])
  ).ended;
  if (code !== 2 || !stderr.includes('was never finished') || existsSync(dataDir)) {
    throw new Error(`The unfinished backup ${name} was not refused: ${stderr}`);
  }
}
