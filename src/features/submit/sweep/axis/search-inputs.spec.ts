import { describe, expect, it } from 'vitest';
import { searchInputs } from './search-inputs';

const labels = new Map(
  [
    ['a', 'cfg', 'Sampler', '3'],
    ['b', 'steps', 'Sampler', '3'],
    ['c', 'text', 'Positive prompt', '6'],
    ['d', 'text', 'Negative prompt', '7'],
  ].map(([key = '', name = '', node = '', nodeId = '']) => [
    key,
    { name, node, nodeId, short: name, shown: key === 'd' ? 'What to avoid' : name },
  ]),
);
const found = (search: string) =>
  searchInputs(labels, search).map(({ node, inputs }) => [node, ...inputs.map(({ key }) => key)].join(' '));

describe('the search for an input', () => {
  it.each([
    ['', ['Sampler a b', 'Positive prompt c', 'Negative prompt d']],
    ['sampler', ['Sampler a b']],
    ['avoid', ['Negative prompt d']],
    ['text neg', ['Negative prompt d']],
    ['6', ['Positive prompt c']],
    ['nothing', []],
  ])('for “%s” finds inputs by name and node', (search, groups) => {
    expect(found(search)).toEqual(groups);
  });
});
