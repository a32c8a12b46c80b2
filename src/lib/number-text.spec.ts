import { fc } from '@contract/testing/properties';
import { describe, expect, it } from 'vitest';
import { decimalText, integerText, rangeNote, stepText } from './number-text';

/** How a definition's 2^64 - 1 arrives: as the next double. */
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

  it('gives JSON of the same number', () => {
    fc.assert(
      fc.property(fc.stringMatching(/^[+-]?\d{0,25}([.,]\d{0,9})?(e-?\d{1,2})?$/), (typed) => {
        const text = decimalText(typed);
        fc.pre(text !== null);
        expect(JSON.parse(text)).toBe(Number(text));
      }),
    );
  });

  it('steps within bounds and without a double', () => {
    expect(stepText('18446744073709551614', 1, { max: DOUBLE_2_64 }, true)).toBe('18446744073709551615');
    expect(stepText('18446744073709551615', 1, { max: DOUBLE_2_64 }, true)).toBe('18446744073709551615');
    expect(stepText('0.1', 1, { step: 0.1, max: 1 }, false)).toBe('0.2');
    expect(stepText('0.95', 1, { step: 0.1, max: 1 }, false)).toBe('1.00');
    expect(stepText('8', -10, { min: 0, step: 8 }, true)).toBe('0');
  });

  it('tells bounds that mean something', () => {
    expect([
      rangeNote(1, 31),
      rangeNote(0, DOUBLE_2_64),
      rangeNote(undefined, 1),
      rangeNote(-(2 ** 40), 2 ** 40),
    ]).toEqual(['1 – 31', 'from 0', 'up to 1', null]);
  });
});
