import type { ModelEntry } from '@contract/router/schemas';
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

describe('the catalog as it is looked through', () => {
  it('R-2.08 finds ids with dots, underscores and hyphens, by words in any order and any case', () => {
    expect(idsFor({ q: 'RAY luma_2' })).toEqual(['luma_2/ray-2.1']);
    expect(idsFor({ q: 'c_d-e' })).toEqual(['a.b/c_d-e']);
    expect(idsFor({ q: 'nothing' })).toEqual([]);
  });

  it('shows first what is called as was typed', () => {
    expect(idsFor({ q: 'flux' })).toEqual(['bfl/flux-2-pro', 'fal/super-flux']);
    expect(idsFor({ q: 'super' })).toEqual(['fal/super-flux']);
  });

  it('finds a model by what its document says of it, where that was read', () => {
    expect(idsFor({ q: 'paints' })).toEqual(['bfl/flux-2-pro']);
  });

  it('R-2.15 counts an unknown billing word as maybe charged', () => {
    expect(idsFor({ refusal: 'maybe' })).toEqual(['a.b/c_d-e']);
    expect(idsFor({ refusal: 'yes' })).toEqual(['luma_2/ray-2.1']);
  });

  it('filters by provider, and by what a model makes where that is known', () => {
    expect(idsFor({ provider: 'fal' })).toEqual(['fal/super-flux']);
    expect(idsFor({ makes: 'video' })).toEqual(['luma_2/ray-2.1']);
  });

  it('keeps the order of favourites, and leaves out what no longer runs', () => {
    expect(idsFor({ show: 'favourites' })).toEqual(['fal/super-flux', 'a.b/c_d-e']);
    expect(idsFor({ show: 'recent' })).toEqual(['bfl/flux-2-pro']);
  });

  it('counts the models of each provider', () => {
    expect(providersOf([...MODELS, entry('bfl/other')])).toContainEqual({ provider: 'bfl', count: 2 });
  });

  it('looks through ten thousand models in a fraction of a frame', () => {
    const many = Array.from({ length: 10_000 }, (_, index) => entry(`provider-${index % 40}/model-${index}`));
    const times = ['m', 'mo', 'model-99', 'provider-3 model-7'].map((q) => {
      const startedAt = performance.now();
      filterModels(many, { q }, KNOWN);
      return performance.now() - startedAt;
    });
    // The quickest: the others may have shared the processor.
    expect(Math.min(...times)).toBeLessThan(50);
  });
});
