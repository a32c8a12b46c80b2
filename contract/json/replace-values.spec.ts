import { describe, expect, it } from 'vitest';
import { fc, runs } from '../testing/properties';
import { findValue, replaceValue } from './lossless';
import { replaceValues, type Replacement } from './replace-values';

describe('replaceValues', () => {
  it('replaces several values at once and leaves all other bytes', () => {
    const text = '\uFEFF {"b": [1.0, 2 ],\n "a" : {"x":18446744073709551615, "y":"}"} }\n';
    const edited = replaceValues(text, [
      { path: ['a', 'y'], valueText: '"new"' },
      { path: ['b', 1], valueText: '[]' },
    ]);
    expect(edited).toBe('\uFEFF {"b": [1.0, [] ],\n "a" : {"x":18446744073709551615, "y":"new"} }\n');
  });

  it.each<[what: string, replacements: Replacement[], result: string]>([
    ['nothing', [], '{"a":1,"a":{"b":2}}'],
    ['the last of repeated members', [{ path: ['a'], valueText: '3' }], '{"a":1,"a":3}'],
    ['inside of the last of repeated members', [{ path: ['a', 'b'], valueText: '3' }], '{"a":1,"a":{"b":3}}'],
    ['nothing at paths that lead nowhere', [{ path: ['c', 'd'], valueText: '3' }], '{"a":1,"a":{"b":2}}'],
    [
      'an outer value with what is inside of it',
      [
        { path: ['a', 'b'], valueText: '3' },
        { path: ['a'], valueText: '4' },
      ],
      '{"a":1,"a":4}',
    ],
  ])('replaces %s', (_what, replacements, result) => {
    expect(replaceValues('{"a":1,"a":{"b":2}}', replacements)).toBe(result);
  });

  it('does what single replacements do', () => {
    const key = fc.constantFrom('a', 'b', '__proto__', 'é"');
    const values = fc.dictionary(key, fc.dictionary(key, fc.jsonValue(), { minKeys: 1 }), { minKeys: 1 });
    const edits = fc.uniqueArray(fc.tuple(key, key), { selector: (path) => path.join(' ') });
    fc.assert(
      fc.property(values, edits, (object, paths) => {
        const text = JSON.stringify(object, null, 1);
        const existing = paths.filter((path) => findValue(text, path) !== null);
        const replacements = existing.map((path, index) => ({ path, valueText: `${index}.0` }));
        const single = replacements.reduce((all, { path, valueText }) => replaceValue(all, path, valueText), text);
        expect(replaceValues(text, replacements)).toBe(single);
      }),
      { numRuns: runs(200) },
    );
  });
});
