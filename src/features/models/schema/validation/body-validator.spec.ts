import { stringifyJson, type JsonValue } from '@contract/json/lossless';
import { fc } from '@contract/testing/properties';
import { describe, expect, it } from 'vitest';
import { pathText, type ObjectField } from '../field';
import { formNotes } from '../form-notes';
import { compileForm } from '../model-form';
import { MODEL_DOCUMENTS, modelDocument, ref } from '../testing/model-documents';
import { bodyValidator } from './body-validator';

function errors(document: string, body: JsonValue | string): string[] {
  const text = typeof body === 'string' ? body : stringifyJson(body);
  return bodyValidator(document, { patterns: true })
    .check(text)
    .map((fault) => `${pathText(fault.path)}: ${fault.message}`);
}

const object = (properties: Record<string, object>, given: object = {}) =>
  modelDocument({ type: 'object', properties, ...given } as never);

describe('an invalid body', () => {
  it('has an error at each invalid property', () => {
    expect(errors(MODEL_DOCUMENTS.editing, { height: 8, width: 300, seed: 'x', output_format: 'gif' }).sort()).toEqual([
      'height: At least 256.',
      'output_format: Must be jpeg or png.',
      'prompt: Required.',
      'seed: Must be a whole number.',
      'width: Must be a multiple of 16.',
    ]);
  });

  it('has no errors if it is valid', () => {
    expect(errors(MODEL_DOCUMENTS.editing, { prompt: 'x', height: 512, unlisted: [1] })).toEqual([]);
    expect(errors(MODEL_DOCUMENTS.unauthored, { anything: 1 })).toEqual([]);
  });

  it('may contain null where it is nullable, in every notation', () => {
    expect(errors(MODEL_DOCUMENTS.pictures, { prompt: 'x', strength: null })).toEqual([]);
    expect(errors(object({ a: { type: 'string', enum: ['x'], nullable: true } }), { a: null })).toEqual([]);
    expect(errors(object({ a: { type: 'string' } }), { a: null })).toEqual(['a: Must be text.']);
    expect(errors(MODEL_DOCUMENTS.modern, { note: null, limit: null })).toEqual([]);
  });

  it('reports errors of the best matching shape only', () => {
    expect(errors(MODEL_DOCUMENTS.parts, { content: [{ type: 'image_url', image_url: {} }] })).toEqual([
      'content[0].image_url.url: Required.',
    ]);
    expect(errors(MODEL_DOCUMENTS.stages, { stage: 'final', draft_id: 'x' })).toEqual(['draft_id: Must be a UUID.']);
    expect(errors(MODEL_DOCUMENTS.pictures, { prompt: 'x', image: [1] })).toEqual(['image[0]: Must be text.']);
    expect(errors(MODEL_DOCUMENTS.parts, { content: [{ type: 'text', text: 'x' }], duration: 2 })).toEqual([
      'duration: At least 4.',
    ]);
    expect(errors(MODEL_DOCUMENTS.parts, { content: [{ type: 'text', text: 'x' }], duration: -1 })).toEqual([]);
  });

  it('names the accepted types if no shape has the type of the value', () => {
    expect(errors(MODEL_DOCUMENTS.pictures, { prompt: 'x', image: 5 })).toEqual(['image: Must be text or a list.']);
    const loose = object({ a: { oneOf: [{ type: 'string' }, { maxLength: 5, type: 'string' }] } });
    expect(errors(loose, { a: 'x' })).toEqual(['a: Matches more than one of the allowed schemas.']);
  });

  it('treats a shape that is listed twice, once with a discriminator value, as one shape', () => {
    const document = modelDocument(
      {
        type: 'object',
        properties: {
          part: {
            anyOf: [ref('Text'), ref('Text'), ref('Tone')],
            discriminator: { propertyName: 'type', mapping: { text: '#/components/schemas/Text', tone: 'Tone' } },
          },
        },
      },
      {
        components: {
          Text: { type: 'object', required: ['text'], properties: { type: { type: 'string' } } },
          Tone: { type: 'object', properties: { type: { type: 'string' }, hertz: { type: 'number' } } },
        },
      },
    );
    expect(errors(document, { part: { type: 'text' } })).toEqual(['part.text: Required.']);
    expect(errors(document, { part: { type: 'tone', hertz: 440 } })).toEqual([]);
  });

  it('reports the single error inside nested shapes', () => {
    const item = (type: string) => ({
      type: 'object',
      required: ['type', 'parts'],
      properties: {
        type: { enum: [type] },
        parts: {
          oneOf: [
            { type: 'string' },
            {
              type: 'array',
              items: { oneOf: [{ required: ['text'], properties: { text: {} } }, { type: 'integer' }] },
            },
          ],
        },
      },
    });
    const document = object({
      input: { anyOf: [{ type: 'string' }, { type: 'array', items: { oneOf: [item('a'), item('b')] } }] },
    });
    expect(errors(document, { input: [{ type: 'b', parts: [{}] }] })).toEqual(['input[0].parts[0].text: Required.']);
  });

  it('reports rules between properties once, in one sentence', () => {
    expect(errors(MODEL_DOCUMENTS.rules, {})).toEqual([': One of these has to be sent: instruction or structure.']);
    expect(errors(MODEL_DOCUMENTS.rules, { structure: 'x', image: 'https://x', reference_images: [] })).toEqual([
      'reference_images: Not together with image.',
    ]);
    expect(errors(MODEL_DOCUMENTS.rules, { structure: 'x', style_files: [] })).toEqual([
      'style_files: Not accepted here.',
    ]);
    expect(errors(MODEL_DOCUMENTS.rules, { structure: 'x', scale: 1 })).toEqual([
      'image: Required together with scale.',
    ]);
    const blob = { bytesBase64Encoded: 'eA==', storeUri: 'gs://x' };
    expect(errors(MODEL_DOCUMENTS.parts, { content: [{ type: 'text', text: 'x' }], first_frame: blob })).toEqual([
      'first_frame: Only one of these may be sent: bytesBase64Encoded or storeUri.',
    ]);
  });

  it('does not require what only the service sets', () => {
    const document = object({ id: { type: 'string', readOnly: true }, a: {} }, { required: ['id', 'a'] });
    expect(errors(document, {})).toEqual(['a: Required.']);
  });

  it('does not require it at any position in the schema', () => {
    const id = { type: 'string', readOnly: true };
    const wrapped = object({ id: { allOf: [id] }, a: {} }, { required: ['id', 'a'] });
    const beside = object({ a: {} }, { allOf: [{ properties: { id } }], required: ['id', 'a'] });
    const apart = object({ id }, { allOf: [{ required: ['id', 'a'], properties: { id: { type: 'string' } } }] });
    for (const document of [wrapped, beside, apart]) expect(errors(document, {})).toEqual(['a: Required.']);
  });

  it('limits integers to the range of their format', () => {
    const sized = object({ a: { type: 'integer', format: 'uint8' }, b: { type: 'integer', format: 'int16' } });
    expect(errors(sized, { a: 300, b: -40_000 }).sort()).toEqual(['a: At most 255.', 'b: At least -32768.']);
  });

  it('prints numbers with all digits of the document', () => {
    const text = object({ a: { type: 'integer', minimum: -9, maximum: 9 }, b: { const: 7 } })
      .replace('-9', '-9223372036854775808')
      .replace('"maximum":9', '"maximum":9223372036854775807')
      .replace('"const":7', '"const":9007199254740993');
    expect(errors(text, '{"a":1e30,"b":1}')).toEqual([
      'a: At most 9223372036854775807.',
      'b: Must be 9007199254740993.',
    ]);
    expect(errors(text, '{"a":9223372036854775808}')).toEqual(['a: At most 9223372036854775807.']);
    expect(errors(text, '{"a":-1e20}')).toEqual(['a: At least -9223372036854775808.']);
  });

  it('applies old and new notations of property rules side by side', () => {
    const both = object(
      { a: {}, b: {}, c: {}, d: {}, e: {} },
      {
        dependencies: { a: { required: ['b'] }, d: ['b'] },
        dependentSchemas: { a: { required: ['c'] }, e: {} },
        dependentRequired: { d: ['c'] },
      },
    );
    expect(errors(both, { a: 1 }).sort()).toEqual(['b: Required.', 'c: Required.']);
    expect(errors(both, { d: 1 }).sort()).toEqual(['b: Required together with d.', 'c: Required together with d.']);
  });

  it('resolves references to static and dynamic anchors', () => {
    const document = object(
      { a: { $ref: '#size' }, tree: { $dynamicRef: '#node' }, b: { $ref: '#nowhere' } },
      {
        $defs: {
          Size: { $anchor: 'size', type: 'integer', maximum: 9 },
          Node: { $dynamicAnchor: 'node', required: ['next'], properties: { next: { type: 'boolean' } } },
        },
      },
    );
    expect(errors(document, { a: 10, tree: { next: 1 }, b: 1 }).sort()).toEqual([
      'a: At most 9.',
      'tree.next: Must be true or false.',
    ]);
    const kinds = (compileForm(document).root as ObjectField).fields().map(({ name, kind }) => `${name} ${kind}`);
    expect(kinds.sort()).toEqual(['a number', 'b json', 'tree object']);
    expect(formNotes(document).map(({ text }) => text)).toEqual([
      'Not found, so only the provider checks it: #nowhere',
    ]);
  });

  it('counts characters and items like the limits do', () => {
    const limits = object({
      a: { type: 'string', maxLength: 2 },
      b: { type: 'string', minLength: 3 },
      c: { type: 'array', maxItems: 1, items: {} },
      d: { type: 'array', uniqueItems: true },
    });
    expect(errors(limits, { a: '👍👍👍', b: '👍', c: [1, 2], d: [{}, {}] }).sort()).toEqual([
      'a: At most 2 characters; 3 are here.',
      'b: At least 3 characters; 1 so far.',
      'c: At most 1 item.',
      'd: Items must be unique.',
    ]);
  });

  it('supports boolean and numeric exclusive bounds', () => {
    const bounds = object({
      a: { type: 'number', minimum: 0, exclusiveMinimum: true },
      b: { type: 'number', exclusiveMaximum: 1 },
    });
    expect(errors(bounds, { a: 0, b: 1 })).toEqual(['a: More than 0.', 'b: Less than 1.']);
    expect(errors(bounds, { a: 0.1, b: 0.9 })).toEqual([]);
  });

  it('compares integers beyond 2^53 by their digits', () => {
    const wide = object({ id: { type: 'integer', format: 'int64' } });
    const bounded = wide.replace('"int64"', '"int64","maximum":9223372036854775807');
    expect(errors(bounded, '{"id":9223372036854775808}')).toEqual(['id: At most 9223372036854775807.']);
    expect(errors(bounded, '{"id":9223372036854775807}')).toEqual([]);
    expect(errors(wide, '{"id":18446744073709551615}')).toEqual([]);
  });

  it('validates tuples, maps and additional names', () => {
    expect(errors(MODEL_DOCUMENTS.modern, { rgb: [1, 'x', 3] }).sort()).toEqual([
      'rgb[1]: Must be a whole number.',
      'rgb[2]: No further item is accepted.',
    ]);
    expect(errors(MODEL_DOCUMENTS.modern, { scores: { a: 1, b: 'x', C: 2 } }).sort()).toEqual([
      'scores.C: This name is not allowed.',
      'scores.b: Must be a number.',
    ]);
    const closed = object({ a: {} }, { additionalProperties: false });
    expect(errors(closed, { a: 1, b: 2 })).toEqual(['b: Not accepted here.']);
  });

  it('applies if and then, which have no control', () => {
    const rule = object(
      { mode: { type: 'string' }, image: { type: 'string' } },
      JSON.parse(
        '{"if":{"properties":{"mode":{"const":"edit"}},"required":["mode"]},"then":{"required":["image"]}}',
      ) as object,
    );
    expect(errors(rule, { mode: 'edit' })).toEqual(['image: Required.']);
    expect(errors(rule, { mode: 'draw' })).toEqual([]);
  });

  it('treats properties named __proto__ or a/b~c as normal properties', () => {
    const odd = modelDocument({
      type: 'object',
      properties: Object.fromEntries(['__proto__', 'a/b~c', 'ключ'].map((name) => [name, { type: 'integer' }])),
    });
    expect(errors(odd, '{"__proto__":"x","a/b~c":"x","ключ":"x"}').sort()).toEqual([
      '__proto__: Must be a whole number.',
      'a/b~c: Must be a whole number.',
      'ключ: Must be a whole number.',
    ]);
  });
});

describe('recursive schemas', () => {
  it.each([
    ['a bare reference to itself', { A: ref('A') }],
    ['two schemas that refer to each other', { A: ref('B'), B: ref('A') }],
    ['itself in allOf', { A: { allOf: [ref('A'), { type: 'object' }] } }],
    ['itself as a branch', { A: { anyOf: [ref('A'), { type: 'integer' }] } }],
    ['itself in not', { A: { not: ref('A') } }],
    ['the root of the document', { A: { $ref: '#' } }],
  ])('%s terminates', (_, components) => {
    const document = modelDocument(ref('A'), { components: components });
    expect(Array.isArray(errors(document, { x: 1 }))).toBe(true);
  });

  it('are followed as deep as the value is nested', () => {
    const tree = { name: 'a', children: [{ name: 'b', parent: { name: 1 } }] };
    expect(errors(MODEL_DOCUMENTS.modern, { tree })).toEqual(['tree.children[0].parent.name: Must be text.']);
  });
});

describe('any body', () => {
  it('is validated without an exception, and every error is at an existing path or a missing property', () => {
    const validators = Object.values(MODEL_DOCUMENTS).map((document) => bodyValidator(document, { patterns: true }));
    const names = ['prompt', 'content', 'type', 'image', 'duration', 'tree', 'children', 'rgb', '__proto__', 'stage'];
    const value = fc.letrec((tie) => ({
      any: fc.oneof(
        { maxDepth: 3 },
        fc.constantFrom(null, true, 'text', 'x', -1, 3.5, 1e300, ''),
        fc.array(tie('any'), { maxLength: 3 }),
        fc.dictionary(fc.constantFrom(...names), tie('any'), { maxKeys: 4 }),
      ),
    })).any;
    fc.assert(
      fc.property(value, fc.nat(validators.length - 1), (body, index) => {
        const found = validators[index]?.check(stringifyJson(body as JsonValue)) ?? [];
        return found.every(({ message }) => message.length > 3 && !message.includes('undefined'));
      }),
    );
  });
});
