import { describe, expect, it } from 'vitest';
import type { ArrayField, Field } from '../../schema/field';
import { pastedItems } from './pasted-items';
import { numberField, objectField, textField } from '../testing/make-field';

const listOf = (item: (path: ArrayField['path']) => Field, unique = false): ArrayField => ({
  ...textField(['list']),
  kind: 'array',
  item: (index) => item(['list', index]),
  minItems: 0,
  maxItems: null,
  unique,
});

describe('pasted items', () => {
  it('are lines or a JSON array', () => {
    const texts = listOf((path) => textField(path));
    expect(pastedItems('one\r\n two \n\nthree', texts).values).toEqual(['one', 'two', 'three']);
    expect(pastedItems('["one", "two\\nlines"]', texts).values).toEqual(['one', 'two\nlines']);
    expect(pastedItems('[not json', texts).values).toEqual(['[not json']);
  });

  it('are numbers with all their digits in a list of numbers, and invalid lines are reported', () => {
    const { values, refused } = pastedItems(
      '1\n2,5\n18446744073709551615\nmany',
      listOf((path) => numberField(path)),
    );
    expect(values.map(String)).toEqual(['1', '2.5', '18446744073709551615']);
    expect(refused).toEqual(['many']);
  });

  it('are JSON in a list of objects: an array, a single object, or one per line', () => {
    const objects = listOf((path) => objectField(path, []));
    expect(pastedItems('[{"a":1},\n{"b":[2]}]', objects).values).toEqual([{ a: 1 }, { b: [2] }]);
    expect(pastedItems('{\n"a": 1\n}', objects).values).toEqual([{ a: 1 }]);
    expect(pastedItems('{"a":1}\n{"b":2}', objects).values).toEqual([{ a: 1 }, { b: 2 }]);
    expect(pastedItems('[{"a":1}, 7]\n', objects)).toEqual({ values: [{ a: 1 }], refused: ['7'] });
    expect(pastedItems('plain', objects)).toEqual({ values: [], refused: ['plain'] });
  });

  it('are deduplicated if the list requires unique items', () => {
    expect(
      pastedItems(
        'a\nb\na',
        listOf((path) => textField(path), true),
      ).values,
    ).toEqual(['a', 'b']);
  });
});
