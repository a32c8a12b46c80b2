import { describe, expect, it } from 'vitest';
import { fc } from '@contract/testing/properties';
import { decimalToText, parseDecimal, rangeValues } from './range-values';
import type { RangeForm } from '@/domains/drafts/sweep-form';

const range = (part: Partial<RangeForm>): RangeForm => ({
  from: '0',
  to: '1',
  by: 'step',
  step: '1',
  count: '2',
  ...part,
});
const texts = (part: Partial<RangeForm>, isWhole = false) => {
  const result = rangeValues(range(part), isWhole);
  return 'texts' in result ? result.texts : result.problem;
};

describe('a range', () => {
  it.each<[Partial<RangeForm>, string[]]>([
    [{ from: '0', to: '0.5', step: '0.1' }, ['0', '0.1', '0.2', '0.3', '0.4', '0.5']],
    [{ from: '1', to: '2', step: '0.4' }, ['1', '1.4', '1.8']],
    [{ from: '2', to: '1', step: '0.5' }, ['2', '1.5', '1']],
    [{ from: '2', to: '1', step: '-0.5' }, ['2', '1.5', '1']],
    [{ from: '3', to: '3', step: '1' }, ['3']],
    [{ from: '0', to: '1', by: 'count', count: '4' }, ['0', '0.333333', '0.666667', '1']],
    [{ from: '0', to: '-1', by: 'count', count: '3' }, ['0', '-0.5', '-1']],
    [{ from: '5', to: '9', by: 'count', count: '1' }, ['5']],
  ])('%j has the values %j', (part, values) => {
    expect(texts(part)).toEqual(values);
  });

  it('of whole numbers rounds evenly spaced values, and uses each once', () => {
    expect(texts({ from: '1', to: '4', by: 'count', count: '3' }, true)).toEqual(['1', '3', '4']);
    expect(texts({ from: '1', to: '2', by: 'count', count: '5' }, true)).toEqual(['1', '2']);
  });

  it('of seeds has every digit', () => {
    expect(texts({ from: '18446744073709551613', to: '18446744073709551615' }, true)).toEqual([
      '18446744073709551613',
      '18446744073709551614',
      '18446744073709551615',
    ]);
  });

  it.each<[Partial<RangeForm>, RegExp]>([
    [{ from: 'a' }, /^The start of the range is not a number/],
    [{ to: '' }, /^The end of the range is not a number/],
    [{ step: '0' }, /other than 0/],
    [{ by: 'count', count: '0' }, /1 or more/],
    [{ by: 'count', count: '1.5' }, /1 or more/],
    [{ to: '10000' }, /has 10,001 values; a sweep has at most 10,000/],
    [{ to: '1e30', step: '1e-9' }, /more than a billion/],
  ])('%j has no values', (part, problem) => {
    expect(texts(part)).toMatch(problem);
  });

  it('of whole numbers has no fractions', () => {
    expect(texts({ step: '0.5' }, true)).toMatch(/whole numbers only/);
    expect(texts({ from: '0.5', by: 'count' }, true)).toMatch(/whole numbers only/);
  });

  it('in steps begins at its start, stays within its end, and is spaced exactly', () => {
    const hundredths = fc.integer({ min: -5000, max: 5000 });
    fc.assert(
      fc.property(hundredths, hundredths, fc.integer({ min: 1, max: 500 }), (from, to, step) => {
        const shown = (value: number) => (value / 100).toFixed(2);
        const values = texts({ from: shown(from), to: shown(to), step: shown(step) });
        if (typeof values === 'string') throw new Error(values);
        const found = values.map((text) => Math.round(Number(text) * 100));
        const direction = to < from ? -1 : 1;
        expect(found).toEqual(found.map((_, index) => from + direction * index * step));
        expect(Math.abs(to - (found.at(-1) ?? NaN))).toBeLessThan(step);
        expect(values.every((text) => /^-?\d+(?:\.\d{1,2})?$/.test(text))).toBe(true);
      }),
    );
  });
});

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
