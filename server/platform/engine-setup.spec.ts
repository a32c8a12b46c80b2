import { chmodSync, lstatSync, mkdtempSync, readFileSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { EngineSetup } from '../engines/engine-setup';
import { silentLogger } from '../log';
import { NO_KEYS } from '../router/providers/http/provider-keys';
import { readConfig } from '../router/providers/http/read-config';
import { openEngineSetup, textWithEngines } from './engine-setup';
import { defaultOptions, type GatewayOptions } from './gateway-options';

const GPU = { name: 'gpu', url: 'http://127.0.0.1:8188' };
const BOX = 'http://box:8188';

let folder: string;
let file: string;
let reloads: number;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'flowdeck-setup-'));
  file = join(folder, 'flowdeck.config.json');
  reloads = 0;
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

function open(options: Partial<GatewayOptions> = {}): EngineSetup {
  const parts = { file, isRequired: false, reload: () => (reloads += 1), log: silentLogger };
  return openEngineSetup({ ...defaultOptions({}), ...options }, parts);
}

const stored = () => readConfig(file, { isRequired: true, environment: {}, keys: NO_KEYS }).engines;

describe('engines of the configuration file', () => {
  it('are added to a new file, and applied at once', () => {
    const setup = open();
    expect(setup.problemWith(BOX)).toBeNull();
    expect(setup.add(BOX, [])).toBeNull();
    expect(readFileSync(file, 'utf8')).toBe(
      '{\n  "engines": [\n    { "name": "box:8188", "url": "http://box:8188" }\n  ]\n}\n',
    );
    expect([reloads, statSync(file).mode & 0o777]).toEqual([1, 0o600]);
  });

  it('join those that are in use without being listed, each once', () => {
    const setup = open();
    setup.add(BOX, [GPU]);
    setup.add(BOX, [GPU]);
    expect(stored()).toMatchObject([GPU, { name: 'box:8188', url: BOX }]);
  });

  it('join those of the file only, if it lists any, and keep "draining"', () => {
    writeFileSync(file, JSON.stringify({ engines: [{ ...GPU, name: 'box:8188', draining: true }] }));
    open().add(BOX, [{ name: 'other', url: 'http://other:1' }]);
    expect(stored()).toMatchObject([
      { name: 'box:8188', draining: true },
      { name: 'comfyui-2', url: BOX },
    ]);
  });

  it('are removed by name, down to none', () => {
    const setup = open();
    expect(setup.remove('gpu', [GPU])).toBeNull();
    expect([stored(), setup.remove('gpu', [GPU])]).toEqual([[], 'not_found']);
    setup.add(BOX, []);
    setup.remove('box:8188', []);
    expect(stored()).toEqual([]);
  });

  it.each([
    ['{}', '{\n  "engines": []\n}'],
    ['{ "providers": [] }', '{\n  "engines": [], "providers": [] }'],
    [
      '\uFEFF{\n\t"engines" : [ 1, {} ],\n\t"providers": [1.0]\n}',
      '\uFEFF{\n\t"engines" : [],\n\t"providers": [1.0]\n}',
    ],
    ['{"$schema": "a", "engines": [1]}\n', '{"$schema": "a", "engines": []}\n'],
  ])('replace nothing else of %j', (before, after) => {
    expect(textWithEngines(before, [])).toBe(after);
  });

  it('are written where a link leads, readable for the same users', () => {
    const target = join(folder, 'elsewhere.json');
    writeFileSync(target, '{}');
    chmodSync(target, 0o640);
    symlinkSync(target, file);
    expect(open().add(BOX, [])).toBeNull();
    expect([lstatSync(file).isSymbolicLink(), statSync(target).mode & 0o777]).toEqual([true, 0o640]);
    expect(stored()).toMatchObject([{ url: BOX }]);
  });
});

describe('engines that cannot be changed', () => {
  it('are those of a gateway that runs the embedded engine only', () => {
    const setup = open({ engine: 'embedded' });
    const problem = {
      obstacle: 'embedded_only',
      file: null,
      line: 'flowdeck --engine auto --comfyui http://box:8188',
    };
    expect([setup.problemWith(BOX), setup.add(BOX, [])]).toEqual([problem, problem]);
    expect(reloads).toBe(0);
  });

  it('are those of flags', () => {
    const setup = open({ comfyui: [GPU] });
    const problem = { obstacle: 'named_by_flag', file: null, line: '--comfyui http://box:8188' };
    expect([setup.problemWith(BOX), setup.add(BOX, [])]).toEqual([problem, problem]);
    expect(setup.remove('gpu', [GPU])).toMatchObject({ obstacle: 'named_by_flag' });
  });

  it('are those of a file with mistakes, which stays as it is', () => {
    writeFileSync(file, '{"engines": [}');
    const setup = open();
    const problem = { obstacle: 'invalid_config', file, line: expect.stringContaining('is not valid JSON') as unknown };
    expect([setup.problemWith(BOX), setup.add(BOX, []), setup.remove('gpu', [])]).toEqual([problem, problem, problem]);
    expect([readFileSync(file, 'utf8'), reloads]).toEqual(['{"engines": [}', 0]);
  });

  it('are those of a file that cannot be written, with the member to add', () => {
    file = join(folder, 'missing', 'flowdeck.config.json');
    const setup = open();
    const problem = {
      obstacle: 'not_writable',
      file,
      line: '"engines": [\n    { "name": "box:8188", "url": "http://box:8188" }\n  ]',
    };
    expect([setup.problemWith(BOX), setup.add(BOX, [])]).toEqual([problem, problem]);
    expect(reloads).toBe(0);
  });
});
