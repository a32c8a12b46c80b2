import { expect, test } from 'vitest';
import type { CatalogBuild } from '../../router/catalog/catalog';
import type { RouterModel } from '../../router/model-source';
import { firstModels } from './first-models';

const about = () => ({
  title: null,
  summary: 'Paints',
  inputModalities: ['text'],
  outputModalities: ['image', 'text'],
});
// Only the `about` text of a model is used.
const models = new Map([['a/x', { about } as unknown as RouterModel]]);
const catalog: CatalogBuild = { name: 'one', models, ids: ['a/x'] };

const WORDS = ['PROVIDER', 'MODEL', 'SUMMARY', 'TAKES', 'RETURNS', 'OTHER'];

test('a listed model shows its id, its text, and what it accepts and returns', () => {
  const [entry] = firstModels(catalog, ['a/x'], '').entries;
  expect(entry?.looks).toEqual(['a/x']);
  expect(WORDS.map((word) => entry?.wordOf(word))).toEqual(['a', 'x', 'Paints', 'text', 'image, text', undefined]);
});

test('the model of the path shows its id, also if it is unknown', () => {
  const { entries, wordOf } = firstModels(null, [], 'b/y');
  expect(entries).toEqual([]);
  expect(WORDS.slice(0, 2).map(wordOf)).toEqual(['b', 'y']);
});
