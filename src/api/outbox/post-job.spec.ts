import { afterEach, expect, it, vi } from 'vitest';
import type { OutboxEntry } from './outbox-entry';

afterEach(() => {
  vi.unstubAllGlobals();
});

it.each([
  [401, 'locked_out'],
  [403, 'no_list'],
  [404, 'no_list'],
  [501, 'no_list'],
  [429, 'unreachable'],
  [500, 'unreachable'],
])('takes a %i of the list for %s', async (status, kind) => {
  vi.stubGlobal('location', { origin: 'http://127.0.0.1:8189', href: 'http://127.0.0.1:8189/' });
  const fetch = vi.fn(async () => Response.json({ error: { code: 'told', message: 'Told.' } }, { status }));
  vi.stubGlobal('fetch', fetch);
  const { lookForEntry } = await import('./post-job');
  expect(await lookForEntry({ id: 'e', surfaceId: 'local' } as OutboxEntry)).toEqual({ kind });
  expect(fetch).toHaveBeenCalledTimes(1);
});
