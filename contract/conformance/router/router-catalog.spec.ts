import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { isModelSegment, isProviderSegment, MAX_MODEL_ID_LENGTH, modelPath } from '../../router/model-id';
import { type ModelDetail, POLICY_CHARGES } from '../../router/schemas';
import { Cursor } from '../../router/written-schemas';
import { HOSTS } from '../harness/harness';
import { ECHO, pageAt, rejectionOf, run, walk } from '../harness/router-on-surface';
import type { Surface } from '../harness/surface';

/** Together with the scripted models, more than five pages of a hundred. */
const FILLERS = 500;

describe.each(HOSTS)('the catalog $name', ({ open }) => {
  let surface: Surface;
  beforeAll(async () => {
    surface = await open({ fillers: FILLERS });
  });
  afterAll(() => surface.close());

  const detailOf = async (id: string) => {
    const response = await surface.fetch(modelPath(id));
    expect(response.status).toBe(200);
    return (await response.json()) as ModelDetail;
  };

  test('R-1.09 R-2.21 R-2.22 R-2.23 R-2.28 R-2.29 R-4.04 pagination returns every model once', async () => {
    const pages = await walk(surface, 100);
    const ids = pages.flatMap(({ data }) => data.map(({ id }) => id));
    expect(ids.length).toBeGreaterThan(FILLERS);
    expect(new Set(ids).size).toBe(ids.length);
    expect(ids).toContain(ECHO);
    for (const [index, page] of pages.entries()) {
      expect(page.data.length).toBeLessThanOrEqual(page.limit);
      expect(page.has_more).toBe(index < pages.length - 1);
      expect(Object.hasOwn(page, 'next_cursor')).toBe(page.has_more);
    }
  });

  test('R-2.01 R-2.02 R-2.03 R-2.04 R-2.05 R-2.06 R-2.09 R-2.10 R-2.11 every entry is named by two slugs', async () => {
    for (const { id, provider, model } of (await walk(surface, 100)).flatMap(({ data }) => data)) {
      expect([isProviderSegment(provider), isModelSegment(model)]).toEqual([true, true]);
      expect(id).toBe(`${provider}/${model}`);
      expect(id.length).toBeLessThanOrEqual(MAX_MODEL_ID_LENGTH);
    }
  });

  test('R-1.10 R-1.11 R-2.12 R-2.13 an entry has its billing fact, and neither prices nor usage data', async () => {
    const before = (await pageAt(surface, '?limit=100')).data;
    expect((await run(surface, ECHO)).status).toBe(200);
    const after = (await pageAt(surface, '?limit=100')).data;
    expect(after).toEqual(before);
    for (const entry of after) {
      expect(Object.keys(entry)).toEqual(['id', 'provider', 'model', 'billing']);
      expect(Object.keys(entry.billing)).toEqual(['charges_on_policy_rejection']);
      expect(POLICY_CHARGES).toContain(entry.billing.charges_on_policy_rejection);
    }
  });

  test.each([
    ['', 20],
    ['?limit=1', 1],
    ['?limit=7', 7],
    ['?limit=20', 20],
    ['?limit=100', 100],
    ['?limit=101', 100],
    ['?limit=500', 100],
    ['?limit=100000', 100],
    ['?limit=99999999999999999999999', 100],
  ])('R-2.30 R-4.07 R-4.08 R-4.09 R-8.01 with %j a page reports a limit of %i', async (query, limit) => {
    const page = await pageAt(surface, query);
    expect(page.limit).toBe(limit);
    expect(page.data).toHaveLength(limit);
  });

  test('R-4.05 without a cursor the first page is returned, each time the same', async () => {
    expect(await pageAt(surface, '?limit=5')).toEqual(await pageAt(surface, '?limit=5'));
  });

  test('R-2.31 R-2.32 R-2.33 a cursor has its format, and continues after the previous page', async () => {
    const pages = await walk(surface, 40);
    const cursors = pages.slice(0, -1).map(({ next_cursor: cursor }) => cursor);
    expect(cursors.length).toBeGreaterThan(10);
    expect(cursors.every((cursor) => Cursor.safeParse(cursor).success)).toBe(true);
    const small = (await walk(surface, 100)).flatMap(({ data }) => data);
    expect(pages.flatMap(({ data }) => data)).toEqual(small);
  });

  test.each([
    ['20', 'an offset'],
    ['2', 'a number of a page'],
    [encodeURIComponent(ECHO), 'the id of a model'],
    ['%20bad%20', 'nothing that a cursor may hold'],
    ['', 'empty'],
    ['a'.repeat(512), 'nothing that we made'],
    ['a'.repeat(513), 'too long'],
    ['%00', 'a control character'],
    ['x&cursor=y', 'given twice'],
  ])('R-2.34 R-2.35 R-4.12 R-7.05 R-8.02 the cursor %j is rejected: it is %s', async (cursor) => {
    const response = await surface.fetch(`/v2/models?cursor=${cursor}`);
    expect(await rejectionOf(response)).toMatchObject({ status: 400, errorType: 'invalid_input' });
  });

  test('R-2.34 a cursor with one changed character is rejected', async () => {
    const { next_cursor: cursor = '' } = await pageAt(surface, '?limit=2');
    const changed = `${cursor?.slice(0, -1)}${cursor?.endsWith('3') ? '4' : '3'}`;
    expect((await surface.fetch(`/v2/models?cursor=${changed}`)).status).toBe(400);
  });

  test.each(['limit=0', 'limit=-5', 'limit=ten', 'limit=', 'limit=1.5', 'limit=1e2', 'limit=5&limit=6', 'limit=%00'])(
    'R-4.11 R-4.26 %s is rejected as invalid input',
    async (query) => {
      const response = await surface.fetch(`/v2/models?${query}`);
      expect(await rejectionOf(response)).toMatchObject({ status: 400, errorType: 'invalid_input' });
    },
  );

  test('R-4.11 an unknown query parameter changes nothing', async () => {
    expect(await pageAt(surface, '?limit=3&provider=x&q=%F0%9F%A6%8A')).toEqual(await pageAt(surface, '?limit=3'));
  });

  test('R-1.13 R-2.07 R-2.16 R-4.14 every model is served at its id, with a detail equal to its list entry', async () => {
    const { data } = await pageAt(surface, '?limit=20');
    expect(data.map(({ id }) => id)).toContain('a.b/c_d-e');
    for (const entry of data) expect(await detailOf(entry.id)).toMatchObject(entry);
  });

  test('R-8.06 a model with an id of the maximum length is listed, returned and run', async () => {
    const id = `${'p'.repeat(64)}/${'m'.repeat(128)}`;
    expect(id).toHaveLength(MAX_MODEL_ID_LENGTH);
    expect((await detailOf(id)).id).toBe(id);
    expect(await (await run(surface, id, '{"a":1}')).text()).toBe('{"a":1}');
  });

  test('R-2.17 R-2.19 R-8.07 an authored schema has a URL, which returns the document of the model', async () => {
    const { input_schema_url: url = '' } = await detailOf(ECHO);
    expect(url.length).toBeLessThanOrEqual(2048);
    const byLink = await surface.fetch(url);
    const byRoute = await surface.fetch(`${modelPath(ECHO)}/openapi.json`);
    expect(await byLink.json()).toEqual(await byRoute.json());
    expect(Object.hasOwn(await detailOf('scripted/free-form'), 'input_schema_url')).toBe(false);
  });

  test.each([
    'scripted/no-such-model',
    'no-such-provider/echo',
    `${'p'.repeat(65)}/echo`,
    `scripted/${'m'.repeat(129)}`,
    'Scripted/echo',
    'scripted/..%2Fecho',
    'scripted%2Fecho',
    'scripted/%ZZ',
    'scripted/%00',
    'scripted/echo/variant',
    'scripted/',
    'scripted',
    '__proto__/constructor',
  ])('R-4.15 R-4.16 R-4.30 R-7.16 R-7.17 R-8.04 R-8.05 %s is not a model', async (id) => {
    for (const method of ['GET', 'POST']) {
      const response = await surface.fetch(`/v2/models/${id}`, {
        method,
        ...(method === 'POST' ? { body: '{}' } : {}),
      });
      expect(await rejectionOf(response)).toMatchObject({ status: 404, errorType: 'model_not_found' });
    }
  });

  test('R-4.15 R-9.12 the error for a typo suggests similar models', async () => {
    const { detail } = await rejectionOf(await surface.fetch(modelPath('scripted/ecko')));
    expect(detail).toContain(ECHO);
    expect((await rejectionOf(await surface.fetch(modelPath('nothing/alike')))).detail).not.toContain('/echo');
  });
});

describe.each(HOSTS)('the document URL under a public base URL $name', ({ open }) => {
  test('R-2.18 is https if the gateway is reached over https', async () => {
    const surface = await open({ publicUrl: 'https://flow.example' });
    const detail = (await (await surface.fetch(modelPath(ECHO))).json()) as ModelDetail;
    expect(detail.input_schema_url).toBe('https://flow.example/v2/models/scripted/echo/openapi.json');
    await surface.close();
  });
});

describe.each(HOSTS.filter(({ isVirtual }) => isVirtual))('a rebuild of the catalog $name', ({ open }) => {
  test('R-2.39 R-4.13 R-7.05 R-9.03 R-9.14 makes earlier cursors stale', async () => {
    const surface = await open({ fillers: 50 });
    const { next_cursor: cursor } = await pageAt(surface, '?limit=10');
    surface.models?.rebuild(60);
    const response = await surface.fetch(`/v2/models?limit=10&cursor=${cursor}`);
    expect(await rejectionOf(response)).toMatchObject({ status: 400, errorType: 'invalid_input' });
    // The same models have the same build.
    surface.models?.rebuild(50);
    expect((await pageAt(surface, `?limit=10&cursor=${cursor}`)).data).toHaveLength(10);
    await surface.close();
  });
});
