import { describe, expect, it } from 'vitest';
import { LosslessNumber } from '@contract/json/lossless';
import { fc } from '@contract/testing/properties';
import { colorNumber, colorText, fullColor } from './color-text';
import { readTyped, shownText } from './typed-text';

describe('a color as text', () => {
  it('is completed to six digits', () => {
    expect([' #1E90FF ', '#f80', 'f80', '#ff', '#ggg', '', '#11223344'].map(fullColor)).toEqual([
      '#1e90ff',
      '#ff8800',
      null,
      null,
      null,
      null,
      null,
    ]);
  });
});

describe('a color as a number', () => {
  it('has the text that it was read from', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 0xffffff }), (color) => {
        const text = colorText(color) ?? '';
        expect(text).toMatch(/^#[\da-f]{6}$/);
        expect(colorNumber(text)).toBe(color);
        expect(readTyped('color_number', shownText(undefined, color, 'color_number'))).toEqual({ value: color });
      }),
    );
  });

  it('stays a number if it is not a color', () => {
    expect([-1, 0x1000000, 1.5, new LosslessNumber('1e400'), '#fff', null].map(colorText)).toEqual(
      Array.from({ length: 6 }, () => null),
    );
    expect(shownText(undefined, -1, 'color_number')).toBe('-1');
    expect(colorText(new LosslessNumber('255.0'))).toBe('#0000ff');
  });

  it('is typed in hexadecimal or as a whole number', () => {
    expect(readTyped('color_number', '#f80')).toEqual({ value: 0xff8800 });
    expect(readTyped('color_number', '255')).toEqual({ value: 255 });
    expect(readTyped('color_number', 'orange')).toEqual({ problem: 'This is not a color, such as #1e90ff.' });
    expect(readTyped('color_number', '')).toEqual({ problem: 'A value is missing.' });
  });
});
