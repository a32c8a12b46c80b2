import { afterEach, expect, it, vi } from 'vitest';
import { QueryClient } from '@tanstack/react-query';
import type { ListedJob } from '@contract/jobs/schemas';
import type { Surface } from '@/api/surface';
import type { QueueMove } from '@/domains/gateway/control-queue';
import { useToasts } from '@/shared/feedback/toasts';

const { stuck, moves } = vi.hoisted(() => {
  vi.stubGlobal('location', { origin: 'http://127.0.0.1:8189' });
  return { stuck: new Set<string>(), moves: [] as QueueMove[] };
});
vi.mock('@/domains/gateway/control-queue', () => ({
  moveQueuedJobs: async (_client: QueryClient, _surface: Surface, requested: readonly QueueMove[]) => {
    moves.push(...requested);
    return requested.map(({ jobId }) => (stuck.has(jobId) ? { moved: false } : { moved: true, previous_place: 7 }));
  },
}));

afterEach(() => {
  stuck.clear();
  moves.length = 0;
  useToasts.setState({ toasts: [] });
});

const surface: Surface = { id: 'lab', name: 'Lab', baseUrl: 'http://lab', routerBaseUrl: null, kind: 'gateway' };
const queued = (id: string): ListedJob => ({
  id,
  status: 'queued',
  priority: 0,
  created_at: '2026-01-01T00:00:00Z',
});

const lastToast = () => useToasts.getState().toasts.at(-1);

async function moveTwo(): Promise<void> {
  const { moveJobs } = await import('./move-jobs');
  await moveJobs(new QueryClient(), [{ surface, jobs: [queued('a'), queued('b')] }], 'back');
}

it('says how many stayed, and moves only the others back', async () => {
  stuck.add('b');
  await moveTwo();
  expect(lastToast()).toMatchObject({ tone: 'neutral', title: '1 job moved to the back' });
  expect(lastToast()?.description).toMatch(/^1 job stayed where it is/);
  moves.length = 0;
  lastToast()?.action?.onSelect();
  await expect.poll(() => moves).toEqual([{ jobId: 'a', place: 7 }]);
});

it('says how many could not be moved back', async () => {
  await moveTwo();
  expect(lastToast()).toMatchObject({ title: '2 jobs moved to the back' });
  stuck.add('a');
  lastToast()?.action?.onSelect();
  await expect.poll(() => lastToast()).toMatchObject({ tone: 'bad', title: '1 job could not be moved back' });
});

it('says so if none was moved, without Undo', async () => {
  stuck.add('a').add('b');
  await moveTwo();
  expect(lastToast()).toMatchObject({ tone: 'bad', title: 'Could not move the jobs' });
  expect(lastToast()?.description).toMatch(/^2 jobs stayed where they are/);
  expect(lastToast()?.action).toBeUndefined();
});
