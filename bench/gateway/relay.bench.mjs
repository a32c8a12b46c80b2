// Overhead of the relay for requests to another surface: time, and memory while a large file passes through. Both run on this
// machine.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { Agent, request } from 'node:http';
import { fileURLToPath } from 'node:url';
import { median, sized } from '../figures.mjs';
import { memoryMb, pause, withGateway } from '../sessions/gateway-session.mjs';
import { relayTo } from '../sessions/relayed-server.mjs';

const SMALL_REQUESTS = 400;
const SIZE_MB = sized(256, 1024);
const WARM_UP_MB = 64;
const DOWNLOADS = 4;
/** Simulates a network of 2 Gbit/s, so that the two cores are not the only bottleneck. */
const NETWORK_MB_PER_S = 250;
/** Lets the garbage collector finish with earlier work. */
const SETTLE_MS = 1000;

export const isOnDemand = true;

/** @param {import('../figures.mjs').Report} report */
export async function run(report) {
  await withSurface(async (surface) => {
    await withGateway([], async (gateway) => {
      await relayTo(gateway, 'bench', surface);
      const relayed = `${gateway.address}/console/relay/bench/jobs`;
      await compareSmall(report, surface, relayed);
      await compareLarge(report, surface, relayed, gateway.pid);
      await compareOnNetwork(report, surface, relayed);
    });
  });
}

/** @param {import('../figures.mjs').Report} report @param {string} surface @param {string} relayed */
async function compareSmall(report, surface, relayed) {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  /** @type {number[]} */
  const direct = [];
  /** @type {number[]} */
  const through = [];
  try {
    // Alternates, so that other load affects both.
    for (let each = 0; each < SMALL_REQUESTS; each += 1) {
      direct.push((await read(`${surface}/api/v2/jobs`, agent)).ms);
      through.push((await read(`${relayed}/api/v2/jobs`, agent)).ms);
    }
  } finally {
    agent.destroy();
  }
  const added = median(through) - median(direct);
  const note = `${median(through).toFixed(2)} ms beside ${median(direct).toFixed(2)} ms`;
  report({ name: 'the relay adds to a small request', value: added, unit: 'ms', bar: 3, note });
}

/** @param {import('../figures.mjs').Report} report @param {string} surface @param {string} relayed @param {number} pid */
async function compareLarge(report, surface, relayed, pid) {
  /** @param {string} base @param {number} megabytes */
  const download = async (base, megabytes) => {
    const { ms, bytes } = await read(`${base}/api/v2/assets/${megabytes}/content`);
    if (bytes !== megabytes * 1024 ** 2) throw new Error(`${bytes} bytes came of ${megabytes} MB`);
    return ms;
  };
  await download(surface, WARM_UP_MB);
  await download(relayed, WARM_UP_MB);
  await pause(SETTLE_MS);
  const before = memoryMb(pid);
  let highest = before;
  const watch = setInterval(() => (highest = Math.max(highest, memoryMb(pid))), 20);
  /** @type {number[]} */
  const direct = [];
  /** @type {number[]} */
  const through = [];
  try {
    for (let each = 0; each < DOWNLOADS; each += 1) {
      direct.push(await download(surface, SIZE_MB));
      through.push(await download(relayed, SIZE_MB));
    }
  } finally {
    clearInterval(watch);
  }
  // Three processes share two cores, so there is no limit.
  reportTimes(report, `time of ${SIZE_MB} MB relayed beside direct, loopback`, through, direct);
  report({
    name: `gateway memory while ${SIZE_MB} MB are relayed`,
    value: highest - before,
    unit: 'MB',
    bar: 64,
    note: `from ${before.toFixed(0)} MB`,
  });
}

/** @param {import('../figures.mjs').Report} report @param {string} surface @param {string} relayed */
async function compareOnNetwork(report, surface, relayed) {
  const path = `/api/v2/assets/${SIZE_MB}/content?mbPerS=${NETWORK_MB_PER_S}`;
  /** @type {number[]} */
  const direct = [];
  /** @type {number[]} */
  const through = [];
  for (let each = 0; each < DOWNLOADS / 2; each += 1) {
    direct.push((await read(surface + path)).ms);
    through.push((await read(relayed + path)).ms);
  }
  const name = `time of ${SIZE_MB} MB relayed beside direct, ${NETWORK_MB_PER_S} MB/s`;
  reportTimes(report, name, through, direct, 1.25);
}

/**
 * Compares the fastest of each, since other load only slows them down.
 * @param {import('../figures.mjs').Report} report @param {string} name
 * @param {readonly number[]} through @param {readonly number[]} direct @param {number} [bar]
 */
function reportTimes(report, name, through, direct, bar) {
  const [fastest, fastestDirect] = [Math.min(...through), Math.min(...direct)];
  const rate = (/** @type {number} */ ms) => ((SIZE_MB / ms) * 1000).toFixed(0);
  const note = `${rate(fastest)} MB/s beside ${rate(fastestDirect)} MB/s`;
  report({ name, value: fastest / fastestDirect, unit: 'times', note, ...(bar !== undefined && { bar }) });
}

/** @param {string} url @param {Agent} [agent] @returns {Promise<{ ms: number, bytes: number }>} */
function read(url, agent) {
  return new Promise((resolve, reject) => {
    const startedAt = performance.now();
    const requested = request(url, agent ? { agent } : {}, (response) => {
      let bytes = 0;
      response.on('data', (/** @type {Buffer} */ chunk) => (bytes += chunk.length));
      response.on('error', reject);
      response.on('end', () => {
        if (response.statusCode === 200) resolve({ ms: performance.now() - startedAt, bytes });
        else reject(new Error(`${url} responded with ${response.statusCode}`));
      });
    });
    requested.on('error', reject);
    requested.end();
  });
}

/** @param {(url: string) => Promise<void>} work */
async function withSurface(work) {
  const script = fileURLToPath(new URL('../sessions/plain-surface.mjs', import.meta.url));
  const surface = spawn(process.execPath, [script], { stdio: ['ignore', 'pipe', 'inherit'] });
  try {
    const [port] = await once(surface.stdout, 'data');
    await work(`http://127.0.0.1:${String(port).trim()}`);
  } finally {
    surface.kill();
  }
}
