import { describe, expect, it } from 'vitest';
import { readModelDocument } from '@contract/model-schema/openapi-document';
import { bodyJudge } from './judge-body';
import { authoredDocument } from './model-document';

const PLACE = { baseUrl: 'http://127.0.0.1:9000/v1/', path: '/run?mode=a', method: 'POST' } as const;

const framed = (schema: object | string) =>
  authoredDocument('p/m', typeof schema === 'string' ? schema : JSON.stringify(schema), PLACE);
const placesOf = (document: string, body: unknown) =>
  bodyJudge(document, { patterns: true })(JSON.stringify(body)).map(({ loc }) => loc.slice(1).join('.'));

describe('a JSON Schema in the frame of a document', () => {
  it('keeps its numbers as they are written', () => {
    const text =
      '{"type":"object","properties":{"seed":{"type":"integer","maximum":9223372036854775807,"default":1.0}}}';
    expect(framed(text)).toContain('"maximum":9223372036854775807,"default":1.0');
  });

  it('still refers to itself, to its parts and to what it shares', () => {
    const document = framed({
      type: 'object',
      properties: {
        name: { type: 'string' },
        nick: { $ref: '#/properties/name' },
        below: { type: 'array', items: { $ref: '#' } },
        size: { $ref: '#/$defs/size' },
        side: { $ref: '#/definitions/side' },
      },
      $defs: { size: { type: 'integer' } },
      definitions: { side: { $ref: '#/$defs/size' } },
    });
    const wrong = { name: 1, nick: 1, size: 'x', side: 'x' };
    expect(placesOf(document, wrong).toSorted()).toEqual(['name', 'nick', 'side', 'size']);
    expect(placesOf(document, { below: [{ size: 'x' }, { below: [{ nick: 2 }] }] })).toEqual([
      'below.0.size',
      'below.1.below.0.nick',
    ]);
  });

  it('has only its references changed', () => {
    const schema = {
      type: 'object',
      description: '"#/$defs/a" and #/properties/b',
      properties: {
        $ref: { type: 'string', const: '#/$defs/a' },
        default: { $ref: '#/$defs/a' },
        value: { default: { $ref: '#/$defs/a' }, enum: [{ $ref: '#' }] },
        link: { $ref: 'https://schemas.example/a.json#/$defs/a' },
      },
    };
    const { properties, description } = readModelDocument(framed(schema)).input as unknown as typeof schema;
    expect(description).toBe(schema.description);
    expect(properties).toEqual({ ...schema.properties, default: { $ref: '#/components/schemas/a' } });
  });

  it('means the same shapes by its discriminator', () => {
    const shape = { type: 'object', properties: { n: { type: 'integer' } } };
    const document = framed({
      oneOf: [{ $ref: '#/$defs/A' }, { $ref: '#/$defs/B' }],
      discriminator: { propertyName: 'kind', mapping: { a: '#/$defs/A', b: '#/$defs/B' } },
      $defs: { A: shape, B: { ...shape, required: ['n'] } },
    });
    expect(placesOf(document, { kind: 'a' })).toEqual([]);
    expect(placesOf(document, { kind: 'b' })).toEqual(['n']);
  });
});

describe('an OpenAPI document', () => {
  const operation = (name: string) => ({
    requestBody: { content: { 'application/json': { schema: { type: 'object', required: [name] } } } },
  });
  const service = (paths: object) =>
    `{ "openapi": "3.1.0",\n "paths": ${JSON.stringify(paths)},\n "info": {"n": 1.0} }`;

  it('is served as it was written', () => {
    const text = '{ "openapi": "3.1.0",\n "paths": {} }';
    expect(framed(text)).toBe(text);
    expect(placesOf(text, { anything: 1 })).toEqual([]);
    const one = service({ '/run': { post: operation('a'), get: {} } });
    expect(framed(one)).toBe(one);
  });

  it.each([
    ['/run', 'POST', 'b'],
    ['/run', 'PUT', 'c'],
    // Below the base address.
    ['/other', 'POST', 'd'],
    // Not in it: then the first that takes a body.
    ['/elsewhere', 'POST', 'a'],
  ] as const)('of a whole service is that of %s by %s', (path, method, name) => {
    const text = service({
      '/first': { post: operation('a') },
      '/run': { summary: 'Runs', post: operation('b'), put: operation('c') },
      '/v1/other': { post: operation('d') },
    });
    const document = authoredDocument('p/m', text, { ...PLACE, path, method });
    expect(placesOf(document, {})).toEqual([name]);
    expect(document).toContain('\n "info": {"n": 1.0} }');
  });

  it('keeps its other operations where something refers to one', () => {
    const text = service({
      '/first': { post: operation('a') },
      '/run': { post: { requestBody: { $ref: '#/paths/~1first/post/requestBody' } } },
    });
    expect(framed(text)).toBe(text);
  });
});
