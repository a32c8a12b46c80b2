import { QueryClient, QueryObserver } from '@tanstack/react-query';
import { expect, it, vi } from 'vitest';

it('the list shows its last drafts while a search loads, but never those of another server', async () => {
  vi.stubGlobal('location', { origin: 'http://127.0.0.1:8189' });
  const { LOCAL_SURFACE } = await import('@/api/surface');
  const { draftsQuery } = await import('./drafts');
  const other = { ...LOCAL_SURFACE, id: 'other' };
  const client = new QueryClient();
  const known = { isAvailable: true, drafts: [], hasMore: true };
  client.setQueryData(draftsQuery(LOCAL_SURFACE).queryKey, known);
  const shown = (next: ReturnType<typeof draftsQuery>) => {
    const observer = new QueryObserver(client, draftsQuery(LOCAL_SURFACE));
    observer.setOptions(next);
    return observer.getCurrentResult().data;
  };
  expect(shown(draftsQuery(LOCAL_SURFACE, { search: 'reef' }))).toEqual(known);
  expect(shown(draftsQuery(other))).toBeUndefined();
});
