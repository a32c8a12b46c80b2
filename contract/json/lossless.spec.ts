import { fc, runs } from '../testing/properties';
import { describe, expect, it } from 'vitest';
import {
  findValue,
  JsonSyntaxError,
  LosslessNumber,
  MAX_DEPTH,
  numberFromText,
  parseJson,
  replaceValue,
  stringifyJson,
  type JsonObject,
  type JsonValue,
} from './lossless';

/** Returns the value that `JSON.parse` would return, if it can. */
function plain(value: JsonValue): unknown {
  if (value instanceof LosslessNumber) return value.toNumber();
  if (Array.isArray(value)) return value.map(plain);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, plain(item)]));
}

const whitespace = fc.stringMatching(/^[ \t\n\r]{0,3}$/);

/** Numbers as users and programs write them, most of which a double would serialize differently. */
const numberText = fc.oneof(
  fc.bigInt({ min: 0n, max: 2n ** 64n - 1n }).map(String),
  fc.bigInt({ min: -(2n ** 80n), max: 2n ** 80n }).map(String),
  fc.integer().map(String),
  fc.double({ noNaN: true, noDefaultInfinity: true }).map((value) => JSON.stringify(value)),
  fc.constantFrom(
    '-0',
    '0',
    '1.0',
    '1e400',
    '-1E+400',
    '1e-400',
    '0.1',
    '100000000000000000000',
    '1E5',
    '2.50',
    '-0.0',
  ),
);
const stringText = fc.oneof(
  fc.string({ unit: 'binary' }).map((text) => JSON.stringify(text)),
  fc.constantFrom(
    '"\\u0041"',
    '"\\/"',
    '"\\ud83d\\ude00"',
    '"\\ud800"',
    '""',
    '"__proto__"',
    '"\\b\\f\\n\\r\\t\\"\\\\"',
  ),
);

/** Any JSON text, with white space wherever it is allowed. */
const { json: jsonText } = fc.letrec<{ json: string; array: string; object: string }>((tie) => ({
  json: fc.oneof(
    { maxDepth: 5, depthIdentifier: 'json' },
    fc
      .tuple(whitespace, fc.oneof(numberText, stringText, fc.constantFrom('true', 'false', 'null')), whitespace)
      .map(([before, value, after]) => before + value + after),
    tie('array'),
    tie('object'),
  ),
  array: fc
    .tuple(whitespace, fc.array(tie('json'), { maxLength: 4, depthIdentifier: 'json' }), whitespace)
    .map(([before, items, inside]) => `${before}[${items.length > 0 ? items.join(',') : inside}]`),
  object: fc
    .tuple(
      whitespace,
      fc.array(fc.tuple(whitespace, stringText, whitespace, tie('json')), { maxLength: 4, depthIdentifier: 'json' }),
      whitespace,
    )
    .map(([before, members, inside]) => {
      const body = members.map(([left, key, right, value]) => `${left}${key}${right}:${value}`).join(',');
      return `${before}{${members.length > 0 ? body : inside}}`;
    }),
}));

describe('parseJson', () => {
  it('agrees with JSON.parse on any text', () => {
    fc.assert(
      fc.property(jsonText, (text) => {
        expect(plain(parseJson(text))).toEqual(JSON.parse(text));
      }),
    );
  });

  it('rejects what JSON.parse rejects, and nothing else', () => {
    const broken = fc
      .tuple(jsonText, fc.nat(), fc.constantFrom('', ',', '}', ']', '"', '\\', '0', '-', '.', '\u0000', 'x', '{', ':'))
      .map(([text, at, insert]) => {
        const place = at % (text.length + 1);
        return text.slice(0, place) + insert + text.slice(place + 1);
      });
    fc.assert(
      fc.property(fc.oneof(broken, fc.string()), (text) => {
        expect(outcomeOf(() => plain(parseJson(text)), JsonSyntaxError)).toEqual(
          outcomeOf(() => JSON.parse(text), SyntaxError),
        );
      }),
      { numRuns: runs(500) },
    );
  });

  it('preserves every number as written', () => {
    fc.assert(
      fc.property(numberText, (text) => {
        expect(stringifyJson(parseJson(text))).toBe(text);
        expect(String(parseJson(text)) === text || numberFromText(text) instanceof LosslessNumber).toBe(true);
      }),
      { examples: [['18446744073709551615'], ['1e400'], ['-0'], ['1.0'], ['9007199254740993']] },
    );
  });

  it('returns a plain number if nothing is lost, so that callers need no special case', () => {
    for (const text of ['0', '1', '-1', '0.5', '9007199254740991', '1e+21', '5e-324']) {
      expect(parseJson(text)).toBe(Number(text));
    }
    for (const text of ['-0', '1.0', '1e3', '9007199254740993', '18446744073709551615', '1e400']) {
      expect(parseJson(text)).toBeInstanceOf(LosslessNumber);
    }
  });

  it('treats __proto__ as an ordinary member', () => {
    const value = parseJson('{"__proto__":{"polluted":true},"constructor":1}') as JsonObject;
    expect(Object.keys(value)).toEqual(['__proto__', 'constructor']);
    expect((value as { polluted?: unknown }).polluted).toBeUndefined();
    expect(stringifyJson(value)).toBe('{"__proto__":{"polluted":true},"constructor":1}');
  });

  it('skips a byte order mark, only at the start', () => {
    expect(parseJson('\uFEFF{"a":1}')).toEqual({ a: 1 });
    expect(() => parseJson('{\uFEFF"a":1}')).toThrow(JsonSyntaxError);
  });

  it('reads NaN and Infinity of Python as null only with the option', () => {
    const text = '{"a":NaN,"b":-Infinity,"c":[Infinity]}';
    expect(parseJson(text, { allowNonFinite: true })).toEqual({ a: null, b: null, c: [null] });
    expect(() => parseJson(text)).toThrow(JsonSyntaxError);
  });

  it('reports line and column of an error', () => {
    const error = faultOf(() => parseJson('{\n  "a": 1,\n  "b": oops\n}'));
    expect(error).toMatchObject({ reason: 'syntax', line: 3, column: 8 });
    expect(error.message).toContain('line 3, column 8');
  });

  it('rejects a nesting depth of a million without using the call stack', () => {
    const deep = '['.repeat(1_000_000);
    expect(faultOf(() => parseJson(deep))).toMatchObject({ reason: 'depth' });
    expect(faultOf(() => parseJson('{"a":'.repeat(10_000)))).toMatchObject({ reason: 'depth' });
    const allowed = '['.repeat(MAX_DEPTH) + ']'.repeat(MAX_DEPTH);
    expect(stringifyJson(parseJson(allowed))).toBe(allowed);
    const wide = '['.repeat(100_000) + ']'.repeat(100_000);
    expect(stringifyJson(parseJson(wide, { maxDepth: 100_000 }))).toBe(wide);
  });
});

describe('stringifyJson', () => {
  it('prints text that parses to the same value, with and without indentation', () => {
    fc.assert(
      fc.property(jsonText, fc.constantFrom(0, 2), (text, indent) => {
        const value = parseJson(text);
        const printed = stringifyJson(value, indent);
        expect(stringifyJson(parseJson(printed))).toBe(stringifyJson(value));
      }),
    );
  });

  it('prints plain values like JSON.stringify', () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.constantFrom(0, 2), (value, indent) => {
        // JSON.stringify serializes -0 as 0 too.
        expect(stringifyJson(value as JsonValue, indent)).toBe(JSON.stringify(value, null, indent));
      }),
    );
  });
});

type Path = (string | number)[];

/** Returns all paths in a value. */
function pathsOf(value: JsonValue, prefix: Path = []): Path[] {
  if (Array.isArray(value)) return [prefix, ...value.flatMap((item, index) => pathsOf(item, [...prefix, index]))];
  if (typeof value !== 'object' || value === null || value instanceof LosslessNumber) return [prefix];
  return [prefix, ...Object.entries(value).flatMap(([key, item]) => pathsOf(item, [...prefix, key]))];
}

function valueAt(value: JsonValue, path: Path): JsonValue | undefined {
  let current: JsonValue | undefined = value;
  for (const key of path) current = (current as Record<string | number, JsonValue>)[key];
  return current;
}

describe('findValue', () => {
  it('returns the text of the value at every path', () => {
    fc.assert(
      fc.property(jsonText, (text) => {
        const value = parseJson(text);
        for (const path of pathsOf(value)) {
          const span = findValue(text, path);
          expect(span).not.toBeNull();
          const found = text.slice(span?.start, span?.end);
          expect(found.trim()).toBe(found);
          expect(stringifyJson(parseJson(found))).toBe(stringifyJson(valueAt(value, path) as JsonValue));
        }
      }),
    );
  });

  it('returns null for a missing path', () => {
    const text = '{"a":[1,2],"b":"x"}';
    const paths: Path[] = [['c'], ['a', 2], ['a', '0'], ['b', 0], ['a', 0, 'x'], [0]];
    expect(paths.filter((path) => findValue(text, path) !== null)).toEqual([]);
  });

  it('uses the last of repeated members, like every parser', () => {
    const text = '{"workflow":{"a":1},"workflow":{"b":2}}';
    const span = findValue(text, ['workflow']);
    expect(text.slice(span?.start, span?.end)).toBe('{"b":2}');
  });
});

describe('replaceValue', () => {
  it('changes the value at a path and no other byte', () => {
    fc.assert(
      fc.property(jsonText, fc.nat(), numberText, (text, choice, next) => {
        const paths = pathsOf(parseJson(text));
        const path = paths[choice % paths.length] as Path;
        const span = findValue(text, path);
        const edited = replaceValue(text, path, next);
        expect(edited.slice(0, span?.start)).toBe(text.slice(0, span?.start));
        expect(edited.slice((span?.start ?? 0) + next.length)).toBe(text.slice(span?.end));
        expect(stringifyJson(valueAt(parseJson(edited), path) as JsonValue)).toBe(next);
      }),
    );
  });

  it('appends a missing member', () => {
    expect(replaceValue('{"a":{}}', ['a', 'seed'], '18446744073709551615')).toBe('{"a":{"seed":18446744073709551615}}');
    expect(replaceValue('{"a": {"b": 1.0 } }', ['a', 'c'], '[]')).toBe('{"a": {"b": 1.0,"c":[]} }');
    expect(replaceValue('{"a": {\n} }', ['a', 'c'], '1')).toBe('{"a": {"c":1} }');
  });

  it('rejects a path whose parent is missing or not an object', () => {
    for (const path of [
      ['x', 'y'],
      ['list', 'y'],
      ['list', 9],
      ['text', 'y'],
    ] as Path[]) {
      expect(() => replaceValue('{"list":[1],"text":"t"}', path, '1')).toThrow('No object at');
    }
  });
});

/** Returns the result, or a marker if the parser threw the expected error. */
function outcomeOf(work: () => unknown, rejection: new (...args: never[]) => Error): unknown {
  try {
    return { read: work() };
  } catch (error) {
    if (error instanceof rejection) return 'refused';
    throw error;
  }
}

function faultOf(work: () => unknown): JsonSyntaxError {
  try {
    work();
  } catch (error) {
    if (error instanceof JsonSyntaxError) return error;
    throw error;
  }
  throw new Error('Nothing was thrown');
}
