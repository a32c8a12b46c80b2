import type { JsonObject, JsonValue } from '@contract/json/lossless';
import { describe, expect, it } from 'vitest';
import { fieldsBelow, type Field } from './field';
import { formNotes } from './form-notes';
import { compileForm } from './model-form';
import { initialInput, initialValue } from './initial-value';
import { modelDocument, ref } from './testing/model-documents';
import { branchOf, switchBranch } from './compile/union';
import { bodyValidator } from './validation/body-validator';

/** CPU time, so that a busy machine fails no test. Unbounded work takes minutes. */
const LIMIT_MS = 5000;

/** Opens the form as deep as a user might in a long session, and reads from each field what the renderer reads. */
function explore(document: string, most = 3000): { fields: number; deepest: number; notes: string } {
  const form = compileForm(document);
  let fields = 0;
  let deepest = 0;
  const open: { field: Field; depth: number }[] = [{ field: form.root, depth: 0 }];
  while (open.length > 0 && fields < most) {
    const { field, depth } = open.pop() as (typeof open)[number];
    fields += 1;
    deepest = Math.max(deepest, depth);
    if (fields < 5) initialValue(field);
    if (field.kind === 'union') {
      branchOf(field, { a: { a: 1 } });
      switchBranch(field, 0, 'x');
    }
    for (const child of fieldsBelow(field)) open.push({ field: child, depth: depth + 1 });
  }
  initialInput(form.root);
  return {
    fields,
    deepest,
    notes: formNotes(document)
      .map(({ text }) => text)
      .join('\n'),
  };
}

function timed<Result>(work: () => Result): Result {
  const startedAt = process.cpuUsage();
  const result = work();
  const { user, system } = process.cpuUsage(startedAt);
  expect((user + system) / 1000).toBeLessThan(LIMIT_MS);
  return result;
}

const nested = (depth: number, wrap: (inner: JsonValue) => JsonValue): JsonValue => {
  let schema: JsonValue = { type: 'string' };
  for (let level = 0; level < depth; level += 1) schema = wrap(schema);
  return schema;
};
const members = (count: number, make: (index: number) => JsonValue): JsonObject =>
  Object.fromEntries(Array.from({ length: count }, (_, index) => [`m${index}`, make(index)]));

describe('a hostile document', { timeout: 60_000 }, () => {
  it('of 10 MB becomes a form', () => {
    const properties = members(2000, (index) => ({
      type: 'string',
      description: 'word '.repeat(1000),
      title: `M ${index}`,
    }));
    const document = modelDocument({ type: 'object', properties });
    expect(document.length).toBeGreaterThan(10_000_000);
    expect(timed(() => explore(document)).fields).toBe(2001);
  });

  it.each<[string, (inner: JsonValue) => JsonValue]>([
    ['members', (inner) => ({ type: 'object', properties: { a: inner } })],
    ['lists', (inner) => ({ type: 'array', items: inner })],
    ['maps', (inner) => ({ type: 'object', additionalProperties: inner })],
    ['allOf', (inner) => ({ allOf: [inner] })],
    ['oneOf', (inner) => ({ oneOf: [inner, { type: 'integer' }] })],
    ['not', (inner) => ({ not: inner })],
  ])('nested 1,000 deep in %s is opened step by step, and validated', (_, wrap) => {
    const document = modelDocument({ type: 'object', properties: { a: nested(1000, wrap) } });
    expect(timed(() => explore(document)).fields).toBeGreaterThan(1);
    expect(timed(() => bodyValidator(document, { patterns: true }).check('{"a":{"a":[{"a":1}]}}'))).toBeInstanceOf(
      Array,
    );
  });

  it('nested deeper than can be parsed becomes a JSON editor that shows the reason', () => {
    const document = `${'{"a":'.repeat(200_000)}1${'}'.repeat(200_000)}`;
    const form = timed(() => compileForm(document));
    expect(form.root.kind).toBe('json');
    expect(formNotes(document)[0]?.text).toContain('The document cannot be read');
  });

  it.each([
    '',
    'null',
    '[]',
    '{}',
    '{"paths":{"/a":{"post":null}}}',
    '{"paths":[]}',
    'no JSON',
    '"text"',
    '{"openapi":1',
  ])('that is only %j becomes a JSON editor', (text) => {
    expect(compileForm(text).root.kind).toBe('json');
  });

  it.each<[string, JsonObject]>([
    ['itself', { A: ref('A') }],
    ['itself through another schema', { A: ref('B'), B: { allOf: [ref('A')] } }],
    ['itself in a union', { A: { oneOf: [ref('A'), ref('B')] }, B: { anyOf: [ref('A'), { type: 'string' }] } }],
    ['nothing', { A: ref('Missing') }],
    ['another file', { A: { $ref: 'https://example.com/schema.json#/A' } }],
    ['the document', { A: { $ref: '#' } }],
    ['a prototype', { A: { $ref: '#/components/schemas/__proto__' } }],
    ['a method', { A: { $ref: '#/components/schemas/toString' } }],
  ])('that refers to %s becomes a form', (_, components) => {
    const document = modelDocument({ type: 'object', properties: { a: ref('A') } }, { components });
    expect(timed(() => explore(document)).fields).toBeGreaterThan(1);
  });

  it('whose properties are named like prototypes has those properties and changes nothing else', () => {
    const text = modelDocument({ type: 'object', properties: { a: 1 }, required: ['__proto__'] }).replace(
      '"properties":{"a":1}',
      '"properties":{"__proto__":{"type":"object","properties":{"polluted":{"type":"string","default":"x"}},"required":["polluted"]},"constructor":{"type":"integer"}}',
    );
    const { root } = compileForm(text);
    expect(root.kind === 'object' && root.fields().map(({ name, kind }) => [name, kind])).toEqual([
      ['__proto__', 'object'],
      ['constructor', 'number'],
    ]);
    expect(Object.keys(initialValue(root) as object)).toEqual(['__proto__']);
    expect(({} as { polluted?: unknown }).polluted).toBeUndefined();
  });

  it('with 5,000 values in three lists offers the values that all of them allow', () => {
    const list = (from: number) => ({ enum: Array.from({ length: 5000 }, (_, index) => `v${from + index}`) });
    const document = modelDocument({ type: 'object', properties: { a: { allOf: [list(0), list(1), list(2)] } } });
    const { root } = timed(() => {
      explore(document);
      return compileForm(document);
    });
    const [field] = root.kind === 'object' ? root.fields() : [];
    expect(field?.kind === 'enum' && field.choices.length).toBe(4998);
  });

  it('with a union of 5,000 shapes becomes a JSON field with a note', () => {
    const document = modelDocument({
      type: 'object',
      properties: { a: { oneOf: Object.values(members(5000, (index) => ({ type: 'object', title: `T${index}` }))) } },
    });
    expect(timed(() => explore(document)).notes).toContain('5000 shapes is too much for a form');
  });

  it('with 5,000 properties renders the first 2,000, with a note', () => {
    const document = modelDocument({ type: 'object', properties: members(5000, () => ({ type: 'integer' })) });
    const { fields, notes } = timed(() => explore(document));
    expect(fields).toBe(2001);
    expect(notes).toContain('3,000 members are left out');
  });

  it('that doubles at every step is not followed to its end', () => {
    const twice = (keyword: string, next: string) => ({ [keyword]: [ref(next), { ...ref(next), title: 'again' }] });
    for (const keyword of ['allOf', 'anyOf', 'oneOf']) {
      const components = Object.fromEntries(
        Array.from({ length: 40 }, (_, index) => [
          `L${index}`,
          index === 39 ? { type: 'string' } : (twice(keyword, `L${index + 1}`) as JsonObject),
        ]),
      );
      const document = modelDocument({ type: 'object', properties: { a: ref('L0') } }, { components });
      expect(timed(() => explore(document)).fields).toBeGreaterThan(1);
    }
    const wide = {
      W: { type: 'object', required: Object.keys(members(10, () => 1)), properties: members(10, () => ref('W')) },
    };
    expect(timed(() => explore(modelDocument(ref('W'), { components: wide }), 300)).fields).toBe(300);
  });

  it('with patterns that never terminate becomes a form without evaluating them', () => {
    const document = modelDocument({
      type: 'object',
      properties: { a: { type: 'string', pattern: '^(a+)+$' }, b: { type: 'string', pattern: '(((' } },
      patternProperties: { '^(a+)+$': { type: 'integer' }, '(((': { type: 'string' } },
      propertyNames: { pattern: '^(a+)+$' },
    });
    expect(timed(() => explore(document)).fields).toBe(3);
    const body = `{"a":"${'a'.repeat(50)}!","${'a'.repeat(50)}!":1}`;
    expect(timed(() => bodyValidator(document, { patterns: false }).check(body))).toEqual([]);
  });
});
