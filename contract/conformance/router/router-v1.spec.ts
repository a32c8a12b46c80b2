import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readResponseHeaders } from '../../router/headers';
import { ROUTER_OPERATIONS, ROUTER_V1_OPERATIONS } from '../../router/operations';
import { HOSTS } from '../harness/harness';
import {
  hangingRun,
  callsAfter,
  recordedCalls,
  pageAt,
  advanceUntil,
  rejectionOf,
  until,
  withKey,
} from '../harness/router-on-surface';
import type { Surface } from '../harness/surface';

interface Document {
  paths: Record<
    string,
    Record<string, { responses: Record<string, object>; security: object[]; parameters: { name: string }[] }>
  >;
}

const MODEL = '/v1/models/scripted/echo';
const statusesOf = (operation: { responses: object; errors: object }) =>
  [...Object.keys(operation.responses), ...Object.keys(operation.errors)].map(Number).sort((a, b) => a - b);

describe('the operation table of the earlier prefix', () => {
  test('R-9.07 R-9.09 R-9.10 lists the statuses of its description', () => {
    expect(statusesOf(ROUTER_V1_OPERATIONS.runModel)).toEqual([200, 403, 404, 422, 429, 503, 504]);
    expect(statusesOf(ROUTER_V1_OPERATIONS.listModels)).toEqual([200, 400, 401, 403, 503]);
    expect(statusesOf(ROUTER_V1_OPERATIONS.getModel)).toEqual([200, 403, 404, 503]);
  });

  test('R-4.11 R-4.15 R-4.23 R-4.66 lists the statuses of the canonical prefix', () => {
    expect(statusesOf(ROUTER_OPERATIONS.listModels)).toEqual([200, 400, 401, 403, 503]);
    expect(statusesOf(ROUTER_OPERATIONS.getModel)).toEqual([200, 401, 403, 404, 503]);
    expect(statusesOf(ROUTER_OPERATIONS.runModel)).toEqual([200, 400, 401, 403, 404, 409, 413, 422, 429, 503, 504]);
    expect(Object.keys(ROUTER_OPERATIONS.runModel.alsoErrors)).toEqual(['402', '500', '502']);
    expect(statusesOf(ROUTER_OPERATIONS.getModelSchema)).toEqual([200, 304, 401, 403, 404, 500, 503]);
  });
});

describe.each(HOSTS)('the earlier prefix $name', ({ open }) => {
  let surface: Surface;
  beforeAll(async () => {
    surface = await open({ fillers: 30, maxModelBodyBytes: 1024 ** 2 });
  });
  afterAll(() => surface.close());

  const run = (body: string | object, headers: Record<string, string> = {}, path = MODEL) =>
    surface.fetch(path, { method: 'POST', headers, body: typeof body === 'string' ? body : JSON.stringify(body) });

  test('R-9.01 R-9.15 serves the same list, detail, document and runs', async () => {
    expect(await pageAt(surface, '?limit=30', 'v1')).toEqual(await pageAt(surface, '?limit=30'));
    const read = async (path: string) => (await surface.fetch(path)).json();
    expect(await read(MODEL)).toEqual(await read('/v2/models/scripted/echo'));
    expect(await read(`${MODEL}/openapi.json`)).toEqual(await read('/v2/models/scripted/echo/openapi.json'));
    expect(await (await run('{ "a" : 1 }')).text()).toBe('{ "a" : 1 }');
  });

  test.each(['?limit=0', '?limit=-5', '?limit=-0'])('R-9.08 %s means the default', async (query) => {
    expect((await pageAt(surface, query, 'v1')).limit).toBe(20);
  });

  test('R-9.03 R-9.04 R-9.05 ignores idempotency keys: a repeated one runs the model again, without a replay', async () => {
    const before = recordedCalls(surface).length;
    const responses = [
      await run({ n: 1 }, withKey('one')),
      await run({ n: 1 }, withKey('one')),
      await run({ n: 2 }, withKey('one')),
    ];
    expect(responses.map(({ status }) => status)).toEqual([200, 200, 200]);
    expect(responses.some(({ headers }) => readResponseHeaders(headers).isReplayed)).toBe(false);
    await Promise.all(responses.map((response) => response.text()));
    await callsAfter(surface, before + 3);
  });

  test('R-9.05 two calls with one key may run at the same time', async () => {
    const both = Promise.all([run({ ms: 200 }, withKey('two')), run({ ms: 200 }, withKey('two'))]);
    expect((await advanceUntil(surface, both)).map(({ status }) => status)).toEqual([200, 200]);
  });

  test('R-9.06 R-9.07 rejects a body that is too large like other input', async () => {
    const rejection = await rejectionOf(await run({ text: 'x'.repeat(1024 ** 2) }));
    expect(rejection).toMatchObject({ status: 422, errorType: 'invalid_input' });
    expect(rejection.faults).toHaveLength(1);
  });

  test.each(['', '{', '[1]', 'null', '"text"', '\u0000', '{"a":1}x', '\ufeff{}'])(
    'R-9.07 responds to %j with one of its statuses',
    async (body) => {
      expect(await rejectionOf(await run(body))).toMatchObject({ status: 422, errorType: 'invalid_input' });
    },
  );

  test.each(['?limit=abc', '?cursor=nothing', '?limit=1&limit=2'])('R-9.09 %s is a 400', async (query) => {
    expect((await surface.fetch(`/v1/models${query}`)).status).toBe(400);
  });

  test.each(['a/b', 'A/b', 'scripted/%ZZ', 'scripted/echo/x', `scripted/${'m'.repeat(129)}`])(
    'R-9.10 the detail of %s is a 404',
    async (id) => {
      expect((await surface.fetch(`/v1/models/${id}`)).status).toBe(404);
    },
  );

  test('R-9.12 suggests one to three ids for a typo', async () => {
    const { detail, errorType } = await rejectionOf(await run({}, {}, '/v1/models/filler/model-0000x'));
    expect(errorType).toBe('model_not_found');
    const suggested = detail.match(/filler\/model-\d{5}/g) ?? [];
    expect(suggested.length).toBeGreaterThanOrEqual(1);
    expect(suggested.length).toBeLessThanOrEqual(3);
  });

  test('R-9.02 R-9.03 R-9.04 R-9.05 R-9.06 is described with bearers only, without keys, 409 and 413', async () => {
    const document = (await (await surface.fetch('/v2/openapi.json')).json()) as Document;
    const described = document.paths['/v1/models/{provider}/{model}']?.['post'];
    expect(described?.security).toEqual([{}, { bearer: [] }]);
    expect(Object.keys(described?.responses ?? {}).map(Number)).toEqual([200, 403, 404, 422, 429, 503, 504]);
    expect(described?.parameters.map(({ name }) => name)).toEqual(['provider', 'model']);
    expect(JSON.stringify(described)).not.toContain('Idempotent');
    const canonical = document.paths['/v2/models/{provider}/{model}']?.['post'];
    expect(canonical?.security).toEqual([{}, { apiKey: [] }, { bearer: [] }]);
    expect(Object.keys(canonical?.responses ?? {})).toEqual(expect.arrayContaining(['402', '409', '413', '502']));
  });
});

describe.each(HOSTS)('limits of the earlier prefix $name', ({ open }) => {
  test('R-9.11 a 429 is always concurrency_limit_exceeded', async () => {
    const surface = await open({ modelRate: { calls: 3, windowMs: 60_000 }, modelCalls: 1 });
    const post = () => surface.fetch(MODEL, { method: 'POST', body: '{}' });
    await (await post()).text();
    const held = hangingRun(surface, 'scripted/echo');
    const byCount = await rejectionOf(await until(surface, post, ({ status }) => status === 429));
    await held.hangUp();
    const isOver = (response: Response) =>
      response
        .clone()
        .text()
        .then((text) => text.includes('1 minute'));
    let last = await post();
    for (let tries = 0; tries < 50 && !(await isOver(last)); tries += 1) {
      await surface.pass(50);
      last = await post();
    }
    const byWindow = await rejectionOf(last);
    for (const rejection of [byCount, byWindow]) {
      expect(rejection).toMatchObject({ status: 429, errorType: 'concurrency_limit_exceeded' });
    }
    expect(byWindow.detail).toContain('1 minute');
    await surface.close();
  });
});
