import { describe, expect, it } from 'vitest';
import { nextSeed } from './seed-control';

/** How a definition's 2^64 - 1 arrives: as the next double. */
const DOUBLE_2_64 = 2 ** 64;

describe('a seed after a run', () => {
  it('keeps, counts and turns over', () => {
    expect(nextSeed('7', 'keep', {})).toBe('7');
    expect(nextSeed('18446744073709551614', 'increment', { min: 0, max: DOUBLE_2_64 })).toBe('18446744073709551615');
    expect(nextSeed('18446744073709551615', 'increment', { min: 0, max: DOUBLE_2_64 })).toBe('0');
    expect(nextSeed('0', 'decrement', { min: 0, max: 100 })).toBe('100');
  });
});
