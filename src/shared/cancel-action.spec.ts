import { afterEach, expect, it, vi } from 'vitest';
import { QueryClient } from '@tanstack/react-query';
import { runAction } from './feedback/action';
import { useToasts } from './feedback/toasts';

vi.hoisted(() => vi.stubGlobal('location', { origin: 'http://127.0.0.1:8189' }));
vi.mock('@/domains/jobs/cancel-job', () => ({
  cancelAndRead: async () => {
    throw new TypeError('Failed to fetch');
  },
}));

afterEach(() => useToasts.setState({ toasts: [] }));

it.each([
  ['queued', 'The job is still in the queue.'],
  ['running', 'The job is still running.'],
])('says what a %s job does if it could not be canceled', async (status, description) => {
  const [{ LOCAL_SURFACE }, { cancelAction }] = await Promise.all([import('@/api/surface'), import('./cancel-action')]);
  const job = { id: 'j', status, created_at: '2030-01-01T00:00:00Z' };
  await runAction(cancelAction(new QueryClient(), LOCAL_SURFACE, job, 'Sunrise'));
  expect(useToasts.getState().toasts).toMatchObject([{ title: 'Could not cancel Sunrise', description }]);
});
