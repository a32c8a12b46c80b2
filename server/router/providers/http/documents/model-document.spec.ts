import { describe, expect, it } from 'vitest';
import { readModelDocument } from '@contract/model-schema/openapi-document';
import { createBodyValidator } from '../validation/validate-body';
import type { OperationLocation } from './find-operation';
import { authoredDocument } from './model-document';
import { ServiceDocument } from './service-document';

const LOCATION = { baseUrl: 'http://127.0.0.1:9000/v1/', path: '/run?mode=a', method: 'POST' } as const;

const documentAt = (text: string, position: OperationLocation) =>
  authoredDocument('p/m', new ServiceDocument(text), position);
const framed = (schema: object | string) =>
  documentAt(typeof schema === 'string' ? schema : JSON.stringify(schema), LOCATION) ?? '';
const placesOf = (document: string, body: unknown) =>
  createBodyValidator(document, { patterns: true })(JSON.stringify(body)).map(({ loc }) => loc.slice(1).join('.'));

describe('a JSON Schema embedded in a document', () => {
  it('retains its numbers as written', () => {
    const text =
      '{"type":"object","properties":{"seed":{"type":"integer","maximum":9223372036854775807,"default":1.0}}}';
    expect(framed(text)).toContain('"maximum":9223372036854775807,"default":1.0');
  });

  it('retains its references to itself, its parts and its shared definitions', () => {
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

  it('resolves references by the nearest $id, as it was written', () => {
    const document = framed({
      $id: 'http://schemas.example/root.json',
      type: 'object',
      properties: { size: { $ref: 'sizes.json#/definitions/whole' }, near: { $ref: 'sizes.json' }, n: { $ref: '#n' } },
      $defs: {
        sizes: { $id: 'sizes.json', $ref: '#/definitions/whole', definitions: { whole: { type: 'integer' } } },
        n: { $anchor: 'n', type: 'integer' },
      },
    });
    expect(placesOf(document, { size: 'x', near: 'x', n: 'x' }).toSorted()).toEqual(['n', 'near', 'size']);
    const nested = framed({
      type: 'object',
      properties: { size: { $ref: '#/$defs/sizes' }, whole: { $ref: '#/$defs/whole' } },
      $defs: {
        whole: { type: 'integer' },
        sizes: { $id: 'urn:example:sizes', items: { $ref: '#/$defs/text' }, $defs: { text: { type: 'string' } } },
      },
    });
    expect(placesOf(nested, { size: [1], whole: 'x' }).toSorted()).toEqual(['size.0', 'whole']);
  });

  it('changes only its references', () => {
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

  it('retains the meaning of its discriminator', () => {
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

  it('is served unchanged if it has no other operation', () => {
    const text = '{ "openapi": "3.1.0",\n "paths": {} }';
    expect(documentAt(text, LOCATION)).toBeNull();
    const one = service({ '/run': { post: operation('a'), get: {} } });
    expect(framed(one)).toBe(one);
    // A document of one model may use any path.
    expect(documentAt(one, { ...LOCATION, path: '/elsewhere' })).toBe(one);
  });

  const servers = [{ url: 'https://api.example/{version}/', variables: { version: { default: 'v9' } } }];
  const whole = (more: object = {}) =>
    JSON.stringify({
      openapi: '3.1.0',
      info: { title: 'Service' },
      paths: {
        '/first': { post: operation('a') },
        '/run': { summary: 'Runs', post: operation('b'), put: operation('c') },
        '/v1/other': { post: operation('d') },
        '/threads/{thread_id}/runs': { post: operation('e') },
        '/threads/mine/runs': { post: operation('f') },
        '/messages?beta=true': { post: operation('g') },
        '/messages': { post: operation('h') },
        '/slash/': { post: operation('i') },
      },
      ...more,
    });

  it.each([
    ['/run', 'POST', 'b'],
    ['/run', 'PUT', 'c'],
    ['/run?mode=a', 'POST', 'b'],
    // Below the base URL.
    ['/other', 'POST', 'd'],
    ['/threads/abc/runs', 'POST', 'e'],
    ['/threads/mine/runs', 'POST', 'f'],
    ['/messages?beta=true', 'POST', 'g'],
    ['/messages?x=1&beta=true', 'POST', 'g'],
    ['/messages', 'POST', 'h'],
    ['/messages?beta=false', 'POST', 'h'],
    ['/slash', 'POST', 'i'],
    ['/run/', 'POST', 'b'],
  ] as const)('of a whole service is that of %s by %s', (path, method, name) => {
    expect(placesOf(documentAt(whole(), { ...LOCATION, path, method }) ?? '', {})).toEqual([name]);
  });

  it.each([
    ['http://127.0.0.1:9000', '/v9/run'],
    ['http://127.0.0.1:9000/v9', '/run'],
    ['http://127.0.0.1:9000/v9/', '/run/'],
    ['http://127.0.0.1:9000', '/run'],
  ])('finds its operation with the path of its servers: %s and %s', (baseUrl, path) => {
    expect(placesOf(documentAt(whole({ servers }), { baseUrl, path, method: 'POST' }) ?? '', {})).toEqual(['b']);
  });

  it.each([
    ['/elsewhere', 'POST'],
    ['/run', 'PATCH'],
    ['/threads/a/b/runs', 'POST'],
    ['/runner', 'POST'],
  ] as const)('of a whole service has no form for %s by %s', (path, method) => {
    expect(documentAt(whole(), { ...LOCATION, path, method })).toBeNull();
  });

  it('contains the references of its operation, and nothing of others', () => {
    const text = JSON.stringify({
      openapi: '3.1.0',
      paths: {
        '/first': { post: operation('a'), parameters: [{ schema: { $ref: '#/components/schemas/Odd~1name' } }] },
        '/run': {
          post: {
            requestBody: { content: { 'application/json': { schema: { $ref: '#/components/schemas/Body' } } } },
            responses: { '200': { $ref: '#/paths/~1first/post/responses/200' } },
          },
        },
      },
      components: {
        schemas: {
          Body: {
            discriminator: { propertyName: 'kind', mapping: { a: 'Mapped' } },
            properties: { next: { $ref: '#/components/schemas/Body' }, seed: { type: 'integer', maximum: 1.0 } },
          },
          Mapped: { type: 'object' },
          Unused: { type: 'string' },
        },
      },
    }).replace('"maximum":1}', '"maximum":18446744073709551615}');
    const document = framed(text);
    expect(document).toContain('"maximum":18446744073709551615}');
    const { components, paths } = JSON.parse(document) as { components: { schemas: object }; paths: object };
    expect(Object.keys(components.schemas).toSorted()).toEqual(['Body', 'Mapped']);
    expect(Object.keys(paths)).toEqual(['/run']);
    expect(placesOf(document, { next: { seed: 'x' } })).toEqual(['next.seed']);
  });

  it('finds its own operation among the referenced ones', () => {
    const text = service({
      '/first': { post: operation('a') },
      '/run': { put: { requestBody: { $ref: '#/paths/~1first/post/requestBody' } } },
      '/later': { post: operation('z') },
    });
    expect(placesOf(documentAt(text, { ...LOCATION, method: 'PUT' }) ?? '', {})).toEqual(['a']);
  });
});
