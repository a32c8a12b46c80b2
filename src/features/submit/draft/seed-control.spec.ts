import { describe, expect, it } from 'vitest';
import { nextSeed, seedAfterLimit } from './seed-control';

/** The value of a definition's 2^64 - 1 after parsing: the next double. */
const DOUBLE_2_64 = 2 ** 64;

describe('a seed after a run', () => {
  it('is unchanged, incremented or decremented, and wraps around', () => {
    expect(nextSeed('7', 'keep', {})).toBe('7');
    expect(nextSeed('18446744073709551614', 'increment', { min: 0, max: DOUBLE_2_64 })).toBe('18446744073709551615');
    expect(nextSeed('18446744073709551615', 'increment', { min: 0, max: DOUBLE_2_64 })).toBe('0');
    expect(nextSeed('0', 'decrement', { min: 0, max: 100 })).toBe('100');
  });

  it('stays within limits that it was outside of', () => {
    expect(nextSeed('500', 'increment', { min: 1, max: 100 })).toBe('1');
    expect(nextSeed('500', 'decrement', { min: 1, max: 100 })).toBe('100');
    expect(nextSeed('-5', 'increment', { min: 1, max: 100 })).toBe('1');
  });

  it('has the limits of 64-bit types, which are doubles in definitions', () => {
    expect(nextSeed('9223372036854775807', 'increment', { min: 0, max: 2 ** 63 })).toBe('0');
    expect(nextSeed('0', 'decrement', { min: 0, max: 2 ** 63 })).toBe('9223372036854775807');
    const largest = 2n ** 64n - 1n;
    expect(nextSeed('7', 'randomize', { min: 0, max: DOUBLE_2_64 }, () => largest)).toBe(String(largest));
  });
});

describe('a seed at a limit', () => {
  it('says where it continues, only for the mode that passes the limit', () => {
    expect(seedAfterLimit('18446744073709551615', 'increment', { min: 3, max: DOUBLE_2_64 })).toBe('3');
    expect(seedAfterLimit('3', 'decrement', { min: 3, max: DOUBLE_2_64 })).toBe('18446744073709551615');
    for (const mode of ['keep', 'randomize', 'decrement'] as const) {
      expect(seedAfterLimit('100', mode, { min: 0, max: 100 })).toBeNull();
    }
    expect(seedAfterLimit('99', 'increment', { min: 0, max: 100 })).toBeNull();
    expect(seedAfterLimit('', 'increment', {})).toBeNull();
  });
});
