import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { Engine, EngineConfig } from '../engines/engine';
import { DEFINITIONS_FOLDER, DefinitionsFile } from '../engines/comfyui/definitions/definitions-file';
import { silentLogger } from '../log';
import { VirtualClock } from '../testing/virtual-clock';
import { openDrainedEngines } from './data-folder/drained-engines-file';
import { createEngine } from './engine-choice';
import { defaultOptions } from './gateway-options';

const GPU = { name: 'gpu', url: 'http://127.0.0.1:1' };
const BIG = { name: 'big', url: 'http://127.0.0.1:2' };

let folder: string;
let opened: Engine[];
let warnings: string[];
let change: (named: readonly EngineConfig[] | null) => void;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'flowdeck-engines-'));
  opened = [];
  warnings = [];
});
afterEach(async () => {
  for (const engine of opened) await engine.close();
  rmSync(folder, { recursive: true });
});

const log = { ...silentLogger, warn: (_fields: object, message: string) => warnings.push(message) };

function open(comfyui: EngineConfig[], named: readonly EngineConfig[] | null): Engine {
  const engine = createEngine(
    { ...defaultOptions({}), engine: 'comfyui', comfyui },
    { named, onChange: (listen) => (change = listen) },
    {
      blobs: { workDir: folder },
      engineScript: '',
      stateDir: folder,
      drained: openDrainedEngines(folder, log),
      clock: new VirtualClock(),
      log,
    },
  );
  opened.push(engine);
  return engine;
}

const shown = (engine: Engine) => engine.engines?.().map(({ name, state }) => `${name} ${state}`);
const urls = (engine: Engine) => engine.engines?.().map(({ comfyui }) => comfyui?.url);

describe('the engines behind the gateway', () => {
  test('J-1.27 are a ComfyUI on port 8188 of loopback if nothing names any', () => {
    expect(urls(open([], null))).toEqual(['http://127.0.0.1:8188']);
  });

  test('are those of the configuration file, and follow its changes', () => {
    const engine = open([], [GPU, { ...BIG, draining: true }]);
    expect(shown(engine)).toEqual(['gpu active', 'big draining']);
    change([BIG, GPU]);
    expect(shown(engine)).toEqual(['big active', 'gpu active']);
    change([BIG]);
    expect(shown(engine)).toEqual(['big active']);
    change([{ ...BIG, url: 'http://127.0.0.1:3' }]);
    expect(urls(engine)).toEqual(['http://127.0.0.1:3']);
    change(null);
    expect(urls(engine)).toEqual(['http://127.0.0.1:8188']);
    expect(warnings).toEqual([]);
  });

  test('are none if the file says so, and the first one that it then names is used', async () => {
    const engine = open([], []);
    expect([engine.engines?.(), engine.comfyui?.()]).toEqual([[], null]);
    expect(engine.health()).toEqual({ isReady: false, label: 'No ComfyUI', waitingReason: 'No ComfyUI is connected' });
    expect(await engine.definitions()).toBeNull();
    const job = { jobId: 'a', needs: () => ({ classes: ['KSampler'], texts: [] }) };
    expect([engine.waitsFor?.(job), engine.assign?.(job)]).toEqual(['No ComfyUI is connected', null]);
    change([GPU]);
    expect(shown(engine)).toEqual(['gpu active']);
    change([]);
    expect(shown(engine)).toEqual([]);
  });

  test('take along what they listed last when they are removed or move', async () => {
    const fileOf = ({ url }: EngineConfig) => new DefinitionsFile(join(folder, DEFINITIONS_FOLDER), url);
    open([], [GPU, BIG]);
    for (const engine of [GPU, BIG]) await fileOf(engine).write({ text: engine.name, readAt: 1000 });
    change([BIG]);
    expect([await fileOf(GPU).read(), await fileOf(BIG).read()]).toEqual([null, { text: 'big', readAt: 1000 }]);
    change([{ ...BIG, url: 'http://127.0.0.1:3' }]);
    expect(await fileOf(BIG).read()).toBeNull();
  });

  test('are those of the flags, regardless of the file, which is logged', () => {
    const engine = open([GPU], [BIG]);
    change([BIG]);
    expect(shown(engine)).toEqual(['gpu active']);
    expect(warnings).toEqual(
      Array(2).fill(expect.stringMatching(/^The engines of the configuration file are not used/)),
    );
  });
});

describe('draining', () => {
  test('is stored across restarts, even for an engine that returns to the file', () => {
    const engine = open([], [GPU, BIG]);
    expect(engine.drain?.('gpu', true)).toBe('done');
    expect(shown(engine)).toEqual(['gpu draining', 'big active']);
    const next = open([], [GPU, BIG]);
    expect(next.engines?.()).toMatchObject([{ drainedBy: 'console' }, { drainedBy: null }]);
    change([BIG]);
    change([BIG, GPU]);
    expect(shown(next)).toEqual(['big active', 'gpu draining']);
    expect(next.drain?.('gpu', false)).toBe('done');
    expect(shown(open([], [GPU, BIG]))).toEqual(['gpu active', 'big active']);
  });

  test('can only be ended in the file if it was set there', () => {
    const engine = open([], [{ ...GPU, draining: true }, BIG]);
    expect([engine.drain?.('gpu', false), engine.drain?.('other', true)]).toEqual(['set_in_config', 'not_found']);
    expect(shown(engine)).toEqual(['gpu draining', 'big active']);
    change([GPU, BIG]);
    expect(shown(engine)).toEqual(['gpu active', 'big active']);
  });

  test('fails if it cannot be stored', () => {
    const engine = open([], [GPU, BIG]);
    rmSync(folder, { recursive: true });
    expect(() => engine.drain?.('gpu', true)).toThrow('Which engines are draining cannot be stored');
    expect(shown(engine)).toEqual(['gpu active', 'big active']);
    folder = mkdtempSync(join(tmpdir(), 'flowdeck-engines-'));
  });

  test('applies to no engine if the file is damaged, which is logged and replaced by the next change', () => {
    writeFileSync(join(folder, 'drained-engines.json'), '["gpu"');
    const engine = open([], [GPU, BIG]);
    expect(shown(engine)).toEqual(['gpu active', 'big active']);
    expect(warnings).toEqual(['The list of drained engines cannot be read, so all of them get jobs']);
    engine.drain?.('big', true);
    expect(JSON.parse(readFileSync(join(folder, 'drained-engines.json'), 'utf8'))).toEqual(['big']);
  });
});
