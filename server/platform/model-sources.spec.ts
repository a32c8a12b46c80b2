import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { openSmallServer, sendJson } from '../router/providers/http/testing/small-server';
import { createMemoryDeps } from '../testing/memory-deps';
import { readFlags } from './read-flags';
import type { GatewayOptions } from './gateway-options';
import { openModels } from './model-sources';

const OWN = { providers: [{ name: 'own', baseUrl: 'http://127.0.0.1:9', models: [{ name: 'm', path: '/' }] }] };

let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'flowdeck-models-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

async function idsWith(...args: string[]): Promise<string[]> {
  const requested = readFlags(['--data-dir', folder, ...args], {});
  const options = 'options' in requested ? requested.options : ({} as GatewayOptions);
  const { models, close } = openModels(
    options,
    { modelScript: 'no-script', parseScript: 'no-script' },
    await createMemoryDeps(),
  );
  await close();
  return models.flatMap((source) => source.models().map(({ provider, model }) => `${provider}/${model}`));
}

describe('the models of the gateway', () => {
  it('are the built-in ones if nothing is configured', async () => {
    expect((await idsWith()).sort()).toEqual(
      ['chime', 'digest', 'erosion', 'flow-field', 'halftone', 'palette'].map((model) => `flowdeck/${model}`),
    );
  });

  it('include those of the configuration in the data folder', async () => {
    writeFileSync(join(folder, 'flowdeck.config.json'), JSON.stringify(OWN));
    expect(await idsWith()).toContain('own/m');
  });

  it('are those of another configuration if a flag selects it', async () => {
    const file = join(folder, 'other.json');
    writeFileSync(file, JSON.stringify(OWN).replace('"m"', '"n"'));
    expect(await idsWith('--config', file)).toContain('own/n');
    await expect(idsWith('--config', join(folder, 'none.json'))).rejects.toThrow('none.json is not there');
  });

  it('include those of a document URL, with a cached copy while the URL is unreachable', async () => {
    const requestBody = { content: { 'application/json': { schema: { type: 'object' } } } };
    const documentOf = (...ids: string[]) => ({
      openapi: '3.1.0',
      paths: Object.fromEntries(ids.map((id) => [`/${id}`, { post: { operationId: id, requestBody } }])),
    });
    let served: object = documentOf('draw');
    const server = await openSmallServer(({ headers }, response) =>
      headers.authorization === undefined ? sendJson(response, 200, served) : sendJson(response, 400, {}),
    );
    const studio = {
      name: 'studio',
      baseUrl: 'http://127.0.0.1:1',
      document: { url: `${server.origin}/openapi.json` },
    };
    writeFileSync(join(folder, 'flowdeck.config.json'), JSON.stringify({ providers: [studio] }));
    const requested = readFlags(['--data-dir', folder], {});
    const options = 'options' in requested ? requested.options : ({} as GatewayOptions);
    const start = async () => {
      const deps = await createMemoryDeps();
      const opened = openModels(options, { modelScript: 'no-script', parseScript: 'no-script' }, deps);
      const ids = () =>
        opened.models
          .flatMap((source) => source.models())
          .filter(({ provider }) => provider === 'studio')
          .map(({ model }) => model);
      return { ...opened, ids, clock: deps.clock };
    };
    const until = (check: () => unknown) => vi.waitFor(check, { timeout: 15_000 });

    const first = await start();
    await until(() => expect(first.ids()).toEqual(['draw']));
    served = documentOf('draw', 'paint');
    await first.clock.advance(11 * 60_000);
    await until(() => expect(first.ids()).toEqual(['draw', 'paint']));
    // A response that is not a document with models changes nothing.
    served = documentOf();
    await first.clock.advance(11 * 60_000);
    await until(() => expect(first.catalogProblem()).toContain('it has no operation for a model'));
    expect(first.ids()).toEqual(['draw', 'paint']);
    await first.close();
    await server.close();

    const second = await start();
    expect(second.ids()).toEqual(['draw', 'paint']);
    await until(() => expect(second.catalogProblem()).toMatch(/^studio: .*The copy from before stays in use\.$/));
    expect(second.ids()).toEqual(['draw', 'paint']);
    // Another URL does not share anything with this one.
    const elsewhere = { ...studio, document: { url: `${server.origin}/other.json` } };
    writeFileSync(join(folder, 'flowdeck.config.json'), JSON.stringify({ providers: [elsewhere] }));
    await second.clock.advance(3000);
    await until(() => expect(second.catalogProblem()).toContain('Its models are not known yet.'));
    expect(second.ids()).toEqual([]);
    await second.close();
  });

  it('include those of a remote router, which can be added to the configuration at run time', async () => {
    const page = { has_more: false, limit: 100, data: [{ id: 'p/m', provider: 'p', model: 'm', billing: {} }] };
    const server = await openSmallServer((_, response) => sendJson(response, 200, page));
    const requested = readFlags(['--data-dir', folder], {});
    const options = 'options' in requested ? requested.options : ({} as GatewayOptions);
    const deps = await createMemoryDeps();
    const opened = openModels(options, { modelScript: 'no-script', parseScript: 'no-script' }, deps);
    const ids = () =>
      opened.models.flatMap((source) => source.models().map((each) => `${each.provider}/${each.model}`));
    const configure = (...providers: object[]) =>
      writeFileSync(join(folder, 'flowdeck.config.json'), JSON.stringify({ providers }));
    try {
      const remote = { name: 'lab', baseUrl: server.origin, catalog: {} };
      configure(remote);
      await deps.clock.advance(3000);
      await vi.waitFor(() => expect(ids()).toContain('lab.p/m'), { timeout: 15_000 });
      const own = { name: 'lab.p', baseUrl: server.origin, models: [{ name: 'm', path: '/' }] };
      configure(remote, own, { ...remote, name: 'away', baseUrl: 'http://127.0.0.1:1' });
      await deps.clock.advance(3000);
      await vi.waitFor(() => expect(opened.catalogProblem()).toMatch(/^away does not respond .*ECONNREFUSED/), {
        timeout: 15_000,
      });
      // Both have the same name; the owner's own model takes precedence.
      const named = opened.models.flatMap((source) => source.models()).find((each) => each.provider === 'lab.p');
      expect(named?.honorsKey).toBe(false);
      configure();
      await deps.clock.advance(3000);
      expect(ids().filter((id) => !id.startsWith('flowdeck/'))).toEqual([]);
      expect(opened.catalogProblem()).toBeNull();
    } finally {
      await opened.close();
      await server.close();
    }
  });
});
