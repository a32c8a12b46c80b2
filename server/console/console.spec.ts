import { afterEach, describe, expect, test } from 'vitest';
import { readEvent } from '@contract/jobs/events';
import { createApp, type App } from '../app';
import { createMemoryDeps, type MemoryDeps } from '../testing/memory-deps';
import { MAX_FEEDS, POSITIONS_SENT } from './jobs/job-feed';

const ORIGIN = 'http://127.0.0.1:8189';

let app: App;
let deps: MemoryDeps;

async function open(options: Parameters<typeof createMemoryDeps>[0] = {}): Promise<void> {
  deps = await createMemoryDeps(options);
  app = createApp(deps);
  await app.start();
}
afterEach(() => app.close());

const get = (path: string, headers: Record<string, string> = {}) => app.fetch(new Request(ORIGIN + path, { headers }));

async function submit(classType: string, inputs: Record<string, unknown> = {}): Promise<string> {
  const body = JSON.stringify({ workflow: { '1': { class_type: classType, inputs } } });
  const response = await app.fetch(
    new Request(`${ORIGIN}/api/v2/jobs`, { method: 'POST', headers: { 'content-type': 'application/json' }, body }),
  );
  expect(response.status).toBe(201);
  return ((await response.json()) as { id: string }).id;
}

/** Collects the frames of a feed; `: comments` are kept as text. */
class Reader {
  readonly #reader: ReadableStreamDefaultReader<Uint8Array>;
  text = '';
  isDone = false;
  constructor(response: Response) {
    if (!response.body) throw new Error('A feed has a body');
    this.#reader = response.body.getReader();
    void this.#pump();
  }
  async #pump(): Promise<void> {
    const decoder = new TextDecoder();
    for (;;) {
      const { done, value } = await this.#reader.read();
      if (done) break;
      this.text += decoder.decode(value, { stream: true });
    }
    this.isDone = true;
  }
  get frames(): { event: string; jobId: unknown; data: Record<string, unknown> }[] {
    return this.text.split('\n\n').flatMap((frame) => {
      const [, event = '', dataText = ''] = /^event: (\w+)\ndata: (.*)$/.exec(frame) ?? [];
      const read = readEvent(event, dataText);
      return read ? [{ event, jobId: read.data['job_id'], data: read.data }] : [];
    });
  }
  cancel(): Promise<void> {
    return this.#reader.cancel();
  }
}

describe('the feed of all jobs', () => {
  test('sends a snapshot of every unfinished job, then the events of each, with its id', async () => {
    await open();
    const running = await submit('ScriptHang');
    const queued = await submit('ScriptText', { text: 'x' });
    await deps.clock.advance(100);
    const response = await get('/console/events');
    expect(response.headers.get('content-type')).toBe('text/event-stream');
    const reader = new Reader(response);
    await deps.clock.advance(0);
    expect(reader.text.startsWith(': open\n\n')).toBe(true);
    expect(reader.frames.map(({ event, jobId }) => [event, jobId])).toEqual([
      ['status', running],
      ['progress', running],
      ['status', queued],
    ]);
    expect(reader.frames[0]?.data).toMatchObject({ status: 'running', queue_position: null });
    expect(reader.frames[2]?.data).toMatchObject({ status: 'queued', queue_position: 1 });

    await app.fetch(new Request(`${ORIGIN}/api/v2/jobs/${running}/cancel`, { method: 'POST' }));
    await deps.clock.advance(1000);
    const late = await submit('ScriptText', { text: 'y' });
    const ends = () =>
      reader.frames.filter(({ event }) => event === 'status').map(({ jobId, data }) => [jobId, data['status']]);
    // The first hash of a process takes real time.
    for (let turn = 0; turn < 50 && ends().at(-1)?.[1] !== 'succeeded'; turn += 1) await deps.clock.advance(100);
    expect(ends()).toEqual(
      expect.arrayContaining([
        [running, 'canceled'],
        [queued, 'succeeded'],
        [late, 'succeeded'],
      ]),
    );
    const reported = reader.frames
      .filter(({ jobId }) => jobId === queued)
      .map(({ event, data }) => data['status'] ?? event);
    expect(reported.indexOf('output')).toBeGreaterThan(-1);
    expect(reported.indexOf('output')).toBeLessThan(reported.indexOf('succeeded'));
    expect(reader.isDone).toBe(false);
    await reader.cancel();
  });

  test('sends new jobs at once, and the positions of the first ones when the queue changes', async () => {
    await open();
    const reader = new Reader(await get('/console/events'));
    const running = await submit('ScriptHang');
    const queued: string[] = [];
    for (let n = 0; n < POSITIONS_SENT + 10; n += 1) queued.push(await submit('ScriptHang'));
    await deps.clock.advance(2000);
    const placesOf = (id: string | undefined) =>
      reader.frames
        .filter(({ event, jobId, data }) => event === 'status' && jobId === id && data['status'] === 'queued')
        .map(({ data }) => data['queue_position']);
    expect(placesOf(queued[0])).toEqual([1]);
    expect(placesOf(queued.at(-1))).toEqual([queued.length]);
    for (const id of [running, queued[0]]) {
      await app.fetch(new Request(`${ORIGIN}/api/v2/jobs/${id}/cancel`, { method: 'POST' }));
      await deps.clock.advance(2000);
    }
    expect(placesOf(queued[2])).toEqual([3, 2, 1]);
    expect(placesOf(queued[POSITIONS_SENT])?.slice(0, 2)).toEqual([POSITIONS_SENT + 1, POSITIONS_SENT]);
    // Positions far back in the queue are not sent: polling suffices.
    expect(placesOf(queued.at(-1))).toEqual([queued.length]);
    await reader.cancel();
  });

  test('sends the positions that a move changes, in one update', async () => {
    await open();
    await submit('ScriptHang');
    const queued: string[] = [];
    for (let n = 0; n < POSITIONS_SENT + 10; n += 1) queued.push(await submit('ScriptHang'));
    await deps.clock.advance(2000);
    const reader = new Reader(await get('/console/events'));
    await deps.clock.advance(0);
    const snapshot = reader.frames.length;
    const [first, second] = queued;
    const headers = { 'content-type': 'application/json' };
    const body = JSON.stringify({ id: first, place: 'back' });
    await app.fetch(new Request(`${ORIGIN}/console/queue/move`, { method: 'POST', headers, body }));
    await deps.clock.advance(2000);
    const sent = reader.frames.slice(snapshot).map(({ jobId, data }) => [jobId, data['queue_position']]);
    expect(sent).toHaveLength(POSITIONS_SENT + 1);
    expect(sent).toEqual(
      expect.arrayContaining([
        [first, queued.length],
        [second, 1],
      ]),
    );
    await reader.cancel();
    const again = new Reader(await get('/console/events'));
    await deps.clock.advance(0);
    expect(again.frames.find(({ jobId }) => jobId === first)?.data['queue_position']).toBe(queued.length);
    await again.cancel();
  });

  test('sends the positions of a fast-moving queue once per second', async () => {
    await open();
    const hanging = await submit('ScriptHang');
    for (let n = 0; n < 200; n += 1) await submit('ScriptSteps', { steps: 1, ms: 10, preview: false });
    const last = await submit('ScriptHang');
    const reader = new Reader(await get('/console/events'));
    await app.fetch(new Request(`${ORIGIN}/api/v2/jobs/${hanging}/cancel`, { method: 'POST' }));
    await deps.clock.advance(5000);
    const positions = reader.frames.filter(({ data }) => data['status'] === 'queued');
    // 201 in the snapshot; then at most fifty per update, of which a run of two seconds has three.
    expect(positions.length).toBeGreaterThan(201 + POSITIONS_SENT);
    expect(positions.length).toBeLessThanOrEqual(201 + 4 * POSITIONS_SENT);
    const ofLast = reader.frames.filter(({ event, jobId }) => event === 'status' && jobId === last);
    expect(ofLast.at(-1)?.data['status']).toBe('running');
    await reader.cancel();
  });

  test('sends keepalives, and ends when the gateway closes', async () => {
    await open();
    const reader = new Reader(await get('/console/events'));
    await deps.clock.advance(45_000);
    expect(reader.text).toBe(': open\n\n' + ': keepalive\n\n'.repeat(3));
    await app.close();
    await deps.clock.advance(0);
    expect(reader.isDone).toBe(true);
    await open();
  });

  test('is limited in number, and a client that disconnects frees a slot', async () => {
    await open();
    const readers: Reader[] = [];
    for (let n = 0; n < MAX_FEEDS; n += 1) readers.push(new Reader(await get('/console/events')));
    const rejected = await get('/console/events');
    expect(rejected.status).toBe(429);
    expect(rejected.headers.get('retry-after')).toMatch(/^\d+$/);
    expect(await rejected.json()).toMatchObject({ error: { code: 'too_many_streams' } });
    await readers[0]?.cancel();
    const abort = new AbortController();
    const next = await app.fetch(new Request(`${ORIGIN}/console/events`, { signal: abort.signal }));
    expect(next.status).toBe(200);
    abort.abort();
    expect((await get('/console/events')).status).toBe(200);
    // A HEAD request leaves no stream open.
    await readers[1]?.cancel();
    for (let n = 0; n < 3; n += 1) {
      const head = await app.fetch(new Request(`${ORIGIN}/console/events`, { method: 'HEAD' }));
      expect(head.status).toBe(200);
    }
  });

  test('uses bounded memory for a client that reads nothing, and still sends every terminal status', async () => {
    await open({ parallel: 8 });
    const response = await get('/console/events');
    const ids: string[] = [];
    for (let n = 0; n < 20; n += 1) ids.push(await submit('ScriptSteps', { steps: 200, ms: 50, preview: true }));
    ids.push(await submit('ScriptLog', { message: 'line', lines: 5000, level: 'info' }));
    await deps.clock.advance(60_000);
    const reader = new Reader(response);
    await deps.clock.advance(0);
    const finished = reader.frames.filter(({ data }) => data['status'] === 'succeeded').map(({ jobId }) => jobId);
    expect(finished.sort()).toEqual(ids.sort());
    expect(reader.frames.length).toBeLessThan(1000);
    await reader.cancel();
  });
});

describe('node definitions', () => {
  test('are returned in the format of ComfyUI, all or a single class', async () => {
    await open();
    const all = (await (await get('/console/object_info')).json()) as Record<string, { name: string }>;
    expect(all['ScriptText']?.name).toBe('ScriptText');
    const one = (await (await get('/console/object_info/ScriptText')).json()) as Record<string, unknown>;
    expect(one).toEqual({ ScriptText: all['ScriptText'] });
  });

  test.each(['NoSuch', 'toString', '__proto__', 'a%2Fb'])('of %s are not found', async (name) => {
    await open();
    expect((await get(`/console/object_info/${name}`)).status).toBe(404);
  });

  test.each(['/console/object_info', '/console/object_info/ScriptText'])(
    'that no engine can provide now are an error that says so: %s',
    async (path) => {
      await open();
      deps.engine.definitions = async () => null;
      const response = await get(path);
      expect(response.status).toBe(500);
      expect(await response.json()).toMatchObject({
        error: { code: 'upstream_error', message: 'Node classes are not available at the moment' },
      });
    },
  );

  test('are not sent again to a client that has them', async () => {
    await open();
    for (const path of ['/console/object_info', '/console/object_info/ScriptText']) {
      const etag = (await get(path)).headers.get('etag') ?? '';
      expect(etag).toMatch(/^"[0-9a-f]{32}"$/);
      const again = await get(path, { 'if-none-match': `"other", W/${etag}` });
      expect([again.status, await again.text()]).toEqual([304, '']);
      expect((await get(path, { 'if-none-match': '"other"' })).status).toBe(200);
    }
  });
});

test('the status includes what the shell shows of the gateway', async () => {
  await open({ settings: { queueDepth: 7, maxUploadBytes: 99 }, freeBytes: async () => 123, version: '9.8.7' });
  deps.engine.setWaiting('The engine is starting');
  await submit('ScriptText', { text: 'x' });
  const response = await get('/console/status');
  expect(response.headers.get('cache-control')).toBe('no-store');
  expect(await response.json()).toEqual({
    version: '9.8.7',
    engine: {
      name: 'scripted',
      label: expect.any(String),
      isReady: false,
      waitingReason: 'The engine is starting',
      comfyui: null,
    },
    engines: [],
    config: { problem: null },
    queue: { state: 'running', pausedAt: null, waiting: 1, atEngine: [] },
    storage: { problem: null },
    backup: null,
    surfaces: { problem: null },
    records: { store: expect.any(String), version: 0 },
    memory: null,
    jobs: { queued: 1, running: 0, canceling: 0, succeeded: 0, canceled: 0, failed: 0, expired: 0 },
    disk: { freeBytes: 123 },
    limits: { queueDepth: 7, maxUploadBytes: 99, retentionMs: expect.any(Number), parallelJobs: 1 },
  });
});

test('an unknown private route is not found', async () => {
  await open();
  expect((await get('/console/nothing')).status).toBe(404);
  expect((await get('/console')).status).toBe(404);
});
