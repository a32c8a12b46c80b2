import { QueryClient } from '@tanstack/react-query';
import { afterEach, expect, it, vi } from 'vitest';
import { makeJob } from '@/testing/job-fixtures';
import { clearDeviceData } from '../history/device-data';
import { historyJobs } from '../history/history';
import { recordHistory } from './record-history';

afterEach(async () => {
  vi.restoreAllMocks();
  await clearDeviceData('history');
});

it('stores jobs that are read at the same time in a few transactions', async () => {
  const client = new QueryClient();
  const stop = recordHistory(client);
  const read = (id: string) => client.setQueryData(['local', 'getJob', id], { job: makeJob({ id }) });
  // The history may contain jobs of other tests.
  const stored = async () => (await historyJobs()).filter(({ jobId }) => jobId.startsWith('burst-')).length;
  read('burst-first');
  await expect.poll(stored).toBe(1);
  const transactions = vi.spyOn(IDBDatabase.prototype, 'transaction');
  for (let index = 0; index < 50; index += 1) read(`burst-${index}`);
  await expect.poll(stored).toBe(51);
  const writes = transactions.mock.calls.filter(([, mode]) => mode === 'readwrite');
  expect(writes.length).toBeLessThanOrEqual(2);
  stop();
});
