import { afterEach, expect, it, vi } from 'vitest';
import { QueryClient } from '@tanstack/react-query';
import { useToasts } from '@/shared/feedback/toasts';

const { canceled } = vi.hoisted(() => {
  vi.stubGlobal('location', { origin: 'http://127.0.0.1:8189' });
  return { canceled: [] as string[] };
});
vi.mock('@/domains/jobs/cancel-job', () => ({
  cancelJob: async (_client: QueryClient, _surface: unknown, { id }: { id: string }) => {
    if (id === 'stuck') throw new Error('The server is unreachable.');
    canceled.push(id);
  },
}));

afterEach(() => {
  canceled.length = 0;
  useToasts.setState({ toasts: [] });
});

it('cancels the job of each cell that has one, although others fail, and says which may still cost money', async () => {
  const { cancelCells } = await import('./cancel-cells');
  const job = (jobId: string | null, surfaceId = 'local') => ({ surfaceId, jobId });
  await cancelCells(new QueryClient(), [job('stuck'), job('a'), job(null), job('b')]);
  expect(canceled).toEqual(['a', 'b']);
  expect(useToasts.getState().toasts).toMatchObject([
    {
      tone: 'bad',
      stays: true,
      title: '1 job was not canceled',
      description: 'The server is unreachable. It may still run and cost money. Try again in the menu of the cell.',
    },
  ]);
  await cancelCells(new QueryClient(), [job('c', 'gone'), job('d', 'gone')]);
  expect(useToasts.getState().toasts.at(-1)?.title).toBe('2 jobs were not canceled');
});

it('says nothing if all are canceled', async () => {
  const { cancelCells } = await import('./cancel-cells');
  await cancelCells(new QueryClient(), [{ surfaceId: 'local', jobId: 'a' }]);
  expect(useToasts.getState().toasts).toEqual([]);
});
