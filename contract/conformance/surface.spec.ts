import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { fromJSONSchema } from 'zod';
import { createApp } from '@server/app';
import { createMemoryDeps } from '@server/testing/memory-deps';
import { ERROR_CODES } from '../jobs/error-codes';
import { fillPath } from '../jobs/links';
import { OPERATION_SPECS } from '../jobs/operation-specs';
import type { Operation } from '../operation';
import { JOB_OPERATIONS, type JobOperationId } from '../jobs/operations';
import { TARGET, TEST_TOKEN as TOKEN } from './harness/target';
import { HOSTS } from './harness/harness';
import { errorCode, HANGING_GRAPH, jobEnd, postJob, QUICK_GRAPH, submit } from './harness/jobs-on-surface';
import { PUBLISHED_CODES, PUBLISHED_FIELDS, PUBLISHED_OPERATIONS } from './harness/published-contract';
import type { Surface } from './harness/surface';

const OPERATIONS = Object.entries(JOB_OPERATIONS) as [JobOperationId, Operation][];
const NOBODY = '00000000-0000-4000-8000-000000000000';
const UNKNOWN_HASH = `blake3:${'0'.repeat(64)}`;

/** Builds a request of the operation that reaches its handler. */
function requestOf(id: JobOperationId, headers: Record<string, string> = {}): [string, RequestInit] {
  const operation: Operation = JOB_OPERATIONS[id];
  const { body } = OPERATION_SPECS[id];
  const path = fillPath(operation.path, { id: NOBODY, hash: UNKNOWN_HASH });
  const init: RequestInit = { method: operation.method, headers };
  if (body?.kind === 'json') {
    init.headers = { 'content-type': 'application/json', ...headers };
    init.body = JSON.stringify(id === 'assetFromHash' ? { hash: UNKNOWN_HASH } : { workflow: QUICK_GRAPH });
  }
  if (body?.kind === 'multipart') init.body = uploadForm();
  return [path, init];
}

function uploadForm(bytes = 'some bytes'): FormData {
  const form = new FormData();
  form.set('content_type', 'text/plain');
  form.set('file_path', 'note.txt');
  form.set('file', new Blob([bytes]), 'note.txt');
  return form;
}

function signIn(surface: Surface, token: unknown): Promise<Response> {
  return surface.fetch('/console/session', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ token }),
  });
}

/** Returns the headers that the console sends after this sign-in. */
async function sessionOf(signedIn: Response, ...otherCookies: string[]) {
  const cookie = (signedIn.headers.get('set-cookie') ?? '').split(';')[0] ?? '';
  const { proof } = (await signedIn.json()) as { proof: string };
  return { cookie: [...otherCookies, cookie].join('; '), 'x-flowdeck-session': proof };
}

interface Document {
  info: { version: string; description: string; 'x-stability': string };
  paths: Record<
    string,
    Record<string, { operationId: string; responses: Record<string, unknown>; security?: unknown }>
  >;
  components: { schemas: Record<string, { properties: Record<string, unknown>; required?: string[] }> };
  security: unknown;
}

describe.each(HOSTS)('the surface $name', ({ open }) => {
  let surface: Surface;
  beforeAll(async () => {
    surface = await open();
  });
  afterAll(() => surface.close());

  const document = async () => {
    const response = await surface.fetch('/api/v2/openapi.json');
    expect(response.status).toBe(200);
    return (await response.json()) as Document;
  };

  describe('routes', () => {
    test.skipIf(TARGET)('J-4.69 GET /workflow, as on deployments, is not a route', async () => {
      const response = await surface.fetch('/workflow');
      expect(response.status).toBe(404);
      expect(await errorCode(response)).toBe('not_found');
    });

    test.each(['/api/v2/credits', '/api/v2/models', '/api/v2/queue'])('J-1.21 %s is not a v2 route', async (path) => {
      const response = await surface.fetch(path);
      expect(response.status).toBe(404);
      expect(await errorCode(response)).toBe('not_found');
    });

    test.each([
      '/api/v2/workflows',
      '/api/v2/workflows/x',
      '/api/v2/object_info',
      '/api/v2/nodes',
      '/api/v2/parameters',
      '/api/v2/models/checkpoints',
    ])('J-1.29 %s is not a v2 route', async (path) => {
      for (const method of ['GET', 'POST']) {
        const response = await surface.fetch(path, { method });
        expect(response.status).toBe(404);
        expect(await errorCode(response)).toBe('not_found');
      }
    });

    test('J-1.29 the published operations are only jobs, their assets and health', async () => {
      const { paths } = await document();
      expect(Object.keys(paths).length).toBeGreaterThan(5);
      for (const path of Object.keys(paths)) expect(path).toMatch(/^\/api\/v2\/(?:jobs|assets|health)(?:\/|$)/);
    });

    test.each([
      ['PUT', '/api/v2/jobs'],
      ['DELETE', '/api/v2/jobs'],
      ['PATCH', `/api/v2/jobs/${NOBODY}`],
      ['GET', `/api/v2/jobs/${NOBODY}/cancel`],
      ['GET', `/api/v2/assets/by-hash/${UNKNOWN_HASH}`],
      ['POST', `/api/v2/assets/${NOBODY}/content`],
      ['GET', '/api/v2'],
      ['GET', '/api/v2/'],
      ['GET', '/api'],
    ])('J-7.01 %s %s gets not_found in the envelope', async (method, path) => {
      const response = await surface.fetch(path, { method });
      expect(response.status).toBe(404);
      expect(await errorCode(response)).toBe('not_found');
    });

    test('J-9.08 there are no routes under /api/v3', async () => {
      for (const path of ['/api/v3/jobs', '/api/v3/health', '/api/v1/jobs']) {
        expect((await surface.fetch(path)).status).toBe(404);
      }
    });
  });

  describe('errors', () => {
    const ofOne = OPERATIONS.filter(([, { path }]) => path.includes('{'));

    test.each(ofOne)('J-7.08 %s of a missing resource is not_found', async (id, operation) => {
      const response = await surface.fetch(...requestOf(id));
      expect(response.status).toBe(404);
      expect(await errorCode(response)).toBe(operation.method === 'HEAD' ? '' : 'not_found');
    });

    test('J-2.70 J-2.71 an error is JSON with a code and a message', async () => {
      const response = await surface.fetch(`/api/v2/jobs/${NOBODY}`);
      expect(response.headers.get('content-type')).toMatch(/^application\/json/);
      expect(await response.json()).toEqual({
        error: { code: 'not_found', message: expect.stringMatching(/\w/), details: null },
      });
    });

    test.each(['%ZZ', 'a%2Fb', '..%2f..%2fetc', 'ünï', '%00', "';DROP TABLE jobs;--", 'x'.repeat(4000)])(
      'J-2.70 a malformed id (%s) counts as unknown',
      async (id) => {
        const response = await surface.fetch(`/api/v2/jobs/${id}`);
        expect(response.status).toBe(404);
        expect(await errorCode(response)).toBe('not_found');
      },
    );

    test('J-2.70 J-2.72 a rejected submission has code, message and open details', async () => {
      const response = await postJob(surface, { workflow: { '1': { class_type: 'NoSuchClass', inputs: {} } } });
      expect(response.status).toBe(422);
      const { error } = (await response.json()) as { error: Record<string, unknown> };
      expect(error['code']).toBe('invalid_workflow');
      expect(error['details']).toMatchObject({ node_errors: { '1': [{ reason: 'unknown_class' }] } });
    });

    test.each([
      ['text', 'not JSON at all'],
      ['a list', '[]'],
      ['nothing', ''],
      ['a truncated object', '{"workflow": {"1"'],
      ['a bare string', '"workflow"'],
      ['endless nesting', `{"workflow":${'['.repeat(10_000)}`],
    ])('J-7.01 a submission of %s is an invalid workflow', async (_, body) => {
      const response = await postJob(surface, body);
      expect(response.status).toBe(422);
      expect(await errorCode(response)).toBe('invalid_workflow');
    });

    test('J-7.01 a body that is not UTF-8 is an invalid workflow', async () => {
      const body = new Uint8Array([0x7b, 0x22, 0xff, 0xfe, 0x22, 0x7d]);
      const response = await surface.fetch('/api/v2/jobs', {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body,
      });
      expect(response.status).toBe(422);
      expect(await errorCode(response)).toBe('invalid_workflow');
    });

    test('J-7.01 a body of 64 MiB is an invalid workflow, and the surface continues', async () => {
      const response = await postJob(surface, `{"workflow":{"1":"${'x'.repeat(64 * 1024 ** 2)}"}}`);
      expect(response.status).toBe(422);
      expect(await errorCode(response)).toBe('invalid_workflow');
      expect((await surface.fetch('/api/v2/health')).status).toBe(200);
    });

    test('J-7.17 every response has a request id, so that the log can be searched for the cause', async () => {
      const names = new Set<string | null>();
      for (const path of ['/api/v2/health', '/api/v2/jobs', '/api/v2/nothing', `/api/v2/jobs/${NOBODY}`]) {
        const { headers } = await surface.fetch(path);
        names.add(headers.get('x-service-request-id'));
        expect(headers.get('x-comfy-request-id')).toBe(headers.get('x-service-request-id'));
      }
      expect(names.size).toBe(4);
      expect(names.has(null)).toBe(false);
    });

    test('J-7.17 log lines contain paths without their query, which may contain signatures', async () => {
      await surface.fetch('/api/v2/jobs?status=queued&metadata[k]=private-label-value');
      await surface.fetch(`/api/v2/assets/${NOBODY}/content?expires=1&signature=private-signature`);
      const lines = () => surface.logLines().filter((line) => line.includes('/api/v2/'));
      for (let turn = 0; turn < 100 && lines().length < 2; turn += 1) await surface.pass(20);
      expect(lines().length).toBeGreaterThanOrEqual(2);
      expect(surface.logLines().join('\n')).not.toMatch(/private-/);
    });
  });

  describe('HEAD', () => {
    test.each(['/api/v2/health', '/api/v2/jobs'])('J-7.01 of %s is its GET without the body', async (path) => {
      const response = await surface.fetch(path, { method: 'HEAD' });
      expect(response.status).toBe(200);
      expect(await response.text()).toBe('');
    });

    test('J-7.01 of an event stream leaves no open stream', async () => {
      const job = await submit(surface, HANGING_GRAPH);
      for (let turn = 0; turn < 80; turn += 1) {
        const response = await surface.fetch(job.urls.events, { method: 'HEAD' });
        expect(response.status).toBe(200);
      }
      await surface.fetch(job.urls.cancel, { method: 'POST' });
      await jobEnd(surface, job);
    });
  });

  test('J-7.01 clients that disconnect from event streams free their slots', async () => {
    const job = await submit(surface, HANGING_GRAPH);
    for (let turn = 0; turn < 80; turn += 1) {
      for (const path of [job.urls.events, '/console/events']) {
        const abort = new AbortController();
        const response = await surface.fetch(path, { signal: abort.signal });
        expect(response.status).toBe(200);
        const { value } = (await response.body?.getReader().read()) ?? {};
        expect(value?.byteLength).toBeGreaterThan(0);
        abort.abort();
      }
      // Over HTTP the surface notices it later.
      if (turn % 8 === 0) await surface.pass(20);
    }
    await surface.fetch(job.urls.cancel, { method: 'POST' });
    await jobEnd(surface, job);
  });

  describe('without a token', () => {
    beforeEach(() => {
      if (surface.sendsCredential) surface.notOffered('the surface asks for a credential');
    });

    test.each(OPERATIONS)('J-5.03 %s works without Authorization', async (id) => {
      const response = await surface.fetch(...requestOf(id));
      expect([401, 403]).not.toContain(response.status);
    });

    test('J-5.03 an unneeded credential is ignored', async () => {
      const response = await surface.fetch('/api/v2/jobs', { headers: { authorization: 'Bearer whatever' } });
      expect(response.status).toBe(200);
    });
  });

  describe('published', () => {
    test('J-9.01 every operation is under /api/v2', async () => {
      const { paths } = await document();
      for (const path of Object.keys(paths)) expect(path).toMatch(/^\/api\/v2\//);
    });

    test('J-9.02 J-9.03 the version is 2.0.0, a beta', async () => {
      const { info } = await document();
      expect(info.version).toBe('2.0.0');
      expect(info['x-stability']).toBe('beta');
      expect(info.description).toMatch(/beta \(0\.1\.x\)/i);
    });

    test('J-5.03 J-5.04 the credential is an optional bearer', async () => {
      expect((await document()).security).toEqual([{}, { bearer: [] }]);
    });

    test('J-9.04 no published operation, status, code or field is missing', async () => {
      const { paths, components } = await document();
      for (const [name, statuses] of Object.entries(PUBLISHED_OPERATIONS)) {
        const [method = '', path = ''] = name.split(' ');
        const responses = new Set(Object.keys(paths[path]?.[method.toLowerCase()]?.responses ?? {}).map(Number));
        expect({ name, missing: statuses.filter((status) => !responses.has(status)) }).toEqual({
          name,
          missing: [],
        });
      }
      for (const [code, status] of Object.entries(PUBLISHED_CODES)) {
        expect(ERROR_CODES).toHaveProperty(code);
        expect({ code, status: ERROR_CODES[code as keyof typeof ERROR_CODES].status }).toEqual({ code, status });
      }
      for (const [schema, fields] of Object.entries(PUBLISHED_FIELDS)) {
        expect(components.schemas[schema]?.required).toEqual(expect.arrayContaining([...fields]));
      }
    });

    test('J-9.02 the published schema of a job accepts a real one, and no other', async () => {
      const text = JSON.stringify((await document()).components.schemas).replaceAll(
        '#/components/schemas/',
        '#/$defs/',
      );
      const published = fromJSONSchema({ $ref: '#/$defs/Job', $defs: JSON.parse(text) as Record<string, never> });
      const job = await jobEnd(surface, await submit(surface));
      expect(published.safeParse(job).error?.issues).toBeUndefined();
      expect(published.safeParse({ ...job, a_later_addition: 1 }).success).toBe(true);
      for (const broken of [{ status: 'done' }, { urls: undefined }, { progress: { value: 2 } }, { outputs: null }]) {
        expect({ broken, accepted: published.safeParse({ ...job, ...broken }).success }).toEqual({
          broken,
          accepted: false,
        });
      }
    });

    test('J-9.02 the document contains every operation, and every reference in it resolves', async () => {
      const text = JSON.stringify(await document());
      const { paths, components } = await document();
      const references = [...text.matchAll(/"\$ref":"([^"]+)"/g)].map(([, target]) => target ?? '');
      expect(references.length).toBeGreaterThan(20);
      for (const target of references) {
        expect(components.schemas).toHaveProperty(target.replace('#/components/schemas/', ''));
      }
      const ids = Object.values(paths).flatMap((methods) => Object.values(methods).map((entry) => entry.operationId));
      expect(ids.sort()).toEqual(Object.keys(JOB_OPERATIONS).sort());
    });
  });
});

describe.each(HOSTS)('the surface $name with a token', ({ open }) => {
  let surface: Surface;
  beforeAll(async () => {
    surface = await open({ token: TOKEN });
  });
  afterAll(() => surface.close());
  const bearer = { authorization: `Bearer ${TOKEN}` };

  const closed = OPERATIONS.filter(([, operation]) => !operation.open);

  test.each(closed)('J-5.04 J-5.06 J-7.09 %s without it is unauthorized', async (id, operation) => {
    const response = await surface.fetch(...requestOf(id));
    expect(response.status).toBe(401);
    expect(response.headers.get('www-authenticate')).toBe('Bearer');
    expect(await errorCode(response)).toBe(operation.method === 'HEAD' ? '' : 'unauthorized');
  });

  test.each(closed)('J-5.04 %s with it is served', async (id) => {
    const response = await surface.fetch(...requestOf(id, bearer));
    expect([200, 201, 404]).toContain(response.status);
  });

  test('J-5.04 health stays open, the published document does not', async () => {
    expect((await surface.fetch('/api/v2/health')).status).toBe(200);
    expect((await surface.fetch('/api/v2/openapi.json')).status).toBe(401);
    expect((await surface.fetch('/api/v2/openapi.json', { headers: bearer })).status).toBe(200);
  });

  test.each([
    ['a wrong token', `Bearer ${TOKEN}x`],
    ['a part of the token', `Bearer ${TOKEN.slice(0, -1)}`],
    ['another scheme', `Basic ${btoa(`user:${TOKEN}`)}`],
    ['no scheme', TOKEN],
    ['an empty bearer', 'Bearer'],
    ['a token twice', `Bearer ${TOKEN} ${TOKEN}`],
  ])('J-5.07 %s is unauthorized', async (_, authorization) => {
    const response = await surface.fetch('/api/v2/jobs', { headers: { authorization } });
    expect(response.status).toBe(401);
    expect(await errorCode(response)).toBe('unauthorized');
  });

  test('J-5.04 the scheme is case-insensitive, and a token in the URL is ignored', async () => {
    expect((await surface.fetch('/api/v2/jobs', { headers: { authorization: `bearer ${TOKEN}` } })).status).toBe(200);
    expect((await surface.fetch(`/api/v2/jobs?token=${TOKEN}`)).status).toBe(401);
    expect((await surface.fetch('/api/v2/jobs', { headers: { 'x-api-key': TOKEN } })).status).toBe(401);
  });

  test('J-5.06 a submission without a credential claims no key and creates no job', async () => {
    const headers = { 'idempotency-key': `before login ${crypto.randomUUID()}` };
    expect((await postJob(surface, { workflow: QUICK_GRAPH }, headers)).status).toBe(401);
    expect((await postJob(surface, { workflow: QUICK_GRAPH }, { ...headers, ...bearer })).status).toBe(201);
  });

  test('J-5.04 a signed content URL works without it, a forged one does not', async () => {
    const [path, init] = requestOf('postAssets', bearer);
    const asset = (await (await surface.fetch(path, init)).json()) as { id: string; url: string };
    const signed = await surface.fetch(asset.url);
    expect(signed.status).toBe(200);
    expect(await signed.text()).toBe('some bytes');
    expect((await surface.fetch(`/api/v2/assets/${asset.id}/content`)).status).toBe(401);
    const forged = await surface.fetch(asset.url.replace(/signature=.{8}/, 'signature=00000000'));
    expect(forged.status).toBe(401);
    // The signature is valid for these bytes only.
    const query = new URL(asset.url).search;
    expect((await surface.fetch(`/api/v2/jobs${query}`)).status).toBe(401);
    expect((await surface.fetch(`/api/v2/assets/${asset.id}${query}`)).status).toBe(401);
  });

  describe('and the session of the console', () => {
    test('J-5.04 exchanges the token once for a session: a cookie that scripts cannot read, and a proof', async () => {
      expect(await (await surface.fetch('/console/session')).json()).toEqual({ needsToken: true, isSignedIn: false });
      const response = await signIn(surface, TOKEN);
      expect(response.status).toBe(200);
      const set = response.headers.get('set-cookie') ?? '';
      expect(set).toMatch(/; HttpOnly; SameSite=Strict$/);
      expect(set).toMatch(/; Path=\/;/);
      expect(set).not.toContain(TOKEN);
      const headers = await sessionOf(response, 'other=1');
      expect((await surface.fetch('/api/v2/jobs', { headers })).status).toBe(200);
      expect((await surface.fetch('/console/status', { headers })).status).toBe(200);
      expect(await (await surface.fetch('/console/session', { headers })).json()).toMatchObject({ isSignedIn: true });
    });

    test('J-5.04 ends a session at sign-out, which invalidates copies of its cookie and proof', async () => {
      const headers = await sessionOf(await signIn(surface, TOKEN));
      const other = await sessionOf(await signIn(surface, TOKEN));
      const finished = await surface.fetch('/console/session', { method: 'DELETE', headers });
      expect(finished.headers.get('set-cookie')).toMatch(/Max-Age=0/);
      expect((await surface.fetch('/api/v2/jobs', { headers })).status).toBe(401);
      expect(await (await surface.fetch('/console/session', { headers })).json()).toMatchObject({ isSignedIn: false });
      expect((await surface.fetch('/api/v2/jobs', { headers: other })).status).toBe(200);
    });

    test('J-5.07 rejects a cookie sent from another port of this host, without the proof of the page', async () => {
      const { cookie, ...proof } = await sessionOf(await signIn(surface, TOKEN));
      const other = await sessionOf(await signIn(surface, TOKEN));
      expect((await surface.fetch('/api/v2/jobs', { headers: { cookie } })).status).toBe(401);
      expect((await surface.fetch('/api/v2/jobs', { headers: proof })).status).toBe(401);
      expect((await surface.fetch('/api/v2/jobs', { headers: { ...proof, cookie: other.cookie } })).status).toBe(401);
      expect((await surface.fetch('/api/v2/jobs', { headers: { ...proof, cookie } })).status).toBe(200);
    });

    test('J-5.04 accepts any valid cookie of several with the same name', async () => {
      const { cookie, ...proof } = await sessionOf(await signIn(surface, TOKEN));
      const [name = ''] = cookie.split('=');
      const several = `${name}=planted by another port; ${cookie}; ${name}=`;
      expect((await surface.fetch('/api/v2/jobs', { headers: { ...proof, cookie: several } })).status).toBe(200);
    });

    test('J-5.04 retains sessions across a restart', async () => {
      const headers = await sessionOf(await signIn(surface, TOKEN));
      await surface.restart();
      expect((await surface.fetch('/api/v2/jobs', { headers })).status).toBe(200);
    });

    test('J-5.07 rejects a changed cookie', async () => {
      const { cookie, ...proof } = await sessionOf(await signIn(surface, TOKEN));
      const [name = '', value = ''] = cookie.split('=');
      for (const wrong of [`${value.slice(1)}0`, value.slice(0, -1), `${value}0`, '', TOKEN]) {
        const response = await surface.fetch('/api/v2/jobs', { headers: { ...proof, cookie: `${name}=${wrong}` } });
        expect(response.status).toBe(401);
      }
    });

    test.each([
      [`${TOKEN}x`, 401],
      ['', 401],
      [7, 400],
      [undefined, 400],
    ])('J-5.07 %s is not exchanged', async (token, status) => {
      const response = await signIn(surface, token);
      expect(response.status).toBe(status);
      expect(response.headers.get('set-cookie')).toBeNull();
    });

    test('J-5.04 the private routes require the credential too', async () => {
      for (const path of ['/console/status', '/console/object_info', '/console/object_info/X', '/console/events']) {
        expect((await surface.fetch(path)).status).toBe(401);
      }
      expect((await surface.fetch('/console/engines/drain', { method: 'POST' })).status).toBe(401);
    });
  });

  test('J-5.07 the token is in no log line', async () => {
    await surface.fetch('/api/v2/jobs', { headers: { authorization: `Bearer ${TOKEN}-mistyped` } });
    await surface.fetch('/api/v2/jobs', { headers: bearer });
    for (let turn = 0; turn < 100 && surface.logLines().length === 0; turn += 1) await surface.pass(20);
    expect(surface.logLines().length).toBeGreaterThan(0);
    expect(surface.logLines().join('\n')).not.toContain(TOKEN);
  });
});

test.each(HOSTS.filter(({ isVirtual }) => isVirtual))('J-5.07 $name ends a session after 30 days', async ({ open }) => {
  const surface = await open({ token: TOKEN });
  const headers = await sessionOf(await signIn(surface, TOKEN));
  await surface.pass(29 * 24 * 3600 * 1000);
  expect((await surface.fetch('/api/v2/jobs', { headers })).status).toBe(200);
  await surface.pass(24 * 3600 * 1000);
  expect((await surface.fetch('/api/v2/jobs', { headers })).status).toBe(401);
  await surface.close();
});

describe.skipIf(TARGET)('an unexpected failure behind the API', () => {
  const SECRET = 'SQLITE_IOERR at /home/somebody/private/flowdeck.db';
  let isBroken = false;

  /** Wraps a real component so that it can be made to fail; then every call throws. */
  function breakable<Part extends object>(part: Part): Part {
    return new Proxy(part, {
      get(target, name) {
        const value: unknown = Reflect.get(target, name, target);
        if (typeof value === 'function') {
          return (...args: unknown[]): unknown => {
            if (isBroken) throw new Error(SECRET);
            return Reflect.apply(value, target, args);
          };
        }
        return typeof value === 'object' && value !== null ? breakable(value) : value;
      },
    });
  }

  const canFail = OPERATIONS.filter(([id]) => id !== 'getHealth');

  test.each(canFail)('J-7.15 J-7.16 J-7.17 %s returns upstream_error without details', async (id, operation) => {
    const logged: string[] = [];
    const deps = await createMemoryDeps({
      log: {
        info: () => {},
        warn: () => {},
        error: (fields) => logged.push(String(fields['err'])),
      },
    });
    const app = createApp({ ...deps, store: breakable(deps.store), blobs: breakable(deps.blobs) });
    await app.start();
    isBroken = true;
    const [path, init] = requestOf(id);
    const response = await app.fetch(new Request(`http://127.0.0.1:8189${path}`, init));
    isBroken = false;
    expect(response.status).toBe(500);
    const text = await response.clone().text();
    expect(await errorCode(response)).toBe(operation.method === 'HEAD' ? '' : 'upstream_error');
    expect(text).not.toMatch(/SQLITE|private|\.ts|at /);
    expect(JSON.stringify([...response.headers])).not.toMatch(/SQLITE|private/);
    // The log contains the cause for the owner.
    expect(logged.join()).toContain(SECRET);
    await app.close();
  });

  test('J-7.15 an engine that fails to return definitions leads to an error for the submission', async () => {
    const deps = await createMemoryDeps();
    deps.engine.breakDefinitions(new Error(SECRET));
    const app = createApp(deps);
    const body = JSON.stringify({ workflow: QUICK_GRAPH });
    const response = await app.fetch(
      new Request('http://127.0.0.1:8189/api/v2/jobs', {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body,
      }),
    );
    expect(response.status).toBe(500);
    const text = await response.text();
    expect(JSON.parse(text)).toMatchObject({ error: { code: 'upstream_error' } });
    expect(text).not.toContain('private');
    await app.close();
  });
});
