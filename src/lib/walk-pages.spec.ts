import { expect, it } from 'vitest';
import { walkPages } from './walk-pages';

/** Reads where each cursor leads; the first page stands under the empty name. */
async function walk(ways: Readonly<Record<string, string | null>>): Promise<(string | null)[]> {
  const asked: (string | null)[] = [];
  const pages = await walkPages(async (cursor) => {
    asked.push(cursor);
    return { nextCursor: ways[cursor ?? ''] ?? null };
  });
  expect(pages).toHaveLength(asked.length);
  return asked;
}

it('walks from the first page to the last', async () => {
  expect(await walk({ '': 'a', a: 'b', b: null })).toEqual([null, 'a', 'b']);
  expect(await walk({ '': null })).toEqual([null]);
  expect(await walk({ '': '' })).toEqual([null]);
});

it('ends where it is led back', async () => {
  expect(await walk({ '': 'a', a: 'a' })).toEqual([null, 'a']);
  expect(await walk({ '': 'a', a: 'b', b: 'c', c: 'a' })).toEqual([null, 'a', 'b', 'c']);
});
