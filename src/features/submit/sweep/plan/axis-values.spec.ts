import { describe, expect, it } from 'vitest';
import { fc } from '@contract/testing/properties';
import { seedValues } from './axis-values';
import type { SeedsForm } from '@/domains/drafts/sweep-form';

const LIMITS = { min: 0, max: 2 ** 64 };
const seeds = (part: Partial<SeedsForm>, limits = LIMITS) => {
  const result = seedValues({ by: 'random', count: '4', start: '0', source: '1', ...part }, limits);
  return 'texts' in result ? result.texts : result.problem;
};

describe('the seeds of an axis', () => {
  it('are random, distinct, within their limits, and the same for the same source', () => {
    fc.assert(
      fc.property(
        fc.nat(),
        fc.integer({ min: 1, max: 60 }),
        fc.integer({ min: 60, max: 100 }),
        (source, count, max) => {
          const drawn = seeds({ count: String(count), source: String(source) }, { min: 1, max });
          if (typeof drawn === 'string') throw new Error(drawn);
          expect(new Set(drawn).size).toBe(count);
          expect(drawn.every((text) => Number(text) >= 1 && Number(text) <= max)).toBe(true);
          expect(seeds({ count: String(count), source: String(source) }, { min: 1, max })).toEqual(drawn);
        },
      ),
    );
  });

  it('differ with the source, and have up to 20 digits', () => {
    expect(seeds({ source: '1' })).not.toEqual(seeds({ source: '2' }));
    const drawn = seeds({ count: '200' });
    expect(Array.isArray(drawn) && drawn.some((text) => BigInt(text) > 2n ** 63n)).toBe(true);
  });

  it('are consecutive with every digit', () => {
    expect(seeds({ by: 'consecutive', count: '2', start: '18446744073709551614' })).toEqual([
      '18446744073709551614',
      '18446744073709551615',
    ]);
  });

  it.each<[Partial<SeedsForm>, RegExp]>([
    [{ count: '' }, /^The number of seeds must be/],
    [{ count: '10001' }, /at most 10,000/],
    [{ by: 'consecutive', start: 'x' }, /^The first seed must be/],
    [{ by: 'consecutive', count: '2', start: '18446744073709551615' }, /greater than 18446744073709551615/],
  ])('%j are none', (part, problem) => {
    expect(seeds(part)).toMatch(problem);
  });

  it('are none if there are fewer than wanted', () => {
    expect(seeds({ count: '4' }, { min: 0, max: 2 })).toBe('There are only 3 different seeds.');
  });
});
