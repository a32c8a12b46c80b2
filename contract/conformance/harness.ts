import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createApp } from '@server/app';
import type { ScriptedEngine } from '@server/engines/scripted/scripted-engine';
import { createMemoryDeps } from '@server/testing/memory-deps';
import type { VirtualClock } from '@server/testing/virtual-clock';
import { GATEWAY_SCRIPT, spawnGateway } from '../../scripts/gateway-process.mjs';
import { resolveLink } from '../jobs/links';
import { checkAnswer } from './checked-answer';

/**
 * One implementation of the Job API under test. Every answer that passes through `fetch` is held to the operation
 * table, so a test only says what is special about it.
 */
export interface Surface {
  name: string;
  /** Origin, without a slash at its end. */
  baseUrl: string;
  /** @param link a path, or a link as an answer gave it. */
  fetch(link: string, init?: RequestInit): Promise<Response>;
  /** Lets the surface work on for about this long: virtual time, or true time. */
  pass(ms: number): Promise<void>;
  /** Only in memory; null: time is true time. */
  clock: VirtualClock | null;
  /** Only in memory, to look at what the engine was given. */
  engine: ScriptedEngine | null;
  /** What the surface has logged, one text per line. */
  logLines(): string[];
  close(): Promise<void>;
}

export interface SurfaceOptions {
  token?: string;
  queueDepth?: number;
  maxUploadBytes?: number;
  retentionMs?: number;
  allowedOrigins?: readonly string[];
  publicUrl?: string;
  /** Jobs that the scripted engine takes at once. */
  parallel?: number;
}

export interface Host {
  name: string;
  /** Time and engine are in the hands of the test. */
  isVirtual: boolean;
  /** A surface of its own; the caller closes it. */
  open(options?: SurfaceOptions): Promise<Surface>;
}

/** Conformance files run their rules against each: `describe.each(HOSTS)('... $name', ({ open }) => ...)`. */
export const HOSTS: readonly Host[] = [
  { name: 'in memory', isVirtual: true, open: openInMemory },
  { name: 'over HTTP', isVirtual: false, open: openOverHttp },
];

const MEMORY_ORIGIN = 'http://127.0.0.1:8189';

async function openInMemory(options: SurfaceOptions = {}): Promise<Surface> {
  const { parallel, ...settings } = options;
  const lines: string[] = [];
  const write = (fields: Record<string, unknown>, message: string) =>
    lines.push(JSON.stringify({ ...fields, message }));
  const deps = await createMemoryDeps({
    settings,
    ...(parallel === undefined ? {} : { parallel }),
    log: { info: write, warn: write, error: write },
  });
  const app = createApp(deps);
  await app.start();
  return {
    name: 'in memory',
    baseUrl: MEMORY_ORIGIN,
    fetch: checked(MEMORY_ORIGIN, (url, init) => app.fetch(new Request(url, init))),
    pass: (ms) => deps.clock.advance(ms),
    clock: deps.clock,
    engine: deps.engine,
    logLines: () => lines,
    close: () => app.close(),
  };
}

async function openOverHttp(options: SurfaceOptions = {}): Promise<Surface> {
  const folder = mkdtempSync(join(tmpdir(), 'flowdeck-conformance-'));
  const script = process.env['CONFORMANCE_GATEWAY'] ?? GATEWAY_SCRIPT;
  const gateway = await spawnGateway(flags(folder, options), { script });
  const { address } = gateway;
  if (address === null) {
    rmSync(folder, { recursive: true, force: true });
    throw new Error(`The gateway did not start (build it with npm run build): ${gateway.printed().stderr}`);
  }
  return {
    name: 'over HTTP',
    baseUrl: address,
    fetch: checked(address, (url, init) => fetch(url, init)),
    pass: (ms) =>
      new Promise((resolve) => {
        setTimeout(resolve, ms);
      }),
    clock: null,
    engine: null,
    logLines: () => gateway.printed().stderr.split('\n').filter(Boolean),
    async close() {
      await gateway.end('SIGTERM');
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

function flags(folder: string, options: SurfaceOptions): string[] {
  const given: [string, string | number | undefined][] = [
    ['--token', options.token],
    ['--queue-depth', options.queueDepth],
    ['--max-upload-mb', options.maxUploadBytes === undefined ? undefined : options.maxUploadBytes / 1024 ** 2],
    ['--retention', options.retentionMs === undefined ? undefined : `${options.retentionMs / 1000}s`],
    ['--public-url', options.publicUrl],
    ['--scripted-parallel', options.parallel],
    ...(options.allowedOrigins ?? []).map((origin): [string, string] => ['--allow-origin', origin]),
  ];
  const values = given.flatMap(([name, value]) => (value === undefined ? [] : [name, String(value)]));
  return ['--port', '0', '--engine', 'scripted', '--data-dir', folder, '--log', 'json', ...values];
}

/** Follows the link rule, sends, and holds the answer to the contract. */
function checked(baseUrl: string, send: (url: string, init: RequestInit) => Promise<Response>): Surface['fetch'] {
  return async (link, init = {}) => {
    const url = resolveLink(link, baseUrl);
    const response = await send(url, init);
    await checkAnswer(init.method ?? 'GET', new URL(url), response);
    return response;
  };
}
