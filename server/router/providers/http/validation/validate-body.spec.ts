import { describe, expect, it } from 'vitest';
import { createBodyValidator } from './validate-body';
import { authoredDocument } from '../documents/model-document';
import { ServiceDocument } from '../documents/service-document';

function errors(schema: object, body: unknown) {
  const validate = createBodyValidator(
    authoredDocument('p/m', new ServiceDocument(JSON.stringify(schema)), LOCATION) ?? '',
    {
      patterns: true,
    },
  );
  return validate(typeof body === 'string' ? body : JSON.stringify(body));
}

const LOCATION = { baseUrl: 'http://127.0.0.1:9000/v1', path: '/run', method: 'POST' } as const;
const object = (properties: object, more: object = {}) => ({ type: 'object', properties, ...more });

describe('a body validated by an OpenAPI 3.0 schema', () => {
  it('may be null if the schema is nullable, also through a reference', () => {
    const schema = object(
      { a: { type: 'string', nullable: true }, b: { nullable: true, allOf: [{ $ref: '#/$defs/b' }] } },
      { $defs: { b: { type: 'integer', minimum: 3 } } },
    );
    expect(errors(schema, { a: null, b: null })).toEqual([]);
    expect(errors(schema, { a: 'x', b: 3 })).toEqual([]);
    expect(errors(schema, { b: 2 }).map(({ loc }) => loc)).toEqual([['body', 'b']]);
  });

  it('respects exclusive bounds that are flags', () => {
    const schema = object({
      n: { type: 'number', minimum: 0, exclusiveMinimum: true, maximum: 1, exclusiveMaximum: false },
    });
    expect(errors(schema, { n: 1 })).toEqual([]);
    expect(errors(schema, { n: 0 })).toMatchObject([{ loc: ['body', 'n'], type: 'exclusiveMinimum' }]);
  });

  it('may have properties named like keywords, and 64-bit integers', () => {
    const schema = object({ nullable: { type: 'boolean' }, seed: { type: 'integer', format: 'int64' } });
    expect(errors(schema, '{"nullable":true,"seed":18446744073709551615}')).toEqual([]);
  });

  it('gets one error per field, even if it matches none of several branches', () => {
    const schema = object({ image: { oneOf: [{ type: 'string' }, { type: 'array', items: { type: 'string' } }] } });
    expect(errors(schema, { image: 'a' })).toEqual([]);
    expect(errors(schema, { image: 7 })).toMatchObject([{ loc: ['body', 'image'], input: 7 }]);
  });

  it('gets the errors of the nearest branch', () => {
    const dots = object({ kind: { enum: ['dots'] }, cell: { type: 'integer', minimum: 4 } }, { required: ['kind'] });
    const tiles = object({ kind: { enum: ['tiles'] }, side: { type: 'integer' } }, { required: ['kind', 'side'] });
    const schema = object({ style: { oneOf: [tiles, { $ref: '#/$defs/dots' }] } }, { $defs: { dots } });
    expect(errors(schema, { style: { kind: 'dots', cell: 1 } })).toMatchObject([
      { loc: ['body', 'style', 'cell'], type: 'minimum', ctx: { minimum: 4 } },
    ]);
    expect(errors(schema, { style: { kind: 'tiles' } })).toMatchObject([
      { loc: ['body', 'style', 'side'], type: 'missing' },
    ]);
  });

  it('need not contain properties that the service sets, anywhere in the schema', () => {
    const id = { id: { type: 'string', readOnly: true } };
    expect(errors(object(id, { required: ['id'] }), {})).toEqual([]);
    expect(errors({ type: 'object', allOf: [{ required: ['id'] }, { properties: id }] }, {})).toEqual([]);
    expect(errors(object({ job: object(id, { required: ['id'] }) }), { job: {} })).toEqual([]);
  });

  it('uses the branch of the discriminator, even if another would accept it', () => {
    const shape = (more: object) => object({ mode: { type: 'string' }, ...more });
    const schema = {
      oneOf: [{ $ref: '#/components/schemas/Preview' }, { $ref: '#/components/schemas/Refine' }],
      discriminator: { propertyName: 'mode', mapping: { preview: '#/components/schemas/Preview', refine: 'Refine' } },
      components: { schemas: { Preview: shape({}), Refine: shape({ task: { type: 'string' } }) } },
    };
    expect(errors(schema, { mode: 'preview', task: 7 })).toEqual([]);
    expect(errors(schema, { mode: 'refine', task: 7 })).toMatchObject([{ loc: ['body', 'task'], type: 'type' }]);
  });

  it('is not checked by patterns and formats that JavaScript does not support', () => {
    const schema = object({
      tag: { type: 'string', pattern: '(?i)^abc$' },
      rule: { type: 'string', format: 'regex' },
      link: { type: 'string', format: 'uri-template' },
    });
    expect(errors(schema, { tag: 'ABC', rule: '(?i)a', link: 'https://a.example/{b}' })).toEqual([]);
  });

  it('is left to the provider if a reference cannot be resolved', () => {
    expect(errors({ $ref: '#/components/schemas/A', $defs: { A: { $ref: '#/components/schemas/A' } } }, {})).toEqual(
      [],
    );
  });
});

it('a body behind a reference is validated too', () => {
  const content = { 'application/json': { schema: object({ n: { type: 'integer' } }) } };
  const document = {
    openapi: '3.0.2',
    paths: { '/run': { post: { requestBody: { $ref: '#/components/requestBodies/Run' } } } },
    components: { requestBodies: { Run: { content } } },
  };
  const validate = createBodyValidator(JSON.stringify(document), { patterns: true });
  expect(validate('{"n":"x"}')).toMatchObject([
    { loc: ['body', 'n'], type: 'type', ctx: { type: 'integer' }, input: 'x' },
  ]);
});
