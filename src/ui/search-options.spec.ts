import { expect, it } from 'vitest';
import { searchOptions } from './search-options';

it('finds what begins with the text, then what has a word that does, then the rest', () => {
  const options = ['unalike', 'en-like', 'Like', 'other'].map((label) => ({ value: label, label }));
  expect(searchOptions(options, ' like ').map(({ label }) => label)).toEqual(['Like', 'en-like', 'unalike']);
  expect(searchOptions(options, '')).toBe(options);
});
