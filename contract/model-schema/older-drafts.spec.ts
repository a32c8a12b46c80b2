import { describe, expect, it } from 'vitest';
import { validate } from '@cfworker/json-schema';
import { member } from '../json/json-values';
import { breakCycles } from './break-cycles';
import { asValidated, normalSchema } from './normalize-schema';
import { readModelDocument } from './openapi-document';

const DRAFT_7 = 'http://json-schema.org/draft-07/schema#';
const DRAFT_2020 = 'https://json-schema.org/draft/2020-12/schema';

function read(schema: object) {
  const content = { 'application/json': { schema } };
  return readModelDocument(
    JSON.stringify({ openapi: '3.1.0', paths: { '/': { post: { requestBody: { content } } } } }),
  );
}

function fits(schema: object, value: unknown): boolean {
  const { input, resolve, dynamic } = read(schema);
  const normal = normalSchema(input ?? true, { resolve, dynamic, patterns: true });
  breakCycles(normal);
  return validate(value, asValidated(normal), '2020-12', {}, false).valid;
}

describe('a $ref in a schema that declares draft 7', () => {
  /** At most two tags if the keyword beside the reference counts. */
  const withSibling = (draft: string) => ({
    $schema: draft,
    $id: 'http://schemas.example/tags.json',
    properties: { tags: { $ref: '#/definitions/list', maxItems: 2, type: 'string' } },
    definitions: { list: { type: 'array' } },
  });

  it('replaces the keywords beside it, which apply since 2019-09', () => {
    expect(fits(withSibling(DRAFT_7), { tags: ['a', 'b', 'c'] })).toBe(true);
    expect(fits(withSibling(DRAFT_7), { tags: 'a' })).toBe(false);
    expect(fits(withSibling(DRAFT_2020), { tags: ['a'] })).toBe(false);
    const nested = { $schema: DRAFT_7, properties: { inner: { ...withSibling(DRAFT_2020), $id: 'inner.json' } } };
    expect(fits(nested, { inner: { tags: ['a'] } })).toBe(false);
  });

  it('is not resolved against the $id beside it', () => {
    const schema = {
      $schema: DRAFT_7,
      $id: 'http://schemas.example/base/',
      allOf: [{ $id: 'http://schemas.example/other/', $ref: 'size.json' }],
      definitions: {
        near: { $id: 'size.json', type: 'integer' },
        far: { $id: 'http://schemas.example/other/size.json', type: 'string' },
      },
    };
    expect(fits(schema, 3)).toBe(true);
    expect(fits(schema, 'large')).toBe(false);
    expect(fits({ ...schema, $schema: DRAFT_2020 }, 'large')).toBe(true);
  });

  it('keeps titles for the form, definitions, and properties named $ref', () => {
    const schema = {
      $schema: DRAFT_7,
      $id: 'http://schemas.example/form.json',
      $ref: '#/definitions/body',
      definitions: {
        body: {
          required: ['$ref'],
          properties: { $ref: { type: 'string' }, size: { $ref: '#/definitions/size', title: 'Size', minimum: 5 } },
        },
        size: { type: 'integer' },
      },
    };
    expect(fits(schema, { $ref: '#1', size: 1 })).toBe(true);
    expect(fits(schema, { $ref: '#1', size: 'a' })).toBe(false);
    expect(fits(schema, { size: 1 })).toBe(false);
    expect(fits(schema, { $ref: 1 })).toBe(false);
    const definitions = member(read(schema).input, 'definitions');
    expect(member(member(member(definitions, 'body'), 'properties'), 'size')).toMatchObject({ title: 'Size' });
  });

  it('leaves values as they are', () => {
    const value = { $ref: '#', maxItems: 2 };
    const schema = { $schema: DRAFT_7, properties: { a: { const: value } } };
    expect(fits(schema, { a: value })).toBe(true);
    expect(fits(schema, { a: { $ref: '#' } })).toBe(false);
  });
});
