import { describe, expect, it } from 'vitest';
import { bodyCheckOf } from './check-body';
import { authoredDocument } from './model-document';

function faults(schema: object, body: unknown) {
  const check = bodyCheckOf(authoredDocument('p/m', JSON.stringify(schema)));
  if (!check) throw new Error('There is a schema');
  return check(new TextEncoder().encode(typeof body === 'string' ? body : JSON.stringify(body)));
}

const object = (properties: object, more: object = {}) => ({ type: 'object', properties, ...more });

describe('a body held to a schema in the words of OpenAPI 3.0', () => {
  it('may be null where the schema says nullable, also through a reference', () => {
    const schema = object(
      { a: { type: 'string', nullable: true }, b: { nullable: true, allOf: [{ $ref: '#/$defs/b' }] } },
      { $defs: { b: { type: 'integer', minimum: 3 } } },
    );
    expect(faults(schema, { a: null, b: null })).toEqual([]);
    expect(faults(schema, { a: 'x', b: 3 })).toEqual([]);
    expect(faults(schema, { b: 2 }).map(({ loc }) => loc)).toEqual([['body', 'b']]);
  });

  it('keeps to exclusive bounds that are flags', () => {
    const schema = object({
      n: { type: 'number', minimum: 0, exclusiveMinimum: true, maximum: 1, exclusiveMaximum: false },
    });
    expect(faults(schema, { n: 1 })).toEqual([]);
    expect(faults(schema, { n: 0 })).toMatchObject([{ loc: ['body', 'n'], type: 'exclusiveMinimum' }]);
  });

  it('may have properties called like keywords, and whole numbers of 64 bits', () => {
    const schema = object({ nullable: { type: 'boolean' }, seed: { type: 'integer', format: 'int64' } });
    expect(faults(schema, '{"nullable":true,"seed":18446744073709551615}')).toEqual([]);
  });

  it('is told the field once, however many branches it misses', () => {
    const schema = object({ image: { oneOf: [{ type: 'string' }, { type: 'array', items: { type: 'string' } }] } });
    expect(faults(schema, { image: 'a' })).toEqual([]);
    expect(faults(schema, { image: 7 })).toMatchObject([{ loc: ['body', 'image'], input: 7 }]);
  });

  it('is told what is wrong in the branch that it came nearest to', () => {
    const dots = object({ kind: { enum: ['dots'] }, cell: { type: 'integer', minimum: 4 } }, { required: ['kind'] });
    const tiles = object({ kind: { enum: ['tiles'] }, side: { type: 'integer' } }, { required: ['kind', 'side'] });
    const schema = object({ style: { oneOf: [tiles, { $ref: '#/$defs/dots' }] } }, { $defs: { dots } });
    expect(faults(schema, { style: { kind: 'dots', cell: 1 } })).toMatchObject([
      { loc: ['body', 'style', 'cell'], type: 'minimum', ctx: { minimum: 4 } },
    ]);
    expect(faults(schema, { style: { kind: 'tiles' } })).toMatchObject([
      { loc: ['body', 'style', 'side'], type: 'missing' },
    ]);
  });

  it('is left to the provider where a schema leads nowhere', () => {
    expect(faults({ $ref: '#/components/schemas/A', $defs: { A: { $ref: '#/components/schemas/A' } } }, {})).toEqual(
      [],
    );
  });
});

it('an OpenAPI document is served as it was written', () => {
  const text = '{ "openapi": "3.1.0",\n "paths": {} }';
  expect(authoredDocument('p/m', text)).toBe(text);
  expect(bodyCheckOf(text)).toBeNull();
});
