// Overhead of the router for a model call, compared with the model's own time and a minimal proxy, and memory for a long
// response.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Readable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import { memoryMb, withGateway } from '../sessions/gateway-session.mjs';
import { median, quantile, sized } from '../figures.mjs';

const WARM_UP = 50;
const CALLS = sized(100, 300);
/** Limit for a short call. The time per megabyte depends on the machine: compare the plain proxy. */
const OVERHEAD_BAR_MS = 5;
/** Load affects both. A call with a key waits for the disk, which a proxy does not. */
const TIMES_A_PROXY_BAR = 4;
const TIMES_A_PROXY_WITH_KEY_BAR = 7;

const LONG_ANSWER_MB = 512;
const HELD_BAR_MB = 64;

/** Close to the limit of buffered JSON, which is validated and rewritten: its bytes once, plus data in transit. */
const LONG_JSON_MB = 60;

const ROUNDS = [
  { name: '1 kB', size: 1000, bar: OVERHEAD_BAR_MS },
  { name: '1 MB', size: 1_000_000 },
  // Its input is validated in another process.
  { name: '1 kB, with a schema', size: 1000, bar: OVERHEAD_BAR_MS, model: 'judged' },
];

const SCHEMA = {
  type: 'object',
  required: ['prompt'],
  properties: {
    prompt: { type: 'string', minLength: 1, pattern: '^x+$' },
    size: { type: 'integer', minimum: 1, maximum: 4096 },
    style: { oneOf: [{ type: 'string' }, { type: 'array', items: { type: 'string' } }] },
  },
};

export const isOnDemand = true;

/** @param {import('../figures.mjs').Report} report */
export async function run(report) {
  await withUpstream(async (upstream, config) => {
    // The scripted engine includes its models.
    const flags = ['--engine', 'scripted', '--model-rate', '1000000/1m', '--config', config];
    await withGateway(flags, async ({ address, pid }) => {
      await withProxy(upstream, async (proxy) => {
        for (const { name, size, model = 'echo', ...barred } of ROUNDS) {
          const body = JSON.stringify({ prompt: 'x'.repeat(size) });
          for (const withKey of [false, true]) {
            const { direct, proxied, routed } = await timesOf({
              direct: () => post(upstream, body),
              proxied: () => post(proxy, body),
              routed: () => post(`${address}/v2/models/bench/${model}`, body, withKey),
            });
            const round = `${name}${withKey ? ', with a key' : ''}`;
            report({
              name: `router over the provider's own time, ${round}`,
              value: median(routed) - median(direct),
              unit: 'ms',
              ...barred,
              note: `${CALLS} calls, ${said(routed)} against ${said(direct)}`,
            });
            // A proxy does not validate.
            if (model === 'echo')
              report({
                name: `the same, in those of a plain proxy, ${round}`,
                value: (median(routed) - median(direct)) / (median(proxied) - median(direct)),
                unit: 'times',
                bar: withKey ? TIMES_A_PROXY_WITH_KEY_BAR : TIMES_A_PROXY_BAR,
                note: `the proxy ${said(proxied)}`,
              });
          }
        }
      });
      await longResponse(`${address}/v2/models/scripted/bytes`, LONG_ANSWER_MB, { pid, bar: HELD_BAR_MB }, report);
      await longResponse(`${address}/v2/models/bench/long-json`, LONG_JSON_MB, { pid, bar: HELD_BAR_MB }, report);
    });
  });
}

/** @param {readonly number[]} times */
const said = (times) => `${median(times).toFixed(2)} ms (p95 ${quantile(times, 0.95).toFixed(1)})`;

/**
 * Alternates, so that other load affects all of them.
 * @template {string} Name
 * @param {Record<Name, () => Promise<number>>} calls @returns {Promise<Record<Name, number[]>>}
 */
async function timesOf(calls) {
  const names = /** @type {Name[]} */ (Object.keys(calls));
  const times = /** @type {Record<string, number[]>} */ ({});
  for (const name of names) times[name] = [];
  for (let n = 0; n < WARM_UP + CALLS; n += 1) {
    for (const name of names) {
      const ms = await calls[name]();
      if (n >= WARM_UP) times[name]?.push(ms);
    }
  }
  return times;
}

/** @param {string} upstream @param {(url: string) => Promise<void>} work */
async function withProxy(upstream, work) {
  const script = fileURLToPath(new URL('../sessions/plain-proxy.mjs', import.meta.url));
  const proxy = spawn(process.execPath, [script, upstream], { stdio: ['ignore', 'pipe', 'inherit'] });
  try {
    const [port] = await once(proxy.stdout, 'data');
    await work(`http://127.0.0.1:${String(port).trim()}/`);
  } finally {
    proxy.kill();
  }
}

/** @param {string} url @param {string} body @param {boolean} [withKey] @returns {Promise<number>} milliseconds to the last byte */
async function post(url, body, withKey = false) {
  const startedAt = performance.now();
  /** @type {Record<string, string>} */
  const key = withKey ? { 'idempotency-key': crypto.randomUUID() } : {};
  const headers = { 'content-type': 'application/json', ...key };
  const response = await fetch(url, { method: 'POST', headers, body });
  const size = (await response.arrayBuffer()).byteLength;
  if (response.status !== 200 || size !== body.length)
    throw new Error(`${url} responded with ${response.status}, ${size} bytes`);
  return performance.now() - startedAt;
}

/**
 * Starts a provider that echoes its input or returns long JSON, and writes the configuration file for it.
 * @param {(url: string, config: string) => Promise<void>} work
 */
async function withUpstream(work) {
  const server = createServer((request, response) => {
    /** @type {Buffer[]} */
    const chunks = [];
    request.on('data', (chunk) => chunks.push(chunk));
    request.on('end', () => {
      response.setHeader('content-type', 'application/json');
      if (request.url === '/long-json') Readable.from(longJson(LONG_JSON_MB)).pipe(response);
      else response.end(Buffer.concat(chunks));
    });
  });
  await new Promise((resolve) => server.listen(0, '127.0.0.1', () => resolve(null)));
  const { port } = /** @type {import('node:net').AddressInfo} */ (server.address());
  const folder = mkdtempSync(path.join(tmpdir(), 'flowdeck-bench-'));
  const config = path.join(folder, 'flowdeck.config.json');
  const baseUrl = `http://127.0.0.1:${port}`;
  const bench = {
    name: 'bench',
    baseUrl,
    models: [
      { name: 'echo', path: '/echo' },
      { name: 'judged', path: '/echo', schema: { file: 'judged.json' } },
      { name: 'long-json', path: '/long-json', copyAssets: 'media' },
    ],
  };
  writeFileSync(config, JSON.stringify({ providers: [bench] }));
  writeFileSync(path.join(folder, 'judged.json'), JSON.stringify(SCHEMA));
  try {
    await work(`${baseUrl}/echo`, config);
  } finally {
    server.closeAllConnections();
    server.close();
    rmSync(folder, { recursive: true });
  }
}

/** Yields JSON of a given size that contains one long string. @param {number} megabytes */
function* longJson(megabytes) {
  const [start, end] = ['{"b64_json":"', '"}'];
  const chunk = 'A'.repeat(1024 ** 2);
  yield start;
  for (let n = 1; n < megabytes; n += 1) yield chunk;
  yield chunk.slice(start.length + end.length) + end;
}

/**
 * @param {string} url @param {number} megabytes @param {{ pid: number, bar: number }} gateway
 * @param {import('../figures.mjs').Report} report
 */
async function longResponse(url, megabytes, { pid, bar }, report) {
  const before = memoryMb(pid);
  let most = before;
  const look = () => (most = Math.max(most, memoryMb(pid)));
  const looking = setInterval(look, 10);
  const headers = { 'content-type': 'application/json', 'idempotency-key': crypto.randomUUID() };
  const body = JSON.stringify({ bytes: megabytes * 1024 ** 2 });
  const response = await fetch(url, { method: 'POST', headers, body });
  let size = 0;
  for await (const chunk of response.body ?? []) {
    size += chunk.byteLength;
    look();
  }
  clearInterval(looking);
  if (size !== megabytes * 1024 ** 2) throw new Error(`${url} responded with ${response.status}, ${size} bytes`);
  report({
    name: `memory for ${response.headers.get('content-type')} of ${megabytes} MB`,
    value: most - before,
    unit: 'MB',
    bar,
    note: `over the ${before.toFixed(0)} MB before`,
  });
}
