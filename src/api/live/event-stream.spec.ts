import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { DEAD_STREAM_MS } from '@contract/jobs/events';
import { followEvents, reconnectDelay, type FollowOptions, type StreamFrame, type StreamState } from './event-stream';

/** A server controlled by the test: each connection waits for its response. */
function fakeServer() {
  const requests: { url: string; headers: Headers; signal: AbortSignal; answer: (response: Response) => void }[] = [];
  const fake = (input: RequestInfo | URL, init: RequestInit = {}): Promise<Response> =>
    new Promise((resolve, reject) => {
      const signal = init.signal ?? new AbortController().signal;
      signal.addEventListener('abort', () => reject(signal.reason), { once: true });
      requests.push({ url: String(input), headers: new Headers(init.headers), signal, answer: resolve });
    });
  return { requests, fetch: fake };
}

function stream(signal: AbortSignal) {
  const encoder = new TextEncoder();
  let control: ReadableStreamDefaultController<Uint8Array> | undefined;
  const body = new ReadableStream<Uint8Array>({ start: (controller) => void (control = controller) });
  signal.addEventListener('abort', () => control?.error(signal.reason), { once: true });
  return {
    response: new Response(body, { headers: { 'Content-Type': 'text/event-stream' } }),
    send: (data: string | Uint8Array) => control?.enqueue(typeof data === 'string' ? encoder.encode(data) : data),
    end: () => control?.close(),
  };
}

const settle = () => vi.advanceTimersByTimeAsync(0);

function follow(more: Partial<FollowOptions> = {}) {
  const server = fakeServer();
  const stop = new AbortController();
  const frames: StreamFrame[] = [];
  const states: StreamState[] = [];
  const onOpen = vi.fn<() => void>();
  const slots = { held: 0 };
  const finished = followEvents({
    url: 'http://127.0.0.1/events',
    signal: stop.signal,
    withConnection: async (_kind, _signal, work) => {
      slots.held += 1;
      try {
        return await work();
      } finally {
        slots.held -= 1;
      }
    },
    onFrame: (frame) => frames.push(frame),
    onOpen,
    onState: (state) => states.push(state),
    fetch: server.fetch,
    random: () => 0,
    ...more,
  });
  /** Waits for connection `index` and opens it. */
  const open = async (index: number) => {
    await settle();
    const request = server.requests[index];
    if (!request) throw new Error(`No connection ${index} was made`);
    const source = stream(request.signal);
    request.answer(source.response);
    await settle();
    return source;
  };
  const answer = async (index: number, response: Response) => {
    await settle();
    server.requests[index]?.answer(response);
    await settle();
  };
  return { server, stop, frames, states, onOpen, finished, open, answer, slots };
}

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

describe('an event stream over fetch', () => {
  it('delivers each frame with its name, however the bytes are split', async () => {
    const { open, frames, stop, finished } = follow();
    const source = await open(0);
    const text = 'event: status\ndata: {"status":"running"}\n\n: keepalive\n\nevent: progress\ndata: {"väl":1}\n\n';
    const bytes = new TextEncoder().encode(text);
    for (const byte of bytes) source.send(new Uint8Array([byte]));
    await settle();
    expect(frames).toEqual([
      { event: 'status', data: '{"status":"running"}' },
      { event: 'progress', data: '{"väl":1}' },
    ]);
    stop.abort();
    await finished;
  });

  it('J-6.05: reconnects without a Last-Event-ID, even if frames had ids', async () => {
    const { open, server, stop, finished } = follow();
    const source = await open(0);
    source.send('id: 7\nevent: status\ndata: {"status":"running"}\n\n');
    source.end();
    await vi.advanceTimersByTimeAsync(1000);
    expect(server.requests).toHaveLength(2);
    expect(server.requests[1]?.headers.has('Last-Event-ID')).toBe(false);
    stop.abort();
    await finished;
  });

  it('J-6.07: requests a GET after every connect, the first and each reconnect', async () => {
    const { open, onOpen, stop, finished } = follow();
    (await open(0)).end();
    expect(onOpen).toHaveBeenCalledTimes(1);
    await vi.advanceTimersByTimeAsync(1000);
    await open(1);
    expect(onOpen).toHaveBeenCalledTimes(2);
    stop.abort();
    await finished;
  });

  it('closes a stream after 45 s of silence and reconnects; keepalives count as activity', async () => {
    const { open, server, states, stop, finished } = follow();
    const source = await open(0);
    await vi.advanceTimersByTimeAsync(DEAD_STREAM_MS - 1000);
    source.send(': keepalive\n\n');
    await settle();
    await vi.advanceTimersByTimeAsync(DEAD_STREAM_MS - 1000);
    expect(server.requests).toHaveLength(1);
    await vi.advanceTimersByTimeAsync(1000);
    expect(states.at(-1)).toBe('waiting');
    await vi.advanceTimersByTimeAsync(1000);
    expect(server.requests).toHaveLength(2);
    stop.abort();
    await finished;
  });

  it('aborts a connection that gets no response', async () => {
    const { server, stop, finished } = follow();
    await vi.advanceTimersByTimeAsync(DEAD_STREAM_MS + 1000);
    expect(server.requests).toHaveLength(2);
    stop.abort();
    await finished;
  });

  it.each([429, 501, 404, 401])(
    'J-6.25: gives up after a response with status %i, which leaves polling',
    async (status) => {
      const { answer, server, states, finished } = follow();
      await answer(0, new Response('{}', { status, headers: { 'Retry-After': '5' } }));
      await finished;
      expect(states).toEqual(['connecting', 'refused']);
      await vi.advanceTimersByTimeAsync(600_000);
      expect(server.requests).toHaveLength(1);
    },
  );

  it('treats a page that is not an event stream as a rejection', async () => {
    const { answer, states, finished } = follow();
    await answer(0, new Response('<!doctype html>', { headers: { 'Content-Type': 'text/html' } }));
    await finished;
    expect(states.at(-1)).toBe('refused');
  });

  it('backs off exponentially while the server is down, and uses no connection meanwhile', async () => {
    const { answer, server, slots, stop, finished } = follow();
    const gaps: number[] = [];
    for (let index = 0; index < 8; index += 1) {
      await answer(index, new Response('', { status: 503 }));
      expect(slots.held).toBe(0);
      const before = Date.now();
      while (server.requests.length === index + 1) await vi.advanceTimersByTimeAsync(50);
      gaps.push(Date.now() - before);
    }
    expect(gaps[0]).toBeLessThanOrEqual(300);
    expect(gaps.at(-1)).toBeGreaterThanOrEqual(15_000);
    expect(gaps.toSorted((a, b) => a - b)).toEqual(gaps);
    stop.abort();
    await finished;
  });

  it('reconnects after a server restart with two refused connections, requests a GET, and drops old bytes', async () => {
    const { open, server, frames, states, onOpen, stop, finished } = follow();
    const source = await open(0);
    source.send('event: progress\ndata: {"value":0.8');
    source.end();
    for (const index of [1, 2]) {
      while (server.requests.length === index) await vi.advanceTimersByTimeAsync(50);
      server.requests[index]?.answer(new Response('', { status: 502 }));
      await settle();
    }
    while (server.requests.length === 3) await vi.advanceTimersByTimeAsync(50);
    const next = await open(3);
    next.send('event: status\ndata: {"status":"running"}\n\n');
    await settle();
    expect(frames).toEqual([{ event: 'status', data: '{"status":"running"}' }]);
    expect(onOpen).toHaveBeenCalledTimes(2);
    expect(states.at(-1)).toBe('open');
    stop.abort();
    await finished;
  });

  it('honors Retry-After of a server that is starting', async () => {
    const { answer, server, stop, finished } = follow();
    await answer(0, new Response('', { status: 503, headers: { 'Retry-After': '20' } }));
    await vi.advanceTimersByTimeAsync(19_000);
    expect(server.requests).toHaveLength(1);
    await vi.advanceTimersByTimeAsync(2000);
    expect(server.requests).toHaveLength(2);
    stop.abort();
    await finished;
  });

  it('stops at once in the middle of a stream or a wait', async () => {
    const first = follow();
    await first.open(0);
    first.stop.abort();
    await first.finished;
    const second = follow();
    await second.answer(0, new Response('', { status: 500 }));
    second.stop.abort();
    await second.finished;
    expect(second.states.at(-1)).toBe('waiting');
  });
});

describe('the backoff', () => {
  it('is randomized and never exceeds 30 s', () => {
    expect(reconnectDelay(0, 0)).toBe(250);
    expect(reconnectDelay(0, 1)).toBe(500);
    expect(reconnectDelay(50, 1)).toBe(30_000);
  });
});
