import { describe, expect, it } from 'vitest';
import { parsePythonJson } from './python-json';

describe('parsePythonJson', () => {
  it.each([
    ['{"a":1.5,"b":[true,null,"x"]}', { a: 1.5, b: [true, null, 'x'] }],
    ['[NaN, Infinity,-Infinity ,1]', [null, null, null, 1]],
    ['{"a":NaN,"NaN":"NaN, -Infinity"}', { a: null, NaN: 'NaN, -Infinity' }],
    ['["say \\"NaN\\" \\\\", NaN]', ['say "NaN" \\', null]],
  ])('reads %s', (text, expected) => {
    expect(parsePythonJson(text)).toEqual(expected);
  });

  it.each(['', '[', '{"a":nan}', '["NaN', '[NaN}'])('throws for %j', (text) => {
    expect(() => parsePythonJson(text)).toThrow(SyntaxError);
  });
});
