import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createConnections } from '../connections';
import { createLocalLocks } from '@/lib/web-locks';
import type { Surface } from '../surface';
import { createReadBudget, FIRST_TIMEOUT_MS } from './read-budget';

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

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

describe('reads of several servers', () => {
  it('leave connections to our origin free, however many servers hang', async () => {
    const locks = createLocalLocks();
    // Each tab has a separate budget; the connections are shared by the browser.
    const tabs = [0, 1, 2, 3].map(() => createReadBudget(createConnections(locks)));
    let open = 0;
    let most = 0;
    const failed = tabs.flatMap((read) =>
      ['a', 'b', 'c'].map((id) =>
        read(relayed(id), never(), async (signal) => {
          most = Math.max(most, (open += 1));
          try {
            return await hang(signal);
          } finally {
            open -= 1;
          }
        }).catch((error: unknown) => error),
      ),
    );
    await vi.advanceTimersByTimeAsync(20 * FIRST_TIMEOUT_MS);
    expect(await Promise.all(failed)).toHaveLength(12);
    expect(most).toBe(2);
  });

  it('from a fast server do not wait for hanging servers', async () => {
    const read = createReadBudget(createConnections(createLocalLocks()));
    await expect(read(relayed('quick'), never(), response)).resolves.toBe('jobs');
    const hung = ['a', 'b', 'c'].map((id) => read(relayed(id), never(), hang).catch(() => 'none'));
    await expect(read(relayed('quick'), never(), response)).resolves.toBe('jobs');
    await vi.advanceTimersByTimeAsync(10 * FIRST_TIMEOUT_MS);
    await expect(Promise.all(hung)).resolves.toEqual(['none', 'none', 'none']);
  });

  it('from a hanging server fail, with growing timeouts', async () => {
    const read = createReadBudget(createConnections(createLocalLocks()));
    for (const timeoutMs of [FIRST_TIMEOUT_MS, 2 * FIRST_TIMEOUT_MS, 4 * FIRST_TIMEOUT_MS]) {
      let error: unknown = null;
      void read(relayed('a'), never(), hang).catch((reason: unknown) => (error = reason));
      await vi.advanceTimersByTimeAsync(timeoutMs - 1);
      expect(error).toBeNull();
      await vi.advanceTimersByTimeAsync(1);
      expect(error).toMatchObject({ kind: 'unreachable', code: 'timeout' });
    }
  });

  it('from a directly reached server are not limited', async () => {
    const read = createReadBudget(createConnections(createLocalLocks()));
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
