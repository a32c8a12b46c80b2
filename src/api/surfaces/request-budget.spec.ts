import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createConnections } from '../connections';
import { createLocalLocks } from '@/lib/web-locks';
import type { Surface } from '../surface';
import { createRequestBudget, FIRST_TIMEOUT_MS, MAX_READ_MS, MAX_SHARED_MS } from './request-budget';

const relayed = (id: string): Surface => ({
  id,
  name: id,
  baseUrl: `https://console.example/console/relay/${id}/jobs`,
  routerBaseUrl: null,
  kind: 'self-hosted',
  remote: { jobs: `https://${id}.example`, router: null },
});
const never = () => new AbortController().signal;
const hang = (signal: AbortSignal) =>
  new Promise<never>((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)));
const response = () => Promise.resolve('jobs');
const after = (ms: number) => new Promise<string>((resolve) => setTimeout(() => resolve('jobs'), ms));

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

const tab = (locks = createLocalLocks()) => createRequestBudget(createConnections(locks));

describe('requests to relayed servers', () => {
  it('leave connections to our origin free, however many servers hang', async () => {
    const locks = createLocalLocks();
    // Each tab has a separate budget; the connections are shared by the browser.
    const tabs = [0, 1, 2, 3].map(() => tab(locks));
    let open = 0;
    let most = 0;
    const count = async (signal: AbortSignal) => {
      most = Math.max(most, (open += 1));
      try {
        return await hang(signal);
      } finally {
        open -= 1;
      }
    };
    const failed = tabs.flatMap(({ read }) =>
      ['a', 'b', 'c'].map((id) => read(relayed(id), never(), count).catch((error: unknown) => error)),
    );
    await vi.advanceTimersByTimeAsync(200 * FIRST_TIMEOUT_MS);
    for (const error of await Promise.all(failed)) expect(error).toMatchObject({ code: 'timeout' });
    expect(most).toBe(2);
  });

  it('wait for no server that did not respond before', async () => {
    const locks = createLocalLocks();
    const hung = tab(locks);
    const failed = ['a', 'b', 'c'].map((id) => hung.read(relayed(id), never(), hang).catch(() => 'none'));
    await vi.advanceTimersByTimeAsync(2 * FIRST_TIMEOUT_MS);
    // All three hang: they share one place, and the other is free for servers that may be quick.
    await expect(tab(locks).read(relayed('unknown'), never(), response)).resolves.toBe('jobs');
    await vi.advanceTimersByTimeAsync(60 * FIRST_TIMEOUT_MS);
    await expect(Promise.all(failed)).resolves.toEqual(['none', 'none', 'none']);
  });

  it('wait for nothing once the server has proven to be quick', async () => {
    const { read } = tab();
    await expect(read(relayed('quick'), never(), response)).resolves.toBe('jobs');
    for (const id of ['a', 'b', 'c']) void read(relayed(id), never(), hang).catch(() => null);
    await expect(read(relayed('quick'), never(), response)).resolves.toBe('jobs');
  });

  it('are repeated with growing time limits, then fail', async () => {
    const { read } = tab();
    const sentAt: number[] = [];
    let error: unknown = null;
    const startedAt = performance.now();
    const asked = (signal: AbortSignal) => {
      sentAt.push(performance.now() - startedAt);
      return hang(signal);
    };
    void read(relayed('a'), never(), asked).catch((reason: unknown) => (error = reason));
    await vi.advanceTimersByTimeAsync(7 * FIRST_TIMEOUT_MS - 1);
    expect(error).toBeNull();
    await vi.advanceTimersByTimeAsync(1);
    expect(error).toMatchObject({ kind: 'unreachable', code: 'timeout', message: 'No response within 12 s.' });
    expect(sentAt).toEqual([0, FIRST_TIMEOUT_MS, 3 * FIRST_TIMEOUT_MS]);
  });

  it('succeed at a server that needs longer than the first limit', async () => {
    const { read } = tab();
    const slow = (signal: AbortSignal) => Promise.race([hang(signal), after(2 * FIRST_TIMEOUT_MS - 1000)]);
    const reading = read(relayed('slow'), never(), slow);
    await vi.advanceTimersByTimeAsync(3 * FIRST_TIMEOUT_MS);
    await expect(reading).resolves.toBe('jobs');
  });

  it.each([
    ['stops', 10 * MAX_READ_MS, [FIRST_TIMEOUT_MS, 3 * FIRST_TIMEOUT_MS]],
    ['never ends', FIRST_TIMEOUT_MS / 3, [MAX_SHARED_MS, MAX_SHARED_MS + MAX_READ_MS]],
  ])('end when the body %s', async (_, pauseMs, ends) => {
    const { read } = tab();
    const endedMs: number[] = [];
    const startedAt = performance.now();
    const drip = async (signal: AbortSignal, onBytes: () => void): Promise<never> => {
      signal.addEventListener('abort', () => endedMs.push(performance.now() - startedAt));
      onBytes();
      const timer = setInterval(onBytes, pauseMs);
      return hang(signal).finally(() => clearInterval(timer));
    };
    const reading = read(relayed('drip'), never(), drip).catch((error: unknown) => error);
    await vi.advanceTimersByTimeAsync(2 * MAX_READ_MS);
    expect(endedMs.slice(0, 2)).toEqual(ends);
    const message = expect.stringMatching(/^The response did not end within/) as string;
    await expect(reading).resolves.toMatchObject({ code: 'timeout', message });
  });

  it('send one read at a time to a server that hangs, and all when it responds again', async () => {
    const { read } = tab();
    let isBack = false;
    let open = 0;
    const ask = (signal: AbortSignal) => {
      if (isBack) return response();
      open += 1;
      return hang(signal).finally(() => (open -= 1));
    };
    const reads = Array.from({ length: 5 }, () => read(relayed('a'), never(), ask));
    await vi.advanceTimersByTimeAsync(FIRST_TIMEOUT_MS + 1);
    expect(open).toBe(1);
    isBack = true;
    await vi.advanceTimersByTimeAsync(2 * FIRST_TIMEOUT_MS);
    await expect(Promise.all(reads)).resolves.toEqual(Array(5).fill('jobs'));
  });

  it('that write have no time limit, but a place of their own', async () => {
    const { read, write } = tab();
    const sent: string[] = [];
    const send = (id: string) =>
      write(relayed(id), never(), () => {
        sent.push(id);
        return new Promise<never>(() => {});
      });
    for (const id of ['a', 'b', 'c']) void send(id);
    await expect(read(relayed('quick'), never(), response)).resolves.toBe('jobs');
    void send('quick');
    await vi.advanceTimersByTimeAsync(MAX_READ_MS);
    expect(sent).toEqual(['a', 'b', 'quick']);
  });

  it('wait for no upload', async () => {
    const connections = createConnections(createLocalLocks());
    for (const kind of ['upload', 'upload', 'stream', 'stream'] as const) {
      void connections(kind, never(), () => new Promise<never>(() => {}));
    }
    const { read } = createRequestBudget(connections);
    await expect(read(relayed('a'), never(), response)).resolves.toBe('jobs');
  });

  it('are not limited at a server that the page reaches directly', async () => {
    const { read } = tab();
    const { remote: _remote, ...direct } = relayed('a');
    let count = 0;
    for (let each = 0; each < 5; each += 1) {
      void read(direct, never(), (signal) => {
        count += 1;
        return hang(signal);
      }).catch(() => null);
    }
    await vi.advanceTimersByTimeAsync(0);
    expect(count).toBe(5);
  });
});
