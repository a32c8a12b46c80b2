import { fc } from '@contract/testing/properties';
import { describe, expect, it } from 'vitest';
import { readByteRange } from './byte-range';

describe('readByteRange', () => {
  it.each([
    ['bytes=0-9', 100, { start: 0, end: 10 }],
    ['bytes=90-', 100, { start: 90, end: 100 }],
    ['bytes=90-1000', 100, { start: 90, end: 100 }],
    ['bytes=-10', 100, { start: 90, end: 100 }],
    ['bytes=-1000', 100, { start: 0, end: 100 }],
    ['bytes=99-99', 100, { start: 99, end: 100 }],
    ['BYTES= 1 - 2 ', 100, { start: 1, end: 3 }],
    ['bytes=100-', 100, 'unsatisfiable'],
    ['bytes=100-200', 100, 'unsatisfiable'],
    ['bytes=-0', 100, 'unsatisfiable'],
    ['bytes=0-', 0, 'unsatisfiable'],
    ['bytes=-5', 0, 'unsatisfiable'],
    [null, 100, 'all'],
    ['', 100, 'all'],
    ['bytes=-', 100, 'all'],
    ['bytes=9-0', 100, 'all'],
    ['bytes=0-9,20-29', 100, 'all'],
    ['lines=0-9', 100, 'all'],
    ['bytes=a-b', 100, 'all'],
  ] as const)('parses %j of %i bytes', (header, size, range) => {
    expect(readByteRange(header, size)).toEqual(range);
  });

  it('never exceeds the file, whatever the header', () => {
    const numbers = fc.oneof(
      fc.constant(''),
      fc.bigInt({ min: 0n, max: 10n ** 30n }).map(String),
      fc.nat(200).map(String),
    );
    fc.assert(
      fc.property(numbers, numbers, fc.nat(100), (first, last, size) => {
        const range = readByteRange(`bytes=${first}-${last}`, size);
        if (typeof range === 'string') return;
        expect(range.start).toBeGreaterThanOrEqual(0);
        expect(range.end).toBeGreaterThan(range.start);
        expect(range.end).toBeLessThanOrEqual(size);
      }),
    );
  });
});
