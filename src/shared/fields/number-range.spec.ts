import { describe, expect, it } from 'vitest';
import { LosslessNumber } from '@contract/json/lossless';
import { limitsOf, rangeNote, stepNumber, withoutTypeBounds, type NumberBound, type NumberRange } from './number-range';

const bound = (value: number | LosslessNumber, exclusive = false): NumberBound => ({ value, exclusive });
const range = (minimum: NumberBound | null, maximum: NumberBound | null, rest: Partial<NumberRange> = {}) => ({
  integer: true,
  step: null,
  ...rest,
  minimum,
  maximum,
});
const DIGITS = '18446744073709551615';
/** 2^64 - 1 of a definition as received: rounded to the nearest double. */
const DOUBLE_2_64 = 2 ** 64;

describe('the range hint', () => {
  it('has exclusive bounds and every digit of large ones', () => {
    expect(rangeNote(range(bound(1), bound(31)))).toBe('1 – 31');
    expect(rangeNote(range(bound(0, true), bound(1)))).toBe('more than 0, up to 1');
    expect(rangeNote(range(null, bound(1, true)))).toBe('less than 1');
    expect(rangeNote(range(bound(0), bound(new LosslessNumber(DIGITS))))).toBe(`0 – ${DIGITS}`);
    expect(rangeNote(range(null, null))).toBe('');
  });

  it('omits bounds of node definitions that only reflect the width of the type', () => {
    const note = (minimum: number, maximum: number) =>
      rangeNote(withoutTypeBounds(range(bound(minimum), bound(maximum))));
    expect([note(0, DOUBLE_2_64), note(-(2 ** 40), 2 ** 40), note(1, 2 ** 31 - 1)]).toEqual(['from 0', '', 'from 1']);
  });
});

describe('a step', () => {
  it('preserves the digits of bounds beyond 2^53', () => {
    const maximum = bound(new LosslessNumber('9007199254740993'));
    expect(stepNumber('9007199254740992', 5, range(null, maximum))).toBe('9007199254740993');
    expect(stepNumber('18446744073709551614', 9, range(null, bound(DOUBLE_2_64)))).toBe(DIGITS);
    const viaDouble = bound(new LosslessNumber('18446744073709552000'));
    expect(stepNumber('18446744073709551614', 9, range(null, viaDouble))).toBe(DIGITS);
  });

  it('never reaches an exclusive bound', () => {
    expect(stepNumber('3', 9, range(bound(0), bound(10, true)))).toBe('9');
    expect(stepNumber('3', -9, range(bound(0, true), null))).toBe('1');
    const decimal = range(bound(0, true), bound(1), { integer: false, step: 0.1 });
    expect([stepNumber('0.2', -1, decimal), stepNumber('0.1', -1, decimal)]).toEqual(['0.1', '0.1']);
  });

  it('has limits within which a random seed can be generated', () => {
    expect(limitsOf(range(bound(0, true), bound(new LosslessNumber(DIGITS))))).toEqual({
      min: 1n,
      max: 2n ** 64n - 1n,
    });
  });
});
