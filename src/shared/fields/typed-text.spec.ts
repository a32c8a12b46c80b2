import { describe, expect, it } from 'vitest';
import { LosslessNumber } from '@contract/json/lossless';
import { numberOrText, readTyped, settleText, shownText, type TypedText } from './typed-text';

describe('typed text', () => {
  it('becomes a value with all digits', () => {
    expect(readTyped('integer', '18446744073709551615')).toEqual({ value: new LosslessNumber('18446744073709551615') });
    expect(readTyped('decimal', '2,50')).toEqual({ value: new LosslessNumber('2.50') });
    expect(readTyped('json', '[1.0]')).toEqual({ value: [new LosslessNumber('1.0')] });
    expect(readTyped('text', ' ')).toEqual({ value: ' ' });
  });

  it.each([
    ['integer', '1.5', 'This is not a whole number.'],
    ['decimal', 'abc', 'This is not a number.'],
    ['decimal', ' ', 'A value is missing.'],
    ['json', '[1,\n]', 'Not valid JSON: Unexpected character at line 2, column 1.'],
  ] as const)('has no value as %s if it is %j', (kind, text, problem) => {
    expect(readTyped(kind, text)).toEqual({ problem });
  });

  it('can remain text in a number field, so that validation reports it', () => {
    expect([numberOrText(' abc ', true), numberOrText('7', true), numberOrText('1.50', true)]).toEqual([
      'abc',
      7,
      new LosslessNumber('1.50'),
    ]);
  });

  it('is shown as long as the value is the one that it produced', () => {
    const typed: TypedText = { text: '5.', value: 5, problem: null };
    expect([shownText(typed, 5, 'decimal'), shownText(typed, 6, 'decimal')]).toEqual(['5.', '6']);
    expect(shownText(undefined, { a: 1 }, 'json')).toBe('{\n  "a": 1\n}');
    expect(shownText(undefined, '{}', 'text')).toBe('{}');
  });

  it('is discarded on blur, unless it is invalid', () => {
    const good = { a: { text: '5.', value: 5, problem: null } };
    const bad = { a: { text: 'x', value: 5, problem: 'This is not a number.' } };
    expect([settleText(good, 'a'), settleText(bad, 'a')]).toEqual([{}, bad]);
  });
});
