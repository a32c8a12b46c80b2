import { expect, it } from 'vitest';
import { walkPages } from './walk-pages';

/** Reads where each cursor leads; the first page stands under the empty name. */
async function walk(ways: Readonly<Record<string, string | null>>): Promise<(string | null)[]> {
  const requests: (string | null)[] = [];
  const pages = await walkPages(async (cursor) => {
    requests.push(cursor);
    return { nextCursor: ways[cursor ?? ''] ?? null };
  });
  expect(pages).toHaveLength(requests.length);
  return requests;
}

it('the walk goes from the first page to the last', async () => {
  expect(await walk({ '': 'a', a: 'b', b: null })).toEqual([null, 'a', 'b']);
  expect(await walk({ '': null })).toEqual([null]);
  expect(await walk({ '': '' })).toEqual([null]);
});

it('the walk ends if a cursor repeats', async () => {
  expect(await walk({ '': 'a', a: 'a' })).toEqual([null, 'a']);
  expect(await walk({ '': 'a', a: 'b', b: 'c', c: 'a' })).toEqual([null, 'a', 'b', 'c']);
});
