import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { modelSchemaPath } from '../../router/model-id';
import { readSchemaMetadata } from '../../router/schema-document';
import { HOSTS } from '../harness/harness';
import { ECHO, pageAt, rejectionOf, run } from '../harness/router-on-surface';
import type { Surface } from '../harness/surface';

type Json = Record<string, unknown>;

/** Returns every `$ref` in a value. */
function referencesIn(value: unknown): string[] {
  if (typeof value !== 'object' || value === null) return [];
  const own = '$ref' in value && typeof value.$ref === 'string' ? [value.$ref] : [];
  return [...own, ...Object.values(value).flatMap(referencesIn)];
}

function at(document: unknown, pointer: string): unknown {
  let position = document;
  for (const key of pointer.replace(/^#\//, '').split('/')) position = (position as Json | undefined)?.[key];
  return position;
}

describe.each(HOSTS)('schema documents $name', ({ open }) => {
  let surface: Surface;
  beforeAll(async () => {
    surface = await open();
  });
  afterAll(() => surface.close());

  const ask = (id: string, ifNoneMatch?: string) =>
    surface.fetch(modelSchemaPath(id), ifNoneMatch === undefined ? {} : { headers: { 'if-none-match': ifNoneMatch } });
  const documentOf = async (id: string) => {
    const response = await ask(id);
    expect(response.status).toBe(200);
    return (await response.json()) as Json & { paths: Record<string, { post: Json }> };
  };
  const someIds = async () => (await pageAt(surface, '?limit=100')).data.map(({ id }) => id);

  test('R-1.14 R-2.64 R-4.63 describe one model each, and are self-contained', async () => {
    for (const id of await someIds()) {
      const document = await documentOf(id);
      expect(document['openapi']).toMatch(/^3\./);
      expect(Object.keys(document.paths)).toEqual([`/v2/models/${id}`]);
      for (const reference of referencesIn(document)) {
        expect(reference).toMatch(/^#\//);
        expect(at(document, reference)).toBeDefined();
      }
    }
  });

  test('R-2.66 name the media type of the response if the output is authored', async () => {
    for (const id of ['scripted/picture-inline', 'scripted/sound', 'scripted/text']) {
      const document = await documentOf(id);
      const [mediaType = ''] = Object.keys(
        at(document.paths[`/v2/models/${id}`]?.post, 'responses/200/content') as Json,
      );
      expect((await run(surface, id)).headers.get('content-type')).toMatch(new RegExp(`^${mediaType}`));
    }
  });

  test('R-2.67 R-2.69 accept any object and declare any output if they are not authored', async () => {
    const document = await documentOf('scripted/free-form');
    expect(readSchemaMetadata(document)).toMatchObject({ isInputAuthored: false, isOutputAuthored: false });
    expect(at(document.paths['/v2/models/scripted/free-form']?.post, 'responses/200/content')).toHaveProperty('*/*');
    const body = '{"prompt": 7, "tags": {"a": null}}';
    expect(await (await run(surface, 'scripted/free-form', body)).text()).toBe(body);
  });

  test('R-2.68 do not replace the validation of the provider if they are not authored', async () => {
    const rejection = await rejectionOf(await run(surface, 'scripted/free-form', { fault: 'field_faults' }));
    expect(rejection).toMatchObject({ status: 422, errorType: 'invalid_input' });
    expect(rejection.faults).toHaveLength(2);
  });

  test('R-2.65 decide whether input runs or gets a 422', async () => {
    const good = { prompt: 'a harbour', size: { width: 64 }, tags: ['blue'] };
    expect((await run(surface, ECHO, good)).status).toBe(200);
    expect((await run(surface, ECHO, { ...good, size: { width: 0 } })).status).toBe(422);
  });

  describe('as a cacheable resource', () => {
    test('R-4.64 R-4.67 R-4.72 has a strong ETag of its bytes and a max-age', async () => {
      const [first, again, other] = [await ask(ECHO), await ask(ECHO), await ask('scripted/text')];
      const tag = first.headers.get('etag') ?? '';
      expect(tag).toMatch(/^"[^"]+"$/);
      expect(again.headers.get('etag')).toBe(tag);
      expect(await again.text()).toBe(await first.text());
      expect(other.headers.get('etag')).not.toBe(tag);
      expect(first.headers.get('cache-control')?.split(/, */)).toEqual(
        expect.arrayContaining(['private', 'must-revalidate']),
      );
    });

    test.each([
      ['the ETag', (tag: string) => tag],
      ['the ETag marked as weak', (tag: string) => `W/${tag}`],
      ['a list that contains it', (tag: string) => `"other", W/${tag},"third"`],
      ['a wildcard', () => '*'],
    ])('R-4.65 R-4.68 R-4.69 R-4.70 R-4.72 is not modified for %s', async (_, condition) => {
      const tag = (await ask(ECHO)).headers.get('etag') ?? '';
      const response = await ask(ECHO, condition(tag));
      expect(response.status).toBe(304);
      expect((await response.arrayBuffer()).byteLength).toBe(0);
      expect(response.headers.get('etag')).toBe(tag);
      expect(response.headers.get('cache-control')).toMatch(/private.*must-revalidate/);
    });

    test.each(['"nope"', 'W/"nope"', 'nope', '', '"', ',,,', `"${'x'.repeat(2000)}"`])(
      'R-4.66 R-4.71 is sent completely for If-None-Match: %s',
      async (condition) => {
        const response = await ask(ECHO, condition);
        expect(response.status).toBe(200);
        expect(await response.json()).toHaveProperty('openapi');
      },
    );

    test.each(['scripted/none', 'none/echo', 'A/b', 'scripted/%00'])('R-4.66 has no ETag for %s', async (id) => {
      expect(await rejectionOf(await ask(id))).toMatchObject({ status: 404, errorType: 'model_not_found' });
    });
  });
});
