import { nearestNames } from '@contract/nearest-names';
import { leastCpuMs } from '@contract/testing/cpu-time';
import { describe, expect, it } from 'vitest';
import { createApp } from '../../app';
import type { AppDeps } from '../../deps';
import { createMemoryDeps } from '../../testing/memory-deps';
import { BadModelId, Catalog } from './catalog';
import { EVERYTHING } from '../entitlements';
import type { RouterModel } from '../model-source';

const model = (id: string, charges: RouterModel['chargesOnPolicyRejection'] = 'no'): RouterModel => {
  const [provider = '', name = ''] = id.split('/');
  return {
    provider,
    model: name,
    chargesOnPolicyRejection: charges,
    inputSchemaAuthored: true,
    document: async () => '{}',
    run: () => Promise.reject(new Error('not run')),
  };
};

const catalogOf = (...lists: (readonly RouterModel[])[]) =>
  new Catalog(
    lists.map((list) => ({ models: () => list })),
    (text) => text,
  );

describe('the catalog', () => {
  it('lists the models of all sources by id, and the first of two with the same id', () => {
    const [first, second] = [model('b/x', 'yes'), model('b/x', 'no')];
    const build = catalogOf([first, model('c/x')], [second, model('a/x')]).current();
    expect(build.ids).toEqual(['a/x', 'b/x', 'c/x']);
    expect(build.models.get('b/x')).toBe(first);
  });

  it('retains its build while its models are unchanged, and starts a new build when they change', () => {
    let list = [model('a/x')];
    const catalog = new Catalog([{ models: () => list }], (text) => text);
    const before = catalog.current();
    expect(catalog.current()).toBe(before);
    list = [model('a/x')];
    expect(catalog.current().name).toBe(before.name);
    list = [model('a/x', 'yes')];
    expect(catalog.current().name).not.toBe(before.name);
  });

  it.each(['Bad_/x', 'a/a..b', '-a/x', 'a/', `${'p'.repeat(65)}/x`, `a/${'m'.repeat(129)}`])(
    'R-2.01 R-2.02 R-2.03 R-2.04 R-8.04 R-8.05 a model named %s stops the gateway from starting',
    async (id) => {
      const app = createApp(await createMemoryDeps({ models: [{ models: () => [model(id)] }] }));
      await expect(app.start()).rejects.toThrow(BadModelId);
      await app.close();
    },
  );
});

describe('the entity tag of the list', () => {
  const two = [model('a/x'), model('b/x')];
  const startedWith = async (more: Partial<AppDeps>) => {
    const app = createApp({ ...(await createMemoryDeps({ models: [{ models: () => two }] })), ...more });
    await app.start();
    const listing = (query = '', headers: Record<string, string> = {}) =>
      app.fetch(new Request(`http://127.0.0.1:8189/v2/models?${query}`, { headers }));
    return { app, listing, tag: async () => (await listing()).headers.get('etag') };
  };

  it('R-4.11 is equal on all pages, and never leads to a 304', async () => {
    const { app, listing } = await startedWith({});
    const first = await listing('limit=1');
    const tag = first.headers.get('etag') ?? '';
    expect(tag).toMatch(/^"[0-9a-f]{32}"$/);
    const { next_cursor: cursor = '' } = (await first.json()) as { next_cursor?: string };
    const second = await listing(`limit=1&cursor=${encodeURIComponent(cursor)}`, { 'If-None-Match': tag });
    expect(second.status).toBe(200);
    expect(second.headers.get('etag')).toBe(tag);
    await app.close();
  });

  it('changes with any model', async () => {
    let list = two;
    const { app, tag } = await startedWith({ models: [{ models: () => list }] });
    const before = await tag();
    expect(await tag()).toBe(before);
    list = [model('a/x'), model('b/x', 'yes')];
    expect(await tag()).not.toBe(before);
    await app.close();
  });

  it('depends on the models that are visible to the account', async () => {
    let seen = 'a/x';
    const { app, tag } = await startedWith({ entitlements: { ...EVERYTHING, maySee: (_owner, id) => id === seen } });
    const before = await tag();
    seen = 'b/x';
    expect(await tag()).not.toBe(before);
    await app.close();
  });
});

describe('suggested ids', () => {
  const ids = ['bfl/flux-2-pro', 'bfl/flux-2-max', 'openai/gpt-image-1', 'luma_2/ray-2.1'];

  it('are at most three similar ids, nearest first', () => {
    expect(nearestNames('bfl/flux-2-prp', ids)).toEqual(['bfl/flux-2-pro', 'bfl/flux-2-max']);
    expect(nearestNames('bfl/flux2-pro', ids)).toEqual(['bfl/flux-2-pro']);
    expect(nearestNames('nothing/like-it', ids)).toEqual([]);
    expect(nearestNames('a/b', ['a/c', 'a/d', 'a/e', 'a/f'])).toHaveLength(3);
  });

  it('are found quickly, even among many long ids', () => {
    const many = Array.from({ length: 10_000 }, (_, index) => `${'p'.repeat(64)}/${'m'.repeat(120)}${index}`);
    expect(leastCpuMs(100, () => nearestNames('x'.repeat(10_000), many))).toBeLessThan(100);
  });
});
