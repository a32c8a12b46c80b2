import { describe, expect, it } from 'vitest';
import { bodyJudge } from './validate-body';
import { authoredDocument } from './model-document';
import { ServiceDocument } from './service-document';

function faults(schema: object, body: unknown) {
  const judge = bodyJudge(authoredDocument('p/m', new ServiceDocument(JSON.stringify(schema)), PLACE) ?? '', {
    patterns: true,
  });
  return judge(typeof body === 'string' ? body : JSON.stringify(body));
}

const PLACE = { baseUrl: 'http://127.0.0.1:9000/v1', path: '/run', method: 'POST' } as const;
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

  it('need not have what the service sets, wherever the schema says so', () => {
    const id = { id: { type: 'string', readOnly: true } };
    expect(faults(object(id, { required: ['id'] }), {})).toEqual([]);
    expect(faults({ type: 'object', allOf: [{ required: ['id'] }, { properties: id }] }, {})).toEqual([]);
    expect(faults(object({ job: object(id, { required: ['id'] }) }), { job: {} })).toEqual([]);
  });

  it('means the branch that a discriminator maps it to, also where another would take it', () => {
    const shape = (more: object) => object({ mode: { type: 'string' }, ...more });
    const schema = {
      oneOf: [{ $ref: '#/components/schemas/Preview' }, { $ref: '#/components/schemas/Refine' }],
      discriminator: { propertyName: 'mode', mapping: { preview: '#/components/schemas/Preview', refine: 'Refine' } },
      components: { schemas: { Preview: shape({}), Refine: shape({ task: { type: 'string' } }) } },
    };
    expect(faults(schema, { mode: 'preview', task: 7 })).toEqual([]);
    expect(faults(schema, { mode: 'refine', task: 7 })).toMatchObject([{ loc: ['body', 'task'], type: 'type' }]);
  });

  it('is not held to patterns and formats that JavaScript does not know', () => {
    const schema = object({
      tag: { type: 'string', pattern: '(?i)^abc$' },
      rule: { type: 'string', format: 'regex' },
      link: { type: 'string', format: 'uri-template' },
    });
    expect(faults(schema, { tag: 'ABC', rule: '(?i)a', link: 'https://a.example/{b}' })).toEqual([]);
  });

  it('is left to the provider where a schema leads nowhere', () => {
    expect(faults({ $ref: '#/components/schemas/A', $defs: { A: { $ref: '#/components/schemas/A' } } }, {})).toEqual(
      [],
    );
  });
});

it('a body behind a reference is judged, too', () => {
  const content = { 'application/json': { schema: object({ n: { type: 'integer' } }) } };
  const document = {
    openapi: '3.0.2',
    paths: { '/run': { post: { requestBody: { $ref: '#/components/requestBodies/Run' } } } },
    components: { requestBodies: { Run: { content } } },
  };
  const judge = bodyJudge(JSON.stringify(document), { patterns: true });
  expect(judge('{"n":"x"}')).toMatchObject([
    { loc: ['body', 'n'], type: 'type', ctx: { type: 'integer' }, input: 'x' },
  ]);
});
