import { expect, it } from 'vitest';
import { parseJson } from '@contract/json/lossless';
import { defaultNote } from './field-text';

it.each([
  ['{"kind":"palette","name":"lagoon"}', 'default kind palette, name lagoon'],
  ['{"size":{"width":64},"seed":18446744073709551615}', 'default size …, seed 18446744073709551615'],
  ['["a","b"]', 'default a, b'],
  ['[]', 'default empty'],
  ['{}', 'default empty'],
  ['0.50', 'default 0.50'],
])('says the default %s without the signs of JSON', (text, note) => {
  expect(defaultNote(parseJson(text))).toBe(note);
});
