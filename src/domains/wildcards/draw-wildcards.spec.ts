import { describe, expect, it } from 'vitest';
import { fc } from '@contract/testing/properties';
import { createRandom } from '@/lib/random-numbers';
import { canBeDrawn, drawWildcards, namedLists } from './draw-wildcards';
import { random64 } from '@/lib/seed';

const LISTS = {
  color: 'red\nblue',
  animal: 'a {small|large} fox\na __color__ bird',
  empty: '# none yet',
  loop: '__loop__',
};

describe('drawWildcards', () => {
  it('replaces a name by one of the values of its list, also through other lists', () => {
    const random = createRandom(1n);
    const drawn = new Set(Array.from({ length: 200 }, () => drawWildcards('__animal__, __color__ sky', LISTS, random)));
    const animals = ['a small fox', 'a large fox', 'a red bird', 'a blue bird'];
    expect(drawn).toEqual(new Set(animals.flatMap((animal) => [`${animal}, red sky`, `${animal}, blue sky`])));
  });

  it('repeats its choices for the same numbers', () => {
    const text = '__animal__ __animal__ __color__';
    expect(drawWildcards(text, LISTS, createRandom(7n))).toBe(drawWildcards(text, LISTS, createRandom(7n)));
  });

  it('reads each list once, however many values are drawn', () => {
    let reads = 0;
    const lists = {
      get long() {
        reads += 1;
        return 'a\nb';
      },
    };
    for (let run = 0; run < 100; run += 1) {
      expect(drawWildcards('__long__', lists, random64)).toMatch(/^[ab]$/);
      expect(namedLists('__long__', lists)).toMatchObject([{ problem: null }]);
    }
    expect(reads).toBe(1);
  });

  it('keeps everything else as written', () => {
    const text = '{"a": "__other__"} {x|y} __empty__ __loop__ ____ \\{';
    expect(drawWildcards(text, LISTS, random64)).toBe(text);
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom('_', 'a', '{', '}', '|', '\\', ' ') }), (any) => {
        expect(drawWildcards(any, {}, random64)).toBe(any);
      }),
    );
  });
});

describe('namedLists', () => {
  it('says which names are sent as written, and why', () => {
    expect(namedLists('__color__ __color__ __other__ __empty__ __loop__', LISTS)).toEqual([
      { name: 'color', problem: null, varies: true },
      { name: 'other', problem: 'There is no wildcard list “other”.', varies: false },
      { name: 'empty', problem: 'The list __empty__ has no values yet.', varies: false },
      { name: 'loop', problem: 'The list __loop__ contains itself.', varies: false },
    ]);
    expect(namedLists('__one__', { one: 'red' })).toEqual([{ name: 'one', problem: null, varies: false }]);
  });

  it('takes an unknown name within a word for text', () => {
    expect(namedLists('file__v2__final.png my__color__x', LISTS).map(({ name }) => name)).toEqual(['color']);
    expect(namedLists('(__mood__), __mood__:1.2', {}).map(({ name }) => name)).toEqual(['mood']);
  });
});

describe('canBeDrawn', () => {
  it('is true for what is drawn of a text', () => {
    const part = fc.constantFrom('__color__', '__animal__', '__other__', 'a', 'fox', ' ', '_');
    fc.assert(
      fc.property(fc.array(part), (parts) => {
        const text = parts.join('');
        expect(canBeDrawn(text, LISTS, drawWildcards(text, LISTS, random64))).toBe(true);
      }),
    );
  });

  it.each([
    ['a __color__ fox', 'a red hen'],
    ['a __color__ fox', 'the red fox'],
    ['a __color__ fox', 'a fox'],
    ['a __color__ __color__', 'a red'],
    ['a fox', 'a red fox'],
    ['a __other__', 'a red'],
  ])('of %s does not include %s', (text, drawn) => {
    expect(canBeDrawn(text, LISTS, drawn)).toBe(false);
  });
});
