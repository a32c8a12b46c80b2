import { describe, expect, it } from 'vitest';
import { validate, type Schema } from '@cfworker/json-schema';
import { breakCycles } from './cut-circles';
import { normalSchema } from './normalize-schema';
import { readModelDocument } from './openapi-document';

/** Whether a value fits a schema in the document of a model, as gateway and console judge it. */
function fits(schema: object, value: unknown): boolean {
  const content = { 'application/json': { schema } };
  const text = JSON.stringify({ openapi: '3.1.0', paths: { '/': { post: { requestBody: { content } } } } });
  const { input, resolve, dynamic } = readModelDocument(text);
  const normal = normalSchema(input ?? true, { resolve, dynamic, patterns: true });
  breakCycles(normal);
  return validate(value, normal as Schema, '2020-12', {}, false).valid;
}

describe('references by $id and anchors within a document', () => {
  it('find a schema by its $id, relative to the $id around it', () => {
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

  it('follow pointers and anchors from the $id around them', () => {
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

  it('take no $id or reference inside of values', () => {
    const schema = {
      $id: 'http://schemas.example/root.json',
      properties: { a: { const: { $ref: '#b', $id: 'x' } }, b: { $ref: '#/$defs/n' } },
      $defs: { n: { type: 'integer' } },
    };
    expect(fits(schema, { a: { $ref: '#b', $id: 'x' }, b: 1 })).toBe(true);
    expect(fits(schema, { b: 'x' })).toBe(false);
  });

  it('take an $id that is only a fragment for an anchor, as draft 7 does', () => {
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

  it('without any $id mean the one anchor of the document', () => {
    const schema = { items: { $ref: '#n' }, $defs: { n: { $anchor: 'n', type: 'integer' } } };
    expect(fits(schema, [1])).toBe(true);
    expect(fits(schema, ['a'])).toBe(false);
  });
});

describe('dynamic references', () => {
  /** A list of anything, which other resources narrow by an anchor of their own. */
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

  it('mean the anchor of the outermost resource on the way', () => {
    const schema = {
      $id: 'http://schemas.example/root.json',
      properties: { texts: { $ref: 'texts.json' }, counts: { $ref: 'counts.json' }, any: { $ref: 'list.json' } },
      $defs: { list, texts: listOf('texts.json', 'string'), counts: listOf('counts.json', 'integer') },
    };
    expect(fits(schema, { texts: ['a'], counts: [1], any: ['a', 1] })).toBe(true);
    expect(fits(schema, { texts: [1] })).toBe(false);
    expect(fits(schema, { counts: ['a'] })).toBe(false);
  });

  it('forget a resource that is left again, and hold beside a plain reference', () => {
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

  it('end where resources lead to each other in circles', () => {
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
