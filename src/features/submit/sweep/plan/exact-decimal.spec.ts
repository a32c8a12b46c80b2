import { describe, expect, it } from 'vitest';
import { fc } from '@contract/testing/properties';
import { decimalToText, parseDecimal } from './range-values';

const back = (text: string) => {
  const value = parseDecimal(text);
  return value && decimalToText(value);
};

describe('an exact decimal', () => {
  it.each([
    ['0.30', '0.3'],
    ['-0.05', '-0.05'],
    ['1e-3', '0.001'],
    ['1.5E2', '150'],
    ['2,5', '2.5'],
    ['18446744073709551615', '18446744073709551615'],
    ['100', '100'],
    ['0.0', '0'],
  ])('reads %s as %s', (text, shown) => {
    expect(back(text)).toBe(shown);
  });

  it.each(['', 'x', '1.2.3', '1e99999'])('does not read %j', (text) => {
    expect(parseDecimal(text)).toBeNull();
  });

  it('keeps every digit of any number', () => {
    fc.assert(
      fc.property(fc.bigInt(), fc.integer({ min: 0, max: 20 }), (units, scale) => {
        const text = decimalToText({ units, scale });
        expect(back(text)).toBe(text);
        const read = parseDecimal(text);
        expect(read && read.units * 10n ** BigInt(scale - read.scale)).toBe(units);
      }),
    );
  });
});
