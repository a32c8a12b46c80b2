import { describe, expect, test } from 'vitest';
import { bucketOrNull, jsonOf, jsonOrNull, numberOf, numberOrNull, textOf, textOrNull, wordOf } from './rows';

const row = { text: 'seven', number: 7, empty: null, json: '{"a":[1]}' };

describe('a row of the database', () => {
  test('returns columns of the expected type', () => {
    expect([textOf(row, 'text'), numberOf(row, 'number')]).toEqual(['seven', 7]);
    expect([textOrNull(row, 'text'), textOrNull(row, 'empty')]).toEqual(['seven', null]);
    expect([numberOrNull(row, 'number'), numberOrNull(row, 'empty')]).toEqual([7, null]);
    expect(wordOf(row, 'text', ['six', 'seven'])).toBe('seven');
    expect([bucketOrNull(row, 'text'), bucketOrNull(row, 'empty')]).toEqual(['internal_error', null]);
    expect([jsonOf(row, 'json'), jsonOrNull(row, 'empty')]).toEqual([{ a: [1] }, null]);
  });

  test('rejects a column that is missing, empty or of another type', () => {
    expect(() => textOf(row, 'number')).toThrow('The column number holds number, not text');
    expect(() => numberOf(row, 'text')).toThrow('The column text holds string, not a number');
    expect(() => textOf(row, 'empty')).toThrow('not text');
    expect(() => textOrNull(row, 'absent')).toThrow('The column absent holds nothing, not text');
    expect(() => numberOrNull(row, 'absent')).toThrow('holds nothing');
    expect(() => wordOf(row, 'text', ['six'])).toThrow('not a known word');
    expect(() => numberOf(undefined, 'number')).toThrow('holds nothing');
  });
});
