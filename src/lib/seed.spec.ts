import { fc } from '@contract/testing/properties';
import { describe, expect, it } from 'vitest';
import { randomSeed } from './seed';

describe('a random seed', () => {
  it('stays within its bounds for any draw', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: 0n, max: 2n ** 64n - 1n }), fc.nat(), fc.nat(), (draw, min, span) => {
        const seed = BigInt(randomSeed({ min, max: min + span }, () => draw));
        expect(seed >= BigInt(min) && seed <= BigInt(min + span)).toBe(true);
      }),
    );
  });
});
