import { stringifyJson, type JsonValue } from '@contract/json/lossless';
import { fc } from '@contract/testing/properties';
import { describe, expect, it } from 'vitest';
import type { ObjectField } from '../field';
import { formNotes } from '../form-notes';
import { compileForm } from '../model-form';
import { pathText } from '../path';
import { MODEL_DOCUMENTS, modelDocument, ref } from '../testing/model-documents';
import { bodyValidator } from './body-validator';

function faults(document: string, body: JsonValue | string): string[] {
  const text = typeof body === 'string' ? body : stringifyJson(body);
  return bodyValidator(document, { patterns: true })
    .check(text)
    .map((fault) => `${pathText(fault.path)}: ${fault.message}`);
}

const object = (properties: Record<string, object>, given: object = {}) =>
  modelDocument({ type: 'object', properties, ...given } as never);

describe('a body that is wrong', () => {
  it('says at each member what it has to be', () => {
    expect(faults(MODEL_DOCUMENTS.editing, { height: 8, width: 300, seed: 'x', output_format: 'gif' }).sort()).toEqual([
      'height: At least 256.',
      'output_format: Must be jpeg or png.',
      'prompt: Required.',
      'seed: Must be a whole number.',
      'width: Must be a multiple of 16.',
    ]);
  });

  it('is silent where the body is right', () => {
    expect(faults(MODEL_DOCUMENTS.editing, { prompt: 'x', height: 512, unlisted: [1] })).toEqual([]);
    expect(faults(MODEL_DOCUMENTS.unauthored, { anything: 1 })).toEqual([]);
  });

  it('lets null in where it is nullable, in every spelling', () => {
    expect(faults(MODEL_DOCUMENTS.pictures, { prompt: 'x', strength: null })).toEqual([]);
    expect(faults(object({ a: { type: 'string', enum: ['x'], nullable: true } }), { a: null })).toEqual([]);
    expect(faults(object({ a: { type: 'string' } }), { a: null })).toEqual(['a: Must be text.']);
    expect(faults(MODEL_DOCUMENTS.modern, { note: null, limit: null })).toEqual([]);
  });

  it('speaks of the shape that came nearest, and not of the others', () => {
    expect(faults(MODEL_DOCUMENTS.parts, { content: [{ type: 'image_url', image_url: {} }] })).toEqual([
      'content[0].image_url.url: Required.',
    ]);
    expect(faults(MODEL_DOCUMENTS.stages, { stage: 'final', draft_id: 'x' })).toEqual(['draft_id: Must be a UUID.']);
    expect(faults(MODEL_DOCUMENTS.pictures, { prompt: 'x', image: [1] })).toEqual(['image[0]: Must be text.']);
    expect(faults(MODEL_DOCUMENTS.parts, { content: [{ type: 'text', text: 'x' }], duration: 2 })).toEqual([
      'duration: At least 4.',
    ]);
    expect(faults(MODEL_DOCUMENTS.parts, { content: [{ type: 'text', text: 'x' }], duration: -1 })).toEqual([]);
  });

  it('names the types that would do where no shape has the type of the value', () => {
    expect(faults(MODEL_DOCUMENTS.pictures, { prompt: 'x', image: 5 })).toEqual(['image: Must be text or a list.']);
    const loose = object({ a: { oneOf: [{ type: 'string' }, { maxLength: 5, type: 'string' }] } });
    expect(faults(loose, { a: 'x' })).toEqual(['a: Matches more than one of the allowed schemas.']);
  });

  it('takes the same shape twice, of which one is marked, for one', () => {
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
    expect(faults(document, { part: { type: 'text' } })).toEqual(['part.text: Required.']);
    expect(faults(document, { part: { type: 'tone', hertz: 440 } })).toEqual([]);
  });

  it('looks through shapes within shapes for the one mistake', () => {
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
    expect(faults(document, { input: [{ type: 'b', parts: [{}] }] })).toEqual(['input[0].parts[0].text: Required.']);
  });

  it('says rules between members once, in one sentence', () => {
    expect(faults(MODEL_DOCUMENTS.rules, {})).toEqual([': One of these has to be sent: instruction or structure.']);
    expect(faults(MODEL_DOCUMENTS.rules, { structure: 'x', image: 'https://x', reference_images: [] })).toEqual([
      'reference_images: Not together with image.',
    ]);
    expect(faults(MODEL_DOCUMENTS.rules, { structure: 'x', style_files: [] })).toEqual([
      'style_files: Not accepted here.',
    ]);
    expect(faults(MODEL_DOCUMENTS.rules, { structure: 'x', scale: 1 })).toEqual([
      'image: Required together with scale.',
    ]);
    const blob = { bytesBase64Encoded: 'eA==', storeUri: 'gs://x' };
    expect(faults(MODEL_DOCUMENTS.parts, { content: [{ type: 'text', text: 'x' }], first_frame: blob })).toEqual([
      'first_frame: Only one of these may be sent: bytesBase64Encoded or storeUri.',
    ]);
  });

  it('asks for nothing that only the service sets', () => {
    const document = object({ id: { type: 'string', readOnly: true }, a: {} }, { required: ['id', 'a'] });
    expect(faults(document, {})).toEqual(['a: Required.']);
  });

  it('asks for none of it wherever the schema says so', () => {
    const id = { type: 'string', readOnly: true };
    const wrapped = object({ id: { allOf: [id] }, a: {} }, { required: ['id', 'a'] });
    const beside = object({ a: {} }, { allOf: [{ properties: { id } }], required: ['id', 'a'] });
    const apart = object({ id }, { allOf: [{ required: ['id', 'a'], properties: { id: { type: 'string' } } }] });
    for (const document of [wrapped, beside, apart]) expect(faults(document, {})).toEqual(['a: Required.']);
  });

  it('holds whole numbers to the size that their format names', () => {
    const sized = object({ a: { type: 'integer', format: 'uint8' }, b: { type: 'integer', format: 'int16' } });
    expect(faults(sized, { a: 300, b: -40_000 }).sort()).toEqual(['a: At most 255.', 'b: At least -32768.']);
  });

  it('says numbers with all the digits of the document', () => {
    const text = object({ a: { type: 'integer', minimum: -9, maximum: 9 }, b: { const: 7 } })
      .replace('-9', '-9223372036854775808')
      .replace('"maximum":9', '"maximum":9223372036854775807')
      .replace('"const":7', '"const":9007199254740993');
    expect(faults(text, '{"a":1e30,"b":1}')).toEqual([
      'a: At most 9223372036854775807.',
      'b: Must be 9007199254740993.',
    ]);
    expect(faults(text, '{"a":9223372036854775808}')).toEqual(['a: At most 9223372036854775807.']);
    expect(faults(text, '{"a":-1e20}')).toEqual(['a: At least -9223372036854775808.']);
  });

  it('keeps rules between members in the older and the newer spelling side by side', () => {
    const both = object(
      { a: {}, b: {}, c: {}, d: {}, e: {} },
      {
        dependencies: { a: { required: ['b'] }, d: ['b'] },
        dependentSchemas: { a: { required: ['c'] }, e: {} },
        dependentRequired: { d: ['c'] },
      },
    );
    expect(faults(both, { a: 1 }).sort()).toEqual(['b: Required.', 'c: Required.']);
    expect(faults(both, { d: 1 }).sort()).toEqual(['b: Required together with d.', 'c: Required together with d.']);
  });

  it('follows references to anchors, fixed and dynamic', () => {
    const document = object(
      { a: { $ref: '#size' }, tree: { $dynamicRef: '#node' }, b: { $ref: '#nowhere' } },
      {
        $defs: {
          Size: { $anchor: 'size', type: 'integer', maximum: 9 },
          Node: { $dynamicAnchor: 'node', required: ['next'], properties: { next: { type: 'boolean' } } },
        },
      },
    );
    expect(faults(document, { a: 10, tree: { next: 1 }, b: 1 }).sort()).toEqual([
      'a: At most 9.',
      'tree.next: Must be true or false.',
    ]);
    const kinds = (compileForm(document).root as ObjectField).fields().map(({ name, kind }) => `${name} ${kind}`);
    expect(kinds.sort()).toEqual(['a number', 'b json', 'tree object']);
    expect(formNotes(document).map(({ text }) => text)).toEqual([
      'Not found, so only the provider checks it: #nowhere',
    ]);
  });

  it('counts characters and items as the limits do', () => {
    const limits = object({
      a: { type: 'string', maxLength: 2 },
      b: { type: 'string', minLength: 3 },
      c: { type: 'array', maxItems: 1, items: {} },
      d: { type: 'array', uniqueItems: true },
    });
    expect(faults(limits, { a: '👍👍👍', b: '👍', c: [1, 2], d: [{}, {}] }).sort()).toEqual([
      'a: At most 2 characters; 3 are here.',
      'b: At least 3 characters; 1 so far.',
      'c: At most 1 item.',
      'd: Items must be unique.',
    ]);
  });

  it('knows boolean and numeric exclusive bounds', () => {
    const bounds = object({
      a: { type: 'number', minimum: 0, exclusiveMinimum: true },
      b: { type: 'number', exclusiveMaximum: 1 },
    });
    expect(faults(bounds, { a: 0, b: 1 })).toEqual(['a: More than 0.', 'b: Less than 1.']);
    expect(faults(bounds, { a: 0.1, b: 0.9 })).toEqual([]);
  });

  it('judges whole numbers beyond 2^53 by their digits', () => {
    const wide = object({ id: { type: 'integer', format: 'int64' } });
    const bounded = wide.replace('"int64"', '"int64","maximum":9223372036854775807');
    expect(faults(bounded, '{"id":9223372036854775808}')).toEqual(['id: At most 9223372036854775807.']);
    expect(faults(bounded, '{"id":9223372036854775807}')).toEqual([]);
    expect(faults(wide, '{"id":18446744073709551615}')).toEqual([]);
  });

  it('finds tuples, maps and names that are not allowed', () => {
    expect(faults(MODEL_DOCUMENTS.modern, { rgb: [1, 'x', 3] }).sort()).toEqual([
      'rgb[1]: Must be a whole number.',
      'rgb[2]: No further item is accepted.',
    ]);
    expect(faults(MODEL_DOCUMENTS.modern, { scores: { a: 1, b: 'x', C: 2 } }).sort()).toEqual([
      'scores.C: This name is not allowed.',
      'scores.b: Must be a number.',
    ]);
    const closed = object({ a: {} }, { additionalProperties: false });
    expect(faults(closed, { a: 1, b: 2 })).toEqual(['b: Not accepted here.']);
  });

  it('follows if and then, which no control draws', () => {
    const rule = object(
      { mode: { type: 'string' }, image: { type: 'string' } },
      JSON.parse(
        '{"if":{"properties":{"mode":{"const":"edit"}},"required":["mode"]},"then":{"required":["image"]}}',
      ) as object,
    );
    expect(faults(rule, { mode: 'edit' })).toEqual(['image: Required.']);
    expect(faults(rule, { mode: 'draw' })).toEqual([]);
  });

  it('keeps members called __proto__ or a/b~c as members', () => {
    const odd = modelDocument({
      type: 'object',
      properties: Object.fromEntries(['__proto__', 'a/b~c', 'ключ'].map((name) => [name, { type: 'integer' }])),
    });
    expect(faults(odd, '{"__proto__":"x","a/b~c":"x","ключ":"x"}').sort()).toEqual([
      '__proto__: Must be a whole number.',
      'a/b~c: Must be a whole number.',
      'ключ: Must be a whole number.',
    ]);
  });
});

describe('schemas that lead back to themselves', () => {
  it.each([
    ['a bare reference to itself', { A: ref('A') }],
    ['two that refer to each other', { A: ref('B'), B: ref('A') }],
    ['itself among allOf', { A: { allOf: [ref('A'), { type: 'object' }] } }],
    ['itself as a branch', { A: { anyOf: [ref('A'), { type: 'integer' }] } }],
    ['itself excluded', { A: { not: ref('A') } }],
    ['the root of the document', { A: { $ref: '#' } }],
  ])('%s ends', (_, components) => {
    const document = modelDocument(ref('A'), { components: components as never });
    expect(Array.isArray(faults(document, { x: 1 }))).toBe(true);
  });

  it('are followed as deep as the value goes', () => {
    const tree = { name: 'a', children: [{ name: 'b', parent: { name: 1 } }] };
    expect(faults(MODEL_DOCUMENTS.modern, { tree })).toEqual(['tree.children[0].parent.name: Must be text.']);
  });
});

describe('any body', () => {
  it('is judged without an error, and every fault is at a place of it or a missing member', () => {
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
