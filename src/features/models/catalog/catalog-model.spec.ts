import type { ModelEntry } from '@contract/router/schemas';
import { leastCpuMs } from '@contract/testing/cpu-time';
import { describe, expect, it } from 'vitest';
import { filterModels, providersOf, type CatalogKnowledge } from './catalog-model';
import type { CatalogSearch } from './catalog-search';

function entry(id: string, charges: unknown = 'no'): ModelEntry {
  const [provider = '', model = ''] = id.split('/');
  return { id, provider, model, billing: { charges_on_policy_rejection: charges } };
}

const MODELS = [
  entry('luma_2/ray-2.1', 'yes'),
  entry('a.b/c_d-e', 'sometimes'),
  entry('bfl/flux-2-pro'),
  entry('fal/super-flux'),
];
const KNOWN: CatalogKnowledge = {
  schemas: new Map([
    ['bfl/flux-2-pro', { summary: 'Paints what it is told.', outputModalities: ['image'] }],
    ['luma_2/ray-2.1', { summary: '', outputModalities: ['video'] }],
  ]),
  favourites: ['fal/super-flux', 'gone/model', 'a.b/c_d-e'],
  recent: ['bfl/flux-2-pro'],
};

const idsFor = (search: CatalogSearch) => filterModels(MODELS, search, KNOWN).map(({ id }) => id);

describe('the catalog model', () => {
  it('R-2.08 matches ids with dots, underscores and hyphens by words in any order and case', () => {
    expect(idsFor({ q: 'RAY luma_2' })).toEqual(['luma_2/ray-2.1']);
    expect(idsFor({ q: 'c_d-e' })).toEqual(['a.b/c_d-e']);
    expect(idsFor({ q: 'nothing' })).toEqual([]);
  });

  it('lists models first whose name starts with the search text', () => {
    expect(idsFor({ q: 'flux' })).toEqual(['bfl/flux-2-pro', 'fal/super-flux']);
    expect(idsFor({ q: 'super' })).toEqual(['fal/super-flux']);
  });

  it('searches the summaries of the schema documents that were read', () => {
    expect(idsFor({ q: 'paints' })).toEqual(['bfl/flux-2-pro']);
  });

  it('R-2.15 counts an unknown billing value as possibly charged', () => {
    expect(idsFor({ refusal: 'maybe' })).toEqual(['a.b/c_d-e']);
    expect(idsFor({ refusal: 'yes' })).toEqual(['luma_2/ray-2.1']);
  });

  it('filters by provider, and by output modality if it is known', () => {
    expect(idsFor({ provider: 'fal' })).toEqual(['fal/super-flux']);
    expect(idsFor({ makes: 'video' })).toEqual(['luma_2/ray-2.1']);
  });

  it('keeps the order of the starred models, and omits models that no longer exist', () => {
    expect(idsFor({ show: 'favourites' })).toEqual(['fal/super-flux', 'a.b/c_d-e']);
    expect(idsFor({ show: 'recent' })).toEqual(['bfl/flux-2-pro']);
  });

  it('counts the models of each provider', () => {
    expect(providersOf([...MODELS, entry('bfl/other')])).toContainEqual({ provider: 'bfl', count: 2 });
  });

  it('searches ten thousand models in a fraction of a frame', () => {
    const many = Array.from({ length: 10_000 }, (_, index) => entry(`provider-${index % 40}/model-${index}`));
    for (const q of ['m', 'mo', 'model-99', 'provider-3 model-7']) {
      expect(leastCpuMs(50, () => filterModels(many, { q }, KNOWN))).toBeLessThan(50);
    }
  });
});
