import { fc } from '@contract/testing/properties';
import { describe, expect, it } from 'vitest';
import { decimalText, integerText, stepText } from './number-text';

/** The value of a definition's 2^64 - 1 after parsing: the next double. */
const DOUBLE_2_64 = 2 ** 64;

describe('typed numbers', () => {
  it.each([
    ['18446744073709551615', '18446744073709551615'],
    [' 1 000 ', '1000'],
    ['007', '7'],
    ['-0', '0'],
    ['+5', '5'],
    ['', null],
    ['-', null],
    ['1.5', null],
    ['1e3', null],
  ])('reads the whole number %j as %j', (typed, expected) => {
    expect(integerText(typed)).toBe(expected);
  });

  it.each([
    ['2.50', '2.50'],
    ['2,5', '2.5'],
    ['.5', '0.5'],
    ['5.', '5'],
    ['-0.0', '-0.0'],
    ['1e-3', '1e-3'],
    ['.', null],
    ['-', null],
    ['', null],
    ['1.2.3', null],
    ['nan', null],
  ])('reads the number %j as %j', (typed, expected) => {
    expect(decimalText(typed)).toBe(expected);
  });

  it('returns JSON of the same number', () => {
    fc.assert(
      fc.property(fc.stringMatching(/^[+-]?\d{0,25}([.,]\d{0,9})?(e-?\d{1,2})?$/), (typed) => {
        const text = decimalText(typed);
        fc.pre(text !== null);
        expect(JSON.parse(text)).toBe(Number(text));
      }),
    );
  });

  it('steps within bounds, and not as a double', () => {
    expect(stepText('18446744073709551614', 1, { max: DOUBLE_2_64 }, true)).toBe('18446744073709551615');
    expect(stepText('18446744073709551615', 1, { max: DOUBLE_2_64 }, true)).toBe('18446744073709551615');
    expect(stepText('0.1', 1, { step: 0.1, max: 1 }, false)).toBe('0.2');
    expect(stepText('0.95', 1, { step: 0.1, max: 1 }, false)).toBe('1.00');
    expect(stepText('8', -10, { min: 0, step: 8 }, true)).toBe('0');
  });
});
