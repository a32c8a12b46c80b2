import { expect, it } from 'vitest';
import { servedBy } from './served-by';

const of = (headers: Record<string, string>) => servedBy({ headers: Object.entries(headers) }, 'bfl/flux-2-pro');
const FALLBACK = 'x-comfy-router-fallback-provider';
const DROPPED = 'x-comfy-router-dropped-params';

it('names the provider that ran a call in place of the one of its id', () => {
  expect(of({ [FALLBACK]: 'fal' }).provider).toBe('fal');
  expect(of({ 'x-service-router-fallback-provider': 'fal' }).provider).toBe('fal');
  expect(of({ [FALLBACK]: 'BFL' }).provider).toBeNull();
  expect(of({ [FALLBACK]: ' ' }).provider).toBeNull();
  expect(of({}).provider).toBeNull();
});

it.each([
  ['["seed","style"]', ['seed', 'style']],
  ['["seed", 4, "", null]', ['seed']],
  ['[]', []],
  ['seed, style', []],
  ['{"seed":1}', []],
  ['', []],
])('reads the inputs that were left out from %s', (text, names) => {
  expect(of({ [DROPPED]: text }).dropped).toEqual(names);
});

it('knows of none where nothing is told', () => {
  expect(of({}).dropped).toEqual([]);
});
