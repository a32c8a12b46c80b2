import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { silentLogger } from '../../../log';
import { VirtualClock } from '../../../testing/virtual-clock';
import { createPublicFetch } from '../../hosting/ssrf-safe-fetch';
import { HttpModels } from './http-models';
import { NO_KEYS } from './provider-keys';
import { readConfig, type ReadConfig } from './read-config';
import { WatchedConfig } from './watched-config';

let folder: string;
let file: string;
let clock: VirtualClock;
let models: HttpModels;
let watched: WatchedConfig;
let changes: number;
let engines: ReadConfig['engines'];

const configOf = (...names: string[]) =>
  JSON.stringify({
    providers: [
      {
        name: 'lab',
        baseUrl: 'http://127.0.0.1:1',
        models: names.map((name) => ({ name, path: '/run', schema: { file: 'schema.json' } })),
      },
    ],
  });
const schemaOf = (title: string) => JSON.stringify({ type: 'object', title });

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'flowdeck-watched-'));
  file = join(folder, 'flowdeck.config.json');
  writeFileSync(join(folder, 'schema.json'), schemaOf('First'));
  writeFileSync(file, configOf('one'));
  clock = new VirtualClock();
  changes = 0;
  const config = readConfig(file, { isRequired: true, environment: {}, keys: NO_KEYS });
  const input = { faultsOf: async () => [], close: async () => {} };
  models = new HttpModels(config.providers, file, {
    log: silentLogger,
    clock,
    input,
    fetchPublic: createPublicFetch(),
  });
  watched = new WatchedConfig(file, config, {
    log: silentLogger,
    clock,
    models,
    isRequired: true,
    environment: {},
    keys: NO_KEYS,
    onChange: (changed) => {
      changes += 1;
      engines = changed.engines;
    },
  });
});
afterEach(async () => {
  watched.close();
  await models.close();
  rmSync(folder, { recursive: true, force: true });
});

const idsOf = () => models.models().map(({ provider, model }) => `${provider}/${model}`);
const settle = () => clock.advance(3000);

describe('a changed configuration of providers', () => {
  it('is applied without a restart, and so is a changed schema file', async () => {
    writeFileSync(file, configOf('one', 'two'));
    await settle();
    expect([idsOf(), watched.problem, changes]).toEqual([['lab/one', 'lab/two'], null, 1]);
    writeFileSync(join(folder, 'schema.json'), schemaOf('Second title'));
    await settle();
    expect(models.models()[0]?.about?.().title).toBe('Second title');
  });

  it('reports the configured engines, and that none are configured', async () => {
    const named = { name: 'gpu', url: 'http://127.0.0.1:8188', draining: true };
    writeFileSync(file, JSON.stringify({ engines: [named] }));
    await settle();
    expect([engines, watched.problem]).toEqual([[named], null]);
    writeFileSync(file, JSON.stringify({ engines: [named, named] }));
    await settle();
    expect([engines, watched.problem]).toEqual([
      [named],
      expect.stringContaining('engines must not have the same name'),
    ]);
    writeFileSync(file, configOf('one'));
    await settle();
    expect([engines, watched.problem]).toEqual([null, null]);
  });

  it('has another model once a whole-service document has another operation', async () => {
    const body = { content: { 'application/json': { schema: { type: 'object' } } } };
    const documentOf = (...ids: string[]) =>
      JSON.stringify({
        openapi: '3.1.0',
        paths: Object.fromEntries(ids.map((id) => [`/${id}`, { post: { operationId: id, requestBody: body } }])),
      });
    const whole = { name: 'lab', baseUrl: 'http://127.0.0.1:1', document: { file: 'service.json' } };
    writeFileSync(join(folder, 'service.json'), documentOf('draw'));
    writeFileSync(file, JSON.stringify({ providers: [whole] }));
    await settle();
    expect([idsOf(), watched.problem]).toEqual([['lab/draw'], null]);
    writeFileSync(join(folder, 'service.json'), documentOf('draw', 'paint'));
    await settle();
    expect(idsOf()).toEqual(['lab/draw', 'lab/paint']);
  });

  it('changes nothing while it has mistakes, which are reported, and is applied once they are fixed', async () => {
    for (const broken of [
      '{"providers": [',
      configOf('one', 'Bad Name'),
      configOf('one').replace('schema.json', 'gone.json'),
    ]) {
      const before = models.models();
      writeFileSync(file, broken);
      await settle();
      expect(models.models()).toBe(before);
      expect(watched.problem).toMatch(/flowdeck\.config\.json|gone\.json/);
    }
    writeFileSync(file, configOf('three'));
    await settle();
    expect([idsOf(), watched.problem]).toEqual([['lab/three'], null]);
  });

  it('retains the current configuration when the file is removed', async () => {
    rmSync(file);
    await settle();
    expect(idsOf()).toEqual(['lab/one']);
    expect(watched.problem).toContain('is not there');
  });
});
