// A gateway for one bench, with an empty data folder unless it brings one.
import { mkdtempSync, readFileSync, readdirSync, rmSync } from 'node:fs';
import { Agent, request } from 'node:http';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { spawnGateway } from '../scripts/gateway-process.mjs';

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
 * @param {{ nodeArgs?: string[], env?: Record<string, string>, dataFolder?: string }} [how] `dataFolder`: stays
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
 * By `node:http` and not `fetch`, which would add as much time as it measures.
 * @param {Agent} agent @param {URL} url @param {string} method @param {unknown} body
 * @returns {Promise<Answer>}
 */
function ask(agent, url, method, body) {
  return new Promise((resolve, reject) => {
    const payload = body === undefined ? undefined : JSON.stringify(body);
    const startedAt = performance.now();
    const asked = request(
      url,
      { agent, method, headers: payload ? { 'content-type': 'application/json' } : {} },
      (answer) => {
        let text = '';
        answer.setEncoding('utf8');
        answer.on('data', (chunk) => (text += chunk));
        answer.on('end', () => resolve({ status: answer.statusCode ?? 0, text, ms: performance.now() - startedAt }));
      },
    );
    asked.on('error', reject);
    asked.end(payload);
  });
}

/** Memory that a process holds now (`VmRSS`) or held at most (`VmHWM`), in MB. Linux only. @param {number} pid @param {'VmRSS' | 'VmHWM'} [field] */
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

/** A job of the scripted engine that is done at once. @param {Session['ask']} ask @param {string} title */
export async function submitNote(ask, title) {
  const inputs = { seed: 1, named: true, type: 'text', name: 'note.txt', bytes: 32 };
  const { status, text } = await ask('POST', '/api/v2/jobs', {
    workflow: { 1: { class_type: 'ScriptOutput', inputs } },
    metadata: { flowdeck_title: title },
  });
  if (status !== 201) throw new Error(`A job was refused: ${text}`);
}

/** Sends jobs four at a time, and waits until all are done. @param {Session['ask']} ask @param {number} count @param {(index: number) => Promise<void>} submit */
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

/** Waits until no job is left to do. @param {Session['ask']} ask @param {number} limitMs */
export function waitUntilDone(ask, limitMs) {
  return waitUntil(async () => {
    const { text } = await ask('GET', '/api/v2/jobs?status=queued,running');
    return JSON.parse(text).jobs.length === 0;
  }, limitMs);
}

/** Looks until it is so. @param {() => Promise<boolean>} isSo @param {number} limitMs */
export async function waitUntil(isSo, limitMs) {
  for (const deadline = Date.now() + limitMs; ; await pause(100)) {
    if (await isSo()) return;
    if (Date.now() > deadline) throw new Error(`Not within ${limitMs / 1000} s`);
  }
}

/** @param {number} ms */
export const pause = (ms) => new Promise((resolve) => setTimeout(resolve, ms));
