import { expect, it } from 'vitest';
import { searchOptions } from './search-options';

it('options that start with the text come first, then those with a matching word, then the rest', () => {
  const options = ['unalike', 'en-like', 'Like', 'other'].map((label) => ({ value: label, label }));
  expect(searchOptions(options, ' like ').map(({ label }) => label)).toEqual(['Like', 'en-like', 'unalike']);
  expect(searchOptions(options, '')).toBe(options);
});
