import { describe, expect, it } from 'vitest';
import { validate } from '@cfworker/json-schema';
import { breakCycles } from './break-cycles';
import { asValidated, normalSchema } from './normalize-schema';
import { readModelDocument } from './openapi-document';

/** Returns true if a value is valid for a schema in a model's document, as gateway and console validate it. */
function fits(schema: object, value: unknown): boolean {
  const content = { 'application/json': { schema } };
  const text = JSON.stringify({ openapi: '3.1.0', paths: { '/': { post: { requestBody: { content } } } } });
  const { input, resolve, dynamic } = readModelDocument(text);
  const normal = normalSchema(input ?? true, { resolve, dynamic, patterns: true });
  breakCycles(normal);
  return validate(value, asValidated(normal), '2020-12', {}, false).valid;
}

describe('references by $id and anchors within a document', () => {
  it('resolve a schema by its $id, relative to the enclosing $id', () => {
    const schema = {
      $id: 'http://schemas.example/root.json',
      $ref: 'parts/list.json',
      $defs: {
        list: { $id: 'parts/list.json', type: 'array', items: { $ref: 'item.json' } },
        item: { $id: 'parts/item.json', type: 'integer' },
      },
    };
    expect(fits(schema, [1, 2])).toBe(true);
    expect(fits(schema, [1, 'a'])).toBe(false);
  });

  it('resolve pointers and anchors from the enclosing $id', () => {
    const schema = {
      $id: 'http://schemas.example/root.json',
      properties: {
        a: { $ref: 'nested.json#/$defs/whole' },
        b: { $ref: 'nested.json#small' },
        c: { $ref: '#small' },
      },
      $defs: {
        own: { $anchor: 'small', maximum: 100 },
        nested: {
          $id: 'nested.json',
          $defs: { whole: { type: 'integer' }, few: { $anchor: 'small', maximum: 3 } },
        },
      },
    };
    expect(fits(schema, { a: 1, b: 2, c: 50 })).toBe(true);
    expect(fits(schema, { a: 1.5 })).toBe(false);
    expect(fits(schema, { b: 4 })).toBe(false);
    expect(fits(schema, { c: 101 })).toBe(false);
  });

  it('ignore $id and $ref within values', () => {
    const schema = {
      $id: 'http://schemas.example/root.json',
      properties: { a: { const: { $ref: '#b', $id: 'x' } }, b: { $ref: '#/$defs/n' } },
      $defs: { n: { type: 'integer' } },
    };
    expect(fits(schema, { a: { $ref: '#b', $id: 'x' }, b: 1 })).toBe(true);
    expect(fits(schema, { b: 'x' })).toBe(false);
  });

  it('treat an $id that is only a fragment as an anchor, as in draft 7', () => {
    const schema = {
      $id: 'http://schemas.example/root.json',
      properties: { a: { $ref: '#n' }, b: { $ref: 'http://schemas.example/root.json#n' } },
      definitions: { n: { $id: '#n', type: 'integer' } },
    };
    expect(fits(schema, { a: 1, b: 2 })).toBe(true);
    expect(fits(schema, { a: 'x' })).toBe(false);
    expect(fits(schema, { b: 'x' })).toBe(false);
    const { $id: _, ...plain } = schema;
    expect(fits(plain, { a: 'x' })).toBe(false);
  });

  it('resolve to the only anchor of a document without $id', () => {
    const schema = { items: { $ref: '#n' }, $defs: { n: { $anchor: 'n', type: 'integer' } } };
    expect(fits(schema, [1])).toBe(true);
    expect(fits(schema, ['a'])).toBe(false);
  });
});

describe('dynamic references', () => {
  /** A list of any items, which other resources restrict by their own anchor. */
  const list = {
    $id: 'list.json',
    type: 'array',
    items: { $dynamicRef: '#item' },
    $defs: { any: { $dynamicAnchor: 'item' } },
  };
  const listOf = (id: string, type: string) => ({
    $id: id,
    $ref: 'list.json',
    $defs: { item: { $dynamicAnchor: 'item', type } },
  });

  it('resolve to the anchor of the outermost resource on the path', () => {
    const schema = {
      $id: 'http://schemas.example/root.json',
      properties: { texts: { $ref: 'texts.json' }, counts: { $ref: 'counts.json' }, any: { $ref: 'list.json' } },
      $defs: { list, texts: listOf('texts.json', 'string'), counts: listOf('counts.json', 'integer') },
    };
    expect(fits(schema, { texts: ['a'], counts: [1], any: ['a', 1] })).toBe(true);
    expect(fits(schema, { texts: [1] })).toBe(false);
    expect(fits(schema, { counts: ['a'] })).toBe(false);
  });

  it('ignore a resource that was left, and work next to a plain reference', () => {
    const schema = {
      $id: 'http://schemas.example/root.json',
      allOf: [{ $ref: 'texts.json' }, { $ref: 'list.json' }],
      $defs: { list, texts: listOf('texts.json', 'string'), long: { $id: 'long.json', maxItems: 1 } },
    };
    expect(fits(schema, ['a', 'b'])).toBe(true);
    expect(fits(schema, [1])).toBe(false);
    const both = { ...schema, allOf: [{ $ref: 'long.json', $dynamicRef: 'list.json' }] };
    expect(fits(both, [1])).toBe(true);
    expect(fits(both, [1, 2])).toBe(false);
    expect(fits(both, 'a')).toBe(false);
  });

  it('terminate if resources form a cycle', () => {
    const tree = {
      $id: 'tree.json',
      $dynamicAnchor: 'node',
      properties: { children: { type: 'array', items: { $dynamicRef: '#node' } } },
    };
    const schema = {
      $id: 'http://schemas.example/root.json',
      $dynamicAnchor: 'node',
      $ref: 'tree.json',
      unevaluatedProperties: false,
      $defs: { tree },
    };
    expect(fits(schema, { children: [{ children: [] }] })).toBe(true);
    expect(fits(schema, { children: [{ childern: [] }] })).toBe(false);
  });
});
