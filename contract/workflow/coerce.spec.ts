import { describe, expect, it } from 'vitest';
import { parseJson, stringifyJson } from '../json/lossless';
import { coerceLiteral } from './coerce';
import type { InputKind } from './node-definitions';

/** Results of Python 3.11: `int`, `float`, `str` and `bool` of the value that `json.loads` returns for the text. */
const CASES: readonly [InputKind, literal: string, result: string | null][] = [
  ['int', '"5"', '5'],
  ['int', '" 1_000 "', '1000'],
  ['int', '"18446744073709551615"', '18446744073709551615'],
  ['int', '18446744073709551615', '18446744073709551615'],
  ['int', '-7.9', '-7'],
  ['int', '1e3', '1000'],
  ['int', 'true', '1'],
  ['int', '"5.0"', null],
  ['int', '"1__0"', null],
  ['int', 'null', null],
  ['int', '{}', null],
  ['int', '{"__value__": "5"}', '5'],
  ['int', '{"__value__": [5]}', null],
  ['float', '"1e3"', '1000'],
  ['float', '".5"', '0.5'],
  ['float', '"5."', '5'],
  ['float', '"1_0.5"', '10.5'],
  ['float', 'false', '0'],
  ['float', '"x"', null],
  ['float', 'null', null],
  ['string', '5', '"5"'],
  ['string', '5.0', '"5.0"'],
  ['string', 'true', '"True"'],
  ['string', 'null', '"None"'],
  ['string', '{"__value__": ["a", 1, null, "it\'s"]}', '"[\'a\', 1, None, \\"it\'s\\"]"'],
  ['string', '{"a": {"b": false}}', "\"{'a': {'b': False}}\""],
  ['boolean', '"false"', 'true'],
  ['boolean', '""', 'false'],
  ['boolean', '0', 'false'],
  ['boolean', '0.0', 'false'],
  ['boolean', 'null', 'false'],
  ['boolean', '{}', 'false'],
  ['boolean', '{"__value__": []}', 'false'],
  ['combo', '{"__value__": ["a"]}', '["a"]'],
  ['link', '"5"', '"5"'],
];

describe('coerceLiteral converts as Python does', () => {
  it.each(CASES)('%s of %s', (kind, literal, result) => {
    const converted = coerceLiteral(parseJson(literal), kind);
    expect(converted && stringifyJson(converted.value)).toBe(result);
  });
});
