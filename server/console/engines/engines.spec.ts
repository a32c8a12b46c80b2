import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { EngineChangeProblem, EngineProbe } from '@contract/console/engine-probe';
import { createApp, type App } from '../../app';
import type { EngineSetup } from '../../engines/engine-setup';
import { createMemoryDeps, type MemoryDeps } from '../../testing/memory-deps';
import { RelayFailure, type RelayFailureKind, type RelayFetch } from '../relay/relay-fetch';
import { CLASSES_MS, PROBE_MS } from './comfyui-probe';
import { USUAL_PORTS } from './find-engines';

const ORIGIN = 'http://127.0.0.1:8189';
const SECRET = 'of another program';

let app: App;
let deps: MemoryDeps;
let answer: RelayFetch;
let sent: Request[];
let added: string[];
let refusal: EngineChangeProblem | null;

const setup: EngineSetup = {
  problemWith: () => refusal,
  add: (url) => {
    added.push(url);
    return null;
  },
  remove: (name) => (name === 'gpu' ? null : 'not_found'),
};

beforeEach(async () => {
  sent = [];
  added = [];
  refusal = null;
  deps = await createMemoryDeps({
    engineSetup: setup,
    relayFetch: (request, options) => {
      sent.push(request);
      return answer(request, options);
    },
  });
  app = createApp(deps);
});
afterEach(() => app.close());

async function post(path: string, body: unknown, headers: Record<string, string> = {}): Promise<Response> {
  const all = { 'content-type': 'application/json', ...headers };
  return app.fetch(
    new Request(`${ORIGIN}/console/engines/${path}`, { method: 'POST', body: JSON.stringify(body), headers: all }),
  );
}

async function probe(address: string, path = 'probe'): Promise<EngineProbe> {
  const response = await post(path, { address });
  expect(response.status).toBe(200);
  const text = await response.text();
  expect(text).not.toContain(SECRET);
  return JSON.parse(text) as EngineProbe;
}

type Answers = Record<string, () => Response>;

/** Answers by path; all other paths are unknown. */
function serves(answers: Answers): void {
  answer = (request) => {
    const { pathname } = new URL(request.url);
    return Promise.resolve(answers[pathname]?.() ?? new Response(`not found, ${SECRET}`, { status: 404 }));
  };
}

const stats = (version: unknown = '0.33.0') =>
  Response.json({
    system: { comfyui_version: version, os: SECRET, argv: [SECRET] },
    devices: [{ name: 'cuda:0 Card', vram_total: 8 }],
  });
/** Python writes NaN. */
const CLASSES = `{"KSampler": {"input": {"a": ["x:{", NaN]}}, "Say \\"hi\\"": {}, "VAEDecode": {"output": ["IMAGE"]}}`;
const page = (body: string) => new Response(body, { headers: { 'content-type': 'text/html' } });
const redirect = (location: string) => new Response(null, { status: 302, headers: { location } });

describe('a probe of an address', () => {
  test('recognizes ComfyUI, with its version, device and number of node classes, and tells nothing else', async () => {
    serves({ '/system_stats': () => stats(), '/object_info': () => new Response(CLASSES) });
    expect(await probe(' http://box:8188/ ')).toEqual({
      finding: 'comfyui',
      url: 'http://box:8188',
      version: '0.33.0',
      nodeClasses: 3,
      hasUnreadableClasses: false,
      device: 'cuda:0 Card',
      redirectsTo: null,
      isConnected: false,
      problem: null,
    });
    expect(sent.map(({ method, url }) => `${method} ${url}`)).toEqual([
      'GET http://box:8188/system_stats',
      'GET http://box:8188/object_info',
    ]);
    expect(sent.every(({ headers }) => !headers.has('authorization') && !headers.has('cookie'))).toBe(true);
  });

  test('recognizes it without the number of its classes, or its version', async () => {
    serves({ '/system_stats': () => stats(7), '/object_info': () => new Response('[1, {"a": 2}]') });
    expect(await probe('box')).toMatchObject({ finding: 'comfyui', version: null, nodeClasses: null });
    serves({ '/system_stats': () => stats(`1\u001b[2J\u009b${'9'.repeat(500)}`) });
    const { version, nodeClasses } = await probe('box');
    expect([version, nodeClasses]).toEqual([`1[2J${'9'.repeat(36)}`, null]);
  });

  const UNREADABLE: [string, () => Response | Promise<Response>][] = [
    ['an error', () => new Response(SECRET, { status: 500 })],
    ['no list', () => Response.json([{ KSampler: {} }])],
    ['half a list', () => new Response('{"KSampler": {')],
    ['a body that breaks off', () => Promise.reject(new RelayFailure('unreachable', SECRET))],
  ];
  test.each(UNREADABLE)('tells that the node classes of a ComfyUI cannot be read: %s', async (_, classes) => {
    answer = async ({ url }) => (url.endsWith('/system_stats') ? stats() : classes());
    expect(await probe('box')).toMatchObject({ finding: 'comfyui', nodeClasses: null, hasUnreadableClasses: true });
  });

  test('tells that it cannot be used by a click, and what to do instead', async () => {
    serves({ '/system_stats': () => stats() });
    refusal = { obstacle: 'named_by_flag', file: null, line: '--comfyui http://box:8188' };
    expect(await probe('box')).toMatchObject({ finding: 'comfyui', problem: refusal });
    serves({});
    expect(await probe('box')).toMatchObject({ finding: 'other', problem: null });
  });

  const FAILURES: [RelayFailureKind, string][] = [
    ['refused', 'refused'],
    ['name', 'name'],
    ['unreachable', 'unreachable'],
    ['timeout', 'timeout'],
    ['tls', 'tls'],
    ['blocked', 'blocked'],
    ['invalid_response', 'other'],
  ];
  test.each(FAILURES)('tells a connection that failed: %s is %s', async (kind, finding) => {
    answer = () => Promise.reject(new RelayFailure(kind, SECRET));
    expect(await probe('box')).toMatchObject({ finding, url: 'http://box:8188' });
  });

  const RESPONSES: [string, Answers, Partial<EngineProbe>][] = [
    [
      'a page that asks for a password',
      { '/system_stats': () => page(`<input name="p" type="password">`) },
      { finding: 'login' },
    ],
    [
      'a demand for a credential',
      { '/system_stats': () => new Response(SECRET, { status: 401 }) },
      { finding: 'login' },
    ],
    ['a redirect to its login', { '/system_stats': () => redirect('/login?next=1') }, { finding: 'login' }],
    [
      'a redirect to another host',
      { '/system_stats': () => redirect(`https://comfy.example/login?key=${SECRET}`) },
      { finding: 'redirect', redirectsTo: 'https://comfy.example' },
    ],
    [
      'a redirect to a file',
      { '/system_stats': () => redirect('file:///etc/passwd') },
      { finding: 'other', redirectsTo: null },
    ],
    [
      'a proxy whose ComfyUI starts',
      { '/system_stats': () => new Response(SECRET, { status: 502 }) },
      { finding: 'starting' },
    ],
    [
      'a ComfyUI without its classes yet',
      { '/system_stats': () => stats(), '/object_info': () => new Response('', { status: 503 }) },
      { finding: 'starting' },
    ],
    ['a page of another program', { '/system_stats': () => page('<h1>Router</h1>') }, { finding: 'other' }],
    [
      'JSON of another program',
      { '/system_stats': () => Response.json({ system: 'linux', devices: [] }) },
      { finding: 'other' },
    ],
    ['an endless body', { '/system_stats': () => new Response('x'.repeat(300 * 1024)) }, { finding: 'other' }],
    [
      'another Flowdeck gateway',
      { '/console/session': () => Response.json({ needsToken: true, isSignedIn: false }) },
      { finding: 'flowdeck' },
    ],
    ['a ComfyUI below a path', { '/comfy/system_stats': () => stats() }, { finding: 'below_path' }],
  ];
  test.each(RESPONSES)('tells %s', async (_, answers, expected) => {
    serves(answers);
    const found = await probe('http://box/comfy/');
    expect(found).toMatchObject({ version: null, nodeClasses: null, device: null, ...expected });
    // A redirect is never followed.
    expect(new Set(sent.map(({ url }) => new URL(url).origin))).toEqual(new Set(['http://box']));
  });

  test.each(['', 'ftp://box', 'http://user:secret@box'])('sends nothing for what is no address: %j', async (typed) => {
    expect(await probe(typed)).toMatchObject({ finding: 'invalid', url: null });
    expect(sent).toEqual([]);
  });

  test.each(['127.0.0.1:8189', 'localhost:8189', 'http://0.0.0.0:8189'])(
    'sends nothing to this gateway: %s',
    async (typed) => {
      expect(await probe(typed)).toMatchObject({ finding: 'this_gateway' });
      expect(sent).toEqual([]);
    },
  );

  test('ends after its time, also within a response', async () => {
    answer = () => new Promise(() => {});
    const silent = probe('box');
    await deps.clock.advance(PROBE_MS);
    expect(await silent).toMatchObject({ finding: 'timeout' });
    serves({ '/system_stats': () => stats(), '/object_info': () => new Response(new ReadableStream({})) });
    const slow = probe('box');
    await expect.poll(() => sent.length).toBe(3);
    await deps.clock.advance(CLASSES_MS);
    expect(await slow).toMatchObject({ finding: 'comfyui', nodeClasses: null, hasUnreadableClasses: false });
  });

  test('needs what every private operation needs', async () => {
    serves({ '/system_stats': () => stats() });
    const body = { address: 'box' };
    for (const path of ['probe', 'add', 'find', 'remove']) {
      expect((await post(path, body, { origin: 'https://evil.example' })).status).toBe(403);
      expect((await post(path, body, { 'sec-fetch-site': 'cross-site' })).status).toBe(403);
    }
    await app.close();
    deps = await createMemoryDeps({ settings: { token: 'the-token-of-the-gateway' }, relayFetch: answer });
    app = createApp(deps);
    for (const path of ['probe', 'add', 'find', 'remove']) expect((await post(path, body)).status).toBe(401);
    expect(sent).toEqual([]);
  });
});

describe('a search on this machine', () => {
  test('looks at the usual ports of loopback only, but not at its own, and returns every ComfyUI', async () => {
    answer = ({ url }) =>
      new URL(url).port === '8000' ? Promise.resolve(stats()) : Promise.reject(new RelayFailure('refused', 'refused'));
    const response = await post('find', {});
    const { engines } = (await response.json()) as { engines: EngineProbe[] };
    expect(engines.map(({ url, version }) => [url, version])).toEqual([['http://127.0.0.1:8000', '0.33.0']]);
    const ports = USUAL_PORTS.filter((port) => port !== 8189);
    expect(sent.map(({ url }) => url)).toEqual(ports.map((port) => `http://127.0.0.1:${port}/system_stats`));
  });

  test('waits for a ComfyUI on a busy machine as long as a test of its address', async () => {
    let respond = () => {};
    answer = ({ url }) =>
      new URL(url).port === '8000'
        ? new Promise((resolve) => (respond = () => resolve(stats())))
        : Promise.reject(new RelayFailure('refused', 'refused'));
    const response = post('find', {});
    await deps.clock.advance(PROBE_MS - 1);
    respond();
    const { engines } = (await (await response).json()) as { engines: EngineProbe[] };
    expect(engines).toMatchObject([{ url: 'http://127.0.0.1:8000' }]);
  });
});

describe('an added engine', () => {
  test('is one that responds as ComfyUI', async () => {
    serves({ '/system_stats': () => stats() });
    expect(await probe('http://localhost:8188/', 'add')).toMatchObject({ finding: 'comfyui', isConnected: true });
    expect(added).toEqual(['http://127.0.0.1:8188']);
  });

  test('is nothing else, and not added where the gateway cannot', async () => {
    serves({});
    expect(await probe('box', 'add')).toMatchObject({ finding: 'other', isConnected: false });
    serves({ '/system_stats': () => stats() });
    refusal = { obstacle: 'embedded_only', file: null, line: 'npm start' };
    expect(await probe('box', 'add')).toMatchObject({ isConnected: false, problem: refusal });
    expect(added).toEqual([]);
  });
});

test('an engine is removed by its name, and the status follows', async () => {
  const response = await post('remove', { name: 'gpu' });
  expect([response.status, await response.json()]).toEqual([200, expect.objectContaining({ version: '0.0.0-test' })]);
  expect((await post('remove', { name: 'other' })).status).toBe(404);
});
