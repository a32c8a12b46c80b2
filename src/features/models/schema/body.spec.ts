import { parseJson, stringifyJson, type JsonObject, type JsonValue } from '@contract/json/lossless';
import { fc, runs } from '@contract/testing/properties';
import { describe, expect, it } from 'vitest';
import { bodyFromText, bodyText, removeValue, setValue, valueAt, type Body } from './body';
import { appendItems, moveItem, renameProperty } from './body-edits';
import type { FieldPath } from './field';

/**
 * Texts as people and programs write them: unusual whitespace, unusual numbers, escapes, names that are dangerous
 * elsewhere.
 */
const space = fc.constantFrom('', '', ' ', '\n', '\n  ', '\t');
const name = fc.constantFrom('a', 'b', '1', '__proto__', 'constructor', 'ключ', 'a b');
const scalar = fc.oneof(
  fc.constantFrom('1.0', '-0', '18446744073709551615', '1e400', '0.10', '"\\u0041"', '"\\/"', '"x"', 'true', 'null'),
  fc.string({ unit: 'binary', maxLength: 6 }).map((text) => JSON.stringify(text)),
  fc.integer().map(String),
);
const { value: jsonText } = fc.letrec<{ value: string; list: string; object: string }>((tie) => ({
  value: fc.oneof({ maxDepth: 4, depthIdentifier: 'j' }, scalar, tie('list'), tie('object')),
  list: fc
    .tuple(space, fc.array(fc.tuple(space, tie('value'), space), { maxLength: 4, depthIdentifier: 'j' }))
    .map(([inside, items]) => `[${items.length > 0 ? items.map((item) => item.join('')).join(',') : inside}]`),
  object: fc
    .tuple(
      space,
      fc.uniqueArray(fc.tuple(name, space, tie('value'), space), {
        maxLength: 4,
        selector: ([key]) => key,
        depthIdentifier: 'j',
      }),
    )
    .map(([inside, properties]) => {
      const written = properties.map(([key, before, item, after]) => `${before}${JSON.stringify(key)}:${item}${after}`);
      return `{${written.length > 0 ? written.join(',') : inside}}`;
    }),
}));

function pathsOf(value: JsonValue, prefix: FieldPath = []): FieldPath[] {
  if (Array.isArray(value)) return [prefix, ...value.flatMap((item, index) => pathsOf(item, [...prefix, index]))];
  if (typeof value !== 'object' || value === null || 'raw' in value) return [prefix];
  return [prefix, ...Object.entries(value).flatMap(([key, item]) => pathsOf(item, [...prefix, key]))];
}

const canonical = (value: JsonValue) => stringifyJson(value);

describe('a body', () => {
  it('is unchanged byte for byte if nothing was edited', () => {
    fc.assert(fc.property(jsonText, (text) => bodyText(bodyFromText(text)) === text));
  });

  it('prints text that parses to its value after any change', () => {
    const change = fc.tuple(
      fc.constantFrom('set', 'remove', 'insert', 'move', 'rename'),
      fc.nat(),
      fc.nat(5),
      jsonText,
    );
    fc.assert(
      fc.property(jsonText, fc.array(change, { maxLength: 6 }), (text, changes) => {
        let body = bodyFromText(text);
        for (const [what, choice, index, next] of changes) {
          const paths = pathsOf(body.value);
          const path = paths[choice % paths.length] as FieldPath;
          body = changed(body, what, path, index, parseJson(next));
        }
        expect(sorted(parseJson(bodyText(body)))).toBe(sorted(body.value));
      }),
      { numRuns: runs(400) },
    );
  });

  it('keeps every byte around a changed value', () => {
    fc.assert(
      fc.property(jsonText, fc.nat(), (text, choice) => {
        const body = bodyFromText(text);
        const paths = pathsOf(body.value);
        const path = paths[choice % paths.length] as FieldPath;
        const marked = bodyText(setValue(body, path, 'the mark of this test'));
        const [before = '', after = ''] = marked.split('"the mark of this test"');
        expect(text.startsWith(before)).toBe(true);
        expect(text.endsWith(after)).toBe(true);
      }),
    );
  });

  it('distinguishes not sent, null and a value', () => {
    const body = bodyFromText('{"a":null,"b":0}');
    expect([valueAt(body, ['a']), valueAt(body, ['b']), valueAt(body, ['c'])]).toEqual([null, 0, undefined]);
    expect(bodyText(setValue(body, ['c'], null))).toBe('{"a":null,"b":0,"c":null}');
    expect(bodyText(removeValue(body, ['a']))).toBe('{"b":0}');
  });

  it('reads nothing from prototypes, and edits a property named __proto__ like any other', () => {
    const body = bodyFromText('{}');
    expect(valueAt(body, ['__proto__'])).toBeUndefined();
    expect(valueAt(body, ['toString'])).toBeUndefined();
    const edited = setValue(body, ['__proto__', 'polluted'], true);
    expect(bodyText(edited)).toBe('{\n  "__proto__": {\n    "polluted": true\n  }\n}');
    expect(({} as { polluted?: unknown }).polluted).toBeUndefined();
  });

  it('shares what a change does not affect, so that one keystroke renders one field', () => {
    const body = bodyFromText('{"a":{"x":1},"b":[{"y":2},{"z":3}]}');
    const edited = setValue(body, ['b', 1, 'z'], 4);
    expect(valueAt(edited, ['a'])).toBe(valueAt(body, ['a']));
    expect(valueAt(edited, ['b', 0])).toBe(valueAt(body, ['b', 0]));
    expect(setValue(edited, ['b', 1, 'z'], 4)).toBe(edited);
  });

  it('writes properties in the style of the surrounding text', () => {
    const body = bodyFromText('{\n    "prompt": "x",\n    "seed": 18446744073709551615\n}\n');
    expect(bodyText(setValue(body, ['size'], { w: 1 }))).toBe(
      '{\n    "prompt": "x",\n    "seed": 18446744073709551615,\n    "size": {\n      "w": 1\n    }\n}\n',
    );
    expect(bodyText(removeValue(body, ['prompt']))).toBe('{\n    "seed": 18446744073709551615\n}\n');
  });

  it('creates the parents of a new value', () => {
    const body = setValue(bodyFromText('{"a":1}'), ['input', 'media', 0, 'url'], 'https://x');
    expect(bodyText(body)).toBe('{"a":1,"input":{"media":[{"url":"https://x"}]}}');
  });

  it('does not remove empty parents', () => {
    const body = bodyFromText('{"a":{"b":{"c":1}},"d":0}');
    expect(bodyText(removeValue(body, ['a', 'b', 'c']))).toBe('{"a":{"b":{}},"d":0}');
  });

  it('moves, adds and removes items, and keeps their text', () => {
    const body = bodyFromText('{"a":[{"x": 1.0},{"y": 2.0}]}');
    expect(bodyText(moveItem(body, ['a'], 0, 1))).toBe('{"a":[{"y": 2.0},{"x": 1.0}]}');
    expect(bodyText(appendItems(body, ['a'], [7]))).toBe('{"a":[{"x": 1.0},{"y": 2.0},7]}');
    expect(bodyText(removeValue(body, ['a', 0]))).toBe('{"a":[{"y": 2.0}]}');
    expect(bodyText(appendItems(body, ['b'], [7]))).toBe('{"a":[{"x": 1.0},{"y": 2.0}],"b":[7]}');
  });

  it('renames a property in place, and never to an existing name', () => {
    const body = bodyFromText('{"a":1.0,"b":2}');
    expect(Object.keys(renameProperty(body, [], 'a', 'c').value as JsonObject)).toEqual(['c', 'b']);
    expect(renameProperty(body, [], 'a', 'b')).toBe(body);
  });

  it('edits the last of several properties with the same name, and keeps the others', () => {
    const body = bodyFromText('{"a":1, "b":2, "a":3}');
    expect(bodyText(setValue(body, ['a'], 4))).toBe('{"a":1, "b":2, "a":4}');
    expect(bodyText(removeValue(body, ['a']))).toBe('{"b":2}');
  });
});

function changed(body: Body, what: string, path: FieldPath, index: number, value: JsonValue): Body {
  switch (what) {
    case 'set':
      return setValue(body, path, value);
    case 'remove':
      return removeValue(body, path);
    case 'insert':
      return Array.isArray(valueAt(body, path)) ? appendItems(body, path, [value]) : body;
    case 'move':
      return moveItem(body, path, index, 0);
    default:
      return renameProperty(body, path, 'a', 'renamed');
  }
}

/** Sorts the properties, since a text keeps its own order. */
function sorted(value: JsonValue): string {
  if (Array.isArray(value)) return `[${value.map(sorted).join(',')}]`;
  if (typeof value !== 'object' || value === null || 'raw' in value) return canonical(value);
  const properties = Object.entries(value).map(([key, item]) => `${JSON.stringify(key)}:${sorted(item)}`);
  return `{${properties.sort().join(',')}}`;
}
