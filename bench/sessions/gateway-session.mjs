// Starts a gateway for one bench, with an empty data folder unless the bench has one.
import { mkdtempSync, readFileSync, readdirSync, rmSync } from 'node:fs';
import { Agent, request } from 'node:http';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { spawnGateway } from '../../scripts/processes/gateway-process.mjs';

/**
 * @typedef {{ status: number, text: string, ms: number }} Answer
 * @typedef {object} Session
 * @property {string} address
 * @property {number} pid
 * @property {(method: string, where: string, body?: unknown) => Promise<Answer>} ask
 */

/**
 * @template T
 * @param {readonly string[]} flags
 * @param {(session: Session) => Promise<T>} work
 * @param {{ nodeArgs?: string[], env?: Record<string, string>, dataFolder?: string }} [how] `dataFolder` is not deleted
 * @returns {Promise<T>}
 */
export async function withGateway(flags, work, { dataFolder, ...how } = {}) {
  const folder = dataFolder ?? mkdtempSync(path.join(tmpdir(), 'flowdeck-bench-'));
  const gateway = await spawnGateway(['--port', '0', '--data-dir', folder, '--log', 'json', ...flags], how);
  const agent = new Agent({ keepAlive: true, maxSockets: 8 });
  try {
    if (gateway.address === null) throw new Error(`The gateway did not start: ${gateway.printed().stderr}`);
    const { address, pid } = gateway;
    return await work({
      address,
      pid,
      ask: (method, where, body) => ask(agent, new URL(where, address), method, body),
    });
  } finally {
    agent.destroy();
    await gateway.end('SIGTERM');
    if (dataFolder === undefined) rmSync(folder, { recursive: true, force: true });
  }
}

/**
 * Sends a request with `node:http`, since `fetch` would add as much time as is measured.
 * @param {Agent} agent @param {URL} url @param {string} method @param {unknown} body
 * @returns {Promise<Answer>}
 */
function ask(agent, url, method, body) {
  return new Promise((resolve, reject) => {
    const payload = body === undefined ? undefined : JSON.stringify(body);
    const startedAt = performance.now();
    const requested = request(
      url,
      { agent, method, headers: payload ? { 'content-type': 'application/json' } : {} },
      (response) => {
        let text = '';
        response.setEncoding('utf8');
        response.on('data', (chunk) => (text += chunk));
        response.on('end', () =>
          resolve({ status: response.statusCode ?? 0, text, ms: performance.now() - startedAt }),
        );
      },
    );
    requested.on('error', reject);
    requested.end(payload);
  });
}

/**
 * Returns the current (`VmRSS`) or peak (`VmHWM`) memory of a process in MB. Linux only.
 * @param {number} pid
 * @param {'VmRSS' | 'VmHWM'} [field]
 */
export function memoryMb(pid, field = 'VmRSS') {
  const [, kilobytes] =
    new RegExp(`^${field}:\\s+(\\d+) kB`, 'm').exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? [];
  return Number(kilobytes) / 1024;
}

/** @param {number} pid @returns {number[]} */
export function childrenOf(pid) {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((each) => parentOf(each) === pid);
}

/** @param {number} pid */
function parentOf(pid) {
  try {
    return Number(/^PPid:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]);
  } catch {
    return 0;
  }
}

/** Submits a job of the scripted engine that finishes at once. @param {Session['ask']} ask @param {string} title */
export async function submitNote(ask, title) {
  const inputs = { seed: 1, named: true, type: 'text', name: 'note.txt', bytes: 32 };
  const { status, text } = await ask('POST', '/api/v2/jobs', {
    workflow: { 1: { class_type: 'ScriptOutput', inputs } },
    metadata: { flowdeck_title: title },
  });
  if (status !== 201) throw new Error(`A job was refused: ${text}`);
}

/**
 * Submits jobs four at a time, and waits until all have finished.
 * @param {Session['ask']} ask
 * @param {number} count
 * @param {(index: number) => Promise<void>} submit
 */
export async function fillWithJobs(ask, count, submit) {
  let sent = 0;
  const sender = async () => {
    while (sent < count) {
      sent += 1;
      await submit(sent);
    }
  };
  await Promise.all([sender(), sender(), sender(), sender()]);
  await waitUntilDone(ask, 300_000);
}

/** Waits until all jobs have finished. @param {Session['ask']} ask @param {number} limitMs */
export function waitUntilDone(ask, limitMs) {
  return waitUntil(async () => {
    const { text } = await ask('GET', '/api/v2/jobs?status=queued,running');
    return JSON.parse(text).jobs.length === 0;
  }, limitMs);
}

/** Polls until the condition is true. @param {() => Promise<boolean>} isSo @param {number} limitMs */
export async function waitUntil(isSo, limitMs) {
  for (const deadline = Date.now() + limitMs; ; await pause(100)) {
    if (await isSo()) return;
    if (Date.now() > deadline) throw new Error(`Not within ${limitMs / 1000} s`);
  }
}

/** @param {number} ms */
export const pause = (ms) => new Promise((resolve) => setTimeout(resolve, ms));
