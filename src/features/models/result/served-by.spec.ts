import { expect, it } from 'vitest';
import { servedBy } from './served-by';

const of = (headers: Record<string, string>) => servedBy({ headers: Object.entries(headers) }, 'bfl/flux-2-pro');
const FALLBACK = 'x-comfy-router-fallback-provider';
const DROPPED = 'x-comfy-router-dropped-params';

it('shows the provider that ran a call instead of the one in the model id', () => {
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
])('parses the omitted inputs from %s', (text, names) => {
  expect(of({ [DROPPED]: text }).dropped).toEqual(names);
});

it('reports none without the header', () => {
  expect(of({}).dropped).toEqual([]);
});
