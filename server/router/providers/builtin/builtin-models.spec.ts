import { Validator, type Schema } from '@cfworker/json-schema';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createApp } from '../../../app';
import { buildChild } from '../../../child-process/testing/build-child';
import { createMemoryDeps, type MemoryDeps } from '../../../testing/memory-deps';
import { FetchBlocked } from '../../hosting/public-fetch';
import { ModelFailure, type RouterModel } from '../../model-source';
import { BUILTIN_MODELS, BuiltinModels } from './builtin-models';
import { childComputers } from './child-computers';

const HOUR_MS = 3600 * 1000;

let built: Awaited<ReturnType<typeof buildChild>>;
let deps: MemoryDeps;
let source: BuiltinModels;
let image: Buffer;

beforeAll(async () => {
  built = await buildChild('model-child', 'server/router/providers/builtin/model-child.ts');
  deps = await createMemoryDeps();
  source = new BuiltinModels(childComputers(built.script, deps.clock), {
    ...deps,
    fetchPublic: () => Promise.reject(new FetchBlocked('There is no network in this test')),
  });
  const stripes = Buffer.from(
    Array.from({ length: 48 * 32 }, (_, pixel) => (pixel % 48 < 24 ? [200, 30, 30] : [20, 40, 160])).flat(),
  );
  image = await sharp(stripes, { raw: { width: 48, height: 32, channels: 3 } })
    .png()
    .toBuffer();
}, 60_000);
afterAll(async () => {
  await source.close();
  await built.remove();
});

function modelOf(name: string): RouterModel {
  const model = source.models().find(({ model }) => model === name);
  if (!model) throw new Error(`There is no model ${name}`);
  return model;
}

async function run(name: string, body: string | object, signal = new AbortController().signal) {
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  const response = await modelOf(name).run({
    body: new TextEncoder().encode(text),
    requestId: 'request-1',
    idempotencyKey: 'key-of-request-1',
    submitted: () => Promise.resolve(),
    owner: 'local',
    origin: 'http://127.0.0.1:8189',
    signal,
    accepted: () => Promise.resolve(),
  });
  return { contentType: response.contentType, bytes: Buffer.from(await new Response(response.body).arrayBuffer()) };
}

async function runJson(name: string, body: string | object) {
  const { contentType, bytes } = await run(name, body);
  expect(contentType).toBe('application/json');
  return { text: bytes.toString(), json: JSON.parse(bytes.toString()) as Record<string, unknown> };
}

async function errorsOf(name: string, body: string | object) {
  const failure = await run(name, body).then(
    () => null,
    (error: unknown) => error,
  );
  expect(failure).toBeInstanceOf(ModelFailure);
  const { bucket, options } = failure as ModelFailure;
  expect(bucket).toBe('invalid_input');
  return options.faults ?? [];
}

interface Document {
  paths: Record<
    string,
    {
      post: {
        requestBody: { content: Record<string, { schema: Schema }> };
        responses: Record<'200', { content: Record<string, { schema: Schema }> }>;
      };
    }
  >;
  components: unknown;
}

/** Converts an input or output schema to plain JSON Schema, with components included and `nullable` as a type. */
function standalone(schema: Schema, document: Document): Schema {
  return JSON.parse(
    JSON.stringify({ ...schema, components: document.components }, (_, value: unknown) => {
      const isNullable = typeof value === 'object' && value !== null && 'nullable' in value && value.nullable === true;
      return isNullable ? { anyOf: [{ type: 'null' }, { ...value, nullable: undefined }] } : value;
    }),
  ) as Schema;
}

async function documentOf(name: string) {
  const text = await modelOf(name).document();
  const document = JSON.parse(text) as Document;
  const post = document.paths[`/v2/models/flowdeck/${name}`]?.post;
  if (!post) throw new Error(`No operation of ${name}`);
  return { text, document, post };
}

/** Returns the example of a model, with an inline image in place of an image URL. */
function exampleOf(name: string): Record<string, unknown> {
  const example = BUILTIN_MODELS.find(({ model }) => model === name)?.example ?? {};
  const small = name === 'erosion' ? { size: 256, climate: { rain: 0.1 } } : {};
  return { ...example, ...('image' in example ? { image: image.toString('base64') } : {}), ...small };
}

describe.each(BUILTIN_MODELS.map(({ model }) => model))('%s', (name) => {
  it('R-1.14 R-2.64 has a document in which every reference resolves', async () => {
    const { text, document } = await documentOf(name);
    const references = [...text.matchAll(/"\$ref":"([^"]+)"/g)].map(([, reference]) => reference ?? '');
    for (const reference of references) {
      expect(reference).toMatch(/^#\//);
      const found = reference
        .slice(2)
        .split('/')
        .reduce<unknown>((at, key) => (at as Record<string, unknown>)[key], document);
      expect([reference, typeof found]).toEqual([reference, 'object']);
    }
    expect(document).toMatchObject({
      openapi: '3.0.2',
      info: { title: `flowdeck/${name}`, version: expect.stringMatching(/^[0-9a-f]{12}$/) },
      'x-service-router-model-id': `flowdeck/${name}`,
      'x-service-input-schema-authored': true,
      'x-service-output-schema-authored': true,
    });
    expect(text).toContain('costs nothing');
  });

  it('R-2.65 R-2.66 runs its example, and responds with the documented media type and shape', async () => {
    const { document, post } = await documentOf(name);
    const input = standalone(post.requestBody.content['application/json']?.schema ?? {}, document);
    expect(new Validator(input).validate(exampleOf(name)).errors).toEqual([]);
    const { contentType, bytes } = await run(name, exampleOf(name));
    const output = post.responses['200'].content[contentType];
    expect(output).toBeDefined();
    if (contentType !== 'application/json') return;
    const schema = standalone(output?.schema ?? {}, document);
    expect(new Validator(schema).validate(JSON.parse(bytes.toString())).errors).toEqual([]);
  });

  it('R-2.65 rejects input that is invalid by its document', async () => {
    const { document, post } = await documentOf(name);
    const input = standalone(post.requestBody.content['application/json']?.schema ?? {}, document);
    const [required = 'output_format'] = input.required ?? [];
    const bad = { ...exampleOf(name), [required]: { none: 'such' } };
    expect(new Validator(input).validate(bad).valid).toBe(false);
    expect((await errorsOf(name, bad)).map(({ loc }) => loc.slice(0, 2))).toContainEqual(['body', required]);
  });
});

describe('a hosted image', () => {
  it('R-2.81 R-8.08 is available at its URL for 24 hours from the signing, whether opened or not', async () => {
    const app = createApp(deps);
    const signedAt = deps.clock.now();
    const { json } = await runJson('flow-field', { seed: 3, width: 256, height: 320, strokes: 100 });
    const terms = { words: ['flowdeck/flow-field'], inputs: [{ field: 'size', needle: '\n256x320\n' }] } as const;
    expect((await deps.store.assets.findResults('local', terms)).size).toBe(1);
    const { sample, expires_at: expiresAt } = json['result'] as Record<string, string>;
    expect(Date.parse(expiresAt ?? '') - signedAt).toBe(24 * HOUR_MS);
    const read = () => app.fetch(new Request(sample ?? ''));
    const opened = await read();
    expect(opened.headers.get('content-type')).toBe('image/png');
    expect(await sharp(await opened.arrayBuffer()).metadata()).toMatchObject({ width: 256, height: 320 });
    await deps.clock.advance(24 * HOUR_MS - 1000);
    expect((await read()).status).toBe(200);
    await deps.clock.advance(1000);
    expect((await read()).status).toBe(403);
    await app.close();
  });

  it('is equal for the same seed, which is returned with all of its 64 bits', async () => {
    const body = '{"seed": 9223372036854775807, "width": 256, "height": 256, "strokes": 200}';
    const [first, second] = [await runJson('flow-field', body), await runJson('flow-field', body)];
    expect(first.text).toContain('"seed":9223372036854775807');
    const path = ({ json }: typeof first) => new URL((json['result'] as { sample: string }).sample).pathname;
    expect(path(second)).toBe(path(first));
    const other = await runJson('flow-field', body.replace('807', '806'));
    expect(path(other)).not.toBe(path(first));
  });

  it('can be read by another model from its signed URL, without network access', async () => {
    const { json } = await runJson('flow-field', { seed: 3, width: 264, height: 256, strokes: 100 });
    const details = await runJson('palette', { image: (json['result'] as { sample: string }).sample });
    expect(details.json).toMatchObject({ width: 264, height: 256, format: 'png' });
  });
});

describe('input images', () => {
  it('are accepted as data: URI and as base64, one or several, and returned inline', async () => {
    const base64 = image.toString('base64');
    const { json } = await runJson('halftone', {
      image: [base64, `data:image/png;base64,${base64}`],
      style: { kind: 'mosaic' },
    });
    const data = json['data'] as { b64_json: string; size: string }[];
    expect(data.map(({ size }) => size)).toEqual(['48x32', '48x32']);
    expect(data[0]?.b64_json).toBe(data[1]?.b64_json);
    expect(await sharp(Buffer.from(data[0]?.b64_json ?? '', 'base64')).metadata()).toMatchObject({ format: 'png' });
  });

  it('R-2.53 R-2.54 that cannot be read are reported with their path', async () => {
    const errors = await errorsOf('halftone', { image: [image.toString('base64'), 'bm8gcGljdHVyZQ=='] });
    expect(errors).toMatchObject([{ loc: ['body', 'image', 1], type: 'image_invalid' }]);
    expect(await errorsOf('palette', { image: 'https://pictures.example/a.png' })).toMatchObject([
      { loc: ['body', 'image'], msg: 'There is no network in this test' },
    ]);
    expect(await errorsOf('palette', { image: 'a picture!' })).toMatchObject([{ loc: ['body', 'image'] }]);
  });

  it('are measured: colors, shares and the nearest color names of the caller', async () => {
    const { json } = await runJson('palette', {
      image: image.toString('base64'),
      colors: 2,
      names: { rust: '#c02020', sea: '#1030a0' },
      histogram: { bins: 8, channels: ['red'] },
    });
    expect(json).toMatchObject({
      width: 48,
      height: 32,
      has_alpha: false,
      colors: [
        { hex: '#1428a0', share: 0.5, name: 'sea' },
        { hex: '#c81e1e', share: 0.5, name: 'rust' },
      ],
      histogram: { red: [768, 0, 0, 0, 0, 0, 768, 0] },
    });
  });
});

describe('audio', () => {
  it('is returned as WAV, with the same melody for the same text', async () => {
    const [first, second] = [await run('chime', { text: 'A bell.' }), await run('chime', { text: 'A bell.' })];
    expect(first.contentType).toBe('audio/wav');
    expect(first.bytes.subarray(0, 4).toString()).toBe('RIFF');
    expect(first.bytes.readUInt32LE(24)).toBe(22_050);
    expect(first.bytes.equals(second.bytes)).toBe(true);
    const samples = new Int16Array(
      first.bytes.buffer.slice(first.bytes.byteOffset + 44, first.bytes.byteOffset + first.bytes.length),
    );
    expect(samples.reduce((peak, sample) => Math.max(peak, Math.abs(sample)), 0)).toBeGreaterThan(20_000);
  });
});

describe('a text', () => {
  const content = [
    'The harbor wakes before the town. Boats come in with the tide, and the gulls come in with the boats.',
    'The baker opens at six. In the evening only the bells of the boats speak with the tide.',
  ].join('\n\n');

  it('is summarized with its own sentences, in their order', async () => {
    const { json } = await runJson('digest', { messages: [{ content }], max_sentences: 2, metadata: { page: '7' } });
    expect(json).toMatchObject({
      object: 'chat.completion',
      metadata: { page: '7' },
      choices: [
        {
          message: {
            content:
              'Boats come in with the tide, and the gulls come in with the boats. In the evening only the bells of the boats speak with the tide.',
          },
        },
      ],
    });
  });

  it('can be sent in parts, and is summarized with the focus of the caller', async () => {
    const parts = content.split('\n\n').map((text) => ({ type: 'text', text }));
    const body = { messages: [{ role: 'user', content: parts }], max_sentences: 1, focus: 'baker' };
    const { json } = await runJson('digest', body);
    expect(json).toMatchObject({ choices: [{ message: { content: 'The baker opens at six.' } }] });
  });
});

describe('a rejected input', () => {
  it('R-2.50 R-2.53 R-2.58 R-2.60 has one error per field, with the path, the bound and the value', async () => {
    const body = { width: 1, colors: { kind: 'custom', strokes: ['red'] }, brush: 'huge', seed: 1.5 };
    expect(await errorsOf('flow-field', body)).toEqual([
      { loc: ['body', 'seed'], msg: expect.any(String), type: 'value_error', input: 1.5 },
      { loc: ['body', 'width'], msg: expect.any(String), type: 'greater_than_equal', ctx: { ge: 256 }, input: 1 },
      {
        loc: ['body', 'colors', 'strokes', 0],
        msg: expect.any(String),
        type: 'string_pattern_mismatch',
        ctx: { pattern: '^#[0-9a-fA-F]{6}$' },
        input: 'red',
      },
      {
        loc: ['body', 'brush'],
        msg: expect.any(String),
        type: 'enum',
        ctx: { expected: 'fine, medium, broad' },
        input: 'huge',
      },
    ]);
  });

  it('R-2.59 R-2.61 omits bound and value if there is none', async () => {
    expect(await errorsOf('chime', {})).toEqual([
      { loc: ['body', 'text'], msg: 'This field is required', type: 'missing' },
    ]);
  });
});

describe('the slow model', () => {
  it('stops when the call is canceled, and does not block quick models', async () => {
    const abort = new AbortController();
    const slow = run('erosion', { seed: 1, size: 1024, climate: { rain: 10 } }, abort.signal);
    const settled = slow.then(
      () => 'done',
      (error: unknown) => (error as Error).message,
    );
    expect((await run('chime', { text: 'Quick.' })).contentType).toBe('audio/wav');
    abort.abort();
    expect(await settled).toBe('The computation was given up');
  });
});
