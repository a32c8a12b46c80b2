import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdir } from 'node:fs/promises';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { silentLogger } from '../../log';
import type { EngineEvent, RunOutcome, RunRequest } from '../engine';
import { EmbeddedEngine, type EmbeddedEngineOptions } from './embedded-engine';
import { buildEngine } from './testing/built-engine';
import {
  bytesOf,
  nodeStates,
  outputsOf,
  runRequest,
  temporaryFolder,
  uploaded,
  reference,
  workflow,
} from './testing/engine-run';

/** Tests the built script in a child process. Starting one is slow on a busy machine. */
vi.setConfig({ testTimeout: 30_000 });

let built: Awaited<ReturnType<typeof buildEngine>>;
let folder: Awaited<ReturnType<typeof temporaryFolder>>;
let uploads: Awaited<ReturnType<typeof temporaryFolder>>;
beforeAll(async () => {
  [built, folder, uploads] = await Promise.all([buildEngine(), temporaryFolder(), temporaryFolder()]);
}, 60_000);
afterAll(() => Promise.all([built.remove(), folder.remove(), uploads.remove()]));

const engines: EmbeddedEngine[] = [];
afterEach(async () => {
  await Promise.all(engines.splice(0).map((engine) => engine.close()));
});

function newEngine(options: Partial<EmbeddedEngineOptions> = {}): EmbeddedEngine {
  const engine = new EmbeddedEngine({
    script: built.script,
    workDir: folder.path,
    assetDir: uploads.path,
    log: silentLogger,
    ...options,
  });
  engines.push(engine);
  return engine;
}

function growth(steps: number, size = 128, seed = 7): string {
  return workflow({
    '5': [
      'FlowdeckReactionDiffusion',
      { seed, width: size, height: size, steps, feed: 0.0545, kill: 0.062, scale: 1, palette: 'coral' },
    ],
    '6': ['SaveImage', { images: ['5', 0], filename_prefix: 'coral' }],
  });
}

/** Runs a request and calls `when` once, at the first event that `accepts` matches. */
async function runUntil(
  engine: EmbeddedEngine,
  request: RunRequest,
  accepts: (event: EngineEvent) => boolean,
  when: (abort: AbortController) => void,
): Promise<{ outcome: RunOutcome; events: EngineEvent[] }> {
  const abort = new AbortController();
  const events: EngineEvent[] = [];
  let isCalled = false;
  const outcome = await engine.run(
    request,
    (event) => {
      events.push(event);
      if (isCalled || !accepts(event)) return;
      isCalled = true;
      when(abort);
    },
    abort.signal,
  );
  return { outcome, events };
}

const run = (engine: EmbeddedEngine, request: RunRequest) =>
  runUntil(
    engine,
    request,
    () => false,
    () => {},
  );
const isBlur = (event: EngineEvent) => event.kind === 'node' && event.nodeId === '2';
const isStep = (event: EngineEvent) => event.kind === 'step';

/** Starts the script like the gateway, and reports its process id once it works on a long run. */
const STARTER = `
import { fork } from 'node:child_process';
const [script, graph, workDir] = process.argv.slice(1);
const child = fork(script, [], { serialization: 'advanced', execArgv: [], stdio: ['ignore', 'ignore', 'inherit', 'ipc'] });
child.on('message', ({ event }) => event?.kind === 'step' && console.log(child.pid));
child.send({ type: 'run', runId: 'a', jobId: 'a', graph, workflowText: graph, workDir, assets: [] });`;

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

describe('the embedded engine', () => {
  it('starts with the first run, keeps its process, and passes outputs as files', async () => {
    const engine = newEngine();
    expect(engine.pid).toBeNull();
    const first = await run(engine, runRequest(growth(10)));
    expect(first.outcome).toEqual({ kind: 'succeeded' });
    const [output] = outputsOf(first.events);
    expect(output).toMatchObject({ nodeId: '6', name: 'coral_00001_.png', type: 'image', contentType: 'image/png' });
    expect(output?.content).toEqual({ path: expect.stringContaining(folder.path) });
    const { pid } = engine;
    const second = await run(engine, runRequest(growth(10)));
    expect(engine.pid).toBe(pid);
    expect(nodeStates(second.events)[0]).toBe('5:cached');
  });

  it('produces the same bytes in another process', async () => {
    const [one, two] = [newEngine(), newEngine()];
    const [first, second] = await Promise.all([run(one, runRequest(growth(30))), run(two, runRequest(growth(30)))]);
    expect(one.pid).not.toBe(two.pid);
    const [a, b] = await Promise.all([first, second].map(({ events }) => bytesOf(outputsOf(events)[0])));
    expect(Buffer.compare(a as Uint8Array, b as Uint8Array)).toBe(0);
  });

  it('runs a node of any id, such as __proto__, and every node that reads from it', async () => {
    const node = (text: string) => `{"class_type":"PreviewAny","inputs":{"source":${text}}}`;
    const ids = ['one', '__proto__', 'constructor', 'toString', '30:6'];
    const graph = `{${ids.map((id) => `"${id}":${node(`"of ${id}"`)}`).join()},"reader":${node('["text",0]')},"text":{"class_type":"PrimitiveString","inputs":{"value":"x"}}}`;
    const engine = newEngine();
    for (const text of [graph, `{"__proto__":${node('"alone"')}}`]) {
      const { outcome, events } = await run(engine, runRequest(text));
      expect(outcome).toEqual({ kind: 'succeeded' });
      const reported = outputsOf(events).map(({ nodeId }) => nodeId);
      expect(reported.filter((id) => ids.includes(id)).sort()).toEqual(text === graph ? ids.toSorted() : ['__proto__']);
    }
  });

  it('runs one graph after the other', async () => {
    const engine = newEngine();
    const order: string[] = [];
    await Promise.all(
      ['a', 'b'].map(async (name) => {
        await engine.run(runRequest(growth(5), [], name), () => order.push(name), new AbortController().signal);
      }),
    );
    expect(order.join('')).toMatch(/^a+b+$/);
  });

  it('cancels during a run, and continues with the same process', async () => {
    const engine = newEngine();
    const canceled = await runUntil(engine, runRequest(growth(10_000, 512)), isStep, (abort) => abort.abort());
    expect(canceled.outcome).toEqual({ kind: 'canceled' });
    const { pid } = engine;
    expect((await run(engine, runRequest(growth(5)))).outcome).toEqual({ kind: 'succeeded' });
    expect(engine.pid).toBe(pid);
  });

  it('cancels during a kernel', async () => {
    const engine = newEngine({ graceMs: 60_000 });
    const text = workflow({
      '1': ['EmptyImage', { width: 9000, height: 9000, batch_size: 1, color: 99 }],
      '2': ['ImageBlur', { image: ['1', 0], blur_radius: 31, sigma: 1 }],
      '3': ['SaveImage', { images: ['2', 0], filename_prefix: 'a' }],
    });
    const { outcome, events } = await runUntil(engine, runRequest(text), isBlur, (abort) => abort.abort());
    expect(outcome).toEqual({ kind: 'canceled' });
    expect(nodeStates(events)).not.toContain('2:done');
  });

  it('kills a run that does not stop within the grace period', async () => {
    const engine = newEngine({ graceMs: 50 });
    const { outcome } = await runUntil(engine, runRequest(growth(10_000, 512)), isStep, (abort) => {
      process.kill(engine.pid ?? 0, 'SIGSTOP');
      abort.abort();
    });
    expect(outcome).toEqual({ kind: 'canceled' });
    expect((await run(engine, runRequest(growth(5)))).outcome).toEqual({ kind: 'succeeded' });
  });

  it('fails only the running job when its process dies, and starts another', async () => {
    const engine = newEngine();
    const crashed = await runUntil(engine, runRequest(growth(10_000, 512)), isStep, () => {
      process.kill(engine.pid ?? 0, 'SIGKILL');
    });
    expect(crashed.outcome).toMatchObject({
      kind: 'failed',
      error: {
        code: 'engine_crashed',
        node_id: '5',
        class_type: 'FlowdeckReactionDiffusion',
        message: expect.stringContaining('FlowdeckReactionDiffusion (5)'),
      },
    });
    expect((await run(engine, runRequest(growth(5)))).outcome).toEqual({ kind: 'succeeded' });
  });

  it('starts a new process after the idle one was ended', async () => {
    const engine = newEngine({ idleMs: 0 });
    expect((await run(engine, runRequest(growth(5)))).outcome).toEqual({ kind: 'succeeded' });
    await expect.poll(() => engine.pid).toBeNull();
    // The process may still be exiting while the next one works.
    expect((await run(engine, runRequest(growth(5)))).outcome).toEqual({ kind: 'succeeded' });
  });

  it('fails with a clear message if the script is missing', async () => {
    const engine = newEngine({ script: `${built.script}.gone` });
    expect((await run(engine, runRequest(growth(5)))).outcome).toMatchObject({
      kind: 'failed',
      error: { code: 'engine_crashed', traceback: expect.stringContaining('Cannot find module') },
    });
  });

  it('reports node failures, and removes the files of failed runs', async () => {
    const engine = newEngine();
    const asset = await uploaded(uploads.path, 'note.png', new TextEncoder().encode('hello'));
    const before = await readdir(folder.path);
    const text = workflow({
      '1': ['LoadImage', { image: reference(asset) }],
      '2': ['SaveImage', { images: ['1', 0], filename_prefix: 'a' }],
    });
    const { outcome } = await run(engine, runRequest(text, [asset]));
    expect(outcome).toMatchObject({
      kind: 'failed',
      error: {
        code: 'node_execution_error',
        node_id: '1',
        message: expect.stringContaining('note.png is not an image'),
      },
    });
    expect(await readdir(folder.path)).toEqual(before);
  });

  it('reads assets from memory', async () => {
    const engine = newEngine();
    const asset = await uploaded(uploads.path, 'empty.png', new Uint8Array(0));
    const text = workflow({
      '1': ['LoadImage', { image: reference(asset) }],
      '2': ['SaveImage', { images: ['1', 0], filename_prefix: 'a' }],
    });
    const { outcome } = await run(engine, runRequest(text, [{ ...asset, path: null }]));
    expect(outcome).toMatchObject({ error: { message: 'empty.png is empty (0 bytes)' } });
  });

  it('exits with the gateway that started it, however that exits', async () => {
    const starter = spawn(
      process.execPath,
      ['--input-type=module', '-e', STARTER, built.script, growth(10_000, 512), folder.path],
      {
        stdio: ['ignore', 'pipe', 'inherit'],
      },
    );
    const [line] = (await once(starter.stdout, 'data')) as [Buffer];
    const pid = Number.parseInt(line.toString(), 10);
    expect(isAlive(pid)).toBe(true);
    starter.kill('SIGKILL');
    await expect.poll(() => isAlive(pid), { timeout: 10_000 }).toBe(false);
  });

  it('rejects runs after it was closed, and cancels a run that was canceled before its start', async () => {
    const engine = newEngine();
    const abort = new AbortController();
    abort.abort();
    expect(await engine.run(runRequest(growth(5)), () => {}, abort.signal)).toEqual({ kind: 'canceled' });
    await engine.close();
    expect((await run(engine, runRequest(growth(5)))).outcome).toMatchObject({ error: { code: 'engine_closed' } });
    expect(engine.pid).toBeNull();
  });
});
